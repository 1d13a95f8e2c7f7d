package dev.catena.planning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.JointLimits;
import dev.catena.model.NumericalException;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import dev.catena.nlp.NonlinearProgram;
import dev.catena.nlp.Solution;
import dev.catena.nlp.Status;
import dev.catena.nlp.solver.Solvers;
import dev.catena.planning.function.EndState;
import dev.catena.planning.function.MotionState;
import dev.catena.planning.function.StateFunction;
import dev.catena.planning.function.TreeDynamics;
import dev.catena.planning.terms.CoordinateFunction;
import dev.catena.spline.Spline;
import dev.catena.spline.SplineBasis;
import dev.catena.spline.SplineFit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What goes into a problem stays as it was; the limits that are in force; problems that make no sense. */
class MotionProblemTest {
    private static final MotionPlanner PLANNER = new MotionPlanner(Solvers.named("embedded"));
    private static final double INFINITY = Double.POSITIVE_INFINITY;

    /** Two masses on slides, one carrying the other: 4 kg move along x, 2 kg along y. */
    private static RobotModel carts(JointLimits ofX) {
        SpatialInertia mass = SpatialInertia.aboutCenterOfMass(2, Vector3.ZERO, InertiaTensor.diagonal(1, 1, 1));
        return RobotModel.builder("carts")
                .gravity(Vector3.ZERO)
                .link(
                        Joint.prismatic("x", "base", "cart")
                                .at(Pose.IDENTITY, Vector3.X)
                                .with(ofX),
                        mass)
                .link(Joint.prismatic("y", "cart", "tool").at(Pose.IDENTITY, Vector3.Y), mass)
                .build();
    }

    private static final RobotModel CARTS = carts(JointLimits.NONE);

    private static MotionProblem.Builder problem(MotionLimits limits) {
        return problem(limits, new MotionObjective(limits).time(1));
    }

    private static MotionProblem.Builder problem(MotionLimits limits, MotionObjective objective) {
        return MotionProblem.builder(limits, objective)
                .start(EndState.atRest(0, 0))
                .goal(EndState.atRest(1, 0.5))
                .controlPoints(10)
                .samples(30);
    }

    /** The largest absolute value of a derivative of a coordinate. */
    private static double largest(PlannedMotion motion, int order, int coordinate) {
        double largest = 0;
        for (int k = 0; k <= 3000; k++) {
            double value = motion.at(motion.duration() * k / 3000).derivative(order)[coordinate];
            largest = Math.max(largest, Math.abs(value));
        }
        return largest;
    }

    // ---------------------------------------------------------------- limits in force

    /** Wider or tighter than the robot's, before or after: what is given for x is what its motion keeps and comes to. */
    @ParameterizedTest
    @CsvSource({"3, true", "3, false", "0.5, true", "0.5, false"})
    void limitThatIsGivenReplacesThatOfTheRobot(double given, boolean robotFirst) {
        RobotModel robot = carts(JointLimits.position(-2, 2).withVelocity(1).withEffort(50));
        MotionLimits limits = new MotionLimits(robot);
        UnaryOperator<MotionLimits> ofRobot = MotionLimits::ofRobot;
        UnaryOperator<MotionLimits> own = l -> l.velocity("x", given);
        MotionProblem problem = problem(
                        robotFirst ? own.apply(ofRobot.apply(limits)) : ofRobot.apply(own.apply(limits)))
                .build();
        assertThat(problem.upper(JointQuantity.VELOCITY, "x")).isEqualTo(given);
        assertThat(problem.lower(JointQuantity.VELOCITY, "x")).isEqualTo(-given);
        assertThat(problem.upper(JointQuantity.VELOCITY, "y")).isInfinite();
        assertThat(problem.upper(JointQuantity.TORQUE, "x")).isEqualTo(50);
        assertThat(problem.lower(JointQuantity.POSITION, "x")).isEqualTo(-2);
        PlannedMotion motion = PLANNER.plan(problem).motion();
        assertThat(largest(motion, 1, 0)).isBetween(0.999 * given, 1.001 * given);
    }

