package dev.catena.compile.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.catena.compile.graph.Graph;
import dev.catena.compile.graph.Symbol;
import dev.catena.compile.trace.RegionBoxes.Axis;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Regions whose borders are known. */
class RegionBoxesTest {
    private static final double INFINITE = Double.POSITIVE_INFINITY;

    private static double[][] limits(List<Axis> axes, Function<List<Symbol>, List<Symbol>> functions) {
        Graph graph = new Graph();
        List<Symbol> x = graph.input("q", axes.size());
        int[] free = axes.size() == 1 ? new int[] {0} : new int[] {0, 1};
        double[] point = axes.stream().mapToDouble(Axis::assembly).toArray();
        return new RegionBoxes(axes, functions.apply(x), x, free, point).limits();
    }

    private static double[] slide(double assembly, UnaryOperator<Symbol> function) {
        return one(Axis.slide(assembly, 5, 1), x -> List.of(function.apply(x)));
    }

    private static double[] turn(double assembly, UnaryOperator<Symbol> function) {
        return one(Axis.turn(assembly, 1), x -> List.of(function.apply(x)));
    }

    private static double[] one(Axis axis, Function<Symbol, List<Symbol>> functions) {
        double[][] found = limits(List.of(axis), x -> functions.apply(x.get(0)));
        return found.length == 0 ? new double[0] : found[0];
    }

    private static double[][] plane(double x, double y, BinaryOperator<Symbol> function) {
        return limits(
                List.of(Axis.slide(x, 3, 2), Axis.slide(y, 4, 2)), q -> List.of(function.apply(q.get(0), q.get(1))));
    }

    private static Symbol less(Symbol x, double a) {
        return x.minus(x.constant(a));
    }

    private static Symbol square(Symbol x) {
        return x.times(x);
    }

    /** Two halves with a gap between, however narrow: the limit is in the gap. */
    @ParameterizedTest
    @ValueSource(doubles = {1, 1e-2, 1e-4, 1e-6})
    void halvesOfALine(double half) {
        UnaryOperator<Symbol> function = x -> less(square(less(x, 0.2)), half * half);
        double[] right = slide(2, function);
        assertThat(right[0]).isBetween(0.2 - half, 0.2 + half);
        assertThat(right[1]).isEqualTo(INFINITE);
        double[] left = slide(-2, function);
        assertThat(left[0]).isEqualTo(-INFINITE);
        assertThat(left[1]).isBetween(0.2 - half, 0.2 + half);
    }

    /** Where a gap is so narrow that rounding hides it, all that is accepted is on the assembly's side, and nearly all of that is. */
    @ParameterizedTest
    @ValueSource(doubles = {1e-7, 1e-8, 1e-9, 1e-10, 1e-12, 0})
    void gapsThatRoundingHides(double half) {
        for (double where : new double[] {0.3, 0.3001, 1.7 / 3, -1.7}) {
            UnaryOperator<Symbol> function = x -> less(square(less(x, where)), half * half);
            double[] right = slide(1, function);
            assertThat(right[0]).isBetween(where - half, where + 1e-6);
            assertThat(right[1]).isEqualTo(INFINITE);
            double[] left = slide(-3, function);
            assertThat(left[0]).isEqualTo(-INFINITE);
            assertThat(left[1]).isBetween(where - 1e-6, where + half);
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e-3, 1e-7, 1e-10, 1e-12})
    void whereAFunctionComesNearZeroThereIsNoBorder(double least) {
        assertThat(slide(1, x -> less(square(less(x, 0.3)), -least))).containsExactly(-INFINITE, INFINITE);
        assertThat(turn(1, x -> less(x.constant(1).minus(less(x, 0.3).cosine()), -least)))
                .containsExactly(-INFINITE, INFINITE);
    }

    /** A region that is far narrower than boxes are at first is found. */
    @ParameterizedTest
    @ValueSource(doubles = {1e-2, 1e-4, 1e-6})
    void narrowRegions(double half) {
        // positive beyond 1 and within a short way around −0.77
        double[] limits = slide(
                2,
                x -> square(less(x, -0.77))
                        .minus(x.constant(half * half))
                        .times(x.constant(1).minus(x)));
        assertThat(limits).isEmpty();
        double[] other = slide(
                2, x -> square(less(x, -0.77)).minus(x.constant(half * half)).times(less(x, 1)));
        assertThat(other[0]).isBetween(-0.77 + half, 1.0);
        assertThat(other[1]).isEqualTo(INFINITE);
    }

