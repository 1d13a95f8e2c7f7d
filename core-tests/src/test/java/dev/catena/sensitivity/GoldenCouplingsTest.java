package dev.catena.sensitivity;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catena.dynamics.ExternalWrenches;
import dev.catena.dynamics.ForceRate;
import dev.catena.dynamics.ForwardDynamics;
import dev.catena.dynamics.InverseDynamics;
import dev.catena.dynamics.MassMatrix;
import dev.catena.model.Coupling;
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

    /** What couplings supply, μ = τ of the tree + Σ k μ of the joint's own followers, and its rate. */
    @ParameterizedTest
    @MethodSource("cases")
    void effortsOfCouplings(int k) {
        JsonNode golden = GOLDEN.at("couplings").get(k);
        RobotModel robot = CombinationRobots.of(GOLDEN, golden.get("robot").textValue());
        RobotModel tree = robot.withoutCouplings();
        JsonNode input = golden.get("input");
        double[][] motion = new double[4][tree.jointCount()];
        String[] keys = {"y", "yd", "ydd", "yddd"};
        for (int order = 0; order < 4; order++) {
            double[] y = Golden.array(input.get(keys[order]));
            for (String joint : tree.jointNames()) {
                motion[order][tree.coordinate(joint)] = coordinate(robot, joint, order, y);
            }
        }
        double[][] effort = new double[2][tree.jointCount()];
        new ForceRate(tree)
                .compute(
                        null,
                        motion[0],
                        motion[1],
                        motion[2],
                        motion[3],
                        CombinationRobots.wrenches(tree, input),
                        effort[0],
                        effort[1]);
        // in the order of the file
        JsonNode declared = GOLDEN.at("robots/" + golden.get("robot").textValue() + "/couplings");
        for (int order = 0; order < 2; order++) {
            double[] actual = new double[declared.size()];
            for (int c = 0; c < actual.length; c++) {
                actual[c] = supplied(robot, tree, declared.get(c).get("joint").textValue(), effort[order]);
            }
            check(order == 0 ? "coupling_effort" : "coupling_effort_dot", actual, golden.get("output"));
        }
    }

    private static double coordinate(RobotModel robot, String joint, int order, double[] y) {
        for (Coupling coupling : robot.couplings()) {
            if (coupling.joint().equals(joint)) {
                return coupling.factor() * coordinate(robot, coupling.leader(), order, y)
                        + (order == 0 ? coupling.offset() : 0);
            }
        }
        return y[robot.coordinate(joint)];
    }

    private static double supplied(RobotModel robot, RobotModel tree, String joint, double[] effort) {
        double sum = effort[tree.coordinate(joint)];
        for (Coupling follower : robot.couplings()) {
            if (follower.leader().equals(joint)) {
                sum += follower.factor() * supplied(robot, tree, follower.joint(), effort);
            }
        }
        return sum;
    }

    private static void check(String what, double[] actual, JsonNode output) {
        Agreement.check(what, actual, Golden.array(output.get(what)), Golden.TOLERANCE);
    }
}
