package dev.catena.compile;

import dev.catena.dynamics.ForceRate;
import dev.catena.dynamics.ForwardDynamics;
import dev.catena.dynamics.InverseDynamics;
import dev.catena.dynamics.MassMatrix;
import dev.catena.dynamics.Regressor;
import dev.catena.model.RobotModel;
import dev.catena.quantity.Quantity;
import dev.catena.sensitivity.TorqueCurvature;
import dev.catena.sensitivity.TorqueSensitivity;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.CoupledRobots;
import dev.catena.testkit.RandomMotion;
import dev.catena.testkit.RandomNumbers;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Code for robots with couplings against the hand-written algorithms. */
class CoupledCodeTest {
    static LongStream seeds() {
        return LongStream.range(1, 6);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void agreesWithTheHandWrittenAlgorithms(long seed) {
        RobotModel robot = CoupledRobots.everything(seed, 6);
        RandomMotion motion = RandomMotion.of(robot, seed);
        int m = robot.jointCount();
        double[] q = motion.q();
        double[] qd = motion.qd();
        double[] qdd = motion.qdd();
        double[] actual = new double[m];
        double[] expected = new double[m];
        double[] actualRate = new double[m];
        double[] expectedRate = new double[m];
        RobotCompiler.torque(robot).compute(q, qd, qdd, actual);
        new InverseDynamics(robot).compute(q, qd, qdd, expected);
        Agreement.check("torque, seed " + seed, actual, expected, 1e-12);
        RobotCompiler.torqueRate(robot).compute(q, qd, qdd, motion.qddd(), actual, actualRate);
        new ForceRate(robot).compute(q, qd, qdd, motion.qddd(), expected, expectedRate);
        Agreement.check("torque rate, seed " + seed, actualRate, expectedRate, 1e-12);
        RobotCompiler.acceleration(robot).compute(q, qd, expected, actual);
        ForwardDynamics.of(robot).compute(q, qd, expected, expectedRate);
        Agreement.check("acceleration, seed " + seed, actual, expectedRate, 1e-9);

        double[][] a = new double[3][m * m];
        double[][] e = new double[3][m * m];
        RobotCompiler.massMatrix(robot).compute(q, a[0]);
        new MassMatrix(robot).compute(q, e[0]);
        Agreement.check("mass matrix, seed " + seed, a[0], e[0], 1e-12);
        RobotCompiler.torqueSensitivity(robot).compute(q, qd, qdd, a[0], a[1], a[2]);
        new TorqueSensitivity(robot).compute(q, qd, qdd, e[0], e[1], e[2]);
        for (int k = 0; k < 3; k++) {
            Agreement.check("derivative " + k + ", seed " + seed, a[k], e[k], 1e-11);
        }
        double[] lambda = new RandomNumbers(seed).vector(m, 1);
        double[] H = new double[9 * m * m];
        double[] expectedH = new double[9 * m * m];
        RobotCompiler.compile(robot, Quantity.TORQUE_CURVATURE).evaluate(q, qd, qdd, lambda, H);
        new TorqueCurvature(robot).compute(q, qd, qdd, lambda, expectedH);
        Agreement.check("second derivatives, seed " + seed, H, expectedH, 1e-11);

        double[][] x = {q, qd, qdd};
        Agreement.check(
                "joint wrenches, seed " + seed,
                RobotCompiler.program(robot, Quantity.JOINT_WRENCH).evaluate(x)[0],
                HandWritten.of(robot, Quantity.JOINT_WRENCH, x)[0],
                1e-11);

        Regressor regressor = new Regressor(robot);
        double[] W = new double[m * regressor.columns()];
        double[] expectedW = new double[m * regressor.columns()];
        RobotCompiler.compile(robot, Quantity.REGRESSOR).evaluate(q, qd, qdd, W);
        regressor.compute(q, qd, qdd, expectedW);
        Agreement.check("regressor, seed " + seed, W, expectedW, 1e-12);
    }
}
