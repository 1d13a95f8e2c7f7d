package dev.catena.planning.transcription;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.catena.model.NumericalException;
import dev.catena.planning.function.EndState;
import dev.catena.planning.function.LimitReport;
import dev.catena.planning.function.MotionInputs;
import dev.catena.planning.function.MotionState;
import dev.catena.planning.function.StateFunction;
import dev.catena.planning.terms.CoordinateFunction;
import dev.catena.spline.Spline;
import dev.catena.spline.SplineBasis;
import dev.catena.spline.SplineFit;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/** Peaks of motions that are known in closed form, between few samples. */
class LimitCheckTest {
    private static final double T = 2;
    private static final SplineBasis BASIS = SplineBasis.uniform(4, 9);
    private static final double NONE = Double.POSITIVE_INFINITY;

    /** The variables of a motion q(u) of one coordinate whose ends are free of conditions but for their positions. */
    private static double[] variables(ControlPoints points, DoubleUnaryOperator q) {
        double[] u = new double[41];
        double[] samples = new double[41];
        for (int k = 0; k < 41; k++) {
            u[k] = k / 40.0;
            samples[k] = q.applyAsDouble(u[k]);
        }
        Spline fit = SplineFit.leastSquares(points.basis, 1, u, samples);
        double[] x = new double[points.variableCount];
        points.variables(fit.controlPoints(), T, x);
        return x;
    }

    private static ControlPoints points(SplineBasis basis, double from, double to) {
        return new ControlPoints(basis, 1, EndState.at(from), EndState.at(to), T);
    }

    private static SampledLimit limit(int order, double lower, double upper, double... moments) {
        return new SampledLimit(
                new CoordinateFunction(order, List.of("q")), new double[] {lower}, new double[] {upper}, moments, true);
    }

    private static double hill(double u) {
        return 4 * u * (1 - u);
    }

    /** 4u(1 − u) is at most 1, at half of the time, where there is no sample. */
    @Test
    void peakBetweenTwoSamplesIsFound() {
        ControlPoints points = points(BASIS, 0, 0);
        double[] x = variables(points, LimitCheckTest::hill);
        List<LimitReport> reports = new LimitCheck(points).reports(List.of(limit(0, -0.4, 0.8, 0, 1)), x);
        assertThat(reports).hasSize(1);
        LimitReport report = reports.get(0);
        assertThat(report.name()).isEqualTo("position of q");
        assertThat(report.value()).isCloseTo(1, within(1e-9));
        assertThat(report.time()).isCloseTo(T / 2, within(1e-6));
        assertThat(report.excess()).isCloseTo(0.2 / 0.8, within(1e-9));
        assertThat(report.lower()).isEqualTo(-0.4);
        assertThat(report.upper()).isEqualTo(0.8);
    }

    /** A narrow peak at a place that is no fraction: its height to six digits, from both sides of the limit. */
    @Test
    void heightOfAPeakIsExact() {
        ControlPoints points = points(BASIS, 0, -7);
        DoubleUnaryOperator quartic = u -> u - 8 * Math.pow(u, 4);
        double peak = Math.cbrt(1.0 / 32);
        double[] x = variables(points, quartic);
        LimitCheck check = new LimitCheck(points);
        LimitReport above =
                check.reports(List.of(limit(0, -NONE, 0.2, 0, 1)), x).get(0);
        assertThat(above.value()).isCloseTo(quartic.applyAsDouble(peak), within(1e-7));
        assertThat(above.time()).isCloseTo(T * peak, within(2e-3));
        LimitReport below =
                check.reports(List.of(limit(0, -NONE, 0.25, 0, 1)), x).get(0);
        assertThat(below.value()).isCloseTo(quartic.applyAsDouble(peak), within(1e-7));
        assertThat(below.excess()).isNegative();
        LimitReport valley = check.reports(List.of(limit(0, -6, NONE, 0, 1)), x).get(0);
        assertThat(valley.value()).isCloseTo(-7, within(1e-9));
        assertThat(valley.time()).isCloseTo(T, within(1e-12));
        assertThat(valley.excess()).isCloseTo(1.0 / 6, within(1e-9));
        assertThat(valley.upper()).isEqualTo(NONE);
    }

