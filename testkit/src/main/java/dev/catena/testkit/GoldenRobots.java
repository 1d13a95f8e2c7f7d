package dev.catena.testkit;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catena.model.CutJoint;
import dev.catena.model.CutKind;
import dev.catena.model.Drive;
import dev.catena.model.Friction;
import dev.catena.model.InertiaPolicy;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.JointGeometry;
import dev.catena.model.JointKind;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Rotation;
import dev.catena.model.Rotor;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Spring;
import dev.catena.model.Vector3;

/** The robots of the golden numbers. Bodies are called link1, link2, …, joints joint1, joint2, … */
public final class GoldenRobots {
    private static final JointKind[] BY_SIGMA = {JointKind.REVOLUTE, JointKind.PRISMATIC, JointKind.FIXED};

    private static final CutKind[] CUT_BY_SIGMA = {CutKind.REVOLUTE, CutKind.PRISMATIC, CutKind.FIXED};

    private GoldenRobots() {}

    /** A chain in modified Denavit-Hartenberg parameters: a, alpha, d, theta, sigma, m, c, I, g. */
    public static RobotModel guarino(String name, JsonNode model) {
        RobotModelBuilder builder = builder(name, model.get("g"));
        for (int i = 0; i < model.get("m").size(); i++) {
            JointGeometry geometry = JointGeometry.modifiedDenavitHartenberg(
                    number(model, "alpha", i), number(model, "a", i), number(model, "theta", i), number(model, "d", i));
            builder.link(
                    joint(BY_SIGMA[model.get("sigma").get(i).intValue()], i, i).with(geometry),
                    SpatialInertia.aboutCenterOfMass(
                            number(model, "m", i),
                            vector(model.get("c").get(i)),
                            tensor(model.get("I").get(i))));
        }
        return builder.build();
    }

    /**
     * A tree in Khalil's six parameters, with M, MS, J, Ia, Fs, Fv, g, base inertia if there is a node base, and springs
     * where there is a stiffness K, at rest at q0.
     */
    public static RobotModel khalil(String name, JsonNode model) {
        RobotModelBuilder builder = builder(name, model.get("g"));
        if (model.has("base")) {
            JsonNode base = model.get("base");
            builder.base("base", inertiaAboutOrigin(base.get("M"), base.get("MS"), base.get("J")));
        }
        for (int j = 0; j < model.get("n").intValue(); j++) {
            JointGeometry geometry = JointGeometry.khalil(
                    number(model, "gamma", j),
                    number(model, "b", j),
                    number(model, "alpha", j),
                    number(model, "d", j),
                    number(model, "theta", j),
                    number(model, "r", j));
            builder.link(
                    joint(
                                    BY_SIGMA[model.get("sigma").get(j).intValue()],
                                    j,
                                    model.get("a").get(j).intValue())
                            .with(geometry)
                            .with(Friction.of(number(model, "Fs", j), number(model, "Fv", j)))
                            .with(khalilDrive(model, j)),
                    inertiaAboutOrigin(
                            model.get("M").get(j),
                            model.get("MS").get(j),
                            model.get("J").get(j)));
        }
        return builder.build();
    }

    private static Drive khalilDrive(JsonNode model, int j) {
        Drive rigid = Drive.reflected(number(model, "Ia", j));
        return model.path("K").path(j).isNumber()
                ? rigid.with(new Spring(number(model, "K", j), number(model, "q0", j)))
                : rigid;
    }

