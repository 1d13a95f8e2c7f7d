package dev.catena.mechanism;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

import dev.catena.kinematics.BaseMotion;
import dev.catena.kinematics.Kinematics;
import dev.catena.model.JointLimits;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Rotation;
import dev.catena.model.Vector3;
import dev.catena.reach.PoseTarget;
import dev.catena.reach.ReachOptions;
import dev.catena.reach.ReachStatus;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.Allocations;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Inverse kinematics of closed loops, against closure and forward kinematics of the tree. */
class LoopReachTest {
    static List<TestMechanisms.Moving> mechanisms() {
        return TestMechanisms.all();
    }

    private static String moved(RobotModel robot) {
        return robot.bodies().get(robot.bodies().size() - 1).name();
    }

    private static Kinematics at(RobotModel robot, double[] q, double[] qd, double[] qdd) {
        LoopKinematics loops = new LoopKinematics(robot);
        assertThat(loops.close(q)).isEqualTo(LoopStatus.CLOSED);
        loops.move(qd);
        loops.accelerate(qdd);
        int n = robot.jointCount();
        double[][] all = new double[3][n];
        loops.positions(all[0]);
        loops.velocities(all[1]);
        loops.accelerations(all[2]);
        Kinematics kinematics = new Kinematics(robot.openTree().withFixedBase());
        kinematics.compute(all[0], all[1], all[2]);
        return kinematics;
    }

    @ParameterizedTest
    @MethodSource("mechanisms")
    void posesThatExistAreFound(TestMechanisms.Moving m) {
        RobotModel robot = m.robot();
        String body = moved(robot);
        Pose goal = at(robot, m.q(), m.qd(), m.qdd()).worldFromBody(robot.bodyIndex(body));
        ClosedLoopInverseKinematics reach = new ClosedLoopInverseKinematics(
                robot, ReachOptions.DEFAULT.withStarts(2), List.of(PoseTarget.pose(body)));
        reach.goal(0, goal);
        double[] from = m.q().clone();
        for (int k = 0; k < from.length; k++) {
            from[k] += k % 2 == 0 ? 0.05 : -0.05;
        }
        double[] q = new double[from.length];
        for (ReachStatus status : List.of(reach.solve(from), reach.solveNearest(m.q()))) {
            assertThat(status).isEqualTo(ReachStatus.REACHED);
            reach.positions(q);
            Pose found = at(robot, q, m.qd(), m.qdd()).worldFromBody(robot.bodyIndex(body));
            assertThat(found.position().minus(goal.position()).norm()).isLessThan(2e-10);
            Agreement.check(
                    "rotation", found.rotation().toArray(), goal.rotation().toArray(), 3e-10);
        }
        double[] all = new double[robot.jointCount()];
        reach.allPositions(all);
        Kinematics tree = new Kinematics(robot.openTree().withFixedBase());
        tree.compute(all);
        assertThat(tree.worldFromBody(robot.bodyIndex(body))
                        .position()
                        .minus(goal.position())
                        .norm())
                .isLessThan(2e-10);
        assertThat(reach.positionError(0)).isLessThan(1e-10);
        assertThat(reach.turnError(0)).isLessThan(1e-10);
        assertThat(reach.isReached()).isTrue();
    }

