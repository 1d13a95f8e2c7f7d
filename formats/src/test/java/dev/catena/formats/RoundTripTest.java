package dev.catena.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.formats.reading.ReadOptions;
import dev.catena.formats.urdf.UrdfReader;
import dev.catena.formats.urdf.UrdfWriter;
import dev.catena.formats.yaml.RobotYamlReader;
import dev.catena.formats.yaml.RobotYamlWriter;
import dev.catena.model.Body;
import dev.catena.model.CutJoint;
import dev.catena.model.CutKind;
import dev.catena.model.Drive;
import dev.catena.model.Friction;
import dev.catena.model.Geometry;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.JointGeometry;
import dev.catena.model.JointKind;
import dev.catena.model.JointLimits;
import dev.catena.model.Loops;
import dev.catena.model.Material;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Rotation;
import dev.catena.model.Rotor;
import dev.catena.model.Shape;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Spring;
import dev.catena.model.Vector3;
import dev.catena.testkit.ReferenceResults;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is written and read back is the same robot: exactly as YAML, to rounding of the orientations as URDF. */
class RoundTripTest {
    private static final double ROUNDING = 1e-15;
    private static final List<JointKind> KINDS = List.of(JointKind.REVOLUTE, JointKind.PRISMATIC, JointKind.FIXED);

    static List<String> shipped() {
        return ShippedRobots.names();
    }

    static List<String> reference() {
        return ReferenceResults.names();
    }

    @ParameterizedTest
    @MethodSource("shipped")
    void shippedRobotsSurvive(String name) {
        assertSurvives(ShippedRobots.load(name));
    }

