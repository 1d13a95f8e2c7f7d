package dev.catena.mechanism;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catena.dynamics.FloatingForceRate;
import dev.catena.dynamics.ForceRate;
import dev.catena.model.Extent;
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
        checkTree(path, robot, rate, input);
        GOLDEN.check(path + "/output/norm_length", Extent.of(robot).length());
    }

    /** The motion of all joints, G and Ġ, efforts of the tree, and those of the independent joints with their rates. */
    private static void checkTree(String path, RobotModel robot, ClosedLoopForceRate rate, JsonNode input) {
        int n = robot.jointCount();
        int m = robot.independentJoints().size();
        LoopKinematics kinematics = rate.kinematics();
        double[][] x = new double[4][n];
        kinematics.positions(x[0]);
        kinematics.velocities(x[1]);
        kinematics.accelerations(x[2]);
        rate.jerks(x[3]);
        GOLDEN.check(path + "/output/q_tree", x[0]);
        GOLDEN.check(path + "/output/qd_tree", x[1]);
        GOLDEN.check(path + "/output/qdd_tree", x[2]);
        double[] G = new double[n * m];
        kinematics.rates(G);
        GOLDEN.check(path + "/output/G", G);
        double[] rateOfG = new double[n * m];
        for (int k = 0; k < m; k++) {
            double[] unit = new double[m];
            unit[k] = 1;
            double[] column = new double[n];
            kinematics.rateTimes(unit, column);
            for (int i = 0; i < n; i++) {
                rateOfG[i * m + k] = column[i];
            }
        }
        GOLDEN.check(path + "/output/G_dot", rateOfG);
        RobotModel open = robot.openTree();
        double[] efforts = new double[n];
        double[] effortRates = new double[n];
        new ForceRate(open)
                .compute(null, x[0], x[1], x[2], x[3], CombinationRobots.wrenches(open, input), efforts, effortRates);
        GOLDEN.check(path + "/output/tau_tree", efforts);
        GOLDEN.check(path + "/output/tau_tree_dot", effortRates);
        double[] gamma = new double[m];
        kinematics.transposeTimes(efforts, gamma);
        GOLDEN.check(path + "/output/gamma_c", gamma);

        ClosedLoopSensitivity sensitivity = new ClosedLoopSensitivity(robot);
        sensitivity.kinematics().closure().restart(x[0]);
        double[][] by = new double[3][m * m];
        double[][] given = {
            Golden.array(input.get("q")), Golden.array(input.get("qd")),
            Golden.array(input.get("qdd")), Golden.array(input.get("qddd"))
        };
        sensitivity.compute(
                given[0], given[1], given[2], CombinationRobots.wrenches(robot, input), by[0], by[1], by[2]);
        double[] gammaRate = new double[m];
        for (int i = 0; i < m; i++) {
            for (int k = 0; k < m; k++) {
                for (int order = 0; order < 3; order++) {
                    gammaRate[i] += by[order][i * m + k] * given[order + 1][k];
                }
            }
        }
        GOLDEN.check(path + "/output/gamma_c_dot", gammaRate);
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
        int n = robot.jointCount();
        double[][] x = new double[4][n];
        rate.kinematics().positions(x[0]);
        rate.kinematics().velocities(x[1]);
        rate.kinematics().accelerations(x[2]);
        rate.jerks(x[3]);
        GOLDEN.check(path + "/output/q_tree", x[0]);
        GOLDEN.check(path + "/output/qd_tree", x[1]);
        GOLDEN.check(path + "/output/qdd_tree", x[2]);
        GOLDEN.check(path + "/output/qddd_tree", x[3]);
        RobotModel open = robot.openTree();
        double[] ofTree = new double[n];
        double[] ratesOfTree = new double[n];
        new FloatingForceRate(open)
                .compute(
                        CombinationRobots.base(input),
                        x[0],
                        x[1],
                        x[2],
                        x[3],
                        CombinationRobots.wrenches(open, input),
                        acceleration,
                        jerk,
                        ofTree,
                        ratesOfTree);
        GOLDEN.check(path + "/output/tau_tree", ofTree);
        GOLDEN.check(path + "/output/tau_tree_dot", ratesOfTree);
    }
}
