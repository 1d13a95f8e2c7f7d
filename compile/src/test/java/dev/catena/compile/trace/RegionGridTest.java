package dev.catena.compile.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.catena.compile.trace.RegionGrid.Axis;
import dev.catena.textbook.Real;
import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Regions whose borders are known. */
class RegionGridTest {
    private static final double INFINITE = Double.POSITIVE_INFINITY;

    private static double[][] slide(double assembly, DoubleUnaryOperator... functions) {
        return limits(Axis.slide(assembly, 5, 1), functions);
    }

    private static double[][] turn(double assembly, DoubleUnaryOperator... functions) {
        return limits(Axis.turn(assembly, 1), functions);
    }

    private static double[][] limits(Axis axis, DoubleUnaryOperator... functions) {
        return new RegionGrid(List.of(axis), functions.length, (at, out) -> {
                    for (int f = 0; f < functions.length; f++) {
                        out[f] = functions[f].applyAsDouble(at[0]);
                    }
                })
                .limits();
    }

    private static double[][] plane(double x, double y, DoubleBinaryOperator function) {
        List<Axis> axes = List.of(Axis.slide(x, 3, 2), Axis.slide(y, 4, 2));
        return new RegionGrid(axes, 1, (at, out) -> out[0] = function.applyAsDouble(at[0], at[1])).limits();
    }

    /** One of the grid's points is the assembly, and it reaches as far on both sides as asked for. */
    @ParameterizedTest
    @CsvSource({"0.7, 1", "-0.7, 1", "0.7, 2", "-0.7, 2"})
    void aGridBeginsAtTheAssembly(double assembly, int freedoms) {
        Axis slide = Axis.slide(assembly, 5, freedoms);
        assertThat(slide.at(slide.assembly())).isCloseTo(assembly, within(1e-12));
        assertThat(slide.at(0)).isLessThanOrEqualTo(-5);
        assertThat(slide.at(slide.count() - 1)).isGreaterThanOrEqualTo(5);
        assertThat(slide.at(0) + slide.at(slide.count() - 1)).isCloseTo(2 * assembly, within(1e-12));
        Axis turn = Axis.turn(assembly, freedoms);
        assertThat(turn.at(turn.assembly())).isEqualTo(assembly);
        assertThat(turn.at(turn.count())).isCloseTo(assembly + 2 * Math.PI, within(1e-12));
    }

    /** Two halves with a gap between: the limit is in the middle of the gap, up to a step. */
    @Test
    void halvesOfALine() {
        double[][] right = slide(2, x -> Math.abs(x - 0.2) - 1);
        assertThat(right[0][0]).isCloseTo(0.2, within(0.01));
        assertThat(right[0][1]).isEqualTo(INFINITE);
        double[][] left = slide(-2, x -> Math.abs(x - 0.2) - 1);
        assertThat(left[0][0]).isEqualTo(-INFINITE);
        assertThat(left[0][1]).isCloseTo(0.2, within(0.01));
    }

    @Test
    void aRegionBetweenTwoOthers() {
        double[][] limits = slide(0.5, x -> Math.cos(Math.PI * x / 2));
        assertThat(limits[0][0]).isCloseTo(-2, within(0.01));
        assertThat(limits[0][1]).isCloseTo(2, within(0.01));
    }

    /** All functions have to be positive. */
    @Test
    void severalFunctions() {
        double[][] limits = slide(2, x -> Math.abs(x) - 1, x -> 9 - x * x, x -> x < 0 ? x + 2 : 1);
        assertThat(limits[0][0]).isCloseTo(0, within(0.01));
        assertThat(limits[0][1]).isEqualTo(INFINITE);
    }