    /**
     * A chain of revolute joints in standard Denavit-Hartenberg parameters with motors on any link, some of them behind
     * springs: dh, link_mass, link_com, link_inertia, motors, elastic_joints_0based, K, gravity.
     */
    public static RobotModel hua(String name, JsonNode model) {
        RobotModelBuilder builder = builder(name, model.get("gravity"));
        for (int i = 0; i < model.get("dh").size(); i++) {
            double[] dh = Golden.array(model.get("dh").get(i));
            JsonNode motor = model.get("motors").get(i);
            int carrier = motor.get("link").intValue();
            Rotor rotor = new Rotor(
                            motor.get("Imz").doubleValue(),
                            motor.get("eta").doubleValue(),
                            carrier == 0 ? "base" : "link" + carrier,
                            vector(motor.get("z")))
                    .with(SpatialInertia.aboutCenterOfMass(
                            motor.get("mass").doubleValue(), vector(motor.get("pos")), tensor(motor.get("I"))));
            builder.link(
                    joint(JointKind.REVOLUTE, i, i)
                            .with(JointGeometry.standardDenavitHartenberg(dh[0], dh[1], dh[2], dh[3]))
                            .with(huaDrive(model, i, rotor)),
                    SpatialInertia.aboutCenterOfMass(
                            number(model, "link_mass", i),
                            vector(model.get("link_com").get(i)),
                            tensor(model.get("link_inertia").get(i))));
        }
        return builder.build();
    }

    private static Drive huaDrive(JsonNode model, int joint, Rotor rotor) {
        JsonNode elastic = model.get("elastic_joints_0based");
        for (int e = 0; e < elastic.size(); e++) {
            if (elastic.get(e).intValue() == joint) {
                return Drive.of(rotor).with(Spring.of(number(model, "K", e)));
            }
        }
        return Drive.of(rotor);
    }

    /**
     * A tree of {@link #khalil} with the closed loops of a golden case: {@code loops}, {@code active} and, as assembly,
     * {@code newton_guess}. The cut joints are called cut1, cut2, …
     */
    public static RobotModel closed(String name, JsonNode golden) {
        RobotModelBuilder builder = khalil(name, golden.get("model")).toBuilder();
        int loop = 1;
        for (JsonNode cut : golden.get("loops")) {
            builder.cut(new CutJoint(
                    "cut" + loop++,
                    CUT_BY_SIGMA[cut.get("sigma").intValue()],
                    "link" + cut.get("i").intValue(),
                    frame(cut.get("parK")),
                    "link" + cut.get("j").intValue(),
                    frame(cut.get("parKB"))));
        }
        golden.get("active").forEach(joint -> builder.active("joint" + joint.intValue()));
        for (int j = 0; j < golden.get("model").get("n").intValue(); j++) {
            builder.assembly("joint" + (j + 1), number(golden, "newton_guess", j));
        }
        return builder.build();
    }

    private static Pose frame(JsonNode parameters) {
        double[] p = Golden.array(parameters);
        return JointGeometry.khalil(p[0], p[1], p[2], p[3], p[4], p[5]).parentFromJoint();
    }

    /** A tree in standard Denavit-Hartenberg parameters: links with parent, kind, theta, s, a, phi, m, c, I, Ja, pre. */
    public static RobotModel nasser(String name, JsonNode links, JsonNode gravity) {
        RobotModelBuilder builder = builder(name, gravity);
        for (int i = 0; i < links.size(); i++) {
            JsonNode link = links.get(i);
            JointKind kind = link.get("kind").textValue().equals("R") ? JointKind.REVOLUTE : JointKind.PRISMATIC;
            JointGeometry geometry = JointGeometry.standardDenavitHartenberg(
                    link.get("theta").doubleValue(),
                    link.get("s").doubleValue(),
                    link.get("a").doubleValue(),
                    link.get("phi").doubleValue());
            if (!link.get("pre").isNull()) {
                Rotation rotation =
                        Rotation.fromMatrix(Golden.array(link.get("pre").get(0)));
                Pose before = new Pose(rotation, vector(link.get("pre").get(1)));
                geometry = new JointGeometry(before, geometry.axisInJoint(), geometry.jointFromBody());
            }
            builder.link(
                    joint(kind, i, link.get("parent").intValue())
                            .with(geometry)
                            .with(Drive.reflected(link.get("Ja").doubleValue())),
                    SpatialInertia.aboutCenterOfMass(
                            link.get("m").doubleValue(), vector(link.get("c")), tensor(link.get("I"))));
        }
        return builder.build();
    }

