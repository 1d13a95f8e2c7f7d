package dev.catena.compile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.compile.inputs.BaseInput;
import dev.catena.compile.inputs.CodeInputs;
import dev.catena.compile.inputs.ParameterGroup;
import dev.catena.compile.source.RobotSource;
import dev.catena.formats.ShippedRobots;
import dev.catena.kinematics.Kinematics;
import dev.catena.mechanism.ConstrainedForwardDynamics;
import dev.catena.mechanism.ConstrainedInverseDynamics;
import dev.catena.model.Contact;
import dev.catena.model.NumericalException;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.quantity.Quantity;
import dev.catena.testkit.Agreement;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Code for robots on contacts gives the numbers of the hand-written classes, or refuses. */
class StandingCodeTest {
    private static final double TOLERANCE = 1e-10;

    @ParameterizedTest
    @MethodSource("dev.catena.compile.Stands#floating")
    void floatingRobotsAccelerate(Stands.Stand stand) {
        RobotModel robot = stand.robot();
        int n = robot.jointCount();
        CompiledFunction code = RobotCompiler.compile(robot, Quantity.ACCELERATION, Stands.inputs(stand));
        assertThat(code.inputs()).containsExactly("q", "qd", "tau", "base", "wrenches");
        assertThat(code.outputs()).containsExactly("qdd", "baseAcceleration", "contactWrench", "standing");
        Stands.State state = new Stands.State(stand, true, 3);
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
        Agreement.check("reactions", found[2], Stands.reactions(state, hand), TOLERANCE);
        if (!stand.exertsAll()) {
            return;
        }
        state.accelerate(a);
        ConstrainedInverseDynamics back = new ConstrainedInverseDynamics(robot, state.ties);
        double[] tau = new double[n];
        back.compute(state.motion, state.q, state.qd, qdd, state.wrenches, null, tau);
        double[][] torques = {new double[n], new double[6 * state.ties.size()], new double[2]};
        RobotCompiler.compile(robot, Quantity.TORQUE, Stands.inputs(stand)).evaluateAll(new double[][] {
            state.q, state.qd, qdd, state.base, state.load, torques[0], torques[1], torques[2]
        });
        Agreement.check("tau", torques[0], tau, TOLERANCE);
        double[] six = new double[6];
        for (int k = 0; k < state.ties.size(); k++) {
            back.reaction(k, six);
            Agreement.check("reaction " + k, Arrays.copyOfRange(torques[1], 6 * k, 6 * k + 6), six, TOLERANCE);
        }
    }

    @ParameterizedTest
    @MethodSource("dev.catena.compile.Stands#held")
    void robotsOnHeldBasesAccelerate(Stands.Stand stand) {
        RobotModel robot = stand.robot();
        int n = robot.jointCount();
        CompiledFunction code = RobotCompiler.compile(robot, Quantity.ACCELERATION, Stands.inputs(stand));
        Stands.State state = new Stands.State(stand, false, 5);
        ConstrainedForwardDynamics hand = new ConstrainedForwardDynamics(robot, state.ties);
        double[] qdd = new double[n];
        hand.compute(null, state.q, state.qd, state.tau, state.wrenches, qdd);
        double[] found = new double[n];
        double[] wrenches = new double[6 * state.ties.size()];
        code.evaluate(state.q, state.qd, state.tau, state.load, found, wrenches, new double[2]);
        Agreement.check("qdd", found, qdd, TOLERANCE);
        Agreement.check("reactions", wrenches, Stands.reactions(state, hand), TOLERANCE);

        double[] moved = new double[n];
        RobotCompiler.compile(robot, Quantity.ACCELERATION, Stands.inputs(stand).withBase(BaseInput.MOVES))
                .evaluateAll(new double[][] {
                    state.q, state.qd, state.tau, state.base, state.load, moved, wrenches, new double[2]
                });
        Agreement.check("told to rest", moved, qdd, TOLERANCE);
    }

    /** A flat foot stays where it is. */
    @Test
    void footStays() {
        Stands.Stand stand = Stands.floating().get(0);
        RobotModel robot = stand.robot();
        Stands.State state = new Stands.State(stand, true, 8);
        double[] qdd = new double[robot.jointCount()];
        double[] a = new double[6];
        RobotCompiler.compile(robot, Quantity.ACCELERATION, Stands.inputs(stand))
                .evaluateAll(new double[][] {
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
        Stands.Stand stand = Stands.floating().get(0);
        RobotModel robot = stand.robot();
        int n = robot.jointCount();
        Stands.State state = new Stands.State(stand, true, 8);
        Arrays.setAll(state.qd, k -> 0.7 - 0.4 * k);
        double[] qdd = new double[n];
        double[] a = new double[6];
        new ConstrainedForwardDynamics(robot, state.ties)
                .computeFloating(state.motion, state.q, state.qd, state.tau, state.wrenches, a, qdd);
        double[] found = new double[n];
        double[] ofBase = new double[6];
        RobotCompiler.compile(robot, Quantity.ACCELERATION, Stands.inputs(stand))
                .evaluateAll(new double[][] {
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
        Stands.Stand stand = Stands.floating().get(0);
        CompiledFunction code = RobotCompiler.compile(stand.robot(), Quantity.ACCELERATION, Stands.inputs(stand));
        Stands.State state = new Stands.State(stand, true, 3);
        int n = stand.robot().jointCount();
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
                        stand.robot(),
                        Quantity.ACCELERATION,
                        RobotCompiler.program(stand.robot(), Quantity.ACCELERATION, Stands.inputs(stand)),
                        Stands.inputs(stand))
                .get(0)
                .text();
        assertThat(c).contains("contactWrench").contains("standing");
    }

    @Test
    void motionThatBreaksAContactIsRefused() {
        Stands.Stand stand = Stands.floating().get(0);
        Stands.State state = new Stands.State(stand, true, 3);
        int n = stand.robot().jointCount();
        CompiledFunction code = RobotCompiler.compile(stand.robot(), Quantity.TORQUE, Stands.inputs(stand));
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
        Stands.Stand walker = Stands.walker();
        CompiledFunction code = RobotCompiler.compile(
                walker.robot(),
                Quantity.ACCELERATION,
                CodeInputs.of(walker.robot()).withContacts(walker.contacts()));
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
        Stands.Stand stand = Stands.floating().get(0);
        RobotModel robot = stand.robot();
        CodeInputs inputs = CodeInputs.of(robot).withContacts(stand.contacts());
        refuses("is not compiled, but torque, torqueRate and acceleration", robot, Quantity.MASS_MATRIX, inputs);
        refuses(
                "leave lengths closed",
                robot,
                Quantity.TORQUE,
                inputs.withOpenParameters(Set.of(ParameterGroup.LENGTHS)));
        refuses("leave the contacts out", robot, Quantity.TORQUE, inputs.withBase(BaseInput.MOVES));
        List<Contact> two = Stands.floating().get(5).contacts();
        refuses(
                "cannot exert every force",
                robot,
                Quantity.TORQUE,
                CodeInputs.of(robot).withContacts(two));
        RobotModel loops = ShippedRobots.load("four-bar");
        Contact contact = Contact.of("foot", loops.bodies().get(1).name(), Pose.IDENTITY, Contact.Kind.POINT);
        refuses(
                "whose base is held",
                loops,
                Quantity.TORQUE,
                CodeInputs.of(loops).withContacts(List.of(contact)));
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
