package dev.catena.spline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.catena.model.NumericalException;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ends of ranges, smallest and largest sizes, and what small methods hand out. */
class SplineEdgesTest {
    private static final double[] KNOTS = {-1, -0.4, 0.1, 0.1, 0.35, 2};

    @Test
    void rowsOfAMatrixAreTheCurve() {
        SplineBasis basis = SplineBasis.clamped(3, KNOTS);
        double[] parameters = {-1, -0.9, -0.4, 0.1, 0.3, 1.7, 2};
        double[] points =
                new Random(1).doubles(3L * basis.controlPoints(), -1, 1).toArray();
        BasisMatrix matrix = new BasisMatrix(basis, 2, parameters);
        Spline spline = new Spline(basis, 3, points);
        assertThat(matrix.basis()).isSameAs(basis);
        assertThat(matrix.rows()).isEqualTo(7);
        assertThat(matrix.width()).isEqualTo(4);
        assertThat(spline.dimension()).isEqualTo(3);
        assertThat(spline.controlPoints()).isEqualTo(points).isNotSameAs(points);
        for (int row = 0; row < parameters.length; row++) {
            assertThat(matrix.parameter(row)).isEqualTo(parameters[row]);
            assertThat(matrix.first(row)).isEqualTo(basis.span(parameters[row]) - 3);
            for (int order = 0; order <= 2; order++) {
                double[] out = {7, 8, 9};
                double[] expected = new double[3];
                matrix.combine(order, row, points, 3, out);
                spline.evaluate(parameters[row], order, expected);
                assertThat(out).as("order %s, row %s", order, row).containsExactly(expected, within(1e-13));
            }
        }
    }

    /** Buffers of an earlier u leave nothing behind. */
    @Test
    void valuesAreThoseOfTheLastU() {
        SplineBasis basis = SplineBasis.clamped(2, KNOTS);
        BasisValues used = new BasisValues(basis, 4);
        used.compute(0.2);
        used.compute(1.9);
        BasisValues fresh = new BasisValues(basis, 4);
        fresh.compute(1.9);
        assertThat(used.basis()).isSameAs(basis);
        for (int order = 0; order <= 4; order++) {
            for (int k = 0; k <= 2; k++) {
                assertThat(used.get(order, k)).isEqualTo(fresh.get(order, k));
                assertThat(order < 3 || used.get(order, k) == 0).isTrue();
            }
        }
    }

    /** Σ Bⱼ Pⱼ as its values and a matrix say; buffers of a copy are its own. */
    @Test
    void valuesCombineControlPoints() {
        SplineBasis basis = SplineBasis.clamped(3, KNOTS);
        double[] points =
                new Random(2).doubles(2L * basis.controlPoints(), -1, 1).toArray();
        BasisValues values = new BasisValues(basis, 2);
        BasisMatrix matrix = new BasisMatrix(basis, 2, new double[] {0.3});
        values.compute(0.3);
        BasisValues copy = values.copy();
        copy.compute(1.7);
        for (int order = 0; order <= 2; order++) {
            double[] out = {7, 8};
            double[] expected = new double[2];
            values.combine(order, points, 2, out);
            matrix.combine(order, 0, points, 2, expected);
            assertThat(out).containsExactly(expected, within(1e-13));
        }
        double[] same = new double[2 * basis.controlPoints()];
        assertThatThrownBy(() -> values.combine(0, same, same.length, same))
                .isInstanceOf(IllegalArgumentException.class);
        double[] single = new double[basis.controlPoints()];
        assertThatThrownBy(() -> matrix.combine(0, 0, single, 2, new double[2]))
                .hasMessageContaining("points of 2 numbers need %s and 2".formatted(2 * basis.controlPoints()));
    }

    /** Knots so near each other that a derivative is beyond all numbers. */
    @Test
    void derivativesThatOverflowAreNoAnswer() {
        BasisValues values = new BasisValues(SplineBasis.clamped(2, 0, 1e-200, 1), 2);
        assertThatThrownBy(() -> values.compute(5e-201)).isInstanceOf(NumericalException.class);
        values.compute(0.5);
        assertThat(values.get(0, 0) + values.get(0, 1) + values.get(0, 2)).isCloseTo(1, within(1e-15));
    }

