package dev.catena.textbook;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catena.model.Drive;
import dev.catena.model.Friction;
import dev.catena.model.JointGeometry;
import dev.catena.model.JointKind;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Vector3;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.Duals;
import dev.catena.testkit.Golden;
import dev.catena.testkit.GoldenRobots;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The textbook against golden numbers of independent implementations. */
class GoldenTextbookTest {
    private final StanfordArm stanford = new StanfordArm();
    private final Golden golden = stanford.golden();

    private static Motion<Real> motion(TextbookRobot<Real> robot, JsonNode at) {
        Motion<Real> motion = Motion.of(robot, list(at, "q"), list(at, "qd"), list(at, "qdd"));
        return at.has("qddd") ? motion.withJerk(list(at, "qddd")) : motion;
    }

    private static List<Real> list(JsonNode node, String key) {
        return Real.list(Golden.array(node.get(key)));
    }

    private static Vector<Real> vector(JsonNode node) {
        return Vector.of(Vector3.of(Golden.array(node)), Real::new);
    }

    /** Checks all three recursions against the same torques, and both of the rates. */
    private void check(String torques, String rates, RobotModel model, Motion<Real> motion) {
        TextbookRobot<Real> robot = TextbookRobot.of(model);
        ForceDerivatives<Real> printed = new ForceDerivatives<>(robot, motion);
        ForceDerivativesInComponents<Real> components = new ForceDerivativesInComponents<>(robot, motion);
        golden.check(torques, Duals.values(new NewtonEuler<>(robot, motion).torques()));
        golden.check(torques, Duals.values(printed.torques()));
        golden.check(torques, Duals.values(components.torques()));
        golden.check(rates, Duals.values(printed.torqueRates()));
        golden.check(rates, Duals.values(components.torqueRates()));
    }

    @ParameterizedTest
    @CsvSource({"quintic,false", "quintic,true", "septic,false", "septic,true"})
    void stanfordArm(String trajectory, boolean reflectedInertia) {
        RobotModel model = reflectedInertia ? stanford.withReflectedInertia() : stanford.plain();
        String suffix = reflectedInertia ? "_with_Ia" : "";
        for (int k = 0; k < 6; k++) {
            String at = "guarino/stanford/" + trajectory + "/" + k;
            Motion<Real> motion = motion(TextbookRobot.of(model), golden.at(at));
            check(at + "/tau" + suffix, at + "/tau_dot" + suffix, model, motion);
        }
    }

    @Test
    void linksOfTheStanfordArm() {
        TextbookRobot<Real> robot = TextbookRobot.of(stanford.plain());
        Motion<Real> motion = motion(robot, golden.at("guarino/stanford/quintic/2"));
        ForceDerivatives<Real> forces = new ForceDerivatives<>(robot, motion);
        for (int i = 1; i <= StanfordArm.JOINTS; i++) {
            String at = "guarino/stanford/link_kinematics_quintic_t0_5/" + (i - 1) + "/";
            golden.check(at + "omega", forces.angularVelocity(i).values());
            golden.check(at + "gamma", forces.angularAcceleration(i).values());
            golden.check(at + "iota", forces.angularJerk(i).values());
            golden.check(at + "a_minus_g", forces.accelerationLessGravity(i).values());
            golden.check(at + "jerk", forces.linearJerk(i).values());
            golden.check(
                    at + "a_com_minus_g",
                    forces.accelerationOfCenterLessGravity(i).values());
            golden.check(at + "jerk_com", forces.jerkOfCenter(i).values());
            golden.check(at + "f", forces.jointWrench(i).force().values());
            golden.check(at + "n", forces.jointWrench(i).moment().values());
            golden.check(at + "f_dot", forces.jointWrenchRate(i).force().values());
            golden.check(at + "n_dot", forces.jointWrenchRate(i).moment().values());
        }
    }

