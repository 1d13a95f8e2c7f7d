package dev.catena.dynamics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.kinematics.BaseMotion;
import dev.catena.model.Body;
import dev.catena.model.Drive;
import dev.catena.model.InertiaPolicy;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.JointGeometry;
import dev.catena.model.JointKind;
import dev.catena.model.NumericalException;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Rotation;
import dev.catena.model.Rotor;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import dev.catena.sensitivity.AccelerationSensitivity;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.RandomMotion;
import dev.catena.testkit.RandomNumbers;
import dev.catena.testkit.RandomRobots;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Where nothing resists an acceleration there is an error in words, never a number. */
class SingularInertiaTest {
    private static final int SEEDS = 40;

    static Stream<Arguments> joints() {
        return Arrays.stream(ForwardWay.values())
                .flatMap(way ->
                        Stream.of(JointKind.REVOLUTE, JointKind.PRISMATIC).map(kind -> Arguments.of(way, kind)));
    }

    /** Bodies in a row from the base on, each with mass; returns the name of the last. */
    private static String chain(RobotModelBuilder builder, RandomNumbers random, int bodies) {
        String last = "base";
        for (int i = 1; i <= bodies; i++) {
            builder.link(
                    Joint.revolute("joint" + i, last, "body" + i).at(random.pose(0.5), random.vector3(1)),
                    random.inertia());
            last = "body" + i;
        }
        return last;
    }

    private static void run(ForwardWay way, RobotModel model, long seed, boolean floating) {
        int n = model.jointCount();
        RandomNumbers random = new RandomNumbers(seed);
        double[] q = random.vector(n, 2);
        double[] qd = random.vector(n, 1);
        double[] tau = random.vector(n, 1);
        if (floating) {
            way.free(model)
                    .computeFloating(
                            new BaseMotion().pose(random.pose(1)), q, qd, tau, null, new double[6], new double[n]);
        } else {
            way.of(model).compute(q, qd, tau, new double[n]);
        }
    }

    /** A chain of three with a massless body at its end. */
    private static RobotModel masslessLeaf(JointKind kind, long seed, Drive drive) {
        RandomNumbers random = new RandomNumbers(seed);
        RobotModelBuilder builder = RobotModel.builder("arm").gravity(0, 0, 0).base("base", random.inertia());
        String last = chain(builder, random, 3);
        Joint tip = Joint.of(kind, "tip", last, "nothing").at(random.pose(0.5), random.vector3(1));
        return builder.link(tip.with(drive), SpatialInertia.ZERO).build();
    }

    @ParameterizedTest
    @MethodSource("joints")
    void aMasslessLeafIsNamed(ForwardWay way, JointKind kind) {
        RobotModel model = masslessLeaf(kind, 1, Drive.NONE);
        for (boolean floating : new boolean[] {false, true}) {
            assertThatThrownBy(() -> run(way, model, 1, floating))
                    .isInstanceOf(SingularInertiaException.class)
                    .hasMessageStartingWith("joint \"tip\" of robot \"arm\" has no inertia (0.00) to accelerate");
        }
        assertThatThrownBy(() -> new InverseMassMatrix(model).compute(new double[4], new double[16]))
                .isInstanceOf(SingularInertiaException.class)
                .hasMessageStartingWith("joint \"tip\" of robot \"arm\" has no inertia (0.00) to accelerate");
    }