    @Test
    void robotsLimitsHoldBesidesWhereTheyAlwaysDo() {
        RobotModel robot = carts(JointLimits.position(-2, 2).withVelocity(1).withEffort(50));
        MotionProblem wider = problem(
                        new MotionLimits(robot).alwaysOfRobot().velocity("x", 3).torque(INFINITY, 7))
                .build();
        assertThat(wider.upper(JointQuantity.VELOCITY, "x")).isEqualTo(1);
        assertThat(wider.upper(JointQuantity.TORQUE, "x")).isEqualTo(50);
        assertThat(wider.upper(JointQuantity.TORQUE, "y")).isEqualTo(7);
        assertThat(largest(PLANNER.plan(wider).motion(), 1, 0)).isBetween(0.999, 1.001);
        MotionProblem tighter = problem(new MotionLimits(robot).velocity(0.4, 5).alwaysOfRobot())
                .build();
        assertThat(tighter.upper(JointQuantity.VELOCITY, "x")).isEqualTo(0.4);
        assertThat(tighter.upper(JointQuantity.VELOCITY, "y")).isEqualTo(5);
        assertThat(largest(PLANNER.plan(tighter).motion(), 1, 0)).isBetween(0.3996, 0.4004);
    }

    @Test
    void lastLimitGivenCountsAndAnInfiniteOneTakesItAway() {
        RobotModel robot = carts(JointLimits.position(-2, 2).withVelocity(1).withEffort(50));
        MotionLimits limits = new MotionLimits(robot)
                .ofRobot()
                .velocity(9, 9)
                .velocity("x", INFINITY)
                .torque(200, 300)
                .torque(20, 30)
                .position("y", -1, 4);
        MotionProblem problem = problem(limits).build();
        assertThat(problem.upper(JointQuantity.VELOCITY, "x")).isInfinite();
        assertThat(problem.upper(JointQuantity.VELOCITY, "y")).isEqualTo(9);
        assertThat(problem.upper(JointQuantity.TORQUE, "x")).isEqualTo(20);
        assertThat(problem.upper(JointQuantity.POSITION, "x")).isEqualTo(2);
        assertThat(problem.upper(JointQuantity.POSITION, "y")).isEqualTo(4);
        MotionPlan plan = PLANNER.plan(problem);
        assertThat(largest(plan.motion(), 1, 0)).isGreaterThan(1.1);
        assertThat(largest(plan.motion(), 2, 0)).isBetween(0.999 * 5, 1.001 * 5);
        assertThat(plan.limits()).noneMatch(report -> report.name().equals("velocity of x"));
        assertThatThrownBy(() -> problem.upper(JointQuantity.JERK, "z"))
                .hasMessageContaining("there is no joint \"z\"");
    }

    @Test
    void withoutTheRobotsLimitsOnlyThoseGivenCount() {
        RobotModel robot = carts(JointLimits.position(-2, 2).withVelocity(1).withEffort(50));
        MotionProblem problem = problem(new MotionLimits(robot)
                        .torque(new double[] {-1, -2}, new double[] {3, 4})
                        .acceleration("y", 6)
                        .jerk("x", 70)
                        .torqueRate("y", 80)
                        .reactionForce("y", 90))
                .build();
        assertThat(problem.upper(JointQuantity.VELOCITY, "x")).isInfinite();
        assertThat(problem.lower(JointQuantity.TORQUE, "x")).isEqualTo(-1);
        assertThat(problem.upper(JointQuantity.TORQUE, "y")).isEqualTo(4);
        assertThat(problem.upper(JointQuantity.ACCELERATION, "y")).isEqualTo(6);
        assertThat(problem.upper(JointQuantity.JERK, "x")).isEqualTo(70);
        assertThat(problem.upper(JointQuantity.TORQUE_RATE, "y")).isEqualTo(80);
        assertThat(problem.upper(JointQuantity.REACTION_FORCE, "y")).isEqualTo(90);
        assertThat(problem.upper(JointQuantity.REACTION_FORCE, "x")).isInfinite();
        assertThat(problem.degree()).isEqualTo(5);
    }

