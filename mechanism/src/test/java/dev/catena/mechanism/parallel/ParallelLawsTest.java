package dev.catena.mechanism.parallel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.catena.kinematics.Kinematics;
import dev.catena.model.Body;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.Rotation;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Twist;
import dev.catena.model.Vector3;
import dev.catena.model.Wrench;
import dev.catena.testkit.Agreement;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Laws that hold for every parallel robot. */
class ParallelLawsTest {
    static Stream<Arguments> robotsAndSeeds() {
        return Stream.of(
                        GoldenStewart.robot(),
                        SampleDelta.delta().build(),
                        SampleDelta.delta().buildWithPlatformJoints(),
                        PlanarRobots.threeArms(),
                        PlanarRobots.fourArms())
                .flatMap(robot -> Stream.of(1L, 2L, 3L).map(seed -> Arguments.of(robot, seed)));
    }

    /** Efforts times rates of the actuators, less friction, is the rate of the energy of all bodies. */
    @ParameterizedTest
    @MethodSource("robotsAndSeeds")
    void powerIsTheRateOfEnergy(ParallelRobot any, long seed) {
        ParallelRobot robot = any.withoutFriction();
        RandomPlatformMotion motion = new RandomPlatformMotion(robot, seed);
        ParallelInverseDynamics dynamics = new ParallelInverseDynamics(robot);
        int n = robot.actuatorCount();
        double[] efforts = new double[n];
        dynamics.compute(motion.pose, motion.velocity, motion.acceleration, efforts);
        double[] rates = new double[n];
        dynamics.kinematics().actuatorVelocities(rates);
        double power = 0;
        for (int i = 0; i < n; i++) {
            power += efforts[i] * rates[i];
        }
        double h = 1e-5;
        double rate = (energy(robot, moved(robot, motion, h), velocityAfter(motion, h))
                        - energy(robot, moved(robot, motion, -h), velocityAfter(motion, -h)))
                / (2 * h);
        assertThat(power).as("seed %s", seed).isCloseTo(rate, within(1e-6 * (1 + Math.abs(power))));
    }

    /** Without friction and under no effort, the energy stays what it is. */
    @ParameterizedTest
    @MethodSource("robotsAndSeeds")
    void energyIsConserved(ParallelRobot any, long seed) {
        ParallelRobot robot = any.withoutFriction();
        RandomPlatformMotion motion = new RandomPlatformMotion(robot, seed);
        PlatformRun run = new PlatformRun(robot);
        run.start(motion.pose, motion.velocity);
        double before = energy(robot, run.pose(), run.velocity());
        run.advance(new double[robot.actuatorCount()], 0.05, 100);
        double after = energy(robot, run.pose(), run.velocity());
        assertThat(after).as("seed %s", seed).isCloseTo(before, within(1e-9 * (1 + Math.abs(before))));
        // and it did go somewhere
        assertThat(run.velocity()).isNotEqualTo(motion.velocity);
    }

    @ParameterizedTest
    @MethodSource("robotsAndSeeds")
    void directDynamicsUndoesInverseDynamics(ParallelRobot robot, long seed) {
        RandomPlatformMotion motion = new RandomPlatformMotion(robot, seed);
        Wrench applied = new Wrench(new Vector3(3, -5, 7), new Vector3(0.4, 0.1, -0.6));
        double[] efforts = new double[robot.actuatorCount()];
        new ParallelInverseDynamics(robot).compute(motion.pose, motion.velocity, motion.acceleration, applied, efforts);
        double[] acceleration = new double[robot.freedoms().count()];
        new ParallelForwardDynamics(robot).compute(motion.pose, motion.velocity, efforts, applied, acceleration);
        Agreement.check("acceleration, seed " + seed, acceleration, motion.acceleration, 1e-10);
    }

    /** Velocities and accelerations of all leg joints are the derivatives of their coordinates. */
    @ParameterizedTest
    @MethodSource("robotsAndSeeds")
    void legsFollowThePlatform(ParallelRobot robot, long seed) {
        RandomPlatformMotion motion = new RandomPlatformMotion(robot, seed);
        ParallelKinematics kinematics = new ParallelKinematics(robot);
        double h = 1e-4;
        for (int i = 0; i < robot.legs().size(); i++) {
            int n = robot.legs().get(i).model().jointCount();
            double[] before = new double[n];
            double[] at = new double[n];
            double[] after = new double[n];
            double[] rate = new double[n];
            double[] second = new double[n];
            kinematics.compute(moved(robot, motion, -h));
            kinematics.legCoordinates(i, before);
            kinematics.compute(moved(robot, motion, h));
            kinematics.legCoordinates(i, after);
            kinematics.compute(motion.pose, motion.velocity, motion.acceleration);
            kinematics.legCoordinates(i, at);
            kinematics.legVelocities(i, rate);
            kinematics.legAccelerations(i, second);
            for (int j = 0; j < n; j++) {
                assertThat(rate[j]).isCloseTo((after[j] - before[j]) / (2 * h), within(1e-5));
                assertThat(second[j])
                        .isCloseTo(
                                (after[j] - 2 * at[j] + before[j]) / (h * h),
                                within(1e-4 * (10 + Math.abs(second[j]))));
            }
        }
    }

