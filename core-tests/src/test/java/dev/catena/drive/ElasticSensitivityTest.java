package dev.catena.drive;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catena.dynamics.ExternalWrenches;
import dev.catena.model.RobotModel;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.CombinationRobots;
import dev.catena.testkit.Golden;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sensitivities of elastic and mixed drives, both directions, against golden numbers. */
class ElasticSensitivityTest {
    private static final Golden GOLDEN = Golden.combinations();

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void agreesWithGoldenNumbers(int k) {
        String path = "elastic_sensitivity/" + k;
        JsonNode input = GOLDEN.at(path + "/input");
        RobotModel robot =
                CombinationRobots.of(GOLDEN, GOLDEN.at(path + "/robot").textValue());
        ExternalWrenches wrenches = CombinationRobots.wrenches(robot, input);
        ElasticSensitivity sensitivity = new ElasticSensitivity(robot);
        int n = robot.jointCount();
        int size = sensitivity.coordinates().size();
        double[] x = Golden.array(input.get("x"));
        double[] xd = Golden.array(input.get("xd"));
        double[][] torque = {new double[n * size], new double[n * size], new double[n * size]};
        sensitivity.torque(null, x, xd, Golden.array(input.get("xdd")), wrenches, torque[0], torque[1], torque[2]);
        GOLDEN.check(path + "/output/tau_by_x", torque[0]);
        GOLDEN.check(path + "/output/tau_by_xd", torque[1]);
        GOLDEN.check(path + "/output/tau_by_xdd", torque[2]);
        double[][] acceleration = {new double[size * size], new double[size * size], new double[size * n]};
        sensitivity.acceleration(
                null,
                x,
                xd,
                Golden.array(input.get("tau")),
                wrenches,
                acceleration[0],
                acceleration[1],
                acceleration[2]);
        GOLDEN.check(path + "/output/acceleration_by_x", acceleration[0]);
        GOLDEN.check(path + "/output/acceleration_by_xd", acceleration[1]);
        GOLDEN.check(path + "/output/acceleration_by_tau", acceleration[2]);
        double[] tau = new double[n];
        new ElasticInverseDynamics(robot).compute(null, x, xd, Golden.array(input.get("xdd")), wrenches, tau);
        GOLDEN.check(path + "/output/tau", tau);
        double[] xdd = new double[size];
        new ElasticForwardDynamics(robot).compute(null, x, xd, Golden.array(input.get("tau")), wrenches, xdd);
        GOLDEN.check(path + "/output/acceleration", xdd);
        ElasticMatrices matrices = new ElasticMatrices(robot);
        matrices.compute(x, xd);
        double[] A = new double[size * size];
        matrices.inertia(A);
        GOLDEN.check(path + "/output/matrix_A", A);
    }

    /** Σ ∂τ/∂q⁽ⁱ⁾ q⁽ⁱ⁺¹⁾ with the golden derivatives is the rate that is found. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void feedForwardAgreesWithGoldenNumbers(int k) {
        String path = "elastic_sensitivity/" + k;
        JsonNode input = GOLDEN.at(path + "/input");
        RobotModel robot =
                CombinationRobots.of(GOLDEN, GOLDEN.at(path + "/robot").textValue());
        ElasticFeedForward feedForward = ElasticFeedForward.withRates(robot);
        int n = robot.jointCount();
        int size = feedForward.coordinates().size();
        JsonNode given = input.get("q_derivatives");
        double[][] motion = new double[Math.max(given.size(), feedForward.order() + 1)][n];
        for (int d = 0; d < given.size(); d++) {
            motion[d] = Golden.array(given.get(d));
        }
        double[] tau = new double[n];
        double[] rates = new double[n];
        feedForward.compute(
                motion,
                CombinationRobots.wrenches(robot, input),
                new double[size],
                new double[size],
                new double[size],
                tau);
        feedForward.torqueRates(rates);
        GOLDEN.check(path + "/output/feedforward_tau", tau);
        JsonNode derivatives = GOLDEN.at(path + "/output/feedforward_by_derivative");
        double[] expected = new double[n];
        for (int d = 0; d < derivatives.size(); d++) {
            double[] matrix = Golden.array(derivatives.get(d));
            for (int i = 0; i < n; i++) {
                for (int c = 0; c < n && d + 1 < motion.length; c++) {
                    expected[i] += matrix[i * n + c] * motion[d + 1][c];
                }
            }
        }
        Agreement.check("rates", rates, expected, 1e-11);
        for (int d = 0; d < derivatives.size(); d++) {
            Agreement.check(
                    "by derivative " + d,
                    byDerivative(robot, input, motion, d),
                    Golden.array(derivatives.get(d)),
                    1e-9);
        }
    }

    private static double[] torques(RobotModel robot, JsonNode input, double[][] motion) {
        ElasticFeedForward feedForward = ElasticFeedForward.withRates(robot);
        int size = feedForward.coordinates().size();
        double[] tau = new double[robot.jointCount()];
        feedForward.compute(
                motion,
                CombinationRobots.wrenches(robot, input),
                new double[size],
                new double[size],
                new double[size],
                tau);
        return tau;
    }

    /** One derivative of the motion changed alone: differences of eighth order. */
    private static double[] byDerivative(RobotModel robot, JsonNode input, double[][] motion, int d) {
        double[] weights = {4.0 / 5, -1.0 / 5, 4.0 / 105, -1.0 / 280};
        int n = robot.jointCount();
        double[] matrix = new double[n * n];
        double[][] moved = Arrays.stream(motion).map(double[]::clone).toArray(double[][]::new);
        for (int c = 0; c < n; c++) {
            double step = 1e-2 * Math.max(1, Math.abs(motion[d][c]));
            for (int k = -4; k <= 4; k++) {
                if (k == 0) {
                    continue;
                }
                moved[d][c] = motion[d][c] + k * step;
                double[] tau = torques(robot, input, moved);
                for (int i = 0; i < n; i++) {
                    matrix[i * n + c] += Math.signum(k) * weights[Math.abs(k) - 1] / step * tau[i];
                }
            }
            moved[d][c] = motion[d][c];
        }
        return matrix;
    }
}
