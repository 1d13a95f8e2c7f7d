package dev.catena.compile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.compile.inputs.BaseInput;
import dev.catena.compile.inputs.CodeInputs;
import dev.catena.compile.inputs.ParameterGroup;
import dev.catena.compile.source.RobotSource;
import dev.catena.dynamics.ExternalWrenches;
import dev.catena.formats.ShippedRobots;
import dev.catena.kinematics.BaseMotion;
import dev.catena.kinematics.Kinematics;
import dev.catena.mechanism.ConstrainedForwardDynamics;
import dev.catena.mechanism.ConstrainedInverseDynamics;
import dev.catena.mechanism.ConstraintImpact;
import dev.catena.model.Contact;
import dev.catena.model.CutJoint;
import dev.catena.model.Joint;
import dev.catena.model.NumericalException;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Rotation;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import dev.catena.quantity.Quantity;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.CoupledRobots;
import dev.catena.testkit.RandomRobots;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Code for robots on contacts gives the numbers of the hand-written classes, or refuses. */
class StandingCodeTest {
    private static final double TOLERANCE = 1e-10;

    /** A robot, and what it stands on. */
    record Stand(String name, RobotModel robot, List<Contact> contacts, boolean exertsAll) {
        @Override
        public String toString() {
            return name;
        }
    }

    static List<Stand> floating() {
        List<Stand> stands = new ArrayList<>();
        for (int seed = 0; seed < 4; seed++) {
            RobotModel robot = RandomRobots.everything(seed, 4 + seed).withFloatingBase();
            addStands(stands, robot, seed);
        }
        addStands(stands, CoupledRobots.everything(3, 6).withFloatingBase(), 9);
        stands.add(walker());
        return stands;
    }

    /** Legs in one plane: two flat feet hold what is across it twice. */
    private static Stand walker() {
        RobotModelBuilder builder =
                RobotModel.builder("walker").gravity(0, 0, -9.81).base("trunk", inertia(8));
        for (String side : List.of("l", "r")) {
            double y = side.equals("l") ? 0.1 : -0.1;
            builder.link(
                            Joint.revolute("hip_" + side, "trunk", "thigh_" + side)
                                    .at(Pose.translation(0, y, 0), Vector3.Y),
                            inertia(2))
                    .link(
                            Joint.revolute("knee_" + side, "thigh_" + side, "shank_" + side)
                                    .at(Pose.translation(0, 0, -0.4), Vector3.Y),
                            inertia(1.5))
                    .link(
                            Joint.revolute("ankle_" + side, "shank_" + side, "foot_" + side)
                                    .at(Pose.translation(0, 0, -0.4), Vector3.Y),
                            inertia(0.7));
        }
        Pose sole = Pose.translation(0.03, 0, -0.06);
        return new Stand(
                "walker",
                builder.build().withFloatingBase(),
                List.of(
                        Contact.of("left", "foot_l", sole, Contact.Kind.FLAT),
                        Contact.of("right", "foot_r", sole, Contact.Kind.FLAT)),
                true);
    }

    private static SpatialInertia inertia(double mass) {
        return SpatialInertia.principal(
                mass, new Vector3(0.03, -0.02, -0.1), Rotation.IDENTITY, 0.02 * mass, 0.03 * mass, 0.025 * mass);
    }

    private static void addStands(List<Stand> stands, RobotModel robot, int seed) {
        Random random = new Random(seed);
        String last = robot.bodies().get(robot.bodies().size() - 1).name();
        String other = robot.bodies().get(robot.bodies().size() / 2).name();
        String name = robot.name() + seed;
        Contact flat = contact(last, Contact.Kind.FLAT, random);
        List<Contact> points = List.of(
                contact(last, Contact.Kind.POINT, random),
                contact(last, Contact.Kind.POINT, random),
                contact(last, Contact.Kind.POINT, random));
        stands.add(new Stand(name + " flat", robot, List.of(flat), true));
        stands.add(
                new Stand(name + " two feet", robot, List.of(flat, contact(other, Contact.Kind.FLAT, random)), true));
        stands.add(new Stand(name + " three points", robot, points, true));
        stands.add(new Stand(
                name + " hinge and point",
                robot,
                List.of(contact(last, Contact.Kind.HINGE_X, random), contact(other, Contact.Kind.POINT, random)),
                true));
        stands.add(new Stand(name + " hinge", robot, List.of(contact(last, Contact.Kind.HINGE_Y, random)), false));
        stands.add(new Stand(name + " two points", robot, points.subList(0, 2), false));
    }

