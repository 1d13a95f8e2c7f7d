package dev.catena.planning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.catena.formats.ShippedRobots;
import dev.catena.mechanism.ClosedLoopInverseDynamics;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.JointGeometry;
import dev.catena.model.RobotModel;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import dev.catena.nlp.Cancellation;
import dev.catena.nlp.Solver;
import dev.catena.nlp.SolverOptions;
import dev.catena.nlp.SolverUnavailableException;
import dev.catena.nlp.Status;
import dev.catena.nlp.solver.Solvers;
import dev.catena.planning.function.EndState;
import dev.catena.planning.function.MotionState;
import dev.catena.planning.function.TreeDynamics;
import dev.catena.simulation.Controller;
import dev.catena.simulation.Integrator;
import dev.catena.simulation.Run;
import dev.catena.simulation.Simulation;
import dev.catena.simulation.State;
import dev.catena.spline.Spline;
import dev.catena.spline.SplineFit;
import dev.catena.testkit.Golden;
import java.time.Duration;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MotionPlannerTest {
    /** The bang-bang optimum of the arm with two revolute joints. */
    private static final double LEAST_TIME = 0.391854539516;

    private static final Solver EMBEDDED = Solvers.named("embedded");

    private static MotionProblem twoRevolute(int controlPoints, int samples) {
        MotionLimits limits = new MotionLimits(ShippedRobots.load("two-revolute")).torque(10, 10);
        return MotionProblem.builder(limits, new MotionObjective(limits).time(1))
                .start(EndState.atRest(0, -2))
                .goal(EndState.atRest(1, -1))
                .controlPoints(controlPoints)
                .samples(samples)
                .build();
    }

    /** Limits at the samples alone: between them they may be exceeded twice over. */
    private static MotionPlan planWithoutRefinement(MotionProblem problem, Solver solver) {
        return new MotionPlanner(solver).refinement(1, 0).plan(problem);
    }

    @Test
    void leastTimeOfTwoRevoluteJointsIsThatOfBangBangControl() {
        MotionPlan plan = planWithoutRefinement(twoRevolute(30, 150), EMBEDDED);
        assertThat(plan.motion().duration() - LEAST_TIME).isBetween(0.0, 5e-4);
        assertThat(plan.largestExcess()).isLessThan(5e-3);
        assertThat(plan.limits().get(0).value()).isBetween(-10.05, 10.05);

        MotionPlan finer = planWithoutRefinement(twoRevolute(60, 300), EMBEDDED);
        assertThat(finer.motion().duration() - LEAST_TIME).isBetween(0.0, 1.5e-4);
    }

    /** The table of least times against numbers of control points and samples. */
    @ParameterizedTest
    @CsvSource({
        "6, 6, 0.41933",
        "6, 13, 0.42074",
        "6, 30, 0.42094",
        "8, 8, 0.39603",
        "8, 17, 0.40315",
        "8, 40, 0.40416",
        "10, 10, 0.39554",
        "10, 21, 0.39745",
        "10, 50, 0.39937",
        "12, 12, 0.39347",
        "12, 25, 0.39472",
        "12, 60, 0.39554",
        "16, 16, 0.39259",
        "16, 33, 0.39331",
        "16, 80, 0.39370",
        "20, 20, 0.39239",
        "20, 41, 0.39283",
        "20, 100, 0.39299",
        "30, 30, 0.39205",
        "30, 61, 0.39225",
        "30, 150, 0.39230",
        "60, 60, 0.39187",
        "60, 300, 0.39196",
        "83, 83, 0.39189",
        "83, 415, 0.39194"
    })
    void leastTimesAgainstControlPointsAndSamples(int controlPoints, int samples, double expected) {
        MotionPlan plan = planWithoutRefinement(twoRevolute(controlPoints, samples), EMBEDDED);
        assertThat(plan.motion().duration()).isCloseTo(expected, within(2e-4));
    }

    @Test
    void samplesAreAddedUntilLimitsAreKeptBetweenThem() {
        MotionProblem coarse = twoRevolute(12, 12);
        MotionPlan once = planWithoutRefinement(coarse, EMBEDDED);
        assertThat(once.largestExcess()).isGreaterThan(0.2);
        MotionPlan stillExceeding =
                new MotionPlanner(EMBEDDED).refinement(1e-3, 0).plan(coarse);
        assertThat(stillExceeding.isSolved()).isFalse();
        assertThat(stillExceeding.status()).isEqualTo(Status.ITERATION_LIMIT);
        assertThat(stillExceeding.bestFeasibleMotion()).isEmpty();
        assertThatThrownBy(stillExceeding::motion)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("after 1 round limits are still exceeded between samples: torque of joint1");
        assertThat(stillExceeding.lastLimits().get(0).excess()).isEqualTo(once.largestExcess());
        MotionPlan refined = new MotionPlanner(EMBEDDED).plan(coarse);
        assertThat(refined.largestExcess()).isLessThan(1e-3);
        assertThat(refined.rounds().size()).isGreaterThan(1);
        assertThat(refined.motion().duration()).isGreaterThan(once.motion().duration());

        // looked at independently of the planner's own check
        PlannedMotion motion = refined.motion();
        double[] torque = new double[2];
        TreeDynamics dynamics = new TreeDynamics(ShippedRobots.load("two-revolute"));
        for (int k = 0; k <= 5000; k++) {
            MotionState s = motion.at(motion.duration() * k / 5000);
            dynamics.torque(s.position(), s.velocity(), s.acceleration(), torque);
            assertThat(Math.max(Math.abs(torque[0]), Math.abs(torque[1]))).isLessThan(10.02);
        }
    }

    @Test
    void bothSolversAgree() {
        Solver ipopt = ipopt();
        MotionProblem problem = twoRevolute(20, 100);
        double ours = planWithoutRefinement(problem, EMBEDDED).objective();
        assertThat(ours).isCloseTo(planWithoutRefinement(problem, ipopt).objective(), within(1e-6));
        MotionPlan mixed = new MotionPlanner(EMBEDDED).plan(slideAndTurn(0));
        assertThat(mixed.objective())
                .isCloseTo(new MotionPlanner(ipopt).plan(slideAndTurn(0)).objective(), within(1e-6));
    }

    private static Solver ipopt() {
        try {
            return Solvers.named("ipopt");
        } catch (SolverUnavailableException e) {
            Assumptions.abort(String.valueOf(e.getMessage()));
            throw e;
        }
    }

    private static MotionProblem slideAndTurn(double offset) {
        RobotModel robot = ShippedRobots.load("slide-and-turn");
        RobotModel turned = robot.toBuilder()
                .replace(robot.joints().get(1).with(JointGeometry.standardDenavitHartenberg(offset, 0, 0.4, 0)))
                .build();
        MotionLimits limits = new MotionLimits(turned).torque(10, 10);
        return MotionProblem.builder(
                        limits, new MotionObjective(limits).time(0.99).effort(0.01))
                .start(EndState.atRest(0.1, 0.6))
                .goal(EndState.atRest(Math.PI / 4, -Math.PI / 4))
                .degree(5)
                .controlPoints(14)
                .samples(60)
                .build();
    }

    /** Time and effort together, against the solution of the optimality conditions. */
    @ParameterizedTest
    @CsvSource({"0, theta2=q2|u=0.01", "1.5707963267948966, theta2=pi/2+q2|u=0.01"})
    void slideAndTurnMeetsTheOptimalityConditions(double offset, String key) {
        Golden golden = Golden.sensitivityPlanningElastic();
        var expected = golden.at("PR_multiobjective/converged_indirect_PMP").get(key);
        MotionPlan plan = new MotionPlanner(EMBEDDED)
                .options(SolverOptions.defaults().tolerance(1e-9))
                .plan(slideAndTurn(offset));
        assertThat(plan.motion().duration()).isCloseTo(expected.get("T").doubleValue(), within(1e-5));
        assertThat(plan.objective()).isCloseTo(expected.get("J").doubleValue(), within(1e-5));
    }

    private static final double[] HOME = {0, -0.3, 0, -2.0, 0, 1.8, 0.2};
    private static final double[] AWAY = {1.2, 0.5, -0.6, -1.2, 0.7, 2.4, -0.9};

    /** Slow torque rates, so that they bind. */
    private static MotionProblem arm() {
        RobotModel panda = ShippedRobots.load("panda");
        MotionLimits limits = new MotionLimits(panda).ofRobot().torqueRate(300, 300, 300, 300, 100, 100, 100);
        return MotionProblem.builder(limits, new MotionObjective(limits).time(1))
                .start(EndState.still(HOME))
                .goal(EndState.still(AWAY))
                .controlPoints(16)
                .samples(50)
                .build();
    }

    @Test
    void plannedTorquesOfASevenJointArmLeadToItsGoal() {
        MotionPlan plan = new MotionPlanner(EMBEDDED).plan(arm());
        PlannedMotion motion = plan.motion();
        assertThat(plan.largestExcess()).isLessThan(1e-3);
        assertThat(motion.duration()).isBetween(0.5, 1.5);
        RobotModel panda = ShippedRobots.load("panda");
        TreeDynamics dynamics = new TreeDynamics(panda);
        Controller torques = (time, state, torqueOut) -> {
            MotionState s = motion.at(time);
            dynamics.torque(s.position(), s.velocity(), s.acceleration(), torqueOut);
        };
        Run run = Simulation.builder(panda)
                .start(new State(panda).jointPositions(HOME))
                .controller(torques)
                .integrator(Integrator.dormandPrince(1e-9))
                .duration(motion.duration())
                .build()
                .run();
        assertThat(run.isComplete()).isTrue();
        State end = run.recording().get(run.recording().size() - 1).state();
        assertThat(end.jointPositions()).containsExactly(AWAY, within(1e-3));
        assertThat(end.jointVelocities()).containsExactly(new double[7], within(1e-2));
    }

    @Test
    void limitsTooTightForGravityAreInfeasibleAndNamed() {
        RobotModel arm = ShippedRobots.load("two-revolute").toBuilder()
                .gravity(0, -9.81, 0)
                .build();
        // 0.5 kg at 0.2 m alone ask for 0.98 Nm
        MotionLimits limits = new MotionLimits(arm).torque(20, 0.3);
        MotionProblem problem = MotionProblem.builder(limits, new MotionObjective(limits).time(1))
                .start(EndState.still(0, 0))
                .goal(EndState.still(0, 0.2))
                .controlPoints(12)
                .samples(30)
                .build();
        MotionPlan plan = new MotionPlanner(EMBEDDED).plan(problem);
        assertThat(plan.status()).isEqualTo(Status.INFEASIBLE);
        assertThat(plan.message()).startsWith("infeasible").contains("torque of joint2");
        assertThat(plan.bindingLimits().get(0).name()).isEqualTo("torque of joint2");
        assertThat(plan.bestFeasibleMotion()).isEmpty();
        assertThatThrownBy(plan::motion)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("joint2");
    }

    @Test
    void runThatIsStoppedKeepsItsBestFeasibleMotion() {
        Cancellation button = new Cancellation();
        MotionPlan[] plan = new MotionPlan[1];
        // stop when the first iterations are over: the start of this problem is feasible, as its duration is long
        MotionProblem problem = twoRevolute(20, 60);
        plan[0] = new MotionPlanner(EMBEDDED)
                .options(SolverOptions.defaults().cancellation(button).listener(iteration -> {
                    if (iteration.number() == 12) {
                        button.cancel();
                    }
                }))
                .plan(problem);
        assertThat(plan[0].status()).isEqualTo(Status.CANCELED);
        assertThat(plan[0].isSolved()).isFalse();
        assertThat(plan[0].message()).contains("the best motion within limits is kept");
        PlannedMotion best = plan[0].bestFeasibleMotion().orElseThrow();
        assertThat(best.duration()).isGreaterThan(LEAST_TIME);

        MotionPlan timedOut = new MotionPlanner(EMBEDDED)
                .options(SolverOptions.defaults().timeLimit(Duration.ZERO))
                .plan(problem);
        assertThat(timedOut.status()).isEqualTo(Status.TIME_LIMIT);
    }

    /** A mass on a slide: T = 2 √(L/a) with limited force, (32 L/j)^⅓ with limited force rate. */
    @Test
    void straightPathOfAMassTakesTheTimeOfTheClosedForm() {
        RobotModel slide = RobotModel.builder("slide")
                .gravity(Vector3.ZERO)
                .link(
                        Joint.prismatic("x", "base", "cart"),
                        SpatialInertia.aboutCenterOfMass(2, Vector3.ZERO, InertiaTensor.diagonal(1, 1, 1)))
                .build();
        Spline line = SplineFit.through(5, 1, new double[] {0, 0.9});
        MotionLimits force = new MotionLimits(slide).torque(5);
        MotionPlan fast = new MotionPlanner(EMBEDDED)
                .plan(MotionProblem.builder(force, new MotionObjective(force).time(1))
                        .along(line)
                        .controlPoints(40)
                        .samples(200)
                        .build());
        double least = 2 * Math.sqrt(0.9 / 2.5);
        assertThat(fast.motion().duration()).isBetween(least, least * 1.002);

        MotionLimits rate = new MotionLimits(slide).torqueRate(40);
        MotionPlan smooth = new MotionPlanner(EMBEDDED)
                .plan(MotionProblem.builder(rate, new MotionObjective(rate).time(1))
                        .along(line)
                        .degree(4)
                        .controlPoints(40)
                        .samples(200)
                        .build());
        double leastWithRate = Math.cbrt(32 * 0.9 / 20);
        assertThat(smooth.motion().duration()).isBetween(leastWithRate, leastWithRate * 1.005);
    }

    /** Two drives, four joints, with the torques that the loops' own dynamics find. */
    @Test
    void fiveBarMovesInLeastTime() {
        RobotModel fiveBar = ShippedRobots.load("five-bar").withoutFriction();
        double[] start = {1.8, 1.2};
        double[] goal = {2.3, 1.5};
        MotionLimits limits = new MotionLimits(fiveBar).torque(12, 12);
        MotionPlan plan = new MotionPlanner(EMBEDDED)
                .plan(MotionProblem.builder(limits, new MotionObjective(limits).time(1))
                        .start(EndState.still(start))
                        .goal(EndState.still(goal))
                        .controlPoints(12)
                        .samples(30)
                        .build());
        PlannedMotion motion = plan.motion();
        assertThat(plan.largestExcess()).isLessThan(1e-3);
        assertThat(plan.limits().get(0).excess()).isGreaterThan(-1e-3);
        ClosedLoopInverseDynamics dynamics = new ClosedLoopInverseDynamics(fiveBar);
        double[] efforts = new double[2];
        for (int k = 0; k <= 200; k++) {
            MotionState s = motion.at(motion.duration() * k / 200);
            dynamics.compute(s.position(), s.velocity(), s.acceleration(), efforts);
            assertThat(Math.max(Math.abs(efforts[0]), Math.abs(efforts[1]))).isLessThan(12.02);
        }
    }

    /** On a path that a joint alone determines, the time law cannot be faster than the free motion. */
    @Test
    void armFollowsAGivenPathWithinTorqueAndTorqueRateLimits() {
        RobotModel panda = ShippedRobots.load("panda");
        double[] middle = {0.5, 0.3, -0.1, -1.9, 0.2, 2.0, -0.2};
        double[] points = new double[21];
        System.arraycopy(HOME, 0, points, 0, 7);
        System.arraycopy(middle, 0, points, 7, 7);
        System.arraycopy(AWAY, 0, points, 14, 7);
        Spline path = SplineFit.through(5, 7, points);
        MotionLimits limits = new MotionLimits(panda).ofRobot().torqueRate(300, 300, 300, 300, 100, 100, 100);
        MotionPlan plan = new MotionPlanner(EMBEDDED)
                .plan(MotionProblem.builder(limits, new MotionObjective(limits).time(1))
                        .along(path)
                        .controlPoints(24)
                        .samples(80)
                        .build());
        PlannedMotion motion = plan.motion();
        assertThat(motion.at(0).position()).containsExactly(HOME, within(1e-9));
        assertThat(motion.at(motion.duration()).position()).containsExactly(AWAY, within(1e-9));
        assertThat(plan.largestExcess()).isLessThan(1e-3);
        // the fastest motion is at some limit: to 1 %
        assertThat(plan.limits().get(0).excess()).isGreaterThan(-0.01);
    }
}
