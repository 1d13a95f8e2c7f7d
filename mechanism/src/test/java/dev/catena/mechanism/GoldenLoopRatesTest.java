package dev.catena.mechanism;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catena.model.RobotModel;
import dev.catena.testkit.CombinationRobots;
import dev.catena.testkit.Golden;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rates of efforts and of cut wrenches against golden numbers of an independent implementation. */
class GoldenLoopRatesTest {
    private static final Golden GOLDEN = Golden.combinations();

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4})
    void ratesOnAFixedBase(int k) {
        String path = "closed_loop_torque_rate/" + k;
        JsonNode node = GOLDEN.at(path);
        RobotModel robot = CombinationRobots.of(GOLDEN, node.get("robot").textValue());
        JsonNode input = node.get("input");
        ClosedLoopForceRate rate = new ClosedLoopForceRate(robot);
        // the golden search ended in an assembly of its own
        rate.kinematics().closure().restart(GOLDEN.array(path + "/output/q_tree"));
        int actuators = robot.activeJoints().size();
        double[] efforts = new double[actuators];
        double[] rates = new double[actuators];
        rate.compute(
                null,
                Golden.array(input.get("q")),
                Golden.array(input.get("qd")),
                Golden.array(input.get("qdd")),
                Golden.array(input.get("qddd")),
                CombinationRobots.wrenches(robot, input),
                efforts,
                rates);
        double[] jerks = new double[robot.jointCount()];
        rate.jerks(jerks);
        GOLDEN.check(path + "/output/qddd_tree", jerks);
        GOLDEN.check(path + "/output/effort", efforts);
        GOLDEN.check(path + "/output/effort_dot", rates);
        rate.computeCutWrenchRates();
        double[] wrench = new double[6];
        double[] wrenchRate = new double[6];
        rate.cutWrench(0, wrench, wrenchRate);
        GOLDEN.check(path + "/output/cut_wrench/0", wrench);
        GOLDEN.check(path + "/output/cut_wrench_dot/0", wrenchRate);
    }

    @Test
    void ratesOnAFloatingBase() {
        String path = "floating_closed_loop_torque_rate/0";
        JsonNode node = GOLDEN.at(path);
        RobotModel robot = CombinationRobots.of(GOLDEN, node.get("robot").textValue());
        JsonNode input = node.get("input");
        ClosedLoopForceRate rate = new ClosedLoopForceRate(robot);
        double[] acceleration = new double[6];
        double[] jerk = new double[6];
        double[] efforts = new double[1];
        double[] rates = new double[1];
        rate.computeFloating(
                CombinationRobots.base(input),
                Golden.array(input.get("q")),
                Golden.array(input.get("qd")),
                Golden.array(input.get("qdd")),
                Golden.array(input.get("qddd")),
                CombinationRobots.wrenches(robot, input),
                acceleration,
                jerk,
                efforts,
                rates);
        GOLDEN.check(path + "/output/base_acceleration", acceleration);
        GOLDEN.check(path + "/output/base_jerk", jerk);
        GOLDEN.check(path + "/output/effort", efforts);
        GOLDEN.check(path + "/output/effort_dot", rates);
    }
}