    private static Contact contact(String body, Contact.Kind kind, Random random) {
        Rotation turn = Rotation.fromRollPitchYaw(random.nextDouble(), random.nextDouble(), random.nextDouble());
        Vector3 point = new Vector3(random.nextGaussian(), random.nextGaussian(), random.nextGaussian());
        return Contact.of("on_" + body, body, new Pose(turn, point.times(0.3)), kind);
    }

    /** A state in which no contact slips. */
    private static final class State {
        final double[] q;
        final double[] qd;
        final double[] tau;
        final double[] base = new double[24];
        final BaseMotion motion = new BaseMotion();
        final List<CutJoint> ties = new ArrayList<>();
        final ExternalWrenches wrenches;
        final double[] load;

        State(Stand stand, boolean floats, int seed) {
            Random random = new Random(seed);
            RobotModel robot = stand.robot;
            int n = robot.jointCount();
            q = random.doubles(n, -2, 2).toArray();
            tau = random.doubles(n, -5, 5).toArray();
            load = random.doubles(6, -3, 3).toArray();
            wrenches = new ExternalWrenches(robot).inWorld(robot.bodies().size() - 1, vector(load, 0), vector(load, 3));
            Rotation r = floats ? Rotation.fromRollPitchYaw(0.4, -0.3, 0.9) : Rotation.IDENTITY;
            Vector3 p = floats ? new Vector3(0.3, -0.2, 0.8) : Vector3.ZERO;
            double[] place = {
                r.xx(), r.xy(), r.xz(), r.yx(), r.yy(), r.yz(), r.zx(), r.zy(), r.zz(), p.x(), p.y(), p.z()
            };
            System.arraycopy(place, 0, base, 0, 12);
            motion.pose(new Pose(r, p));
            Kinematics kinematics = new Kinematics(robot);
            kinematics.compute(motion, q, null, null, null);
            for (Contact contact : stand.contacts) {
                ties.add(contact.at(kinematics.worldFromBody(robot.bodyIndex(contact.body()))));
            }
            double[] any = random.doubles(n, -1, 1).toArray();
            qd = new double[n];
            ConstraintImpact impact = new ConstraintImpact(robot, ties);
            if (floats) {
                motion.velocityInBase(0.3, -0.5, 0.2, 0.6, 0.1, -0.4);
                double[] after = new double[6];
                impact.computeFloating(motion, q, any, 0, after, qd);
                motion.velocityInBase(vector(after, 0), vector(after, 3));
                System.arraycopy(after, 0, base, 12, 6);
            } else {
                impact.compute(null, q, any, 0, qd);
            }
        }

        void accelerate(double[] ofBase) {
            motion.accelerationInBase(vector(ofBase, 0), vector(ofBase, 3));
            System.arraycopy(ofBase, 0, base, 18, 6);
        }
    }

    private static Vector3 vector(double[] numbers, int at) {
        return new Vector3(numbers[at], numbers[at + 1], numbers[at + 2]);
    }

    private static CodeInputs inputs(Stand stand) {
        RobotModel robot = stand.robot;
        String last = robot.bodies().get(robot.bodies().size() - 1).name();
        return CodeInputs.of(robot).withContacts(stand.contacts).withWrenchesInWorld(List.of(last));
    }

