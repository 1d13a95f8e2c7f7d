package dev.catena.mechanism;

import static org.assertj.core.api.Assertions.assertThat;

import dev.catena.drive.ElasticCoordinates;
import dev.catena.kinematics.BaseMotion;
import dev.catena.kinematics.Kinematics;
import dev.catena.model.CutJoint;
import dev.catena.model.CutKind;
import dev.catena.model.Drive;
import dev.catena.model.Joint;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Rotation;
import dev.catena.model.Spring;
import dev.catena.model.Vector3;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.CoupledRobots;
import dev.catena.testkit.RandomNumbers;
import dev.catena.testkit.RandomRobots;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Robots on one foot whose joints follow others, some of which are behind springs, against differences of eighth order. */
class CoupledElasticContactTest {
    private static final Pose PLACE = new Pose(Rotation.fromRollPitchYaw(0.3, -0.2, 0.5), new Vector3(0.1, 0.4, 0.7));
    private static final double[] WEIGHTS = {4.0 / 5, -1.0 / 5, 4.0 / 105, -1.0 / 280};

    private static RobotModel robot(long seed) {
        RobotModel tree = RandomRobots.tree(seed, 9)
                .prismaticShare(0.2)
                .baseInertia()
                .bodyFrames()
                .build();
        RobotModel coupled = CoupledRobots.couple(tree, seed, 0.4);
        assertThat(coupled.coupledJoints()).isNotEmpty();
        RandomNumbers random = new RandomNumbers(seed);
        RobotModelBuilder builder = coupled.toBuilder();
        for (Joint joint : coupled.movingJoints()) {
            if (coupled.couplingOf(joint.name()).isEmpty()) {
                Drive drive = Drive.reflected(random.between(0.2, 0.5));
                boolean leads = coupled.coupledJoints().stream()
                        .anyMatch(other -> coupled.couplingOf(other.name())
                                .orElseThrow()
                                .leader()
                                .equals(joint.name()));
                builder.replace(joint.with(leads ? drive.with(new Spring(random.between(100, 300), 0.05)) : drive));
            }
        }
        return builder.build().withFloatingBase();
    }

    /** The last body is the foot. */
    private static Pose baseFromFoot(RobotModel robot, double[] q) {
        Kinematics kinematics = new Kinematics(robot);
        kinematics.compute(new BaseMotion(), q, null, null, null);
        return kinematics.worldFromBody(robot.bodies().size() - 1);
    }

    private static List<CutJoint> foot(RobotModel robot, CutKind kind, double[] q) {
        int body = robot.bodies().size() - 1;
        return List.of(CutJoint.contact(
                "foot",
                kind,
                PLACE.times(baseFromFoot(robot, q)),
                robot.bodies().get(body).name(),
                Pose.IDENTITY));
    }

