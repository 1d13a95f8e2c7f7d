package dev.catena.drive;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catena.dynamics.ExternalWrenches;
import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import dev.catena.model.Wrench;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.Golden;
import dev.catena.testkit.GoldenRobots;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Robots with elastic joints against independent implementations of Khalil's and Hua's equations. */
class GoldenElasticTest {
    private static final double TOLERANCE = 1e-10;
    private static final Golden KHALIL = Golden.dynamics();
    private static final Golden HUA = Golden.sensitivityPlanningElastic();

    private static final RobotModel ELASTIC6 = GoldenRobots.khalil("elastic6", KHALIL.at("khalil/elastic6/model"));

    @Test
    void torquesOfRigidAndAccelerationsOfElasticJoints() {
        FlexibleJointDynamics dynamics = new FlexibleJointDynamics(ELASTIC6);
        double[] given = KHALIL.array("khalil/elastic6/qdd_rigid");
        double[] qdd = {given[0], Double.NaN, given[1], Double.NaN, given[2], Double.NaN};
        double[] qddOut = new double[6];
        double[] tauOut = new double[6];
        dynamics.inverse(KHALIL.array("khalil/elastic6/q"), KHALIL.array("khalil/elastic6/qd"), qdd, qddOut, tauOut);

        KHALIL.check("khalil/elastic6/Gamma_rigid", tauOut[0], tauOut[2], tauOut[4]);
        KHALIL.check("khalil/elastic6/Gamma_elastic", tauOut[1], tauOut[3], tauOut[5]);
        KHALIL.check("khalil/elastic6/qdd_elastic", qddOut[1], qddOut[3], qddOut[5]);
        KHALIL.check("khalil/elastic6/qdd_rigid", qddOut[0], qddOut[2], qddOut[4]);
    }

    @Test
    void directDynamicsWithElasticJoints() {
        double[] given = KHALIL.array("khalil/elastic6/direct/Gamma_rigid");
        double[] tau = {given[0], Double.NaN, given[1], Double.NaN, given[2], Double.NaN};
        double[] qdd = new double[6];
        new FlexibleJointDynamics(ELASTIC6)
                .forward(KHALIL.array("khalil/elastic6/q"), KHALIL.array("khalil/elastic6/qd"), tau, qdd);

        KHALIL.check("khalil/elastic6/direct/qdd", qdd);
    }

    @Test
    void simulationWithElasticJoints() {
        FlexibleJointDynamics dynamics = new FlexibleJointDynamics(ELASTIC6.withoutFriction());
        double[] zero = new double[6];
        RungeKutta path = new RungeKutta(
                KHALIL.array("khalil/elastic6/q"), zero, (q, qd, qddOut) -> dynamics.forward(q, qd, zero, qddOut));
        path.advance(KHALIL.at("khalil/elastic6/simulation/t").doubleValue(), 4_000);

        Agreement.check("q", path.q(), KHALIL.array("khalil/elastic6/simulation/q"), 1e-9);
        Agreement.check("qd", path.qd(), KHALIL.array("khalil/elastic6/simulation/qd"), 1e-9);
    }

