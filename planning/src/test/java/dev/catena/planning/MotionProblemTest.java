package dev.catena.planning;

import static dev.catena.planning.Carts.CARTS;
import static dev.catena.planning.Carts.INFINITY;
import static dev.catena.planning.Carts.PLANNER;
import static dev.catena.planning.Carts.largest;
import static dev.catena.planning.Carts.problem;
import static dev.catena.planning.Carts.solution;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.NumericalException;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import dev.catena.nlp.NonlinearProgram;
import dev.catena.nlp.Solution;
import dev.catena.nlp.Status;
import dev.catena.planning.function.EndState;
import dev.catena.planning.function.MotionState;
import dev.catena.planning.function.StateFunction;
import dev.catena.planning.terms.CoordinateFunction;
import dev.catena.spline.Spline;
import dev.catena.spline.SplineFit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What goes into a problem stays as it was; durations that nothing limits; functions without a value; units. */
class MotionProblemTest {
    // ---------------------------------------------------------------- nothing that went in or came out matters later

    @Test
    void problemKeepsWhatItWasBuiltFrom() {
        double[] reference = solution(everything().build());
        double[] least = {-3, -3};
        double[] most = {3, 3};
        double[] via = {0.6, 0.1};
        double[] start = {0, 0};
        double[] velocity = {0.1, 0};
        double[] weights = {1, 2};
        double[] lower = {-20, -9};
        double[] upper = {20, 9};
        MotionLimits limits = new MotionLimits(CARTS)
                .position(least, most)
                .torque(lower, upper)
                .add(new CoordinateFunction(2, List.of("x", "y")), new double[] {-8, -8}, new double[] {8, 8});
        MotionObjective objective = new MotionObjective(limits).time(1).effort(1e-3, weights);
        MotionProblem.Builder builder = MotionProblem.builder(limits, objective)
                .start(EndState.moving(start, velocity))
                .goal(EndState.atRest(1, 0.5))
                .via(0.4, via)
                .controlPoints(10)
                .samples(30)
                .durationBetween(0.1, 30)
                .durationGuess(2);
        MotionProblem problem = builder.build();
        for (double[] array : List.of(least, most, via, start, velocity, weights, lower, upper)) {
            Arrays.fill(array, 0.01);
        }
        limits.torque(1, 1)
                .velocity("x", 0.1)
                .position("x", -0.1, 0.1)
                .box("tool", Vector3.ZERO, new double[] {0, 0, 0}, new double[] {0, 0, 0}, 0, 1);
        objective.time(50).jerk(3);
        builder.start(EndState.still(0.5, 0.5))
                .goal(EndState.still(7, 7))
                .via(0.6, 0, 0)
                .controlPoints(15)
                .samples(7)
                .degree(4)
                .goalGuess(3, 3)
                .duration(9);
        assertThat(solution(problem)).containsExactly(reference);
        assertThat(problem.degree()).isEqualTo(3);
        assertThat(problem.controlPointCount()).isEqualTo(10);
        assertThat(problem.samples()).isEqualTo(30);
        assertThat(problem.upper(JointQuantity.TORQUE, "x")).isEqualTo(20);
    }

    private static MotionProblem.Builder everything() {
        MotionLimits limits = new MotionLimits(CARTS)
                .position(new double[] {-3, -3}, new double[] {3, 3})
                .torque(new double[] {-20, -9}, new double[] {20, 9})
                .add(new CoordinateFunction(2, List.of("x", "y")), new double[] {-8, -8}, new double[] {8, 8});
        MotionObjective objective = new MotionObjective(limits).time(1).effort(1e-3, new double[] {1, 2});
        return MotionProblem.builder(limits, objective)
                .start(EndState.moving(new double[] {0, 0}, new double[] {0.1, 0}))
                .goal(EndState.atRest(1, 0.5))
                .via(0.4, 0.6, 0.1)
                .controlPoints(10)
                .samples(30)
                .durationBetween(0.1, 30)
                .durationGuess(2);
    }