    @Test
    void mostExceededComesFirstAndOnlyRowsWithLimitsCount() {
        ControlPoints points = points(BASIS, 0, 0);
        double[] x = variables(points, LimitCheckTest::hill);
        List<LimitReport> reports = new LimitCheck(points)
                .reports(
                        List.of(
                                limit(0, -NONE, 1.05, 0, 1),
                                limit(1, -1, 1, 0, 1),
                                limit(0, -NONE, 0.8, 0, 1),
                                limit(1, -NONE, NONE, 0, 1)),
                        x);
        assertThat(reports).extracting(LimitReport::excess).satisfies(excess -> {
            assertThat(excess.get(0)).isCloseTo(1, within(1e-9));
            assertThat(excess.get(1)).isCloseTo(0.25, within(1e-9));
            assertThat(excess.get(2)).isCloseTo(1 / 1.05 - 1, within(1e-9));
        });
        assertThat(reports).hasSize(3);
        assertThat(reports.get(0).name()).isEqualTo("velocity of q");
        assertThat(Math.abs(reports.get(0).value())).isCloseTo(4 / T, within(1e-9));
    }

    /** The acceleration of a parabolic spline is constant between knots and jumps there. */
    @Test
    void bothSidesOfAJumpCount() {
        SplineBasis parabolas = SplineBasis.uniform(2, 4);
        ControlPoints points = points(parabolas, 0, 0);
        // control points 0, 1, 1, 0 on knots 0, ½, 1: q″ = −8 on both sides; 0, 1, −1, 0: −16 and 16
        double[] x = {1, -1};
        List<LimitReport> reports =
                new LimitCheck(points).reports(List.of(limit(2, -3, NONE, 0.5, 1), limit(2, -3, NONE, 0, 0.5)), x);
        assertThat(reports.get(0).value()).isCloseTo(-16 / (T * T), within(1e-12));
        assertThat(reports.get(0).excess()).isCloseTo((16 / (T * T) - 3) / 3, within(1e-12));
        assertThat(reports.get(1).value()).isCloseTo(16 / (T * T), within(1e-12));
    }

    @Test
    void samplesAreAddedAtPeaksThatExceed() {
        ControlPoints points = points(BASIS, 0, 0);
        double[] x = variables(points, LimitCheckTest::hill);
        LimitCheck check = new LimitCheck(points);
        List<SampledLimit> refined = check.refined(
                List.of(
                        limit(0, -NONE, 0.8, 0, 1),
                        limit(0, -NONE, 1.25, 0, 1),
                        limit(1, -1, 1, 0, 0.4, 1),
                        new SampledLimit(
                                new CoordinateFunction(0, List.of("q")),
                                new double[] {3},
                                new double[] {3},
                                new double[] {0.5},
                                false)),
                x,
                0.01);
        assertThat(refined.get(0).moments).hasSize(3);
        assertThat(refined.get(0).moments[1]).isCloseTo(0.5, within(1e-6));
        assertThat(refined.get(1).moments).containsExactly(0, 1);
        // |q̇| falls and grows again: it exceeds most at the samples themselves, where nothing is to be added
        assertThat(refined.get(2).moments).containsExactly(0, 0.4, 1);
        assertThat(refined.get(3).moments).containsExactly(0.5);
        // exceeded by less than the tolerance
        assertThat(check.refined(List.of(limit(0, -NONE, 0.8, 0, 1)), x, 0.26).get(0).moments)
                .containsExactly(0, 1);
        // one for each gap, at its own worst moment
        DoubleUnaryOperator twice = u -> -16 * (u - 0.25) * (u - 0.75) * 4 * u * (1 - u);
        double[] waves = variables(points, twice);
        SampledLimit gaps = check.refined(List.of(limit(0, -0.5, NONE, 0, 0.2, 0.5, 1)), waves, 0.001)
                .get(0);
        assertThat(gaps.moments).hasSize(6);
        double valley = 0.5 - Math.sqrt(5.0 / 32);
        assertThat(gaps.moments[1]).isCloseTo(valley, within(1e-3));
        assertThat(gaps.moments[2]).isEqualTo(0.2);
        assertThat(gaps.moments[4]).isCloseTo(1 - valley, within(1e-3));
    }

