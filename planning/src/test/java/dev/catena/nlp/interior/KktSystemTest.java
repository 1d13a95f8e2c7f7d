package dev.catena.nlp.interior;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Steps satisfy the whole system, however its parts were eliminated; shifts come in the order of the paper. */
class KktSystemTest {
    private static final int N = 4;
    private static final double[][] A = {
        {1, 2, 0, -1}, {0.5, -1, 3, 0}, {2, 0, 1, 1}, {0, 1, 1, -2},
    };

    /** Rows 0 and 2 are equalities, row 1 has a slack, row 3 two elastic variables and a slack. */
    private static LinearForm form() {
        return new LinearForm(N, A, new double[4], new int[] {1, 3, 3, 3}, new double[] {-1, -1, 1, -1});
    }

    private static double[] hessian(Random random, double diagonal) {
        double[] w = new double[N * N];
        for (int i = 0; i < N; i++) {
            for (int j = i; j < N; j++) {
                w[i * N + j] = random.nextGaussian() + (i == j ? diagonal : 0);
            }
        }
        return w;
    }

    private static void fill(KktSystem kkt, double[] w) {
        System.arraycopy(w, 0, kkt.hessian(), 0, w.length);
    }

    /** The residual of (W + Σ + δ) dv + Aᵀ dy = a, A dv − δ_c dy = b, δ_c = 0. */
    private static double residual(
            SlackForm form,
            double[] w,
            double[] sigma,
            double shift,
            double[] a,
            double[] b,
            double[] dv,
            double[] dy) {
        double worst = 0;
        int m = form.rowCount();
        double[] forces = new double[dv.length];
        form.jacobian().addTransposeTimes(dy, forces);
        double[] rows = new double[m];
        for (int r = 0; r < m; r++) {
            rows[r] = form.jacobian().rowTimes(r, dv);
        }
        for (int j = 0; j < form.slackCount(); j++) {
            forces[N + j] += form.slackSign(j) * dy[form.slackRow(j)];
            rows[form.slackRow(j)] += form.slackSign(j) * dv[N + j];
        }
        for (int i = 0; i < dv.length; i++) {
            double sum = (sigma[i] + shift) * dv[i] + forces[i];
            for (int j = 0; j < N && i < N; j++) {
                sum += w[Math.min(i, j) * N + Math.max(i, j)] * dv[j];
            }
            worst = Math.max(worst, Math.abs(sum - a[i]));
        }
        for (int r = 0; r < m; r++) {
            worst = Math.max(worst, Math.abs(rows[r] - b[r]));
        }
        return worst;
    }

    /** Slacks far from their bounds, whose rows are eliminated, and so near that the rows stay. */
    @ParameterizedTest
    @ValueSource(doubles = {1e-6, 1, 1e3, 1e5, 1e7, 1e9})
    void stepSatisfiesTheSystem(double slackSigma) {
        Random random = new Random(3);
        LinearForm form = form();
        KktSystem kkt = new KktSystem(form);
        double[] w = hessian(random, 9);
        double[] sigma = random.doubles(N + 4, 0.5, 2).toArray();
        for (int j = 0; j < 4; j++) {
            sigma[N + j] *= slackSigma;
        }
        double[] a = random.doubles(N + 4, -1, 1).toArray();
        double[] b = random.doubles(4, -1, 1).toArray();
        double[] dv = new double[N + 4];
        double[] dy = new double[4];
        fill(kkt, w);
        assertThat(kkt.factor(sigma, 0.1)).isTrue();
        assertThat(kkt.hessianShift()).isZero();
        kkt.solve(a, b, dv, dy);
        assertThat(kkt.isAccurate()).isTrue();
        double size = 1 + Norms.largest(dv) + Norms.largest(dy);
        assertThat(residual(form, w, sigma, 0, a, b, dv, dy)).isLessThan(1e-9 * size * Math.max(1, 1e-6 * slackSigma));
        // the same object once more, with garbage in the outputs
        double[] dvAgain = new double[N + 4];
        double[] dyAgain = new double[4];
        Arrays.fill(dvAgain, 1e6);
        Arrays.fill(dyAgain, -1e6);
        kkt.solve(a, b, dvAgain, dyAgain);
        assertThat(dvAgain).containsExactly(dv);
        assertThat(dyAgain).containsExactly(dy);
    }

