package dev.catena.dynamics;

import static dev.catena.dynamics.GoldenLoads.sixNumbers;
import static dev.catena.dynamics.GoldenLoads.vector;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catena.algebra.ArticulatedInertia;
import dev.catena.algebra.Force;
import dev.catena.algebra.MotionVector;
import dev.catena.algebra.Placement;
import dev.catena.algebra.Vector;
import dev.catena.kinematics.BaseMotion;
import dev.catena.kinematics.Kinematics;
import dev.catena.model.Drive;
import dev.catena.model.Joint;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Rotation;
import dev.catena.model.Vector3;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.Golden;
import dev.catena.testkit.GoldenRobots;
import dev.catena.tree.MovingTree;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** From torques to accelerations, mass matrices and a floating base against numbers of independent implementations. */
class GoldenForwardDynamicsTest {
    private final Golden golden = Golden.dynamics();

    // Khalil's tree of nine links, one of them fixed

    private final RobotModel tree9 = GoldenRobots.khalil("tree9", golden.at("khalil/tree9/model"));
    private final double[] q9 = golden.array("khalil/tree9/q");
    private final double[] qd9 = golden.array("khalil/tree9/qd");
    private final ExternalWrenches wrenches9 = GoldenLoads.khalil(tree9, golden.at("khalil/tree9/fe"), 1);

    @ParameterizedTest
    @EnumSource
    void accelerationsOfATree(ForwardWay way) {
        double[] qdd = new double[8];
        way.of(tree9).compute(null, q9, qd9, golden.array("khalil/tree9/direct/Gamma"), wrenches9, qdd);
        golden.check("khalil/tree9/direct/qdd", qdd);
    }

    @ParameterizedTest
    @EnumSource
    void wrenchesOfATree(ForwardWay way) {
        double[] qdd = new double[8];
        ForwardDynamics forward = way.of(tree9);
        forward.compute(null, q9, qd9, golden.array("khalil/tree9/Gamma"), wrenches9, qdd);
        golden.check("khalil/tree9/qdd", qdd);
        forward.computeJointWrenches();
        for (int j = 1; j <= 9; j++) {
            golden.check("khalil/tree9/link_wrench_f_j/" + (j - 1), sixNumbers(forward.jointWrenchInBody(j)));
        }
        golden.check("khalil/tree9/base_reaction", sixNumbers(forward.jointWrenchInBody(0)));
        forward.compute(q9, qd9, golden.array("khalil/tree9/Gamma_no_fe"), qdd);
        golden.check("khalil/tree9/qdd", qdd);
    }

    @Test
    void massMatrixOfATree() {
        double[] mass = new double[64];
        new MassMatrix(tree9).compute(q9, mass);
        golden.check("khalil/tree9/A", mass);
        double[] product = new double[8];
        new InverseDynamics(tree9).massTimes(q9, golden.array("khalil/tree9/qdd"), product);
        double[] h = golden.array("khalil/tree9/H_with_fe");
        golden.check(
                "khalil/tree9/Gamma",
                IntStream.range(0, 8).mapToDouble(k -> product[k] + h[k]).toArray());
    }

    // Khalil's robot of six links on a free base

    private final RobotModel flyer = GoldenRobots.khalil("freeflyer", golden.at("khalil/freeflyer/model"))
            .withFloatingBase();
    private final double[] q6 = golden.array("khalil/freeflyer/q");
    private final double[] qd6 = golden.array("khalil/freeflyer/qd");
    private final double[] qdd6 = golden.array("khalil/freeflyer/qdd");
    private final ExternalWrenches wrenches6 = GoldenLoads.khalil(flyer, golden.at("khalil/freeflyer/fe"), 0);

    private BaseMotion flyingBase() {
        Rotation orientation = Rotation.fromMatrix(golden.array("khalil/freeflyer/base_R_w0"));
        return new BaseMotion()
                .pose(new Pose(orientation, new Vector3(0.7, -3, 2)))
                .velocityInBase(
                        vector(golden.at("khalil/freeflyer/V0_body")),
                        vector(golden.at("khalil/freeflyer/omega0_body")))
                // must not be read
                .accelerationInBase(1e3, 1e3, 1e3, 1e3, 1e3, 1e3);
    }