    @Test
    void frictionOfTheStanfordArm() {
        String at = "guarino/friction_and_simple_rotor/";
        RobotModel smooth = stanford.withFriction(true);
        RobotModel sign = stanford.withFriction(false);
        Motion<Real> motion = motion(TextbookRobot.of(smooth), golden.at("guarino/stanford/quintic/2"));
        check(at + "tau", at + "tau_dot", smooth, motion);
        check(at + "tau_sign_coulomb", at + "tau_dot_sign_coulomb", sign, motion);
    }

    @Test
    void rotorsOfTheStanfordArm() {
        RobotModel model = stanford.withRotors();
        Motion<Real> motion = motion(TextbookRobot.of(model), golden.at("guarino/stanford/quintic/2"));
        check("guarino/full_rotor_model/tau", "guarino/full_rotor_model/tau_dot", model, motion);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void headlineOfTheStanfordArm(boolean reflectedInertia) {
        RobotModel model = reflectedInertia ? stanford.withReflectedInertia() : stanford.plain();
        TextbookRobot<Real> robot = TextbookRobot.of(model);
        for (double period : new double[] {1e-2, 1e-3}) {
            double[] largest = StanfordArm.largestDistanceFromDifference(period, (t, torqueOut, rateOut) -> {
                Motion<Real> motion = Motion.of(
                                robot,
                                Real.list(stanford.quintic(t, 0)),
                                Real.list(stanford.quintic(t, 1)),
                                Real.list(stanford.quintic(t, 2)))
                        .withJerk(Real.list(stanford.quintic(t, 3)));
                ForceDerivativesInComponents<Real> forces = new ForceDerivativesInComponents<>(robot, motion);
                System.arraycopy(Duals.values(forces.torques()), 0, torqueOut, 0, StanfordArm.JOINTS);
                System.arraycopy(Duals.values(forces.torqueRates()), 0, rateOut, 0, StanfordArm.JOINTS);
            });
            String key = "quintic,Ia=" + (reflectedInertia ? "Paul" : "0") + ",Ts=" + period;
            double[] expected =
                    Golden.array(golden.at("guarino/stanford_headline/values").get(key));
            // the difference quotient carries the rounding of a torque divided by the period
            Agreement.check(key, largest, expected, 1e-12 / period);
        }
    }

    @Test
    void tipWrenchOnSevenJoints() {
        String at = "guarino/generic7_tip_wrench";
        JsonNode data = golden.at(at);
        JsonNode tip = data.get("tip");
        RobotModel model = GoldenRobots.guarino("generic7", data.get("model"));
        // given: by the last link on the environment, constant in a frame at R, p
        Placement<Real> linkFromTip = new Placement<>(
                new Matrix<>(
                        vector(tip.get("R").get(0)),
                        vector(tip.get("R").get(1)),
                        vector(tip.get("R").get(2))),
                vector(tip.get("p")));
        Wrench<Real> onEnvironment = linkFromTip.apply(new Wrench<>(vector(tip.get("f")), vector(tip.get("n"))));
        Wrench<Real> onLink = Wrench.zero(new Real(0)).minus(onEnvironment);
        Motion<Real> motion = motion(TextbookRobot.of(model), data).withLoads(Map.of(7, Load.constant(onLink)));
        check(at + "/tau", at + "/tau_dot", model, motion);
    }

    @Test
    void movingBaseUnderSevenJoints() {
        String at = "guarino/generic7_moving_base";
        JsonNode data = golden.at(at);
        JsonNode base = data.get("base");
        JsonNode joints = golden.at("guarino/generic7_tip_wrench");
        Vector3 gravity = Vector3.of(Golden.array(data.get("gravity_in_base_axes")));
        RobotModel model = GoldenRobots.guarino("generic7", joints.get("model")).toBuilder()
                .gravity(gravity)
                .build();
        Real zero = new Real(0);
        Motion<Real> motion = motion(TextbookRobot.of(model), joints)
                .withBase(new BaseMotion<>(
                        Placement.identity(zero),
                        Vector.zero(zero),
                        vector(base.get("w")),
                        vector(base.get("a")),
                        vector(base.get("gam")),
                        vector(base.get("j")),
                        vector(base.get("iota"))));
        check(at + "/tau", at + "/tau_dot", model, motion);
    }

    @Test
    void transformOfSixParameters() {
        JsonNode data = golden.at("khalil/transform6");
        double[] p = Golden.array(data.get("gamma_b_alpha_d_theta_r"));
        JointGeometry geometry = JointGeometry.khalil(p[0], p[1], p[2], p[3], p[4], p[5]);
        Placement<Real> placement = Placement.of(geometry.parentFromBody(JointKind.FIXED, 0), Real::new);
        golden.check("khalil/transform6/R", placement.rotation().values());
        golden.check("khalil/transform6/P", placement.position().values());

        // ʲTᵢ: row by row, what a twist of the parent is in the child; its transpose takes wrenches back, [Khalil 17]
        double[] expected = Golden.array(data.get("screw_T_j_i"));
        double[] transform = new double[36];
        for (int row = 0; row < 6; row++) {
            double[] unit = new double[6];
            unit[row] = 1;
            Wrench<Real> wrench = new Wrench<>(
                    new Vector<>(new Real(unit[0]), new Real(unit[1]), new Real(unit[2])),
                    new Vector<>(new Real(unit[3]), new Real(unit[4]), new Real(unit[5])));
            System.arraycopy(placement.apply(wrench).values(), 0, transform, 6 * row, 6);
        }
        Agreement.check("khalil/transform6/screw_T_j_i", transform, expected, Golden.TOLERANCE);
    }

    private final RobotModel tree9 = GoldenRobots.khalil("tree9", golden.at("khalil/tree9/model"));

    private Map<Integer, Load<Real>> loadsOfTree9() {
        Map<Integer, Load<Real>> loads = new TreeMap<>();
        JsonNode fe = golden.at("khalil/tree9/fe");
        for (int j = 0; j < fe.size(); j++) {
            if (!fe.get(j).isNull()) {
                double[] w = Golden.array(fe.get(j));
                // Khalil's wrench is by the link on the environment
                loads.put(
                        j + 1,
                        Load.constant(new Wrench<>(
                                Vector.of(new Vector3(-w[0], -w[1], -w[2]), Real::new),
                                Vector.of(new Vector3(-w[3], -w[4], -w[5]), Real::new))));
            }
        }
        return loads;
    }

    @Test
    void torquesOfATree() {
        RobotModelBuilder builder = tree9.toBuilder();
        tree9.joints().forEach(joint -> builder.replace(joint.with(Drive.NONE).with(Friction.NONE)));
        RobotModel bare = builder.build();
        TextbookRobot<Real> robot = TextbookRobot.of(tree9);
        Motion<Real> motion = motion(robot, golden.at("khalil/tree9"));
        Motion<Real> loaded = motion.withLoads(loadsOfTree9());
        golden.check("khalil/tree9/Gamma", Duals.values(new NewtonEuler<>(robot, loaded).torques()));
        golden.check("khalil/tree9/Gamma", Duals.values(new ForceDerivatives<>(robot, loaded).torques()));
        golden.check("khalil/tree9/Gamma", Duals.values(new ForceDerivativesInComponents<>(robot, loaded).torques()));
        golden.check("khalil/tree9/Gamma_no_fe", Duals.values(new NewtonEuler<>(robot, motion).torques()));
        golden.check(
                "khalil/tree9/Gamma_no_fe_no_friction_no_rotor",
                Duals.values(new NewtonEuler<>(TextbookRobot.of(bare), motion).torques()));
    }

    @Test
    void linksOfATree() {
        TextbookRobot<Real> robot = TextbookRobot.of(tree9);
        Motion<Real> motion = motion(robot, golden.at("khalil/tree9")).withLoads(loadsOfTree9());
        NewtonEuler<Real> dynamics = new NewtonEuler<>(robot, motion);
        WorldKinematics<Real> kinematics = new WorldKinematics<>(robot, motion);
        for (int j = 1; j <= 9; j++) {
            int k = j - 1;
            golden.check(
                    "khalil/tree9/link_wrench_f_j/" + k, dynamics.jointWrench(j).values());
            golden.check("khalil/tree9/omega/" + k, dynamics.angularVelocity(j).values());
            golden.check(
                    "khalil/tree9/omega_dot/" + k,
                    dynamics.angularAcceleration(j).values());
            golden.check(
                    "khalil/tree9/Vdot_minus_g/" + k,
                    dynamics.accelerationLessGravity(j).values());
            Placement<Real> pose = kinematics.worldFromBody(j);
            golden.check("khalil/tree9/link_poses/" + k + "/R", pose.rotation().values());
            golden.check("khalil/tree9/link_poses/" + k + "/P", pose.position().values());
        }
        golden.check("khalil/tree9/base_reaction", dynamics.baseReaction().values());
    }

    @Test
    void energyOfATree() {
        RobotModelBuilder builder = tree9.toBuilder();
        tree9.joints().forEach(joint -> builder.replace(joint.with(Drive.NONE)));
        TextbookRobot<Real> robot = TextbookRobot.of(builder.build());
        EnergyAndMomentum<Real> energy = new EnergyAndMomentum<>(robot, motion(robot, golden.at("khalil/tree9")));
        golden.check("khalil/tree9/kinetic_energy", energy.kineticEnergy().value());
        golden.check("khalil/tree9/potential_energy", energy.potentialEnergy().value());
    }

    @Test
    void directDynamicsOfATree() {
        TextbookRobot<Real> robot = TextbookRobot.of(tree9);
        Motion<Real> motion = motion(robot, golden.at("khalil/tree9"));
        Motion<Real> loaded = motion.withLoads(loadsOfTree9());
        MassMatrixByInverseDynamics<Real> direct = new MassMatrixByInverseDynamics<>(robot);
        List<Real> entries =
                direct.massMatrix(motion.q()).stream().flatMap(List::stream).toList();
        golden.check("khalil/tree9/A", Duals.values(entries));
        golden.check("khalil/tree9/H_no_fe", Duals.values(direct.bias(motion)));
        golden.check("khalil/tree9/H_with_fe", Duals.values(direct.bias(loaded)));
        List<Real> torques = Real.list(golden.array("khalil/tree9/direct/Gamma"));
        golden.check("khalil/tree9/direct/qdd", Duals.values(direct.accelerations(loaded, torques)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"twolink_planar", "twolink_planar_actuator_inertia", "chain6_RTRRTR", "tree8"})
    void robotsInStandardParameters(String name) {
        JsonNode data = golden.at("nasser/" + name);
        RobotModel model = GoldenRobots.nasser(name, data.get("links"), data.get("gravity"));
        TextbookRobot<Real> robot = TextbookRobot.of(model);
        Motion<Real> motion = motion(robot, data);
        Real zero = new Real(0);
        if (!data.get("base").isNull()) {
            JsonNode base = data.get("base");
            motion = motion.withBase(new BaseMotion<>(
                    Placement.identity(zero),
                    Vector.zero(zero),
                    vector(base.get("w")),
                    vector(base.get("vd")),
                    vector(base.get("wd")),
                    Vector.zero(zero),
                    Vector.zero(zero)));
        }
        Map<Integer, Load<Real>> loads = new TreeMap<>();
        for (int i = 0; i < model.jointCount(); i++) {
            loads.put(i + 1, loadAtCenter(i, data));
        }
        golden.check(
                "nasser/" + name + "/tau", Duals.values(new NewtonEuler<>(robot, motion.withLoads(loads)).torques()));
    }

    /** FE and NE of a link, if given, act at its mass center. */
    private static Load<Real> loadAtCenter(int i, JsonNode data) {
        Real zero = new Real(0);
        JsonNode fe = data.get("FE").isNull() ? data.get("FE") : data.get("FE").get(i);
        JsonNode ne = data.get("NE").isNull() ? data.get("NE") : data.get("NE").get(i);
        Vector<Real> force = fe.isNull() ? Vector.zero(zero) : vector(fe);
        Vector<Real> moment = ne.isNull() ? Vector.zero(zero) : vector(ne);
        Vector<Real> center = vector(data.get("links").get(i).get("c"));
        return Load.constant(new Wrench<>(force, moment.plus(center.cross(force))));
    }
}
