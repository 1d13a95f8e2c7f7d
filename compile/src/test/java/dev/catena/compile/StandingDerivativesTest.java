package dev.catena.compile;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.mechanism.ConstrainedForwardDynamics;
import dev.catena.mechanism.ContactCurvature;
import dev.catena.mechanism.ContactForceRate;
import dev.catena.mechanism.ContactSensitivity;
import dev.catena.mechanism.ElasticContactFeedForward;
import dev.catena.model.NumericalException;
import dev.catena.model.RobotModel;
import dev.catena.model.Twist;
import dev.catena.model.Vector3;
import dev.catena.quantity.Quantity;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.CoupledRobots;
import dev.catena.testkit.RandomRobots;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Code for rates and derivatives of robots on contacts gives the numbers of the hand-written classes. */
class StandingDerivativesTest {
    private static final double TOLERANCE = 1e-9;

    static List<Stands.Stand> floating() {
        List<Stands.Stand> any = new ArrayList<>();
        Stands.addStands(any, RandomRobots.everything(1, 3).withFloatingBase(), 1);
        List<Stands.Stand> coupled = new ArrayList<>();
        Stands.addStands(coupled, CoupledRobots.everything(3, 4).withFloatingBase(), 9);
        return List.of(any.get(0), coupled.get(1), any.get(5), coupled.get(3), Stands.walker());
    }

    static List<Stands.Stand> some() {
        return floating().subList(0, 2);
    }

    /** Accelerations of a state, after which the motion keeps the contacts. */
    private static Stands.Vectors moved(Stands.Stand stand, Stands.State state) {
        int n = stand.robot().jointCount();
        double[] qdd = new double[n];
        double[] a = new double[6];
        new ConstrainedForwardDynamics(stand.robot(), state.ties)
                .computeFloating(state.motion, state.q, state.qd, state.tau, state.wrenches, a, qdd);
        state.accelerate(a);
        Stands.Vectors inputs = new Stands.Vectors();
        inputs.put("q", state.q);
        inputs.put("qd", state.qd);
        inputs.put("qdd", qdd);
        inputs.put("tau", state.tau);
        inputs.put("base", state.base);
        inputs.put("wrenches", state.load);
        return inputs;
    }

    @ParameterizedTest
    @MethodSource("floating")
    void accelerations(Stands.Stand stand) {
        RobotModel robot = stand.robot();
        int n = robot.jointCount();
        int w = 6 + n;
        Stands.State state = new Stands.State(stand, true, 4);
        Stands.Vectors found = Stands.evaluate(
                RobotCompiler.compile(robot, Quantity.ACCELERATION_SENSITIVITY, Stands.inputs(stand)),
                moved(stand, state));
        double[][] expected = {new double[w * w], new double[w * w], new double[w * n]};
        new ContactSensitivity(robot, state.ties)
                .acceleration(
                        state.motion,
                        state.q,
                        state.qd,
                        state.tau,
                        state.wrenches,
                        expected[0],
                        expected[1],
                        expected[2]);
        Agreement.check("by position", found.get("byPosition"), expected[0], TOLERANCE);
        Agreement.check("by velocity", found.get("byVelocity"), expected[1], TOLERANCE);
        Agreement.check("by torque", found.get("byTorque"), expected[2], TOLERANCE);
    }

