package dev.catena.nlp.interior;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.catena.nlp.FormulaProgram;
import dev.catena.nlp.SolverOptions;
import dev.catena.nlp.Status;
import dev.catena.nlp.run.ProgramLimits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The feasibility problem: its shape, its derivatives, and the elastic variables that are best for a residual. */
class ElasticProgramTest {
    private static final FormulaProgram PROGRAM = new FormulaProgram("base", "x1^2+x2", 3, -0.4)
            .bounds(1, -5, 5)
            .between("both", -1, "x1*x2", 1)
            .zero("x1^2-x2")
            .between("above", Double.NEGATIVE_INFINITY, "x1+x2", 4);

    private static ScaledProgram base() {
        ProgramLimits limits = new ProgramLimits(PROGRAM);
        ScaledProgram base = new ScaledProgram(limits, PROGRAM.hessian().orElseThrow());
        assertThat(base.prepare(SolverOptions.defaults())).isTrue();
        return base;
    }

    private static final double[] REFERENCE = {3, -0.4, 0.5, 0.7};

    @Test
    void shapeIsThatOfTheBaseWithTwoMoreVariablesInEachRow() {
        ScaledProgram base = base();
        ElasticProgram elastic = new ElasticProgram(base, REFERENCE);
        assertThat(elastic.variableCount()).isEqualTo(2);
        assertThat(elastic.rowCount()).isEqualTo(3);
        assertThat(elastic.slackCount()).isEqualTo(2 + 6);
        int[] rows = new int[8];
        double[] signs = new double[8];
        for (int j = 0; j < 8; j++) {
            rows[j] = elastic.slackRow(j);
            signs[j] = elastic.slackSign(j);
        }
        assertThat(rows).containsExactly(0, 2, 0, 1, 2, 0, 1, 2);
        assertThat(signs).containsExactly(-1, -1, -1, -1, -1, 1, 1, 1);
        assertThat(Arrays.copyOf(elastic.lower(), 4)).containsExactly(base.lower());
        assertThat(Arrays.copyOf(elastic.upper(), 4)).containsExactly(base.upper());
        assertThat(Arrays.copyOfRange(elastic.lower(), 4, 10)).containsOnly(0);
        assertThat(Arrays.copyOfRange(elastic.upper(), 4, 10)).containsOnly(Double.POSITIVE_INFINITY);
        assertThat(elastic.jacobian()).isSameAs(base.jacobian());
        assertThat(ElasticProgram.penalty()).isEqualTo(1000);
    }

    /** ρ Σ (p + n) + √μ/2 ‖D (x − x_R)‖², with D = 1/max(1, |x_R|), and its derivatives by differences. */
    @Test
    void objectiveIsTheSumOfViolationsAndALittleOfTheDistance() {
        ElasticProgram elastic = new ElasticProgram(base(), REFERENCE);
        assertThat(elastic.barrierChanged(0.04)).isTrue();
        double[] v = {4, 0.6, 0.1, 0.2, 1, 2, 3, 4, 5, 6};
        double distance = Math.pow((4 - 3) / 3.0, 2) + Math.pow(0.6 + 0.4, 2);
        assertThat(elastic.objective(v)).isCloseTo(1000 * 21 + 0.5 * 0.2 * distance, within(1e-9));
        double[] gradient = new double[10];
        Arrays.fill(gradient, 9);
        assertThat(elastic.derivatives(v, gradient)).isTrue();
        assertThat(gradient[0]).isCloseTo(0.2 * 1.0 / 9, within(1e-14));
        assertThat(gradient[1]).isCloseTo(0.2 * 1.0, within(1e-14));
        assertThat(Arrays.copyOfRange(gradient, 2, 4)).containsOnly(0);
        assertThat(Arrays.copyOfRange(gradient, 4, 10)).containsOnly(1000);
    }

    @Test
    void rowsHaveTheirElasticVariables() {
        ScaledProgram base = base();
        ElasticProgram elastic = new ElasticProgram(base, REFERENCE);
        double[] v = {4, 0.6, 0.1, 0.2, 1, 2, 3, 4, 5.5, 6.25};
        double[] own = new double[3];
        double[] with = new double[3];
        assertThat(base.constraints(v, own)).isTrue();
        assertThat(elastic.constraints(v, with)).isTrue();
        assertThat(with)
                .containsExactly(new double[] {own[0] - 1 + 4, own[1] - 2 + 5.5, own[2] - 3 + 6.25}, within(1e-12));
    }

    @Test
    void hessianIsThatOfTheRowsAndOfTheDistance() {
        ScaledProgram base = base();
        ElasticProgram elastic = new ElasticProgram(base, REFERENCE);
        assertThat(elastic.barrierChanged(0.25)).isTrue();
        double[] y = {0.3, -0.7, 0.2};
        double[] v = {4, 0.6, 0.1, 0.2, 1, 2, 3, 4, 5, 6};
        double[] matrix = new double[4];
        assertThat(elastic.addHessian(v, y, matrix)).isTrue();
        double[] rowsOnly = new double[4];
        assertThat(base.addHessian(v, 0, y, rowsOnly)).isTrue();
        assertThat(matrix[0] - rowsOnly[0]).isCloseTo(0.5 / 9, within(1e-14));
        assertThat(matrix[3] - rowsOnly[3]).isCloseTo(0.5, within(1e-14));
        assertThat(matrix[1]).isEqualTo(rowsOnly[1]);
        assertThat(rowsOnly[0]).isCloseTo(2 * -0.7, within(1e-12));
        assertThat(rowsOnly[1]).isCloseTo(0.3, within(1e-12));
    }

