package dev.catena.mechanism.parallel;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.model.Friction;
import dev.catena.model.Joint;
import dev.catena.model.Pose;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Rotation;
import dev.catena.model.Vector3;
import dev.catena.model.Wrench;
import dev.catena.testkit.Agreement;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Sensitivities against differences of fourth order, and against the inertia of direct dynamics. */
class ParallelSensitivityTest {
    private static final Wrench APPLIED = new Wrench(new Vector3(3, -5, 7), new Vector3(0.4, 0.1, -0.6));

    static Stream<Arguments> robotsAndSeeds() {
        return Stream.of(
                        smooth(GoldenStewart.robot()),
                        SampleDelta.delta().build(),
                        SampleDelta.delta().buildWithPlatformJoints(),
                        PlanarRobots.threeArms())
                .flatMap(robot -> Stream.of(1L, 2L, 3L).map(seed -> Arguments.of(robot, seed)));
    }

    /** Dry friction has no derivative where a leg turns back. */
    private static ParallelRobot smooth(ParallelRobot robot) {
        ParallelRobot.Builder builder = ParallelRobot.builder(robot.name())
                .gravity(robot.gravity())
                .platform(robot.platform())
                .freedoms(robot.freedoms())
                .home(robot.home());
        for (Leg leg : robot.legs()) {
            RobotModelBuilder model = leg.model().toBuilder();
            for (Joint joint : leg.model().movingJoints()) {
                Friction friction = joint.friction();
                model.replace(joint.with(friction.smoothed(0.2)));
            }
            builder.leg(leg.with(model.build()));
        }
        return builder.build();
    }

    @ParameterizedTest
    @MethodSource("robotsAndSeeds")
    void matchDifferences(ParallelRobot robot, long seed) {
        RandomPlatformMotion motion = new RandomPlatformMotion(robot, seed);
        int m = robot.freedoms().count();
        double[][] matrices = new double[3][m * m];
        new ParallelSensitivity(robot)
                .compute(
                        motion.pose,
                        motion.velocity,
                        motion.acceleration,
                        APPLIED,
                        matrices[0],
                        matrices[1],
                        matrices[2]);
        ParallelInverseDynamics dynamics = new ParallelInverseDynamics(robot);
        for (int kind = 0; kind < 3; kind++) {
            double[] expected = new double[m * m];
            for (int k = 0; k < m; k++) {
                double h = 1e-3;
                double[] near = difference(dynamics, robot, motion, kind, k, h);
                double[] far = difference(dynamics, robot, motion, kind, k, 2 * h);
                for (int i = 0; i < m; i++) {
                    expected[i * m + k] = (4 * near[i] - far[i]) / 3;
                }
            }
            Agreement.check("kind %s, seed %s".formatted(kind, seed), matrices[kind], expected, 1e-7);
        }
    }

    private static double[] difference(
            ParallelInverseDynamics dynamics,
            ParallelRobot robot,
            RandomPlatformMotion motion,
            int kind,
            int k,
            double h) {
        double[] after = efforts(dynamics, robot, motion, kind, k, h);
        double[] before = efforts(dynamics, robot, motion, kind, k, -h);
        for (int i = 0; i < after.length; i++) {
            after[i] = (after[i] - before[i]) / (2 * h);
        }
        return after;
    }

    private static double[] efforts(
            ParallelInverseDynamics dynamics,
            ParallelRobot robot,
            RandomPlatformMotion motion,
            int kind,
            int k,
            double h) {
        double[] velocity = motion.velocity.clone();
        double[] acceleration = motion.acceleration.clone();
        Pose pose = motion.pose;
        if (kind == 0) {
            double[] step = new double[6];
            step[robot.freedoms().coordinate(k)] = h;
            Vector3 turn = new Vector3(step[3], step[4], step[5]);
            Rotation rotation = turn.norm() == 0 ? Rotation.IDENTITY : Rotation.about(turn, turn.norm());
            pose = new Pose(
                    rotation.times(pose.rotation()), pose.position().plus(new Vector3(step[0], step[1], step[2])));
        } else {
            (kind == 1 ? velocity : acceleration)[k] += h;
        }
        double[] efforts = new double[robot.actuatorCount()];
        dynamics.compute(pose, velocity, acceleration, APPLIED, efforts);
        return efforts;
    }

    /** (J_p⁻¹)ᵀ ∂Γ/∂ẍ = A_x. */
    @ParameterizedTest
    @MethodSource("robotsAndSeeds")
    void byAccelerationIsTheInertia(ParallelRobot robot, long seed) {
        RandomPlatformMotion motion = new RandomPlatformMotion(robot, seed);
        int m = robot.freedoms().count();
        double[] unused = new double[m * m];
        double[] byAcceleration = new double[m * m];
        new ParallelSensitivity(robot)
                .compute(
                        motion.pose,
                        motion.velocity,
                        motion.acceleration,
                        null,
                        unused,
                        unused.clone(),
                        byAcceleration);
        ParallelForwardDynamics forward = new ParallelForwardDynamics(robot);
        forward.compute(motion.pose, motion.velocity, new double[m], new double[m]);
        double[] inertia = new double[m * m];
        forward.inertia(inertia);
        double[] rows = new double[m * m];
        forward.kinematics().inverseJacobian(rows);
        double[] product = new double[m * m];
        for (int r = 0; r < m; r++) {
            for (int c = 0; c < m; c++) {
                for (int i = 0; i < m; i++) {
                    product[r * m + c] += rows[i * m + r] * byAcceleration[i * m + c];
                }
            }
        }
        Agreement.check("A_x, seed " + seed, product, inertia, 1e-12);
    }

    @Test
    void moreActuatorsThanFreedomsAreRefused() {
        assertThatThrownBy(() -> new ParallelSensitivity(PlanarRobots.fourArms()))
                .hasMessageContaining("4 actuators for 3 freedoms");
    }
}
