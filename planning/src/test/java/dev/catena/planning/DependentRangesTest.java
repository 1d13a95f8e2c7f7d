package dev.catena.planning;

import static org.assertj.core.api.Assertions.assertThat;

import dev.catena.formats.ShippedRobots;
import dev.catena.mechanism.LoopKinematics;
import dev.catena.model.Joint;
import dev.catena.model.JointLimits;
import dev.catena.model.RobotModel;
import dev.catena.planning.function.EndState;
import dev.catena.planning.function.MotionState;
import dev.catena.planning.function.StateFunction;
import dev.catena.planning.terms.DependentJoints;
import dev.catena.planning.terms.Differences;
import dev.catena.testkit.Agreement;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Joints of closed loops that are not driven keep the limits that the robot file has of them. */
class DependentRangesTest {
    private static final RobotModel FOUR_BAR = ShippedRobots.load("four-bar");

    private static RobotModel withLimits(JointLimits ofRocker) {
        Joint rocker = FOUR_BAR.movingJoints().get(FOUR_BAR.coordinate("rocker"));
        return FOUR_BAR.toBuilder().replace(rocker.with(ofRocker)).build();
    }

    private static MotionPlan turn(RobotModel robot, boolean ofRobot) {
        MotionLimits limits = new MotionLimits(robot).velocity("crank", 8);
        if (ofRobot) {
            limits.ofRobot();
        }
        return Carts.PLANNER.plan(MotionProblem.builder(
                        limits, new MotionObjective(limits).time(1).acceleration(1e-4))
                .start(EndState.atRest(0.9))
                .goal(EndState.atRest(2.4))
                .controlPoints(9)
                .samples(15)
                .build());
    }

    /** The greatest position and speed of the rocker. */
    private static double[] ofRocker(MotionPlan plan) {
        LoopKinematics loops = new LoopKinematics(FOUR_BAR);
        double[] all = new double[3];
        double[] greatest = {Double.NEGATIVE_INFINITY, 0};
        for (int k = 0; k <= 200; k++) {
            MotionState state = plan.motion().at(plan.motion().duration() * k / 200);
            assertThat(loops.close(state.position()).isClosed()).isTrue();
            loops.positions(all);
            greatest[0] = Math.max(greatest[0], all[2]);
            loops.move(state.velocity());
            loops.velocities(all);
            greatest[1] = Math.max(greatest[1], Math.abs(all[2]));
        }
        return greatest;
    }

    @Test
    void aJointThatFollowsKeepsItsVelocity() {
        double[] free = ofRocker(turn(FOUR_BAR, true));
        RobotModel slow = withLimits(JointLimits.NONE.withVelocity(free[1] / 2));
        MotionPlan plan = turn(slow, true);
        assertThat(plan.isSolved()).as(plan.message()).isTrue();
        assertThat(ofRocker(plan)[1]).isBetween(0.49 * free[1], 0.5011 * free[1]);
        assertThat(plan.limits()).anySatisfy(report -> assertThat(report.name()).isEqualTo("velocity of rocker"));
        assertThat(ofRocker(turn(slow, false))[1]).isBetween(0.99 * free[1], 1.01 * free[1]);
    }

    @Test
    void aJointThatFollowsKeepsItsRange() {
        double[] free = ofRocker(turn(FOUR_BAR, true));
        MotionPlan plan = turn(
                withLimits(new JointLimits(-10, free[0] - 0.05, Carts.INFINITY, Carts.INFINITY, Carts.INFINITY)), true);
        assertThat(plan.isSolved()).isFalse();
        assertThat(plan.message()).contains("position of rocker");
    }

    /** Of motions whose limits ask for no joint but the independent ones, too. */
    @Test
    void loopsCloseAllTheTime() {
        RobotModel robot = ShippedRobots.load("five-bar");
        double[] start = {1.9, 1.3};
        double[] reached = {1.2, 0.3};
        double[] open = {3.2, 0.66};
        LoopKinematics loops = new LoopKinematics(robot);
        assertThat(loops.close(start).isClosed()).isTrue();
        assertThat(loops.close(open).isClosed()).isFalse();
        MotionLimits limits = new MotionLimits(robot).velocity(2, 2).acceleration(20, 20);
        MotionProblem.Builder problem = MotionProblem.builder(limits, new MotionObjective(limits).time(1))
                .start(EndState.atRest(start))
                .controlPoints(9)
                .samples(15);
        MotionPlan there =
                Carts.PLANNER.plan(problem.goal(EndState.atRest(reached)).build());
        assertThat(there.isSolved()).as(there.message()).isTrue();
        MotionPlan plan = Carts.PLANNER.plan(problem.goal(EndState.atRest(open)).build());
        assertThat(plan.isSolved()).as(plan.message()).isFalse();
        assertThat(plan.message()).contains("five-bar").contains("cannot be closed");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void derivativesAreThoseOfTheValue(int order) {
        RobotModel robot = ShippedRobots.load("five-bar");
        List<String> independent = robot.loops().independentJoints();
        List<String> names = robot.jointNames().stream()
                .filter(joint -> !independent.contains(joint))
                .toList();
        StateFunction function = new DependentJoints(robot, names, order);
        double[] x = Arrays.copyOf(new double[] {1.9, 1.3, 0.4, -0.7}, 2 * (order + 1));
        int rows = names.size();
        double[] lambda = new double[rows];
        Arrays.setAll(lambda, row -> 0.7 - 1.1 * row);
        double[] slopes =
                Differences.jacobian(x, at -> Differences.filled(rows, out -> function.value(state(at), out)));
        Agreement.check("first", jacobian(function, x, rows), slopes, 1e-9);
        double[] second = Differences.jacobian(x, at -> {
            double[] rowsOfAll = jacobian(function, at, rows);
            double[] gradient = new double[x.length];
            for (int k = 0; k < rowsOfAll.length; k++) {
                gradient[k % x.length] += lambda[k / x.length] * rowsOfAll[k];
            }
            return gradient;
        });
        double[] curvature =
                Differences.added(x.length * x.length, out -> function.copy().addCurvature(state(x), lambda, out));
        Agreement.check("second", curvature, second, 1e-9);
    }

    private static double[] jacobian(StateFunction function, double[] x, int rows) {
        return Differences.filled(rows * x.length, out -> function.jacobian(state(x), out));
    }

    private static MotionState state(double[] x) {
        MotionState state = new MotionState(2);
        for (int c = 0; c < x.length; c++) {
            state.derivative(c / 2)[c % 2] = x[c];
        }
        return state;
    }
}