    /** A point of mass, or a rod, on the axis of the last joint: what is left of its inertia is rounding, of either sign. */
    @ParameterizedTest
    @EnumSource(ForwardWay.class)
    void massOnTheAxisIsNoInertia(ForwardWay way) {
        for (long seed = 1; seed <= SEEDS; seed++) {
            RobotModel model = massOnTheAxis(seed);
            int n = model.jointCount();
            for (boolean floating : new boolean[] {false, true}) {
                long s = seed;
                assertThatThrownBy(() -> run(way, model, s, floating))
                        .as("seed %s, floating %s", seed, floating)
                        .isInstanceOf(SingularInertiaException.class)
                        .hasMessageStartingWith("joint \"tip\"");
            }
            double[][] out = {new double[n * n], new double[n * n], new double[n * n]};
            double[] q = new RandomNumbers(seed).vector(n, 2);
            assertThatThrownBy(() ->
                            new AccelerationSensitivity(model).compute(q, q.clone(), q.clone(), out[0], out[1], out[2]))
                    .as("seed %s", seed)
                    .isInstanceOf(SingularInertiaException.class)
                    .hasMessageStartingWith("joint \"tip\"");
            int size = 6 + n;
            double[][] all = {new double[size * size], new double[size * size], new double[size * n]};
            assertThatThrownBy(() -> new AccelerationSensitivity(model.withFloatingBase())
                            .computeFloating(new BaseMotion(), q, q.clone(), q.clone(), null, all[0], all[1], all[2]))
                    .as("seed %s, floating", seed)
                    .isInstanceOf(SingularInertiaException.class);
        }
    }

    /** The last body is on an axis at any angle as far as rounding lets it, every other one at the very origin of the joint. */
    private static RobotModel massOnTheAxis(long seed) {
        RandomNumbers random = new RandomNumbers(seed);
        RobotModelBuilder builder = RobotModel.builder("arm")
                .gravity(random.vector3(10))
                .inertiaPolicy(InertiaPolicy.LENIENT)
                .base("base", random.inertia());
        String last = chain(builder, random, 3);
        Vector3 axis = random.vector3(1);
        Joint tip = Joint.revolute("tip", last, "point").at(random.pose(0.5), axis);
        return builder.link(
                        tip,
                        new SpatialInertia(
                                random.between(1, 3),
                                axis.times(seed % 2 * random.between(0.1, 0.4)),
                                InertiaTensor.ZERO))
                .build();
    }

    /** With a rotor of either kind the leaf has inertia after all, and obeys q̈ = τ/Iₐ while everything else is still. */
    @ParameterizedTest
    @MethodSource("joints")
    void aMasslessLeafWithARotorIsFine(ForwardWay way, JointKind kind) {
        for (Drive drive :
                new Drive[] {Drive.reflected(0.25), Drive.of(new Rotor(0.0025, 10, "body3", new Vector3(1, 2, 3)))}) {
            RobotModel model = masslessLeaf(kind, 2, drive);
            double[] q = new RandomNumbers(2).vector(4, 2);
            double[] tau = {0.3, -0.2, 0.1, 0.5};
            double[] qdd = new double[4];
            way.of(model).compute(q, new double[4], tau, qdd);
            double[] again = new double[4];
            new InverseDynamics(model).compute(q, new double[4], qdd, again);
            Agreement.check("torques with " + drive, again, tau, 1e-12);
            if (drive.rotor() == null) {
                Agreement.check("acceleration of the rotor", qdd[3], 0.5 / 0.25, 1e-12);
            }
            // without gravity and motion, q̈ = M⁻¹ τ
            double[] inverse = new double[16];
            new InverseMassMatrix(model).compute(q, inverse);
            double[] product = new double[4];
            for (int k = 0; k < 16; k++) {
                product[k / 4] += inverse[k] * tau[k % 4];
            }
            Agreement.check("accelerations with " + drive, product, qdd, 1e-12);
        }
    }

    /** Two joints in line with a massless body between them: either can turn back what the other turns. */
    private static RobotModel linedUp(JointKind kind, int before, int after, long seed) {
        RandomNumbers random = new RandomNumbers(seed);
        RobotModelBuilder builder = RobotModel.builder("lined up").base("base", random.inertia());
        String last = chain(builder, random, before);
        Vector3 axis = random.vector3(1);
        Pose along = new Pose(Rotation.about(axis, random.between(-3, 3)), axis.times(random.between(-1, 1)));
        builder.link(Joint.of(kind, "first", last, "massless").at(random.pose(0.5), axis), SpatialInertia.ZERO);
        builder.link(Joint.of(kind, "second", "massless", "heavy").at(along, axis), random.inertia());
        last = "heavy";
        for (int i = 1; i <= after; i++) {
            Joint next = Joint.revolute("next" + i, last, "beyond" + i).at(random.pose(0.5), random.vector3(1));
            builder.link(next, random.inertia());
            last = "beyond" + i;
        }
        return builder.build();
    }

