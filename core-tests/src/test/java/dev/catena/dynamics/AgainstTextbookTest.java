package dev.catena.dynamics;

import dev.catena.kinematics.Posture;
import dev.catena.model.RobotModel;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.Duals;
import dev.catena.testkit.RandomMotion;
import dev.catena.testkit.RandomRobots;
import dev.catena.textbook.Dual;
import dev.catena.textbook.ForceDerivatives;
import dev.catena.textbook.ForceDerivativesInComponents;
import dev.catena.textbook.Motion;
import dev.catena.textbook.NewtonEuler;
import dev.catena.textbook.Real;
import dev.catena.textbook.TextbookRobot;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Inverse dynamics and force rates against the recursions as printed, which keep fixed joints and share no code. */
class AgainstTextbookTest {
    private static final double TOLERANCE = 1e-12;

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 25);
    }

    /** Robots with everything, of 1 to 25 bodies; every third motion on a resting base, every fourth without loads. */
    private static RandomMotion motion(long seed) {
        RandomMotion motion = RandomMotion.of(RandomRobots.everything(seed, (int) seed), seed);
        motion = seed % 3 == 0 ? motion : motion.withMovingBase(seed);
        return seed % 4 == 0 ? motion : motion.withLoads(seed);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void torquesAndWrenches(long seed) {
        RandomMotion motion = motion(seed);
        RobotModel model = motion.model();
        NewtonEuler<Real> expected = new NewtonEuler<>(TextbookRobot.of(model), motion.textbook());

        InverseDynamics dynamics = new InverseDynamics(model);
        double[] tau = new double[model.jointCount()];
        dynamics.compute(motion.baseMotion(), motion.q(), motion.qd(), motion.qdd(), motion.wrenches(), tau);

        Agreement.check("seed " + seed, tau, Duals.values(expected.torques()), TOLERANCE);
        double[] wrench = new double[6];
        for (int body = 0; body < model.bodies().size(); body++) {
            dynamics.jointWrenchInBody(body, wrench);
            Agreement.check(
                    "seed %s, body %s".formatted(seed, body),
                    wrench,
                    expected.jointWrench(body).values(),
                    TOLERANCE);
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void ratesOfTorquesAndWrenches(long seed) {
        RandomMotion motion = motion(seed);
        RobotModel model = motion.model();
        TextbookRobot<Real> robot = TextbookRobot.of(model);
        ForceDerivatives<Real> printed = new ForceDerivatives<>(robot, motion.textbook());
        ForceDerivativesInComponents<Real> components = new ForceDerivativesInComponents<>(robot, motion.textbook());
        NewtonEuler<Dual<Real>> dual = new NewtonEuler<>(
                TextbookRobot.of(model, x -> Dual.of(x, 0)), motion.textbook().alongTime());

        ForceRate forces = new ForceRate(model);
        double[] tau = new double[model.jointCount()];
        double[] rate = new double[model.jointCount()];
        forces.compute(
                motion.baseMotion(),
                motion.q(),
                motion.qd(),
                motion.qdd(),
                motion.qddd(),
                motion.wrenches(),
                tau,
                rate);

        String what = "seed " + seed;
        Agreement.check(what, tau, Duals.values(printed.torques()), TOLERANCE);
        Agreement.check(what, rate, Duals.values(printed.torqueRates()), TOLERANCE);
        Agreement.check(what, rate, Duals.derivatives(dual.torques()), TOLERANCE);
        double[] wrench = new double[6];
        for (int body = 0; body < model.bodies().size(); body++) {
            what = "seed %s, body %s".formatted(seed, body);
            dev.catena.model.Wrench carried = forces.jointWrenchInBody(body);
            System.arraycopy(carried.force().toArray(), 0, wrench, 0, 3);
            System.arraycopy(carried.moment().toArray(), 0, wrench, 3, 3);
            Agreement.check(what, wrench, printed.jointWrench(body).values(), TOLERANCE);
            forces.jointWrenchRateInBody(body, wrench);
            Agreement.check(
                    what, wrench, components.jointWrenchComponentRate(body).values(), TOLERANCE);
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void partsOfTheTorques(long seed) {
        RandomMotion motion = motion(seed);
        RobotModel model = motion.model();
        TextbookRobot<Real> robot = TextbookRobot.of(model);
        TextbookRobot<Real> frictionless = robot.withoutFriction();
        Motion<Real> still = Motion.atRest(robot, Real.list(motion.q()));
        Motion<Real> coasting = Motion.of(robot, Real.list(motion.q()), Real.list(motion.qd()), robot.zeros());
        InverseDynamics dynamics = new InverseDynamics(model);
        double[] out = new double[model.jointCount()];

        dynamics.gravity(motion.q(), out);
        Agreement.check("gravity, seed " + seed, out, torques(robot, still), TOLERANCE);
        dynamics.bias(motion.q(), motion.qd(), out);
        Agreement.check("bias, seed " + seed, out, torques(robot, coasting), TOLERANCE);
        dynamics.coriolis(motion.q(), motion.qd(), out);
        Agreement.check("Coriolis, seed " + seed, out, torques(frictionless.withoutGravity(), coasting), TOLERANCE);
        dynamics.friction(motion.qd(), out);
        double[] friction = torques(robot, coasting);
        double[] without = torques(frictionless, coasting);
        for (int k = 0; k < out.length; k++) {
            friction[k] -= without[k];
        }
        Agreement.check("friction, seed " + seed, out, friction, 1e-10);
    }

    private static double[] torques(TextbookRobot<Real> robot, Motion<Real> motion) {
        return Duals.values(new NewtonEuler<>(robot, motion).torques());
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aSharedPostureGivesTheSameNumbers(long seed) {
        RandomMotion motion = motion(seed);
        RobotModel model = motion.model();
        int n = model.jointCount();
        double[][] direct = new double[2][n];
        double[][] shared = new double[3][n];
        ForceRate forces = new ForceRate(model);
        forces.compute(
                motion.baseMotion(),
                motion.q(),
                motion.qd(),
                motion.qdd(),
                motion.qddd(),
                motion.wrenches(),
                direct[0],
                direct[1]);
        Posture posture = new Posture(model);
        posture.set(motion.q());
        new ForceRate(model)
                .compute(
                        posture,
                        motion.baseMotion(),
                        motion.qd(),
                        motion.qdd(),
                        motion.qddd(),
                        motion.wrenches(),
                        shared[0],
                        shared[1]);
        new InverseDynamics(model)
                .compute(posture, motion.baseMotion(), motion.qd(), motion.qdd(), motion.wrenches(), shared[2]);
        Agreement.check("seed " + seed, shared[0], direct[0], 0);
        Agreement.check("seed " + seed, shared[1], direct[1], 0);
        Agreement.check("seed " + seed, shared[2], direct[0], TOLERANCE);
    }

    @Tag("long")
    @Test
    void aThousandBodies() {
        RobotModel model = RandomRobots.chain(3, 1000).prismaticShare(0.2).build();
        RandomMotion motion = RandomMotion.of(model, 3);
        // slow joints, so that the speed at the tip stays reasonable
        for (int k = 0; k < 1000; k++) {
            motion.qd()[k] *= 0.01;
            motion.qdd()[k] *= 0.01;
            motion.qddd()[k] *= 0.01;
        }
        double[] tau = new double[1000];
        double[] rate = new double[1000];
        ForceDerivativesInComponents<Real> expected =
                new ForceDerivativesInComponents<>(TextbookRobot.of(model), motion.textbook());

        new InverseDynamics(model).compute(motion.q(), motion.qd(), motion.qdd(), tau);
        Agreement.check("torques", tau, Duals.values(expected.torques()), 1e-11);
        new ForceRate(model).compute(motion.q(), motion.qd(), motion.qdd(), motion.qddd(), tau, rate);
        Agreement.check("torques", tau, Duals.values(expected.torques()), 1e-11);
        Agreement.check("rates", rate, Duals.values(expected.torqueRates()), 1e-11);
    }
}
