package dev.catena.spline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.catena.model.NumericalException;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What splines owe their callers besides right numbers. */
class SplineContractTest {
    private static final SplineBasis BASIS = SplineBasis.clamped(3, -1, 0, 0.5, 2);
    private static final int POINTS = BASIS.controlPoints();

    private static Spline curve() {
        double[] points = new double[2 * POINTS];
        Arrays.setAll(points, k -> Math.sin(3 * k + 1));
        return new Spline(BASIS, 2, points);
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
    void parametersThatAreNotFiniteAreRefusedAndTheObjectGoesOn(double u) {
        Spline curve = curve();
        double[] out = {5, 6};
        assertThatThrownBy(() -> curve.evaluate(u, 0, out))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("u is %s, but Spline of a curve in 2 numbers needs finite numbers", u);
        assertThat(out).containsExactly(5, 6);
        curve.evaluate(0.3, 0, out);
        double[] again = new double[2];
        curve().evaluate(0.3, 0, again);
        assertThat(out).containsExactly(again);
        BasisValues values = new BasisValues(BASIS, 1);
        values.compute(0.2);
        assertThatThrownBy(() -> values.compute(u)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> values.get(0, 0)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> new BasisMatrix(BASIS, 1, 0.3, u)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void wrongLengthsAndOrdersAreRefused() {
        Spline curve = curve();
        assertThatThrownBy(() -> curve.evaluate(0, 0, new double[3])).hasMessageContaining("out has length 3");
        assertThatThrownBy(() -> curve.evaluate(0, -1, new double[2])).hasMessageContaining("the order is -1");
        assertThatThrownBy(() -> new Spline(BASIS, 0, new double[0])).hasMessageContaining("6 points of 0 numbers");
        assertThatThrownBy(() -> new Spline(BASIS, 1, new double[] {1, 2, 3, Double.NaN, 5, 6}))
                .hasMessageContaining("controlPoints[3] is NaN");
        assertThatThrownBy(() -> new BasisValues(BASIS, -1)).hasMessageContaining("cannot be -1");
        assertThatThrownBy(() -> new BasisMatrix(BASIS, -1, 0.5)).hasMessageContaining("cannot be -1");
        BasisValues values = new BasisValues(BASIS, 0);
        values.compute(0);
        double[] points = new double[POINTS];
        assertThatThrownBy(() -> values.combine(0, new double[5], 1, new double[1]))
                .hasMessageContaining("controlPoints has length 5");
        assertThatThrownBy(() -> values.combine(0, points, 1, new double[2])).hasMessageContaining("out has length 2");
        SplineBasis single = SplineBasis.clamped(1, 0, 1);
        double[] both = new double[2];
        BasisMatrix matrix = new BasisMatrix(BASIS, 1, 0.1, 0.7);
        assertThatThrownBy(() -> matrix.combine(0, 0, new double[5], 1, new double[1]))
                .hasMessageContaining("controlPoints has length 5 and out 1, but 6 points of 1 numbers need 6 and 1");
        assertThatThrownBy(() -> matrix.combine(0, 0, points, 1, new double[2])).hasMessageContaining("and out 2");
        assertThatThrownBy(() -> new BasisMatrix(single, 0, 0.5).combine(0, 0, both, 1, both))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(matrix.basis()).isSameAs(BASIS);
        assertThat(values.basis()).isSameAs(BASIS);
    }

    /** One number too far is not the neighbor's. */
    @Test
    void entriesThatAreNotThereAreRefused() {
        BasisMatrix matrix = new BasisMatrix(BASIS, 1, 0.1, 0.7);
        assertThat(matrix.get(1, 1, 3)).isNotZero();
        assertThatThrownBy(() -> matrix.get(0, 0, 4)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> matrix.get(0, 0, -1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> matrix.get(2, 0, 0)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> matrix.get(0, 2, 0)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> matrix.combine(2, 0, new double[POINTS], 1, new double[1]))
                .isInstanceOf(IndexOutOfBoundsException.class);
        ClampedEnd end = ClampedEnd.start(BASIS, 2);
        assertThat(end.share(2, 2)).isPositive();
        assertThatThrownBy(() -> end.share(1, 0)).hasMessageContaining("no share of derivative 0 in point 1");
        assertThatThrownBy(() -> end.share(1, 3)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> end.share(3, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> end.share(-1, 1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void nothingIsReadBeforeItIsComputed() {
        BasisValues values = new BasisValues(BASIS, 1);
        assertThatThrownBy(() -> values.get(0, 0))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("nothing was computed yet");
        assertThatThrownBy(values::first).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> values.combine(0, new double[POINTS], 1, new double[1]))
                .isInstanceOf(IllegalStateException.class);
        values.compute(0.3);
        assertThatThrownBy(() -> values.copy().first()).isInstanceOf(IllegalStateException.class);
    }

    /** The cubic of the last span, and that of the first, go on. */
    @Test
    void outsideOfTheRangeTheOutermostPolynomialGoesOn() {
        Spline curve = curve();
        for (double[] side : new double[][] {{-1, -0.25, -1.75}, {2, 1.75, 3.5}}) {
            double from = side[0];
            double[] taylor = new double[2];
            double[] expected = new double[2];
            for (double to : new double[] {side[1], side[2]}) {
                Arrays.fill(expected, 0);
                double factor = 1;
                for (int order = 0; order <= 3; order++) {
                    curve.evaluate(from, order, taylor);
                    expected[0] += factor * taylor[0];
                    expected[1] += factor * taylor[1];
                    factor *= (to - from) / (order + 1);
                }
                curve.evaluate(to, 0, taylor);
                assertThat(taylor).containsExactly(expected, within(1e-12));
            }
        }
        curve.evaluate(0.2, 4, new double[2]);
        double[] zero = {1, 1};
        curve.evaluate(0.2, 4, zero);
        assertThat(zero).containsExactly(0, 0);
    }

    @Test
    void numbersBeyondTheRangeAreNoResult() {
        Spline curve = curve();
        double[] out = new double[2];
        assertThatThrownBy(() -> curve.evaluate(1e200, 0, out)).isInstanceOf(NumericalException.class);
        curve.evaluate(1e50, 0, out);
        assertThat(Math.abs(out[0])).isGreaterThan(1e140).isFinite();
        double[] huge = new double[POINTS];
        Arrays.fill(huge, 1.7e308);
        Spline large = new Spline(BASIS, 1, huge);
        assertThatThrownBy(() -> large.evaluate(5, 0, new double[1])).isInstanceOf(NumericalException.class);
    }

    @Test
    void curvesBelongToOneThreadAndCopiesToOthers() throws InterruptedException {
        Spline curve = curve();
        BasisValues values = new BasisValues(BASIS, 0);
        double[] mine = new double[2];
        curve.evaluate(0.4, 1, mine);
        values.compute(0.4);
        AtomicReference<Throwable> misuse = new AtomicReference<>();
        AtomicReference<Throwable> otherMisuse = new AtomicReference<>();
        double[] theirs = new double[2];
        Thread other = new Thread(
                () -> {
                    misuse.set(caught(() -> curve.evaluate(0.4, 1, new double[2])));
                    otherMisuse.set(caught(() -> values.compute(0.4)));
                    curve.copy().evaluate(0.4, 1, theirs);
                    values.copy().compute(0.4);
                },
                "other");
        other.start();
        other.join();
        assertThat(misuse.get())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll("Spline", "thread \"other\"", "copy()");
        assertThat(otherMisuse.get()).isInstanceOf(IllegalStateException.class).hasMessageContaining("copy()");
        assertThat(theirs).containsExactly(mine);
    }

    private static Throwable caught(Runnable step) {
        try {
            step.run();
            return new AssertionError("nothing was thrown");
        } catch (RuntimeException e) {
            return e;
        }
    }

    @Test
    void whatGoesInAndComesOutIsCopied() {
        double[] points = {1, 2, 3, 4, 5, 6};
        double[] knots = {-1, 0, 0.5, 2};
        SplineBasis basis = SplineBasis.clamped(3, knots);
        Spline curve = new Spline(basis, 1, points);
        double[] parameters = {0.3};
        BasisMatrix matrix = new BasisMatrix(basis, 0, parameters);
        GaussPoints gauss = new GaussPoints(basis, 2);
        double firstPoint = gauss.points()[0];
        double firstWeight = gauss.weights()[0];
        for (double[] array : new double[][] {
            points,
            knots,
            parameters,
            curve.controlPoints(),
            basis.breakpoints(),
            basis.grevilleAbscissae(),
            gauss.points(),
            gauss.weights(),
            matrix.toDense(0)
        }) {
            Arrays.fill(array, 99);
        }
        assertThat(curve.controlPoints()).containsExactly(1, 2, 3, 4, 5, 6);
        assertThat(basis).isEqualTo(BASIS);
        assertThat(matrix.parameter(0)).isEqualTo(0.3);
        assertThat(matrix.toDense(0)[0]).isLessThan(1);
        assertThat(gauss.points()[0]).isEqualTo(firstPoint);
        assertThat(gauss.weights()[0]).isEqualTo(firstWeight);
    }

    @Test
    void fitsRefuseWhatTheyCannotFit() {
        double[] u = {-1, 0, 0.5, 1, 1.5, 2};
        double[] samples = {1, 2, 3, 4, 5, 6};
        assertThatThrownBy(() -> SplineFit.leastSquares(BASIS, 1, u, new double[] {1, 2, 3, 4, 5, Double.NaN}))
                .hasMessageContaining("samples[5] is NaN");
        for (double bad : new double[] {Double.NaN, -1.01, 2.01, Double.POSITIVE_INFINITY}) {
            double[] outside = u.clone();
            outside[2] = bad;
            assertThatThrownBy(() -> SplineFit.leastSquares(BASIS, 1, outside, samples))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("parameters[2] is " + bad);
        }
        assertThatThrownBy(() -> SplineFit.leastSquares(BASIS, 0, u, new double[0]))
                .hasMessageContaining("of 0 numbers");
        assertThatThrownBy(() -> SplineFit.through(3, 0, new double[0])).hasMessageContaining("of 0 numbers");
        assertThatThrownBy(() -> SplineFit.through(3, 2, new double[] {0, 0, 1}))
                .hasMessageContaining("length 3");
        assertThatThrownBy(() -> SplineFit.through(3, 1, new double[] {0, Double.POSITIVE_INFINITY}))
                .hasMessageContaining("points[1] is Infinity");
        assertThatThrownBy(() -> SplineFit.through(3, 1, new double[] {-1e300, 1e300}))
                .hasMessageContaining("too far");
        assertThatThrownBy(() -> SplineFit.leastSquares(BASIS, 1, u, new double[] {1e308, -1e308, 1e308, -1e308, 0, 0}))
                .isInstanceOf(NumericalException.class)
                .hasMessageContaining("overflow");
        assertThatThrownBy(() -> SplineBasis.clamped(1, Double.NEGATIVE_INFINITY, 1))
                .hasMessageContaining("breakpoints need");
        assertThatThrownBy(() -> SplineBasis.clamped(1, -1e308, 1e308)).hasMessageContaining("breakpoints need");
        double[] given = samples.clone();
        Spline fit = SplineFit.leastSquares(BASIS, 1, u, given);
        assertThat(given).containsExactly(samples);
        assertThat(fit.dimension()).isEqualTo(1);
    }
}
