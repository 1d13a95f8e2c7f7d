package dev.catena.dynamics;

import static dev.catena.dynamics.Contracts.OUTPUTS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.dynamics.Contracts.Algorithm;
import dev.catena.dynamics.Contracts.Contract;
import dev.catena.kinematics.BaseMotion;
import dev.catena.kinematics.Posture;
import dev.catena.model.NumericalException;
import dev.catena.model.RobotModel;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import dev.catena.model.Wrench;
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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What every algorithm promises beside right numbers. */
class ContractTest {
    private static final RobotModel MODEL = RandomRobots.everything(42, 12);

    static Stream<Contract> algorithms() {
        return Contracts.all();
    }

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

    private static RandomMotion motion(Contract contract, long seed) {
        return RandomMotion.of(contract.robot(), seed).withMovingBase(seed).withLoads(seed);
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("algorithms")
    void nothingIsAllocated(Contract contract) {
        RandomMotion motion = motion(contract, 1);
        BaseMotion base = motion.baseMotion();
        ExternalWrenches wrenches = motion.wrenches();
        double[] out = new double[OUTPUTS];
        Algorithm algorithm = contract.make();
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

    /** Velocity torques, and the wrenches that go with them, do not depend on what was computed before. */
    @Test
    void velocityTorquesStartAfresh() {
        RandomMotion motion = RandomMotion.of(MODEL, 6).withMovingBase(6).withLoads(6);
        RandomMotion before = RandomMotion.of(MODEL, 7).withMovingBase(7).withLoads(7);
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
            assertThat(used.jointWrenchInBody(body)).as("body %s", body).isEqualTo(fresh.jointWrenchInBody(body));
        }
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void inputsStayAsTheyWere(Contract contract) {
        RandomMotion motion = motion(contract, 2);
        RandomMotion same = motion(contract, 2);
        BaseMotion base = motion.baseMotion();
        ExternalWrenches wrenches = motion.wrenches();
        Algorithm algorithm = contract.make();
        double[] first = new double[OUTPUTS];
        algorithm.compute(motion.q(), motion.qd(), motion.qdd(), motion.qddd(), base, wrenches, first);
        assertThat(motion.q()).containsExactly(same.q());
        assertThat(motion.qd()).containsExactly(same.qd());
        assertThat(motion.qdd()).containsExactly(same.qdd());
        assertThat(motion.qddd()).containsExactly(same.qddd());
        // base and wrenches hide their numbers, but would change a second result
        double[] second = new double[OUTPUTS];
        algorithm.compute(motion.q(), motion.qd(), motion.qdd(), motion.qddd(), base, wrenches, second);
        assertThat(Arrays.equals(second, first)).as("the same numbers").isTrue();
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void aUsedObjectIsAsGoodAsNew(Contract contract) {
        Algorithm used = contract.make();
        for (long seed = 1; seed <= 6; seed++) {
            boolean plain = seed % 2 == 0;
            RandomMotion motion = motion(contract, seed);
            double[] fresh = run(contract.make(), motion, plain);
            assertThat(Arrays.equals(run(used, motion, plain), fresh))
                    .as("seed %s", seed)
                    .isTrue();
        }
    }

    /** What was applied once does not stay, in fixed joints least of all. */
    @Test
    void externalWrenchesAreForgotten() {
        RandomMotion motion = RandomMotion.of(MODEL, 1).withLoads(1);
        double[] tau = new double[MODEL.jointCount()];
        InverseDynamics used = new InverseDynamics(MODEL);
        InverseDynamics fresh = new InverseDynamics(MODEL);
        used.compute(null, motion.q(), motion.qd(), motion.qdd(), motion.wrenches(), tau);
        used.massTimes(motion.q(), motion.qdd(), tau);
        fresh.massTimes(motion.q(), motion.qdd(), tau);
        assertThat(MODEL.bodies().size()).isGreaterThan(MODEL.jointCount() + 1);
        for (int body = 0; body < MODEL.bodies().size(); body++) {
            assertThat(used.jointWrenchInBody(body)).as("body %s", body).isEqualTo(fresh.jointWrenchInBody(body));
        }
    }

    @Test
    void clearedWrenchesAreNone() {
        RandomMotion motion = RandomMotion.of(MODEL, 4).withLoads(4);
        ForceRate forces = new ForceRate(MODEL);
        double[][] loaded = torquesAndRates(forces, motion, motion.wrenches());
        double[][] cleared = torquesAndRates(forces, motion, motion.wrenches().clear());
        double[][] none = torquesAndRates(forces, motion, null);
        assertThat(loaded[0]).isNotEqualTo(none[0]);
        assertThat(loaded[1]).isNotEqualTo(none[1]);
        assertThat(cleared).isDeepEqualTo(none);
        // what hides behind a load of which only one half is given anew
        ExternalWrenches forcesAgain = motion.wrenches().clear();
        ExternalWrenches ratesAgain = motion.wrenches().clear();
        for (int body = 0; body < MODEL.bodies().size(); body++) {
            forcesAgain.inWorld(body, Vector3.ZERO, Vector3.ZERO);
            ratesAgain.rateInWorld(body, Vector3.ZERO, Vector3.ZERO);
        }
        assertThat(torquesAndRates(forces, motion, forcesAgain)).isDeepEqualTo(none);
        assertThat(torquesAndRates(forces, motion, ratesAgain)).isDeepEqualTo(none);
    }

    private static double[][] torquesAndRates(
            ForceRate forces, RandomMotion motion, @Nullable ExternalWrenches wrenches) {
        double[][] out = new double[2][MODEL.jointCount()];
        forces.compute(null, motion.q(), motion.qd(), motion.qdd(), motion.qddd(), wrenches, out[0], out[1]);
        return out;
    }

    @Test
    void bodiesAreNamedOrNumbered() {
        RandomMotion motion = RandomMotion.of(MODEL, 5);
        Wrench wrench = new Wrench(new Vector3(1, 2, 3), new Vector3(4, 5, 6));
        ForceRate forces = new ForceRate(MODEL);
        ExternalWrenches byName =
                new ExternalWrenches(MODEL).inWorld("body7", wrench).inBody("body5", wrench);
        ExternalWrenches byNumber = new ExternalWrenches(MODEL)
                .inWorld(MODEL.bodyIndex("body7"), wrench.force(), wrench.moment())
                .inBody(MODEL.bodyIndex("body5"), wrench.force(), wrench.moment());
        assertThat(torquesAndRates(forces, motion, byName)).isDeepEqualTo(torquesAndRates(forces, motion, byNumber));
        assertThatThrownBy(() -> byName.inBody(13, 1, 2, 3, 4, 5, 6))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("0 to 12");
    }

    /** NaN in the outputs handed over, or left behind by a computation that overflowed, does not come back. */
    @ParameterizedTest
    @MethodSource("algorithms")
    void whatOverflowsIsForgotten(Contract contract) {
        Algorithm algorithm = contract.make();
        RandomMotion motion = motion(contract, 3);
        double[] expected = run(algorithm, motion, false);
        RandomMotion far = motion(contract, 3);
        Arrays.fill(far.q(), 1e200);
        Arrays.fill(far.qd(), 1e200);
        Arrays.fill(far.qdd(), 1e200);
        if (contract.divides() || contract.readsRates()) {
            assertThatThrownBy(() -> run(algorithm, far, false))
                    .isInstanceOf(NumericalException.class)
                    .hasMessageContaining("random-42");
        }
        // rates that are too large get further than such a posture, and leave more behind
        System.arraycopy(motion.q(), 0, far.q(), 0, motion.q().length);
        if (contract.readsRates()) {
            assertThatThrownBy(() -> run(algorithm, far, false))
                    .isInstanceOf(NumericalException.class)
                    .hasMessageContaining("random-42");
        }
        assertThat(Arrays.equals(run(algorithm, motion, false), expected))
                .as("the same numbers")
                .isTrue();
        assertThat(expected).doesNotContain(Double.NaN);
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("algorithms")
    void oneModelServesManyThreads(Contract contract) throws Exception {
        List<double[]> expected = new ArrayList<>();
        for (long seed = 0; seed < 8; seed++) {
            expected.add(run(contract.make(), motion(contract, seed), false));
        }
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<double[]>> results = new ArrayList<>();
            for (int job = 0; job < 64; job++) {
                long seed = job % 8;
                results.add(threads.submit(() -> run(contract.make(), motion(contract, seed), false)));
            }
            for (int job = 0; job < 64; job++) {
                assertThat(Arrays.equals(results.get(job).get(), expected.get(job % 8)))
                        .as("job %s", job)
                        .isTrue();
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
        contract.maker().make(stone).compute(none, none, none, none, null, null, out);
        if (contract.name().equals("InverseDynamics")) {
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
                .hasMessage("q has length %s, but robot \"random-42\" has %s moving joints", n + 1, n);
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
        assertThatThrownBy(() -> dynamics.jointWrenchInBody(1, new double[5])).hasMessageContaining("needs 6");
    }

    @ParameterizedTest
    @EnumSource
    void wrongLengthsInForwardDynamicsAreNamed(ForwardWay way) {
        RobotModel model = ForwardDynamicsTest.withRotorsOnParents(MODEL);
        int n = model.jointCount();
        double[] right = new double[n];
        double[] wrong = new double[n + 1];
        double[] six = new double[6];
        BaseMotion base = new BaseMotion();
        ForwardDynamics forward = way.of(model);
        ForwardDynamics free = way.free(model);
        assertThatThrownBy(() -> forward.compute(wrong, right, right, right))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("q has length %s, but robot \"random-42\" has %s moving joints", n + 1, n);
        assertThatThrownBy(() -> forward.compute(new double[n - 1], right, right, right))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("q has length");
        assertThatThrownBy(() -> forward.compute(right, wrong, right, right)).hasMessageStartingWith("qd has length");
        assertThatThrownBy(() -> forward.compute(right, right, wrong, right)).hasMessageStartingWith("tau has length");
        assertThatThrownBy(() -> forward.compute(right, right, right, wrong))
                .hasMessageStartingWith("qddOut has length");
        assertThatThrownBy(() -> free.computeFloating(base, wrong, right, right, null, six, right))
                .hasMessageStartingWith("q has length");
        assertThatThrownBy(() -> free.computeFloating(base, right, wrong, right, null, six, right))
                .hasMessageStartingWith("qd has length");
        assertThatThrownBy(() -> free.computeFloating(base, right, right, wrong, null, six, right))
                .hasMessageStartingWith("tau has length");
        assertThatThrownBy(() -> free.computeFloating(base, right, right, right, null, right, right))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("baseAccelerationOut has length %s, but robot \"random-42\" needs 6", n);
        assertThatThrownBy(() -> free.computeFloating(base, right, right, right, null, six, wrong))
                .hasMessageStartingWith("qddOut has length");
        assertThatThrownBy(
                        () -> forward.compute(null, right, right, right, new ExternalWrenches(other()), right.clone()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("random-43");
    }

    @Test
    void wrongSizesOfMatricesAreNamed() {
        RobotModel model = ForwardDynamicsTest.withRotorsOnParents(MODEL);
        int n = model.jointCount();
        double[] q = new double[n];
        double[] wrong = new double[n * n + 1];
        MassMatrix masses = new MassMatrix(model);
        assertThatThrownBy(() -> masses.compute(new double[n + 1], new double[n * n]))
                .hasMessageStartingWith("q has length");
        assertThatThrownBy(() -> masses.compute(q, wrong))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("matrixOut has length %s, but robot \"random-42\" needs %s", n * n + 1, n * n);
        assertThatThrownBy(() -> new MassMatrix(model.withFloatingBase()).computeFloating(q, wrong))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("matrixOut has length %s, but robot \"random-42\" needs %s", n * n + 1, (6 + n) * (6 + n));
        assertThatThrownBy(() -> new InverseMassMatrix(model).compute(q, wrong))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("inverseOut has length %s, but robot \"random-42\" needs %s", n * n + 1, n * n);
        InverseDynamics dynamics = new InverseDynamics(model);
        assertThatThrownBy(() -> dynamics.massTimes(q, new double[n + 1], q)).hasMessageStartingWith("qdd has length");
        assertThatThrownBy(() -> dynamics.massTimes(q, q, new double[n + 1]))
                .hasMessageStartingWith("tauOut has length");
        FloatingInverseDynamics floating = new FloatingInverseDynamics(model.withFloatingBase());
        assertThatThrownBy(() -> floating.compute(new BaseMotion(), q, q, q, null, new double[5], q))
                .hasMessage("baseAccelerationOut has length 5, but robot \"random-42\" needs 6");
    }

    private static RobotModel other() {
        return RandomRobots.everything(43, 11);
    }

    @Test
    void whatBelongsToAnotherRobotIsRefused() {
        RobotModel other = other();
        double[] zero = new double[MODEL.jointCount()];
        InverseDynamics dynamics = new InverseDynamics(MODEL);
        assertThatThrownBy(() -> dynamics.compute(null, zero, zero, zero, new ExternalWrenches(other), zero.clone()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("random-43");
        assertThatThrownBy(() -> dynamics.compute(new Posture(other), null, zero, zero, null, zero.clone()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("random-43");
        assertThatThrownBy(() -> new ForceRate(MODEL)
                        .compute(new Posture(other), null, zero, zero, zero, null, zero.clone(), zero.clone()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("random-43");
        assertThatThrownBy(() -> new ExternalWrenches(MODEL).inBody(13, 1, 2, 3, 4, 5, 6))
                .hasMessageContaining("there is no body 13");
        assertThatThrownBy(() -> new BaseMotion().pose(0, 0, 0, 0, 0, 0, 0)).hasMessageContaining("quaternion");
    }
}
