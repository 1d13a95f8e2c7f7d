package dev.catena.sensitivity;

import dev.catena.dynamics.ExternalWrenches;
import dev.catena.dynamics.FloatingInverseDynamics;
import dev.catena.dynamics.InverseDynamics;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.ConstrainedTree;
import dev.catena.testkit.CoupledRobots;
import dev.catena.testkit.RandomMotion;
import dev.catena.testkit.RandomNumbers;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Derivatives of robots with couplings against those of the whole tree with constraints by hand. */
class CoupledSensitivityTest {
    private static final double TOLERANCE = 1e-12;

    static LongStream seeds() {
        return LongStream.range(1, 11);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void torques(long seed) {
        RobotModel robot = CoupledRobots.everything(seed, 8);
        compare(robot, seed, 0);
        compare(robot.withFloatingBase(), seed, 6);
    }

    private static void compare(RobotModel robot, long seed, int first) {
        ConstrainedTree hand = new ConstrainedTree(robot);
        RandomMotion motion =
                RandomMotion.of(robot, seed).withMovingBase(seed + 1).withLoads(seed + 2);
        BaseMotion base = motion.baseMotion();
        ExternalWrenches wrenches = motion.wrenches();
        int size = first + robot.jointCount();
        int all = first + hand.tree.jointCount();
        double[][] out = new double[3][size * size];
        double[][] ofTree = new double[3][all * all];
        double[] q = hand.position(motion.q());
        double[] qd = hand.rate(motion.qd());
        double[] qdd = hand.rate(motion.qdd());
        TorqueSensitivity coupled = new TorqueSensitivity(robot);
        TorqueSensitivity tree = new TorqueSensitivity(hand.tree);
        if (first > 0) {
            coupled.computeFloating(
                    base, motion.q(), motion.qd(), motion.qdd(), wrenches, List.of(), out[0], out[1], out[2]);
            tree.computeFloating(base, q, qd, qdd, wrenches, List.of(), ofTree[0], ofTree[1], ofTree[2]);
        } else {
            coupled.compute(base, motion.q(), motion.qd(), motion.qdd(), wrenches, List.of(), out[0], out[1], out[2]);
            tree.compute(base, q, qd, qdd, wrenches, List.of(), ofTree[0], ofTree[1], ofTree[2]);
        }
        for (int k = 0; k < 3; k++) {
            String what = "derivative " + k + " of torques, " + first + " rows of the base, seed " + seed;
            Agreement.check(what, out[k], hand.matrix(ofTree[k], first), TOLERANCE);
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void accelerations(long seed) {
        RobotModel robot = CoupledRobots.everything(seed, 8);
        int m = robot.jointCount();
        RandomMotion motion =
                RandomMotion.of(robot, seed).withMovingBase(seed + 1).withLoads(seed + 2);
        BaseMotion base = motion.baseMotion();
        double[] tau = new double[m];
        new InverseDynamics(robot).compute(base, motion.q(), motion.qd(), motion.qdd(), motion.wrenches(), tau);
        double[][] a = new double[3][m * m];
        new AccelerationSensitivity(robot)
                .compute(base, motion.q(), motion.qd(), tau, motion.wrenches(), a[0], a[1], a[2]);
        double[][] t = new double[3][m * m];
        new TorqueSensitivity(robot)
                .compute(base, motion.q(), motion.qd(), motion.qdd(), motion.wrenches(), List.of(), t[0], t[1], t[2]);
        // M ∂q̈/∂q = −∂τ/∂q, M ∂q̈/∂q̇ = −∂τ/∂q̇, M ∂q̈/∂τ = 1
        checkSolution("by position, seed " + seed, t[2], a[0], t[0], -1, m, m);
        checkSolution("by velocity, seed " + seed, t[2], a[1], t[1], -1, m, m);
        checkSolution("by torque, seed " + seed, t[2], a[2], unit(m, m, 0), 1, m, m);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void accelerationsOnAFloatingBase(long seed) {
        RobotModel robot = CoupledRobots.everything(seed, 7).withFloatingBase();
        int m = robot.jointCount();
        int size = 6 + m;
        RandomMotion motion = RandomMotion.of(robot, seed).withMovingBase(seed + 1);
        BaseMotion base = motion.baseMotion();
        double[] tau = new double[m];
        double[] a0 = new double[6];
        new FloatingInverseDynamics(robot).compute(base, motion.q(), motion.qd(), motion.qdd(), null, a0, tau);
        base.accelerationInBase(a0[0], a0[1], a0[2], a0[3], a0[4], a0[5]);
        double[] byPosition = new double[size * size];
        double[] byVelocity = new double[size * size];
        double[] byTorque = new double[size * m];
        new AccelerationSensitivity(robot)
                .computeFloating(base, motion.q(), motion.qd(), tau, null, byPosition, byVelocity, byTorque);
        double[][] t = new double[3][size * size];
        new TorqueSensitivity(robot)
                .computeFloating(base, motion.q(), motion.qd(), motion.qdd(), null, List.of(), t[0], t[1], t[2]);
        checkSolution("by position, seed " + seed, t[2], byPosition, t[0], -1, size, size);
        checkSolution("by velocity, seed " + seed, t[2], byVelocity, t[1], -1, size, size);
        checkSolution("by torque, seed " + seed, t[2], byTorque, unit(size, m, 6), 1, size, m);
    }

    private static double[] unit(int rows, int columns, int first) {
        double[] I = new double[rows * columns];
        for (int k = 0; k < columns; k++) {
            I[(first + k) * columns + k] = 1;
        }
        return I;
    }

    private static void checkSolution(
            String what, double[] M, double[] X, double[] right, double sign, int rows, int columns) {
        double[] product = new double[rows * columns];
        double[] expected = new double[rows * columns];
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                for (int k = 0; k < rows; k++) {
                    product[i * columns + j] += M[i * rows + k] * X[k * columns + j];
                }
                expected[i * columns + j] = sign * right[i * columns + j];
            }
        }
        Agreement.check(what, product, expected, 1e-9);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void secondDerivativesAndForceRates(long seed) {
        RobotModel robot = CoupledRobots.everything(seed, 8);
        ConstrainedTree hand = new ConstrainedTree(robot);
        RandomMotion motion =
                RandomMotion.of(robot, seed).withMovingBase(seed + 1).withLoads(seed + 2);
        BaseMotion base = motion.baseMotion();
        ExternalWrenches wrenches = motion.wrenches();
        int m = robot.jointCount();
        int n = hand.tree.jointCount();
        double[] lambda = new RandomNumbers(seed).vector(m, 2);
        double[] q = hand.position(motion.q());
        double[] qd = hand.rate(motion.qd());
        double[] qdd = hand.rate(motion.qdd());
        double[] H = new double[9 * m * m];
        double[] all = new double[9 * n * n];
        new TorqueCurvature(robot).compute(base, motion.q(), motion.qd(), motion.qdd(), wrenches, lambda, H);
        new TorqueCurvature(hand.tree).compute(base, q, qd, qdd, wrenches, hand.rate(lambda), all);
        Agreement.check("λᵀ∂²τ, seed " + seed, H, hand.blocks(all, 3), TOLERANCE);

        double[] rateH = new double[16 * m * m];
        double[] ofAll = new double[16 * n * n];
        new ForceRateCurvature(robot)
                .compute(base, motion.q(), motion.qd(), motion.qdd(), motion.qddd(), wrenches, lambda, rateH);
        new ForceRateCurvature(hand.tree)
                .compute(base, q, qd, qdd, hand.rate(motion.qddd()), wrenches, hand.rate(lambda), ofAll);
        Agreement.check("λᵀ∂²τ̇, seed " + seed, rateH, hand.blocks(ofAll, 4), TOLERANCE);

        double[][] out = new double[4][m * m];
        double[][] ofTree = new double[4][n * n];
        new ForceRateSensitivity(robot)
                .compute(
                        base,
                        motion.q(),
                        motion.qd(),
                        motion.qdd(),
                        motion.qddd(),
                        wrenches,
                        out[0],
                        out[1],
                        out[2],
                        out[3]);
        new ForceRateSensitivity(hand.tree)
                .compute(
                        base,
                        q,
                        qd,
                        qdd,
                        hand.rate(motion.qddd()),
                        wrenches,
                        ofTree[0],
                        ofTree[1],
                        ofTree[2],
                        ofTree[3]);
        for (int k = 0; k < 4; k++) {
            Agreement.check(
                    "derivative " + k + " of rates, seed " + seed, out[k], hand.matrix(ofTree[k], 0), TOLERANCE);
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void wrenchesAndLinkMotions(long seed) {
        RobotModel robot = CoupledRobots.everything(seed, 8);
        ConstrainedTree hand = new ConstrainedTree(robot);
        RandomMotion motion =
                RandomMotion.of(robot, seed).withMovingBase(seed + 1).withLoads(seed + 2);
        List<String> fixed = robot.joints().stream()
                .filter(joint -> !joint.kind().moves())
                .map(Joint::name)
                .toList();
        WrenchSensitivity coupled = new WrenchSensitivity(robot, fixed);
        WrenchSensitivity tree = new WrenchSensitivity(hand.tree, fixed);
        coupled.compute(motion.baseMotion(), motion.q(), motion.qd(), motion.qdd(), motion.wrenches(), List.of());
        tree.compute(
                motion.baseMotion(),
                hand.position(motion.q()),
                hand.rate(motion.qd()),
                hand.rate(motion.qdd()),
                motion.wrenches(),
                List.of());
        double[] out = new double[6 * robot.jointCount()];
        double[] all = new double[6 * hand.tree.jointCount()];
        for (int b = 0; b < robot.bodies().size(); b++) {
            for (AppliedLoad.Variable variable : AppliedLoad.Variable.values()) {
                String of = " of body " + b + " by " + variable + ", seed " + seed;
                coupled.wrench(variable, b, out);
                tree.wrench(variable, b, all);
                Agreement.check("wrench" + of, out, hand.columns(all, 6, 0), TOLERANCE);
                coupled.velocity(variable, b, out);
                tree.velocity(variable, b, all);
                Agreement.check("velocity" + of, out, hand.columns(all, 6, 0), TOLERANCE);
                coupled.acceleration(variable, b, out);
                tree.acceleration(variable, b, all);
                Agreement.check("acceleration" + of, out, hand.columns(all, 6, 0), TOLERANCE);
            }
        }
    }
}
