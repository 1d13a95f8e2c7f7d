package dev.catena.drive;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catena.dynamics.ExternalWrenches;
import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import dev.catena.model.Rotor;
import dev.catena.testkit.CombinationRobots;
import dev.catena.testkit.Golden;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rates of motor torques behind springs, against golden numbers. */
class ElasticForceRateTest {
    private static final Golden GOLDEN = Golden.combinations();

    /** Each motor comes before those of joints that carry its rotor: the golden order is one of those that do. */
    private static void assertSolves(RobotModel robot, List<String> order) {
        for (Joint elastic : robot.elasticJoints()) {
            Rotor rotor = elastic.drive().rotor();
            int body = rotor == null ? 0 : robot.bodyIndex(rotor.carrier());
            for (; body > 0; body = robot.parent(body)) {
                String carrier = robot.jointOf(body).orElseThrow().name();
                if (order.contains(carrier)) {
                    assertThat(order.indexOf(elastic.name())).isLessThan(order.indexOf(carrier));
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void agreesWithGoldenNumbers(int k) {
        String path = "elastic_torque_rate/" + k;
        JsonNode node = GOLDEN.at(path);
        RobotModel robot = CombinationRobots.of(GOLDEN, node.get("robot").textValue());
        JsonNode derivatives = node.get("input").get("q_derivatives");
        double[][] joints = new double[derivatives.size()][];
        for (int d = 0; d < joints.length; d++) {
            joints[d] = Golden.array(derivatives.get(d));
        }
        ExternalWrenches wrenches = CombinationRobots.wrenches(robot, node.get("input"));
        ElasticFeedForward feedForward = ElasticFeedForward.withRates(robot);
        assertThat(feedForward.order())
                .isEqualTo((int) Arrays.stream(GOLDEN.array(path + "/output/derivatives_needed_for_rate"))
                        .max()
                        .orElseThrow());
        List<String> order = new ArrayList<>();
        node.get("output").get("solve_order").forEach(joint -> order.add(joint.textValue()));
        assertThat(feedForward.solvingOrder()).containsExactlyInAnyOrderElementsOf(order);
        assertSolves(robot, order);
        assertSolves(robot, feedForward.solvingOrder());
        int size = feedForward.coordinates().size();
        double[] q = new double[size];
        double[] qd = new double[size];
        double[] qdd = new double[size];
        double[] tau = new double[robot.jointCount()];
        feedForward.compute(joints, wrenches, q, qd, qdd, tau);
        GOLDEN.check(path + "/output/tau", tau);
        double[] rates = new double[tau.length];
        feedForward.torqueRates(rates);
        GOLDEN.check(path + "/output/tau_dot", rates);
        double[] jerk = new double[size - tau.length];
        feedForward.motorDerivative(3, jerk);
        GOLDEN.check(path + "/output/theta_ddd", jerk);
    }
}
