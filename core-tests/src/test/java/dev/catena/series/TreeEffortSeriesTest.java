package dev.catena.series;

import static org.assertj.core.api.Assertions.assertThat;

import dev.catena.dynamics.ExternalWrenches;
import dev.catena.model.Drive;
import dev.catena.model.Friction;
import dev.catena.model.Joint;
import dev.catena.model.JointGeometry;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Vector3;
import dev.catena.sensitivity.TorqueCurvature;
import dev.catena.sensitivity.TorqueSensitivity;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.Allocations;
import dev.catena.testkit.CoupledRobots;
import dev.catena.testkit.RandomDrives;
import dev.catena.testkit.RandomNumbers;
import dev.catena.testkit.RandomRobots;
import dev.catena.testkit.Taylor;
import dev.catena.textbook.Dual;
import dev.catena.textbook.Load;
import dev.catena.textbook.Motion;
import dev.catena.textbook.NewtonEuler;
import dev.catena.textbook.Real;
import dev.catena.textbook.TextbookRobot;
import dev.catena.textbook.Vector;
import dev.catena.textbook.WorldKinematics;
import dev.catena.textbook.Wrench;
import dev.catena.tree.AppliedWrenches;
import dev.catena.tree.MovingTree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Efforts of trees as series: derivatives, first and second, against the textbook on series of nested dual numbers. */
class TreeEffortSeriesTest {
    static final int ORDER = 3;

    static RobotModel robot(long seed) {
        RobotModel bare = RandomRobots.tree(seed, 2 + (int) (seed % 4))
                .prismaticShare(0.3)
                .fixedShare(0.2)
                .friction()
                .build();
        return smooth(RandomDrives.anywhere(bare, seed));
    }

    private static RobotModel smooth(RobotModel robot) {
        RobotModelBuilder builder = robot.toBuilder();
        for (Joint joint : robot.movingJoints()) {
            builder.replace(joint.with(joint.friction().smoothed(0.7)));
        }
        return builder.build();
    }

    static double[][] motion(int n, long seed) {
        RandomNumbers random = new RandomNumbers(seed);
        double[][] motion = new double[ORDER + 3][];
        for (int d = 0; d < motion.length; d++) {
            motion[d] = random.vector(n, 1);
        }
        return motion;
    }

    /** Gyroscopic rotors of rigid drives on any body, friction, and wrenches in axes of a body and of the world. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void agreesWithTheTextbook(long seed) {
        RobotModel robot = robot(seed);
        int n = robot.jointCount();
        int tip = robot.bodies().size() - 1;
        RandomNumbers random = new RandomNumbers(seed + 100);
        Vector3[] load = {random.vector3(3), random.vector3(2), random.vector3(3), random.vector3(2)};
        ExternalWrenches wrenches =
                new ExternalWrenches(robot).inBody(tip, load[0], load[1]).inWorld(tip, load[2], load[3]);
        TreeEffortSeries series = new TreeEffortSeries(new MovingTree(robot), ORDER, AppliedWrenches.of(wrenches));
        double[][] x = motion(n, seed);
        series.compute(x);
        double[] a = random.vector(3 * n, 1);
        double[] b = random.vector(3 * n, 1);
        double[] lambda = random.vector(n * (ORDER + 1), 1);
        double[] second = new double[9 * n * n * (ORDER + 1)];
        series.curvature(lambda, second);

        List<Taylor<Dual<Dual<Real>>>> efforts = textbook(robot, x, a, b, load, tip);
        check(series, efforts, a, b, lambda, second);
    }

    /** Joints on the base moved by what costs no digits. */
    static RobotModel moved(RobotModel robot, Vector3 by) {
        RobotModelBuilder builder = robot.toBuilder();
        for (Joint joint : robot.joints()) {
            JointGeometry at = joint.geometry();
            if (joint.parent().equals(robot.base().name())) {
                Pose there = new Pose(
                        at.parentFromJoint().rotation(),
                        at.parentFromJoint().position().plus(by));
                builder.replace(joint.with(new JointGeometry(there, at.axisInJoint(), at.jointFromBody())));
            }
        }
        return builder.build();
    }

    /** Everything that a series has, one after the other. */
    static double[] all(EffortSeries series, double[][] x, double[] lambda) {
        int n = series.size();
        double[] second = new double[9 * n * n * (ORDER + 1)];
        series.compute(x);
        series.curvature(lambda, second);
        return Stream.of(series.efforts(), series.slopes(0), series.slopes(1), series.slopes(2), second)
                .flatMapToDouble(Arrays::stream)
                .toArray();
    }