    @ParameterizedTest
    @ValueSource(strings = {"rigid", "el3", "el2_3", "el3_motors_on_0_1_1", "el2_motors_on_2_0_3"})
    void motorsAndLinksAreUnified(String layout) {
        JsonNode golden = HUA.at("mixed_rigid_elastic/" + layout);
        RobotModel robot = GoldenRobots.hua(layout, golden);
        for (int i = 0; i < golden.get("unified").size(); i++) {
            JsonNode expected = golden.get("unified").get(i);
            SpatialInertia unified = robot.bodies().get(i + 1).inertia();
            check("mass", expected.get("mass"), unified.mass());
            check("com", expected.get("com"), unified.centerOfMass().toArray());
            check("I", expected.get("I"), unified.tensorAboutCenter().toArray());
            assertThat(robot.declaredBodies().get(i + 1).inertia().mass())
                    .isEqualTo(golden.get("link_mass").get(i).doubleValue());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"rigid", "el3", "el2_3", "el3_motors_on_0_1_1", "el2_motors_on_2_0_3"})
    void motorTorquesAndWhatTheJointsCarry(String layout) {
        JsonNode golden = HUA.at("mixed_rigid_elastic/" + layout);
        RobotModel robot = GoldenRobots.hua(layout, golden);
        ElasticInverseDynamics dynamics = new ElasticInverseDynamics(robot);
        double[] tau = new double[3];
        dynamics.compute(
                null,
                state(golden, "q", "theta"),
                state(golden, "qdot", "thetadot"),
                state(golden, "qddot", "thetaddot"),
                load(robot, golden),
                tau);

        check("tau", golden.get("tau"), tau);
        for (int i = 0; i < 3; i++) {
            Joint joint = robot.joints().get(i);
            Wrench carried = dynamics.jointWrenchInBody(i + 1);
            check("f_b", golden.get("f_b").get(i), carried.force().toArray());

            // the paper's moments are about the origin of the parent's frame, in the axes of the body
            Vector3 arm = joint.geometry()
                    .jointFromBody()
                    .rotation()
                    .inverse()
                    .apply(joint.geometry().jointFromBody().position());
            Vector3 moment = carried.moment().plus(arm.cross(carried.force()));
            check("tau_b", golden.get("tau_b").get(i), moment.toArray());
            Vector3 axis = joint.geometry().jointFromBody().rotation().inverse().apply(Vector3.Z);
            check("tau_b_dot_z", golden.get("tau_b_dot_z").get(i), moment.dot(axis));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"rigid", "el3", "el2_3", "el3_motors_on_0_1_1", "el2_motors_on_2_0_3"})
    void matricesOfTheEquationsOfMotion(String layout) {
        JsonNode golden = HUA.at("mixed_rigid_elastic/" + layout);
        RobotModel robot = GoldenRobots.hua(layout, golden);
        ElasticMatrices matrices = new ElasticMatrices(robot);
        matrices.compute(null, state(golden, "q", "theta"), state(golden, "qdot", "thetadot"), load(robot, golden));
        int n = 3;
        int motors = robot.elasticJoints().size();
        int size = n + motors;
        double[] zeta = new double[size];
        matrices.bias(zeta);
        check("zeta", golden.get("zeta"), zeta);
        double[] inertia = new double[size * size];
        matrices.inertia(inertia);
        check("A", golden.get("A"), inertia);

        double[] m = new double[n * n];
        double[] s = new double[n * motors];
        double[] b = new double[motors * motors];
        matrices.jointInertia(m);
        matrices.coupling(s);
        matrices.motorInertia(b);
        JsonNode a = golden.get("A");
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < size; j++) {
                check("M and S", a.get(i).get(j), j < n ? m[i * n + j] : s[i * motors + j - n]);
            }
        }
        for (int i = 0; i < motors; i++) {
            for (int j = 0; j < motors; j++) {
                check("B", a.get(n + i).get(n + j), b[i * motors + j]);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"rigid", "el3", "el2_3", "el3_motors_on_0_1_1", "el2_motors_on_2_0_3"})
    void accelerationsOfJointsAndMotors(String layout) {
        JsonNode golden = HUA.at("mixed_rigid_elastic/" + layout);
        RobotModel robot = GoldenRobots.hua(layout, golden);
        for (ElasticForwardDynamics dynamics : new ElasticForwardDynamics[] {
            new ElasticForwardDynamics(robot), ElasticForwardDynamics.withMatrices(robot)
        }) {
            double[] qdd = new double[dynamics.coordinates().size()];
            dynamics.compute(
                    null,
                    state(golden, "q", "theta"),
                    state(golden, "qdot", "thetadot"),
                    Golden.array(golden.at("/forward/tau_motor")),
                    load(robot, golden),
                    qdd);

            Agreement.check(layout, qdd, state(golden.get("forward"), "qddot", "thetaddot"), TOLERANCE);
        }
    }

    private static double[] state(JsonNode node, String joints, String motors) {
        double[] q = Golden.array(node.get(joints));
        double[] theta = Golden.array(node.get(motors));
        double[] all = new double[q.length + theta.length];
        System.arraycopy(q, 0, all, 0, q.length);
        System.arraycopy(theta, 0, all, q.length, theta.length);
        return all;
    }

    /** fe and te are what the robot exerts on the environment, in base axes, at the origin of the last link. */
    private static ExternalWrenches load(RobotModel robot, JsonNode golden) {
        double[] f = Golden.array(golden.get("fe_base"));
        double[] t = Golden.array(golden.get("te_base"));
        return new ExternalWrenches(robot).inWorld(robot.bodyIndex("link3"), -f[0], -f[1], -f[2], -t[0], -t[1], -t[2]);
    }

    private static void check(String what, JsonNode expected, double... actual) {
        Agreement.check(what, actual, Golden.array(expected), TOLERANCE);
    }
}