    @Test
    void torquesOfAFlyingRobot() {
        double[] acceleration = new double[6];
        double[] tau = new double[6];
        FloatingInverseDynamics dynamics = new FloatingInverseDynamics(flyer);
        dynamics.compute(flyingBase(), q6, qd6, qdd6, wrenches6, acceleration, tau);
        golden.check("khalil/freeflyer/V0dot", acceleration);
        golden.check("khalil/freeflyer/Gamma", tau);
        double[] beta = new double[6];
        dynamics.beta.copyTo(beta);
        golden.check("khalil/freeflyer/beta0c", beta);
        for (int j = 1; j <= 6; j++) {
            golden.check("khalil/freeflyer/link_wrench/" + (j - 1), sixNumbers(dynamics.jointWrenchInBody(j)));
        }
        Agreement.check("wrench on a free base", sixNumbers(dynamics.jointWrenchInBody(0)), new double[6], 1e-11);
    }

    @ParameterizedTest
    @EnumSource
    void accelerationsOfAFlyingRobot(ForwardWay way) {
        double[] acceleration = new double[6];
        double[] qdd = new double[6];
        ForwardDynamics forward = way.of(flyer);
        double[] tau = golden.array("khalil/freeflyer/direct/Gamma");
        forward.computeFloating(flyingBase(), q6, qd6, tau, wrenches6, acceleration, qdd);
        golden.check("khalil/freeflyer/direct/V0dot", acceleration);
        golden.check("khalil/freeflyer/direct/qdd", qdd);

        tau = golden.array("khalil/freeflyer/Gamma");
        forward.computeFloating(flyingBase(), q6, qd6, tau, wrenches6, acceleration, qdd);
        golden.check("khalil/freeflyer/V0dot", acceleration);
        golden.check("khalil/freeflyer/qdd", qdd);
        forward.computeJointWrenches();
        for (int j = 1; j <= 6; j++) {
            golden.check("khalil/freeflyer/link_wrench/" + (j - 1), sixNumbers(forward.jointWrenchInBody(j)));
        }
        Agreement.check("wrench on a free base", sixNumbers(forward.jointWrenchInBody(0)), new double[6], 1e-11);
    }

    @Test
    void massMatrixAndBiasOfAFlyingRobot() {
        double[] mass = new double[144];
        new MassMatrix(flyer).computeFloating(q6, mass);
        golden.check("khalil/freeflyer/A", mass);
        double[] base = new double[36];
        for (int row = 0; row < 6; row++) {
            System.arraycopy(mass, 12 * row, base, 6 * row, 6);
        }
        golden.check("khalil/freeflyer/J0c", base);

        double[] bias = new double[12];
        double[] tau = new double[6];
        InverseDynamics dynamics = new InverseDynamics(flyer);
        BaseMotion coasting = flyingBase().accelerationInBase(0, 0, 0, 0, 0, 0);
        dynamics.compute(coasting, q6, qd6, new double[6], wrenches6, tau);
        System.arraycopy(sixNumbers(dynamics.jointWrenchInBody(0)), 0, bias, 0, 6);
        System.arraycopy(tau, 0, bias, 6, 6);
        golden.check("khalil/freeflyer/H", bias);
    }

    // Nasser's robots in standard parameters

    private static final String[] NASSER = {
        "twolink_planar", "twolink_planar_actuator_inertia", "chain6_RTRRTR", "chain6_RTRRTR_Ja", "tree8"
    };

    static Stream<Arguments> nasser() {
        return Arrays.stream(NASSER)
                .flatMap(name -> Arrays.stream(ForwardWay.values()).map(way -> Arguments.of(name, way)));
    }

    private static RobotModel model(String name, JsonNode data) {
        return GoldenRobots.nasser(name, data.get("links"), data.get("gravity"));
    }

    @ParameterizedTest
    @MethodSource("nasser")
    void robotsInStandardParameters(String name, ForwardWay way) {
        String at = "nasser/" + name + "/";
        JsonNode data = golden.at("nasser/" + name);
        JsonNode links = data.get("links");
        RobotModel model = model(name, data);
        double[] q = golden.array(at + "q");
        double[] qdd = new double[links.size()];
        ForwardDynamics forward = way.of(model);
        forward.compute(
                GoldenLoads.base(data.get("base")),
                q,
                golden.array(at + "qd"),
                golden.array(at + "tau"),
                GoldenLoads.nasser(model, links, data.get("FE"), data.get("NE")),
                qdd);
        golden.check(at + "qdd", qdd);

        // U = G F is what the joint carries, in the proximal frame, with θ̈ in place of what the drive supplies
        forward.computeJointWrenches();
        for (int i = 0; i < links.size(); i++) {
            double[] U = sixNumbers(forward.jointWrenchInBody(i + 1).in(proximalFromLink(model, i, q)));
            U[isRotational(links, i) ? 5 : 2] = qdd[i];
            golden.check(at + "U/" + i, U);
        }
    }

