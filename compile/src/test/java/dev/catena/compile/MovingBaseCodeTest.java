package dev.catena.compile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.compile.inputs.BaseInput;
import dev.catena.compile.inputs.CodeInputs;
import dev.catena.dynamics.ExternalWrenches;
import dev.catena.dynamics.FloatingInverseDynamics;
import dev.catena.dynamics.ForceRate;
import dev.catena.dynamics.ForwardDynamics;
import dev.catena.dynamics.InverseDynamics;
import dev.catena.dynamics.MassMatrix;
import dev.catena.dynamics.Regressor;
import dev.catena.dynamics.SingularInertiaException;
import dev.catena.kinematics.BaseMotion;
import dev.catena.kinematics.Kinematics;
import dev.catena.kinematics.SystemMotion;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.Rotation;
import dev.catena.model.Vector3;
import dev.catena.model.Wrench;
import dev.catena.quantity.Quantity;
import dev.catena.sensitivity.AccelerationSensitivity;
import dev.catena.sensitivity.TorqueCurvature;
import dev.catena.sensitivity.TorqueSensitivity;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.RandomRobots;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Code for bases that move as told or float, and for wrenches, gives the numbers of the hand-written classes. */
class MovingBaseCodeTest {
    private static final double TOLERANCE = 1e-11;

    /** Their bases have inertia. */
    private static final List<RobotModel> HEAVY = LongStream.range(0, 25)
            .mapToObj(seed -> RandomRobots.everything(seed, 1 + (int) seed % 7))
            .toList();

    private static final List<RobotModel> ROBOTS = Stream.concat(
                    HEAVY.stream(), LongStream.range(0, 15).mapToObj(seed -> Robots.special(seed, 1 + (int) seed % 6)))
            .filter(robot -> robot.jointCount() > 0)
            .toList();

    static List<RobotModel> robots() {
        return ROBOTS;
    }

    static List<RobotModel> heavyRobots() {
        return HEAVY;
    }

    /** A state of joints, base and wrenches, both as code and as core read it. */
    private static final class State {
        final Random random;
        final RobotModel robot;
        final CodeInputs inputs;
        final double[] q;
        final double[] qd;
        final double[] qdd;
        final double[] qddd;
        final double[] lambda;
        final double[] base = new double[30];
        final BaseMotion motion = new BaseMotion();
        final ExternalWrenches wrenches;
        final double[] numbers;
        final double[] rates;

        State(RobotModel robot, CodeInputs inputs, Random random) {
            this.robot = robot;
            this.inputs = inputs;
            this.random = random;
            int n = robot.jointCount();
            q = numbers(n);
            qd = numbers(n);
            qdd = numbers(n);
            qddd = numbers(n);
            setBase();
            wrenches = new ExternalWrenches(robot);
            numbers = numbers(6 * inputs.loadedBodies().size());
            rates = numbers(numbers.length);
            lambda = numbers(6 + n);
            setWrenches();
        }

        double[] numbers(int count) {
            return random.doubles(count, -2, 2).toArray();
        }

        private void setBase() {
            Rotation r = Rotation.fromQuaternion(
                    random.nextGaussian(), random.nextGaussian(), random.nextGaussian(), random.nextGaussian());
            double[] rest = numbers(21);
            double[] rows = {r.xx(), r.xy(), r.xz(), r.yx(), r.yy(), r.yz(), r.zx(), r.zy(), r.zz()};
            System.arraycopy(rows, 0, base, 0, 9);
            System.arraycopy(rest, 0, base, 9, 21);
            motion.pose(new Pose(r, vector(base, 9)))
                    .velocityInBase(vector(base, 12), vector(base, 15))
                    .accelerationInBase(vector(base, 18), vector(base, 21))
                    .jerkInBase(vector(base, 24), vector(base, 27));
        }

        private void setWrenches() {
            List<String> bodies = inputs.loadedBodies();
            for (int k = 0; k < bodies.size(); k++) {
                int body = robot.bodyIndex(bodies.get(k));
                Vector3 f = vector(numbers, 6 * k);
                Vector3 m = vector(numbers, 6 * k + 3);
                Vector3 fRate = vector(rates, 6 * k);
                Vector3 mRate = vector(rates, 6 * k + 3);
                if (k < inputs.wrenchesInBody().size()) {
                    wrenches.inBody(body, f, m).rateInBody(body, fRate, mRate);
                } else {
                    wrenches.inWorld(body, f, m).rateInWorld(body, fRate, mRate);
                }
            }
        }

