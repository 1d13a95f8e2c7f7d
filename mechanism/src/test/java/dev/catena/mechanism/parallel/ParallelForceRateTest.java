package dev.catena.mechanism.parallel;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catena.dynamics.ForceRate;
import dev.catena.model.Joint;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Rotation;
import dev.catena.model.Vector3;
import dev.catena.testkit.CombinationRobots;
import dev.catena.testkit.Golden;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rates of the efforts of parallel robots: golden numbers. {@link ParallelSensitivityTest} has dual numbers along a motion. */
class ParallelForceRateTest {
    private static final Golden GOLDEN = Golden.combinations();

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void goughStewartAgreesWithGoldenNumbers(int k) {
        String path = "parallel_torque_rate/" + k;
        ParallelRobot robot = stewart();
        JsonNode input = GOLDEN.at(path + "/input");
        double[] o = Golden.array(input.get("orientation"));
        Pose pose = new Pose(
                Rotation.fromQuaternion(o[0], o[1], o[2], o[3]), Vector3.of(Golden.array(input.get("position"))));
        ParallelForceRate rate = new ParallelForceRate(robot);
        double[] efforts = new double[6];
        double[] rates = new double[6];
        rate.compute(
                pose,
                Golden.array(input.get("V")),
                Golden.array(input.get("V_dot")),
                Golden.array(input.get("V_ddot")),
                null,
                efforts,
                rates);
        GOLDEN.check(path + "/output/effort", efforts);
        GOLDEN.check(path + "/output/effort_dot", rates);
        String[] names = {"q", "qd", "qdd", "qddd", "leg_tree_effort", "leg_tree_effort_dot"};
        double[][] ofLegs = new double[names.length][18];
        for (int leg = 0; leg < 6; leg++) {
            double[][] ofLeg = new double[names.length][3];
            rate.kinematics().legCoordinates(leg, ofLeg[0]);
            rate.kinematics().legVelocities(leg, ofLeg[1]);
            rate.kinematics().legAccelerations(leg, ofLeg[2]);
            rate.legJerks(leg, ofLeg[3]);
            new ForceRate(robot.legs().get(leg).model())
                    .compute(null, ofLeg[0], ofLeg[1], ofLeg[2], ofLeg[3], null, ofLeg[4], ofLeg[5]);
            for (int i = 0; i < names.length; i++) {
                System.arraycopy(ofLeg[i], 0, ofLegs[i], 3 * leg, 3);
            }
        }
        for (int i = 0; i < names.length; i++) {
            GOLDEN.check(path + "/output/" + names[i], ofLegs[i]);
        }
    }

    private static ParallelRobot stewart() {
        JsonNode node = GOLDEN.at("robots/stewart");
        RobotModel tree = CombinationRobots.of(node);
        ParallelRobot.Builder robot = ParallelRobot.builder("stewart")
                .gravity(tree.gravity())
                .platform(CombinationRobots.inertia(node.get("platform")))
                .home(Pose.translation(0, 0, 0.7));
        for (int i = 0; i < 6; i++) {
            RobotModelBuilder builder =
                    RobotModel.builder("leg" + i).gravity(tree.gravity()).inertiaPolicy(tree.inertiaPolicy());
            for (Joint joint : tree.joints().subList(3 * i, 3 * i + 3)) {
                builder.link(
                        joint, tree.bodies().get(tree.bodyIndex(joint.child())).inertia());
            }
            RobotModel leg = builder.build();
            JsonNode tie = node.get("legs").get(i);
            robot.leg(Leg.tiedByPoint(
                            "leg" + i,
                            leg,
                            tie.get("tip_body").textValue(),
                            Vector3.of(Golden.array(tie.get("platform_xyz"))))
                    .actuatedBy(tie.get("actuator").textValue())
                    .startingAt(
                            Golden.array(GOLDEN.at("parallel_torque_rate/0/output/q"))[3 * i],
                            Golden.array(GOLDEN.at("parallel_torque_rate/0/output/q"))[3 * i + 1],
                            Golden.array(GOLDEN.at("parallel_torque_rate/0/output/q"))[3 * i + 2]));
        }
        return robot.build();
    }
}