    private static boolean isRotational(JsonNode links, int i) {
        return links.get(i).get("kind").textValue().equals("R");
    }

    private static Pose proximalFromLink(RobotModel model, int i, double[] q) {
        Joint joint = model.movingJoints().get(i);
        Pose parentFromProximal = joint.geometry().parentFromJoint();
        return parentFromProximal.inverse().times(joint.geometry().parentFromBody(joint.kind(), q[i]));
    }

    /** The paper's A* and B*, which the recursion must pass through. */
    @ParameterizedTest
    @ValueSource(
            strings = {"twolink_planar", "twolink_planar_actuator_inertia", "chain6_RTRRTR", "chain6_RTRRTR_Ja", "tree8"
            })
    void insideTheProximalRecursion(String name) {
        String at = "nasser/" + name + "/";
        JsonNode data = golden.at("nasser/" + name);
        JsonNode links = data.get("links");
        RobotModel model = model(name, data);
        double[] tau = golden.array(at + "tau");
        ProximalForwardDynamics forward = new ProximalForwardDynamics(model);
        BaseMotion base = GoldenLoads.base(data.get("base"));
        double[] q = golden.array(at + "q");
        double[] qd = golden.array(at + "qd");
        Kinematics kinematics = new Kinematics(model);
        kinematics.compute(base, q, qd, new double[qd.length], new double[qd.length]);
        forward.compute(
                base,
                q,
                qd,
                tau,
                GoldenLoads.nasser(model, links, data.get("FE"), data.get("NE")),
                new double[links.size()]);
        double[] A = new double[36];
        double[] B = new double[6];
        for (int i = 0; i < links.size(); i++) {
            Placement X = paperFromProximal(model, i);
            ArticulatedInertia inPaper = new ArticulatedInertia();
            inPaper.addFromChild(X, forward.A[i + 1]);
            inPaper.copyTo(A);
            golden.check(at + "A_star/" + i, A);
            // B* is what is taken when the paper's origin does not accelerate; ours has ω × (ω × p) then
            forward.A[i + 1].addProductTo(centripetal(kinematics, model, i, X), forward.B[i + 1]);
            Force forceInPaper = new Force();
            forceInPaper.addFromChild(X, forward.B[i + 1]);
            forceInPaper.copyTo(B);
            B[isRotational(links, i) ? 5 : 2] -= tau[i];
            golden.check(at + "B_star/" + i, B);
        }
    }

    /** Centripetal acceleration of a proximal origin seen from the paper's, which both move with the joint's parent. */
    private static MotionVector centripetal(
            Kinematics kinematics, RobotModel model, int i, Placement paperFromProximal) {
        Joint joint = model.movingJoints().get(i);
        int parent = model.bodyIndex(joint.parent());
        Rotation worldFromPaper = kinematics
                .worldFromBody(parent)
                .rotation()
                .times(joint.geometry().parentFromJoint().rotation());
        Vector3 omega = worldFromPaper
                .inverse()
                .apply(kinematics.velocityInWorld(parent).angular());
        Vector3 p = new Vector3(paperFromProximal.px, paperFromProximal.py, paperFromProximal.pz);
        Vector3 a = omega.cross(omega.cross(p));
        Vector linear = new Vector();
        linear.set(a.x(), a.y(), a.z());
        linear.setFromParent(paperFromProximal, linear);
        MotionVector acceleration = new MotionVector();
        acceleration.set(linear, new Vector());
        return acceleration;
    }