    /** What the independent joints do is found from what a body does. */
    @ParameterizedTest
    @MethodSource("mechanisms")
    void motionsAreFoundFromThoseOfBodies(TestMechanisms.Moving m) {
        RobotModel robot = m.robot();
        String body = moved(robot);
        int b = robot.bodyIndex(body);
        Kinematics kinematics = at(robot, m.q(), m.qd(), m.qdd());
        ClosedLoopInverseVelocity inverse =
                new ClosedLoopInverseVelocity(robot, List.of(PoseTarget.pose(body)), 0.5, 1e-6).copy();
        double[] twist = new double[6];
        double[] acceleration = new double[6];
        kinematics.velocityInWorld(b, twist);
        kinematics.accelerationInWorld(b, acceleration);
        double[] qd = new double[m.q().length];
        double[] qdd = new double[m.q().length];
        inverse.velocities(m.q(), twist, qd);
        assertThat(inverse.residual()).isLessThan(1e-9);
        inverse.accelerations(m.q(), m.qd(), acceleration, qdd);
        assertThat(inverse.residual()).isLessThan(1e-8);
        // other joints may do it with less; the body does as wanted
        double[] found = new double[6];
        Kinematics again = at(robot, m.q(), qd, m.qdd());
        again.velocityInWorld(b, found);
        Agreement.check("velocity", found, twist, 1e-9);
        again = at(robot, m.q(), m.qd(), qdd);
        again.accelerationInWorld(b, found);
        Agreement.check("acceleration", found, acceleration, 1e-8);
        assertThat(inverse.gain()).isPositive();
        assertThat(inverse.isDamped()).isFalse();
    }

    private static TestMechanisms.Moving fiveBar() {
        return TestMechanisms.golden("fivebar");
    }

    /** A joint that follows from others keeps its limits: the goal beyond them is not reached, one within is. */
    @Test
    void limitsOfDependentJointsAreKept() {
        TestMechanisms.Moving m = fiveBar();
        LoopKinematics loops = new LoopKinematics(m.robot());
        assertThat(loops.close(m.q()).isClosed()).isTrue();
        double[] all = new double[m.robot().jointCount()];
        loops.positions(all);
        int dependent = loops.closure.dependent[0];
        String body = moved(m.robot());
        Pose goal =
                at(m.robot(), m.q(), m.qd(), m.qdd()).worldFromBody(m.robot().bodyIndex(body));
        for (double beyond : new double[] {0.3, -0.3}) {
            RobotModelBuilder builder = m.robot().toBuilder();
            double bound = all[dependent] + beyond / 10;
            builder.replace(m.robot()
                    .movingJoints()
                    .get(dependent)
                    .with(
                            beyond > 0
                                    ? JointLimits.position(bound - 2, bound)
                                    : JointLimits.position(bound, bound + 2)));
            RobotModel limited = builder.build();
            ClosedLoopInverseKinematics reach = new ClosedLoopInverseKinematics(
                    limited, ReachOptions.DEFAULT.withStarts(6), List.of(PoseTarget.position(body)));
            reach.goal(0, goal);
            assertThat(reach.solve(m.q())).isEqualTo(ReachStatus.REACHED);
            double[] found = new double[all.length];
            reach.allPositions(found);
            assertThat(found[dependent])
                    .isBetween(
                            limited.movingJoints().get(dependent).limits().lower(),
                            limited.movingJoints().get(dependent).limits().upper());
            for (double[] solution : reach.allSolutions(m.q())) {
                LoopKinematics other = new LoopKinematics(limited);
                assertThat(other.close(solution).isClosed()).isTrue();
                other.positions(found);
                assertThat(found[dependent])
                        .isBetween(
                                limited.movingJoints().get(dependent).limits().lower(),
                                limited.movingJoints().get(dependent).limits().upper());
            }
        }
    }

