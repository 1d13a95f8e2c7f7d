package dev.catena.drive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.catena.dynamics.ExternalWrenches;
import dev.catena.dynamics.HybridDynamics;
import dev.catena.dynamics.OwnArrays;
import dev.catena.dynamics.SingularInertiaException;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.Drive;
import dev.catena.model.Joint;
import dev.catena.model.NumericalException;
import dev.catena.model.RobotModel;
import dev.catena.model.Rotor;
import dev.catena.model.Spring;
import dev.catena.model.Vector3;
import dev.catena.testkit.Allocations;
import dev.catena.testkit.RandomDrives;
import dev.catena.testkit.RandomMotion;
import dev.catena.testkit.RandomNumbers;
import dev.catena.testkit.RandomRobots;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every algorithm of elastic robots promises beside right numbers. */
class DriveContractTest {
    private static final RobotModel MODEL = RandomDrives.rigidOnParents(
            RandomRobots.tree(42, 9)
                    .prismaticShare(0.3)
                    .fixedShare(0.2)
                    .friction()
                    .bodyFrames()
                    .baseInertia()
                    .shuffled()
                    .build(),
            42);
    /** Khalil's elastic joints carry their rotors on their parents. */
    private static final RobotModel KHALIL = springs(RandomDrives.rigid(MODEL, 43));

    private static final int OUTPUTS = 1000;

    private static RobotModel springs(RobotModel robot) {
        var builder = robot.toBuilder();
        for (int k = 0; k < robot.jointCount(); k += 2) {
            Joint joint = robot.movingJoints().get(k);
            builder.replace(joint.with(joint.drive().with(new Spring(200, 0.1))));
        }
        return builder.build();
    }

    /** One algorithm behind a common face; [q; θ] and torques in, everything out. */
    interface Algorithm {
        void compute(
                double[] q,
                double[] qd,
                double[] qdd,
                double[] tau,
                @Nullable BaseMotion base,
                @Nullable ExternalWrenches wrenches,
                double[] out);
    }

    interface Maker {
        Algorithm make();
    }

    record Contract(String name, RobotModel robot, int size, boolean divides, Maker maker) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Contract> algorithms() {
        int size = new ElasticCoordinates(MODEL).size();
        RobotModel free = MODEL.withFloatingBase();
        return Stream.of(
                new Contract("ElasticInverseDynamics", MODEL, size, false, DriveContractTest::inverse),
                new Contract(
                        "ElasticForwardDynamics",
                        MODEL,
                        size,
                        true,
                        () -> forward(new ElasticForwardDynamics(MODEL), new ElasticForwardDynamics(free))),
                new Contract(
                        "in matrix form",
                        MODEL,
                        size,
                        true,
                        () -> forward(
                                ElasticForwardDynamics.withMatrices(MODEL), ElasticForwardDynamics.withMatrices(free))),
                new Contract("ElasticMatrices", MODEL, size, false, DriveContractTest::matrices),
                new Contract("FlexibleJointDynamics", KHALIL, KHALIL.jointCount(), true, DriveContractTest::flexible));
    }

    private static Algorithm inverse() {
        ElasticInverseDynamics dynamics = new ElasticInverseDynamics(MODEL);
        double[] torques = new double[MODEL.jointCount()];
        double[] rows = new double[dynamics.coordinates().size()];
        double[] wrench = new double[6];
        return (q, qd, qdd, tau, base, wrenches, out) -> {
            Arrays.fill(torques, Double.NaN);
            dynamics.compute(base, q, qd, qdd, wrenches, torques);
            int at = copy(torques, out, 0);
            dynamics.generalizedForces(rows);
            at = copy(rows, out, at);
            for (int body = 0; body < MODEL.bodies().size(); body++) {
                dynamics.jointWrenchInBody(body, wrench);
                at = copy(wrench, out, at);
            }
        };
    }