    @ParameterizedTest
    @MethodSource("reference")
    void realRobotsSurvive(String name) {
        ReferenceResults results = ReferenceResults.of(name);
        RobotModel robot = results.urdf()
                .map(text -> UrdfReader.read(text, name + ".urdf", ReadOptions.DEFAULT))
                .orElseGet(results::robot);
        assertSurvives(robot);
        assertSurvives(robot.toBuilder().floating().build());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void robotsWithEverythingSurvive(long seed) {
        assertSurvives(random(seed));
    }

    @Test
    void orientationsNearThePolesKeepTheirAccuracy() {
        RobotModelBuilder builder = RobotModel.builder("poles");
        String parent = "base";
        for (int k = 0; k < 60; k++) {
            double pitch = (k % 2 == 0 ? 1 : -1) * (Math.PI / 2 - Math.pow(10, -k / 3.0));
            Rotation rotation = Rotation.fromRollPitchYaw(0.3 * k, pitch, 1 - 0.7 * k)
                    .times(Rotation.about(new Vector3(1, 2, 3), 1e-9 * k));
            String body = "b" + k;
            builder.link(
                    Joint.revolute("j" + k, parent, body).at(Pose.rotation(rotation), Vector3.X),
                    SpatialInertia.aboutCenterOfMass(1, Vector3.X, InertiaTensor.diagonal(1, 1, 1)));
            parent = body;
        }
        assertSurvives(builder.build());
    }

    @Test
    void namesOfAnyKindSurvive() {
        RobotModelBuilder builder = RobotModel.builder("a \"quoted\" <robot> & 'more'");
        String parent = "base";
        int k = 0;
        for (String name : List.of(
                "true",
                "null",
                "1.5",
                "",
                "with space",
                "ä€😀",
                "a: b",
                "# no",
                "\t tab",
                "{x}",
                "- y",
                "back\\slash",
                "no",
                "~")) {
            String body = name + "·" + k++;
            builder.link(
                    Joint.revolute(name.isEmpty() ? "empty" : name, parent, body),
                    SpatialInertia.aboutCenterOfMass(1, Vector3.X, InertiaTensor.diagonal(1, 1, 1)));
            parent = body;
        }
        assertSurvives(builder.build());
    }

    @Test
    void whatUrdfCannotSayIsRefused() {
        RobotModel bell = RobotModel.builder("bell\u0007").build();
        assertThatThrownBy(() -> UrdfWriter.write(bell))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("character that XML does not allow");
        JointGeometry off = new JointGeometry(Pose.IDENTITY, Vector3.Z, Pose.translation(1, 0, 0));
        RobotModel taken = RobotModel.builder("taken")
                .link(Joint.fixed("j", "base", "a").with(off), SpatialInertia.ZERO)
                .link(Joint.fixed("k", "base", "a_joint_frame"), SpatialInertia.ZERO)
                .build();
        assertThatThrownBy(() -> UrdfWriter.write(taken))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("URDF needs a link \"a_joint_frame\"");
        assertThat(RobotYamlReader.read(RobotYamlWriter.write(bell), "x", ReadOptions.DEFAULT))
                .isEqualTo(bell);
    }

    private static void assertSurvives(RobotModel robot) {
        RobotModel asYaml = RobotYamlReader.read(RobotYamlWriter.write(robot), "robot.yaml", ReadOptions.DEFAULT);
        assertThat(asYaml).isEqualTo(robot);
        assertThat(asYaml.inertiaPolicy()).isEqualTo(robot.inertiaPolicy());
        RobotModel asUrdf = UrdfReader.read(UrdfWriter.write(robot), "robot.urdf", ReadOptions.DEFAULT);
        assertThat(asUrdf.inertiaPolicy()).isEqualTo(robot.inertiaPolicy());
        assertSameToRounding(asUrdf, motorsInTheirCarriers(robot));
    }

    /** URDF has the motors in its links, so that other programs see them. */
    private static RobotModel motorsInTheirCarriers(RobotModel robot) {
        RobotModelBuilder builder = robot.toBuilder();
        robot.bodies().forEach(builder::replace);
        for (Joint joint : robot.joints()) {
            Rotor rotor = joint.drive().rotor();
            if (rotor != null) {
                builder.replace(joint.with(joint.drive().with(rotor.with(SpatialInertia.ZERO))));
            }
        }
        return builder.build();
    }

    private static void assertSameToRounding(RobotModel actual, RobotModel expected) {
        assertThat(actual.name()).isEqualTo(expected.name());
        assertThat(actual.gravity()).isEqualTo(expected.gravity());
        assertThat(actual.baseKind()).isEqualTo(expected.baseKind());
        assertThat(actual.bodies()).isEqualTo(expected.bodies());
        assertThat(actual.joints()).hasSameSizeAs(expected.joints());
        for (int k = 0; k < expected.joints().size(); k++) {
            Joint a = actual.joints().get(k);
            Joint e = expected.joints().get(k);
            assertThat(a.with(e.geometry())).isEqualTo(e);
            assertThat(a.geometry().axisInJoint()).isEqualTo(e.geometry().axisInJoint());
            assertClose(a.name(), a.geometry().parentFromJoint(), e.geometry().parentFromJoint());
            assertClose(a.name(), a.geometry().jointFromBody(), e.geometry().jointFromBody());
        }
        assertThat(actual.shapes()).hasSameSizeAs(expected.shapes());
        for (int k = 0; k < expected.shapes().size(); k++) {
            Shape a = actual.shapes().get(k);
            Shape e = expected.shapes().get(k);
            assertThat(new Shape(a.body(), a.role(), a.name(), e.bodyFromShape(), a.geometry(), a.material()))
                    .isEqualTo(e);
            assertClose(a.body(), a.bodyFromShape(), e.bodyFromShape());
        }
        Loops loops = actual.loops();
        assertThat(loops.activeJoints()).isEqualTo(expected.loops().activeJoints());
        assertThat(loops.independentJoints()).isEqualTo(expected.loops().independentJoints());
        assertThat(loops.assembly()).isEqualTo(expected.loops().assembly());
        assertThat(loops.cutJoints()).hasSameSizeAs(expected.loops().cutJoints());
        for (int k = 0; k < loops.cutJoints().size(); k++) {
            CutJoint a = loops.cutJoints().get(k);
            CutJoint e = expected.loops().cutJoints().get(k);
            assertThat(List.of(a.name(), a.kind(), a.first(), a.second()))
                    .isEqualTo(List.of(e.name(), e.kind(), e.first(), e.second()));
            assertClose(a.name(), a.firstFromJoint(), e.firstFromJoint());
            assertClose(a.name(), a.secondFromJoint(), e.secondFromJoint());
        }
    }

    private static void assertClose(String joint, Pose actual, Pose expected) {
        assertThat(actual.position()).as(joint).isEqualTo(expected.position());
        assertThat(RobotPoses.difference(actual.rotation(), expected.rotation()))
                .as(joint)
                .isLessThan(ROUNDING);
    }

    /** A tree with every kind of joint, frames off their joints, rotors, limits of all sorts. */
    private static RobotModel random(long seed) {
        Random random = new Random(seed);
        RobotModelBuilder builder = RobotModel.builder("random-" + seed)
                .gravity(random.nextGaussian(), random.nextGaussian(), random.nextGaussian())
                .base("foot", inertia(random));
        if (random.nextBoolean()) {
            builder.floating();
        }
        int n = 12;
        for (int k = 0; k < n; k++) {
            String parent = k == 0 ? "foot" : "body" + random.nextInt(k);
            Joint joint = Joint.of(KINDS.get(random.nextInt(3)), "joint" + k, parent, "body" + k)
                    .with(new JointGeometry(
                            pose(random), vector(random), random.nextBoolean() ? pose(random) : Pose.IDENTITY));
            if (joint.kind().moves()) {
                joint = joint.with(limits(random))
                        .with(new Friction(random.nextDouble(), random.nextDouble(), random.nextInt(2) * 0.1))
                        .with(drive(random));
            }
            builder.joint(joint).body(new Body("body" + k, inertia(random)));
            builder.shape(shape(random, "body" + random.nextInt(k + 1)));
        }
        builder.shape(shape(random, "foot"));
        if (seed % 2 == 0) {
            addLoops(builder, random);
        }
        return builder.build();
    }

    private static Drive drive(Random random) {
        Drive drive = new Drive(
                random.nextInt(2) * random.nextDouble(),
                random.nextBoolean()
                        ? new Rotor(0.1 * random.nextDouble(), random.nextGaussian(), "foot", vector(random))
                        : null);
        if (random.nextBoolean()) {
            drive = drive.with(new Spring(1 + random.nextDouble(), random.nextInt(2) * random.nextGaussian()));
        }
        if (random.nextBoolean()) {
            drive = drive.with(new Friction(random.nextDouble(), random.nextDouble(), random.nextInt(2) * 0.1));
        }
        Rotor rotor = drive.rotor();
        if (rotor != null && random.nextBoolean()) {
            SpatialInertia body = inertia(random);
            InertiaTensor round = InertiaTensor.diagonal(0.2, 0.2, 0.2);
            drive = drive.with(rotor.with(new SpatialInertia(body.mass(), body.centerOfMass(), round)));
        }
        return drive;
    }

    /** Cut joints of every kind; they need not close, for a format only describes them. */
    private static void addLoops(RobotModelBuilder builder, Random random) {
        List<String> moving = builder.build().jointNames();
        for (CutKind kind : CutKind.values()) {
            Friction friction = kind.freedoms() == 1
                    ? new Friction(random.nextDouble(), random.nextDouble(), random.nextDouble())
                    : Friction.NONE;
            builder.cut(
                    new CutJoint("cut " + kind, kind, "foot", pose(random), "body" + random.nextInt(12), pose(random))
                            .with(friction));
        }
        builder.active(moving.get(1), moving.get(0)).assembly(moving.get(2), random.nextGaussian());
        if (random.nextBoolean()) {
            builder.independent(moving.get(0));
        }
    }

    private static Shape shape(Random random, String body) {
        List<Geometry> forms = List.of(
                new Geometry.Box(new Vector3(0.1, random.nextDouble(), 1)),
                new Geometry.Sphere(random.nextDouble()),
                new Geometry.Cylinder(random.nextDouble(), 2),
                new Geometry.Capsule(random.nextDouble(), 3),
                new Geometry.Ellipsoid(new Vector3(1, random.nextDouble(), 2)),
                new Geometry.Mesh("package://arm/a \"b\".stl", new Vector3(1, 1, random.nextInt(2) - 0.5)),
                new Geometry.Mesh("b.dae", new Vector3(1, 1, 1)));
        List<Material> materials = List.of(
                Material.of(new Material.Color(random.nextDouble(), 0, 1, 0.5)),
                new Material("gray " + random.nextInt(), null, null),
                new Material("", new Material.Color(1, 1, 1, 1), "wood.png"));
        int material = random.nextInt(4);
        return new Shape(
                body,
                random.nextBoolean() ? Shape.Role.VISUAL : Shape.Role.COLLISION,
                random.nextBoolean() ? "" : "shape & " + random.nextInt(),
                random.nextBoolean() ? Pose.IDENTITY : pose(random),
                forms.get(random.nextInt(forms.size())),
                material == 3 ? null : materials.get(material));
    }

    private static JointLimits limits(Random random) {
        double[] limit = new double[5];
        for (int k = 0; k < 5; k++) {
            limit[k] = switch (random.nextInt(3)) {
                case 0 -> Double.POSITIVE_INFINITY;
                case 1 -> 0;
                default -> random.nextDouble();
            };
        }
        return new JointLimits(-limit[0], limit[1], limit[2], limit[3], limit[4]);
    }

    private static SpatialInertia inertia(Random random) {
        return SpatialInertia.principal(
                1 + random.nextDouble(), vector(random), pose(random).rotation(), 1 + random.nextDouble(), 1.5, 2);
    }

    private static Pose pose(Random random) {
        return new Pose(Rotation.about(vector(random), 4 * random.nextGaussian()), vector(random));
    }

    private static Vector3 vector(Random random) {
        return new Vector3(random.nextGaussian(), random.nextGaussian(), random.nextGaussian());
    }
}
