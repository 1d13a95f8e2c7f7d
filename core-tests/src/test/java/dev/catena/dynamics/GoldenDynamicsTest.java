package dev.catena.dynamics;

import static dev.catena.dynamics.GoldenLoads.sixNumbers;
import static dev.catena.dynamics.GoldenLoads.vector;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.catena.kinematics.BaseMotion;
import dev.catena.kinematics.Kinematics;
import dev.catena.kinematics.SystemMotion;
import dev.catena.model.Drive;
import dev.catena.model.Friction;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Rotation;
import dev.catena.model.Twist;
import dev.catena.model.Vector3;
import dev.catena.model.Wrench;
import dev.catena.testkit.Agreement;
import dev.catena.testkit.Golden;
import dev.catena.testkit.GoldenRobots;
import dev.catena.textbook.StanfordArm;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Inverse dynamics, force rates and kinematics against golden numbers of independent implementations. */
class GoldenDynamicsTest {
    private final StanfordArm stanford = new StanfordArm();
    private final Golden golden = stanford.golden();

    /** Torques by both algorithms and rates, for the motion that a golden node holds. */
    private void check(
            String torques,
            String rates,
            RobotModel model,
            JsonNode at,
            @Nullable BaseMotion base,
            @Nullable ExternalWrenches wrenches) {
        int n = model.jointCount();
        double[] q = Golden.array(at.get("q"));
        double[] qd = Golden.array(at.get("qd"));
        double[] qdd = Golden.array(at.get("qdd"));
        double[] qddd = Golden.array(at.get("qddd"));
        double[] tau = new double[n];
        double[] rate = new double[n];
        new InverseDynamics(model).compute(base, q, qd, qdd, wrenches, tau);
        golden.check(torques, tau);
        new ForceRate(model).compute(base, q, qd, qdd, qddd, wrenches, tau, rate);
        golden.check(torques, tau);
        golden.check(rates, rate);
    }

    @ParameterizedTest
    @CsvSource({"quintic,false", "quintic,true", "septic,false", "septic,true"})
    void stanfordArm(String trajectory, boolean reflectedInertia) {
        RobotModel model = reflectedInertia ? stanford.withReflectedInertia() : stanford.plain();
        String suffix = reflectedInertia ? "_with_Ia" : "";
        for (int k = 0; k < 6; k++) {
            String at = "guarino/stanford/" + trajectory + "/" + k;
            check(at + "/tau" + suffix, at + "/tau_dot" + suffix, model, golden.at(at), null, null);
        }
    }

    @Test
    void linksOfTheStanfordArm() {
        JsonNode now = golden.at("guarino/stanford/quintic/2");
        double[] q = Golden.array(now.get("q"));
        double[] qd = Golden.array(now.get("qd"));
        double[] qdd = Golden.array(now.get("qdd"));
        double[] qddd = Golden.array(now.get("qddd"));
        RobotModel model = stanford.plain();
        Kinematics kinematics = new Kinematics(model);
        kinematics.compute(q, qd, qdd, qddd);
        ForceRate forces = new ForceRate(model);
        forces.compute(q, qd, qdd, qddd, new double[6], new double[6]);
        for (int i = 1; i <= StanfordArm.JOINTS; i++) {
            String at = "guarino/stanford/link_kinematics_quintic_t0_5/" + (i - 1) + "/";
            Rotation toBody = kinematics.worldFromBody(i).rotation().inverse();
            Twist acceleration = kinematics.accelerationInWorld(i);
            Twist jerk = kinematics.jerkInWorld(i);
            Vector3 omega = toBody.apply(kinematics.velocityInWorld(i).angular());
            golden.check(at + "omega", omega.toArray());
            golden.check(at + "gamma", toBody.apply(acceleration.angular()).toArray());
            golden.check(at + "iota", toBody.apply(jerk.angular()).toArray());
            golden.check(
                    at + "a_minus_g",
                    toBody.apply(acceleration.linear().minus(model.gravity())).toArray());
            golden.check(at + "jerk", toBody.apply(jerk.linear()).toArray());
            // given: inertial rates; computed: rates of components
            Wrench wrench = forces.jointWrenchInBody(i);
            Wrench rate = forces.jointWrenchRateInBody(i);
            golden.check(at + "f", wrench.force().toArray());
            golden.check(at + "n", wrench.moment().toArray());
            golden.check(
                    at + "f_dot", rate.force().plus(omega.cross(wrench.force())).toArray());
            golden.check(
                    at + "n_dot",
                    rate.moment().plus(omega.cross(wrench.moment())).toArray());
        }
    }

    @Test
    void frictionAndRotorsOfTheStanfordArm() {
        JsonNode now = golden.at("guarino/stanford/quintic/2");
        String friction = "guarino/friction_and_simple_rotor/";
        check(friction + "tau", friction + "tau_dot", stanford.withFriction(true), now, null, null);
        check(
                friction + "tau_sign_coulomb",
                friction + "tau_dot_sign_coulomb",
                stanford.withFriction(false),
                now,
                null,
                null);
        String rotor = "guarino/full_rotor_model/";
        check(rotor + "tau", rotor + "tau_dot", stanford.withRotors(), now, null, null);
    }