    @ParameterizedTest
    @MethodSource("floating")
    void floatingRobotsAccelerate(Stand stand) {
        RobotModel robot = stand.robot;
        int n = robot.jointCount();
        CompiledFunction code = RobotCompiler.compile(robot, Quantity.ACCELERATION, inputs(stand));
        assertThat(code.inputs()).containsExactly("q", "qd", "tau", "base", "wrenches");
        assertThat(code.outputs()).containsExactly("qdd", "baseAcceleration", "contactWrench", "standing");
        State state = new State(stand, true, 3);
        ConstrainedForwardDynamics hand = new ConstrainedForwardDynamics(robot, state.ties);
        double[] qdd = new double[n];
        double[] a = new double[6];
        hand.computeFloating(state.motion, state.q, state.qd, state.tau, state.wrenches, a, qdd);
        double[][] found = {new double[n], new double[6], new double[6 * state.ties.size()], new double[2]};
        code.evaluateAll(new double[][] {
            state.q,
            state.qd,
            state.tau,
            Arrays.copyOf(state.base, 18),
            state.load,
            found[0],
            found[1],
            found[2],
            found[3]
        });
        Agreement.check("qdd", found[0], qdd, TOLERANCE);
        Agreement.check("base", found[1], a, TOLERANCE);
        Agreement.check("reactions", found[2], reactions(state, hand), TOLERANCE);
        if (!stand.exertsAll) {
            return;
        }
        state.accelerate(a);
        ConstrainedInverseDynamics back = new ConstrainedInverseDynamics(robot, state.ties);
        double[] tau = new double[n];
        back.compute(state.motion, state.q, state.qd, qdd, state.wrenches, null, tau);
        double[][] torques = {new double[n], new double[6 * state.ties.size()], new double[2]};
        RobotCompiler.compile(robot, Quantity.TORQUE, inputs(stand)).evaluateAll(new double[][] {
            state.q, state.qd, qdd, state.base, state.load, torques[0], torques[1], torques[2]
        });
        Agreement.check("tau", torques[0], tau, TOLERANCE);
        double[] six = new double[6];
        for (int k = 0; k < state.ties.size(); k++) {
            back.reaction(k, six);
            Agreement.check("reaction " + k, Arrays.copyOfRange(torques[1], 6 * k, 6 * k + 6), six, TOLERANCE);
        }
    }

    private static double[] reactions(State state, ConstrainedForwardDynamics hand) {
        double[] all = new double[6 * state.ties.size()];
        double[] six = new double[6];
        for (int k = 0; k < state.ties.size(); k++) {
            hand.reaction(k, six);
            System.arraycopy(six, 0, all, 6 * k, 6);
        }
        return all;
    }

    static List<Stand> held() {
        List<Stand> stands = new ArrayList<>();
        for (int seed = 0; seed < 4; seed++) {
            addStands(stands, RandomRobots.everything(seed, 5 + seed), seed);
        }
        return stands;
    }

    @ParameterizedTest
    @MethodSource("held")
    void robotsOnHeldBasesAccelerate(Stand stand) {
        RobotModel robot = stand.robot;
        int n = robot.jointCount();
        CompiledFunction code = RobotCompiler.compile(robot, Quantity.ACCELERATION, inputs(stand));
        State state = new State(stand, false, 5);
        ConstrainedForwardDynamics hand = new ConstrainedForwardDynamics(robot, state.ties);
        double[] qdd = new double[n];
        hand.compute(null, state.q, state.qd, state.tau, state.wrenches, qdd);
        double[] found = new double[n];
        double[] wrenches = new double[6 * state.ties.size()];
        code.evaluate(state.q, state.qd, state.tau, state.load, found, wrenches, new double[2]);
        Agreement.check("qdd", found, qdd, TOLERANCE);
        Agreement.check("reactions", wrenches, reactions(state, hand), TOLERANCE);

        double[] moved = new double[n];
        RobotCompiler.compile(robot, Quantity.ACCELERATION, inputs(stand).withBase(BaseInput.MOVES))
                .evaluateAll(new double[][] {
                    state.q, state.qd, state.tau, state.base, state.load, moved, wrenches, new double[2]
                });
        Agreement.check("told to rest", moved, qdd, TOLERANCE);
    }