    /** Of f = ½ vᵀ(−2) v the shift must exceed 2: 1e-4, 1e-2, 1, 100; later a third of what was enough, times eight. */
    @Test
    void shiftGrowsUntilTheStepIsOneOfDescent() {
        LinearForm form = new LinearForm(2, new double[0][], new double[0], new int[0], new double[0]);
        KktSystem kkt = new KktSystem(form);
        double[] sigma = new double[2];
        fill(kkt, new double[] {-2, 0, 0, 5});
        assertThat(kkt.factor(sigma, 0.1)).isTrue();
        assertThat(kkt.hessianShift()).isCloseTo(100, within(1e-10));
        double[] dv = new double[2];
        kkt.solve(new double[] {98, 105}, new double[0], dv, new double[0]);
        assertThat(dv).containsExactly(new double[] {1, 1}, within(1e-12));
        assertThat(kkt.factor(sigma, 0.1)).isTrue();
        assertThat(kkt.hessianShift()).isCloseTo(100.0 / 3, within(1e-10));
        fill(kkt, new double[] {-200, 0, 0, 5});
        assertThat(kkt.factor(sigma, 0.1)).isTrue();
        assertThat(kkt.hessianShift()).isCloseTo(100.0 / 9 * 64, within(1e-8));
        fill(kkt, new double[] {2, 0, 0, 5});
        assertThat(kkt.factor(sigma, 0.1)).isTrue();
        assertThat(kkt.hessianShift()).isZero();
        // Σ counts like curvature
        fill(kkt, new double[] {-2, 0, 0, 5});
        assertThat(kkt.factor(new double[] {3, 0}, 0.1)).isTrue();
        assertThat(kkt.hessianShift()).isZero();
        // no shift is enough for this
        fill(kkt, new double[] {-1e60, 0, 0, 5});
        assertThat(kkt.factor(sigma, 0.1)).isFalse();
    }

    /** Next to δ_w I, rows of slacks weigh little however large δ_w is: only the two equalities stay in the matrix. */
    @ParameterizedTest
    @ValueSource(doubles = {9, -1, -1e5, -1e7, -1e8})
    void rowsFarFromTheirLimitsAreNotFactored(double curvature) {
        Random random = new Random(5);
        LinearForm form = form();
        KktSystem kkt = new KktSystem(form);
        double[] w = hessian(random, curvature);
        double[] sigma = random.doubles(N + 4, 0.5, 2).toArray();
        double[] a = random.doubles(N + 4, -1, 1).toArray();
        double[] b = random.doubles(4, -1, 1).toArray();
        fill(kkt, w);
        assertThat(kkt.factor(sigma, 0.1)).isTrue();
        assertThat(kkt.factoredSize()).isEqualTo(N + 2);
        double[] dv = new double[N + 4];
        double[] dy = new double[4];
        kkt.solve(a, b, dv, dy);
        assertThat(kkt.isAccurate()).isTrue();
        double size = 1 + Norms.largest(dv) + Norms.largest(dy);
        double rounding = 1e-9 * size * Math.max(1, 1e-7 * kkt.hessianShift());
        assertThat(residual(form, w, sigma, kkt.hessianShift(), a, b, dv, dy)).isLessThan(rounding);
        // at their limits both rows of slacks stay too
        for (int j = 0; j < 4; j++) {
            sigma[N + j] = 1e3 * Math.max(1e9, kkt.hessianShift());
        }
        assertThat(kkt.factor(sigma, 0.1)).isTrue();
        assertThat(kkt.factoredSize()).isEqualTo(N + 4);
    }

