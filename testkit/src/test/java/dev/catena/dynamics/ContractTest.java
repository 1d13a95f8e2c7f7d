package dev.catena.dynamics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.catena.kinematics.BaseMotion;
import dev.catena.kinematics.Jacobian;
import dev.catena.kinematics.Kinematics;
import dev.catena.kinematics.Posture;
import dev.catena.kinematics.SystemMotion;
import dev.catena.model.RobotModel;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import dev.catena.testkit.Allocations;
import dev.catena.testkit.RandomMotion;
import dev.catena.testkit.RandomNumbers;
import dev.catena.testkit.RandomRobots;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every algorithm promises beside right numbers. */
class ContractTest {
    /** One algorithm behind a common face: all its outputs for a motion, in one array. */
    private interface Algorithm {
        void compute(
                double[] q,
                double[] qd,
                double[] qdd,
                double[] qddd,
                @Nullable BaseMotion base,
                @Nullable ExternalWrenches wrenches,
                double[] out);
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
                new Contract("InverseDynamics", ContractTest::inverseDynamics),
                new Contract("ForceRate", ContractTest::forceRate),
                new Contract("Kinematics", ContractTest::kinematics),
                new Contract("Jacobian", ContractTest::jacobian),
                new Contract("SystemMotion", ContractTest::systemMotion),
                new Contract("Posture", ContractTest::posture));
    }

    private static Algorithm inverseDynamics(RobotModel model) {
        InverseDynamics dynamics = new InverseDynamics(model);
        double[] tau = new double[model.jointCount()];
        double[] wrench = new double[6];
        return (q, qd, qdd, qddd, base, wrenches, out) -> {
            Arrays.fill(tau, Double.NaN);
            dynamics.compute(base, q, qd, qdd, wrenches, tau);
            int at = copy(tau, out, 0);
            for (int body = 0; body < model.bodies().size(); body++) {
                Arrays.fill(wrench, Double.NaN);
                dynamics.jointWrenchInBody(body, wrench);
                at = copy(wrench, out, at);
            }
            Arrays.fill(tau, Double.NaN);
            dynamics.gravity(q, tau);
            at = copy(tau, out, at);
            Arrays.fill(tau, Double.NaN);
            dynamics.bias(q, qd, tau);
            at = copy(tau, out, at);
            Arrays.fill(tau, Double.NaN);
            dynamics.coriolis(q, qd, tau);
            at = copy(tau, out, at);
            Arrays.fill(tau, Double.NaN);
            dynamics.friction(qd, tau);
            copy(tau, out, at);
        };
    }

    private static Algorithm forceRate(RobotModel model) {
        ForceRate forces = new ForceRate(model);
        double[] tau = new double[model.jointCount()];
        double[] rate = new double[model.jointCount()];
        double[] wrench = new double[6];
        return (q, qd, qdd, qddd, base, wrenches, out) -> {
            Arrays.fill(tau, Double.NaN);
            Arrays.fill(rate, Double.NaN);
            forces.compute(base, q, qd, qdd, qddd, wrenches, tau, rate);
            int at = copy(rate, out, copy(tau, out, 0));
            for (int body = 0; body < model.bodies().size(); body++) {
                Arrays.fill(wrench, Double.NaN);
                forces.jointWrenchRateInBody(body, wrench);
                at = copy(wrench, out, at);
            }
        };
    }

    private static Algorithm kinematics(RobotModel model) {
        Kinematics kinematics = new Kinematics(model);
        double[] pose = new double[12];
        double[] twist = new double[6];
        return (q, qd, qdd, qddd, base, wrenches, out) -> {
            kinematics.compute(base, q, qd, qdd, qddd);
            int at = 0;
            for (int body = 0; body < model.bodies().size(); body++) {
                Arrays.fill(pose, Double.NaN);
                kinematics.worldFromBody(body, pose);
                at = copy(pose, out, at);
                Arrays.fill(twist, Double.NaN);
                kinematics.velocityInWorld(body, twist);
                at = copy(twist, out, at);
                Arrays.fill(twist, Double.NaN);
                kinematics.accelerationInWorld(body, twist);
                at = copy(twist, out, at);
                Arrays.fill(twist, Double.NaN);
                kinematics.jerkInWorld(body, twist);
                at = copy(twist, out, at);
            }
        };
    }

    private static Algorithm jacobian(RobotModel model) {
        Kinematics kinematics = new Kinematics(model);
        Jacobian jacobian = new Jacobian(model);
        double[] matrix = new double[6 * model.jointCount()];
        double[] acceleration = new double[6];
        return (q, qd, qdd, qddd, base, wrenches, out) -> {
            kinematics.compute(base, q, qd, null, null);
            int at = 0;
            for (int body = 0; body < model.bodies().size(); body++) {
                Arrays.fill(matrix, Double.NaN);
                jacobian.compute(kinematics, body, matrix);
                at = copy(matrix, out, at);
                Arrays.fill(acceleration, Double.NaN);
                jacobian.rateTimesVelocity(kinematics, body, acceleration);
                at = copy(acceleration, out, at);
            }
        };
    }

    private static Algorithm systemMotion(RobotModel model) {
        Kinematics kinematics = new Kinematics(model);
        SystemMotion whole = new SystemMotion(model);
        double[] momentum = new double[6];
        return (q, qd, qdd, qddd, base, wrenches, out) -> {
            kinematics.compute(base, q, qd, null, null);
            whole.compute(kinematics);
            Arrays.fill(momentum, Double.NaN);
            whole.momentumInWorldAboutCenterOfMass(momentum);
            int at = copy(momentum, out, 0);
            out[at] = whole.kineticEnergy();
            out[at + 1] = whole.potentialEnergy();
        };
    }

    private static Algorithm posture(RobotModel model) {
        Posture posture = new Posture(model);
        InverseDynamics dynamics = new InverseDynamics(model);
        double[] tau = new double[model.jointCount()];
        return (q, qd, qdd, qddd, base, wrenches, out) -> {
            posture.set(q);
            dynamics.compute(posture, base, qd, qdd, wrenches, tau);
            copy(tau, out, 0);
        };
    }

    @CanIgnoreReturnValue
    private static int copy(double[] from, double[] out, int at) {
        System.arraycopy(from, 0, out, at, from.length);
        return at + from.length;
    }

    private static final RobotModel MODEL = RandomRobots.everything(42, 12);
    private static final int OUTPUTS = 30 * 13 + 6 * 13 * 12;

    @CanIgnoreReturnValue
    private static double[] run(Algorithm algorithm, RandomMotion motion, boolean plain) {
        double[] out = new double[OUTPUTS];
        algorithm.compute(
                motion.q(),
                motion.qd(),
                motion.qdd(),
                motion.qddd(),
                plain ? null : motion.baseMotion(),
                plain ? null : motion.wrenches(),
                out);
        return out;
    }

    private static RandomMotion motion(long seed) {
        return RandomMotion.of(MODEL, seed).withMovingBase(seed).withLoads(seed);
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void nothingIsAllocated(Contract contract) {
        RandomMotion motion = motion(1);
        BaseMotion base = motion.baseMotion();
        ExternalWrenches wrenches = motion.wrenches();
        double[] out = new double[OUTPUTS];
        Algorithm algorithm = contract.maker.make(MODEL);
        double[] q = motion.q();
        long bytes = Allocations.bytes(() -> {
            // another posture each time, in turn loaded and not
            q[0] += 0.1;
            algorithm.compute(q, motion.qd(), motion.qdd(), motion.qddd(), base, wrenches, out);
            algorithm.compute(q, motion.qd(), motion.qdd(), motion.qddd(), null, null, out);
        });
        assertThat(bytes).as("bytes allocated by " + contract).isZero();
    }

    @Test
    void changingBaseAndWrenchesAllocatesNothing() {
        BaseMotion base = new BaseMotion();
        ExternalWrenches wrenches = new ExternalWrenches(MODEL);
        long bytes = Allocations.bytes(() -> {
            base.pose(1, 2, 3, 0.1, 0.2, 0.3, 0.9)
                    .velocityInBase(1, 2, 3, 4, 5, 6)
                    .accelerationInBase(1, 2, 3, 4, 5, 6);
            wrenches.clear().inBody(3, 1, 2, 3, 4, 5, 6).inWorld(4, 1, 2, 3, 4, 5, 6);
        });
        assertThat(bytes).isZero();
    }

    /** The measure itself sees one small object in fifty calls. */
    @Test
    void allocationIsSeen() {
        Object[] kept = new Object[1];
        assertThat(Allocations.bytes(() -> kept[0] = new double[1])).isGreaterThanOrEqualTo(50 * 16);
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void inputsStayAsTheyWere(Contract contract) {
        RandomMotion motion = motion(2);
        RandomMotion same = motion(2);
        BaseMotion base = motion.baseMotion();
        ExternalWrenches wrenches = motion.wrenches();
        Algorithm algorithm = contract.maker.make(MODEL);
        double[] first = new double[OUTPUTS];
        algorithm.compute(motion.q(), motion.qd(), motion.qdd(), motion.qddd(), base, wrenches, first);
        assertThat(motion.q()).containsExactly(same.q());
        assertThat(motion.qd()).containsExactly(same.qd());
        assertThat(motion.qdd()).containsExactly(same.qdd());
        assertThat(motion.qddd()).containsExactly(same.qddd());
        // base and wrenches hide their numbers, but would change a second result
        double[] second = new double[OUTPUTS];
        algorithm.compute(motion.q(), motion.qd(), motion.qdd(), motion.qddd(), base, wrenches, second);
        assertThat(second).containsExactly(first);
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void aUsedObjectIsAsGoodAsNew(Contract contract) {
        Algorithm used = contract.maker.make(MODEL);
        for (long seed = 1; seed <= 6; seed++) {
            boolean plain = seed % 2 == 0;
            RandomMotion motion = motion(seed);
            double[] fresh = run(contract.maker.make(MODEL), motion, plain);
            assertThat(run(used, motion, plain)).as("seed %d", seed).containsExactly(fresh);
        }
    }

    /** Velocity torques, and the wrenches that go with them, do not depend on what was computed before. */
    @Test
    void velocityTorquesStartAfresh() {
        RandomMotion motion = motion(6);
        RandomMotion before = motion(7);
        int n = MODEL.jointCount();
        double[] expected = new double[n];
        double[] actual = new double[n];
        InverseDynamics fresh = new InverseDynamics(MODEL);
        fresh.coriolis(motion.q(), motion.qd(), expected);
        InverseDynamics used = new InverseDynamics(MODEL);
        used.compute(before.baseMotion(), before.q(), before.qd(), before.qdd(), before.wrenches(), new double[n]);
        used.coriolis(motion.q(), motion.qd(), actual);
        assertThat(actual).containsExactly(expected);
        for (int body = 0; body < MODEL.bodies().size(); body++) {
            assertThat(used.jointWrenchInBody(body)).as("body %d", body).isEqualTo(fresh.jointWrenchInBody(body));
        }
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void robotsDoNotDisturbEachOther(Contract contract) {
        RobotModel otherModel = MODEL.toBuilder().gravity(3, -2, 1).build();
        RandomMotion motion = motion(4);
        double[] expected = run(contract.maker.make(MODEL), motion, false);
        Algorithm one = contract.maker.make(MODEL);
        Algorithm other = contract.maker.make(otherModel);
        run(other, motion(5), false);
        assertThat(run(one, motion, false)).containsExactly(expected);
    }

    /** NaN in the outputs handed over, or left behind by a computation from NaN, does not come back. */
    @ParameterizedTest
    @MethodSource("algorithms")
    void notANumberIsForgotten(Contract contract) {
        Algorithm algorithm = contract.maker.make(MODEL);
        RandomMotion motion = motion(3);
        double[] expected = run(algorithm, motion, false);
        RandomMotion poisoned = motion(3);
        Arrays.fill(poisoned.q(), Double.NaN);
        Arrays.fill(poisoned.qd(), Double.NaN);
        Arrays.fill(poisoned.qdd(), Double.NaN);
        Arrays.fill(poisoned.qddd(), Double.NaN);
        assertThat(run(algorithm, poisoned, false)).contains(Double.NaN);
        assertThat(run(algorithm, motion, false)).containsExactly(expected);
        assertThat(expected).doesNotContain(Double.NaN);
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void oneModelServesManyThreads(Contract contract) throws Exception {
        List<double[]> expected = new ArrayList<>();
        for (long seed = 0; seed < 8; seed++) {
            expected.add(run(contract.maker.make(MODEL), motion(seed), false));
        }
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<double[]>> results = new ArrayList<>();
            for (int job = 0; job < 64; job++) {
                long seed = job % 8;
                results.add(threads.submit(() -> run(contract.maker.make(MODEL), motion(seed), false)));
            }
            for (int job = 0; job < 64; job++) {
                assertThat(results.get(job).get()).as("job %d", job).containsExactly(expected.get(job % 8));
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void aRobotWithoutJoints(Contract contract) {
        double[] none = new double[0];
        RobotModel stone = RobotModel.builder("stone")
                .gravity(0, 0, -10)
                .base(
                        "rock",
                        SpatialInertia.aboutCenterOfMass(
                                2,
                                new Vector3(1, 0, 0),
                                new RandomNumbers(1).inertia().tensorAboutCenter()))
                .build();
        double[] out = new double[50];
        contract.maker.make(stone).compute(none, none, none, none, null, null, out);
        if (contract.name.equals("InverseDynamics")) {
            // the ground holds 2 kg one meter away: force 20 N up, moment about −y
            assertThat(Arrays.copyOf(out, 6)).containsExactly(0, 0, 20, 0, -20, 0);
        }
        assertThat(out).doesNotContain(Double.NaN);
    }

    @Test
    void wrongLengthsAreNamed() {
        InverseDynamics dynamics = new InverseDynamics(MODEL);
        ForceRate forces = new ForceRate(MODEL);
        int n = MODEL.jointCount();
        double[] right = new double[n];
        double[] wrong = new double[n + 1];
        assertThatThrownBy(() -> dynamics.compute(wrong, right, right, right))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("q has length %d, but robot \"random-42\" has %d moving joints", n + 1, n);
        assertThatThrownBy(() -> dynamics.compute(right, wrong, right, right)).hasMessageStartingWith("qd has length");
        assertThatThrownBy(() -> dynamics.compute(right, right, wrong, right)).hasMessageStartingWith("qdd has length");
        assertThatThrownBy(() -> dynamics.compute(right, right, right, wrong))
                .hasMessageStartingWith("tauOut has length");
        assertThatThrownBy(() -> dynamics.coriolis(right, wrong, right)).hasMessageStartingWith("qd has length");
        assertThatThrownBy(() -> dynamics.coriolis(right, right, wrong)).hasMessageStartingWith("tauOut has length");
        assertThatThrownBy(() -> dynamics.friction(wrong, right)).hasMessageStartingWith("qd has length");
        assertThatThrownBy(() -> dynamics.friction(right, wrong)).hasMessageStartingWith("tauOut has length");
        assertThatThrownBy(() -> forces.compute(wrong, right, right, right, right, right))
                .hasMessageStartingWith("q has length");
        assertThatThrownBy(() -> forces.compute(right, wrong, right, right, right, right))
                .hasMessageStartingWith("qd has length");
        assertThatThrownBy(() -> forces.compute(right, right, wrong, right, right, right))
                .hasMessageStartingWith("qdd has length");
        assertThatThrownBy(() -> forces.compute(right, right, right, wrong, right, right))
                .hasMessageStartingWith("qddd has length");
        assertThatThrownBy(() -> forces.compute(right, right, right, right, wrong, right))
                .hasMessageStartingWith("tauOut has length");
        assertThatThrownBy(() -> forces.compute(right, right, right, right, right, wrong))
                .hasMessageStartingWith("tauRateOut has length");
        assertThatThrownBy(() -> dynamics.jointWrenchInBody(13)).hasMessageContaining("there is no body 13");
        assertThatThrownBy(() -> dynamics.jointWrenchInBody(-1)).hasMessageContaining("there is no body -1");
        assertThatThrownBy(() -> dynamics.jointWrenchInBody(1, new double[5])).hasMessageContaining("6 numbers");
    }

    @Test
    void whatBelongsToAnotherRobotIsRefused() {
        RobotModel other = RandomRobots.everything(43, 11);
        double[] zero = new double[MODEL.jointCount()];
        InverseDynamics dynamics = new InverseDynamics(MODEL);
        assertThatThrownBy(() -> dynamics.compute(null, zero, zero, zero, new ExternalWrenches(other), zero.clone()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("random-43");
        assertThatThrownBy(() -> dynamics.compute(new Posture(other), null, zero, zero, null, zero.clone()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("random-43");
        ForceRate forces = new ForceRate(MODEL);
        assertThatThrownBy(() ->
                        forces.compute(new Posture(other), null, zero, zero, zero, null, zero.clone(), zero.clone()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("random-43");
        assertThatThrownBy(() -> new ExternalWrenches(MODEL).inBody(13, 1, 2, 3, 4, 5, 6))
                .hasMessageContaining("there is no body 13");
        assertThatThrownBy(() -> new BaseMotion().pose(0, 0, 0, 0, 0, 0, 0)).hasMessageContaining("quaternion");
    }
}