    /** A flat foot stays where it is. */
    @Test
    void footStays() {
        Stand stand = floating().get(0);
        RobotModel robot = stand.robot;
        State state = new State(stand, true, 8);
        double[] qdd = new double[robot.jointCount()];
        double[] a = new double[6];
        RobotCompiler.compile(robot, Quantity.ACCELERATION, inputs(stand)).evaluateAll(new double[][] {
            state.q,
            state.qd,
            state.tau,
            Arrays.copyOf(state.base, 18),
            state.load,
            qdd,
            a,
            new double[6],
            new double[2]
        });
        state.accelerate(a);
        Kinematics kinematics = new Kinematics(robot);
        kinematics.compute(state.motion, state.q, state.qd, qdd, null);
        double[] six = new double[6];
        kinematics.accelerationInWorld(robot.bodies().size() - 1, six);
        Agreement.check("foot", six, new double[6], 1e-10);
    }

    /** As by hand, velocities along the axes of the foot that it should not have stay what they are. */
    @Test
    void slippingFootSlipsOn() {
        Stand stand = floating().get(0);
        RobotModel robot = stand.robot;
        int n = robot.jointCount();
        State state = new State(stand, true, 8);
        Arrays.setAll(state.qd, k -> 0.7 - 0.4 * k);
        double[] qdd = new double[n];
        double[] a = new double[6];
        new ConstrainedForwardDynamics(robot, state.ties)
                .computeFloating(state.motion, state.q, state.qd, state.tau, state.wrenches, a, qdd);
        double[] found = new double[n];
        double[] ofBase = new double[6];
        RobotCompiler.compile(robot, Quantity.ACCELERATION, inputs(stand)).evaluateAll(new double[][] {
            state.q,
            state.qd,
            state.tau,
            Arrays.copyOf(state.base, 18),
            state.load,
            found,
            ofBase,
            new double[6],
            new double[2]
        });
        Agreement.check("qdd", found, qdd, TOLERANCE);
        Agreement.check("base", ofBase, a, TOLERANCE);
    }

    @Test
    void batchesAndSourcesComeWithIt() {
        Stand stand = floating().get(0);
        CompiledFunction code = RobotCompiler.compile(stand.robot, Quantity.ACCELERATION, inputs(stand));
        State state = new State(stand, true, 3);
        int n = stand.robot.jointCount();
        double[][] one = {
            state.q,
            state.qd,
            state.tau,
            Arrays.copyOf(state.base, 18),
            state.load,
            new double[n],
            new double[6],
            new double[6],
            new double[2]
        };
        code.evaluateAll(one);
        int count = 17;
        double[][] many = new double[one.length][];
        for (int v = 0; v < many.length; v++) {
            many[v] = new double[count * one[v].length];
            for (int k = 0; v < 5 && k < one[v].length; k++) {
                Arrays.fill(many[v], k * count, (k + 1) * count, one[v][k]);
            }
        }
        new Batch(code, 1).evaluate(count, many);
        for (int k = 0; k < n; k++) {
            double[] expected = new double[count];
            Arrays.fill(expected, one[5][k]);
            Agreement.check("joint " + k, Arrays.copyOfRange(many[5], k * count, (k + 1) * count), expected, 1e-12);
        }
        String c = RobotSource.c(
                        stand.robot,
                        Quantity.ACCELERATION,
                        RobotCompiler.program(stand.robot, Quantity.ACCELERATION, inputs(stand)),
                        inputs(stand))
                .get(0)
                .text();
        assertThat(c).contains("contactWrench").contains("standing");
    }

    @Test
    void motionThatBreaksAContactIsRefused() {
        Stand stand = floating().get(0);
        State state = new State(stand, true, 3);
        int n = stand.robot.jointCount();
        CompiledFunction code = RobotCompiler.compile(stand.robot, Quantity.TORQUE, inputs(stand));
        double[][] vectors = {
            state.q, state.qd, new double[n], state.base, state.load, new double[n], new double[6], new double[2]
        };
        assertThatThrownBy(() -> code.evaluateAll(vectors))
                .isInstanceOf(NumericalException.class)
                .hasMessageContaining("the accelerations break a contact");
    }