    /** Curvature is needed only where the rows leave freedom. */
    @Test
    void negativeCurvatureAcrossARowNeedsNoShift() {
        LinearForm form = new LinearForm(2, new double[][] {{1, 0}}, new double[1], new int[0], new double[0]);
        KktSystem kkt = new KktSystem(form);
        fill(kkt, new double[] {-7, 0, 0, 2});
        assertThat(kkt.factor(new double[2], 0.1)).isTrue();
        assertThat(kkt.hessianShift()).isZero();
        double[] dv = new double[2];
        double[] dy = new double[1];
        kkt.solve(new double[] {1, 4}, new double[] {3}, dv, dy);
        assertThat(dv).containsExactly(new double[] {3, 2}, within(1e-13));
        assertThat(dy[0]).isCloseTo(1 + 21, within(1e-12));
        // along the row it does
        fill(kkt, new double[] {2, 0, 0, -7});
        assertThat(kkt.factor(new double[2], 0.1)).isTrue();
        assertThat(kkt.hessianShift()).isCloseTo(100, within(1e-10));
    }

    /** Rows that depend on each other share their multiplier. */
    @Test
    void dependentRowsAreShifted() {
        LinearForm form = new LinearForm(2, new double[][] {{1, 1}, {1, 1}}, new double[2], new int[0], new double[0]);
        KktSystem kkt = new KktSystem(form);
        fill(kkt, new double[] {2, 0, 0, 2});
        assertThat(kkt.factor(new double[2], 0.1)).isTrue();
        double[] dv = new double[2];
        double[] dy = new double[2];
        kkt.solve(new double[] {0, 0}, new double[] {2, 2}, dv, dy);
        assertThat(dv).containsExactly(new double[] {1, 1}, within(1e-3));
        assertThat(dy[0]).isCloseTo(dy[1], within(1e-6));
        assertThat(dy[0] + dy[1]).isCloseTo(-2, within(1e-2));
        LinearForm single = new LinearForm(2, new double[][] {{1, 1}}, new double[1], new int[0], new double[0]);
        KktSystem shifted = new KktSystem(single);
        fill(shifted, new double[] {2, 0, 0, 2});
        assertThat(shifted.factor(new double[2], 0.1)).isTrue();
        dy = new double[1];
        shifted.solve(new double[] {0, 0}, new double[] {2}, dv, dy);
        double exact = dy[0];
        // δ_c = 1e-8 μ^¼
        assertThat(shifted.factorWithShiftedConstraints(1e-4)).isTrue();
        shifted.solve(new double[] {0, 0}, new double[] {2}, dv, dy);
        assertThat(dy[0] / exact - 1).isCloseTo(-1e-9, within(2e-12));
        fill(shifted, new double[] {-2, 0, 0, -2});
        assertThat(shifted.factorWithShiftedConstraints(1e-4)).isTrue();
        assertThat(shifted.hessianShift()).isPositive();
    }

    @Test
    void sizesOfTwelveDecadesAreBalanced() {
        LinearForm form = new LinearForm(3, new double[][] {{1e6, 1, 1e-6}}, new double[1], new int[0], new double[0]);
        KktSystem kkt = new KktSystem(form);
        double[] w = {1e12, 0, 0, 0, 1, 0, 0, 0, 1e-12};
        fill(kkt, w);
        assertThat(kkt.factor(new double[3], 0.1)).isTrue();
        double[] dv = new double[3];
        double[] dy = new double[1];
        // x = (1e-6, 1, 1e6), y = 1: every entry of the system has a part of size one
        kkt.solve(new double[] {1e6 + 1e6, 2, 1e-6 + 1e-6}, new double[] {3}, dv, dy);
        assertThat(dv[0]).isCloseTo(1e-6, within(1e-15));
        assertThat(dv[1]).isCloseTo(1, within(1e-9));
        assertThat(dv[2]).isCloseTo(1e6, within(1e-3));
        assertThat(dy[0]).isCloseTo(1, within(1e-9));
    }
}