        private static Vector3 vector(double[] x, int at) {
            return new Vector3(x[at], x[at + 1], x[at + 2]);
        }

        /** The outputs of code. */
        double[][] code(Quantity quantity) {
            CompiledFunction function = RobotCompiler.compile(robot, quantity, inputs);
            double[][] x = new double[function.vectors()][];
            for (int v = 0; v < x.length; v++) {
                x[v] = v < function.inputCount()
                        ? input(function.name(v), function.length(v))
                        : new double[function.length(v)];
            }
            function.evaluateAll(x);
            return Arrays.copyOfRange(x, function.inputCount(), x.length);
        }

        private double[] input(String name, int length) {
            double[] all = switch (name) {
                case "q" -> q;
                case "qd" -> qd;
                case "qdd", "tau" -> qdd;
                case "qddd" -> qddd;
                case "lambda" -> lambda;
                case "base" -> base;
                case "wrenches" -> numbers;
                case "wrenchRates" -> rates;
                default -> throw new IllegalArgumentException(name);
            };
            return Arrays.copyOf(all, length);
        }

        void check(Quantity quantity, double[]... expected) {
            double[][] actual = code(quantity);
            assertThat(actual.length).isEqualTo(expected.length);
            for (int v = 0; v < expected.length; v++) {
                Agreement.check(
                        "%s of %s, %s, output %s".formatted(quantity, robot.name(), inputs, v),
                        actual[v],
                        expected[v],
                        TOLERANCE);
            }
        }
    }

    private static CodeInputs loaded(RobotModel robot, BaseInput base) {
        List<String> bodies = robot.bodies().stream().map(body -> body.name()).toList();
        return CodeInputs.of(robot)
                .withBase(base)
                .withWrenchesInBody(List.of(bodies.get(bodies.size() - 1), bodies.get(0)))
                .withWrenchesInWorld(List.of(bodies.get(bodies.size() / 2)));
    }

    @ParameterizedTest
    @MethodSource("robots")
    void basesThatMoveAsTold(RobotModel robot) {
        State s = new State(robot, loaded(robot, BaseInput.MOVES), new Random(3));
        int n = robot.jointCount();
        double[] tau = new double[n];
        double[] rate = new double[n];
        new ForceRate(robot).compute(s.motion, s.q, s.qd, s.qdd, s.qddd, s.wrenches, tau, rate);
        s.check(Quantity.TORQUE, tau);
        s.check(Quantity.TORQUE_RATE, tau, rate);
        double[] bias = new double[n];
        new InverseDynamics(robot).compute(s.motion, s.q, s.qd, new double[n], s.wrenches, bias);
        s.check(Quantity.BIAS, bias);
        double[] acceleration = new double[n];
        ForwardDynamics.of(robot).compute(s.motion, s.q, s.qd, s.qdd, s.wrenches, acceleration);
        s.check(Quantity.ACCELERATION, acceleration);
        double[][] m = new double[3][n * n];
        new TorqueSensitivity(robot).compute(s.motion, s.q, s.qd, s.qdd, s.wrenches, List.of(), m[0], m[1], m[2]);
        s.check(Quantity.TORQUE_SENSITIVITY, m);
        new AccelerationSensitivity(robot).compute(s.motion, s.q, s.qd, s.qdd, s.wrenches, m[0], m[1], m[2]);
        s.check(Quantity.ACCELERATION_SENSITIVITY, m);
        double[] hessian = new double[9 * n * n];
        new TorqueCurvature(robot).compute(s.motion, s.q, s.qd, s.qdd, s.wrenches, Arrays.copyOf(s.lambda, n), hessian);
        s.check(Quantity.TORQUE_CURVATURE, hessian);
        double[] regressor = new double[10 * n * n];
        new Regressor(robot).compute(s.motion, s.q, s.qd, s.qdd, regressor);
        s.check(Quantity.REGRESSOR, regressor);
    }