    @ParameterizedTest
    @MethodSource("joints")
    void jointsInLineAreNamed(ForwardWay way, JointKind kind) {
        for (long seed = 1; seed <= SEEDS; seed++) {
            RobotModel model = linedUp(kind, (int) seed % 8, (int) seed % 5, seed);
            for (boolean floating : new boolean[] {false, true}) {
                long current = seed;
                assertThatThrownBy(() -> run(way, model, current, floating))
                        .as("seed %s, floating %s", seed, floating)
                        .isInstanceOf(SingularInertiaException.class)
                        .hasMessageMatching(
                                "joint \"(first|second)\" of robot \"lined up\" (has no inertia|feels an inertia of"
                                        + " -).*");
            }
            int n = model.jointCount();
            double[] q = new RandomNumbers(seed).vector(n, 2);
            assertThatThrownBy(() -> new InverseMassMatrix(model).compute(q, new double[n * n]))
                    .as("seed %s", seed)
                    .isInstanceOf(SingularInertiaException.class)
                    .hasMessageContaining("joint \"first\"");
        }
    }

    /** Four joints about one point, or along one plane and a line, with massless bodies between them. */
    @ParameterizedTest
    @MethodSource("joints")
    void oneJointTooManyIsNamed(ForwardWay way, JointKind kind) {
        for (long seed = 1; seed <= SEEDS; seed++) {
            RandomNumbers random = new RandomNumbers(seed);
            RobotModelBuilder builder = RobotModel.builder("redundant").base("base", random.inertia());
            String last = chain(builder, random, (int) seed % 4);
            for (int i = 1; i <= 4; i++) {
                Pose turned = Pose.rotation(random.rotation());
                builder.link(
                        Joint.of(kind, "wrist" + i, last, "wristbody" + i).at(turned, random.vector3(1)),
                        i < 4 ? SpatialInertia.ZERO : random.inertia());
                last = "wristbody" + i;
            }
            RobotModel model = builder.build();
            for (boolean floating : new boolean[] {false, true}) {
                long current = seed;
                assertThatThrownBy(() -> run(way, model, current, floating))
                        .as("seed %s, floating %s", seed, floating)
                        .isInstanceOf(SingularInertiaException.class)
                        .hasMessageContaining("joint \"wrist");
            }
        }
    }

