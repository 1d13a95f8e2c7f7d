package dev.catena.sensitivity;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catena.dynamics.ExternalWrenches;
import dev.catena.dynamics.ForceRate;
import dev.catena.dynamics.ForwardDynamics;
import dev.catena.dynamics.InverseDynamics;
import dev.catena.dynamics.MassMatrix;
import dev.catena.model.RobotModel;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.CombinationRobots;
import dev.catena.testkit.Golden;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Couplings against the golden numbers: a gripper, a chain of couplings, a screw across branches. */
class GoldenCouplingsTest {
    private static final Golden GOLDEN = Golden.combinations();

    static IntStream cases() {
        return IntStream.range(0, GOLDEN.at("couplings").size());
    }

    @ParameterizedTest
    @MethodSource("cases")
    void everything(int k) {
        JsonNode golden = GOLDEN.at("couplings").get(k);
        RobotModel robot = CombinationRobots.of(GOLDEN, golden.get("robot").textValue());
        JsonNode input = golden.get("input");
        JsonNode output = golden.get("output");
        ExternalWrenches wrenches = CombinationRobots.wrenches(robot, input);
        double[] q = Golden.array(input.get("y"));
        double[] qd = Golden.array(input.get("yd"));
        double[] qdd = Golden.array(input.get("ydd"));
        double[] tau = Golden.array(input.get("tau"));
        int m = robot.jointCount();
        assertThat(robot.jointNames().stream().map(robot.withoutCouplings()::coordinate))
                .hasSize(output.get("free_joints").size());

        double[] effort = new double[m];
        double[] rate = new double[m];
        new ForceRate(robot).compute(null, q, qd, qdd, Golden.array(input.get("yddd")), wrenches, effort, rate);
        check("effort", effort, output);
        check("effort_dot", rate, output);
        double[] matrix = new double[m * m];
        new MassMatrix(robot).compute(q, matrix);
        check("mass_matrix", matrix, output);
        new InverseDynamics(robot).compute(null, q, qd, new double[m], wrenches, effort);
        check("bias", effort, output);
        double[] accelerations = new double[m];
        ForwardDynamics.of(robot).compute(null, q, qd, tau, wrenches, accelerations);
        check("ydd", accelerations, output);

        double[] byPosition = new double[m * m];
        double[] byVelocity = new double[m * m];
        new TorqueSensitivity(robot).compute(null, q, qd, qdd, wrenches, List.of(), byPosition, byVelocity, matrix);
        check("effort_by_position", byPosition, output);
        check("effort_by_velocity", byVelocity, output);
        check("mass_matrix", matrix, output);
        new AccelerationSensitivity(robot).compute(null, q, qd, tau, wrenches, byPosition, byVelocity, matrix);
        check("ydd_by_position", byPosition, output);
        check("ydd_by_velocity", byVelocity, output);
    }

    private static void check(String what, double[] actual, JsonNode output) {
        Agreement.check(what, actual, Golden.array(output.get(what)), Golden.TOLERANCE);
    }
}
