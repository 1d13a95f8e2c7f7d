package dev.catena.planning;

import static dev.catena.planning.Carts.INFINITY;
import static dev.catena.planning.Carts.PLANNER;
import static dev.catena.planning.Carts.carts;
import static dev.catena.planning.Carts.largest;
import static dev.catena.planning.Carts.problem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.model.JointLimits;
import dev.catena.model.RobotModel;
import dev.catena.planning.function.TreeDynamics;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Of the limits given and those of the robot, which are in force. */
class LimitsInForceTest {
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
}