    /** p and n make the row exact and are where ρ (p + n) − μ ln p − μ ln n is least: ρ = μ/p + y, ρ = μ/n − y. */
    @ParameterizedTest
    @CsvSource({"0, 0.1", "0.5, 0.1", "-0.5, 0.1", "30, 1e-3", "-30, 1e-3", "1e5, 1e-8", "-1e5, 1e-8", "1e-9, 1e-9"})
    void elasticVariablesAreTheBestForTheBarrier(double residual, double mu) {
        ElasticProgram elastic = new ElasticProgram(base(), REFERENCE);
        double[] v = new double[10];
        elastic.setElastic(new double[] {residual, 0.2, -0.3}, mu, v);
        double p = v[4];
        double n = v[7];
        assertThat(p).isPositive();
        assertThat(n).isPositive();
        assertThat(p - n).isCloseTo(residual, within(1e-12 * (1 + Math.abs(residual))));
        double byP = 1000 - mu / p;
        double byN = 1000 - mu / n;
        assertThat(byP + byN).isCloseTo(0, within(1e-6 * 1000));
        assertThat(v[5] - v[8]).isCloseTo(0.2, within(1e-12));
        assertThat(v[6] - v[9]).isCloseTo(-0.3, within(1e-12));
        assertThat(Arrays.copyOf(v, 4)).containsOnly(0);
    }

    /** Sizes of the matrices factored on the way to the least violation. */
    private static final class Sizes implements InteriorPoint.Supervisor {
        private final List<Integer> sizes = new ArrayList<>();

        @Override
        public @Nullable Status check(InteriorPoint ip) {
            sizes.add(ip.factoredSize());
            return ip.error(0) <= 1e-9 ? Status.OPTIMAL : sizes.size() > 200 ? Status.ITERATION_LIMIT : null;
        }

        @Override
        public boolean wantsRestoration(InteriorPoint ip) {
            return false;
        }

        @Override
        public Status restore(InteriorPoint ip) {
            return Status.NUMERICAL_TROUBLE;
        }
    }

    /** Least violation from (3, −0.4) of x₁² = x₂ and x₁ x₂ = 8, which meet at (2, 4), besides rows that hold anyway. */
    private static double[] restored(int satisfiedRows, Sizes sizes) {
        FormulaProgram program =
                new FormulaProgram("restored", "x1", 3, -0.4).zero("x1^2-x2").zero("x1*x2-8");
        for (int k = 1; k <= satisfiedRows; k++) {
            program.between("row " + k, -50 - k, "x1*x2+" + k + "*x1", 50 + 10 * k);
        }
        ScaledProgram base =
                new ScaledProgram(new ProgramLimits(program), program.hessian().orElseThrow());
        assertThat(base.prepare(SolverOptions.defaults())).isTrue();
        double[] reference = new double[2 + satisfiedRows];
        reference[0] = 3;
        reference[1] = -0.4;
        double[] residual = new double[2 + satisfiedRows];
        assertThat(base.constraints(reference, residual)).isTrue();
        for (int k = 0; k < satisfiedRows; k++) {
            reference[2 + k] = residual[base.slackRow(k)];
        }
        assertThat(base.constraints(reference, residual)).isTrue();
        ElasticProgram elastic = new ElasticProgram(base, reference);
        double mu = Norms.largest(residual);
        double[] v = Arrays.copyOf(reference, reference.length + 2 * residual.length);
        elastic.setElastic(residual, mu, v);
        double[] zLower = new double[v.length];
        double[] zUpper = new double[v.length];
        Arrays.fill(zLower, 2, reference.length, 1);
        Arrays.fill(zUpper, 2, reference.length, 1);
        for (int i = reference.length; i < v.length; i++) {
            zLower[i] = mu / v[i];
        }
        InteriorPoint iteration = new InteriorPoint(elastic, false, 1e-9, sizes);
        assertThat(iteration.start(v, zLower, zUpper, mu)).isTrue();
        assertThat(iteration.run()).isEqualTo(Status.OPTIMAL);
        return Arrays.copyOf(iteration.current().v, 2);
    }

    /** A hundred rows that hold neither move the point of least violation nor enter the matrix that is factored. */
    @Test
    void satisfiedRowsAreNotFactored() {
        Sizes without = new Sizes();
        Sizes with = new Sizes();
        double[] expected = restored(0, without);
        assertThat(expected).containsExactly(new double[] {2, 4}, within(1e-7));
        assertThat(restored(100, with)).containsExactly(expected, within(1e-7));
        assertThat(without.sizes).allMatch(size -> size <= 4).contains(4);
        assertThat(with.sizes).allMatch(size -> size <= 4).contains(4);
    }

    @Test
    void whatTheBaseCannotEvaluateHasNoValue() {
        FormulaProgram roots = new FormulaProgram("roots", "x1", 1).between("root", 0, "sqrt(x1)", 5);
        ProgramLimits limits = new ProgramLimits(roots);
        ScaledProgram base = new ScaledProgram(limits, roots.hessian().orElseThrow());
        assertThat(base.prepare(SolverOptions.defaults())).isTrue();
        ElasticProgram elastic = new ElasticProgram(base, new double[] {1, 0.5});
        double[] v = {-1, 0.5, 0.1, 0.1};
        assertThat(elastic.constraints(v, new double[1])).isFalse();
        assertThat(elastic.derivatives(v, new double[4])).isFalse();
        assertThat(elastic.addHessian(v, new double[] {1}, new double[1])).isFalse();
        Random random = new Random(1);
        double[] good = {1 + random.nextDouble(), 0.5, 0.1, 0.1};
        assertThat(elastic.constraints(good, new double[1])).isTrue();
        assertThat(elastic.derivatives(good, new double[4])).isTrue();
        assertThat(elastic.addHessian(good, new double[] {1}, new double[1])).isTrue();
    }
}