    @Test
    void aRegionBetweenTwoOthers() {
        double[] limits = slide(0.5, x -> x.times(x.constant(Math.PI / 2)).cosine());
        assertThat(limits[0]).isBetween(-3.0, -1.0);
        assertThat(limits[1]).isBetween(1.0, 3.0);
    }

    /** All functions have to be positive. */
    @Test
    void severalFunctions() {
        double[] limits = one(
                Axis.slide(2, 5, 1),
                x -> List.of(less(square(x), 1), x.constant(9).minus(square(x))));
        assertThat(limits[0]).isBetween(-1.0, 1.0);
        assertThat(limits[1]).isEqualTo(INFINITE);
    }

    @Test
    void oneRegionHasNoLimits() {
        assertThat(slide(1, x -> x.constant(4).minus(square(x)))).containsExactly(-INFINITE, INFINITE);
        assertThat(slide(1, x -> less(square(x), -1))).containsExactly(-INFINITE, INFINITE);
        assertThat(turn(1, x -> less(x, 0.2).cosine())).containsExactly(-INFINITE, INFINITE);
        // the assembly's region goes on through the ends of the turn
        assertThat(turn(-1.3, x -> less(x, 0.2).cosine())).containsExactly(-INFINITE, INFINITE);
    }

    @ParameterizedTest
    @ValueSource(doubles = {-0.5, 0.2, 0.9})
    void halvesOfATurn(double assembly) {
        double[] limits = turn(assembly, x -> less(x, 0.2).times(x.constant(2)).cosine());
        assertThat(limits[0]).isBetween(0.2 - 3 * Math.PI / 4, 0.2 - Math.PI / 4);
        assertThat(limits[1]).isBetween(0.2 + Math.PI / 4, 0.2 + 3 * Math.PI / 4);
    }

    /** sin² touches zero at all multiples of π. */
    @ParameterizedTest
    @CsvSource({"1, 0, 1", "-1, -1, 0", "4, 1, 2", "2.9, 0, 1", "0.1, 0, 1", "-8, -3, -2"})
    void halvesOfATurnThatTouch(double assembly, int low, int high) {
        double[] limits = turn(assembly, x -> square(x.sine()));
        assertThat(limits[0]).isBetween(low * Math.PI, low * Math.PI + 1e-6);
        assertThat(limits[1]).isBetween(high * Math.PI - 1e-6, high * Math.PI);
    }

    @Test
    void aSingularAssemblyHasNoRegion() {
        assertThat(slide(0, x -> x)).isEmpty();
        assertThat(slide(0.5, x -> less(x, 1))).isEmpty();
        assertThat(turn(0, x -> square(x.sine()))).isEmpty();
    }

    @Test
    void halvesOfAPlane() {
        double[][] byFirst = plane(2, 1, (x, y) -> less(square(x), 1));
        assertThat(byFirst[0][0]).isBetween(-1.0, 1.0);
        assertThat(byFirst[0][1]).isEqualTo(INFINITE);
        assertThat(byFirst[1]).containsExactly(-INFINITE, INFINITE);
        double[][] bySecond = plane(2, -2, (x, y) -> less(square(y), 1));
        assertThat(bySecond[0]).containsExactly(-INFINITE, INFINITE);
        assertThat(bySecond[1][0]).isEqualTo(-INFINITE);
        assertThat(bySecond[1][1]).isBetween(-1.0, 1.0);
    }

    @Test
    void halvesOfAPlaneThatTouch() {
        double[][] byFirst = plane(2, 1, (x, y) -> square(less(x, 0.013)).times(less(y.sine(), -2)));
        assertThat(byFirst[0][0]).isBetween(0.013, 0.013 + 1e-3);
        assertThat(byFirst[0][1]).isEqualTo(INFINITE);
        assertThat(byFirst[1]).containsExactly(-INFINITE, INFINITE);
    }

    @Test
    void aRingAroundADiskIsNotToldApart() {
        BinaryOperator<Symbol> function = (x, y) -> {
            Symbol r = square(x).plus(square(y));
            return less(r, 1).times(less(r, 4));
        };
        assertThat(plane(0, 0, function)).isEmpty();
        assertThat(plane(2.5, 0, function)).isEmpty();
        assertThat(plane(1, 1, (x, y) -> less(square(x.plus(y)), 1))).isEmpty();
    }

