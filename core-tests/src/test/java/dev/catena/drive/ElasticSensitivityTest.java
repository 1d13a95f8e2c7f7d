package dev.catena.drive;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catena.dynamics.ExternalWrenches;
import dev.catena.model.RobotModel;
import dev.catena.testkit.CombinationRobots;
import dev.catena.testkit.Golden;
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
    }
}