    private static Algorithm forward(ElasticForwardDynamics dynamics, ElasticForwardDynamics free) {
        double[] acceleration = new double[dynamics.coordinates().size()];
        double[] baseAcceleration = new double[6];
        double[] wrench = new double[6];
        BaseMotion atRest = new BaseMotion();
        return (q, qd, qdd, tau, base, wrenches, out) -> {
            Arrays.fill(acceleration, Double.NaN);
            free.computeFloating(base == null ? atRest : base, q, qd, tau, wrenches, baseAcceleration, acceleration);
            int at = copy(baseAcceleration, out, copy(acceleration, out, 0));
            Arrays.fill(acceleration, Double.NaN);
            dynamics.compute(base, q, qd, tau, wrenches, acceleration);
            at = copy(acceleration, out, at);
            dynamics.computeJointWrenches();
            for (int body = 0; body < MODEL.bodies().size(); body++) {
                dynamics.jointWrenchInBody(body, wrench);
                at = copy(wrench, out, at);
            }
        };
    }

    private static Algorithm matrices() {
        ElasticMatrices matrices = new ElasticMatrices(MODEL);
        int size = matrices.coordinates().size();
        double[] a = new double[size * size];
        double[] zeta = new double[size];
        return (q, qd, qdd, tau, base, wrenches, out) -> {
            matrices.compute(base, q, qd, wrenches);
            matrices.inertia(a);
            matrices.bias(zeta);
            copy(zeta, out, copy(a, out, 0));
        };
    }

    private static Algorithm flexible() {
        FlexibleJointDynamics dynamics = new FlexibleJointDynamics(KHALIL);
        int n = KHALIL.jointCount();
        double[] acceleration = new double[n];
        double[] torque = new double[n];
        double[] wrench = new double[6];
        return (q, qd, qdd, tau, base, wrenches, out) -> {
            dynamics.inverse(base, q, qd, qdd, wrenches, acceleration, torque);
            int at = copy(torque, out, copy(acceleration, out, 0));
            dynamics.computeJointWrenches();
            for (int body = 0; body < KHALIL.bodies().size(); body++) {
                dynamics.jointWrenchInBody(body, wrench);
                at = copy(wrench, out, at);
            }
            dynamics.forward(base, q, qd, tau, wrenches, acceleration);
            copy(acceleration, out, at);
        };
    }

    @CanIgnoreReturnValue
    private static int copy(double[] from, double[] out, int at) {
        System.arraycopy(from, 0, out, at, from.length);
        return at + from.length;
    }