    /** A force on the platform is carried by efforts that do the opposite work in every motion. */
    @ParameterizedTest
    @MethodSource("robotsAndSeeds")
    void effortsBalanceWhatIsAppliedByVirtualWork(ParallelRobot robot, long seed) {
        RandomPlatformMotion motion = new RandomPlatformMotion(robot, seed);
        Wrench applied = new Wrench(new Vector3(30, -50, 70), new Vector3(4, 1, -6));
        double[] loaded = new double[robot.actuatorCount()];
        ParallelInverseDynamics dynamics = new ParallelInverseDynamics(robot);
        dynamics.compute(motion.pose, motion.velocity, motion.acceleration, applied, loaded);
        double[] free = motion.efforts(robot);
        double[] rates = new double[robot.actuatorCount()];
        dynamics.kinematics().actuatorVelocities(rates);
        double work = 0;
        for (int i = 0; i < rates.length; i++) {
            work += (loaded[i] - free[i]) * rates[i];
        }
        double[] twist = new double[6];
        robot.freedoms().expand(motion.velocity, twist);
        double outside = applied.force().dot(new Vector3(twist[0], twist[1], twist[2]))
                + applied.moment().dot(new Vector3(twist[3], twist[4], twist[5]));
        assertThat(work).isCloseTo(-outside, within(1e-10 * (1 + Math.abs(outside))));
    }

    /** J_p ẋ from the actuators and back. */
    @ParameterizedTest
    @MethodSource("robotsAndSeeds")
    void jacobianIsTheInverseOfTheInverseJacobian(ParallelRobot robot, long seed) {
        RandomPlatformMotion motion = new RandomPlatformMotion(robot, seed);
        ParallelKinematics kinematics = new ParallelKinematics(robot);
        kinematics.compute(motion.pose, motion.velocity);
        int m = robot.freedoms().count();
        int n = robot.actuatorCount();
        double[] rates = new double[n];
        kinematics.actuatorVelocities(rates);
        double[] forward = new double[m * n];
        kinematics.jacobian(forward);
        double[] velocity = new double[m];
        for (int k = 0; k < m; k++) {
            for (int i = 0; i < n; i++) {
                velocity[k] += forward[k * n + i] * rates[i];
            }
        }
        Agreement.check("velocity, seed " + seed, velocity, motion.velocity, 1e-11);
    }

    /** The forces that the legs exert on the platform are all that moves it. */
    @Test
    void legForcesMakeThePlatformMove() {
        ParallelRobot robot = GoldenStewart.robot();
        RandomPlatformMotion motion = new RandomPlatformMotion(robot, 8);
        ParallelInverseDynamics dynamics = new ParallelInverseDynamics(robot);
        dynamics.compute(motion.pose, motion.velocity, motion.acceleration, new double[6]);
        Wrench sum = Wrench.ZERO;
        for (int i = 0; i < 6; i++) {
            Vector3 arm = motion.pose
                    .rotation()
                    .apply(robot.legs().get(i).platformFromTip().position());
            Vector3 force = dynamics.forceOnPlatform(i);
            sum = sum.plus(new Wrench(force, arm.cross(force)));
        }
        double[] expected = new double[6];
        dynamics.platformWrench(expected);
        Agreement.check("force", sum.force().toArray(), Arrays.copyOf(expected, 3), 1e-11);
        Agreement.check("moment", sum.moment().toArray(), Arrays.copyOfRange(expected, 3, 6), 1e-11);
    }

    /** A platform lifted straight and put down again: what the drives of a frictionless robot do adds up to nothing. */
    @ParameterizedTest
    @MethodSource("robotsAndSeeds")
    void workAlongAClosedTrajectoryIsZero(ParallelRobot any, long seed) {
        ParallelRobot robot = any.withoutFriction();
        double reach = 0.01 * seed;
        PlatformTrajectory trajectory = (t, velocity, acceleration) -> {
            Arrays.fill(velocity, 0);
            Arrays.fill(acceleration, 0);
            velocity[1] = reach * Math.PI * Math.sin(2 * Math.PI * t);
            acceleration[1] = 2 * reach * Math.PI * Math.PI * Math.cos(2 * Math.PI * t);
            double y = reach * (1 - Math.cos(2 * Math.PI * t)) / 2;
            return new Pose(robot.home().rotation(), robot.home().position().plus(new Vector3(0, y, 0)));
        };
        // the trapezoidal rule is exact for smooth periodic functions but for rounding
        int samples = 64;
        double[] times = new double[samples];
        for (int k = 0; k < samples; k++) {
            times[k] = k / (double) samples;
        }
        double[][] efforts = new ParallelInverseDynamics(robot).along(trajectory, times);
        ParallelKinematics kinematics = new ParallelKinematics(robot);
        double work = 0;
        double size = 0;
        double[] velocity = new double[robot.freedoms().count()];
        double[] rates = new double[robot.actuatorCount()];
        for (int k = 0; k < samples; k++) {
            Pose pose = trajectory.at(times[k], velocity, new double[velocity.length]);
            kinematics.compute(pose, velocity);
            kinematics.actuatorVelocities(rates);
            for (int i = 0; i < rates.length; i++) {
                work += efforts[k][i] * rates[i] / samples;
                size += Math.abs(efforts[k][i] * rates[i]) / samples;
            }
        }
        assertThat(size).isPositive();
        assertThat(work).as("seed %s", seed).isCloseTo(0, within(1e-10 * size));
    }