    @ParameterizedTest
    @MethodSource("heavyRobots")
    void basesThatFloat(RobotModel held) {
        RobotModel robot = held.withFloatingBase();
        State s = new State(robot, loaded(robot, BaseInput.FLOATS), new Random(4));
        int n = robot.jointCount();
        double[] tau = new double[n];
        double[] start = new double[6];
        new FloatingInverseDynamics(robot).compute(s.motion, s.q, s.qd, s.qdd, s.wrenches, start, tau);
        s.check(Quantity.TORQUE, tau, start);
        new InverseDynamics(robot)
                .compute(new BaseMotion().pose(s.motion.pose()), s.q, new double[n], new double[n], null, tau);
        s.check(Quantity.GRAVITY, tau);
        double[] acceleration = new double[n];
        ForwardDynamics.of(robot).computeFloating(s.motion, s.q, s.qd, s.qdd, s.wrenches, start, acceleration);
        s.check(Quantity.ACCELERATION, acceleration, start);
        int size = 6 + n;
        double[][] m = new double[3][size * size];
        new TorqueSensitivity(robot)
                .computeFloating(s.motion, s.q, s.qd, s.qdd, s.wrenches, List.of(), m[0], m[1], m[2]);
        s.check(Quantity.TORQUE_SENSITIVITY, m);
        new MassMatrix(robot).computeFloating(s.q, m[0]);
        s.check(Quantity.MASS_MATRIX, m[0]);
        m[2] = new double[size * n];
        new AccelerationSensitivity(robot).computeFloating(s.motion, s.q, s.qd, s.qdd, s.wrenches, m[0], m[1], m[2]);
        s.check(Quantity.ACCELERATION_SENSITIVITY, m);
        double[] hessian = new double[9 * size * size];
        new TorqueCurvature(robot).computeFloating(s.motion, s.q, s.qd, s.qdd, s.wrenches, s.lambda, hessian);
        s.check(Quantity.TORQUE_CURVATURE, hessian);
        double[] regressor = new double[size * 10 * (n + 1)];
        new Regressor(robot).compute(s.motion, s.q, s.qd, s.qdd, regressor);
        s.check(Quantity.REGRESSOR, regressor);
    }

    /** What joints carry while the base accelerates as nothing holds it: as if it were told to. */
    @ParameterizedTest
    @MethodSource("heavyRobots")
    void wrenchesInJointsOfRobotsThatFloat(RobotModel held) {
        RobotModel robot = held.withFloatingBase();
        State s = new State(robot, loaded(robot, BaseInput.FLOATS), new Random(7));
        double[] a = new double[6];
        double[] tau = new double[robot.jointCount()];
        new FloatingInverseDynamics(robot).compute(s.motion, s.q, s.qd, s.qdd, s.wrenches, a, tau);
        InverseDynamics told = new InverseDynamics(robot);
        BaseMotion moving = new BaseMotion().set(s.motion).accelerationInBase(a[0], a[1], a[2], a[3], a[4], a[5]);
        told.compute(moving, s.q, s.qd, s.qdd, s.wrenches, tau);
        double[] expected = new double[6 * robot.joints().size()];
        double[] six = new double[6];
        for (int j = 0; j < robot.joints().size(); j++) {
            told.jointWrenchInBody(robot.bodyIndex(robot.joints().get(j).child()), six);
            System.arraycopy(six, 0, expected, 6 * j, 6);
        }
        s.check(Quantity.JOINT_WRENCH, expected, a);
    }

