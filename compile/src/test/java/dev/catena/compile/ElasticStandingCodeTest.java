package dev.catena.compile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.compile.inputs.CodeInputs;
import dev.catena.kinematics.BaseMotion;
import dev.catena.mechanism.ConstrainedInverseDynamics;
import dev.catena.mechanism.ContactCurvature;
import dev.catena.mechanism.ContactSensitivity;
import dev.catena.mechanism.ElasticConstrainedForwardDynamics;
import dev.catena.mechanism.ElasticContactFeedForward;
import dev.catena.model.BaseKind;
import dev.catena.model.Drive;
import dev.catena.model.Friction;
import dev.catena.model.Joint;
import dev.catena.model.NumericalException;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Spring;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.CoupledRobots;
import dev.catena.testkit.RandomDrives;
import dev.catena.testkit.RandomNumbers;
import dev.catena.testkit.RandomRobots;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Code for robots on contacts with motors behind springs gives the numbers of the hand-written classes, or refuses. */
class ElasticStandingCodeTest {
    private static final double TOLERANCE = 1e-10;
    private static final double OF_DERIVATIVES = 1e-9;

    static List<Stands.Stand> stands() {
        List<Stands.Stand> stands = new ArrayList<>();
        for (int seed = 0; seed < 2; seed++) {
            RobotModel robot = RandomDrives.anywhere(RandomRobots.everything(seed, 4), seed);
            Stands.addStands(stands, robot.withFloatingBase(), seed);
            Stands.addStands(stands, robot, seed);
        }
        Stands.addStands(
                stands, RandomDrives.anywhere(CoupledRobots.everything(3, 5), 5).withFloatingBase(), 9);
        return stands;
    }

    /** Fewer, since derivatives are long. */
    static List<Stands.Stand> some() {
        List<Stands.Stand> stands = new ArrayList<>();
        RobotModel robot = RandomDrives.anywhere(RandomRobots.everything(1, 3), 1);
        Stands.addStands(stands, robot.withFloatingBase(), 1);
        Stands.addStands(stands, robot, 1);
        return List.of(stands.get(0), stands.get(1), stands.get(5), stands.get(7), stands.get(9));
    }

    /** One spring, that the other leg can do without. */
    private static Stands.Stand limping() {
        Stands.Stand walker = Stands.walker();
        RobotModel robot = walker.robot();
        Joint knee = robot.movingJoints().get(1);
        Drive drive = new Drive(0.2, null, new Spring(120, 0.05), Friction.NONE);
        return new Stands.Stand(
                "limping", robot.toBuilder().replace(knee.with(drive)).build(), walker.contacts(), true);
    }

    /** A motion of joints and motors under torques. */
    private static final class Motion {
        final Stands.Stand stand;
        final Stands.State state;
        final Stands.Vectors inputs = new Stands.Vectors();
        final double[] x;
        final double[] xd;
        final double[] xdd;
        final double[] a = new double[6];
        final double[] reactions;
        final boolean floats;
        final @Nullable BaseMotion base;

        Motion(Stands.Stand stand, int seed) {
            this.stand = stand;
            RobotModel robot = stand.robot();
            floats = robot.baseKind() == BaseKind.FLOATING;
            state = new Stands.State(stand, floats, seed);
            Random random = new Random(seed);
            int n = robot.jointCount();
            int size = n + robot.elasticJoints().size();
            x = Arrays.copyOf(state.q, size);
            xd = Arrays.copyOf(state.qd, size);
            xdd = new double[size];
            for (int e = n; e < size; e++) {
                int joint = robot.coordinate(robot.elasticJoints().get(e - n).name());
                x[e] = x[joint] + 0.1 * random.nextGaussian();
                xd[e] = random.nextGaussian();
            }
            ElasticConstrainedForwardDynamics hand = new ElasticConstrainedForwardDynamics(robot, state.ties);
            if (floats) {
                hand.computeFloating(state.motion, x, xd, state.tau, state.wrenches, a, xdd);
                state.accelerate(a);
            } else {
                hand.compute(null, x, xd, state.tau, state.wrenches, xdd);
            }
            base = floats ? state.motion : null;
            reactions = new double[6 * state.ties.size()];
            double[] six = new double[6];
            for (int k = 0; k < state.ties.size(); k++) {
                hand.reaction(k, six);
                System.arraycopy(six, 0, reactions, 6 * k, 6);
            }
            inputs.put("q", x);
            inputs.put("qd", xd);
            inputs.put("qdd", xdd);
            inputs.put("tau", state.tau);
            inputs.put("base", state.base);
            inputs.put("wrenches", state.load);
        }

