package dev.catena.testkit;

import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.catena.model.Friction;
import dev.catena.model.InertiaPolicy;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.JointKind;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Rotation;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPInputStream;

/**
 * What Pinocchio computed in quadruple precision for a real or a random robot, at ten states. The README beside the
 * files says what each figure is.
 */
public final class ReferenceResults {
    private static final List<String> NAMES = List.of(
            "allegro",
            "arm6r",
            "baxter",
            "chain2",
            "chain32",
            "chain4",
            "chain7",
            "chainmix8",
            "chainmixu8",
            "chainu6",
            "double_pendulum",
            "double_pendulum_continuous",
            "hyq_fb",
            "iiwa14",
            "panda7",
            "scara",
            "simple_humanoid_fb",
            "stanford",
            "talos_reduced_fb",
            "treemix20",
            "ur5");

    private final String name;
    private final JsonNode json;

    private ReferenceResults(String name) {
        this.name = name;
        try (InputStream stream = new GZIPInputStream(open(name + ".json.gz"))) {
            json = JsonMapper.builder()
                    .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
                    .build()
                    .readTree(stream);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static InputStream open(String file) throws FileNotFoundException {
        InputStream stream = ReferenceResults.class.getResourceAsStream("reference/" + file);
        if (stream == null) {
            throw new FileNotFoundException("reference results " + file);
        }
        return stream;
    }

    /** All robots; those whose names end in {@code _fb} have a floating base. */
    public static List<String> names() {
        return NAMES;
    }

    public static ReferenceResults of(String name) {
        return new ReferenceResults(name);
    }

    public JsonNode json() {
        return json;
    }

    public boolean floating() {
        return json.get("floating_base").booleanValue();
    }

    /** The robot's URDF where it was written for these results; published robots have none here. */
    public Optional<String> urdf() {
        if (ReferenceResults.class.getResource("reference/" + name + ".urdf") == null) {
            return Optional.empty();
        }
        try (InputStream stream = open(name + ".urdf")) {
            return Optional.of(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The body of {@link #robot} that a joint moves, in the frame of the results. */
    public static String bodyOf(String joint) {
        return joint.equals("root_joint") ? "base" : joint + "_body";
    }

    /**
     * The robot of the results from the placements, axes and inertias that they list. What a joint moves is two halves
     * that are welded together in turned frames, and every second joint stands on the second half of what carries it.
     * A fixed base has a mass, and joints have friction; neither is in the figures. The base is fixed, as in a URDF file,
     * where the results are {@link #floating} too.
     */
    public RobotModel robot() {
        RobotModelBuilder builder =
                RobotModel.builder(name).inertiaPolicy(InertiaPolicy.LENIENT).gravity(vector(json.get("gravity")));
        if (!floating()) {
            addBase(builder, new SpatialInertia(3, new Vector3(0.1, 0, 0.2), InertiaTensor.diagonal(0.3, 0.3, 0.3)));
        }
        for (JsonNode joint : json.get("joints")) {
            if (joint.get("nv").intValue() == 1) {
                addBody(builder, joint);
            } else {
                addBase(builder, inertia(joint));
            }
        }
        return builder.build();
    }

    /** The robot of the results as a user writes it: one body a joint, in the frames that the results list, without friction. */
    public RobotModel plainRobot() {
        RobotModelBuilder builder =
                RobotModel.builder(name).inertiaPolicy(InertiaPolicy.LENIENT).gravity(vector(json.get("gravity")));
        for (JsonNode joint : json.get("joints")) {
            String moving = joint.get("name").textValue();
            if (joint.get("nv").intValue() == 1) {
                builder.link(
                        Joint.of(kind(joint), moving, carrier(joint), bodyOf(moving))
                                .at(placement(joint), vector(joint.get("axis"))),
                        inertia(joint));
            } else {
                builder.base(bodyOf(moving), inertia(joint));
            }
        }
        return builder.build();
    }

    private static void addBase(RobotModelBuilder builder, SpatialInertia inertia) {
        builder.base("base", half(inertia));
        addCover(builder, "base", inertia);
    }

    private void addBody(RobotModelBuilder builder, JsonNode joint) {
        String carrier = carrier(joint);
        Pose placement = placement(joint);
        int index = joint.get("index").intValue();
        if (index % 2 == 0) {
            placement = bodyFromCover(carrier).inverse().times(placement);
            carrier = coverOf(carrier);
        }
        String moving = joint.get("name").textValue();
        builder.link(
                Joint.of(kind(joint), moving, carrier, bodyOf(moving))
                        .at(placement, vector(joint.get("axis")))
                        .with(Friction.of(0.1, 0.01 * index)),
                half(inertia(joint)));
        addCover(builder, bodyOf(moving), inertia(joint));
    }

    private String carrier(JsonNode joint) {
        int parent = joint.get("parent").intValue();
        return parent == 0
                ? "base"
                : bodyOf(json.get("joints").get(parent - 1).get("name").textValue());
    }

    private static JointKind kind(JsonNode joint) {
        return joint.get("prismatic").booleanValue() ? JointKind.PRISMATIC : JointKind.REVOLUTE;
    }

    private static Pose placement(JsonNode joint) {
        return new Pose(rotation(joint.get("placement_R")), vector(joint.get("placement_p")));
    }

    private static void addCover(RobotModelBuilder builder, String body, SpatialInertia inertia) {
        Pose weld = bodyFromCover(body);
        builder.link(
                Joint.fixed(body + "_weld", body, coverOf(body)).at(weld, Vector3.Z),
                half(inertia).in(weld.inverse()));
    }

    private static String coverOf(String body) {
        return body + "_cover";
    }

    private static Pose bodyFromCover(String body) {
        double turn = body.length();
        return new Pose(Rotation.fromRollPitchYaw(0.1 * turn, 0.7, -0.3 * turn), new Vector3(0.1, -0.05, 0.02 * turn));
    }

    private static SpatialInertia half(SpatialInertia whole) {
        InertiaTensor t = whole.tensorAboutCenter();
        return new SpatialInertia(
                whole.mass() / 2,
                whole.centerOfMass(),
                new InertiaTensor(t.xx() / 2, t.xy() / 2, t.xz() / 2, t.yy() / 2, t.yz() / 2, t.zz() / 2));
    }

    private static SpatialInertia inertia(JsonNode joint) {
        double[] t = Golden.array(joint.get("I_com"));
        return new SpatialInertia(
                joint.get("mass").doubleValue(),
                vector(joint.get("com")),
                new InertiaTensor(t[0], t[1], t[2], t[4], t[5], t[8]));
    }

    private static Rotation rotation(JsonNode matrix) {
        return Rotation.fromMatrix(Golden.array(matrix));
    }

    private static Vector3 vector(JsonNode list) {
        double[] v = Golden.array(list);
        return new Vector3(v[0], v[1], v[2]);
    }
}