    /** It makes no difference where a robot is bolted to the world. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void farFromTheBase(long seed) {
        RobotModel near = robot(seed);
        double far = 1024 * Math.pow(2, (double) seed);
        RobotModel there = moved(near, new Vector3(far, -2 * far, far));
        double[][] x = motion(near.jointCount(), seed);
        double[] lambda = new RandomNumbers(seed).vector(near.jointCount() * (ORDER + 1), 1);
        Agreement.check("all", all(loaded(there), x, lambda), all(loaded(near), x, lambda), 1e-11);
    }

    private static TreeEffortSeries loaded(RobotModel robot) {
        int tip = robot.bodies().size() - 1;
        ExternalWrenches wrenches = new ExternalWrenches(robot)
                .inBody(tip, new Vector3(1, 2, -3), new Vector3(0.4, -0.2, 0.3))
                .inWorld(tip, new Vector3(-2, 1, 2), new Vector3(0.3, 0.5, -0.7));
        return new TreeEffortSeries(new MovingTree(robot), ORDER, AppliedWrenches.of(wrenches));
    }

    /** Nor how long a boom at rest is that carries a robot. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void atTheEndOfABoom(long seed) {
        RobotModel robot = RandomRobots.chain(seed, 5).prismaticShare(0.3).build();
        int n = robot.jointCount();
        int terms = ORDER + 1;
        double[][] x = motion(n, seed);
        for (int d = 1; d < x.length; d++) {
            x[d][0] = 0;
        }
        double[] lambda = new RandomNumbers(seed).vector(n * terms, 1);
        Arrays.fill(lambda, 0, terms, 0);
        double far = 1024 * Math.pow(2, (double) seed);
        Joint second = robot.movingJoints().get(1);
        JointGeometry at = second.geometry();
        Pose there = new Pose(
                at.parentFromJoint().rotation(), at.parentFromJoint().position().plus(new Vector3(far, -2 * far, far)));
        RobotModel boom = robot.toBuilder()
                .replace(second.with(new JointGeometry(there, at.axisInJoint(), at.jointFromBody())))
                .build();
        double[] found = all(new TreeEffortSeries(new MovingTree(boom), ORDER, null), x, lambda);
        double[] expected = all(new TreeEffortSeries(new MovingTree(robot), ORDER, null), x, lambda);
        for (int e = 0; e < found.length; e++) {
            int entry = e / terms;
            boolean isOfBoom = entry < n
                    ? entry == 0
                    : entry < n + 3 * n * n
                            ? (entry - n) / n % n == 0 || (entry - n) % n == 0
                            : (entry - n - 3 * n * n) / (3 * n) % n == 0 || (entry - n - 3 * n * n) % n == 0;
            if (!isOfBoom) {
                Agreement.check("entry " + entry, found[e], expected[e], 1e-11 * (1 + Math.abs(expected[e])));
            }
        }
    }

    static void check(
            EffortSeries series,
            List<Taylor<Dual<Dual<Real>>>> efforts,
            double[] a,
            double[] b,
            double[] lambda,
            double[] second) {
        int n = series.size();
        int terms = series.order() + 1;
        double[] values = new double[n * terms];
        double[] along = new double[n * terms];
        double[] twice = new double[terms];
        double[] expectedValues = new double[n * terms];
        double[] expectedAlong = new double[n * terms];
        double[] expectedTwice = new double[terms];
        for (int e = 0; e < n * terms; e++) {
            int row = e / terms;
            int d = e % terms;
            values[e] = series.efforts()[e];
            for (int k = 0; k < 3 * n; k++) {
                along[e] += series.slopes(k / n)[(row * n + k % n) * terms + d] * a[k];
            }
            Dual<Dual<Real>> exact = efforts.get(row).c().get(d);
            expectedValues[e] = exact.value();
            expectedAlong[e] = exact.real().derivative().value();
            for (int i = 0; i + d < terms; i++) {
                expectedTwice[i + d] += lambda[row * terms + i]
                        * exact.derivative().derivative().value();
            }
        }
        for (int i = 0; i < 3 * n; i++) {
            for (int k = 0; k < 3 * n; k++) {
                for (int d = 0; d < terms; d++) {
                    twice[d] += a[i] * second[(i * 3 * n + k) * terms + d] * b[k];
                    Agreement.check(
                            "symmetry",
                            second[(i * 3 * n + k) * terms + d],
                            second[(k * 3 * n + i) * terms + d],
                            1e-9 * (1 + Math.abs(second[(i * 3 * n + k) * terms + d])));
                }
            }
        }
        Agreement.check("efforts", values, expectedValues, 1e-12);
        Agreement.check("first derivatives", along, expectedAlong, 1e-11);
        Agreement.check("second derivatives", twice, expectedTwice, 1e-11);
    }

    static Taylor<Dual<Dual<Real>>> constant(double y) {
        return Taylor.constant(Dual.constant(Dual.of(y, 0)), ORDER);
    }

    private static Vector<Taylor<Dual<Dual<Real>>>> constant(Vector3 v) {
        return Vector.of(v, TreeEffortSeriesTest::constant);
    }

    /** Position, velocity and acceleration, which are varied in two directions, alike at all times. */
    static List<List<Taylor<Dual<Dual<Real>>>>> varied(double[][] x, double[] a, double[] b) {
        List<List<Taylor<Dual<Dual<Real>>>>> varied = new ArrayList<>();
        int n = x[0].length;
        for (int o = 0; o < 3; o++) {
            List<Taylor<Dual<Dual<Real>>>> list = new ArrayList<>();
            for (int k = 0; k < n; k++) {
                List<Dual<Dual<Real>>> derivatives = new ArrayList<>();
                for (int d = 0; d <= ORDER; d++) {
                    boolean first = d == 0;
                    derivatives.add(new Dual<>(
                            Dual.of(x[o + d][k], first ? a[o * n + k] : 0), Dual.of(first ? b[o * n + k] : 0, 0)));
                }
                list.add(Taylor.ofDerivatives(derivatives));
            }
            varied.add(list);
        }
        return varied;
    }

