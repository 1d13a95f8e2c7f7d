package dev.catena.sensitivity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.catena.dynamics.ExternalWrenches;
import dev.catena.dynamics.SingularInertiaException;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.Joint;
import dev.catena.model.NumericalException;
import dev.catena.model.RobotModel;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import dev.catena.sensitivity.AppliedLoad.Variable;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.Allocations;
import dev.catena.testkit.Duals;
import dev.catena.testkit.RandomMotion;
import dev.catena.testkit.RandomNumbers;
import dev.catena.testkit.RandomRobots;
import dev.catena.textbook.Dual;
import dev.catena.textbook.ForceDerivatives;
import dev.catena.textbook.NewtonEuler;
import dev.catena.textbook.Real;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the sensitivities promise beside right numbers. */
class SensitivityContractTest {
    private static final RobotModel MODEL = RandomRobots.everything(42, 8);
    private static final Variable[] VARIABLES = Variable.values();

    /** Everything that a motion consists of; null for a robot that nothing touches, its base at rest. */
    private record State(
            RandomMotion motion,
            @Nullable BaseMotion base,
            @Nullable ExternalWrenches wrenches,
            List<AppliedLoad> loads) {

        static State of(RobotModel model, long seed) {
            RandomMotion motion =
                    RandomMotion.of(model, seed).withMovingBase(seed).withLoads(seed);
            List<AppliedLoad> loads = SensitivityAgainstTextbookTest.applied(motion, StateLoad.several(model, seed));
            return new State(motion, motion.baseMotion(), motion.wrenches(), loads);
        }

        State plain() {
            return new State(motion, null, null, List.of());
        }

        double[] q() {
            return motion.q();
        }

        double[] qd() {
            return motion.qd();
        }

        double[] qdd() {
            return motion.qdd();
        }

        double[] qddd() {
            return motion.qddd();
        }
    }

    /** One algorithm behind a common face: all its outputs for a motion, in one array. */
    private interface Algorithm {
        void compute(State state, double[] out);
    }

    private interface Maker {
        Algorithm make(RobotModel model);
    }

    private record Contract(String name, Maker maker) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Contract> algorithms() {
        return Stream.of(
                new Contract("TorqueSensitivity", SensitivityContractTest::torques),
                new Contract("floating TorqueSensitivity", SensitivityContractTest::floatingTorques),
                new Contract("WrenchSensitivity", SensitivityContractTest::wrenches),
                new Contract("AccelerationSensitivity", SensitivityContractTest::accelerations),
                new Contract("floating AccelerationSensitivity", SensitivityContractTest::floatingAccelerations),
                new Contract("TorqueCurvature", SensitivityContractTest::curvature),
                new Contract("ForceRateSensitivity", SensitivityContractTest::forceRates),
                new Contract("ForceRateCurvature", SensitivityContractTest::curvatureOfRates));
    }

    private static double[][] matrices(int count, int rows, int columns) {
        return new double[count][rows * columns];
    }

    private static void poison(double[][] matrices) {
        for (double[] matrix : matrices) {
            Arrays.fill(matrix, Double.NaN);
        }
    }

    @CanIgnoreReturnValue
    private static int copy(double[][] from, double[] out, int at) {
        int next = at;
        for (double[] matrix : from) {
            System.arraycopy(matrix, 0, out, next, matrix.length);
            next += matrix.length;
        }
        return next;
    }

    private static Algorithm torques(RobotModel model) {
        TorqueSensitivity torques = new TorqueSensitivity(model);
        double[][] m = matrices(3, model.jointCount(), model.jointCount());
        return (state, out) -> {
            poison(m);
            torques.compute(
                    state.base, state.q(), state.qd(), state.qdd(), state.wrenches, state.loads, m[0], m[1], m[2]);
            copy(m, out, 0);
        };
    }

    private static final BaseMotion AT_REST = new BaseMotion();

    private static Algorithm floatingTorques(RobotModel model) {
        TorqueSensitivity torques = new TorqueSensitivity(model.withFloatingBase());
        double[][] m = matrices(3, 6 + model.jointCount(), 6 + model.jointCount());
        return (state, out) -> {
            poison(m);
            torques.computeFloating(
                    state.base == null ? AT_REST : state.base,
                    state.q(),
                    state.qd(),
                    state.qdd(),
                    state.wrenches,
                    state.loads,
                    m[0],
                    m[1],
                    m[2]);
            copy(m, out, 0);
        };
    }

    private static List<String> fixedJoints(RobotModel model) {
        return model.joints().stream()
                .filter(joint -> !joint.kind().moves())
                .map(Joint::name)
                .toList();
    }

