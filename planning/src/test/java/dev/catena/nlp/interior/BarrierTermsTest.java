package dev.catena.nlp.interior;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The logarithms of bounds on both sides, on one, and on none: their derivatives and the steps they allow. */
class BarrierTermsTest {
    private static final double NONE = Double.POSITIVE_INFINITY;
    private static final double[] LOWER = {-1, 0.5, -NONE, -NONE, -200, 3};
    private static final double[] UPPER = {2, NONE, -4, NONE, -100, 3.001};
    private static final double[] POINT = {0.25, 0.75, -6, 17, -150, 3.0004};
    private static final int N = LOWER.length;
    private static final double MU = 0.3;

    private final BarrierTerms terms = new BarrierTerms(LOWER, UPPER);

    @Test
    void valueIsTheSumOfLogarithmsWithALittleDampingWhereOneSideIsOpen() {
        double expected = -Math.log(1.25) - Math.log(1.75); // both sides
        expected += -Math.log(0.25) + 1e-5 * 0.25; // below only
        expected += -Math.log(2) + 1e-5 * 2; // above only
        expected += -Math.log(50) - Math.log(50);
        expected += -Math.log(3.0004 - 3) - Math.log(3.001 - 3.0004);
        assertThat(terms.value(POINT, MU)).isCloseTo(MU * expected, within(1e-12));
        assertThat(terms.size()).isEqualTo(N);
    }

    @Test
    void gradientIsThatOfTheValue() {
        double[] gradient = new double[N];
        Arrays.fill(gradient, 5);
        terms.addGradient(POINT, MU, gradient);
        for (int i = 0; i < N; i++) {
            double h = 1e-6 * Math.min(1, i == 5 ? 1e-3 : 1);
            double[] above = POINT.clone();
            double[] below = POINT.clone();
            above[i] += h;
            below[i] -= h;
            double slope = (terms.value(above, MU) - terms.value(below, MU)) / (above[i] - below[i]);
            assertThat(gradient[i] - 5).as("entry %d", i).isCloseTo(slope, within(1e-6 * (1 + Math.abs(slope))));
        }
        // where only one side is open, the damping is all that the differences can barely see
        assertThat(gradient[1] - 5).isCloseTo(-MU / 0.25 + 1e-5 * MU, within(1e-13));
        assertThat(gradient[2] - 5).isCloseTo(MU / 2 - 1e-5 * MU, within(1e-13));
        assertThat(gradient[3]).isEqualTo(5);
    }

    @Test
    void sigmaIsMultipliersOverDistances() {
        double[] zLower = {1, 2, 0, 0, 3, 4};
        double[] zUpper = {5, 0, 6, 0, 7, 8};
        double[] sigma = new double[N];
        terms.sigma(POINT, zLower, zUpper, sigma);
        assertThat(sigma[0]).isCloseTo(1 / 1.25 + 5 / 1.75, within(1e-14));
        assertThat(sigma[1]).isCloseTo(2 / 0.25, within(1e-14));
        assertThat(sigma[2]).isCloseTo(6 / 2.0, within(1e-14));
        assertThat(sigma[3]).isZero();
        assertThat(sigma[4]).isCloseTo(0.2, within(1e-14));
    }

    /** (v − l) dz_L + z_L dv = μ − (v − l) z_L, (u − v) dz_U − z_U dv = μ − (u − v) z_U. */
    @Test
    void multiplierStepSolvesTheLinearizedComplementarity() {
        Random random = new Random(4);
        double[] zLower = new double[N];
        double[] zUpper = new double[N];
        terms.fillMultipliers(0.7, zLower, zUpper);
        assertThat(zLower).containsExactly(0.7, 0.7, 0, 0, 0.7, 0.7);
        assertThat(zUpper).containsExactly(0.7, 0, 0.7, 0, 0.7, 0.7);
        double[] dv = random.doubles(N, -1, 1).toArray();
        double[] dzLower = new double[N];
        double[] dzUpper = new double[N];
        terms.multiplierStep(POINT, dv, MU, zLower, zUpper, dzLower, dzUpper);
        for (int i = 0; i < N; i++) {
            if (LOWER[i] > -NONE) {
                double s = POINT[i] - LOWER[i];
                assertThat(s * dzLower[i] + zLower[i] * dv[i]).isCloseTo(MU - s * zLower[i], within(1e-12));
            } else {
                assertThat(dzLower[i]).isZero();
            }
            if (UPPER[i] < NONE) {
                double s = UPPER[i] - POINT[i];
                assertThat(s * dzUpper[i] - zUpper[i] * dv[i]).isCloseTo(MU - s * zUpper[i], within(1e-12));
            } else {
                assertThat(dzUpper[i]).isZero();
            }
        }
    }