    /** A torus that two circles cut. */
    @Test
    void halvesOfTwoTurns() {
        for (int axis = 0; axis < 2; axis++) {
            int cut = axis;
            double[][] limits = limits(
                    List.of(Axis.turn(1, 2), Axis.turn(1, 2)),
                    q -> List.of(square(q.get(cut).sine())
                            .times(less(
                                    q.get(1 - cut).times(q.get(0).constant(3)).sine(), -2))));
            assertThat(limits[1 - axis]).containsExactly(-INFINITE, INFINITE);
            assertThat(limits[axis][0]).isBetween(0.0, 1e-3);
            assertThat(limits[axis][1]).isBetween(Math.PI - 1e-3, Math.PI);
        }
    }

    /** A bridge between two halves that is far narrower than boxes are at first: they are one, and no bounds are set. */
    @ParameterizedTest
    @CsvSource({"0.05, true", "0.01, true", "0.05, false"})
    void aBridgeBetweenHalves(double width, boolean isWhole) {
        // x² − 1 but for a bridge along y = 0.3, or most of one
        double[][] limits = plane(2, 1, (x, y) -> {
            Symbol off = square(less(y, 0.3)).times(x.constant(1 / (width * width)));
            Symbol bridge = x.constant(isWhole ? 2 : 0.5).dividedBy(off.plus(x.constant(1)));
            return less(square(x), 1).plus(bridge);
        });
        if (isWhole) {
            assertThat(limits[0]).containsExactly(-INFINITE, INFINITE);
            assertThat(limits[1]).containsExactly(-INFINITE, INFINITE);
        } else {
            assertThat(limits[0][0]).isBetween(-Math.sqrt(0.5), Math.sqrt(0.5));
            assertThat(limits[0][1]).isEqualTo(INFINITE);
        }
    }

    /** As near to the border as that, no box around the assembly is positive, but a straight way leads to one that is. */
    @Test
    void assembliesBesideABorder() {
        double beside = 1e-5;
        BinaryOperator<Symbol> byFirst =
                (x, y) -> less(square(x), 1).times(less(x.plus(y).sine(), -2));
        double[][] right = plane(1 + beside, 0.7, byFirst);
        assertThat(right[0][0]).isBetween(-1.0, 1.0);
        assertThat(right[0][1]).isEqualTo(INFINITE);
        assertThat(right[1]).containsExactly(-INFINITE, INFINITE);
        double[][] below = plane(0.7, -1 - beside, (x, y) -> byFirst.apply(y, x));
        assertThat(below[1][0]).isEqualTo(-INFINITE);
        assertThat(below[1][1]).isBetween(-1.0, 1.0);
        assertThat(plane(1 - beside, 0.7, byFirst)).isEmpty();
    }

    /** Another region that goes on beyond the last box, into which one function rises, or two, however they bend. */
    @ParameterizedTest
    @CsvSource({"1, 1", "1, 2", "-1, 1", "-1, 2"})
    void regionsAtTheEndsOfSlides(int side, int count) {
        double far = 4e6;
        Function<Symbol, List<Symbol>> functions = x -> {
            Symbol toward = side > 0 ? x : x.negate();
            Symbol f = less(toward, 1).times(less(toward, far));
            return count == 1 ? List.of(f) : List.of(f, f.times(x.constant(2)));
        };
        double[] line = one(Axis.slide(0, 5, 1), functions);
        assertThat(side * line[side > 0 ? 1 : 0]).isBetween(1.0, far);
        assertThat(side * line[side > 0 ? 0 : 1]).isEqualTo(-INFINITE);
        for (int k = 0; k < 2; k++) {
            int along = k;
            double[][] found =
                    limits(List.of(Axis.slide(0, 5, 2), Axis.slide(0, 5, 2)), q -> functions.apply(q.get(along)));
            assertThat(side * found[k][side > 0 ? 1 : 0]).isBetween(1.0, far);
            assertThat(found[1 - k]).containsExactly(-INFINITE, INFINITE);
        }
    }

    /** One function falls to zero where another begins to be positive: what is between is far narrower than a box. */
    @ParameterizedTest
    @ValueSource(doubles = {1e-1, 1e-3, 1e-6})
    void regionsBetweenTwoFunctions(double width) {
        double[] limits =
                one(Axis.slide(2, 5, 1), x -> List.of(less(x, -0.77).times(less(x, 1)), less(x, -0.77 - width)));
        assertThat(limits[0]).isBetween(-0.77, 1.0);
        assertThat(limits[1]).isEqualTo(INFINITE);
    }
}
