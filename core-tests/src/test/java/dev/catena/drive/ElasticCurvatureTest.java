package dev.catena.drive;

import dev.catena.kinematics.BaseMotion;
import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.sensitivity.TorqueCurvature;
import dev.catena.sensitivity.TorqueSensitivity;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.ExplicitMotors;
import dev.catena.testkit.RandomDrives;
import dev.catena.testkit.RandomMotion;
import dev.catena.testkit.RandomNumbers;
import dev.catena.testkit.RandomRobots;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Second derivatives of elastic drives against those of a plain tree in which every motor is a body. */
class ElasticCurvatureTest {
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void agreesWithMotorsAsBodies(long seed) {
        RobotModel robot = RandomDrives.anywhere(
                RandomRobots.tree(seed, 1 + (int) seed)
                        .prismaticShare(0.3)
                        .friction()
                        .build(),
                seed);
        RandomMotion motion = RandomMotion.of(robot, seed).withMovingBase(seed).withLoads(seed);
        ElasticCurvature curvature = new ElasticCurvature(smooth(robot));
        ElasticCoordinates coordinates = curvature.coordinates();
        int size = coordinates.size();
        RandomNumbers random = new RandomNumbers(seed);
        double[] q = random.vector(size, 2);
        double[] qd = random.vector(size, 2);
        double[] qdd = random.vector(size, 2);
        double[] lambda = random.vector(robot.jointCount(), 1);
        double[] actual = new double[9 * size * size];
        RandomMotion loads = new RandomMotion(
                curvature.coordinates().model(),
                motion.q(),
                motion.qd(),
                motion.qdd(),
                motion.qddd(),
                motion.base(),
                motion.loads());
        curvature.compute(loads.baseMotion(), q, qd, qdd, loads.wrenches(), lambda, actual);

        ExplicitMotors motors = new ExplicitMotors(robot);
        RobotModel explicit = motors.explicit();
        double[][] map = map(robot, explicit, coordinates);
        int all = explicit.jointCount();
        double[] multipliers = new double[size];
        for (Joint joint : robot.movingJoints()) {
            multipliers[coordinates.motorOf(joint.name())] = lambda[robot.coordinate(joint.name())];
        }
        double[] ofExplicit = new double[9 * all * all];
        RandomMotion moved = motors.motion(motion, q, qd, qdd);
        new TorqueCurvature(explicit)
                .compute(
                        moved.baseMotion(),
                        moved.q(),
                        moved.qd(),
                        moved.qdd(),
                        moved.wrenches(),
                        times(map, multipliers),
                        ofExplicit);
        double[] expected = projected(map, ofExplicit, size);
        for (Joint joint : smooth(robot).movingJoints()) {
            int k = robot.coordinate(joint.name());
            int m = coordinates.motorOf(joint.name());
            int place = 3 * size + 1;
            expected[(size + m) * place] +=
                    lambda[k] * joint.drive().motorFriction().curvature(qd[m]);
            if (m == k) {
                expected[(size + k) * place] += lambda[k] * joint.friction().curvature(qd[k]);
            }
        }
        Agreement.check("second derivatives", actual, expected, 1e-10);
    }