    @ParameterizedTest
    @CsvSource({
        "false,0.01", "false,0.001", "false,0.0001",
        "true,0.01", "true,0.001", "true,0.0001"
    })
    void headlineOfTheStanfordArm(boolean reflectedInertia, double period) {
        ForceRate forces = new ForceRate(reflectedInertia ? stanford.withReflectedInertia() : stanford.plain());
        double[] largest = StanfordArm.largestDistanceFromDifference(
                period,
                (t, torqueOut, rateOut) -> forces.compute(
                        stanford.quintic(t, 0),
                        stanford.quintic(t, 1),
                        stanford.quintic(t, 2),
                        stanford.quintic(t, 3),
                        torqueOut,
                        rateOut));
        String key = "quintic,Ia=" + (reflectedInertia ? "Paul" : "0") + ",Ts="
                + (period < 1e-3 ? "0.0001" : Double.toString(period));
        double[] expected =
                Golden.array(golden.at("guarino/stanford_headline/values").get(key));
        // the difference quotient carries the rounding of a torque divided by the period
        Agreement.check(key, largest, expected, 1e-12 / period);
    }

    @Test
    void tipWrenchOnSevenJoints() {
        String at = "guarino/generic7_tip_wrench";
        JsonNode data = golden.at(at);
        JsonNode tip = data.get("tip");
        RobotModel model = GoldenRobots.guarino("generic7", data.get("model"));
        // given: by the last link on the environment, constant in a frame at R, p
        Pose linkFromTip = new Pose(Rotation.fromMatrix(Golden.array(tip.get("R"))), vector(tip.get("p")));
        Wrench onLink = new Wrench(vector(tip.get("f")), vector(tip.get("n")))
                .in(linkFromTip)
                .times(-1);
        ExternalWrenches wrenches = new ExternalWrenches(model).inBody("link7", onLink);
        check(at + "/tau", at + "/tau_dot", model, data, null, wrenches);
    }

    @Test
    void movingBaseUnderSevenJoints() {
        String at = "guarino/generic7_moving_base";
        JsonNode data = golden.at(at);
        JsonNode base = data.get("base");
        JsonNode joints = golden.at("guarino/generic7_tip_wrench");
        RobotModel model = GoldenRobots.guarino("generic7", joints.get("model")).toBuilder()
                .gravity(vector(data.get("gravity_in_base_axes")))
                .build();
        BaseMotion motion = new BaseMotion()
                .velocityInBase(Vector3.ZERO, vector(base.get("w")))
                .accelerationInBase(vector(base.get("a")), vector(base.get("gam")))
                .jerkInBase(vector(base.get("j")), vector(base.get("iota")));
        check(at + "/tau", at + "/tau_dot", model, joints, motion, null);
    }

    private final RobotModel tree9 = GoldenRobots.khalil("tree9", golden.at("khalil/tree9/model"));
    private final double[] q9 = golden.array("khalil/tree9/q");
    private final double[] qd9 = golden.array("khalil/tree9/qd");
    private final double[] qdd9 = golden.array("khalil/tree9/qdd");

    private ExternalWrenches wrenchesOfTree9() {
        return GoldenLoads.khalil(tree9, golden.at("khalil/tree9/fe"), 1);
    }

    @Test
    void torquesOfATree() {
        double[] tau = new double[8];
        InverseDynamics dynamics = new InverseDynamics(tree9);
        dynamics.compute(null, q9, qd9, qdd9, wrenchesOfTree9(), tau);
        golden.check("khalil/tree9/Gamma", tau);
        dynamics.compute(q9, qd9, qdd9, tau);
        golden.check("khalil/tree9/Gamma_no_fe", tau);
        dynamics.bias(q9, qd9, tau);
        golden.check("khalil/tree9/H_no_fe", tau);
        dynamics.compute(null, q9, qd9, new double[8], wrenchesOfTree9(), tau);
        golden.check("khalil/tree9/H_with_fe", tau);

        RobotModelBuilder bare = tree9.toBuilder();
        tree9.joints().forEach(joint -> bare.replace(joint.with(Drive.NONE).with(Friction.NONE)));
        new InverseDynamics(bare.build()).compute(q9, qd9, qdd9, tau);
        golden.check("khalil/tree9/Gamma_no_fe_no_friction_no_rotor", tau);
    }