    private static Algorithm wrenches(RobotModel model) {
        WrenchSensitivity wrenches = new WrenchSensitivity(model, fixedJoints(model));
        int bodies = model.bodies().size();
        double[][] m = matrices(3, 6, model.jointCount());
        return (state, out) -> {
            wrenches.compute(state.base, state.q(), state.qd(), state.qdd(), state.wrenches, state.loads);
            int at = 0;
            for (int body = 0; body < bodies; body++) {
                for (Variable variable : VARIABLES) {
                    poison(m);
                    wrenches.wrench(variable, body, m[0]);
                    wrenches.velocity(variable, body, m[1]);
                    wrenches.acceleration(variable, body, m[2]);
                    at = copy(m, out, at);
                }
            }
        };
    }

    private static Algorithm accelerations(RobotModel model) {
        AccelerationSensitivity accelerations = new AccelerationSensitivity(model);
        double[][] m = matrices(3, model.jointCount(), model.jointCount());
        return (state, out) -> {
            poison(m);
            accelerations.compute(state.base, state.q(), state.qd(), state.qddd(), state.wrenches, m[0], m[1], m[2]);
            copy(m, out, 0);
        };
    }

    private static Algorithm floatingAccelerations(RobotModel model) {
        AccelerationSensitivity accelerations = new AccelerationSensitivity(model.withFloatingBase());
        int n = model.jointCount();
        double[][] m = matrices(3, 6 + n, 6 + n);
        m[2] = new double[(6 + n) * n];
        return (state, out) -> {
            poison(m);
            accelerations.computeFloating(
                    state.base == null ? AT_REST : state.base,
                    state.q(),
                    state.qd(),
                    state.qddd(),
                    state.wrenches,
                    m[0],
                    m[1],
                    m[2]);
            copy(m, out, 0);
        };
    }

    private static Algorithm curvature(RobotModel model) {
        TorqueCurvature curvature = new TorqueCurvature(model);
        double[][] m = matrices(1, 3 * model.jointCount(), 3 * model.jointCount());
        return (state, out) -> {
            poison(m);
            curvature.compute(state.base, state.q(), state.qd(), state.qdd(), state.wrenches, state.qddd(), m[0]);
            copy(m, out, 0);
        };
    }

    private static Algorithm curvatureOfRates(RobotModel model) {
        ForceRateCurvature curvature = new ForceRateCurvature(model);
        double[][] m = matrices(1, 4 * model.jointCount(), 4 * model.jointCount());
        return (state, out) -> {
            poison(m);
            curvature.compute(
                    state.base, state.q(), state.qd(), state.qdd(), state.qddd(), state.wrenches, state.qd(), m[0]);
            copy(m, out, 0);
        };
    }

    private static Algorithm forceRates(RobotModel model) {
        ForceRateSensitivity rates = new ForceRateSensitivity(model);
        double[][] m = matrices(4, model.jointCount(), model.jointCount());
        return (state, out) -> {
            poison(m);
            rates.compute(
                    state.base,
                    state.q(),
                    state.qd(),
                    state.qdd(),
                    state.qddd(),
                    state.wrenches,
                    m[0],
                    m[1],
                    m[2],
                    m[3]);
            copy(m, out, 0);
        };
    }

    private static final int OUTPUTS =
            3 * 3 * 6 * MODEL.jointCount() * MODEL.bodies().size();