    @Test
    void limitsThatExcludeEachOtherAreRefused() {
        RobotModel robot = carts(JointLimits.position(-2, 2).withVelocity(1));
        assertThatThrownBy(() -> problem(new MotionLimits(robot).alwaysOfRobot().position("x", 3, 4))
                        .build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("position of x, by limits given and those of the robot")
                .hasMessageContaining("3.0")
                .hasMessageContaining("2.0");
        MotionLimits limits = new MotionLimits(robot);
        assertThatThrownBy(() -> limits.position("x", 1, -1))
                .hasMessage("position of x: the lower bound 1.0 is not below the upper bound -1.0");
        assertThatThrownBy(() -> limits.position(new double[] {0, INFINITY}, new double[] {1, INFINITY}))
                .hasMessageContaining("position of y");
        assertThatThrownBy(() -> limits.velocity(new double[] {-INFINITY, -1}, new double[] {-INFINITY, 1}))
                .hasMessageContaining("velocity of x");
        assertThatThrownBy(() -> limits.torque(new double[] {Double.NaN, 0}, new double[] {1, 1}))
                .hasMessageContaining("torque of x: the lower bound NaN");
        assertThatThrownBy(() -> limits.torque(3, Double.NaN)).hasMessageContaining("torque of y is NaN");
        assertThatThrownBy(() -> limits.torque("x", 0)).hasMessageContaining("torque of x is 0.0");
        assertThatThrownBy(() -> limits.position(new double[1], new double[2]))
                .hasMessageContaining("1 lower and 2 upper");
        assertThatThrownBy(() -> limits.position(new double[2], new double[3]))
                .hasMessageContaining("2 lower and 3 upper");
        assertThatThrownBy(() -> limits.jerk("z", 1)).hasMessageContaining("no moving joint \"z\"");
        assertThatThrownBy(() -> new MotionLimits(new TreeDynamics(robot)).ofRobot())
                .hasMessageContaining("needs a robot model");
        assertThatThrownBy(() -> new MotionLimits(new TreeDynamics(robot)).alwaysOfRobot())
                .hasMessageContaining("needs a robot model");
        // nothing of what was refused has been written
        MotionProblem untouched = problem(limits.velocity(1, 1)).build();
        for (JointQuantity quantity : JointQuantity.values()) {
            if (quantity != JointQuantity.VELOCITY) {
                assertThat(untouched.upper(quantity, "x")).as("%s", quantity).isInfinite();
                assertThat(untouched.upper(quantity, "y")).as("%s", quantity).isInfinite();
            }
        }
    }

    // ---------------------------------------------------------------- nothing that went in or came out matters later

    private static double[] solution(MotionProblem problem) {
        return PLANNER.plan(problem).solverResult().solution().point();
    }

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

    /** Velocities times a factor that whoever holds the function may change. */
    private static final class ScaledVelocity implements StateFunction {
        private final StateFunction velocity = new CoordinateFunction(1, List.of("x", "y"));
        double factor;

        ScaledVelocity(double factor) {
            this.factor = factor;
        }

        @Override
        public int rows() {
            return 2;
        }

        @Override
        public int order() {
            return 1;
        }

        @Override
        public String name(int row) {
            return "scaled " + velocity.name(row);
        }

        @Override
        public void value(MotionState state, double[] out) {
            velocity.value(state, out);
            Arrays.setAll(out, k -> factor * out[k]);
        }

        @Override
        public void jacobian(MotionState state, double[] out) {
            velocity.jacobian(state, out);
            Arrays.setAll(out, k -> factor * out[k]);
        }

        @Override
        public void addCurvature(MotionState state, double[] lambda, double[] out) {}

        @Override
        public StateFunction copy() {
            return new ScaledVelocity(factor);
        }
    }

    @Test
    void functionThatChangesLaterChangesNothing() {
        ScaledVelocity doubled = new ScaledVelocity(2);
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

    // ---------------------------------------------------------------- refusals

    @Test
    void durationsThatContradictEachOtherAreRefused() {
        MotionProblem.Builder builder = problem(new MotionLimits(CARTS).torque(20, 9));
        assertThatThrownBy(() -> builder.duration(0)).hasMessageContaining("a duration is 0.0 s");
        assertThatThrownBy(() -> builder.duration(INFINITY)).hasMessageContaining("a duration is Infinity s");
        assertThatThrownBy(() -> builder.durationGuess(Double.NaN)).hasMessageContaining("a duration is NaN s");
        assertThatThrownBy(() -> builder.durationBetween(-1, 2)).hasMessageContaining("a duration is -1.0 s");
        assertThatThrownBy(() -> builder.durationBetween(2, 1))
                .hasMessageContaining("no duration is between 2.0 s and 1.0 s");
        builder.durationBetween(1, 2).durationGuess(3);
        assertThatThrownBy(builder::build).hasMessageContaining("the guess of the duration is 3.0 s");
        builder.durationGuess(0.5);
        assertThatThrownBy(builder::build).hasMessageContaining("the guess of the duration is 0.5 s");
        builder.durationGuess(1.5).duration(2.5);
        assertThatThrownBy(builder::build).hasMessageContaining("given as 2.5 s, which is not between 1.0 s and 2.0 s");
        builder.duration(0.5);
        assertThatThrownBy(builder::build).hasMessageContaining("given as 0.5 s");
        builder.duration(2);
        assertThat(PLANNER.plan(builder.build()).motion().duration()).isEqualTo(2);
    }

    @Test
    void endsOutsideOfLimitsAreRefused() {
        MotionLimits limits = new MotionLimits(CARTS)
                .position(new double[] {-1, -1}, new double[] {1, 0.5})
                .velocity("y", 2)
                .acceleration("x", 3);
        MotionProblem.Builder builder = problem(limits);
        MotionProblem onTheLimit = builder.build();
        assertThat(onTheLimit.upper(JointQuantity.POSITION, "x")).isEqualTo(1);
        builder.goal(EndState.atRest(1, 0.6));
        assertThatThrownBy(builder::build)
                .hasMessage("the goal: position of y is 0.6, which is not within -1.0 and 0.5");
        builder.goal(EndState.moving(new double[] {0, 0}, new double[] {9, 2.5}));
        assertThatThrownBy(builder::build)
                .hasMessage("the goal: velocity of y is 2.5, which is not within -2.0 and 2.0");
        builder.goal(EndState.moving(new double[2], new double[2], new double[] {-4, 9}));
        assertThatThrownBy(builder::build)
                .hasMessage("the goal: acceleration of x is -4.0, which is not within -3.0 and 3.0");
        builder.goal(EndState.atRest(0, 0)).start(EndState.atRest(-2, 0));
        assertThatThrownBy(builder::build).hasMessageContaining("the start: position of x is -2.0");
        builder.start(EndState.atRest(0, 0)).via(0.5, 0, -3);
        assertThatThrownBy(builder::build).hasMessageContaining("the via point at 0.5: position of y is -3.0");
    }

    @Test
    void viaPointsComeInAnyOrderButOnceEach() {
        MotionLimits limits = new MotionLimits(CARTS).torque(20, 9);
        double[] ordered =
                solution(problem(limits).via(0.2, 0.3, 0.2).via(0.7, 0.5, 0.1).build());
        assertThat(solution(
                        problem(limits).via(0.7, 0.5, 0.1).via(0.2, 0.3, 0.2).build()))
                .containsExactly(ordered);
        MotionProblem.Builder builder = problem(limits).via(0.2, 0.3, 0.2);
        assertThatThrownBy(() -> builder.via(0.2, 1, 1)).hasMessageContaining("two via points are at 0.2");
        assertThatThrownBy(() -> builder.via(0, 1, 1)).hasMessageContaining("a via point is at 0.0");
        assertThatThrownBy(() -> builder.via(1, 1, 1)).hasMessageContaining("a via point is at 1.0");
        assertThatThrownBy(() -> builder.via(Double.NaN, 1, 1)).hasMessageContaining("a via point is at NaN");
        builder.via(0.4, 1, Double.NaN);
        assertThatThrownBy(builder::build).hasMessageContaining("position[1] is NaN");
    }

    @Test
    void objectivesThatSayNothingAreRefused() {
        MotionLimits limits = new MotionLimits(CARTS).torque(20, 9);
        MotionObjective nothing = new MotionObjective(limits).time(0).effort(0).jerk(0);
        assertThatThrownBy(() -> problem(limits, nothing).build()).hasMessageContaining("the objective is empty");
        MotionObjective objective = new MotionObjective(limits);
        for (double weight : new double[] {-1, Double.NaN, INFINITY}) {
            assertThatThrownBy(() -> objective.time(weight)).hasMessageContaining("a weight is " + weight);
            assertThatThrownBy(() -> objective.work(weight)).hasMessageContaining("a weight is " + weight);
            assertThatThrownBy(() -> objective.effort(1, new double[] {1, weight}))
                    .hasMessageContaining("not negative and not all zero");
        }
        assertThatThrownBy(() -> objective.effort(1, new double[2])).hasMessageContaining("not all zero");
        assertThatThrownBy(() -> objective.effort(1, new double[] {1})).hasMessageContaining("needs 2 weights");
        assertThatThrownBy(() -> objective.time(1e308).time(1e308)).hasMessageContaining("a weight is Infinity");
        assertThatThrownBy(() -> objective.energy(1, 0)).hasMessageContaining("the smoothing is 0.0 W");
        assertThatThrownBy(() -> objective.energy(1, INFINITY)).hasMessageContaining("the smoothing is Infinity W");
        assertThatThrownBy(() -> objective.integral("both", new ScaledVelocity(1), 1))
                .hasMessageContaining("both has 2 rows");
        MotionObjective ofOthers = new MotionObjective(new MotionLimits(carts(JointLimits.position(-1, 1)))).time(1);
        assertThatThrownBy(() -> problem(limits, ofOthers).build()).hasMessageContaining("for another robot");
    }

    @Test
    void splinesThatJumpInWhatIsLimitedAreRefused() {
        MotionProblem.Builder force = problem(new MotionLimits(CARTS).torque(20, 9));
        assertThat(force.degree(2).build().degree()).isEqualTo(2);
        force.degree(1);
        assertThatThrownBy(force::build).hasMessageContaining("at least 2 is needed");
        MotionProblem.Builder rate = problem(new MotionLimits(CARTS).torqueRate(20, 9));
        assertThat(rate.degree(3).build().degree()).isEqualTo(3);
        rate.degree(2);
        assertThatThrownBy(rate::build).hasMessageContaining("at least 3 is needed");
        MotionLimits limits = new MotionLimits(CARTS).torque(20, 9);
        assertThatThrownBy(() -> problem(limits, new MotionObjective(limits).jerk(1))
                        .degree(2)
                        .build())
                .hasMessageContaining("at least 3 is needed");
        assertThatThrownBy(() -> rate.degree(0)).hasMessageContaining("the degree is 0");
        assertThatThrownBy(() -> rate.degree(16)).hasMessageContaining("the degree is 16");
        assertThatThrownBy(() -> rate.samples(1)).hasMessageContaining("1 samples are too few");
    }

    @Test
    void programsThatDoNotFitIntoMemoryAreRefusedWithWhatTheyTake() {
        MotionProblem.Builder builder =
                problem(new MotionLimits(CARTS).torque(20, 9)).samples(1_000_000_000);
        assertThatThrownBy(builder::build)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("21 variables and 2000000000 rows", "GB", "take fewer");
        builder.samples(100).controlPoints(Integer.MAX_VALUE);
        assertThatThrownBy(builder::build)
                .hasMessageContaining("4294967295 variables")
                .hasMessageContaining("GB");
    }

    // ---------------------------------------------------------------- paths

    private static MotionProblem.Builder along(Spline path, MotionLimits limits) {
        return MotionProblem.builder(limits, new MotionObjective(limits).time(1))
                .along(path)
                .controlPoints(16)
                .samples(60);
    }

    /** At a corner the acceleration would be infinite, and no sample would see it. */
    @Test
    void pathWithACornerIsRefused() {
        MotionLimits force = new MotionLimits(CARTS).torque(20, 9);
        MotionLimits rate = new MotionLimits(CARTS).torque(20, 9).torqueRate(300, 300);
        double[] points = {0, 0, 1, 0, 1, 1, 2, 1};
        Spline polygon = SplineFit.through(1, 2, points);
        assertThatThrownBy(() -> along(polygon, force).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("its derivative of order 1 jumps at parameter 0.333");
        Spline parabolas = SplineFit.through(2, 2, points);
        assertThat(PLANNER.plan(along(parabolas, force).build()).isSolved()).isTrue();
        assertThatThrownBy(() -> along(parabolas, rate).build())
                .hasMessageContaining("its derivative of order 2 jumps");
        assertThat(along(SplineFit.through(3, 2, points), rate).build().degree())
                .isEqualTo(5);
        // a knot that repeats makes a corner only where the control points do
        SplineBasis cubic = SplineBasis.clamped(3, 0, 0.5, 0.5, 0.5, 1);
        Spline corner = new Spline(cubic, 2, new double[] {0, 0, 0.3, 0, 0.6, 0, 1, 0, 1, 0.4, 1, 0.7, 1, 1});
        assertThatThrownBy(() -> along(corner, force).build()).hasMessageContaining("order 1 jumps at parameter 0.5");
        Spline straight = new Spline(cubic, 2, new double[] {0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6});
        assertThat(along(straight, force).build().controlPointCount()).isEqualTo(16);
        assertThatThrownBy(() -> along(SplineFit.through(3, 1, new double[] {0, 1}), force)
                        .build())
                .hasMessageContaining("the path has 1 coordinates, but the robot has 2");
        assertThatThrownBy(() ->
                        along(straight, force).start(EndState.atRest(0, 0)).build())
                .hasMessageContaining("along a path, start, goal and via points are given already");
    }

    /** Forth and back along x: at the turn the path parameter runs on while the mass stops. */
    @Test
    void pathThatTurnsBackIsFollowed() {
        MotionLimits force = new MotionLimits(CARTS).torque(8, 8);
        Spline path = SplineFit.through(2, 2, new double[] {0, 0, 1, 0, 0, 0});
        PlannedMotion motion = PLANNER.plan(along(path, force).build()).motion();
        // with a = F/m = 2, to 1 and back takes twice 2 √(L/a)
        double least = 4 * Math.sqrt(0.5);
        assertThat(motion.duration()).isBetween(least, 1.02 * least);
        assertThat(largest(motion, 2, 0)).isBetween(1.99, 2.002);
        assertThat(largest(motion, 0, 0)).isCloseTo(1, within(1e-3));
    }
}