    /** A function that has no value on a part of the way, in either manner. */
    private record Gap(boolean throwing) implements StateFunction {
        @Override
        public int rows() {
            return 1;
        }

        @Override
        public int order() {
            return 0;
        }

        @Override
        public String name(int row) {
            return "gap";
        }

        @Override
        public void value(MotionState state, double[] out) {
            boolean inside = state.position()[0] > 0.9;
            if (inside && throwing) {
                throw new NumericalException("no value");
            }
            out[0] = inside ? Double.NaN : 0;
        }

        @Override
        public void jacobian(MotionState state, double[] out) {
            out[0] = 0;
        }

        @Override
        public void addCurvature(MotionState state, double[] lambda, double[] out) {}

        @Override
        public StateFunction copy() {
            return this;
        }
    }

    @Test
    void whatHasNoValueBetweenSamplesIsNotKept() {
        ControlPoints points = points(BASIS, 0, 0);
        double[] x = variables(points, LimitCheckTest::hill);
        for (boolean throwing : new boolean[] {true, false}) {
            SampledLimit limit =
                    new SampledLimit(new Gap(throwing), new double[] {-1}, new double[] {1}, new double[] {0, 1}, true);
            LimitReport report =
                    new LimitCheck(points).reports(List.of(limit), x).get(0);
            assertThat(report.excess()).isEqualTo(NONE);
            assertThat(report.value()).isNaN();
        }
    }

    /**
     * The square of what people know, whose root is shown; bounds that are infinite stay so.
     *
     * @param slopes how often derivatives were asked for
     */
    private record Square(boolean hasInputs, AtomicInteger slopes) implements StateFunction {
        Square(boolean hasInputs) {
            this(hasInputs, new AtomicInteger());
        }

        @Override
        public int rows() {
            return 1;
        }

        @Override
        public int order() {
            return 0;
        }

        @Override
        public String name(int row) {
            return "square";
        }

        @Override
        public double display(int row, double value) {
            return value == Double.POSITIVE_INFINITY ? -1 : Math.sqrt(value);
        }

        @Override
        public void value(MotionState state, double[] out) {
            out[0] = (hasInputs ? state.inputs()[0] : state.position()[0]) * state.position()[0];
        }

        @Override
        public void jacobian(MotionState state, double[] out) {
            slopes.incrementAndGet();
            out[0] = hasInputs ? state.inputs()[0] : 2 * state.position()[0];
            if (hasInputs) {
                out[1] = state.position()[0];
            }
        }

        @Override
        public void addCurvature(MotionState state, double[] lambda, double[] out) {}

        @Override
        public StateFunction copy() {
            return this;
        }
    }

    @Test
    void valuesAreShownAsPeopleKnowThem() {
        ControlPoints points = points(BASIS, 0, 0);
        double[] x = variables(points, LimitCheckTest::hill);
        LimitReport report = new LimitCheck(points)
                .reports(
                        List.of(new SampledLimit(
                                new Square(false),
                                new double[] {0.04},
                                new double[] {NONE},
                                new double[] {0.3, 0.7},
                                true)),
                        x)
                .get(0);
        assertThat(report.lower()).isEqualTo(0.2);
        assertThat(report.upper()).isEqualTo(NONE);
        assertThat(report.value()).isCloseTo(hill(0.3), within(1e-9));
        assertThat(report.excess()).isCloseTo((0.04 - hill(0.3) * hill(0.3)) / 0.04, within(1e-6));
    }