    /** The base's jerk is what keeps it free: with it, a base that moves as told has the same rates. */
    @ParameterizedTest
    @MethodSource("heavyRobots")
    void ratesOfTorquesWithoutAHeldBase(RobotModel held) {
        RobotModel robot = held.withFloatingBase();
        State s = new State(robot, loaded(robot, BaseInput.FLOATS), new Random(5));
        double[][] code = s.code(Quantity.TORQUE_RATE);
        double[] a = code[2];
        double[] j = code[3];
        s.motion
                .accelerationInBase(State.vector(a, 0), State.vector(a, 3))
                .jerkInBase(State.vector(j, 0), State.vector(j, 3));
        int n = robot.jointCount();
        double[] tau = new double[n];
        double[] rate = new double[n];
        ForceRate rates = new ForceRate(robot);
        rates.compute(s.motion, s.q, s.qd, s.qdd, s.qddd, s.wrenches, tau, rate);
        s.check(Quantity.TORQUE_RATE, tau, rate, a, j);
        double[] held0 = new double[6];
        double[] heldRate = new double[6];
        Wrench held1 = rates.jointWrenchInBody(0);
        System.arraycopy(held1.force().toArray(), 0, held0, 0, 3);
        System.arraycopy(held1.moment().toArray(), 0, held0, 3, 3);
        rates.jointWrenchRateInBody(0, heldRate);
        double size = 1
                + Stream.of(tau, rate)
                        .flatMapToDouble(Arrays::stream)
                        .map(Math::abs)
                        .max()
                        .orElse(0);
        for (int k = 0; k < 6; k++) {
            assertThat(held0[k]).isCloseTo(0, Offset.offset(1e-10 * size));
            assertThat(heldRate[k]).isCloseTo(0, Offset.offset(1e-9 * size));
        }
    }

    @ParameterizedTest
    @MethodSource("robots")
    void posesAndEnergy(RobotModel held) {
        for (RobotModel robot : List.of(held, held.withFloatingBase())) {
            CodeInputs inputs = CodeInputs.of(robot);
            State s = new State(
                    robot, inputs.base() == BaseInput.RESTS ? inputs.withBase(BaseInput.MOVES) : inputs, new Random(6));
            Kinematics kinematics = new Kinematics(robot);
            kinematics.compute(s.motion, s.q, s.qd, null, null);
            double[] poses = new double[12 * robot.bodies().size()];
            double[] pose = new double[12];
            for (int b = 0; b < robot.bodies().size(); b++) {
                kinematics.worldFromBody(b, pose);
                System.arraycopy(pose, 0, poses, 12 * b, 12);
            }
            s.check(Quantity.POSE, poses);
            SystemMotion motion = new SystemMotion(robot);
            motion.compute(kinematics);
            s.check(Quantity.ENERGY, new double[] {motion.kineticEnergy(), motion.potentialEnergy()});
        }
    }

    @Test
    void batchesOfFloatingStates() {
        RobotModel robot = RandomRobots.everything(3, 5).withFloatingBase();
        for (Quantity quantity :
                Set.of(Quantity.TORQUE, Quantity.ACCELERATION, Quantity.TORQUE_RATE, Quantity.GRAVITY)) {
            CompiledFunction function = RobotCompiler.compile(robot, quantity, loaded(robot, BaseInput.FLOATS));
            new Evaluation(function, 9, new Random(7)).checkBatch(quantity.key(), 1e-12);
        }
        RobotModel small = RandomRobots.everything(1, 2).withFloatingBase();
        CompiledFunction curvature =
                RobotCompiler.compile(small, Quantity.TORQUE_CURVATURE, loaded(small, BaseInput.FLOATS));
        new Evaluation(curvature, 9, new Random(8)).checkBatch("torqueCurvature", 1e-11);
    }

    @Test
    void aBaseWithoutInertiaIsNamed() {
        RobotModel robot = Robots.special(0, 1).withFloatingBase();
        CompiledFunction acceleration = RobotCompiler.compile(robot, Quantity.ACCELERATION);
        double[] base = {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0};
        assertThatThrownBy(() -> acceleration.evaluate(
                        new double[1], new double[1], new double[1], base, new double[1], new double[6]))
                .isInstanceOf(SingularInertiaException.class)
                .hasMessageContaining("floating base");
    }

    @Test
    void whatMakesNoSenseIsRefused() {
        RobotModel held = RandomRobots.everything(3, 5);
        assertThatThrownBy(() -> RobotCompiler.compile(
                        held, Quantity.TORQUE, CodeInputs.of(held).withBase(BaseInput.FLOATS)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> RobotCompiler.compile(
                        held, Quantity.TORQUE, CodeInputs.of(held).withWrenchesInBody(List.of("nobody"))))
                .hasMessageContaining("nobody");
    }
}