    @Test
    void functionThatChangesLaterChangesNothing() {
        Carts.ScaledVelocity doubled = new Carts.ScaledVelocity(2);
        MotionLimits limits = new MotionLimits(CARTS).add(doubled, new double[] {-1, -1}, new double[] {1, 1});
        doubled.factor = 5;
        MotionProblem problem = problem(limits).build();
        doubled.factor = 50;
        assertThat(largest(PLANNER.plan(problem).motion(), 1, 0)).isBetween(0.4995, 0.5005);
    }

    @Test
    void pathThatIsUsedElsewhereIsNotDisturbed() {
        double[] points = {0, 0, 0.2, 0.3, 0.6, 0.1, 1, 0.5};
        Spline path = SplineFit.through(3, 2, points);
        MotionLimits limits = new MotionLimits(CARTS).torque(20, 9);
        MotionProblem problem = MotionProblem.builder(limits, new MotionObjective(limits).time(1))
                .along(path)
                .controlPoints(12)
                .samples(40)
                .build();
        Arrays.fill(points, 3);
        Arrays.fill(path.controlPoints(), 5);
        path.evaluate(0.3, 1, new double[2]);
        PlannedMotion motion = PLANNER.plan(problem).motion();
        assertThat(motion.at(motion.duration()).position()).containsExactly(new double[] {1, 0.5}, within(1e-9));
        assertThat(largest(motion, 2, 0)).isLessThanOrEqualTo(20.0 / 4 * 1.001);
    }

