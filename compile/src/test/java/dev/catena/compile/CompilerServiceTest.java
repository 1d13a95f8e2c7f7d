package dev.catena.compile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.dynamics.AccelerationFunction;
import dev.catena.dynamics.FloatingAccelerationFunction;
import dev.catena.dynamics.FloatingInverseDynamics;
import dev.catena.dynamics.FloatingTorqueFunction;
import dev.catena.dynamics.ForwardDynamics;
import dev.catena.dynamics.TorqueFunction;
import dev.catena.formats.ShippedRobots;
import dev.catena.function.RobotFunctions;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.RobotModel;
import dev.catena.sensitivity.TorqueSensitivityFunction;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.Allocations;
import dev.catena.testkit.RandomRobots;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Compiled functions as simulation, control and planning get them. */
class CompilerServiceTest {
    private static final RobotModel ARM = ShippedRobots.load("puma560");
    private static final int N = ARM.jointCount();

    private final Random random = new Random(31);

    private double[] numbers(int length) {
        return random.doubles(length, -2, 2).toArray();
    }

    @Test
    void allFunctionsGiveWhatTheHandWrittenOnesGive() {
        RobotModel robot = RandomRobots.everything(5, 4);
        int n = robot.jointCount();
        RobotFunctions code = RobotFunctions.compiled();
        RobotFunctions byHand = RobotFunctions.byHand();
        double[][] x = {numbers(n), numbers(n), numbers(n), numbers(n)};
        double[][] expected = outputs(n);
        double[][] actual = outputs(n);

        evaluate(byHand, robot, x, expected);
        evaluate(code, robot, x, actual);

        for (int k = 0; k < expected.length; k++) {
            Agreement.check("output " + k, actual[k], expected[k], 1e-11);
        }
        assertThat(code.torque(robot).origin()).isEqualTo("compiled");
        assertThat(code.torqueRate(robot).origin()).isEqualTo("compiled");
        assertThat(code.acceleration(robot).origin()).isEqualTo("compiled");
        assertThat(code.massMatrix(robot).origin()).isEqualTo("compiled");
        assertThat(code.torqueSensitivity(robot).origin()).isEqualTo("compiled");
        assertThat(code.torqueCurvature(robot).origin()).isEqualTo("compiled");
        assertThat(byHand.torqueCurvature(robot).origin()).isEqualTo("hand-written");
    }

    private static double[][] outputs(int n) {
        return new double[][] {
            new double[n],
            new double[n],
            new double[n],
            new double[n],
            new double[n * n],
            new double[n * n],
            new double[n * n],
            new double[n * n],
            new double[9 * n * n]
        };
    }

    private static void evaluate(RobotFunctions functions, RobotModel robot, double[][] x, double[][] out) {
        functions.torque(robot).copy().compute(x[0], x[1], x[2], out[0]);
        functions.torqueRate(robot).copy().compute(x[0], x[1], x[2], x[3], out[1], out[2]);
        functions.acceleration(robot).copy().compute(x[0], x[1], x[2], out[3]);
        functions.massMatrix(robot).copy().compute(x[0], out[4]);
        functions.torqueSensitivity(robot).copy().compute(x[0], x[1], x[2], out[5], out[6], out[7]);
        functions.torqueCurvature(robot).copy().compute(x[0], x[1], x[2], x[3], out[8]);
    }

    @Test
    void automaticFunctionsBecomeCodeAndChangeByRoundingOnly() {
        long change = 50;
        AccelerationFunction byHand = RobotFunctions.byHand().acceleration(ARM);
        AccelerationFunction code = RobotFunctions.compiled().acceleration(ARM);
        AccelerationFunction automatic = RobotFunctions.automatic(change).acceleration(ARM);
        double[] q = numbers(N);
        double[] qd = numbers(N);
        double[] tau = numbers(N);
        double[] expected = new double[N];
        double[] coded = new double[N];
        double[] actual = new double[N];
        byHand.compute(q, qd, tau, expected);
        code.compute(q, qd, tau, coded);
        for (long call = 1; call <= 2 * change; call++) {
            automatic.compute(q, qd, tau, actual);
            assertThat(actual).containsExactly(call < change ? expected : coded);
        }
        Agreement.check("accelerations", coded, expected, 1e-12);
    }