    /** Total = gravity + Coriolis + friction + A q̈, each from its own method. */
    @Test
    void partsOfTheTorquesOfATree() {
        double[] gravity = new double[8];
        double[] coriolis = new double[8];
        double[] friction = new double[8];
        double[] parts = new double[8];
        InverseDynamics dynamics = new InverseDynamics(tree9);
        dynamics.gravity(q9, gravity);
        dynamics.coriolis(q9, qd9, coriolis);
        dynamics.friction(qd9, friction);
        double[] a = golden.array("khalil/tree9/A");
        for (int i = 0; i < 8; i++) {
            parts[i] = gravity[i] + coriolis[i] + friction[i];
            for (int k = 0; k < 8; k++) {
                parts[i] += a[8 * i + k] * qdd9[k];
            }
        }
        golden.check("khalil/tree9/Gamma_no_fe", parts);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7})
    void massMatrixOfATreeColumnByColumn(int k) {
        InverseDynamics weightless = new InverseDynamics(
                tree9.withoutFriction().toBuilder().gravity(0, 0, 0).build());
        double[] unit = new double[8];
        unit[k] = 1;
        double[] column = new double[8];
        weightless.compute(q9, new double[8], unit, column);
        double[] a = golden.array("khalil/tree9/A");
        double[] expected = new double[8];
        for (int i = 0; i < 8; i++) {
            expected[i] = a[8 * i + k];
        }
        Agreement.check("khalil/tree9/A, column " + k, column, expected, Golden.TOLERANCE);
    }

    @Test
    void linksOfATree() {
        InverseDynamics dynamics = new InverseDynamics(tree9);
        dynamics.compute(null, q9, qd9, qdd9, wrenchesOfTree9(), new double[8]);
        Kinematics kinematics = new Kinematics(tree9);
        kinematics.compute(q9, qd9, qdd9);
        for (int j = 1; j <= 9; j++) {
            int k = j - 1;
            Pose pose = kinematics.worldFromBody(j);
            Rotation toBody = pose.rotation().inverse();
            Twist acceleration = kinematics.accelerationInWorld(j);
            golden.check("khalil/tree9/link_wrench_f_j/" + k, sixNumbers(dynamics.jointWrenchInBody(j)));
            golden.check("khalil/tree9/link_poses/" + k + "/R", pose.rotation().toArray());
            golden.check("khalil/tree9/link_poses/" + k + "/P", pose.position().toArray());
            golden.check(
                    "khalil/tree9/omega/" + k,
                    toBody.apply(kinematics.velocityInWorld(j).angular()).toArray());
            golden.check(
                    "khalil/tree9/omega_dot/" + k,
                    toBody.apply(acceleration.angular()).toArray());
            golden.check(
                    "khalil/tree9/Vdot_minus_g/" + k,
                    toBody.apply(acceleration.linear().minus(tree9.gravity())).toArray());
        }
        golden.check("khalil/tree9/base_reaction", sixNumbers(dynamics.jointWrenchInBody(0)));
    }

    @Test
    void energyOfATree() {
        RobotModelBuilder builder = tree9.toBuilder();
        tree9.joints().forEach(joint -> builder.replace(joint.with(Drive.NONE)));
        RobotModel driveless = builder.build();
        Kinematics kinematics = new Kinematics(driveless);
        kinematics.compute(q9, qd9);
        SystemMotion whole = new SystemMotion(driveless);
        whole.compute(kinematics);
        golden.check("khalil/tree9/kinetic_energy", whole.kineticEnergy());
        golden.check("khalil/tree9/potential_energy", whole.potentialEnergy());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"twolink_planar", "twolink_planar_actuator_inertia", "chain6_RTRRTR", "chain6_RTRRTR_Ja", "tree8"
            })
    void robotsInStandardParameters(String name) {
        JsonNode data = golden.at("nasser/" + name);
        RobotModel model = GoldenRobots.nasser(name, data.get("links"), data.get("gravity"));
        BaseMotion base = GoldenLoads.base(data.get("base"));
        ExternalWrenches wrenches = GoldenLoads.nasser(model, data.get("links"), data.get("FE"), data.get("NE"));
        double[] tau = new double[model.jointCount()];
        new InverseDynamics(model)
                .compute(
                        base,
                        Golden.array(data.get("q")),
                        Golden.array(data.get("qd")),
                        Golden.array(data.get("qdd")),
                        wrenches,
                        tau);
        golden.check("nasser/" + name + "/tau", tau);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7})
    void shuttleArm(int index) {
        JsonNode data = golden.at("nasser/srms/cases/" + index);
        JsonNode weightless = new ObjectMapper().valueToTree(new double[3]);
        RobotModel model = GoldenRobots.nasser("srms", golden.at("nasser/srms/links"), weightless);
        if (!data.get("Ja").isNull()) {
            RobotModelBuilder builder = model.toBuilder();
            for (int k = 0; k < 6; k++) {
                builder.replace(model.joints()
                        .get(k)
                        .with(Drive.reflected(data.get("Ja").get(k).doubleValue())));
            }
            model = builder.build();
        }
        BaseMotion base = new BaseMotion();
        if (!data.get("base").isNull()) {
            base.velocityInBase(Vector3.ZERO, vector(data.get("base").get("w")))
                    .accelerationInBase(
                            vector(data.get("base").get("vd")),
                            vector(data.get("base").get("wd")));
        }
        double[] tau = new double[6];
        new InverseDynamics(model)
                .compute(
                        base,
                        Golden.array(data.get("q")),
                        Golden.array(data.get("qd")),
                        Golden.array(data.get("qdd")),
                        null,
                        tau);
        golden.check("nasser/srms/cases/" + index + "/tau", tau);
    }
}