    @ParameterizedTest
    @MethodSource("some")
    void torques(Stands.Stand stand) {
        RobotModel robot = stand.robot();
        int n = robot.jointCount();
        int w = 6 + n;
        Stands.State state = new Stands.State(stand, true, 4);
        Stands.Vectors inputs = moved(stand, state);
        Stands.Vectors found = Stands.evaluate(
                RobotCompiler.compile(robot, Quantity.TORQUE_SENSITIVITY, Stands.inputs(stand)), inputs);
        double[][] expected = {new double[n * w], new double[n * w], new double[n * w]};
        new ContactSensitivity(robot, state.ties)
                .torque(
                        state.motion,
                        state.q,
                        state.qd,
                        inputs.get("qdd"),
                        state.wrenches,
                        null,
                        expected[0],
                        expected[1],
                        expected[2]);
        Agreement.check("by position", found.get("byPosition"), expected[0], TOLERANCE);
        Agreement.check("by velocity", found.get("byVelocity"), expected[1], TOLERANCE);
        Agreement.check("by acceleration", found.get("byAcceleration"), expected[2], TOLERANCE);

        double[] hessian = new double[9 * w * w];
        new ContactCurvature(robot, state.ties)
                .compute(
                        state.motion,
                        state.q,
                        state.qd,
                        inputs.get("qdd"),
                        state.wrenches,
                        null,
                        state.tau,
                        null,
                        hessian);
        CompiledFunction curvature = RobotCompiler.compile(robot, Quantity.TORQUE_CURVATURE, Stands.inputs(stand));
        inputs.put(curvature.inputs().get(3), state.tau);
        double[] second =
                Stands.evaluate(curvature, inputs).get(curvature.outputs().get(0));
        Agreement.check("curvature", second, hessian, TOLERANCE);
    }

    @ParameterizedTest
    @MethodSource("some")
    void ratesOnOneFoot(Stands.Stand stand) {
        Stands.Stand onOne =
                new Stands.Stand(stand.name(), stand.robot(), stand.contacts().subList(0, 1), true);
        Stands.State state = new Stands.State(onOne, true, 4);
        Stands.Vectors inputs = moved(onOne, state);
        inputs.put("qddd", new Random(2).doubles(state.q.length, -2, 2).toArray());
        rates(onOne, state, inputs);
    }

    private static void rates(Stands.Stand stand, Stands.State state, Stands.Vectors inputs) {
        RobotModel robot = stand.robot();
        int n = robot.jointCount();
        ContactForceRate hand = new ContactForceRate(robot, state.ties);
        double[] tau = new double[n];
        double[] tauRate = new double[n];
        hand.compute(
                state.motion,
                inputs.get("q"),
                inputs.get("qd"),
                inputs.get("qdd"),
                inputs.get("qddd"),
                state.wrenches,
                null,
                tau,
                tauRate);
        inputs.put("wrenchRates", new double[6]);
        Stands.Vectors found =
                Stands.evaluate(RobotCompiler.compile(robot, Quantity.TORQUE_RATE, Stands.inputs(stand)), inputs);
        Agreement.check("tau", found.get("tau"), tau, 1e-10);
        Agreement.check("tauRate", found.get("tauRate"), tauRate, 1e-10);
        Twist jerk = hand.baseJerk();
        Agreement.check(
                "jerk",
                found.get("baseJerk"),
                new double[] {
                    jerk.linear().x(), jerk.linear().y(), jerk.linear().z(),
                    jerk.angular().x(), jerk.angular().y(), jerk.angular().z()
                },
                1e-10);
        double[] wrench = new double[6];
        double[] rate = new double[6];
        for (int k = 0; k < state.ties.size(); k++) {
            hand.reaction(k, wrench, rate);
            double[] own = Arrays.copyOfRange(found.get("contactWrenchRate"), 6 * k, 6 * k + 6);
            Agreement.check("rate of reaction " + k, own, rate, 1e-10);
        }
    }