    /** knot(k) ≤ u &lt; knot(k + 1), the first span below the range, the last at its end and beyond. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5})
    void spansHoldTheirParameters(int degree) {
        double[] knots = {0, 1, 2.5, 3, 4.5, 7, 7.5, 9};
        SplineBasis basis = SplineBasis.clamped(degree, knots);
        for (int k = 0; k < knots.length - 1; k++) {
            assertThat(basis.span(knots[k])).isEqualTo(degree + k);
            assertThat(basis.span((knots[k] + knots[k + 1]) / 2)).isEqualTo(degree + k);
            assertThat(basis.span(Math.nextDown(knots[k + 1]))).isEqualTo(degree + k);
        }
        assertThat(basis.span(-1)).isEqualTo(degree);
        assertThat(basis.span(9)).isEqualTo(degree + 6);
        assertThat(basis.span(10)).isEqualTo(degree + 6);
        assertThat(SplineBasis.clamped(2, 0, 1, 1, 2).span(1)).isEqualTo(4);
    }

    @Test
    void degreesGoFromOneToFifteen() {
        for (int degree : new int[] {1, 15}) {
            assertThat(SplineBasis.uniform(degree, degree + 1).degree()).isEqualTo(degree);
            assertThat(SplineBasis.clamped(degree, 0, 1).controlPoints()).isEqualTo(degree + 1);
        }
        for (int degree : new int[] {0, 16}) {
            assertThatThrownBy(() -> SplineBasis.uniform(degree, 20)).hasMessageContaining("the degree is " + degree);
            assertThatThrownBy(() -> SplineBasis.clamped(degree, 0, 1)).hasMessageContaining("the degree is " + degree);
        }
        // said of the degree, not of what follows from it
        assertThatThrownBy(() -> SplineBasis.uniform(16, 3)).hasMessageContaining("the degree is 16");
        assertThatThrownBy(() -> SplineBasis.uniform(3, 3)).hasMessageContaining("which needs 4");
    }

    @Test
    void knotsMayRepeatWithinTheRangeOnly() {
        assertThatThrownBy(() -> SplineBasis.clamped(2, 1)).hasMessageContaining("a start and a later end");
        assertThatThrownBy(() -> SplineBasis.clamped(2, 1, 1)).hasMessageContaining("a start and a later end");
        assertThatThrownBy(() -> SplineBasis.clamped(2, 0, 0, 1)).hasMessageContaining("breakpoint 1 of");
        assertThatThrownBy(() -> SplineBasis.clamped(2, 0, 1, 1)).hasMessageContaining("breakpoint 2 of");
        assertThatThrownBy(() -> SplineBasis.clamped(2, 0, 0.5, 0.5, 0.5, 1)).hasMessageContaining("breakpoint 3 of");
        assertThatThrownBy(() -> SplineBasis.clamped(1, 0, 0.5, 0.5, 1)).hasMessageContaining("breakpoint 2 of");
        assertThatCode(() -> SplineBasis.clamped(2, 0, 0.5, 0.5, 1)).doesNotThrowAnyException();
        assertThatCode(() -> SplineBasis.clamped(3, 0, 0.5, 0.5, 0.5, 1)).doesNotThrowAnyException();
    }

    @Test
    void basesAreEqualByDegreeAndKnots() {
        SplineBasis basis = SplineBasis.uniform(3, 5);
        assertThat(basis).isEqualTo(SplineBasis.clamped(3, 0, 0.5, 1)).isNotEqualTo("basis");
        assertThat(basis).isNotEqualTo(SplineBasis.clamped(3, 0, 0.6, 1)).isNotEqualTo(SplineBasis.uniform(2, 7));
        assertThat(basis).hasSameHashCodeAs(SplineBasis.clamped(3, 0, 0.5, 1));
    }

    @Test
    void endsTakeDerivativesUpToTheDegree() {
        SplineBasis basis = SplineBasis.uniform(3, 6);
        assertThat(ClampedEnd.start(basis, 0).order()).isZero();
        assertThat(ClampedEnd.end(basis, 3).order()).isEqualTo(3);
        for (int order : new int[] {-1, 4}) {
            assertThatThrownBy(() -> ClampedEnd.end(basis, order)).hasMessageContaining("order " + order);
        }
    }

    /** Abscissae of Gauss: ±1/√3 for two points, 0 and ±√(3/5) for three. */
    @Test
    void gaussPointsAscendAndAreTheKnownOnes() {
        SplineBasis basis = SplineBasis.clamped(1, 0, 2, 3);
        assertThat(new GaussPoints(basis, 1).points()).containsExactly(new double[] {1, 2.5}, within(1e-15));
        assertThat(new GaussPoints(basis, 1).weights()).containsExactly(new double[] {2, 1}, within(1e-15));
        double two = 1 / Math.sqrt(3);
        assertThat(new GaussPoints(basis, 2).points())
                .containsExactly(new double[] {1 - two, 1 + two, 2.5 - two / 2, 2.5 + two / 2}, within(1e-15));
        double three = Math.sqrt(0.6);
        assertThat(Arrays.copyOf(new GaussPoints(basis, 3).points(), 3))
                .containsExactly(new double[] {1 - three, 1, 1 + three}, within(1e-15));
        assertThatThrownBy(() -> new GaussPoints(basis, 0)).hasMessageContaining("at least one point, not 0");
    }

    /** Knots are the averages of neighboring parameters, which grow with the distance. */
    @Test
    void knotsOfACurveThroughPointsFollowTheDistances() {
        double[] points = {0, 1, 3, 7, 8, 10};
        Spline curve = SplineFit.through(3, 1, points);
        assertThat(curve.basis().degree()).isEqualTo(3);
        assertThat(curve.basis().breakpoints())
                .containsExactly(new double[] {0, (1 + 3 + 7) / 30.0, (3 + 7 + 8) / 30.0, 1}, within(1e-15));
        assertThatThrownBy(() -> SplineFit.through(3, 1, new double[] {0, 1, 1, 2}))
                .hasMessageContaining("points 1 and 2 are the same");
        assertThat(SplineFit.through(5, 1, new double[] {0, 1, 5}).basis().degree())
                .isEqualTo(2);
    }
}