    private static List<Taylor<Dual<Dual<Real>>>> textbook(
            RobotModel robot, double[][] x, double[] a, double[] b, Vector3[] load, int tip) {
        TextbookRobot<Taylor<Dual<Dual<Real>>>> book = TextbookRobot.of(robot, TreeEffortSeriesTest::constant);
        List<List<Taylor<Dual<Dual<Real>>>>> varied = varied(x, a, b);
        Motion<Taylor<Dual<Dual<Real>>>> motion = Motion.of(book, varied.get(0), varied.get(1), varied.get(2));
        if (load.length > 0) {
            var turned = new WorldKinematics<>(book, motion).worldFromBody(tip).rotation();
            Vector<Taylor<Dual<Dual<Real>>>> force = constant(load[0]).plus(turned.transposeTimes(constant(load[2])));
            Vector<Taylor<Dual<Dual<Real>>>> moment = constant(load[1]).plus(turned.transposeTimes(constant(load[3])));
            motion = motion.withLoads(Map.of(tip, Load.constant(new Wrench<>(force, moment))));
        }
        return new NewtonEuler<>(book, motion).torques();
    }

    /** Joints that follow others, or motors of elastic joints that turn on their own: at a moment, those of the matrices of core. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void agreesWithMatricesOfCore(long seed) {
        RobotModel drawn = robot(seed + 2);
        RobotModel robot =
                seed % 2 == 0 ? CoupledRobots.couple(drawn.withoutSprings(), seed, 0.4) : withoutMotorTerms(drawn);
        int n = robot.jointCount() + robot.elasticJoints().size();
        MovingTree tree = MovingTree.withFreeMotors(robot);
        TreeEffortSeries series = new TreeEffortSeries(tree, ORDER, null);
        double[][] x = motion(n, seed);
        series.compute(x);
        double[][] first = new double[3][n * n];
        TorqueSensitivity.withFreeMotors(robot).compute(x[0], x[1], x[2], first[0], first[1], first[2]);
        for (int m = robot.jointCount(); m < n; m++) {
            int joint = tree.elastic[m - robot.jointCount()];
            var rotor = robot.movingJoints().get(joint).drive().rotor();
            if (rotor != null) {
                first[2][m * n + m] -= rotor.gearRatio() * rotor.gearRatio() * rotor.inertia();
            }
        }
        double[] multipliers = new RandomNumbers(seed).vector(n, 1);
        double[] second = new double[9 * n * n];
        TorqueCurvature.withFreeMotors(robot).compute(x[0], x[1], x[2], multipliers, second);
        double[] lambda = new double[n * (ORDER + 1)];
        for (int k = 0; k < n; k++) {
            lambda[k * (ORDER + 1)] = multipliers[k];
        }
        double[] all = new double[9 * n * n * (ORDER + 1)];
        series.curvature(lambda, all);
        for (int o = 0; o < 3; o++) {
            Agreement.check("first derivatives " + o, atOnce(series.slopes(o)), first[o], 1e-11);
        }
        Agreement.check("second derivatives", atOnce(all), second, 1e-11);
    }

    private static RobotModel withoutMotorTerms(RobotModel robot) {
        RobotModelBuilder builder = robot.toBuilder();
        for (Joint joint : robot.movingJoints()) {
            Drive d = joint.drive();
            if (d.isElastic()) {
                builder.replace(joint.with(new Drive(0, d.rotor(), d.spring(), Friction.NONE)));
            }
        }
        return builder.build();
    }

    private static double[] atOnce(double[] series) {
        double[] first = new double[series.length / (ORDER + 1)];
        for (int k = 0; k < first.length; k++) {
            first[k] = series[k * (ORDER + 1)];
        }
        return first;
    }

    @Test
    void nothingIsAllocated() {
        RobotModel robot = robot(5);
        int n = robot.jointCount();
        TreeEffortSeries tree = new TreeEffortSeries(new MovingTree(robot), ORDER, null);
        FloatingEffortSeries floating = new FloatingEffortSeries(new MovingTree(robot.withFloatingBase()), ORDER);
        double[][] x = motion(n, 3);
        double[] lambda = new double[n * (ORDER + 1)];
        double[] second = new double[9 * n * n * (ORDER + 1)];
        for (EffortSeries series : List.of(tree, floating)) {
            assertThat(Allocations.bytes(() -> {
                        series.compute(x);
                        series.curvature(lambda, second);
                    }))
                    .isZero();
        }
    }
}
