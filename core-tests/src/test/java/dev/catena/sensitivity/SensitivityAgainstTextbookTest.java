package dev.catena.sensitivity;

import dev.catena.dynamics.ForwardDynamics;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import dev.catena.sensitivity.AppliedLoad.Variable;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.Duals;
import dev.catena.testkit.RandomMotion;
import dev.catena.testkit.RandomRobots;
import dev.catena.textbook.Dual;
import dev.catena.textbook.ForceDerivatives;
import dev.catena.textbook.MassMatrixByInverseDynamics;
import dev.catena.textbook.Motion;
import dev.catena.textbook.NewtonEuler;
import dev.catena.textbook.Real;
import dev.catena.textbook.TextbookRobot;
import dev.catena.textbook.Vector;
import dev.catena.textbook.WorldKinematics;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** All derivatives against the recursions as printed, run on dual numbers, which know nothing of the formulas here. */
class SensitivityAgainstTextbookTest {
    private static final double TOLERANCE = 1e-11;

    /** Pairs of directions in which second derivatives are compared, all their entries together. */
    private static final int DIRECTIONS = 3;

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 20);
    }

    static LongStream fewSeeds() {
        return LongStream.rangeClosed(1, 9);
    }

    /** Robots with everything; every third motion on a resting base, every fourth without wrenches. */
    static RandomMotion motion(long seed) {
        RandomMotion motion = RandomMotion.of(RandomRobots.everything(seed, (int) seed), seed);
        motion = seed % 3 == 0 ? motion : motion.withMovingBase(seed);
        return seed % 4 == 0 ? motion : motion.withLoads(seed);
    }

    /** Every fifth motion without them. */
    private static List<StateLoad> loads(RandomMotion motion, long seed) {
        return seed % 5 == 0 ? List.of() : StateLoad.several(motion.model(), seed);
    }

    static List<AppliedLoad> applied(RandomMotion motion, List<StateLoad> loads) {
        return loads.stream()
                .map(load -> load.applied(motion.model(), motion.q(), motion.qd(), motion.qdd()))
                .toList();
    }

    static void setColumn(double[] matrix, int column, double[] values) {
        int columns = matrix.length / values.length;
        for (int row = 0; row < values.length; row++) {
            matrix[row * columns + column] = values[row];
        }
    }

    private static double[] column(double[] matrix, int columns, int column, int from, int to) {
        double[] values = new double[to - from];
        for (int row = from; row < to; row++) {
            values[row - from] = matrix[row * columns + column];
        }
        return values;
    }

    /** The base's wrench, then torques. */
    private static double[] withBase(NewtonEuler<Dual<Real>> dynamics) {
        double[] wrench = Duals.derivatives(dynamics.jointWrench(0)).values();
        double[] torques = Duals.derivatives(dynamics.torques());
        double[] all = Arrays.copyOf(wrench, 6 + torques.length);
        System.arraycopy(torques, 0, all, 6, torques.length);
        return all;
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void torques(long seed) {
        RandomMotion motion = motion(seed);
        List<StateLoad> loads = loads(motion, seed);
        VariedMotion varied = new VariedMotion(motion, loads);
        int n = motion.model().jointCount();
        double[][] actual = new double[3][n * n];
        new TorqueSensitivity(motion.model())
                .compute(
                        motion.baseMotion(),
                        motion.q(),
                        motion.qd(),
                        motion.qdd(),
                        motion.wrenches(),
                        applied(motion, loads),
                        actual[0],
                        actual[1],
                        actual[2]);
        for (int order = 0; order < 3; order++) {
            double[] expected = new double[n * n];
            for (int k = 0; k < n; k++) {
                NewtonEuler<Dual<Real>> dynamics = new NewtonEuler<>(varied.dualRobot(), varied.byJoint(order, k));
                setColumn(expected, k, Duals.derivatives(dynamics.torques()));
            }
            Agreement.check("order %s, seed %s".formatted(order, seed), actual[order], expected, TOLERANCE);
        }
    }

    /** Wrenches are those of a floating robot here, whose derivatives by the base are not the caller's business. */
    @ParameterizedTest
    @MethodSource("seeds")
    void floatingTorques(long seed) {
        RandomMotion motion = motion(seed);
        List<StateLoad> loads = loads(motion, seed);
        VariedMotion varied = new VariedMotion(motion, loads);
        int size = 6 + motion.model().jointCount();
        double[][] actual = new double[3][size * size];
        new TorqueSensitivity(motion.model().withFloatingBase())
                .computeFloating(
                        motion.baseMotion(),
                        motion.q(),
                        motion.qd(),
                        motion.qdd(),
                        motion.wrenches(),
                        applied(motion, loads),
                        actual[0],
                        actual[1],
                        actual[2]);
        for (int order = 0; order < 3; order++) {
            double[] expected = new double[size * size];
            for (int k = 0; k < size; k++) {
                Motion<Dual<Real>> one = k < 6 ? varied.byBase(order, k) : varied.byJoint(order, k - 6);
                setColumn(expected, k, withBase(new NewtonEuler<>(varied.dualRobot(), one)));
            }
            Agreement.check("order %s, seed %s".formatted(order, seed), actual[order], expected, TOLERANCE);
        }
    }

    /** Every joint's wrench and every body's motion, fixed joints and the base included. */
    @ParameterizedTest
    @MethodSource("seeds")
    void wrenchesAndMotions(long seed) {
        RandomMotion motion = motion(seed);
        RobotModel model = motion.model();
        List<StateLoad> loads = loads(motion, seed);
        VariedMotion varied = new VariedMotion(motion, loads);
        List<String> fixed = model.joints().stream()
                .filter(joint -> !joint.kind().moves())
                .map(Joint::name)
                .toList();
        WrenchSensitivity sensitivity = new WrenchSensitivity(model, fixed);
        sensitivity.compute(
                motion.baseMotion(), motion.q(), motion.qd(), motion.qdd(), motion.wrenches(), applied(motion, loads));
        int n = model.jointCount();
        for (Variable variable : Variable.values()) {
            List<Expected> columns = new ArrayList<>();
            for (int k = 0; k < n; k++) {
                columns.add(new Expected(varied.dualRobot(), varied.byJoint(variable.ordinal(), k)));
            }
            for (int body = 0; body < model.bodies().size(); body++) {
                String what = "by %s, body %s, seed %s".formatted(variable, body, seed);
                double[] actual = new double[6 * n];
                double[] expected = new double[6 * n];
                for (int k = 0; k < n; k++) {
                    setColumn(expected, k, columns.get(k).wrench(body));
                }
                sensitivity.wrench(variable, body, actual);
                Agreement.check("wrench " + what, actual, expected, TOLERANCE);
                for (int k = 0; k < n; k++) {
                    setColumn(expected, k, columns.get(k).velocity(body));
                }
                sensitivity.velocity(variable, body, actual);
                Agreement.check("velocity " + what, actual, expected, TOLERANCE);
                for (int k = 0; k < n; k++) {
                    setColumn(expected, k, columns.get(k).acceleration(body));
                }
                sensitivity.acceleration(variable, body, actual);
                Agreement.check("acceleration " + what, actual, expected, TOLERANCE);
            }
        }
    }

    /** The derivatives of wrenches and motions in body axes by one number. */
    private static final class Expected {
        private final TextbookRobot<Dual<Real>> robot;
        private final NewtonEuler<Dual<Real>> dynamics;
        private final WorldKinematics<Dual<Real>> kinematics;

        Expected(TextbookRobot<Dual<Real>> robot, Motion<Dual<Real>> motion) {
            this.robot = robot;
            dynamics = new NewtonEuler<>(robot, motion);
            kinematics = new WorldKinematics<>(robot, motion);
        }

        double[] wrench(int body) {
            return Duals.derivatives(dynamics.jointWrench(body)).values();
        }

        double[] velocity(int body) {
            var turn = kinematics.worldFromBody(body).rotation();
            return derivatives(
                    turn.transposeTimes(kinematics.linearVelocityInWorld(body)), dynamics.angularVelocity(body));
        }

        double[] acceleration(int body) {
            var gravity = kinematics.worldFromBody(body).rotation().transposeTimes(robot.gravity());
            return derivatives(
                    dynamics.accelerationLessGravity(body).plus(gravity), dynamics.angularAcceleration(body));
        }

        private static double[] derivatives(Vector<Dual<Real>> linear, Vector<Dual<Real>> angular) {
            double[] all = Arrays.copyOf(Duals.derivatives(linear).values(), 6);
            System.arraycopy(Duals.derivatives(angular).values(), 0, all, 3, 3);
            return all;
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void accelerations(long seed) {
        RandomMotion motion = motion(seed);
        RobotModel model = motion.model();
        VariedMotion varied = new VariedMotion(motion, List.of());
        int n = model.jointCount();
        double[] tau = motion.qddd();
        double[][] actual = new double[3][n * n];
        new AccelerationSensitivity(model)
                .compute(
                        motion.baseMotion(),
                        motion.q(),
                        motion.qd(),
                        tau,
                        motion.wrenches(),
                        actual[0],
                        actual[1],
                        actual[2]);
        var forward = new MassMatrixByInverseDynamics<>(varied.dualRobot());
        for (int order = 0; order < 3; order++) {
            double[] expected = new double[n * n];
            for (int k = 0; k < n; k++) {
                Motion<Dual<Real>> one = varied.byJoint(order == 2 ? 3 : order, k);
                List<Dual<Real>> torques = VariedMotion.varied(tau, order == 2 ? k : -1);
                setColumn(expected, k, Duals.derivatives(forward.accelerations(one, torques)));
            }
            Agreement.check("order %s, seed %s".formatted(order, seed), actual[order], expected, TOLERANCE);
        }
    }

    /** If accelerations change as they should, neither the torques nor the base's wrench, which is zero, change. */
    @ParameterizedTest
    @MethodSource("seeds")
    void floatingAccelerations(long seed) {
        RandomMotion motion = motion(seed);
        RobotModel model = motion.model();
        int n = model.jointCount();
        int size = 6 + n;
        double[] tau = motion.qddd();
        double[][] actual = {new double[size * size], new double[size * size], new double[size * n]};
        new AccelerationSensitivity(model.withFloatingBase())
                .computeFloating(
                        motion.baseMotion(),
                        motion.q(),
                        motion.qd(),
                        tau,
                        motion.wrenches(),
                        actual[0],
                        actual[1],
                        actual[2]);
        RandomMotion free = underTorques(motion, tau);
        VariedMotion varied = new VariedMotion(free, List.of());
        for (int order = 0; order < 3; order++) {
            int columns = order == 2 ? n : size;
            for (int k = 0; k < columns; k++) {
                Motion<Dual<Real>> one = k < 6 && order < 2
                        ? varied.byBase(order, k)
                        : varied.byJoint(order == 2 ? 3 : order, order == 2 ? k : k - 6);
                double[] without = withBase(new NewtonEuler<>(varied.dualRobot(), one));
                double[] change = withBase(new NewtonEuler<>(
                        varied.dualRobot(),
                        varied.with(
                                one,
                                column(actual[order], columns, k, 0, 6),
                                column(actual[order], columns, k, 6, size))));
                double scale =
                        Math.max(1, Arrays.stream(without).map(Math::abs).max().orElse(1));
                if (order == 2) {
                    change[6 + k] -= 1;
                }
                Arrays.setAll(change, i -> change[i] / scale);
                Agreement.check(
                        "order %s, column %s, seed %s".formatted(order, k, seed), change, new double[size], TOLERANCE);
            }
        }
    }

    /** The same motion with the accelerations that torques cause. */
    private static RandomMotion underTorques(RandomMotion motion, double[] tau) {
        double[] qdd = new double[tau.length];
        double[] a = new double[6];
        BaseMotion base = motion.baseMotion();
        ForwardDynamics.of(motion.model().withFloatingBase())
                .computeFloating(base, motion.q(), motion.qd(), tau, motion.wrenches(), a, qdd);
        var acceleration = new dev.catena.model.Twist(
                new dev.catena.model.Vector3(a[0], a[1], a[2]), new dev.catena.model.Vector3(a[3], a[4], a[5]));
        return new RandomMotion(
                motion.model(),
                motion.q(),
                motion.qd(),
                qdd,
                motion.qddd(),
                new RandomMotion.Base(
                        motion.base().worldFromBase(),
                        motion.base().velocity(),
                        acceleration,
                        motion.base().jerk()),
                motion.loads());
    }

    @ParameterizedTest
    @MethodSource("fewSeeds")
    void curvature(long seed) {
        RandomMotion motion = motion(seed);
        RobotModel model = motion.model();
        VariedMotion varied = new VariedMotion(motion, List.of());
        TextbookRobot<Dual<Dual<Real>>> robot = VariedMotion.hyperDual(model);
        int size = 3 * model.jointCount();
        double[] lambda = motion.qddd();
        double[] actual = new double[size * size];
        new TorqueCurvature(model)
                .compute(motion.baseMotion(), motion.q(), motion.qd(), motion.qdd(), motion.wrenches(), lambda, actual);
        for (int pair = 0; pair < DIRECTIONS; pair++) {
            double[] a = direction(size, pair);
            double[] b = direction(size, -1 - pair);
            double expected = contracted(new NewtonEuler<>(robot, varied.twice(robot, a, b)).torques(), lambda, 0);
            Agreement.checkForm("seed " + seed, actual, a, b, expected, TOLERANCE);
        }
    }

    private static double[] direction(int size, long seed) {
        return new Random(seed).doubles(size, -1, 1).toArray();
    }

    /** Second derivatives, contracted with numbers that begin at an index. */
    private static double contracted(List<Dual<Dual<Real>>> values, double[] lambda, int at) {
        double sum = 0;
        for (int k = 0; k < values.size(); k++) {
            sum += lambda[at + k] * values.get(k).derivative().derivative().value();
        }
        return sum;
    }

    @ParameterizedTest
    @MethodSource("fewSeeds")
    void floatingCurvature(long seed) {
        RandomMotion motion = motion(seed);
        VariedMotion varied = new VariedMotion(motion, List.of());
        TextbookRobot<Dual<Dual<Real>>> robot = VariedMotion.hyperDual(motion.model());
        int width = 6 + motion.model().jointCount();
        int size = 3 * width;
        double[] lambda = new double[width];
        Arrays.setAll(lambda, k -> Math.sin(seed + 1.7 * k));
        double[] actual = new double[size * size];
        new TorqueCurvature(motion.model().withFloatingBase())
                .computeFloating(
                        motion.baseMotion(), motion.q(), motion.qd(), motion.qdd(), motion.wrenches(), lambda, actual);
        for (int pair = 0; pair < DIRECTIONS; pair++) {
            double[] a = direction(size, pair);
            double[] b = direction(size, -1 - pair);
            NewtonEuler<Dual<Dual<Real>>> dynamics = new NewtonEuler<>(robot, varied.twiceFloating(robot, a, b));
            double expected = contracted(dynamics.jointWrench(0).force().toList(), lambda, 0)
                    + contracted(dynamics.jointWrench(0).moment().toList(), lambda, 3)
                    + contracted(dynamics.torques(), lambda, 6);
            Agreement.checkForm("seed " + seed, actual, a, b, expected, TOLERANCE);
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void forceRates(long seed) {
        RandomMotion motion = motion(seed);
        VariedMotion varied = new VariedMotion(motion, List.of());
        int n = motion.model().jointCount();
        double[][] actual = new double[4][n * n];
        new ForceRateSensitivity(motion.model())
                .compute(
                        motion.baseMotion(),
                        motion.q(),
                        motion.qd(),
                        motion.qdd(),
                        motion.qddd(),
                        motion.wrenches(),
                        actual[0],
                        actual[1],
                        actual[2],
                        actual[3]);
        for (int order = 0; order < 4; order++) {
            double[] expected = new double[n * n];
            for (int k = 0; k < n; k++) {
                ForceDerivatives<Dual<Real>> forces =
                        new ForceDerivatives<>(varied.dualRobot(), varied.byJoint(order, k));
                setColumn(expected, k, Duals.derivatives(forces.torqueRates()));
            }
            Agreement.check("order %s, seed %s".formatted(order, seed), actual[order], expected, TOLERANCE);
        }
    }

    @ParameterizedTest
    @MethodSource("fewSeeds")
    void curvatureOfForceRates(long seed) {
        RandomMotion motion = motion(seed);
        RobotModel model = motion.model();
        VariedMotion varied = new VariedMotion(motion, List.of());
        TextbookRobot<Dual<Dual<Real>>> robot = VariedMotion.hyperDual(model);
        int size = 4 * model.jointCount();
        double[] lambda = motion.qd().clone();
        double[] actual = new double[size * size];
        new ForceRateCurvature(model)
                .compute(
                        motion.baseMotion(),
                        motion.q(),
                        motion.qd(),
                        motion.qdd(),
                        motion.qddd(),
                        motion.wrenches(),
                        lambda,
                        actual);
        for (int pair = 0; pair < DIRECTIONS; pair++) {
            double[] a = direction(size, pair);
            double[] b = direction(size, -1 - pair);
            double expected =
                    contracted(new ForceDerivatives<>(robot, varied.twice(robot, a, b)).torqueRates(), lambda, 0);
            Agreement.checkForm("seed " + seed, actual, a, b, expected, TOLERANCE);
        }
    }
}