    /** With the step the nearest bound keeps exactly the fraction 1 − τ of its distance, and no other less. */
    @Test
    void largestStepGoesTheFractionToTheNearestBound() {
        double tau = 0.9;
        double[][] steps = {
            {-2, 0, 0, 0, 0, 0},
            {3, 0, 0, 0, 0, 0},
            {0, -1, 0, 0, 0, 0},
            {0, 0, 5, 0, 0, 0},
            {-2, -1, 5, 1e9, 0, 0},
            {0, 0, 0, 0, -80, 0},
            {0, 0, 0, 0, 80, 0}
        };
        double[] expected = {
            0.9 * 1.25 / 2, 0.9 * 1.75 / 3, 0.9 * 0.25, 0.9 * 2 / 5, 0.9 * 0.25, 0.9 * 50 / 80, 0.9 * 50 / 80
        };
        for (int k = 0; k < steps.length; k++) {
            assertThat(terms.largestStep(POINT, steps[k], tau)).as("step %d", k).isCloseTo(expected[k], within(1e-14));
        }
        // a bound that is infinitely near does not hold back a step along it
        double[] atBounds = {-1, 0.5, -4, 0, -100, 3};
        assertThat(terms.largestStep(atBounds, new double[N], tau)).isEqualTo(1);
        assertThat(terms.largestStep(POINT, new double[] {0.1, 1e9, -1e9, -1e9, 1, 0}, tau))
                .isEqualTo(1);
        double[] z = {1, 2, 0, 4};
        assertThat(terms.largestStepOfMultipliers(z, new double[] {5, -4, 3, -4}, tau))
                .isCloseTo(0.45, within(1e-15));
        assertThat(terms.largestStepOfMultipliers(z, new double[] {5, -1, 3, 0}, tau))
                .isEqualTo(1);
        assertThat(terms.largestStepOfMultipliers(z, new double[] {0, 0, -3, 0}, tau))
                .isZero();
    }

    @Test
    void startIsPushedIntoTheInterior() {
        double[] v = {-50, -50, 50, 50, -99, 3};
        terms.push(v, 0, N);
        // 1 % of the width, or 0.01 max(1, |bound|) if that is less
        assertThat(v[0]).isCloseTo(-1 + 0.01, within(1e-15));
        assertThat(v[1]).isCloseTo(0.5 + 0.01, within(1e-15));
        assertThat(v[2]).isCloseTo(-4 - 0.04, within(1e-15));
        assertThat(v[3]).isEqualTo(50);
        assertThat(v[4]).isCloseTo(-100 - 1, within(1e-13));
        assertThat(v[5]).isCloseTo(3 + 1e-5, within(1e-15));
        double[] inside = POINT.clone();
        terms.push(inside, 0, N);
        assertThat(inside).containsExactly(POINT);
        double[] above = {50, 0, 0, 0, -500, 9};
        terms.push(above, 0, 1);
        assertThat(above[0]).isCloseTo(2 - 0.02, within(1e-15));
        assertThat(above[4]).isEqualTo(-500);
        terms.push(above, 4, N);
        assertThat(above[4]).isCloseTo(-199, within(1e-13));
        assertThat(above[5]).isCloseTo(3.001 - 1e-5, within(1e-14));
        assertThat(above[1]).isZero();
    }

    @Test
    void multipliersStayNearThoseOfTheBarrier() {
        double[] zLower = {1e20, 0, 0, 0, 1, 1};
        double[] zUpper = {0, 0, 1e20, 0, 1, 1};
        terms.safeguard(POINT, MU, zLower, zUpper);
        assertThat(zLower[0]).isCloseTo(1e10 * MU / 1.25, within(1.0));
        assertThat(zLower[1]).isCloseTo(1e-10 * MU / 0.25, within(1e-20));
        assertThat(zLower[4]).isEqualTo(1);
        assertThat(zUpper[0]).isCloseTo(1e-10 * MU / 1.75, within(1e-20));
        assertThat(zUpper[2]).isCloseTo(1e10 * MU / 2, within(1.0));
        assertThat(zUpper[1]).isZero();
        assertThat(zLower[2]).isZero();
    }

    @Test
    void complementarityIsTheWorstProductLessTheBarrier() {
        double[] zLower = {MU / 1.25, MU / 0.25, 0, 0, MU / 50, MU / (3.0004 - 3)};
        double[] zUpper = {MU / 1.75, 0, MU / 2, 0, MU / 50, MU / (3.001 - 3.0004)};
        assertThat(terms.complementarity(POINT, zLower, zUpper, MU)).isLessThan(1e-15);
        assertThat(terms.complementarity(POINT, zLower, zUpper, 0)).isCloseTo(MU, within(1e-15));
        zLower[0] += 0.1;
        assertThat(terms.complementarity(POINT, zLower, zUpper, MU)).isCloseTo(0.125, within(1e-14));
        zUpper[2] += 0.2;
        assertThat(terms.complementarity(POINT, zLower, zUpper, MU)).isCloseTo(0.4, within(1e-14));
    }

    /** On a bound or beyond it by rounding, the distance is that of rounding. */
    @Test
    void distancesAreNeverZero() {
        double[] v = {-1, 0.5, -4, 0, -100, 3};
        double[] sigma = new double[N];
        double[] ones = {1, 1, 1, 1, 1, 1};
        terms.sigma(v, ones, ones, sigma);
        assertThat(sigma[0]).isCloseTo(1e16 + 1.0 / 3, within(10.0));
        assertThat(sigma[1]).isCloseTo(1e16, within(10.0));
        assertThat(sigma[2]).isCloseTo(1 / 4e-16, within(10.0));
        assertThat(sigma[4]).isCloseTo(1e14, within(1.0));
        assertThat(terms.value(v, 1)).isFinite();
    }
}