    private static double[] run(Algorithm algorithm, State state) {
        double[] out = new double[OUTPUTS];
        algorithm.compute(state, out);
        return out;
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("algorithms")
    void nothingIsAllocated(Contract contract) {
        State state = State.of(MODEL, 1);
        State plain = state.plain();
        Algorithm algorithm = contract.maker.make(MODEL);
        double[] out = new double[OUTPUTS];
        long bytes = Allocations.bytes(() -> {
            // another posture each time, in turn loaded and not
            state.q()[0] += 0.1;
            algorithm.compute(state, out);
            algorithm.compute(plain, out);
        });
        assertThat(bytes).as("bytes allocated by " + contract).isZero();
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void inputsStayAsTheyWere(Contract contract) {
        State state = State.of(MODEL, 2);
        State same = State.of(MODEL, 2);
        Algorithm algorithm = contract.maker.make(MODEL);
        double[] first = run(algorithm, state);
        assertThat(state.q()).containsExactly(same.q());
        assertThat(state.qd()).containsExactly(same.qd());
        assertThat(state.qdd()).containsExactly(same.qdd());
        assertThat(state.qddd()).containsExactly(same.qddd());
        // base, wrenches and loads hide their numbers, but would change a second result
        assertThat(Arrays.equals(run(algorithm, state), first))
                .as("a second time")
                .isTrue();
        assertThat(Arrays.equals(run(contract.maker.make(MODEL), state), first))
                .as("a new object")
                .isTrue();
        assertThat(first).doesNotContain(Double.NaN);
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void aUsedObjectIsAsGoodAsNew(Contract contract) {
        Algorithm used = contract.maker.make(MODEL);
        for (long seed = 1; seed <= 6; seed++) {
            State state = State.of(MODEL, seed);
            State given = seed % 2 == 0 ? state.plain() : state;
            assertThat(Arrays.equals(run(used, given), run(contract.maker.make(MODEL), given)))
                    .as("seed %s", seed)
                    .isTrue();
        }
    }

    /** Numbers that overflow are no answer, and nothing of them comes back. */
    @ParameterizedTest
    @MethodSource("algorithms")
    void whatOverflowsIsForgotten(Contract contract) {
        Algorithm algorithm = contract.maker.make(MODEL);
        State state = State.of(MODEL, 3);
        double[] expected = run(algorithm, state);
        State fast = State.of(MODEL, 3);
        Arrays.fill(fast.qd(), 1e200);
        assertThatThrownBy(() -> run(algorithm, fast))
                .isInstanceOf(NumericalException.class)
                .hasMessageContaining("random-42");
        assertThat(Arrays.equals(run(algorithm, state), expected))
                .as("the same numbers")
                .isTrue();
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void aRobotWithoutJoints(Contract contract) {
        RobotModel stone = RobotModel.builder("stone")
                .gravity(0, 0, -10)
                .base("rock", new RandomNumbers(1).inertia())
                .build();
        double[] out = new double[108];
        contract.maker.make(stone).compute(State.of(stone, 1).plain(), out);
        assertThat(out).doesNotContain(Double.NaN);
    }

    /** A floating stone of 2 kg: force by acceleration is its mass, and turning it turns its weight. */
    @Test
    void aFloatingStone() {
        RobotModel stone = RobotModel.builder("stone")
                .gravity(0, 0, -10)
                .base("rock", SpatialInertia.principal(2, Vector3.ZERO, dev.catena.model.Rotation.IDENTITY, 1, 1, 1))
                .build();
        double[] none = new double[0];
        double[][] m = matrices(3, 6, 6);
        new TorqueSensitivity(stone.withFloatingBase())
                .computeFloating(new BaseMotion(), none, none, none, null, List.of(), m[0], m[1], m[2]);
        assertThat(m[2][0]).isEqualTo(2);
        assertThat(m[2][21]).isEqualTo(1);
        // the force that holds it, 20 N up, is seen at −y after a turn about x, at x after one about −y
        assertThat(m[0][6 + 3]).isEqualTo(20);
        assertThat(m[0][4]).isEqualTo(-20);
    }

    /** One column of each against dual numbers; slow joints, so that the speed at the tip stays reasonable. */
    @Tag("long")
    @Test
    void aThousandBodies() {
        int n = 1000;
        RobotModel model = RandomRobots.chain(3, n).prismaticShare(0.2).build();
        RandomMotion motion = RandomMotion.of(model, 3);
        for (int k = 0; k < n; k++) {
            motion.qd()[k] *= 0.01;
            motion.qdd()[k] *= 0.01;
            motion.qddd()[k] *= 0.01;
        }
        VariedMotion varied = new VariedMotion(motion, List.of());
        double[][] torque = matrices(3, n, n);
        new TorqueSensitivity(model).compute(motion.q(), motion.qd(), motion.qdd(), torque[0], torque[1], torque[2]);
        double[][] rate = matrices(4, n, n);
        new ForceRateSensitivity(model)
                .compute(motion.q(), motion.qd(), motion.qdd(), motion.qddd(), rate[0], rate[1], rate[2], rate[3]);
        int k = 417;
        for (int order = 0; order < 3; order++) {
            List<Dual<Real>> torques = new NewtonEuler<>(varied.dualRobot(), varied.byJoint(order, k)).torques();
            Agreement.check("order " + order, column(torque[order], n, k), Duals.derivatives(torques), 1e-11);
            List<Dual<Real>> rates = new ForceDerivatives<>(varied.dualRobot(), varied.byJoint(order, k)).torqueRates();
            Agreement.check("order " + order, column(rate[order], n, k), Duals.derivatives(rates), 1e-11);
        }
        double[] wrench = new double[6 * n];
        WrenchSensitivity wrenches = new WrenchSensitivity(model);
        wrenches.compute(motion.q(), motion.qd(), motion.qdd());
        wrenches.wrench(Variable.POSITION, 500, wrench);
        NewtonEuler<Dual<Real>> dynamics = new NewtonEuler<>(varied.dualRobot(), varied.byJoint(0, k));
        Agreement.check(
                "wrench",
                column(wrench, n, k),
                Duals.derivatives(dynamics.jointWrench(500)).values(),
                1e-11);
    }

    private static double[] column(double[] matrix, int columns, int column) {
        double[] values = new double[matrix.length / columns];
        for (int row = 0; row < values.length; row++) {
            values[row] = matrix[row * columns + column];
        }
        return values;
    }

    /** The acceleration's factor and the curvature on a chain where dense matrices of all would be large. */
    @Tag("long")
    @Test
    void longChains() {
        int n = 300;
        RobotModel model = RandomRobots.chain(4, n).reflectedInertia().build();
        RandomMotion motion = RandomMotion.of(model, 4);
        double[][] m = matrices(3, n, n);
        double[] still = new double[n];
        new AccelerationSensitivity(model).compute(motion.q(), still, still, m[0], m[1], m[2]);
        double[] hessian = new double[9 * n * n];
        new TorqueCurvature(model).compute(motion.q(), still, still, motion.qddd(), hessian);
        double[][] torque = matrices(3, n, n);
        double[] qdd = new double[n];
        dev.catena.dynamics.ForwardDynamics.of(model).compute(null, motion.q(), still, still, null, qdd);
        new TorqueSensitivity(model).compute(motion.q(), still, qdd, torque[0], torque[1], torque[2]);
        // M ∂q̈/∂q = −∂τ/∂q in one column
        double[] product = new double[n];
        double[] expected = new double[n];
        for (int i = 0; i < n; i++) {
            expected[i] = -torque[0][i * n + 17];
            for (int k = 0; k < n; k++) {
                product[i] += torque[2][i * n + k] * m[0][k * n + 17];
            }
        }
        Agreement.check("M ∂q̈/∂q", product, expected, 1e-9);
        assertThat(hessian).doesNotContain(Double.NaN);
    }

    @Test
    void wrongLengthsAreNamed() {
        int n = MODEL.jointCount();
        double[] v = new double[n];
        double[] bad = new double[n + 1];
        double[] m = new double[n * n];
        double[] large = new double[(6 + n) * (6 + n)];
        BaseMotion base = new BaseMotion();
        TorqueSensitivity torques = new TorqueSensitivity(MODEL);
        String square = " has length %s, but robot \"random-42\" needs %s".formatted(n + 1, n * n);
        String joints = " has length %s, but robot \"random-42\" has %s moving joints".formatted(n + 1, n);
        refused("q" + joints, () -> torques.compute(bad, v, v, m, m, m));
        refused("qd" + joints, () -> torques.compute(v, bad, v, m, m, m));
        refused("qdd" + joints, () -> torques.compute(v, v, bad, m, m, m));
        refused("byPositionOut" + square, () -> torques.compute(v, v, v, bad, m, m));
        refused("byVelocityOut" + square, () -> torques.compute(v, v, v, m, bad, m));
        refused("byAccelerationOut" + square, () -> torques.compute(v, v, v, m, m, bad));
        refused(
                "byVelocityOut has length %s, but robot \"random-42\" needs %s".formatted(n * n, (6 + n) * (6 + n)),
                () -> new TorqueSensitivity(MODEL.withFloatingBase())
                        .computeFloating(base, v, v, v, null, List.of(), large, m, large));

        AccelerationSensitivity accelerations = new AccelerationSensitivity(MODEL);
        refused("q" + joints, () -> accelerations.compute(bad, v, v, m, m, m));
        refused("qd" + joints, () -> accelerations.compute(v, bad, v, m, m, m));
        refused("tau has length %s".formatted(n + 1), () -> accelerations.compute(v, v, bad, m, m, m));
        refused("byPositionOut" + square, () -> accelerations.compute(v, v, v, bad, m, m));
        refused("byVelocityOut" + square, () -> accelerations.compute(v, v, v, m, bad, m));
        refused("byTorqueOut" + square, () -> accelerations.compute(v, v, v, m, m, bad));
        refused(
                "byTorqueOut has length %s, but robot \"random-42\" needs %s".formatted(n * n, (6 + n) * n),
                () -> new AccelerationSensitivity(MODEL.withFloatingBase())
                        .computeFloating(base, v, v, v, null, large, large, m));

        TorqueCurvature curvature = new TorqueCurvature(MODEL);
        double[] hessian = new double[9 * n * n];
        refused("q" + joints, () -> curvature.compute(bad, v, v, v, hessian));
        refused("lambda" + joints, () -> curvature.compute(v, v, v, bad, hessian));
        refused("hessianOut has length", () -> curvature.compute(v, v, v, v, m));

        ForceRateSensitivity rates = new ForceRateSensitivity(MODEL);
        refused("q" + joints, () -> rates.compute(bad, v, v, v, m, m, m, m));
        refused("qddd" + joints, () -> rates.compute(v, v, v, bad, m, m, m, m));
        refused("byPositionOut" + square, () -> rates.compute(v, v, v, v, bad, m, m, m));
        refused("byVelocityOut" + square, () -> rates.compute(v, v, v, v, m, bad, m, m));
        refused("byAccelerationOut" + square, () -> rates.compute(v, v, v, v, m, m, bad, m));
        refused("byJerkOut" + square, () -> rates.compute(v, v, v, v, m, m, m, bad));

        WrenchSensitivity wrenches = new WrenchSensitivity(MODEL);
        double[] six = new double[6 * n];
        assertThatThrownBy(() -> wrenches.wrench(Variable.POSITION, 1, six))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("nothing was computed yet");
        refused("qdd" + joints, () -> wrenches.compute(v, v, bad));
        wrenches.compute(v, v, v);
        refused("there is no body 9", () -> wrenches.velocity(Variable.POSITION, 9, six));
        refused("there is no body -1", () -> wrenches.acceleration(Variable.POSITION, -1, six));
        refused("derivativeOut has length", () -> wrenches.wrench(Variable.POSITION, 1, m));
    }

    private static void refused(String message, Runnable call) {
        assertThatThrownBy(call::run)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    @Test
    void fixedJointsMustBeNamed() {
        int n = MODEL.jointCount();
        Joint fixed = MODEL.joints().stream()
                .filter(joint -> !joint.kind().moves())
                .findFirst()
                .orElseThrow();
        WrenchSensitivity wrenches = new WrenchSensitivity(MODEL);
        wrenches.compute(new double[n], new double[n], new double[n]);
        refused(
                "body \"%s\" is on a fixed joint that was not named".formatted(fixed.child()),
                () -> wrenches.wrench(Variable.POSITION, MODEL.bodyIndex(fixed.child()), new double[6 * n]));
        assertThatThrownBy(() -> new WrenchSensitivity(MODEL, List.of("elbow")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("has no joint \"elbow\"");
    }

    @Test
    void whatBelongsToAnotherRobotIsRefused() {
        RobotModel other = RandomRobots.everything(43, 9);
        int n = MODEL.jointCount();
        double[] v = new double[n];
        double[][] m = matrices(3, n, n);
        TorqueSensitivity torques = new TorqueSensitivity(MODEL);
        refused(
                "random-43",
                () -> torques.compute(null, v, v, v, null, List.of(new AppliedLoad(other, 1)), m[0], m[1], m[2]));
        refused(
                "random-43",
                () -> torques.compute(null, v, v, v, new ExternalWrenches(other), List.of(), m[0], m[1], m[2]));
        refused(
                "random-43",
                () -> new WrenchSensitivity(MODEL).compute(null, v, v, v, null, List.of(new AppliedLoad(other, 1))));
        assertThatThrownBy(() -> new AppliedLoad(MODEL, 9))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("there is no body 9");
        refused(
                "the derivative of the moment has length 1, but robot \"random-42\" needs 3 · " + n,
                () -> new AppliedLoad(MODEL, 1).derivative(Variable.POSITION, null, new double[1], null));
    }

    @Test
    void aJointWithoutInertiaIsNamed() {
        RobotModel model = RobotModel.builder("weak")
                .link(Joint.revolute("shoulder", "base", "arm"), new RandomNumbers(1).inertia())
                .link(Joint.revolute("twist", "arm", "needle"), SpatialInertia.ZERO)
                .inertiaPolicy(dev.catena.model.InertiaPolicy.LENIENT)
                .build();
        double[][] m = matrices(3, 2, 2);
        assertThatThrownBy(() -> new AccelerationSensitivity(model)
                        .compute(new double[2], new double[2], new double[2], m[0], m[1], m[2]))
                .isInstanceOf(SingularInertiaException.class)
                .hasMessageContaining("twist");
    }
}