    @Test
    void automaticDerivativesBecomeCode() {
        long change = 20;
        TorqueSensitivityFunction byHand = RobotFunctions.byHand().torqueSensitivity(ARM);
        TorqueSensitivityFunction code = RobotFunctions.compiled().torqueSensitivity(ARM);
        TorqueSensitivityFunction automatic = RobotFunctions.automatic(change).torqueSensitivity(ARM);
        double[][] x = {numbers(N), numbers(N), numbers(N)};
        double[][] expected = new double[3][N * N];
        double[][] coded = new double[3][N * N];
        double[][] actual = new double[3][N * N];
        byHand.compute(x[0], x[1], x[2], expected[0], expected[1], expected[2]);
        code.compute(x[0], x[1], x[2], coded[0], coded[1], coded[2]);
        for (long call = 1; call <= 2 * change; call++) {
            automatic.compute(x[0], x[1], x[2], actual[0], actual[1], actual[2]);
            assertThat(actual).isDeepEqualTo(call < change ? expected : coded);
        }
        assertThat(automatic.origin()).contains("compiled");
        for (int k = 0; k < 3; k++) {
            Agreement.check("derivatives", coded[k], expected[k], 1e-12);
        }
    }

    @Test
    void whatHasTooManyOperationsIsNotCompiledByItself() {
        RobotModel chain = RandomRobots.chain(3, 10).build();
        AccelerationFunction automatic = RobotFunctions.automatic(2).acceleration(chain);
        double[] x = new double[10];
        double[] out = new double[10];
        for (int call = 0; call < 5; call++) {
            automatic.compute(x, x, x, out);
        }
        assertThat(automatic.origin()).isEqualTo("hand-written");
        // if it is asked for, it is
        assertThat(new CompilerService().functions(100_000).acceleration(chain).origin())
                .isEqualTo("compiled");
        // where it would be slower, it is not
        RobotModel longer = RandomRobots.chain(3, 14).build();
        assertThatThrownBy(() -> new CompilerService().functions(100_000).acceleration(longer))
                .isInstanceOf(ProgramTooLargeException.class)
                .hasMessageContaining("of 4000 at most");
        assertThatThrownBy(() -> new CompilerService().functions(100).torque(chain))
                .isInstanceOf(ProgramTooLargeException.class)
                .hasMessageContainingAll("of 100 at most", chain.name());
    }

    @Test
    void whatThereIsNoCodeForIsHandWrittenOrRefusedInTheSameWords() {
        RobotModel still = ARM.withFloatingBase();
        // code is for fixed bases; forward dynamics is for both, and refuses the fixed call
        AccelerationFunction byHand = RobotFunctions.compiled().acceleration(still);
        assertThat(byHand.origin()).isEqualTo("hand-written");
        RobotModel closed = ShippedRobots.load("four-bar");
        assertThatThrownBy(() -> RobotFunctions.compiled().torque(closed))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("openTree()");
    }

    @Test
    void robotsThatFloatHaveFunctionsOfTheirOwn() {
        RobotModel floating = ARM.withFloatingBase();
        BaseMotion base = new BaseMotion().velocityInBase(0.1, 0.2, 0.3, 0.4, -0.5, 0.6);
        double[] x = numbers(N);
        double[][] tau = new double[2][N];
        double[][] start = new double[2][6];
        FloatingTorqueFunction torque = RobotFunctions.compiled().floatingTorque(floating);
        assertThat(torque.origin()).isEqualTo("compiled");
        torque.compute(base, x, x, x, start[0], tau[0]);
        new FloatingInverseDynamics(floating).compute(base, x, x, x, start[1], tau[1]);
        Agreement.check("torque", tau[0], tau[1], 1e-12);
        Agreement.check("base", start[0], start[1], 1e-12);
        assertThat(Allocations.bytes(() -> torque.compute(base, x, x, x, start[0], tau[0])))
                .isZero();
        FloatingAccelerationFunction automatic = RobotFunctions.automatic(2).floatingAcceleration(floating);
        for (int call = 0; call < 3; call++) {
            automatic.computeFloating(base, x, x, x, start[0], tau[0]);
        }
        assertThat(automatic.origin()).contains("compiled");
        ForwardDynamics.of(floating).computeFloating(base, x, x, x, start[1], tau[1]);
        Agreement.check("acceleration", tau[0], tau[1], 1e-11);
        assertThatThrownBy(() -> RobotFunctions.compiled().floatingAcceleration(ARM))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("withFloatingBase()");
    }

    @Test
    void nothingIsAllocatedBeforeOrAfterTheChange() {
        TorqueFunction torque = RobotFunctions.automatic(1000).torque(ARM);
        double[] x = numbers(N);
        double[] tau = new double[N];
        for (int call = 0; call < 1000; call++) {
            torque.compute(x, x, x, tau);
        }
        assertThat(torque.origin()).contains("compiled");
        assertThat(Allocations.bytes(() -> torque.compute(x, x, x, tau))).isZero();
        TorqueFunction fresh = RobotFunctions.automatic().torque(ARM);
        assertThat(Allocations.bytes(() -> fresh.compute(x, x, x, tau))).isZero();
    }
}
