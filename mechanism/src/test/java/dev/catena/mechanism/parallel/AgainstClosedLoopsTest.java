package dev.catena.mechanism.parallel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.mechanism.ClosedLoopForwardDynamics;
import dev.catena.mechanism.ClosedLoopInverseDynamics;
import dev.catena.model.CutJoint;
import dev.catena.model.CutKind;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.testkit.Agreement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The same robots as trees with cut joints: another way to all numbers, from model to solver. */
class AgainstClosedLoopsTest {
    private static final double TOLERANCE = 1e-9;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void stewart(long seed) {
        ParallelRobot robot = GoldenStewart.robot();
        compare(robot, robot.toClosedLoops(), seed);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void delta(long seed) {
        compare(SampleDelta.delta().build(), SampleDelta.delta().buildClosedLoops(), seed);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void deltaWithJointsAtThePlatform(long seed) {
        ParallelRobot robot = SampleDelta.delta().buildWithPlatformJoints();
        compare(robot, robot.toClosedLoops(), seed);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void deltaOfEitherDescription(long seed) {
        RandomPlatformMotion motion =
                new RandomPlatformMotion(SampleDelta.delta().build(), seed);
        double[] efforts = motion.efforts(SampleDelta.delta().build());
        double[] other = motion.efforts(SampleDelta.delta().buildWithPlatformJoints());
        Agreement.check("efforts, seed " + seed, efforts, other, 1e-10);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void takenApartAgain(long seed) {
        ParallelRobot stewart = GoldenStewart.robot();
        compareTakenApart(stewart, stewart.toClosedLoops(), seed);
        compareTakenApart(SampleDelta.delta().build(), SampleDelta.delta().buildClosedLoops(), seed);
        ParallelRobot planar = PlanarRobots.threeArms();
        compareTakenApart(planar, planar.toClosedLoops(), seed);
    }

    private static void compareTakenApart(ParallelRobot robot, RobotModel closed, long seed) {
        ParallelRobot apart = ParallelRobot.of(closed, "platform", robot.freedoms());
        assertThat(apart.actuatorNames()).isEqualTo(robot.actuatorNames());
        RandomPlatformMotion motion = new RandomPlatformMotion(robot, seed);
        Agreement.check("efforts, seed " + seed, motion.efforts(apart), motion.efforts(robot), 1e-10);
    }

    @Test
    void notAPlatformOnLegs() {
        ParallelRobot stewart = GoldenStewart.robot();
        RobotModel closed = stewart.toClosedLoops();
        assertThatThrownBy(
                        () -> ParallelRobot.of(stewart.legs().get(0).model(), "leg1_link3", PlatformFreedoms.SPATIAL))
                .hasMessageContaining("is not a platform on legs: it has no cut joints");
        assertThatThrownBy(() -> ParallelRobot.of(closed, "leg2_link3", PlatformFreedoms.SPATIAL))
                .hasMessageContaining("cut joints instead of one");
        assertThatThrownBy(() ->
                        ParallelRobot.of(SampleDelta.delta().buildClosedLoops(), "platform", PlatformFreedoms.SPATIAL))
                .hasMessageContaining("universal cut joint \"leg2_universal\" takes a freedom");
        RobotModel doubled = closed.toBuilder()
                .cut(new CutJoint("extra", CutKind.SPHERICAL, "leg2_link3", Pose.IDENTITY, "leg3_link3", Pose.IDENTITY))
                .build();
        assertThatThrownBy(() -> ParallelRobot.of(doubled, "platform", PlatformFreedoms.SPATIAL))
                .hasMessageContaining("its assembly is not closed");
    }

    private static void compare(ParallelRobot robot, RobotModel closed, long seed) {
        RandomPlatformMotion motion = new RandomPlatformMotion(robot, seed);
        ParallelInverseDynamics dynamics = new ParallelInverseDynamics(robot);
        int n = robot.actuatorCount();
        double[] efforts = new double[n];
        dynamics.compute(motion.pose, motion.velocity, motion.acceleration, efforts);
        double[] q = new double[n];
        double[] qd = new double[n];
        double[] qdd = new double[n];
        dynamics.kinematics().actuatorPositions(q);
        dynamics.kinematics().actuatorVelocities(qd);
        dynamics.kinematics().actuatorAccelerations(qdd);

        ClosedLoopInverseDynamics inverse = new ClosedLoopInverseDynamics(closed);
        double[] other = new double[n];
        inverse.compute(q, qd, qdd, other);
        Agreement.check("efforts, seed " + seed, efforts, other, TOLERANCE);

        ClosedLoopForwardDynamics forward = new ClosedLoopForwardDynamics(closed);
        forward.compute(q, qd, efforts, other);
        Agreement.check("actuator accelerations, seed " + seed, qdd, other, TOLERANCE);

        double[] acceleration = new double[robot.freedoms().count()];
        new ParallelForwardDynamics(robot).compute(motion.pose, motion.velocity, efforts, acceleration);
        Agreement.check("platform acceleration, seed " + seed, acceleration, motion.acceleration, TOLERANCE);
    }
}