    @Test
    void whatAPlanHandsOutIsACopy() {
        MotionPlan plan = PLANNER.plan(everything().build());
        MotionState before = plan.motion().at(0.3);
        double[] position = before.position().clone();
        Solution solution = plan.solverResult().solution();
        double[] point = solution.point();
        for (double[] array : List.of(
                solution.point(),
                solution.constraints(),
                solution.multipliers(),
                solution.lowerBoundMultipliers(),
                solution.upperBoundMultipliers(),
                plan.motion().spline().controlPoints(),
                plan.motion().at(0.3).position())) {
            Arrays.fill(array, 77);
        }
        assertThat(plan.motion().at(0.3).position()).containsExactly(position);
        assertThat(plan.solverResult().solution().point()).containsExactly(point);
        assertThatThrownBy(() -> plan.terms().put("time", 0.0)).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> plan.limits().clear()).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> plan.lastLimits().clear()).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> plan.rounds().clear()).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> plan.solverResult().log().clear()).isInstanceOf(UnsupportedOperationException.class);
        assertThat(plan.terms()).containsOnlyKeys("time", "effort");
    }

    @Test
    void oneProblemIsPlannedByManyThreads() throws Exception {
        MotionProblem problem = everything().build();
        double[] alone = solution(problem);
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<double[]>> solutions = new ArrayList<>();
            for (int k = 0; k < 4; k++) {
                solutions.add(threads.submit(() -> solution(problem)));
            }
            for (Future<double[]> solution : solutions) {
                assertThat(solution.get()).containsExactly(alone);
            }
        } finally {
            threads.shutdown();
        }
    }

    @Test
    void motionsBelongToOneThreadAndCopiesToOthers() throws Exception {
        PlannedMotion motion = PLANNER.plan(everything().build()).motion();
        double[] mine = motion.at(0.3).position().clone();
        ExecutorService other = Executors.newSingleThreadExecutor();
        try {
            Future<MotionState> misuse = other.submit(() -> motion.at(0.3));
            assertThatThrownBy(misuse::get)
                    .hasCauseInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("copy()");
            assertThat(other.submit(() -> motion.copy().at(0.3).position()).get())
                    .containsExactly(mine);
            assertThat(other.submit(() -> motion.copy().spline().controlPoints())
                            .get())
                    .containsExactly(motion.spline().controlPoints());
        } finally {
            other.shutdown();
        }
        assertThat(motion.copy().duration()).isEqualTo(motion.duration());
        NonlinearProgram program = everything().build().program();
        double[] x = new double[program.variableCount()];
        program.start(x);
        double mineAgain = program.objective(x);
        ExecutorService third = Executors.newSingleThreadExecutor();
        try {
            Future<Double> misuse = third.submit(() -> program.objective(x));
            assertThatThrownBy(misuse::get).hasCauseInstanceOf(IllegalStateException.class);
        } finally {
            third.shutdown();
        }
        assertThat(program.objective(x)).isEqualTo(mineAgain);
    }

    @Test
    void motionIsThereFromItsStartToItsEndOnly() {
        PlannedMotion motion = PLANNER.plan(everything().build()).motion();
        double end = motion.duration();
        assertThat(motion.at(0).position()).containsExactly(new double[] {0, 0}, within(1e-12));
        assertThat(motion.at(0).velocity()).containsExactly(new double[] {0.1, 0}, within(1e-12));
        assertThat(motion.at(end).position()).containsExactly(new double[] {1, 0.5}, within(1e-12));
        double[] last = motion.at(end).position().clone();
        assertThat(motion.at(end * (1 + 1e-12)).position()).containsExactly(last);
        for (double time : new double[] {-1e-3, end + 1e-3, Double.NaN, INFINITY}) {
            assertThatThrownBy(() -> motion.at(time))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("the time is %s s, but the motion is from 0 to %s s", time, end);
        }
    }

    @Test
    void programsOfOneProblemDoNotDisturbEachOther() {
        MotionProblem problem = everything().build();
        NonlinearProgram one = problem.program();
        NonlinearProgram other = problem.program();
        double[] x = new double[one.variableCount()];
        one.start(x);
        double[] rows = new double[one.constraintCount()];
        one.constraints(x, rows);
        double[] moved = x.clone();
        moved[3] += 1;
        double[] otherRows = rows.clone();
        other.constraints(moved, otherRows);
        double[] again = rows.clone();
        one.constraints(x, again);
        assertThat(again).containsExactly(rows);
        assertThat(otherRows).isNotEqualTo(rows);
    }

    // ---------------------------------------------------------------- durations that nothing limits

    private static MotionPlan plan(MotionProblem.Builder builder) {
        return PLANNER.plan(builder.build());
    }

    @Test
    void leastTimeWithoutLimitsHasNoAnswer() {
        MotionPlan plan = plan(problem(new MotionLimits(CARTS)));
        assertThat(plan.status()).isEqualTo(Status.UNBOUNDED);
        assertThatThrownBy(plan::motion)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("nothing limits how short the motion is");
        assertThat(plan.bestFeasibleMotion()).isEmpty();
        MotionPlan bounded = plan(problem(new MotionLimits(CARTS)).durationBetween(0.7, 9));
        assertThat(bounded.motion().duration()).isCloseTo(0.7, within(1e-6));
        assertThat(bounded.message()).contains("the duration is at its lower bound");
    }

    @Test
    void effortAloneIsLeastWhereTheDurationEnds() {
        MotionLimits limits = new MotionLimits(CARTS).torque(20, 9);
        MotionObjective effort = new MotionObjective(limits).effort(1);
        MotionPlan plan = plan(problem(limits, effort));
        assertThat(plan.status()).isEqualTo(Status.UNBOUNDED);
        assertThat(plan.message()).contains("the longer the motion takes, the less it costs", "give time a weight");
        assertThatThrownBy(plan::objective)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(plan.message());
        assertThatThrownBy(plan::terms).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(plan::limits).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(plan::largestExcess).isInstanceOf(IllegalStateException.class);
        // 12 m² L²/T³ for each mass
        MotionPlan bounded = plan(problem(limits, effort).durationBetween(0.7, 9));
        assertThat(bounded.motion().duration()).isCloseTo(9, within(1e-4));
        assertThat(bounded.objective()).isCloseTo(12 * (16 + 4 * 0.25) / 729, within(1e-6));
    }

    @Test
    void motionToWhereItBeginsTakesNoTime() {
        MotionLimits limits = new MotionLimits(CARTS).torque(20, 9);
        MotionProblem.Builder nowhere = problem(limits).goal(EndState.atRest(0, 0));
        assertThat(plan(nowhere).status()).isEqualTo(Status.UNBOUNDED);
        MotionPlan fixed = plan(nowhere.duration(0.5));
        assertThat(fixed.motion().duration()).isEqualTo(0.5);
        assertThat(largest(fixed.motion(), 2, 0)).isLessThan(5.01);
        MotionPlan loop = plan(problem(limits).goal(EndState.atRest(0, 0)).via(0.5, 1, 0));
        assertThat(loop.motion().at(loop.motion().duration() / 2).position())
                .containsExactly(new double[] {1, 0}, within(1e-6));
    }

    @Test
    void durationBoundThatIsInTheWayIsNamed() {
        MotionLimits limits = new MotionLimits(CARTS).velocity(1, 1);
        MotionPlan plan = plan(problem(limits).durationBetween(0.1, 0.5));
        assertThat(plan.status()).isEqualTo(Status.INFEASIBLE);
        assertThat(plan.message()).contains("velocity of x", "the duration is at its upper bound");
    }

    // ---------------------------------------------------------------- limits between samples, functions without a
    // value

    /** Two samples see nothing of a motion of seven pieces but its ends. */
    @ParameterizedTest
    @CsvSource({"2, 3", "2, 2", "3, 3", "5, 4"})
    void limitsHoldHoweverFewTheSamples(int samples, int degree) {
        MotionLimits limits = new MotionLimits(CARTS).torque(20, 9).velocity(1.2, 3);
        MotionPlan plan =
                PLANNER.plan(problem(limits).samples(samples).degree(degree).build());
        assertThat(largest(plan.motion(), 1, 0)).isBetween(1.19, 1.2013);
        assertThat(4 * largest(plan.motion(), 2, 0)).isBetween(19.0, 20.021);
        assertThat(2 * largest(plan.motion(), 2, 1)).isLessThan(9.01);
        assertThat(plan.rounds().size()).isGreaterThan(1);
        assertThat(plan.largestExcess()).isLessThanOrEqualTo(1e-3);
    }

    /** Velocities, of which the second has no value where the first coordinate is beyond a point. */
    private record Broken(double from, boolean throwing) implements StateFunction {
        @Override
        public int rows() {
            return 1;
        }

        @Override
        public int order() {
            return 1;
        }

        @Override
        public String name(int row) {
            return "broken speed";
        }

        private void check(MotionState state, double[] out) {
            if (state.position()[0] >= from) {
                if (throwing) {
                    throw new NumericalException("nobody knows");
                }
                out[0] = Double.NaN;
            }
        }

        @Override
        public void value(MotionState state, double[] out) {
            out[0] = state.velocity()[0];
            check(state, out);
        }

        @Override
        public void jacobian(MotionState state, double[] out) {
            Arrays.fill(out, 0, 4, 0);
            out[2] = 1;
            check(state, out);
        }

        @Override
        public void addCurvature(MotionState state, double[] lambda, double[] out) {}

        @Override
        public StateFunction copy() {
            return this;
        }
    }

    @ParameterizedTest
    @CsvSource({"true", "false"})
    void functionsWithoutAValueAreNamed(boolean throwing) {
        MotionLimits limits = new MotionLimits(CARTS)
                .torque(20, 9)
                .add(new Broken(0.5, throwing), new double[] {-9}, new double[] {9});
        MotionPlan plan = PLANNER.plan(problem(limits).build());
        assertThat(plan.status()).isEqualTo(Status.EVALUATION_ERROR);
        assertThat(plan.message()).contains("broken speed", "no motion within limits was met");
        assertThatThrownBy(plan::motion)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(plan.message());
        assertThat(plan.lastMotion().duration()).isPositive();
        MotionLimits force = new MotionLimits(CARTS).torque(20, 9);
        MotionObjective objective = new MotionObjective(force).time(1).integral("loss", new Broken(0.5, throwing), 1);
        MotionPlan costly = PLANNER.plan(problem(force, objective).build());
        assertThat(costly.status()).isEqualTo(Status.EVALUATION_ERROR);
        assertThat(costly.message())
                .containsAnyOf("the integral of loss is NaN", "broken speed has no value: nobody knows");
        assertThat(costly.lastLimits()).isEmpty();
        assertThatThrownBy(costly::objective).isInstanceOf(IllegalStateException.class);
    }

    /** A joint held by equal limits, and one that has none. */
    @Test
    void jointsWithoutLimitsAndWithoutFreedomArePlanned() {
        MotionLimits limits = new MotionLimits(CARTS).torque("x", 20).position("y", 0.25, 0.25);
        MotionPlan plan = PLANNER.plan(problem(limits)
                .start(EndState.atRest(0, 0.25))
                .goal(EndState.atRest(1, 0.25))
                .build());
        PlannedMotion motion = plan.motion();
        assertThat(motion.duration()).isBetween(2 * Math.sqrt(1.0 / 5), 2.1 * Math.sqrt(1.0 / 5));
        for (int k = 0; k <= 50; k++) {
            assertThat(motion.at(motion.duration() * k / 50).position()[1]).isCloseTo(0.25, within(1e-6));
        }
    }

    @Test
    void twoTermsOfOneNameAreTold() {
        MotionLimits limits = new MotionLimits(CARTS).torque(20, 9);
        MotionObjective objective = new MotionObjective(limits)
                .effort(1e-3, new double[] {1, 0})
                .effort(2e-3, new double[] {0, 1})
                .time(1);
        MotionPlan plan = PLANNER.plan(problem(limits, objective).build());
        assertThat(plan.terms()).containsOnlyKeys("time", "effort", "effort (2)");
        assertThat(plan.objective())
                .isCloseTo(
                        plan.motion().duration()
                                + 1e-3 * plan.terms().getOrDefault("effort", Double.NaN)
                                + 2e-3 * plan.terms().getOrDefault("effort (2)", Double.NaN),
                        within(1e-9));
    }

    // ---------------------------------------------------------------- units

    /** The same motion in other units of length, mass, time and cost. */
    @ParameterizedTest
    @CsvSource({
        "1e-6, 1, 1, 1",
        "1e6, 1, 1, 1",
        "1, 1e-6, 1, 1",
        "1, 1e6, 1, 1",
        "1, 1, 1e-6, 1",
        "1, 1, 1e6, 1",
        "1, 1, 1, 1e-9",
        "1, 1, 1, 1e9",
        "1e-9, 1e-15, 1e-9, 1e-5"
    })
    void unitsDoNotMatter(double length, double mass, double time, double cost) {
        PlannedMotion motion = IN_ANY_UNITS.copy();
        MotionPlan scaled = inUnits(length, mass, time, cost);
        PlannedMotion other = scaled.motion();
        assertThat(other.duration() / time).isCloseTo(motion.duration(), within(1e-5));
        double[] middle = other.at(0.37 * other.duration()).position();
        double[] expected = motion.at(0.37 * motion.duration()).position();
        assertThat(middle[0] / length).isCloseTo(expected[0], within(1e-3));
        assertThat(middle[1] / length).isCloseTo(expected[1], within(1e-3));
        double[] via = other.at(0.6 * other.duration()).position();
        assertThat(via[0] / length).isCloseTo(0.3, within(1e-6));
        double force = mass * length / (time * time);
        assertThat(4 * mass * largest(other, 2, 0) / force).isBetween(10.0, 20.02);
    }

    private static final PlannedMotion IN_ANY_UNITS = inUnits(1, 1, 1, 1).motion();

    private static MotionPlan inUnits(double length, double mass, double time, double cost) {
        SpatialInertia cart = SpatialInertia.aboutCenterOfMass(
                2 * mass,
                Vector3.ZERO,
                InertiaTensor.diagonal(mass * length * length, mass * length * length, mass * length * length));
        RobotModel robot = RobotModel.builder("carts")
                .gravity(Vector3.ZERO)
                .link(Joint.prismatic("x", "base", "cart").at(Pose.IDENTITY, Vector3.X), cart)
                .link(Joint.prismatic("y", "cart", "tool").at(Pose.IDENTITY, Vector3.Y), cart)
                .build();
        double force = mass * length / (time * time);
        MotionLimits limits =
                new MotionLimits(robot).torque(20 * force, 9 * force).velocity(3 * length / time, 9 * length / time);
        MotionObjective objective =
                new MotionObjective(limits).time(cost / time).effort(1e-3 * cost / (force * force * time));
        return PLANNER.plan(MotionProblem.builder(limits, objective)
                .start(EndState.atRest(0, 0))
                .goal(EndState.atRest(length, 0.5 * length))
                .via(0.6, 0.3 * length, 0.4 * length)
                .durationBetween(1e-3 * time, 1e3 * time)
                .controlPoints(10)
                .samples(30)
                .build());
    }
}