        Stands.Vectors code(ElasticQuantity quantity) {
            return Stands.evaluate(ElasticCompiler.compile(stand.robot(), quantity, Stands.inputs(stand)), inputs);
        }
    }

    @ParameterizedTest
    @MethodSource("stands")
    void thereAndBack(Stands.Stand stand) {
        Motion motion = new Motion(stand, 3);
        Stands.Vectors forward = motion.code(ElasticQuantity.ACCELERATION);
        Agreement.check("accelerations", forward.get("qdd"), motion.xdd, TOLERANCE);
        Agreement.check("reactions", forward.get("contactWrench"), motion.reactions, TOLERANCE);
        if (motion.floats) {
            Agreement.check("base", forward.get("baseAcceleration"), motion.a, TOLERANCE);
        }
        Stands.State state = motion.state;
        double[] tau = new double[stand.robot().jointCount()];
        ConstrainedInverseDynamics hand = ConstrainedInverseDynamics.withFreeMotors(stand.robot(), state.ties);
        hand.compute(motion.base, motion.x, motion.xd, motion.xdd, state.wrenches, null, tau);
        Stands.Vectors back = motion.code(ElasticQuantity.TORQUE);
        Agreement.check("torques", back.get("tau"), tau, TOLERANCE);
        double[] six = new double[6];
        for (int k = 0; k < state.ties.size(); k++) {
            hand.reaction(k, six);
            double[] own = Arrays.copyOfRange(back.get("contactWrench"), 6 * k, 6 * k + 6);
            Agreement.check("reaction " + k, own, six, 1e-9);
        }
    }

    @ParameterizedTest
    @MethodSource("some")
    void derivativesOfAccelerations(Stands.Stand stand) {
        Motion motion = new Motion(stand, 4);
        int n = stand.robot().jointCount();
        int w = (motion.floats ? 6 : 0) + motion.x.length;
        double[][] expected = {new double[w * w], new double[w * w], new double[w * n]};
        ContactSensitivity.withFreeMotors(stand.robot(), motion.state.ties)
                .acceleration(
                        motion.base,
                        motion.x,
                        motion.xd,
                        motion.state.tau,
                        motion.state.wrenches,
                        expected[0],
                        expected[1],
                        expected[2]);
        Stands.Vectors found = motion.code(ElasticQuantity.ACCELERATION_SENSITIVITY);
        Agreement.check("by position", found.get("byPosition"), expected[0], OF_DERIVATIVES);
        Agreement.check("by velocity", found.get("byVelocity"), expected[1], OF_DERIVATIVES);
        Agreement.check("by torque", found.get("byTorque"), expected[2], OF_DERIVATIVES);
    }

    @Test
    void derivativesOfTorques() {
        Motion motion = new Motion(limping(), 4);
        checkTorques(motion);
        List<Stands.Stand> sprung = new ArrayList<>();
        Stands.addStands(
                sprung,
                RandomDrives.allElastic(RandomRobots.everything(1, 2), 1).withFloatingBase(),
                1);
        Motion small = new Motion(sprung.get(1), 4);
        checkTorques(small);
        int w = 6 + small.x.length;
        double[] hessian = new double[9 * w * w];
        ContactCurvature.withFreeMotors(small.stand.robot(), small.state.ties)
                .compute(
                        small.base,
                        small.x,
                        small.xd,
                        small.xdd,
                        small.state.wrenches,
                        null,
                        small.state.tau,
                        null,
                        hessian);
        CompiledFunction code = ElasticCompiler.compile(
                small.stand.robot(), ElasticQuantity.TORQUE_CURVATURE, Stands.inputs(small.stand));
        small.inputs.put(code.inputs().get(3), small.state.tau);
        double[] found = Stands.evaluate(code, small.inputs).get(code.outputs().get(0));
        Agreement.check("curvature", found, hessian, OF_DERIVATIVES);
    }