    /** A function that only touches zero between points of the grid. */
    @ParameterizedTest
    @ValueSource(doubles = {0.3, 0.3001, 0.3012, 0.3023, 0.3034, -1.7})
    void whereAFunctionTouchesZero(double where) {
        double[][] right = slide(1, x -> (x - where) * (x - where));
        assertThat(right[0][0]).isCloseTo(where, within(2e-6));
        assertThat(right[0][1]).isEqualTo(INFINITE);
        double[][] left = slide(-3, x -> (x - where) * (x - where));
        assertThat(left[0][0]).isEqualTo(-INFINITE);
        assertThat(left[0][1]).isCloseTo(where, within(2e-6));
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e-3, 1e-7, 1e-10})
    void whereAFunctionComesNearZeroThereIsNoBorder(double least) {
        assertThat(slide(1, x -> (x - 0.3) * (x - 0.3) + least)[0]).containsExactly(-INFINITE, INFINITE);
        assertThat(turn(1, x -> 1 + least - Math.cos(x - 0.3))[0]).containsExactly(-INFINITE, INFINITE);
    }

    @Test
    void oneRegionHasNoLimits() {
        assertThat(slide(1, x -> 4 - x * x)[0]).containsExactly(-INFINITE, INFINITE);
        assertThat(slide(1, x -> 1)[0]).containsExactly(-INFINITE, INFINITE);
        assertThat(turn(1, x -> Math.cos(x - 0.2))[0]).containsExactly(-INFINITE, INFINITE);
        // the assembly's region goes on through the beginning of the grid
        assertThat(turn(-1.3, x -> Math.cos(x - 0.2))[0]).containsExactly(-INFINITE, INFINITE);
    }

    @ParameterizedTest
    @ValueSource(doubles = {-0.5, 0.2, 0.9})
    void halvesOfATurn(double assembly) {
        double[] limits = turn(assembly, x -> Math.cos(2 * (x - 0.2)))[0];
        assertThat(limits[0]).isCloseTo(0.2 - Math.PI / 2, within(0.01));
        assertThat(limits[1]).isCloseTo(0.2 + Math.PI / 2, within(0.01));
    }

    /** sin² touches zero at all multiples of π. */
    @ParameterizedTest
    @CsvSource({"1, 0, 1", "-1, -1, 0", "4, 1, 2", "2.9, 0, 1", "0.1, 0, 1", "-8, -3, -2"})
    void halvesOfATurnThatTouch(double assembly, int low, int high) {
        double[] limits = turn(assembly, x -> Math.sin(x) * Math.sin(x))[0];
        assertThat(limits[0]).isCloseTo(low * Math.PI, within(2e-6));
        assertThat(limits[1]).isCloseTo(high * Math.PI, within(2e-6));
    }

    @Test
    void aSingularAssemblyHasNoRegion() {
        assertThat(slide(0, x -> x)).isEmpty();
        assertThat(slide(0.5, x -> x - 1)).isEmpty();
        assertThat(turn(0, x -> x * x)).isEmpty();
    }

    @Test
    void halvesOfAPlane() {
        double[][] byFirst = plane(2, 1, (x, y) -> Math.abs(x) - 1);
        assertThat(byFirst[0][0]).isBetween(-1.0, 1.0);
        assertThat(byFirst[0][1]).isEqualTo(INFINITE);
        assertThat(byFirst[1]).containsExactly(-INFINITE, INFINITE);
        double[][] bySecond = plane(2, -2, (x, y) -> Math.abs(y) - 1);
        assertThat(bySecond[0]).containsExactly(-INFINITE, INFINITE);
        assertThat(bySecond[1][0]).isEqualTo(-INFINITE);
        assertThat(bySecond[1][1]).isBetween(-1.0, 1.0);
    }

    @Test
    void halvesOfAPlaneThatTouch() {
        double[][] byFirst = plane(2, 1, (x, y) -> (x - 0.013) * (x - 0.013) * (2 + Math.sin(y)));
        assertThat(byFirst[0][0]).isCloseTo(0.013, within(1e-7));
        assertThat(byFirst[0][1]).isEqualTo(INFINITE);
        double[][] bySecond = plane(2, -1, (x, y) -> (y - 0.013) * (y - 0.013) * (2 + Math.sin(x)));
        assertThat(bySecond[1][0]).isEqualTo(-INFINITE);
        assertThat(bySecond[1][1]).isCloseTo(0.013, within(1e-7));
    }

    @Test
    void quartersOfAPlane() {
        double[][] limits = plane(1, -2, (x, y) -> Math.min(Math.abs(x - 0.1), Math.abs(y + 0.2)) - 0.5);
        assertThat(limits[0][0]).isBetween(-0.4, 0.6);
        assertThat(limits[0][1]).isEqualTo(INFINITE);
        assertThat(limits[1][0]).isEqualTo(-INFINITE);
        assertThat(limits[1][1]).isBetween(-0.7, 0.3);
    }

    @Test
    void aRingAroundADiskIsNotToldApart() {
        DoubleBinaryOperator function = (x, y) -> (1 - x * x - y * y) * (4 - x * x - y * y);
        assertThat(plane(0, 0, function)).isEmpty();
        assertThat(plane(2.5, 0, function)).isEmpty();
        assertThat(plane(1, 1, (x, y) -> Math.abs(x + y) - 1)).isEmpty();
    }

    /** A torus that two circles cut. */
    @Test
    void halvesOfTwoTurns() {
        for (int axis = 0; axis < 2; axis++) {
            int cut = axis;
            List<Axis> axes = List.of(Axis.turn(1, 2), Axis.turn(1, 2));
            double[][] limits = new RegionGrid(
                            axes,
                            1,
                            (at, out) -> out[0] = Math.pow(Math.sin(at[cut]), 2) * (2 + Math.sin(3 * at[1 - cut])))
                    .limits();
            assertThat(limits[1 - axis]).containsExactly(-INFINITE, INFINITE);
            assertThat(limits[axis][0]).isCloseTo(0, within(1e-7));
            assertThat(limits[axis][1]).isCloseTo(Math.PI, within(1e-7));
        }
    }

    /**
     * A bridge narrower than the grid from the other half to most of the way across: no line that crosses it tells both apart, and
     * if it is whole, none at all.
     *
     * @param bridge where along the other axis, in steps from a point of the grid
     */
    @ParameterizedTest
    @CsvSource({"0, 7.45, false", "1, 7.45, false", "0, 9.6, true", "1, -0.45, true", "0, -0.6, true"})
    void aBridgeBetweenPointsOfTheGrid(int axis, double bridge, boolean turns) {
        for (double end : new double[] {0.4, -0.6, 1.2}) {
            Axis across = turns ? Axis.turn(0.3, 2) : Axis.slide(0.3, 4, 2);
            Axis along = Axis.slide(2, 3, 2);
            double middle = across.at(bridge);
            // four less half a step away
            double steepness = 16 / (across.step() * across.step());
            RegionGrid grid =
                    new RegionGrid(axis == 0 ? List.of(along, across) : List.of(across, along), 1, (at, out) -> {
                        double x = at[axis];
                        double y = at[1 - axis] - middle;
                        double off = turns ? Math.IEEEremainder(y, 2 * Math.PI) : y;
                        out[0] = Math.abs(x) >= 1 ? Math.abs(x) - 1 : end - x - steepness * off * off;
                    });
            double[][] limits = grid.limits();
            if (end > 1) {
                assertThat(limits).isEmpty();
            } else {
                assertThat(limits[axis][0]).isBetween(end, 1.0);
                assertThat(limits[axis][1]).isEqualTo(INFINITE);
                assertThat(limits[1 - axis]).containsExactly(-INFINITE, INFINITE);
            }
        }
    }

    /** What is not above 1e-12 is zero, at points and between them. */
    @Test
    void whatCountsAsZero() {
        assertThat(slide(1, x -> 1e-12)).isEmpty();
        assertThat(slide(1, x -> 1.1e-12)[0]).containsExactly(-INFINITE, INFINITE);
        double[][] limits = slide(1, x -> Math.max(1e-12, (x - 0.3012) * (x - 0.3012)));
        assertThat(limits[0][0]).isCloseTo(0.3012, within(2e-6));
        assertThat(slide(1, x -> Math.max(1.1e-12, (x - 0.3012) * (x - 0.3012)))[0])
                .containsExactly(-INFINITE, INFINITE);
    }

    /** Borders beside the first and the last points of a grid. */
    @ParameterizedTest
    @ValueSource(doubles = {0.9, 1.1})
    void bordersBesideTheEndsOfAGrid(double steps) {
        Axis slide = Axis.slide(1, 5, 1);
        for (double index : new double[] {steps, slide.count() - 1 - steps}) {
            double where = slide.at(index);
            double[] limits = slide(1, x -> (x - where) * (x - where))[0];
            assertThat(limits[where < 0 ? 0 : 1]).isCloseTo(where, within(2e-6));
            assertThat(limits[where < 0 ? 1 : 0]).isInfinite();
        }
        Axis turn = Axis.turn(1, 1);
        for (double index : new double[] {steps, -steps}) {
            double where = turn.at(index);
            double[] limits = turn(1, x -> Math.pow(Math.sin(x - where), 2))[0];
            assertThat(limits[index > 0 ? 1 : 0]).isCloseTo(where, within(2e-6));
            assertThat(limits[1] - limits[0]).isCloseTo(Math.PI, within(4e-6));
        }
    }

    /** Another region that only the first point, or only the last one, belongs to. */
    @Test
    void regionsOfOnePoint() {
        Axis slide = Axis.slide(1, 5, 1);
        double first = slide.at(0.5);
        double second = slide.at(2.5);
        assertThat(slide(1, x -> x < first || x > second ? 1 : -1)[0])
                .satisfies(limits -> assertThat(limits[0]).isBetween(first, second))
                .satisfies(limits -> assertThat(limits[1]).isEqualTo(INFINITE));
        double last = slide.at(slide.count() - 1.5);
        double before = slide.at(slide.count() - 3.5);
        assertThat(slide(1, x -> x < before || x > last ? 1 : -1)[0])
                .satisfies(limits -> assertThat(limits[0]).isEqualTo(-INFINITE))
                .satisfies(limits -> assertThat(limits[1]).isBetween(before, last));
    }

    @Test
    void boundsOfASlide() {
        RegularRegion.Bound both = new RegularRegion.Bound(0, false, -1, 2);
        assertThat(beyond(both, -1)).isZero();
        assertThat(beyond(both, 2)).isZero();
        assertThat(beyond(both, -1.5)).isEqualTo(1);
        assertThat(beyond(both, 3)).isEqualTo(2);
        RegularRegion.Bound low = new RegularRegion.Bound(0, false, -1, INFINITE);
        assertThat(beyond(low, 1e6)).isZero();
        assertThat(beyond(low, -2)).isEqualTo(2);
        RegularRegion.Bound high = new RegularRegion.Bound(0, false, -INFINITE, 2);
        assertThat(beyond(high, -1e6)).isZero();
        assertThat(beyond(high, 2.5)).isEqualTo(1);
    }

    /** 2 (cos of half the width − cos of the distance from the middle), whole turns apart. */
    @ParameterizedTest
    @ValueSource(ints = {-3, 0, 1})
    void boundsOfATurn(int turns) {
        RegularRegion.Bound bound = new RegularRegion.Bound(0, true, -0.5, 1.5);
        double turn = 2 * Math.PI * turns;
        assertThat(beyond(bound, 0.5 + turn)).isZero();
        assertThat(beyond(bound, 1.49 + turn)).isZero();
        assertThat(beyond(bound, -0.49 + turn)).isZero();
        assertThat(beyond(bound, 2 + turn)).isCloseTo(2 * (Math.cos(1) - Math.cos(1.5)), within(1e-12));
        assertThat(beyond(bound, -1.3 + turn)).isCloseTo(2 * (Math.cos(1) - Math.cos(1.8)), within(1e-12));
    }

    private static double beyond(RegularRegion.Bound bound, double q) {
        return bound.beyond(new Real(q)).value();
    }
}