    /** An input for a coordinate: balanced between samples it keeps its equation, else it is known at samples alone. */
    @Test
    void inputsBetweenSamples() {
        double[] moments = {0, 0.25, 1};
        MotionInputs one = new MotionInputs() {
            @Override
            public int count() {
                return 1;
            }

            @Override
            public int countAt(double moment) {
                return 1;
            }

            @Override
            public String name(int input) {
                return "push";
            }

            @Override
            public double size(int input) {
                return 1;
            }

            @Override
            public double guess(int input, double moment) {
                return 0;
            }
        };
        ControlPoints points = new ControlPoints(
                BASIS,
                1,
                EndState.at(1),
                EndState.at(1),
                null,
                new double[0],
                T,
                new InputLayout(one, moments, 0),
                MotionState.HIGHEST_ORDER);
        // q = 1 + 4u(1 − u), with inputs 1, 2 and 1; u q = 4 asks for more in the middle
        double[] x = new double[points.variableCount];
        double[] motion = variables(points(BASIS, 0, 0), LimitCheckTest::hill);
        System.arraycopy(motion, 0, x, 0, motion.length);
        for (int k = 0; k < motion.length; k++) {
            x[k] += 1;
        }
        x[motion.length] = 1;
        x[motion.length + 1] = 2;
        x[motion.length + 2] = 1;
        double[] four = {4};
        SampledLimit equation = new SampledLimit(new Square(true), four, four, moments, false, true);
        SampledLimit bound =
                new SampledLimit(new Square(true), new double[] {-9}, new double[] {3}, moments, false, true);
        SampledLimit early = new SampledLimit(
                new Square(true), new double[] {-9}, new double[] {3}, new double[] {0, 0.25}, false, true);
        List<SampledLimit> limits = List.of(equation, bound, early);
        LimitCheck atSamples = new LimitCheck(points);
        assertThat(atSamples.reports(List.of(bound), x).get(0).value()).isCloseTo(Math.sqrt(2 * 1.75), within(1e-9));
        assertThat(atSamples.refined(limits, x, 0.01).get(1).moments).containsExactly(moments);
        LimitCheck between = new LimitCheck(points, new BalancedInputs(one, limits, 1));
        LimitReport kept = between.reports(List.of(equation), x).get(0);
        assertThat(kept.excess()).isCloseTo(0, within(1e-9));
        LimitReport broken = between.reports(List.of(bound), x).get(0);
        assertThat(broken.value()).isCloseTo(2, within(1e-9));
        assertThat(broken.excess()).isCloseTo(1 / 9.0, within(1e-9));
        // one more sample in each gap, for all that have inputs, within where they hold
        List<SampledLimit> refined = between.refined(limits, x, 0.01);
        assertThat(refined.get(0).moments).hasSizeGreaterThan(3).contains(0, 0.25, 1);
        assertThat(refined.get(1).moments).containsExactly(refined.get(0).moments);
        assertThat(refined.get(2).moments).hasSizeLessThan(refined.get(0).moments.length);
        assertThat(refined.get(2).moments).endsWith(0.25);
        assertThat(between.refined(List.of(equation), x, 0.01).get(0).moments).containsExactly(moments);

        // once for all limits, and anew for another motion
        Square counted = new Square(true);
        LimitCheck check = new LimitCheck(
                points,
                new BalancedInputs(one, List.of(new SampledLimit(counted, four, four, moments, false, true)), 1));
        LimitReport before = check.reports(List.of(bound), x).get(0);
        int alone = counted.slopes.getAndSet(0);
        assertThat(check.reports(List.of(bound, bound, bound), x))
                .extracting(LimitReport::value)
                .containsOnly(before.value());
        assertThat(counted.slopes).hasValue(alone);
        x[0] += 1;
        assertThat(check.reports(List.of(equation), x).get(0).excess()).isCloseTo(0, within(1e-9));
    }
}