    private static double[] run(Algorithm algorithm, Contract contract, long seed, boolean plain) {
        RandomMotion motion =
                RandomMotion.of(contract.robot, seed).withMovingBase(seed).withLoads(seed);
        RandomNumbers random = new RandomNumbers(seed);
        double[] q = random.vector(contract.size, 1);
        double[] qd = random.vector(contract.size, 1);
        double[] qdd = random.vector(contract.size, 1);
        double[] tau = random.vector(contract.robot.jointCount(), 1);
        double[][] before = {q.clone(), qd.clone(), qdd.clone(), tau.clone()};
        double[] out = new double[OUTPUTS];
        algorithm.compute(q, qd, qdd, tau, plain ? null : motion.baseMotion(), plain ? null : motion.wrenches(), out);
        assertThat(new double[][] {q, qd, qdd, tau}).as("inputs").isDeepEqualTo(before);
        assertThat(out).doesNotContain(Double.NaN);
        return out;
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void nothingIsAllocated(Contract contract) {
        RandomMotion motion =
                RandomMotion.of(contract.robot, 1).withMovingBase(1).withLoads(1);
        RandomNumbers random = new RandomNumbers(1);
        double[] q = random.vector(contract.size, 1);
        double[] qd = random.vector(contract.size, 1);
        double[] tau = random.vector(contract.robot.jointCount(), 1);
        double[] out = new double[OUTPUTS];
        BaseMotion base = motion.baseMotion();
        ExternalWrenches wrenches = motion.wrenches();
        Algorithm algorithm = contract.maker.make();
        long bytes = Allocations.bytes(() -> {
            q[0] += 0.1;
            algorithm.compute(q, qd, qd, tau, base, wrenches, out);
            algorithm.compute(q, qd, qd, tau, null, null, out);
        });
        assertThat(bytes).as("bytes allocated by " + contract).isZero();
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void aUsedObjectIsAsGoodAsNew(Contract contract) {
        Algorithm used = contract.maker.make();
        for (long seed = 1; seed <= 6; seed++) {
            boolean plain = seed % 2 == 0;
            assertThat(run(used, contract, seed, plain))
                    .as("seed %s", seed)
                    .containsExactly(run(contract.maker.make(), contract, seed, plain));
        }
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void whatOverflowsIsForgotten(Contract contract) {
        Algorithm algorithm = contract.maker.make();
        double[] expected = run(algorithm, contract, 3, false);
        double[] far = new double[contract.size];
        Arrays.fill(far, 1e200);
        double[] zero = new double[contract.size];
        double[] tau = new double[contract.robot.jointCount()];
        double[] out = new double[OUTPUTS];
        // torques at rest far out are large, not infinite; inertias are
        if (!contract.name.equals("ElasticInverseDynamics")) {
            assertThatThrownBy(() -> algorithm.compute(far, zero, zero, tau, null, null, out))
                    .isInstanceOf(NumericalException.class)
                    .hasMessageContaining("random-42");
        }
        assertThatThrownBy(() -> algorithm.compute(zero, far, far, tau, null, null, out))
                .isInstanceOf(NumericalException.class)
                .hasMessageContaining("random-42");
        assertThat(run(algorithm, contract, 3, false)).containsExactly(expected);
    }

    @Test
    void wrongLengthsAreNamed() {
        ElasticInverseDynamics inverse = new ElasticInverseDynamics(MODEL);
        ElasticForwardDynamics forward = new ElasticForwardDynamics(MODEL);
        int n = MODEL.jointCount();
        int size = inverse.coordinates().size();
        double[] joints = new double[n];
        double[] all = new double[size];
        assertThat(size).isGreaterThan(n);
        String motors = "has length %s, but robot \"random-42\" has %s moving joints and %s motors of elastic joints"
                .formatted(n, n, size - n);
        String drives =
                "has length %s, but robot \"random-42\" has %s moving joints, with a drive each".formatted(size, n);
        inverse.compute(all, all, all, joints);
        assertThatThrownBy(() -> inverse.generalizedForces(joints)).hasMessage("forcesOut " + motors);
        assertThatThrownBy(() -> inverse.compute(joints, all, all, joints)).hasMessage("q " + motors);
        assertThatThrownBy(() -> inverse.compute(all, joints, all, joints)).hasMessage("qd " + motors);
        assertThatThrownBy(() -> inverse.compute(all, all, joints, joints)).hasMessage("qdd " + motors);
        assertThatThrownBy(() -> inverse.compute(all, all, all, all)).hasMessage("tauOut " + drives);
        assertThatThrownBy(() -> forward.compute(joints, all, joints, all)).hasMessage("q " + motors);
        assertThatThrownBy(() -> forward.compute(all, joints, joints, all)).hasMessage("qd " + motors);
        assertThatThrownBy(() -> forward.compute(all, all, all, all)).hasMessage("tau " + drives);
        assertThatThrownBy(() -> forward.compute(all, all, joints, joints)).hasMessage("qddOut " + motors);
        assertThatThrownBy(() -> inverse.coordinates().relaxed(all)).hasMessage("q " + drives);
        ElasticMatrices matrices = new ElasticMatrices(MODEL);
        matrices.compute(all, all);
        assertThatThrownBy(() -> matrices.coupling(joints)).hasMessageContaining("couplingOut has length %s", n);
        assertThatThrownBy(() ->
                        new FlexibleJointDynamics(MODEL.withoutSprings()).inverse(all, joints, joints, joints, joints))
                .hasMessageStartingWith("q has length");
        assertThatThrownBy(() -> forward.jointWrenchInBody(0)).isInstanceOf(IllegalStateException.class);
    }

    /** A motor that nothing resists has no acceleration that could be computed; its torque can. */
    @Test
    void motorsWithoutInertiaAreNamed() {
        RobotModel bare = RandomRobots.chain(2, 3).build();
        Joint second = bare.movingJoints().get(1);
        RobotModel robot = bare.toBuilder()
                .replace(second.with(Drive.NONE.with(Spring.of(100))))
                .build();
        assertThatThrownBy(() -> new ElasticForwardDynamics(robot))
                .isInstanceOf(SingularInertiaException.class)
                .hasMessageContaining("the motor of elastic joint \"joint2\" of robot \"random-2\" has no inertia");
        ElasticForwardDynamics matrices = ElasticForwardDynamics.withMatrices(robot);
        assertThatThrownBy(() -> matrices.compute(new double[4], new double[4], new double[3], new double[4]))
                .isInstanceOf(SingularInertiaException.class)
                .hasMessageContaining("the motor of elastic joint \"joint2\" of robot \"random-2\" has no inertia");

        double[] tau = new double[3];
        new ElasticInverseDynamics(robot).compute(new double[] {0, 0.1, 0, 0.3}, new double[4], new double[4], tau);
        assertThat(tau[1]).isEqualTo(100 * (0.3 - 0.1));
    }

    /** A rotor is part of its carrier; one with more inertia than the carrier about its axis cannot be. */
    @Test
    void carriersLighterThanTheirRotorsAreRefused() {
        RobotModel bare = RandomRobots.chain(2, 3).build();
        Joint third = bare.movingJoints().get(2);
        Rotor heavy = new Rotor(50, 1, "body1", Vector3.X);
        RobotModel robot = bare.toBuilder()
                .replace(third.with(Drive.of(heavy).with(Spring.of(100))))
                .build();
        for (ElasticForwardDynamics dynamics : new ElasticForwardDynamics[] {
            new ElasticForwardDynamics(robot), ElasticForwardDynamics.withMatrices(robot)
        }) {
            assertThatThrownBy(() -> dynamics.compute(new double[4], new double[4], new double[3], new double[4]))
                    .isInstanceOf(SingularInertiaException.class)
                    .hasMessageMatching(".*(has no inertia|which is not positive).*");
        }
    }

    @Test
    void springsInPlaceOfMotorsKeepTheirRotorsOnParents() {
        assertThatThrownBy(() -> new FlexibleJointDynamics(RandomDrives.allElastic(MODEL, 1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not carried by its joint's parent")
                .hasMessageContaining("only joints with given accelerations may have that");
    }

    /** Messages name the class that was asked, not one that serves inside it. */
    @Test
    void refusalsNameTheClass() {
        int n = MODEL.jointCount();
        ElasticForwardDynamics dynamics = new ElasticForwardDynamics(MODEL);
        ElasticForwardDynamics free = new ElasticForwardDynamics(MODEL.withFloatingBase());
        int size = dynamics.coordinates().size();
        double[] all = new double[size];
        double[] out = new double[size];
        double[] tau = new double[n];
        String words = "this method of ElasticForwardDynamics";
        assertThatThrownBy(() -> free.compute(all, all, tau, out)).hasMessageContaining(words);
        assertThatThrownBy(() -> dynamics.computeFloating(new BaseMotion(), all, all, tau, null, new double[6], out))
                .hasMessageContaining(words);
        free.compute(new BaseMotion(), all, all, tau, null, out);
        dynamics.compute(all, all, tau, out);
        assertThatThrownBy(() -> CompletableFuture.runAsync(
                                dynamics::computeJointWrenches, work -> new Thread(work, "another").start())
                        .join())
                .cause()
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("this ElasticForwardDynamics of robot");
    }

    /** Torques, efforts of springs and the base's acceleration are six numbers each. */
    @Test
    void outputsOfSixMotorsAreArraysOfTheirOwn() {
        RobotModel robot = RandomDrives.allElastic(
                RandomRobots.chain(6, 6).baseInertia().build().withFloatingBase(), 6);
        ElasticForwardDynamics dynamics = new ElasticForwardDynamics(robot);
        BaseMotion base = new BaseMotion();
        OwnArrays.of()
                .in(12, "q", "qd")
                .in(6, "tau", "springEfforts")
                .out(6, "baseAccelerationOut")
                .out(12, "qddOut")
                .check(a -> dynamics.computeWithSpringEfforts(base, a[0], a[1], a[2], a[3], null, a[4], a[5]));
        OwnArrays.of()
                .in(12, "q", "qd")
                .in(6, "tau")
                .out(6, "baseAccelerationOut")
                .out(12, "qddOut")
                .check(a -> dynamics.computeFloating(base, a[0], a[1], a[2], null, a[3], a[4]));
    }

    /** Motion, efforts and the base have six numbers each, so that only their names tell them apart. */
    @Test
    void rowsOfSixJointsAreArraysOfTheirOwn() {
        RobotModel robot = RandomRobots.chain(6, 6).baseInertia().build().withFloatingBase();
        TaylorInverseDynamics taylor = TaylorInverseDynamics.floating(robot, 0);
        FloatingElasticFeedForward feedForward = new FloatingElasticFeedForward(robot);
        BaseMotion base = new BaseMotion();
        OwnArrays.of()
                .in(6, "motion", "motion", "motion")
                .out(6, "baseAccelerationOut", "rowsOut")
                .check(a -> taylor.computeFloating(
                        base, new double[][] {a[0], a[1], a[2]}, null, a[3], new double[][] {a[4]}));
        OwnArrays.of()
                .in(6, "baseVelocity", "baseVelocity", "motion", "motion", "motion")
                .out(6, "baseRowsOut", "rowsOut")
                .check(a -> taylor.computeOnBase(
                        base,
                        new double[][] {a[0], a[1]},
                        new double[][] {a[2], a[3], a[4]},
                        null,
                        new double[][] {a[5]},
                        new double[][] {a[6]}));
        OwnArrays.of()
                .in(6, "positions", "wrenchInBody")
                .out(6, "baseRowsOut", "rowsOut")
                .check(a -> taylor.wrenchRows(
                        new double[][] {a[0]}, 2, a[1], new double[][] {a[2]}, new double[][] {a[3]}));
        OwnArrays.of()
                .in(6, "joints", "joints", "joints")
                .out(6, "baseAccelerationOut", "qOut", "qdOut", "qddOut", "tauOut")
                .check(a -> feedForward.compute(
                        base, new double[][] {a[0], a[1], a[2]}, null, a[3], a[4], a[5], a[6], a[7]));
    }

    @Test
    void coordinatesSayWhereThingsAre() {
        RobotModel robot = RandomRobots.chain(2, 3).build();
        var builder = robot.toBuilder();
        builder.replace(robot.joints().get(0).with(Drive.reflected(1).with(new Spring(100, 0.2))));
        builder.replace(robot.joints().get(2).with(Drive.reflected(1).with(Spring.of(50))));
        ElasticCoordinates coordinates = new ElasticCoordinates(builder.build());
        assertThat(coordinates.names()).containsExactly("joint1", "joint2", "joint3", "joint1 motor", "joint3 motor");
        assertThat(coordinates.motorOf("joint1")).isEqualTo(3);
        assertThat(coordinates.motorOf("joint2")).isEqualTo(1);
        assertThat(coordinates.motorOf("joint3")).isEqualTo(4);
        assertThat(coordinates.isElastic("joint1")).isTrue();
        assertThat(coordinates.isElastic("joint2")).isFalse();
        assertThat(coordinates.isElastic("joint3")).isTrue();
        assertThat(coordinates.elasticJoints()).extracting(Joint::name).containsExactly("joint1", "joint3");
        assertThat(coordinates.jointOfMotor(1)).isEqualTo(2);
        assertThat(coordinates.spring(0).restOffset()).isEqualTo(0.2);
        assertThat(coordinates.relaxed(new double[] {1, 2, 3})).containsExactly(1, 2, 3, 0.8, 3);
        assertThat(coordinates.springEffort(0, new double[] {1, 2, 3, 1, 3})).isCloseTo(20, within());
        assertThat(coordinates.springEnergy(new double[] {1, 2, 3, 1, 2})).isCloseTo(2 + 25, within());
    }

    private static Offset<Double> within() {
        return Offset.offset(1e-12);
    }

    @Test
    void prescribedJointsMustExist() {
        assertThatThrownBy(() -> new HybridDynamics(MODEL, List.of("knee")))
                .hasMessageContaining("has no moving joint \"knee\"");
    }
}