    /** Both legs move alike, so that the feet stay; with another jerk of one they do not. */
    @Test
    void ratesOnTwoFeet() {
        Stands.Stand walker = Stands.walker();
        Random random = new Random(3);
        double[][] motion = new double[5][];
        Arrays.setAll(motion, d -> {
            double[] leg = random.doubles(3, -1, 1).toArray();
            return new double[] {leg[0], leg[1], leg[2], leg[0], leg[1], leg[2]};
        });
        Stands.State state = new Stands.State(walker, true, 4);
        ElasticContactFeedForward following = new ElasticContactFeedForward(walker.robot(), state.ties);
        following.compute(state.motion, motion, null, null, new double[6], new double[6], new double[6], new double[6]);
        double[] v = new double[6];
        double[] change = new double[6];
        following.baseVelocity(0, v);
        following.baseVelocity(1, change);
        Vector3 linear = Stands.vector(v, 0);
        Vector3 turning = Stands.vector(v, 3);
        state.motion.velocityInBase(linear, turning);
        System.arraycopy(v, 0, state.base, 12, 6);
        Vector3 classical = Stands.vector(change, 0).plus(turning.cross(linear));
        state.accelerate(new double[] {classical.x(), classical.y(), classical.z(), change[3], change[4], change[5]});
        Stands.Vectors inputs = new Stands.Vectors();
        inputs.put("q", motion[0]);
        inputs.put("qd", motion[1]);
        inputs.put("qdd", motion[2]);
        inputs.put("qddd", motion[3]);
        inputs.put("base", state.base);
        inputs.put("wrenches", state.load);
        rates(walker, state, inputs);
        inputs.put("qddd", new double[] {1, 0, 0, 0, 0, 0});
        CompiledFunction code = RobotCompiler.compile(walker.robot(), Quantity.TORQUE_RATE, Stands.inputs(walker));
        assertThatThrownBy(() -> Stands.evaluate(code, inputs))
                .isInstanceOf(NumericalException.class)
                .hasMessageContaining("derivatives of the accelerations break a contact");
    }

    @Test
    void heldBasesToo() {
        List<Stands.Stand> held = new ArrayList<>();
        Stands.addStands(held, RandomRobots.everything(1, 4), 1);
        for (Stands.Stand stand : held) {
            Stands.State state = new Stands.State(stand, false, 5);
            int n = state.q.length;
            double[][] expected = {new double[n * n], new double[n * n], new double[n * n]};
            new ContactSensitivity(stand.robot(), state.ties)
                    .acceleration(
                            null, state.q, state.qd, state.tau, state.wrenches, expected[0], expected[1], expected[2]);
            Stands.Vectors found = Stands.evaluate(
                    RobotCompiler.compile(stand.robot(), Quantity.ACCELERATION_SENSITIVITY, Stands.inputs(stand)),
                    new Stands.Vectors()
                            .put("q", state.q)
                            .put("qd", state.qd)
                            .put("tau", state.tau)
                            .put("wrenches", state.load));
            Agreement.check("by position", found.get("byPosition"), expected[0], TOLERANCE);
            Agreement.check("by velocity", found.get("byVelocity"), expected[1], TOLERANCE);
            Agreement.check("by torque", found.get("byTorque"), expected[2], TOLERANCE);
        }
    }

    /** Feet that slip against each other repeat each other now, and no longer a moment later. */
    @Test
    void contactsThatContradictEachOtherHaveNoDerivatives() {
        Stands.Stand walker = Stands.walker();
        Stands.State state = new Stands.State(walker, true, 4);
        Stands.Vectors inputs = moved(walker, state);
        Arrays.setAll(state.qd, k -> 0.5 - 0.3 * k);
        int w = 12;
        assertThatThrownBy(() -> new ContactSensitivity(walker.robot(), state.ties)
                        .acceleration(
                                state.motion,
                                state.q,
                                state.qd,
                                state.tau,
                                state.wrenches,
                                new double[w * w],
                                new double[w * w],
                                new double[w * 6]))
                .isInstanceOf(NumericalException.class)
                .hasMessageContaining("contradict each other");
        CompiledFunction code =
                RobotCompiler.compile(walker.robot(), Quantity.ACCELERATION_SENSITIVITY, Stands.inputs(walker));
        assertThatThrownBy(() -> Stands.evaluate(code, inputs))
                .isInstanceOf(NumericalException.class)
                .hasMessageContaining("contradict each other");
    }
}