    /** A tree in standard Denavit-Hartenberg parameters: links with parent, joint R, P or F, mass, and so on. */
    public static RobotModel barman(String name, JsonNode model) {
        RobotModelBuilder builder = builder(name, model.get("gravity_acceleration_base"));
        JsonNode links = model.get("links");
        for (int i = 0; i < links.size(); i++) {
            JsonNode link = links.get(i);
            JointKind kind = kind(link.get("joint"));
            builder.link(
                    joint(kind, i, link.get("parent").intValue() + 1).with(geometry(kind, link)),
                    SpatialInertia.aboutCenterOfMass(
                            link.get("mass").doubleValue(),
                            vector(link.get("com_from_Oj_in_frame_j")),
                            tensor(link.get("inertia_at_com_frame_j"))));
        }
        return builder.build();
    }

    private static JointKind kind(JsonNode letter) {
        return BY_SIGMA["RPF".indexOf(letter.textValue())];
    }

    private static JointGeometry geometry(JointKind kind, JsonNode link) {
        if (kind == JointKind.FIXED) {
            Rotation rotation = Rotation.fromMatrix(Golden.array(link.get("R_fixed")));
            return JointGeometry.of(new Pose(rotation, vector(link.get("p_fixed"))), Vector3.Z);
        }
        return JointGeometry.standardDenavitHartenberg(
                link.get("theta0").doubleValue(),
                link.get("d0").doubleValue(),
                link.get("a").doubleValue(),
                link.get("alpha").doubleValue());
    }

    /**
     * The walking human: segments, each behind a few joints that act one after the other on bodies without mass. Joints
     * have the names of the golden numbers; a segment is the body of that name, the body before it that of its joint.
     */
    public static RobotModel walker(String name, JsonNode gait) {
        RobotModelBuilder builder = RobotModel.builder(name)
                .gravity(0, -9.81, 0)
                .inertiaPolicy(InertiaPolicy.LENIENT)
                .base("ground");
        for (JsonNode segment : gait.get("segments")) {
            String parent = segment.get("parent").textValue();
            Vector3 offset = vector(segment.get("offset"));
            JsonNode joints = segment.get("dofs");
            for (int k = 0; k < joints.size(); k++) {
                String joint = joints.get(k).get(0).textValue();
                boolean last = k == joints.size() - 1;
                String child = last ? segment.get("name").textValue() : joint;
                // the third column of the matrix is the axis
                double[] axes = Golden.array(
                        gait.get("axis_matrices").get(joints.get(k).get(1).textValue()));
                builder.link(
                        Joint.of(kind(joints.get(k).get(2)), joint, parent, child)
                                .at(new Pose(Rotation.IDENTITY, offset), new Vector3(axes[2], axes[5], axes[8])),
                        last ? segmentInertia(segment) : SpatialInertia.ZERO);
                parent = child;
                offset = Vector3.ZERO;
            }
        }
        return builder.build();
    }

    private static SpatialInertia segmentInertia(JsonNode segment) {
        return SpatialInertia.aboutCenterOfMass(
                segment.get("mass").doubleValue(), vector(segment.get("com")), tensor(segment.get("inertia")));
    }

    private static RobotModelBuilder builder(String name, JsonNode gravity) {
        return RobotModel.builder(name).gravity(vector(gravity)).inertiaPolicy(InertiaPolicy.LENIENT);
    }

    /** The joint of link {@code index + 1}; parent 0 is the base. */
    private static Joint joint(JointKind kind, int index, int parent) {
        return Joint.of(kind, "joint" + (index + 1), parent == 0 ? "base" : "link" + parent, "link" + (index + 1));
    }

    private static SpatialInertia inertiaAboutOrigin(JsonNode mass, JsonNode firstMoment, JsonNode tensor) {
        return SpatialInertia.fromFirstMoment(mass.doubleValue(), vector(firstMoment), tensor(tensor));
    }

    private static double number(JsonNode model, String key, int index) {
        return model.get(key).get(index).doubleValue();
    }

    private static Vector3 vector(JsonNode node) {
        return Vector3.of(Golden.array(node));
    }

    private static InertiaTensor tensor(JsonNode node) {
        double[] m = Golden.array(node);
        return new InertiaTensor(m[0], m[1], m[2], m[4], m[5], m[8]);
    }
}