    /** Of all efforts that make the same motion, those of four arms have the least norm. */
    @Test
    void moreActuatorsThanFreedomsShareByLeastNorm() {
        ParallelRobot robot = PlanarRobots.fourArms();
        RandomPlatformMotion motion = new RandomPlatformMotion(robot, 4);
        double[] efforts = motion.efforts(robot);
        ParallelKinematics kinematics = new ParallelKinematics(robot);
        kinematics.compute(motion.pose);
        double[] rows = new double[12];
        kinematics.inverseJacobian(rows);
        // perpendicular to the efforts that cancel each other: Γ = J_p⁻¹ y for some y, so Γ = J_p⁻¹ J_p Γ
        double[] forward = new double[12];
        kinematics.jacobian(forward);
        double[] back = new double[4];
        for (int i = 0; i < 4; i++) {
            for (int k = 0; k < 3; k++) {
                for (int j = 0; j < 4; j++) {
                    back[i] += rows[i * 3 + k] * forward[k * 4 + j] * efforts[j];
                }
            }
        }
        Agreement.check("efforts", back, efforts, 1e-11);
    }

    private static double[] velocityAfter(RandomPlatformMotion motion, double h) {
        double[] velocity = motion.velocity.clone();
        for (int k = 0; k < velocity.length; k++) {
            velocity[k] += h * motion.acceleration[k];
        }
        return velocity;
    }

    /** The pose after a short time, to second order. */
    private static Pose moved(ParallelRobot robot, RandomPlatformMotion motion, double h) {
        double[] step = new double[motion.velocity.length];
        for (int k = 0; k < step.length; k++) {
            step[k] = h * motion.velocity[k] + h * h / 2 * motion.acceleration[k];
        }
        double[] twist = new double[6];
        robot.freedoms().expand(step, twist);
        Vector3 turn = new Vector3(twist[3], twist[4], twist[5]);
        Rotation rotation = turn.norm() == 0 ? Rotation.IDENTITY : Rotation.about(turn, turn.norm());
        return new Pose(
                rotation.times(motion.pose.rotation()),
                motion.pose.position().plus(new Vector3(twist[0], twist[1], twist[2])));
    }

    /** Kinetic and potential energy, body by body. */
    static double energy(ParallelRobot robot, Pose pose, double[] velocity) {
        ParallelKinematics kinematics = new ParallelKinematics(robot);
        kinematics.compute(pose, velocity);
        double[] v = new double[6];
        robot.freedoms().expand(velocity, v);
        Twist twist = new Twist(new Vector3(v[0], v[1], v[2]), new Vector3(v[3], v[4], v[5]));
        double sum = energy(robot.platform(), pose, twist, robot.gravity());
        for (int i = 0; i < robot.legs().size(); i++) {
            RobotModel leg = robot.legs().get(i).model();
            double[] q = new double[leg.jointCount()];
            double[] qd = new double[leg.jointCount()];
            kinematics.legCoordinates(i, q);
            kinematics.legVelocities(i, qd);
            Kinematics bodies = new Kinematics(leg);
            bodies.compute(q, qd);
            for (Body body : leg.bodies()) {
                int index = leg.bodyIndex(body.name());
                sum += energy(
                        body.inertia(), bodies.worldFromBody(index), bodies.velocityInWorld(index), leg.gravity());
            }
            for (int j = 0; j < qd.length; j++) {
                sum += leg.movingJoints().get(j).drive().reflectedInertia() * qd[j] * qd[j] / 2;
            }
        }
        return sum;
    }

    private static double energy(SpatialInertia inertia, Pose pose, Twist twist, Vector3 gravity) {
        Vector3 arm = pose.rotation().apply(inertia.centerOfMass());
        Vector3 v = twist.linear().plus(twist.angular().cross(arm));
        Vector3 spin = pose.rotation().inverse().apply(twist.angular());
        return inertia.mass() * v.dot(v) / 2
                + spin.dot(inertia.tensorAboutCenter().times(spin)) / 2
                - inertia.mass() * gravity.dot(pose.position().plus(arm));
    }
}