    /** The recursion's proximal frame is the paper's, moved along and about the joint axis. */
    private static Placement paperFromProximal(RobotModel model, int i) {
        MovingTree tree = new MovingTree(model);
        Placement body = tree.jointFromBody[tree.body[i + 1]];
        Pose proximalFromBody = new Pose(
                Rotation.fromMatrix(body.xx, body.xy, body.xz, body.yx, body.yy, body.yz, body.zx, body.zy, body.zz),
                new Vector3(body.px, body.py, body.pz));
        Pose pose = model.movingJoints().get(i).geometry().jointFromBody().times(proximalFromBody.inverse());
        Rotation R = pose.rotation();
        Placement placement = new Placement();
        placement.setRotation(R.xx(), R.xy(), R.xz(), R.yx(), R.yy(), R.yz(), R.zx(), R.zy(), R.zz());
        placement.setOrigin(
                pose.position().x(), pose.position().y(), pose.position().z());
        return placement;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"twolink_planar", "twolink_planar_actuator_inertia", "chain6_RTRRTR", "chain6_RTRRTR_Ja", "tree8"
            })
    void massMatrixAndBiasInStandardParameters(String name) {
        String at = "nasser/" + name + "/";
        JsonNode data = golden.at("nasser/" + name);
        RobotModel model = model(name, data);
        checkMassMatrixAndBias(
                at, model, data, GoldenLoads.nasser(model, data.get("links"), data.get("FE"), data.get("NE")));
    }

    private void checkMassMatrixAndBias(String at, RobotModel model, JsonNode data, ExternalWrenches wrenches) {
        int n = model.jointCount();
        double[] q = golden.array(at + "q");
        double[] matrix = new double[n * n];
        new MassMatrix(model).compute(q, matrix);
        golden.check(at + "M", matrix);

        double[] h = new double[n];
        new InverseDynamics(model)
                .compute(GoldenLoads.base(data.get("base")), q, golden.array(at + "qd"), new double[n], wrenches, h);
        golden.check(at + "bias_h", h);

        // q̈ = M⁻¹(τ − h)
        double[] tau = golden.array(at + "tau");
        double[] qdd = new double[n];
        new InverseMassMatrix(model).compute(q, matrix);
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < n; k++) {
                qdd[i] += matrix[n * i + k] * (tau[k] - h[k]);
            }
        }
        golden.check(at + "qdd", qdd);
    }

    @ParameterizedTest
    @EnumSource
    void twoLinksWithAndWithoutGravity(ForwardWay way) {
        JsonNode cases = golden.at("nasser/twolink_planar/forward");
        assertThat(cases).hasSize(2);
        for (int k = 0; k < 2; k++) {
            String at = "nasser/twolink_planar/forward/" + k + "/";
            RobotModel model = GoldenRobots.nasser(
                    "two links",
                    golden.at("nasser/twolink_planar/links"),
                    cases.get(k).get("gravity"));
            double[] qdd = new double[2];
            way.of(model).compute(golden.array(at + "q"), golden.array(at + "qd"), golden.array(at + "tau"), qdd);
            golden.check(at + "qdd", qdd);
        }
    }

    // The arm of the space shuttle

    static Stream<Arguments> shuttle() {
        return IntStream.range(0, 8)
                .boxed()
                .flatMap(k -> Arrays.stream(ForwardWay.values()).map(way -> Arguments.of(k, way)));
    }

    private RobotModel shuttleArm(JsonNode data) {
        RobotModel arm = GoldenRobots.nasser(
                "srms", golden.at("nasser/srms/links"), golden.at("nasser/twolink_planar/forward/1/gravity"));
        if (data.get("Ja").isNull()) {
            return arm;
        }
        RobotModelBuilder builder = arm.toBuilder();
        double[] inertias = Golden.array(data.get("Ja"));
        for (int i = 0; i < inertias.length; i++) {
            builder.replace(arm.movingJoints().get(i).with(Drive.reflected(inertias[i])));
        }
        return builder.build();
    }

    @ParameterizedTest
    @MethodSource("shuttle")
    void armOfTheSpaceShuttle(int k, ForwardWay way) {
        String at = "nasser/srms/cases/" + k + "/";
        JsonNode data = golden.at("nasser/srms/cases/" + k);
        double[] qdd = new double[6];
        way.of(shuttleArm(data))
                .compute(
                        GoldenLoads.base(data.get("base")),
                        golden.array(at + "q"),
                        golden.array(at + "qd"),
                        golden.array(at + "tau"),
                        null,
                        qdd);
        golden.check(at + "qdd", qdd);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7})
    void massMatrixOfTheArmOfTheSpaceShuttle(int k) {
        JsonNode data = golden.at("nasser/srms/cases/" + k);
        RobotModel model = shuttleArm(data);
        checkMassMatrixAndBias("nasser/srms/cases/" + k + "/", model, data, new ExternalWrenches(model));
    }
}