    /** On a floating base: first, second derivatives and mass matrix, six numbers of the base before all others. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void floatingAgreesWithMotorsAsBodies(long seed) {
        RobotModel robot = RandomDrives.anywhere(
                        RandomRobots.tree(seed, 1 + (int) seed)
                                .prismaticShare(0.3)
                                .build(),
                        seed)
                .withFloatingBase();
        RandomMotion motion = RandomMotion.of(robot, seed).withMovingBase(seed).withLoads(seed);
        ElasticCurvature curvature = new ElasticCurvature(robot).copy();
        ElasticCoordinates coordinates = curvature.coordinates();
        int size = coordinates.size();
        int width = 6 + size;
        int n = robot.jointCount();
        RandomNumbers random = new RandomNumbers(seed);
        double[] q = random.vector(size, 2);
        double[] qd = random.vector(size, 2);
        double[] qdd = random.vector(size, 2);
        double[] lambda = random.vector(6 + n, 1);
        double[] actual = new double[9 * width * width];
        curvature.computeFloating(motion.baseMotion(), q, qd, qdd, motion.wrenches(), lambda, actual);

        ExplicitMotors motors = new ExplicitMotors(robot);
        RobotModel explicit = motors.explicit();
        double[][] map = withBase(map(robot, explicit, coordinates));
        int all = map.length;
        double[] multipliers = new double[width];
        int[] motorOf = new int[n];
        System.arraycopy(lambda, 0, multipliers, 0, 6);
        for (Joint joint : robot.movingJoints()) {
            int k = robot.coordinate(joint.name());
            motorOf[k] = coordinates.motorOf(joint.name());
            multipliers[6 + motorOf[k]] = lambda[6 + k];
        }
        RandomMotion moved = motors.motion(motion, q, qd, qdd);
        double[] ofExplicit = new double[9 * all * all];
        new TorqueCurvature(explicit)
                .computeFloating(
                        moved.baseMotion(),
                        moved.q(),
                        moved.qd(),
                        moved.qdd(),
                        moved.wrenches(),
                        times(map, multipliers),
                        ofExplicit);
        double[] expected = projected(map, ofExplicit, width);
        double[][] g = new double[3][all * all];
        new TorqueSensitivity(explicit)
                .computeFloating(
                        moved.baseMotion(),
                        moved.q(),
                        moved.qd(),
                        moved.qdd(),
                        moved.wrenches(),
                        List.of(),
                        g[0],
                        g[1],
                        g[2]);
        double[][] torque = new double[3][(6 + n) * width];
        new ElasticSensitivity(robot)
                .torqueFloating(motion.baseMotion(), q, qd, qdd, motion.wrenches(), torque[0], torque[1], torque[2]);
        for (int order = 0; order < 3; order++) {
            double[] rows = rows(map, g[order], motorOf);
            for (Joint joint : robot.movingJoints()) {
                int k = robot.coordinate(joint.name());
                int m = motorOf[k];
                int at = (6 + k) * width + 6;
                if (m != k && order == 0) {
                    double stiffness = coordinates.spring(m - n).stiffness();
                    rows[at + m] += stiffness;
                    rows[at + k] -= stiffness;
                } else if (order == 1) {
                    rows[at + m] += joint.drive().motorFriction().slope(qd[m]);
                } else if (order == 2) {
                    rows[at + m] += joint.drive().reflectedInertia();
                }
            }
            Agreement.check("first derivatives " + order, torque[order], rows, 1e-10);
        }
        for (Joint joint : robot.movingJoints()) {
            int k = robot.coordinate(joint.name());
            int m = motorOf[k];
            expected[(width + 6 + m) * (3 * width + 1)] +=
                    lambda[6 + k] * joint.drive().motorFriction().curvature(qd[m]);
        }
        Agreement.check("second derivatives", actual, expected, 1e-10);
    }

    /** Rows of base and drives of mapᵀ G map. */
    private static double[] rows(double[][] map, double[] g, int[] motorOf) {
        int width = map[0].length;
        double[] out = new double[(6 + motorOf.length) * width];
        for (int r = 0; r < 6 + motorOf.length; r++) {
            int row = r < 6 ? r : 6 + motorOf[r - 6];
            for (int c = 0; c < width; c++) {
                for (int i = 0; i < map.length; i++) {
                    for (int k = 0; map[i][row] != 0 && k < map.length; k++) {
                        out[r * width + c] += map[i][row] * g[i * map.length + k] * map[k][c];
                    }
                }
            }
        }
        return out;
    }

    private static double[][] withBase(double[][] map) {
        double[][] all = new double[6 + map.length][6 + map[0].length];
        for (int k = 0; k < 6; k++) {
            all[k][k] = 1;
        }
        for (int i = 0; i < map.length; i++) {
            System.arraycopy(map[i], 0, all[6 + i], 6, map[i].length);
        }
        return all;
    }