    @Test
    void outOfReachIsAStatus() {
        TestMechanisms.Moving m = fiveBar();
        ClosedLoopInverseKinematics reach = new ClosedLoopInverseKinematics(
                        m.robot(), ReachOptions.DEFAULT.withStarts(5), List.of(PoseTarget.position(moved(m.robot()))))
                .copy();
        reach.goal(0, Pose.translation(50, 0, 0));
        assertThat(reach.solve(m.q())).isEqualTo(ReachStatus.NOT_REACHED);
        assertThat(reach.isReached()).isFalse();
        assertThatIllegalStateException().isThrownBy(() -> reach.positions(new double[2]));
        assertThat(reach.allSolutions(m.q())).isEmpty();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ClosedLoopInverseKinematics(m.robot().openTree(), PoseTarget.position("x")))
                .withMessageContaining("no closed loops");
        ClosedLoopInverseVelocity inverse =
                new ClosedLoopInverseVelocity(m.robot(), List.of(PoseTarget.position(moved(m.robot()))), 1, 1e-3);
        assertThatExceptionOfType(LoopException.class)
                .isThrownBy(() ->
                        inverse.velocities(new double[] {m.q()[0] + 3, m.q()[1] - 3}, new double[6], new double[2]));
        inverse.restart();
        inverse.velocities(m.q(), new double[6], new double[2]);
        assertThat(inverse.residual()).isZero();
    }

    /** The base carries what the loops cannot. */
    @Test
    void aFloatingBaseMovesToo() {
        TestMechanisms.Moving m = fiveBar();
        RobotModel robot = m.robot().withFloatingBase();
        String body = moved(robot);
        ClosedLoopInverseKinematics reach = new ClosedLoopInverseKinematics(robot, PoseTarget.pose(body));
        Pose goal = new Pose(Rotation.fromRollPitchYaw(0.3, -0.4, 1.2), new Vector3(4, -3, 2));
        reach.goal(0, array(goal));
        assertThat(reach.solveFloating(Pose.IDENTITY, m.q())).isEqualTo(ReachStatus.REACHED);
        double[] all = new double[robot.jointCount()];
        reach.allPositions(all);
        Kinematics kinematics = new Kinematics(robot.openTree());
        kinematics.compute(new BaseMotion().pose(reach.worldFromBase()), all, null, null, null);
        assertThat(kinematics
                        .worldFromBody(robot.bodyIndex(body))
                        .position()
                        .minus(goal.position())
                        .norm())
                .isLessThan(2e-10);

        ClosedLoopInverseVelocity inverse =
                new ClosedLoopInverseVelocity(robot, List.of(PoseTarget.pose(body)), 0.5, 1e-6);
        BaseMotion base = new BaseMotion().pose(goal);
        double[] twist = {1, 2, 3, 0.1, 0.2, 0.3};
        double[] baseTwist = new double[6];
        double[] qd = new double[2];
        inverse.velocitiesFloating(base, m.q(), twist, baseTwist, qd);
        assertThat(inverse.residual()).isCloseTo(0, within(1e-12));
        inverse.accelerationsFloating(base, m.q(), m.qd(), twist, baseTwist, qd);
        assertThat(inverse.residual()).isCloseTo(0, within(1e-12));
    }

    private static double[] array(Pose pose) {
        double[] out = new double[12];
        System.arraycopy(pose.rotation().toArray(), 0, out, 0, 9);
        System.arraycopy(pose.position().toArray(), 0, out, 9, 3);
        return out;
    }

    @Test
    void searchingAllocatesNothing() {
        TestMechanisms.Moving m = fiveBar();
        String body = moved(m.robot());
        ClosedLoopInverseKinematics reach = new ClosedLoopInverseKinematics(m.robot(), PoseTarget.position(body));
        reach.goal(
                0, at(m.robot(), m.q(), m.qd(), m.qdd()).worldFromBody(m.robot().bodyIndex(body)));
        ClosedLoopInverseVelocity inverse =
                new ClosedLoopInverseVelocity(m.robot(), List.of(PoseTarget.position(body)), 1, 1e-3);
        double[] from = {m.q()[0] + 0.05, m.q()[1] - 0.05};
        double[] q = new double[2];
        double[] qd = new double[2];
        double[] twist = {1, 0, 0, 0, 0, 0};
        ReachStatus[] status = new ReachStatus[1];
        assertThat(Allocations.bytes(() -> {
                    status[0] = reach.solve(from);
                    reach.positions(q);
                    inverse.velocities(q, twist, qd);
                    inverse.accelerations(q, m.qd(), twist, qd);
                }))
                .isZero();
        assertThat(status[0]).isEqualTo(ReachStatus.REACHED);
    }
}