    /** A point at the tip of an arm holds less where the arm is stretched than elsewhere. */
    @Test
    void singularPoseIsRefused() {
        RobotModel robot = ShippedRobots.load("two-link");
        String last = robot.bodies().get(robot.bodies().size() - 1).name();
        Contact tip = Contact.of("tip", last, Pose.translation(0.7, 0, 0), Contact.Kind.POINT);
        CompiledFunction code = RobotCompiler.compile(
                robot, Quantity.ACCELERATION, CodeInputs.of(robot).withContacts(List.of(tip)));
        double[] two = new double[2];
        code.evaluate(new double[] {0.3, 0.9}, two, two, new double[2], new double[6], new double[2]);
        assertThatThrownBy(() ->
                        code.evaluate(new double[] {0.3, 0}, two, two, new double[2], new double[6], new double[2]))
                .isInstanceOf(NumericalException.class)
                .hasMessageContaining("contacts hold less in this pose than in others");
        for (double bend : new double[] {0, 1e-15, 1e-9}) {
            double[][] many = {
                {0.3, 0.3, 0.9, bend}, new double[4], new double[4], new double[4], new double[12], new double[4]
            };
            assertThatThrownBy(() -> new Batch(code, 1).evaluate(2, many)).isInstanceOf(NumericalException.class);
        }
    }

    /** Straight legs cannot lift what stands on them. */
    @Test
    void straightLegsAreRefused() {
        Stand walker = walker();
        CompiledFunction code = RobotCompiler.compile(
                walker.robot, Quantity.ACCELERATION, CodeInputs.of(walker.robot).withContacts(walker.contacts));
        double[] base = new double[18];
        base[0] = 1;
        base[4] = 1;
        base[8] = 1;
        double[] six = new double[6];
        double[][] vectors = {six, six, six, base, new double[6], new double[6], new double[12], new double[2]};
        assertThatThrownBy(() -> code.evaluateAll(vectors))
                .isInstanceOf(NumericalException.class)
                .hasMessageContaining("contacts hold less in this pose than in others");
        vectors[0] = new double[] {-0.3, 0.6, -0.3, -0.3, 0.6, -0.3};
        code.evaluateAll(vectors);
        assertThat(vectors[6][2] + vectors[6][8]).isPositive();
    }

    @Test
    void whatThereIsNoCodeForIsRefused() {
        Stand stand = floating().get(0);
        RobotModel robot = stand.robot;
        CodeInputs inputs = CodeInputs.of(robot).withContacts(stand.contacts);
        refuses("is not compiled, but torque and acceleration are", robot, Quantity.MASS_MATRIX, inputs);
        refuses(
                "leave lengths closed",
                robot,
                Quantity.TORQUE,
                inputs.withOpenParameters(Set.of(ParameterGroup.LENGTHS)));
        refuses("leave the contacts out", robot, Quantity.TORQUE, inputs.withBase(BaseInput.MOVES));
        List<Contact> two = floating().get(5).contacts;
        refuses(
                "cannot exert every force",
                robot,
                Quantity.TORQUE,
                CodeInputs.of(robot).withContacts(two));
        RobotModel loops = ShippedRobots.load("four-bar");
        Contact contact = Contact.of("foot", loops.bodies().get(1).name(), Pose.IDENTITY, Contact.Kind.POINT);
        refuses("has closed loops", loops, Quantity.TORQUE, CodeInputs.of(loops).withContacts(List.of(contact)));
        RobotModel arm = ShippedRobots.load("two-link");
        Contact ground = Contact.of("ground", arm.base().name(), Pose.IDENTITY, Contact.Kind.FLAT);
        refuses("hold nothing", arm, Quantity.ACCELERATION, CodeInputs.of(arm).withContacts(List.of(ground)));
        Contact nowhere = Contact.of("nowhere", "nobody", Pose.IDENTITY, Contact.Kind.FLAT);
        refuses(
                "has no body \"nobody\"",
                arm,
                Quantity.ACCELERATION,
                CodeInputs.of(arm).withContacts(List.of(nowhere)));
    }

    private static void refuses(String words, RobotModel robot, Quantity quantity, CodeInputs inputs) {
        assertThatThrownBy(() -> RobotCompiler.compile(robot, quantity, inputs))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(words);
    }
}