    private static void checkTorques(Motion motion) {
        int n = motion.stand.robot().jointCount();
        int w = 6 + motion.x.length;
        double[][] expected = {new double[n * w], new double[n * w], new double[n * w]};
        ContactSensitivity.withFreeMotors(motion.stand.robot(), motion.state.ties)
                .torque(
                        motion.base,
                        motion.x,
                        motion.xd,
                        motion.xdd,
                        motion.state.wrenches,
                        null,
                        expected[0],
                        expected[1],
                        expected[2]);
        Stands.Vectors found = motion.code(ElasticQuantity.TORQUE_SENSITIVITY);
        Agreement.check("by position", found.get("byPosition"), expected[0], OF_DERIVATIVES);
        Agreement.check("by velocity", found.get("byVelocity"), expected[1], OF_DERIVATIVES);
        Agreement.check("by acceleration", found.get("byAcceleration"), expected[2], OF_DERIVATIVES);
    }

    /** One foot under a leg with a spring and rigid drives: another motion nearby cannot be had. */
    @Test
    void whatHasNoDerivativesIsRefused() {
        Stands.Stand limping = limping();
        CodeInputs inputs = CodeInputs.of(limping.robot());
        assertThatThrownBy(() -> ElasticCompiler.compile(
                        limping.robot(),
                        ElasticQuantity.TORQUE_SENSITIVITY,
                        inputs.withContacts(limping.contacts().subList(0, 1))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("cannot supply whatever its base and its springs may need");
        assertThatThrownBy(() -> ElasticCompiler.compile(
                        limping.robot(), ElasticQuantity.JOINT_WRENCH, inputs.withContacts(limping.contacts())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("leave the contacts out");
        RobotModel held = limping.robot().withFixedBase();
        assertThatThrownBy(() -> ElasticCompiler.compile(
                        held, ElasticQuantity.FEED_FORWARD, CodeInputs.of(held).withContacts(limping.contacts())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is that without contacts");
    }

    /** Torques for accelerations that springs do not pull for. */
    @Test
    void springsThatPullOtherwiseAreRefused() {
        Stands.Stand limping = limping();
        Stands.Stand onOne =
                new Stands.Stand("on one", limping.robot(), limping.contacts().subList(0, 1), true);
        Motion motion = new Motion(onOne, 5);
        assertThat(motion.code(ElasticQuantity.TORQUE).get("tau")).hasSize(6);
        motion.x[motion.x.length - 1] += 0.1;
        assertThatThrownBy(() -> motion.code(ElasticQuantity.TORQUE))
                .isInstanceOf(NumericalException.class)
                .hasMessageContaining("contacts cannot supply what the motion needs beyond what springs give");
        motion.xdd[0] += 0.1;
        assertThatThrownBy(() -> motion.code(ElasticQuantity.TORQUE))
                .isInstanceOf(NumericalException.class)
                .hasMessageContaining("the accelerations break a contact");
    }

    /** Springs with reflected inertia in two joints of three. */
    private static RobotModel sprung(RobotModel robot, long seed) {
        RandomNumbers random = new RandomNumbers(seed);
        RobotModelBuilder builder = robot.toBuilder();
        for (Joint joint : robot.movingJoints()) {
            Spring spring = random.chance(0.7) ? new Spring(random.between(50, 500), random.between(-0.1, 0.1)) : null;
            Friction friction =
                    Friction.of(random.between(0, 1), random.between(0, 1)).smoothed(random.between(0.2, 1));
            builder.replace(joint.with(friction).with(new Drive(random.between(0.1, 1), null, spring, friction)));
        }
        return builder.build();
    }

    private static void feedForward(Stands.Stand stand, double[][] derivatives, int seed) {
        RobotModel robot = stand.robot();
        int n = robot.jointCount();
        Stands.State state = new Stands.State(stand, true, seed);
        ElasticContactFeedForward hand = ElasticContactFeedForward.withRates(robot, state.ties);
        int size = n + robot.elasticJoints().size();
        double[] x = new double[size];
        double[] xd = new double[size];
        double[] xdd = new double[size];
        double[] tau = new double[n];
        double[] rates = new double[n];
        derivatives[0] = derivatives[0].length == 0 ? state.q : derivatives[0];
        hand.compute(state.motion, derivatives, state.wrenches, null, x, xd, xdd, tau);
        hand.torqueRates(rates);
        Stands.Vectors inputs = new Stands.Vectors();
        String[] names = {"q", "qd", "qdd", "qddd", "q4", "q5"};
        for (int d = 0; d < names.length; d++) {
            inputs.put(names[d], derivatives[d]);
        }
        inputs.put("base", state.base);
        inputs.put("wrenches", state.load);
        Stands.Vectors found = Stands.evaluate(
                ElasticCompiler.compile(robot, ElasticQuantity.FEED_FORWARD, Stands.inputs(stand)), inputs);
        Agreement.check("torques", found.get("tau"), tau, TOLERANCE);
        Agreement.check("motors", found.get("motors"), Arrays.copyOfRange(x, n, size), TOLERANCE);
        Agreement.check("velocities", found.get("motorVelocities"), Arrays.copyOfRange(xd, n, size), TOLERANCE);
        Agreement.check("accelerations", found.get("motorAccelerations"), Arrays.copyOfRange(xdd, n, size), TOLERANCE);
        double[] six = new double[6];
        for (int k = 0; k < state.ties.size(); k++) {
            hand.reaction(k, 0, six);
            double[] own = Arrays.copyOfRange(found.get("contactWrench"), 6 * k, 6 * k + 6);
            Agreement.check("reaction " + k, own, six, TOLERANCE);
        }
        found = Stands.evaluate(
                ElasticCompiler.compile(robot, ElasticQuantity.FEED_FORWARD_RATE, Stands.inputs(stand)), inputs);
        Agreement.check("torques", found.get("tau"), tau, TOLERANCE);
        Agreement.check("rates", found.get("tauRate"), rates, TOLERANCE);
    }

    @Test
    void feedForwardOnOneFoot() {
        List<Stands.Stand> stands = new ArrayList<>();
        Stands.addStands(stands, sprung(RandomRobots.everything(0, 3), 3).withFloatingBase(), 5);
        int n = stands.get(0).robot().jointCount();
        double[][] derivatives = new double[6][];
        Random random = new Random(8);
        Arrays.setAll(
                derivatives,
                d -> d == 0 ? new double[0] : random.doubles(n, -1, 1).toArray());
        feedForward(stands.get(0), derivatives, 6);
    }

    /** Both legs move alike, so that the feet stay where they are; then they do not. */
    @Test
    void feedForwardOnTwoFeet() {
        Stands.Stand walker = Stands.walker();
        Stands.Stand stand = new Stands.Stand(
                "sprung walker", sprung(walker.robot(), 4).withFloatingBase(), walker.contacts(), true);
        double[][] derivatives = new double[6][];
        Random random = new Random(8);
        Arrays.setAll(derivatives, d -> {
            double[] leg = random.doubles(3, -1, 1).toArray();
            return new double[] {leg[0], leg[1], leg[2], leg[0], leg[1], leg[2]};
        });
        feedForward(stand, derivatives, 6);
        derivatives[4][5] += 0.1;
        CompiledFunction code =
                ElasticCompiler.compile(stand.robot(), ElasticQuantity.FEED_FORWARD, Stands.inputs(stand));
        Stands.Vectors inputs = new Stands.Vectors();
        String[] names = {"q", "qd", "qdd", "qddd", "q4"};
        for (int d = 0; d < names.length; d++) {
            inputs.put(names[d], derivatives[d]);
        }
        inputs.put("base", new double[] {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0});
        inputs.put("wrenches", new double[6]);
        assertThatThrownBy(() -> Stands.evaluate(code, inputs))
                .isInstanceOf(NumericalException.class)
                .hasMessageContaining("derivatives of the accelerations break a contact");
    }
}