    /** A ẍ + ζ is what acts, and derivatives of accelerations undo those of torques. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void floatingEquationsOfMotionHold(long seed) {
        RobotModel robot = RandomDrives.anywhere(
                        RandomRobots.tree(seed, 1 + (int) seed).build(), seed)
                .withFloatingBase();
        RandomMotion motion = RandomMotion.of(robot, seed).withMovingBase(seed).withLoads(seed);
        ElasticMatrices matrices = new ElasticMatrices(robot).copy();
        ElasticCoordinates coordinates = matrices.coordinates();
        int size = coordinates.size();
        int width = 6 + size;
        int n = robot.jointCount();
        RandomNumbers random = new RandomNumbers(seed);
        double[] q = random.vector(size, 1);
        double[] qd = random.vector(size, 1);
        double[] tau = random.vector(n, 1);
        double[] a = new double[6];
        double[] qdd = new double[size];
        BaseMotion base = motion.baseMotion();
        new ElasticForwardDynamics(robot).computeFloating(base, q, qd, tau, motion.wrenches(), a, qdd);
        matrices.computeFloating(base, q, qd, motion.wrenches());
        double[] A = new double[width * width];
        double[] zeta = new double[width];
        matrices.inertia(A);
        matrices.bias(zeta);
        double[] links = new double[n * n];
        matrices.jointInertia(links);
        double[] sum = new double[width];
        double[] acting = new double[width];
        System.arraycopy(tau, 0, acting, 6, n);
        for (int e = 0; e < coordinates.motorCount(); e++) {
            int k = coordinates.jointOfMotor(e);
            acting[6 + k] = coordinates.effortOf(e, q);
            acting[6 + n + e] = tau[k];
        }
        for (int i = 0; i < width; i++) {
            sum[i] = zeta[i];
            for (int k = 0; k < width; k++) {
                sum[i] += A[i * width + k] * (k < 6 ? a[k] : qdd[k - 6]);
            }
        }
        Agreement.check("equations of motion", sum, acting, 1e-9);
        Agreement.check("links", links[0], A[6 * width + 6], 0);

        ElasticSensitivity sensitivity = new ElasticSensitivity(robot);
        double[][] byState = {new double[width * width], new double[width * width], new double[width * n]};
        sensitivity.accelerationFloating(base, q, qd, tau, motion.wrenches(), byState[0], byState[1], byState[2]);
        base.accelerationInBase(a[0], a[1], a[2], a[3], a[4], a[5]);
        double[][] torque = new double[3][(6 + n) * width];
        sensitivity.torqueFloating(base, q, qd, qdd, motion.wrenches(), torque[0], torque[1], torque[2]);
        for (int variable = 0; variable < 3; variable++) {
            int columns = variable == 2 ? n : width;
            double[] left = new double[(6 + n) * columns];
            double[] right = new double[(6 + n) * columns];
            for (int i = 0; i < 6 + n; i++) {
                for (int c = 0; c < columns; c++) {
                    for (int k = 0; k < width; k++) {
                        left[i * columns + c] += torque[2][i * width + k] * byState[variable][k * columns + c];
                    }
                    right[i * columns + c] = variable == 2 ? (i == 6 + c ? 1 : 0) : -torque[variable][i * width + c];
                }
            }
            Agreement.check("inverse " + variable, left, right, 1e-8);
        }
    }

    private static RobotModel smooth(RobotModel robot) {
        RobotModelBuilder builder = robot.toBuilder();
        robot.movingJoints()
                .forEach(joint -> builder.replace(joint.with(joint.friction().smoothed(0.7))));
        return builder.build();
    }

    /** How joints of the explicit robot move with [q; θ]. */
    private static double[][] map(RobotModel robot, RobotModel explicit, ElasticCoordinates coordinates) {
        double[][] map = new double[explicit.jointCount()][coordinates.size()];
        for (Joint joint : robot.movingJoints()) {
            map[explicit.coordinate(joint.name())][robot.coordinate(joint.name())] = 1;
            if (joint.drive().rotor() != null) {
                map[explicit.coordinate(joint.name() + " motor")][coordinates.motorOf(joint.name())] =
                        joint.drive().rotor().gearRatio();
            }
        }
        return map;
    }

    private static double[] times(double[][] map, double[] x) {
        double[] out = new double[map.length];
        for (int i = 0; i < out.length; i++) {
            for (int k = 0; k < x.length; k++) {
                out[i] += map[i][k] * x[k];
            }
        }
        return out;
    }

    private static double[] projected(double[][] map, double[] H, int size) {
        int all = map.length;
        double[] out = new double[9 * size * size];
        for (int a = 0; a < 3 * size; a++) {
            for (int b = 0; b < 3 * size; b++) {
                double sum = 0;
                for (int i = 0; i < all; i++) {
                    double left = map[i][a % size];
                    for (int k = 0; left != 0 && k < all; k++) {
                        sum += left * map[k][b % size] * H[(a / size * all + i) * 3 * all + b / size * all + k];
                    }
                }
                out[a * 3 * size + b] = sum;
            }
        }
        return out;
    }
}
