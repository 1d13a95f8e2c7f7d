package dev.catena.drive;

import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.sensitivity.TorqueCurvature;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.ExplicitMotors;
import dev.catena.testkit.RandomDrives;
import dev.catena.testkit.RandomMotion;
import dev.catena.testkit.RandomNumbers;
import dev.catena.testkit.RandomRobots;
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
