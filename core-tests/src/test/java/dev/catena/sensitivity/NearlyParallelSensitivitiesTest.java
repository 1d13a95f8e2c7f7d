package dev.catena.sensitivity;

import dev.catena.dynamics.InverseDynamics;
import dev.catena.model.RobotModel;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.Duals;
import dev.catena.testkit.NearlyParallelRobots;
import dev.catena.testkit.RandomMotion;
import dev.catena.textbook.NewtonEuler;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Derivatives for axes that are parallel but for a tilt of any size, against the textbook on dual numbers. */
class NearlyParallelSensitivitiesTest {
    private static final double TOLERANCE = 1e-11;

    static DoubleStream tilts() {
        return NearlyParallelRobots.TILTS.stream().mapToDouble(x -> x);
    }

    @ParameterizedTest
    @MethodSource("tilts")
    void torquesAndAccelerations(double tilt) {
        NearlyParallelRobots.all(5, tilt).forEach(NearlyParallelSensitivitiesTest::check);
    }

    private static void check(RobotModel model) {
        int n = model.jointCount();
        RandomMotion motion = RandomMotion.of(model, 3);
        double[][] expected = textbook(motion);
        double[][] actual = new double[3][n * n];
        new TorqueSensitivity(model).compute(motion.q(), motion.qd(), motion.qdd(), actual[0], actual[1], actual[2]);
        for (int order = 0; order < 3; order++) {
            Agreement.check("order %s of %s".formatted(order, model), actual[order], expected[order], TOLERANCE);
        }

        // M ∂q̈/∂q = −∂τ/∂q, M ∂q̈/∂q̇ = −∂τ/∂q̇, M ∂q̈/∂τ = 1
        double[] tau = new double[n];
        new InverseDynamics(model).compute(motion.q(), motion.qd(), motion.qdd(), tau);
        new AccelerationSensitivity(model).compute(motion.q(), motion.qd(), tau, actual[0], actual[1], actual[2]);
        double[] unit = new double[n * n];
        for (int k = 0; k < n; k++) {
            unit[k * n + k] = 1;
        }
        double[][] right = {negated(expected[0]), negated(expected[1]), unit};
        for (int order = 0; order < 3; order++) {
            Agreement.check(
                    "accelerations, order %s of %s".formatted(order, model),
                    product(expected[2], actual[order], n),
                    right[order],
                    TOLERANCE);
        }
    }

    private static double[][] textbook(RandomMotion motion) {
        int n = motion.model().jointCount();
        VariedMotion varied = new VariedMotion(motion, List.of());
        double[][] matrices = new double[3][n * n];
        for (int order = 0; order < 3; order++) {
            for (int k = 0; k < n; k++) {
                SensitivityAgainstTextbookTest.setColumn(
                        matrices[order],
                        k,
                        Duals.derivatives(new NewtonEuler<>(varied.dualRobot(), varied.byJoint(order, k)).torques()));
            }
        }
        return matrices;
    }

    private static double[] negated(double[] x) {
        return Arrays.stream(x).map(value -> -value).toArray();
    }

    private static double[] product(double[] a, double[] b, int n) {
        double[] c = new double[n * n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                for (int k = 0; k < n; k++) {
                    c[i * n + j] += a[i * n + k] * b[k * n + j];
                }
            }
        }
        return c;
    }
}
