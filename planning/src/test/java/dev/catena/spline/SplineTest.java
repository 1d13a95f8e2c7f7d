package dev.catena.spline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.catena.testkit.Allocations;
import dev.catena.testkit.Golden;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SplineTest {
    private static final double[] UNEVEN = {-1, -0.4, 0.1, 0.1, 0.35, 1.2, 2};

    @Test
    void basisMatricesAreTheGoldenOnes() {
        Golden golden = Golden.sensitivityPlanningElastic();
        BasisMatrix matrix = new BasisMatrix(SplineBasis.uniform(3, 6), 2, golden.array("bspline/u"));
        String[] keys = {"B", "B1", "B2"};
        for (int order = 0; order < 3; order++) {
            double[] expected = golden.array("bspline/" + keys[order]);
            // the golden numbers approach the end of the range instead of reaching it
            assertThat(matrix.toDense(order)).containsExactly(expected, within(1e-11));
        }
    }

    /** Σ ξⱼ Bⱼ = u for Greville's ξ, and Marsden's identity makes any polynomial a spline: derivatives are known. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7})
    void polynomialsOfTheDegreeAreReproducedWithAllDerivatives(int degree) {
        SplineBasis basis =
                degree == 1 ? SplineBasis.clamped(1, -1, -0.4, 0.1, 0.35, 1.2, 2) : SplineBasis.clamped(degree, UNEVEN);
        double[] parameters = new double[6 * basis.controlPoints()];
        double[] samples = new double[parameters.length];
        for (int k = 0; k < parameters.length; k++) {
            parameters[k] = -1 + 3.0 * k / (parameters.length - 1);
            samples[k] = polynomial(degree, 0, parameters[k]);
        }
        Spline spline = SplineFit.leastSquares(basis, 1, parameters, samples);
        double[] out = new double[1];
        for (double u : new double[] {-1, -0.7, -0.4, 0.1, 0.2, 0.9, 1.2, 1.999, 2}) {
            for (int order = 0; order <= degree + 1; order++) {
                spline.evaluate(u, order, out);
                double expected = polynomial(degree, order, u);
                assertThat(out[0])
                        .as("derivative %s of degree %s at %s", order, degree, u)
                        .isCloseTo(expected, within(1e-8 * Math.pow(20, order) * (1 + Math.abs(expected))));
            }
        }
    }

    /** Σ (k + 1) uᵏ, differentiated. */
    private static double polynomial(int degree, int order, double u) {
        double sum = 0;
        for (int k = order; k <= degree; k++) {
            double factor = k + 1;
            for (int d = 0; d < order; d++) {
                factor *= k - d;
            }
            sum += factor * Math.pow(u, k - order);
        }
        return sum;
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 4, 5, 6, 7})
    void basisFunctionsSumToOneAreNotNegativeAndDerivativesMatchDifferences(int degree) {
        SplineBasis basis = SplineBasis.clamped(degree, UNEVEN);
        BasisValues values = new BasisValues(basis, 4);
        BasisValues before = new BasisValues(basis, 4);
        BasisValues after = new BasisValues(basis, 4);
        double h = 1e-5;
        for (double u = -0.97; u < 2; u += 0.0713) {
            values.compute(u);
            before.compute(u - h);
            after.compute(u + h);
            double sum = 0;
            for (int k = 0; k <= degree; k++) {
                sum += values.get(0, k);
                assertThat(values.get(0, k)).isNotNegative();
                for (int order = 1; order <= 4 && before.first() == after.first(); order++) {
                    double slope = (after.get(order - 1, k) - before.get(order - 1, k)) / (2 * h);
                    assertThat(values.get(order, k)).isCloseTo(slope, within(1e-4 * (1 + Math.abs(slope))));
                }
            }
            assertThat(sum).isCloseTo(1, within(1e-14));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 5, 7})
    void valueVelocityAndAccelerationAtBothEndsAreMetExactly(int degree) {
        SplineBasis basis = SplineBasis.clamped(degree, 0, 0.1, 0.4, 0.5, 0.8, 1);
        int m = basis.controlPoints();
        double[] conditions = {0.7, -1.3, 4.1};
        ClampedEnd start = ClampedEnd.start(basis, 2);
        ClampedEnd end = ClampedEnd.end(basis, 2);
        double[] points = new double[m];
        Arrays.fill(points, 17);
        for (int j = 0; j < 3; j++) {
            points[j] = conditions[0] + start.share(j, 1) * conditions[1] + start.share(j, 2) * conditions[2];
            points[m - 1 - j] = conditions[0] + end.share(j, 1) * conditions[1] + end.share(j, 2) * conditions[2];
        }
        Spline spline = new Spline(basis, 1, points);
        double[] out = new double[1];
        for (double u : new double[] {0, 1}) {
            for (int order = 0; order <= 2; order++) {
                spline.evaluate(u, order, out);
                assertThat(out[0]).as("order %s at %s", order, u).isCloseTo(conditions[order], within(1e-10));
            }
        }
    }

    @Test
    void fitGoesThroughAsManySamplesAsControlPoints() {
        Random random = new Random(5);
        SplineBasis basis = SplineBasis.uniform(5, 9);
        double[] parameters = basis.grevilleAbscissae();
        double[] samples = random.doubles(18, -1, 1).toArray();
        Spline spline = SplineFit.leastSquares(basis, 2, parameters, samples);
        double[] out = new double[2];
        for (int k = 0; k < 9; k++) {
            spline.evaluate(parameters[k], 0, out);
            assertThat(out).containsExactly(new double[] {samples[2 * k], samples[2 * k + 1]}, within(1e-12));
        }
    }

    @Test
    void curveThroughPointsPassesThemInOrder() {
        double[] points = {0, 0, 1, 0, 1, 2, 4, 2, 4, 2.5, 5, 5, 6, 5, 7, 4};
        Spline spline = SplineFit.through(5, 2, points);
        assertThat(spline.basis().degree()).isEqualTo(5);
        double[] lengths = {0, 1, 3, 6, 6.5, 6.5 + Math.sqrt(7.25), 7.5 + Math.sqrt(7.25), 0};
        lengths[7] = lengths[6] + Math.sqrt(2);
        double[] out = new double[2];
        for (int k = 0; k < 8; k++) {
            spline.evaluate(lengths[k] / lengths[7], 0, out);
            assertThat(out).containsExactly(new double[] {points[2 * k], points[2 * k + 1]}, within(1e-10));
        }
        assertThat(SplineFit.through(5, 2, new double[] {0, 0, 1, 1}).basis().degree())
                .isEqualTo(1);
        assertThatThrownBy(() -> SplineFit.through(3, 2, new double[] {0, 0, 0, 0}))
                .hasMessageContaining("the same");
    }

    @Test
    void gaussPointsIntegrateProductsExactly() {
        SplineBasis basis = SplineBasis.clamped(4, UNEVEN);
        GaussPoints gauss = new GaussPoints(basis, 5);
        double integral = 0;
        for (int k = 0; k < gauss.points().length; k++) {
            integral += gauss.weights()[k] * Math.pow(gauss.points()[k], 9);
        }
        assertThat(integral).isCloseTo((Math.pow(2, 10) - 1) / 10, within(1e-12));
    }

    @Test
    void evaluationAllocatesNothing() {
        SplineBasis basis = SplineBasis.uniform(5, 12);
        Spline spline = new Spline(basis, 7, new double[7 * 12]);
        double[] out = new double[7];
        double[] u = {0};
        assertThat(Allocations.bytes(() -> {
                    u[0] = (u[0] + 0.0173) % 1;
                    spline.evaluate(u[0], 4, out);
                }))
                .isZero();
    }

    @Test
    void badInputIsRefusedInWords() {
        assertThatThrownBy(() -> SplineBasis.uniform(3, 3)).hasMessageContaining("3 control points are too few");
        assertThatThrownBy(() -> SplineBasis.uniform(0, 3)).hasMessageContaining("degree is 0");
        assertThatThrownBy(() -> SplineBasis.clamped(3, 0, 0.5, 0.4, 1)).hasMessageContaining("does not ascend");
        assertThatThrownBy(() -> SplineBasis.clamped(3, 0, 0, 0.4, 1)).hasMessageContaining("repeats an end");
        assertThatThrownBy(() -> SplineBasis.clamped(2, 0, 0.4, 0.4, 0.4, 1)).hasMessageContaining("more than 2 times");
        assertThatThrownBy(() -> SplineBasis.clamped(2, 0, Double.NaN, 1)).hasMessageContaining("does not ascend");
        SplineBasis basis = SplineBasis.uniform(3, 8);
        double[] crowded = new double[10];
        Arrays.setAll(crowded, k -> 0.01 * k);
        assertThatThrownBy(() -> SplineFit.leastSquares(basis, 1, crowded, new double[10]))
                .hasMessageContaining("undetermined");
        assertThatThrownBy(() -> SplineFit.leastSquares(basis, 1, new double[4], new double[4]))
                .hasMessageContaining("4 samples cannot determine 8");
        assertThatThrownBy(() -> ClampedEnd.start(basis, 4)).hasMessageContaining("order 4");
        assertThatThrownBy(() -> new Spline(basis, 2, new double[8])).hasMessageContaining("8 points of 2 numbers");
    }
}