    private static double[] moved(double[] x, double by, double[] direction) {
        double[] moved = x.clone();
        for (int k = 0; k < x.length; k++) {
            moved[k] += by * direction[k];
        }
        return moved;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 4})
    void accelerationsByJointsMotorsAndTorques(long seed) {
        RobotModel robot = robot(seed);
        int n = robot.jointCount();
        int size = new ElasticCoordinates(robot).size();
        RandomNumbers random = new RandomNumbers(seed + 7);
        double[][] state = {random.vector(size, 1), random.vector(size, 1), random.vector(n, 5)};
        List<CutJoint> foot = foot(robot, CutKind.SPHERICAL, Arrays.copyOf(state[0], n));
        BaseMotion base = new BaseMotion();
        base.pose(PLACE);
        base.velocityInBase(new Vector3(0.3, 0.1, -0.4), new Vector3(0.5, -0.2, 0.3));
        int w = 6 + size;
        double[][] m = {new double[w * w], new double[w * w], new double[w * n]};
        ContactSensitivity.withFreeMotors(robot, foot)
                .acceleration(base, state[0], state[1], state[2], null, m[0], m[1], m[2]);
        ElasticConstrainedForwardDynamics dynamics = new ElasticConstrainedForwardDynamics(robot, foot);
        for (int variable = 0; variable < 3; variable++) {
            double[] direction = random.vector(state[variable].length, 1);
            double[] slope = new double[w];
            for (int k = -4; k <= 4; k++) {
                double step = 2e-3 * k;
                double[][] varied = state.clone();
                varied[variable] = moved(state[variable], step, direction);
                double[] a = new double[6];
                double[] xdd = new double[size];
                dynamics.computeFloating(base, varied[0], varied[1], varied[2], null, a, xdd);
                double weight = k == 0 ? 0 : Math.signum(k) * WEIGHTS[Math.abs(k) - 1] / 2e-3;
                for (int i = 0; i < w; i++) {
                    slope[i] += weight * (i < 6 ? a[i] : xdd[i - 6]);
                }
            }
            int columns = variable < 2 ? w : n;
            double[] found = new double[w];
            for (int i = 0; i < w; i++) {
                for (int j = 0; j < direction.length; j++) {
                    found[i] += m[variable][i * columns + columns - direction.length + j] * direction[j];
                }
            }
            Agreement.check("seed %s, variable %s".formatted(seed, variable), found, slope, 1e-8);
        }
    }

    /** On one flat foot every motion of the joints keeps it. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 4})
    void ratesAlongAMotion(long seed) {
        RobotModel robot = robot(seed);
        int n = robot.jointCount();
        int size = new ElasticCoordinates(robot).size();
        RandomNumbers random = new RandomNumbers(seed + 3);
        double[][] start = new double[6][];
        Arrays.setAll(start, d -> random.vector(n, 1));
        List<CutJoint> foot = foot(robot, CutKind.FIXED, start[0]);
        ElasticContactFeedForward feedForward = ElasticContactFeedForward.withRates(robot, foot);
        double[][] x = new double[3][size];
        double[] torque = new double[n];
        double[][] slope = new double[3][];
        slope[0] = new double[size];
        slope[1] = new double[size];
        slope[2] = new double[n];
        Pose world = PLACE.times(baseFromFoot(robot, start[0]));
        for (int k = -4; k <= 4; k++) {
            double[][] motion = at(start, 2e-3 * k);
            BaseMotion base = new BaseMotion();
            base.pose(world.times(baseFromFoot(robot, motion[0]).inverse()));
            feedForward.compute(base, motion, null, null, x[0], x[1], x[2], torque);
            double weight = k == 0 ? 0 : Math.signum(k) * WEIGHTS[Math.abs(k) - 1] / 2e-3;
            double[][] now = {x[0], x[1], torque};
            for (int d = 0; d < 3; d++) {
                for (int i = 0; i < now[d].length; i++) {
                    slope[d][i] += weight * now[d][i];
                }
            }
        }
        BaseMotion base = new BaseMotion();
        base.pose(PLACE);
        feedForward.compute(base, start, null, null, x[0], x[1], x[2], torque);
        double[] rates = new double[n];
        feedForward.torqueRates(rates);
        Agreement.check("velocities of motors", x[1], slope[0], 1e-8);
        Agreement.check("accelerations of motors", x[2], slope[1], 1e-8);
        Agreement.check("rates of torques", rates, slope[2], 1e-8);
    }

    /** A polynomial of fifth degree with all its derivatives. */
    private static double[][] at(double[][] derivatives, double time) {
        double[][] moved = new double[derivatives.length][derivatives[0].length];
        for (int d = 0; d < moved.length; d++) {
            double factor = 1;
            for (int k = d; k < derivatives.length; k++) {
                for (int i = 0; i < moved[d].length; i++) {
                    moved[d][i] += factor * derivatives[k][i];
                }
                factor *= time / (k - d + 1);
            }
        }
        return moved;
    }
}
