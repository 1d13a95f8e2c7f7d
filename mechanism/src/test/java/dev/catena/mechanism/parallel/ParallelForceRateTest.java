package dev.catena.mechanism.parallel;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catena.model.Joint;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Rotation;
import dev.catena.model.Vector3;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.CombinationRobots;
import dev.catena.testkit.Golden;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rates of the efforts of parallel robots: golden numbers, and efforts along a motion. */
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
        double[] jerks = new double[18];
        double[] ofLeg = new double[3];
        for (int leg = 0; leg < 6; leg++) {
            rate.legJerks(leg, ofLeg);
            System.arraycopy(ofLeg, 0, jerks, 3 * leg, 3);
        }
        GOLDEN.check(path + "/output/qddd", jerks);
    }

    /** Translations, with passive joints, and three legs of five joints that are welded. */
    @Test
    void deltaAlongAMotion() {
        Agreement.check("Delta", worstDifference(SampleDelta.delta().build()), 0, 1e-8);
    }

    @Test
    void planarRobotAlongAMotion() {
        Agreement.check("planar 3-RRR", worstDifference(PlanarRobots.threeArms()), 0, 1e-8);
        Agreement.check("planar, four actuators", worstDifference(PlanarRobots.fourArms()), 0, 1e-8);
    }

    /** Rates beside differences of the eighth order of the efforts along a motion, relative to the largest rate. */
    private static double worstDifference(ParallelRobot robot) {
        int m = robot.freedoms().count();
        ParallelForceRate rate = new ParallelForceRate(robot);
        ParallelInverseDynamics inverse = new ParallelInverseDynamics(robot);
        double[][] motion = motion(robot, 0);
        double[] efforts = new double[robot.actuatorCount()];
        double[] rates = new double[robot.actuatorCount()];
        rate.compute(pose(robot, 0), motion[0], motion[1], motion[2], null, efforts, rates);
        double h = 0.01;
        double[] weights = {4.0 / 5, -1.0 / 5, 4.0 / 105, -1.0 / 280};
        double[] differences = new double[rates.length];
        for (int step = -4; step <= 4; step++) {
            if (step != 0) {
                double t = step * h;
                double[][] there = motion(robot, t);
                double[] at = new double[rates.length];
                inverse.compute(pose(robot, t), there[0], there[1], at);
                for (int a = 0; a < at.length; a++) {
                    differences[a] += Math.signum(step) * weights[Math.abs(step) - 1] * at[a] / h;
                }
            }
        }
        double worst = 0;
        double largest = 1;
        for (int a = 0; a < rates.length; a++) {
            worst = Math.max(worst, Math.abs(rates[a] - differences[a]));
            largest = Math.max(largest, Math.abs(rates[a]));
        }
        return m == 0 ? Double.NaN : worst / largest;
    }

    /** Displacement in the freedoms, sine and cosine of time. */
    private static double displacement(int k, double t, int derivative) {
        double w = 1.1 + 0.3 * k;
        double amplitude = 0.03 + 0.01 * k;
        double phase = w * t + 0.4 * k + derivative * Math.PI / 2;
        return amplitude * Math.pow(w, derivative) * Math.sin(phase);
    }

    private static double[][] motion(ParallelRobot robot, double t) {
        int m = robot.freedoms().count();
        double[][] motion = new double[3][m];
        for (int d = 0; d < 3; d++) {
            for (int k = 0; k < m; k++) {
                motion[d][k] = displacement(k, t, d + 1);
            }
        }
        return motion;
    }

    /** Translations and at most one rotation, so that angular velocities are derivatives of an angle. */
    private static Pose pose(ParallelRobot robot, double t) {
        double[] six = new double[6];
        for (int k = 0; k < robot.freedoms().count(); k++) {
            six[robot.freedoms().coordinate(k)] = displacement(k, t, 0);
        }
        Pose home = robot.home();
        return new Pose(
                Rotation.aboutZ(six[5]).times(home.rotation()),
                home.position().plus(new Vector3(six[0], six[1], six[2])));
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