    /** A base without mass on the far side of its only joint: it can turn without moving anything. */
    @ParameterizedTest
    @MethodSource("joints")
    void aFloatingBaseWithoutMassIsNamed(ForwardWay way, JointKind kind) {
        for (long seed = 1; seed <= SEEDS; seed++) {
            for (boolean aligned : new boolean[] {false, true}) {
                RandomNumbers random = new RandomNumbers(seed);
                RobotModelBuilder builder = RobotModel.builder("drone").base("base", SpatialInertia.ZERO);
                Joint first = Joint.of(kind, "first", "base", "hull");
                builder.link(aligned ? first : first.at(random.pose(0.5), random.vector3(1)), random.inertia());
                String last = "hull";
                for (int i = 1; i <= seed % 6; i++) {
                    builder.link(
                            Joint.revolute("next" + i, last, "beyond" + i).at(random.pose(0.5), random.vector3(1)),
                            random.inertia());
                    last = "beyond" + i;
                }
                RobotModel model = builder.build();
                long current = seed;
                assertThatThrownBy(() -> run(way, model, current, true))
                        .as("seed %s, aligned %s", seed, aligned)
                        .isInstanceOf(SingularInertiaException.class)
                        .hasMessageMatching(
                                way == ForwardWay.DENSE
                                        ? "joint \"first\" of robot \"drone\" has no inertia .*"
                                        : "the floating base of robot \"drone\", with all that it carries, .*");
                // held, the same robot moves
                run(way, model, seed, false);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aRobotWithoutAnyMassIsNamed(ForwardWay way) {
        RobotModel nothing =
                RobotModel.builder("nothing").base("base", SpatialInertia.ZERO).build();
        String message = "the floating base of robot \"nothing\", with all that it carries, has no inertia in some"
                + " direction: give its bodies mass and inertia; look at body \"base\" (no mass)";
        assertThatThrownBy(() -> run(way, nothing, 1, true))
                .isInstanceOf(SingularInertiaException.class)
                .hasMessage(message);
        double[] none = new double[0];
        assertThatThrownBy(() -> new FloatingInverseDynamics(nothing.withFloatingBase())
                        .compute(new BaseMotion(), none, none, none, null, new double[6], none))
                .isInstanceOf(SingularInertiaException.class)
                .hasMessage(message);
    }

    /** A point of mass away from the base's origin does not resist turning about itself. */
    @Test
    void aPointOfMassIsNamed() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            RandomNumbers random = new RandomNumbers(seed);
            SpatialInertia point = SpatialInertia.principal(2, random.vector3(3), random.rotation(), 0, 0, 0);
            RobotModel model = RobotModel.builder("point")
                    .inertiaPolicy(InertiaPolicy.LENIENT)
                    .base("base", point)
                    .build();
            double[] none = new double[0];
            assertThatThrownBy(() -> new FloatingInverseDynamics(model.withFloatingBase())
                            .compute(new BaseMotion(), none, none, none, null, new double[6], none))
                    .as("seed %s", seed)
                    .isInstanceOf(SingularInertiaException.class);
            for (ForwardWay way : ForwardWay.values()) {
                assertThatThrownBy(() -> run(way, model, 1, true))
                        .as("seed %s, %s", seed, way)
                        .isInstanceOf(SingularInertiaException.class)
                        .hasMessageStartingWith("the floating base of robot \"point\"");
            }
        }
    }

    /** A tip so far away that inertias leave the range of numbers: that is said, and not taken for missing inertia. */
    @ParameterizedTest
    @EnumSource
    void inertiasThatOverflowAreNotMistakenForMissingInertia(ForwardWay way) {
        RandomNumbers random = new RandomNumbers(5);
        RobotModelBuilder builder = RobotModel.builder("arm").base("base", random.inertia());
        Joint added = Joint.prismatic("joint4", chain(builder, random, 3), "body4");
        RobotModel model = builder.link(added.at(random.pose(0.5), Vector3.Z), random.inertia())
                .build();
        double[] zero = new double[4];
        double[] q = {0, 0, 0, 1e200};
        double[] qdd = {6, 7, 8, 9};
        for (boolean floating : new boolean[] {false, true}) {
            assertThatThrownBy(() -> {
                        if (floating) {
                            way.free(model).computeFloating(new BaseMotion(), q, zero, zero, null, new double[6], qdd);
                        } else {
                            way.of(model).compute(q, zero, zero, qdd);
                        }
                    })
                    .isInstanceOf(NumericalException.class)
                    .hasMessageContaining("robot \"arm\"")
                    .hasMessageMatching("(.* is not a number: coordinates or dimensions are too large)"
                            + "|(.* is beyond the range of numbers in .*)");
            assertThat(qdd).containsExactly(6, 7, 8, 9);
        }
    }

    /** Small is not singular: a finger of a milligram on an arm of tons. */
    @ParameterizedTest
    @EnumSource
    void aSmallBodyOnALargeOneIsFine(ForwardWay way) {
        RandomNumbers random = new RandomNumbers(9);
        RobotModelBuilder builder = RobotModel.builder("crane").base("base", scaled(random.inertia(), 1e3, 10));
        String last = "base";
        for (int i = 1; i <= 4; i++) {
            builder.link(
                    Joint.revolute("boom" + i, last, "part" + i).at(random.pose(5), random.vector3(1)),
                    scaled(random.inertia(), 1e3, 10));
            last = "part" + i;
        }
        builder.link(
                Joint.revolute("finger", last, "tip").at(random.pose(5), random.vector3(1)),
                scaled(random.inertia(), 1e-6, 0.01));
        RobotModel model = builder.build();
        double[] q = random.vector(5, 2);
        double[] tau = {1e3, -1e3, 1e3, 1e3, 1e-9};
        double[] qdd = new double[5];
        double[] again = new double[5];
        way.of(model).compute(q, new double[5], tau, qdd);
        new InverseDynamics(model).compute(q, new double[5], qdd, again);
        Agreement.check("torques", again, tau, 1e-9);
        assertThat(IntStream.range(0, 5).mapToDouble(k -> qdd[k])).allMatch(Double::isFinite);
        way.free(model).computeFloating(new BaseMotion(), q, new double[5], tau, null, new double[6], qdd);
    }

    /**
     * A robot in other units: with lengths and masses measured in others, joints accelerate the same to the last bit, if
     * the factors are powers of four.
     */
    @ParameterizedTest
    @EnumSource
    void unitsOfLengthAndMassDoNotMatter(ForwardWay way) {
        RobotModel model = RandomRobots.tree(3, 8).baseInertia().build();
        RandomMotion motion = RandomMotion.of(model, 3);
        for (double length : new double[] {0x1p-24, 1, 0x1p24}) {
            for (double mass : new double[] {0x1p-24, 1, 0x1p24}) {
                double[] qdd = new double[8];
                double[] expected = new double[8];
                double[] base = new double[6];
                double[] expectedBase = new double[6];
                RobotModel other = inUnits(model, length, mass);
                double[] tau = Arrays.stream(motion.qddd())
                        .map(t -> t * mass * length * length)
                        .toArray();
                way.of(model).compute(motion.q(), motion.qd(), motion.qddd(), expected);
                way.of(other).compute(motion.q(), motion.qd(), tau, qdd);
                assertThat(qdd).as("length %s, mass %s", length, mass).containsExactly(expected);

                BaseMotion still = new BaseMotion();
                way.free(model)
                        .computeFloating(still, motion.q(), motion.qd(), motion.qddd(), null, expectedBase, expected);
                way.free(other).computeFloating(still, motion.q(), motion.qd(), tau, null, base, qdd);
                assertThat(qdd).as("length %s, mass %s", length, mass).containsExactly(expected);
                assertThat(base[0]).isEqualTo(expectedBase[0] * length);
                assertThat(base[5]).isEqualTo(expectedBase[5]);
            }
        }
    }

    private static RobotModel inUnits(RobotModel model, double length, double mass) {
        RobotModelBuilder builder = model.toBuilder()
                .inertiaPolicy(InertiaPolicy.LENIENT)
                .gravity(model.gravity().times(length));
        for (Body body : model.bodies()) {
            builder.replace(new Body(body.name(), scaled(body.inertia(), mass, length)));
        }
        for (Joint joint : model.joints()) {
            JointGeometry old = joint.geometry();
            builder.replace(joint.with(new JointGeometry(
                    inUnits(old.parentFromJoint(), length), old.axisInJoint(), inUnits(old.jointFromBody(), length))));
        }
        return builder.build();
    }

    private static Pose inUnits(Pose pose, double length) {
        return new Pose(pose.rotation(), pose.position().times(length));
    }

    private static SpatialInertia scaled(SpatialInertia inertia, double mass, double length) {
        var t = inertia.tensorAboutCenter();
        double f = mass * length * length;
        return SpatialInertia.aboutCenterOfMass(
                mass * inertia.mass(),
                inertia.centerOfMass().times(length),
                new InertiaTensor(f * t.xx(), f * t.xy(), f * t.xz(), f * t.yy(), f * t.yz(), f * t.zz()));
    }
}
