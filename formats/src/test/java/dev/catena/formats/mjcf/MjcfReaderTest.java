package dev.catena.formats.mjcf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.catena.formats.RobotFiles;
import dev.catena.formats.reading.ReadOptions;
import dev.catena.model.BaseKind;
import dev.catena.model.CutKind;
import dev.catena.model.Geometry;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.JointKind;
import dev.catena.model.ModelException;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.Rotation;
import dev.catena.model.Shape;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MjcfReaderTest {
    private static final String INERTIAL = "<inertial pos='0.1 0 0' mass='1' diaginertia='1 1 1'/>";

    /** A tetrahedron with corners at the origin and on the axes, one meter away. */
    private static final String TETRAHEDRON =
            "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

    private static RobotModel read(String content) {
        return MjcfReader.read("<mujoco>" + content + "</mujoco>", "arm.xml", ReadOptions.DEFAULT);
    }

    private static RobotModel body(String inside) {
        return read("<worldbody><body name='b'><joint name='j'/>%s</body></worldbody>".formatted(inside));
    }

    private static String warnings(RobotModel robot) {
        return robot.warnings().toString();
    }

    private static SpatialInertia inertia(RobotModel robot) {
        return robot.bodies().get(robot.bodyIndex("b")).inertia();
    }

    private static void assertFails(String content, String message) {
        assertThatThrownBy(() -> read(content))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("arm.xml:1: " + message);
    }

    /** ∫ x² dV = 1/60 and volume 1/6, center at (1/4, 1/4, 1/4). */
    private static void assertTetrahedron(SpatialInertia inertia, double mass, double scale) {
        assertThat(inertia.mass()).isCloseTo(mass, within(1e-12 * mass));
        assertThat(inertia.centerOfMass()
                        .minus(new Vector3(1, 1, 1).times(scale / 4))
                        .norm())
                .isLessThan(1e-14);
        double aboutOrigin = mass * 6 * 2 / 60 * scale * scale;
        assertThat(inertia.tensorAboutOrigin().zz()).isCloseTo(aboutOrigin, within(1e-12 * aboutOrigin));
        assertThat(inertia.tensorAboutOrigin().xy()).isCloseTo(-mass * 6 / 120 * scale * scale, within(1e-12 * mass));
    }

    @Test
    void meshesWeighWhatTheyEnclose(@TempDir Path folder) throws IOException {
        Files.createDirectories(folder.resolve("assets"));
        Files.writeString(folder.resolve("assets/tet.obj"), TETRAHEDRON);
        Path file = folder.resolve("arm.xml");
        String text = """
            <mujoco><compiler meshdir='assets'/><asset><mesh file='tet.obj' scale='0.1 0.1 0.1'/></asset>
            <worldbody><body name='b'><joint/><geom type='mesh' mesh='tet' density='600'/></body></worldbody></mujoco>
            """;
        Files.writeString(file, text);
        RobotModel robot = RobotFiles.read(file);
        assertTetrahedron(inertia(robot), 600 * 1e-3 / 6, 0.1);
        assertThat(warnings(robot)).isEqualTo("[]");
        assertThat(robot.shapes().get(0).geometry())
                .isEqualTo(new Geometry.Mesh("assets/tet.obj", new Vector3(0.1, 0.1, 0.1)));
        Files.writeString(file, text.replace("density='600'", "mass='3'"));
        assertTetrahedron(inertia(RobotFiles.read(file)), 3, 0.1);
        Files.writeString(file, text.replace("scale=", "refpos='1 0 0' refquat='1 0 0 0' scale="));
        assertThat(inertia(RobotFiles.read(file)).centerOfMass().x()).isCloseTo(-0.075, within(1e-15));
        Files.writeString(file, text.replace("mesh='tet'", "mesh='tet' pos='0 0 1' shellinertia='true'"));
        double area = (1.5 + Math.sqrt(3) / 2) * 0.01;
        assertThat(inertia(RobotFiles.read(file)).mass()).isCloseTo(600 * area, within(1e-12));
        for (String kind : new String[] {"exact", "legacy"}) {
            Files.writeString(file, text.replace("scale=", "inertia='%s' scale=".formatted(kind)));
            assertTetrahedron(inertia(RobotFiles.read(file)), 0.1, 0.1);
        }
        Files.writeString(file, text.replace("scale=", "inertia='convex' scale="));
        assertThat(warnings(RobotFiles.read(file))).contains("the inertia \"convex\" of a mesh is not known");
        // meshes are read where masses need them only
        Files.writeString(file, text.replace("assets'", "nowhere'").replace("<joint/>", "<joint/>" + INERTIAL));
        assertThat(warnings(RobotFiles.read(file))).doesNotContain("mesh");
    }

    @Test
    void meshesThatCannotBeReadAreNamed(@TempDir Path folder) throws IOException {
        Path inside = Files.createDirectories(folder.resolve("robot"));
        Path outside = Files.createDirectories(folder.resolve("meshes"));
        Files.writeString(outside.resolve("tet.obj"), TETRAHEDRON);
        Path file = inside.resolve("arm.xml");
        String text = """
            <mujoco><asset><mesh name='m' file='%s'/></asset>
            <worldbody><body name='b'><joint/><geom type='mesh' mesh='m'/></body></worldbody></mujoco>
            """;
        Files.writeString(file, text.formatted("../meshes/tet.obj"));
        assertThat(warnings(RobotFiles.read(file)))
                .contains("arm.xml:2: body \"b\" takes its inertia from the mesh \"m\", which counts as massless")
                .contains("outside of the folders that may be read");
        ReadOptions allowed = ReadOptions.DEFAULT.withPackages(Map.of("meshes", outside));
        assertTetrahedron(inertia(RobotFiles.read(file, allowed)), 1000 / 6.0, 1);
        Files.writeString(file, text.formatted("tet.obj"));
        assertThat(warnings(RobotFiles.read(file))).contains("there is no file");
        Files.writeString(file, text.formatted("tet.dae"));
        Files.writeString(inside.resolve("tet.dae"), "");
        assertThat(warnings(RobotFiles.read(file))).contains("meshes of the format .dae are not known");
        assertThat(warnings(read("<asset><mesh name='m' file='a.obj'/></asset>"
                        + "<worldbody><body name='b'><joint/><geom mesh='m'/></body></worldbody>")))
                .contains("a text without a file has no meshes");
    }

    @Test
    void meshesMayBeWrittenOut() {
        String mesh = "<asset><mesh name='m' vertex='0 0 0 1 0 0 0 1 0 0 0 1' %s/></asset>"
                + "<worldbody><body name='b'><joint/><geom type='mesh' mesh='m' density='6'/></body></worldbody>";
        assertTetrahedron(inertia(read(mesh.formatted("face='0 2 1 0 1 3 0 3 2 1 2 3'"))), 1, 1);
        assertThat(warnings(read(mesh.formatted("face='0 2 9'")))).contains("names the corner 9.0, but there are 4");
        assertThat(warnings(read(mesh.formatted("")))).contains("a mesh needs a file, or corners and faces");
        assertFails(
                "<worldbody><body name='b'><geom type='mesh' mesh='none'/></body></worldbody>",
                "there is no mesh \"none\"");
    }

    @Test
    void formsOfGeomsHaveTheirInertias() {
        assertThat(inertia(body("<geom type='ellipsoid' size='0.1 0.2 0.3' mass='5'/>"))
                        .tensorAboutCenter()
                        .zz())
                .isCloseTo(0.01 + 0.04, within(1e-15));
        assertThat(inertia(body("<geom type='cylinder' size='0.1 0.5' mass='2'/>"))
                        .tensorAboutCenter()
                        .zz())
                .isCloseTo(0.01, within(1e-15));
        assertThat(inertia(body("<geom size='0.5' density='6'/>")).mass()).isCloseTo(Math.PI, within(1e-14));
        assertThat(inertia(body("<geom type='box' fromto='0 0 0 0 0 2' size='0.1 0.2' density='1'/>"))
                        .mass())
                .isCloseTo(0.2 * 0.2 * 2, within(1e-15));
        assertThat(inertia(body("<geom type='ellipsoid' fromto='0 0 0 0 0 2' size='0.3' density='1'/>"))
                        .mass())
                .isCloseTo(4.0 / 3 * Math.PI * 0.09, within(1e-15));
        assertThat(warnings(body("<geom type='hfield'/>"))).contains("a geom of type \"hfield\" is not understood");
        assertThat(inertia(body("<geom type='plane' size='1 1 1'/>")).isZero()).isTrue();
        assertFails(
                "<worldbody><body><geom type='capsule' fromto='0 0 0 0 0 0' size='1'/></body></worldbody>",
                "fromto of <geom> has two equal ends");
        String fitted = "<asset><mesh name='m' file='a.stl'/></asset>"
                + "<worldbody><body name='b'>%s<geom type='box' mesh='m'%s/></body></worldbody>";
        assertThat(warnings(read(fitted.formatted(INERTIAL, "")))).contains("a box fitted to a mesh is not understood");
        assertThat(inertia(read(fitted.formatted("", " mass='0'"))).isZero()).isTrue();
        assertFails(fitted.formatted("", ""), "body \"b\" takes its inertia from a box fitted to a mesh");
    }

    /** As MuJoCo 3.14 has them. */
    @Test
    void shellsWeighByTheirSurface() {
        assertShell("type='sphere' size='0.3'", 1130.9733552923256, 67.85840131753953, 67.85840131753953);
        assertShell("type='capsule' size='0.1 0.4'", 628.3185307179587, 55.29203070318037, 5.8643062867009474);
        assertShell("type='cylinder' size='0.1 0.4'", 565.4866776461628, 39.531707557671574, 5.340707511102648);
        assertShell("type='box' size='0.1 0.2 0.4'", 1120.0, 100.26666666666671, 31.46666666666668);
        assertShell("type='ellipsoid' size='0.1 0.2 0.4'", 635.6634521946628, 34.14433178934269, 10.715538637712598);
    }

    private void assertShell(String geom, double mass, double x, double z) {
        SpatialInertia shell = inertia(body("<geom %s shellinertia='true' density='1000'/>".formatted(geom)));
        assertThat(shell.mass()).isCloseTo(mass, within(1e-12 * mass));
        assertThat(shell.tensorAboutCenter().xx()).isCloseTo(x, within(1e-5 * x));
        assertThat(shell.tensorAboutCenter().zz()).isCloseTo(z, within(1e-5 * z));
    }

    @Test
    void theCompilerDecidesWhatWeighs() {
        String bodies = "<worldbody><body name='b'><joint/>%s<geom size='0.1' mass='2' group='2'/></body></worldbody>";
        assertThat(inertia(read("<compiler inertiafromgeom='true'/>" + bodies.formatted(INERTIAL)))
                        .mass())
                .isEqualTo(2);
        assertThat(inertia(read("<compiler inertiafromgeom='false'/>" + bodies.formatted("")))
                        .isZero())
                .isTrue();
        assertThat(inertia(read("<compiler inertiagrouprange='0 1'/>" + bodies.formatted("")))
                        .isZero())
                .isTrue();
        assertThat(inertia(read("<compiler inertiagrouprange='3 5'/>" + bodies.formatted("")))
                        .isZero())
                .isTrue();
        SpatialInertia bounded = inertia(read("<compiler boundmass='3' boundinertia='0.5'/>"
                + "<worldbody><body name='b'><joint/></body></worldbody>"));
        assertThat(bounded.mass()).isEqualTo(3);
        assertThat(bounded.tensorAboutCenter().yy()).isEqualTo(0.5);
        String flat =
                "<worldbody><body name='b'><joint/><inertial pos='0 0 0' mass='1' diaginertia='1 2 6'/></body></worldbody>";
        assertThat(inertia(read("<compiler balanceinertia='true'/>" + flat)).tensorAboutCenter())
                .isEqualTo(InertiaTensor.diagonal(3, 3, 3));
        assertThat(inertia(read("<compiler boundinertia='1.5'/>" + flat)).tensorAboutCenter())
                .isEqualTo(InertiaTensor.diagonal(1.5, 2, 6));
        assertThat(warnings(read("<compiler settotalmass='3'/>" + bodies.formatted(""))))
                .contains("settotalmass of <compiler> is not understood");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        quat='2 0 0 2' | 0 1 0
        axisangle='0 0 2 90' | 0 1 0
        euler='0 0 90' | 0 1 0
        xyaxes='0 1 0 -1 1 0' | 0 1 0
        zaxis='1 0 0' | 0 0 -1
        zaxis='0 0 -1' | 1 0 0
        zaxis='0 0 1' | 1 0 0
        """)
    void orientationsTurnTheAxisX(String orientation, String expected) {
        RobotModel robot =
                read("<worldbody><body name='b' pos='1 2 3' %s>%s</body></worldbody>".formatted(orientation, INERTIAL));
        Pose pose = robot.joints().get(0).geometry().parentFromJoint();
        String[] words = expected.split(" ", -1);
        Vector3 x =
                new Vector3(Double.parseDouble(words[0]), Double.parseDouble(words[1]), Double.parseDouble(words[2]));
        assertThat(pose.rotation().apply(Vector3.X).minus(x).norm()).isLessThan(1e-15);
        assertThat(pose.position()).isEqualTo(new Vector3(1, 2, 3));
    }

    @Test
    void sequencesOfAnglesAreMovingOrFixed() {
        String text = "<compiler angle='radian' eulerseq='%s'/><worldbody><body name='b' euler='0.1 0.2 0.3'>"
                + INERTIAL + "</body></worldbody>";
        Rotation fixed = read(text.formatted("XYZ"))
                .joints()
                .get(0)
                .geometry()
                .parentFromJoint()
                .rotation();
        Rotation expected = Rotation.fromRollPitchYaw(0.1, 0.2, 0.3);
        assertThat(fixed.apply(Vector3.X).minus(expected.apply(Vector3.X)).norm())
                .isLessThan(1e-15);
        Rotation moving = read(text.formatted("zyx"))
                .joints()
                .get(0)
                .geometry()
                .parentFromJoint()
                .rotation();
        Rotation turned = Rotation.aboutZ(0.1).times(Rotation.aboutY(0.2)).times(Rotation.aboutX(0.3));
        assertThat(moving.apply(Vector3.X).minus(turned.apply(Vector3.X)).norm())
                .isLessThan(1e-15);
        assertFails(text.formatted("xy"), "eulerseq of <compiler> must be three of x, y, z");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        quat='0 0 0 0' | quat of <body> is zero
        axisangle='0 0 0 1' | axisangle of <body> is zero
        zaxis='0 0 0' | zaxis of <body> is zero
        xyaxes='1 0 0 2 0 0' | xyaxes of <body> is zero
        pos='1 2' | pos of <body> must be 3 numbers, but is "1 2"
        """)
    void orientationsThatAreNoneAreProblems(String attribute, String message) {
        assertFails("<worldbody><body name='b' %s>%s</body></worldbody>".formatted(attribute, INERTIAL), message);
    }

    @Test
    void classesOfDefaultsAreInheritedAndReplaced() {
        RobotModel robot = read("""
            <default><joint damping='1' axis='0 1 0'/><geom quat='0 1 0 0'/>
            <default class='arm'><joint damping='2'/><default class='hand'><joint damping='3'/></default></default></default>
            <worldbody><body name='a'><joint name='a'/>%1$s<body name='b' childclass='arm'><joint name='b'/>%1$s
            <body name='c'><joint name='c' class='hand'/>%1$s<frame childclass='hand' pos='1 0 0'><body name='d'><joint name='d'/>%1$s</body></frame></body></body></body>
            <body name='e'><joint name='e' class='none'/>%1$s</body></worldbody>
            """.formatted(INERTIAL));
        assertThat(robot.movingJoints().stream().map(joint -> joint.friction().viscous()))
                .containsExactly(1.0, 2.0, 3.0, 3.0, 0.0);
        assertThat(robot.movingJoints().get(3).geometry().axisInJoint()).isEqualTo(Vector3.Y);
        assertThat(robot.movingJoints().get(3).geometry().parentFromJoint().position())
                .isEqualTo(Vector3.X);
        assertThat(warnings(robot)).contains("the class \"none\" is not defined");
    }

    @Test
    void limitsHoldWhereTheFileSaysSo() {
        assertThat(joint("<joint name='j' range='-90 90'/>").limits().upper()).isCloseTo(Math.PI / 2, within(1e-15));
        assertThat(joint("<joint name='j' range='-90 90' limited='false'/>")
                        .limits()
                        .upper())
                .isInfinite();
        assertThat(joint("<joint name='j' type='slide' range='-1 2' actuatorfrcrange='-3 5'/>")
                        .limits())
                .matches(limits -> limits.lower() == -1 && limits.upper() == 2 && limits.effort() == 5);
        RobotModel manual =
                read("<compiler autolimits='false'/><worldbody><body name='b'><joint name='j' range='-1 1'/>" + INERTIAL
                        + "</body></worldbody>");
        assertThat(manual.movingJoints().get(0).limits().upper()).isInfinite();
        assertThat(joint("<joint name='j' armature='0.5' frictionloss='0.1'/>"))
                .matches(joint -> joint.drive().reflectedInertia() == 0.5
                        && joint.friction().coulomb() == 0.1
                        && joint.kind() == JointKind.REVOLUTE);
    }

    private static Joint joint(String joint) {
        return read("<worldbody><body name='b'>%s%s</body></worldbody>".formatted(joint, INERTIAL))
                .movingJoints()
                .get(0);
    }

    @Test
    void actuatorsBoundEfforts() {
        RobotModel robot = read("""
            <worldbody><body name='a'><joint name='a'/>%1$s</body><body name='b'><joint name='b'/>%1$s</body>
            <body name='c'><joint name='c'/>%1$s</body><body name='d'><joint name='d' actuatorfrcrange='-1 1'/>%1$s</body></worldbody>
            <actuator><motor joint='a' gear='-10' ctrlrange='-1 2'/><position joint='b' forcerange='-3 3' ctrlrange='-9 9'/>
            <general joint='c' gainprm='4' ctrlrange='-2 2'/><motor jointinparent='d' ctrlrange='-5 5'/><motor site='x'/><velocity tendon='t'/></actuator>
            """.formatted(INERTIAL));
        assertThat(robot.movingJoints().stream().map(joint -> joint.limits().effort()))
                .containsExactly(20.0, 3.0, 8.0, 1.0);
        assertThat(warnings(robot))
                .contains("an actuator <motor> that drives no joint")
                .contains("an actuator <velocity> that drives no joint");
    }

    @Test
    void namesThatAreMadeUpDoNotTakeGivenOnes() {
        RobotModel robot = read("""
            <worldbody><body><joint/>%1$s</body><body name='body'><joint name='body_2_joint'/>%1$s<joint/></body>
            <body><freejoint/>%1$s</body></worldbody>
            """.formatted(INERTIAL));
        assertThat(robot.hasBody("body")).isTrue();
        assertThat(robot.jointNames()).contains("body_2_joint", "body_joint", "body_3_joint_x");
    }

    @Test
    void aFreeBodyThatTheWorldHoldsIsNoBase() {
        String free =
                "<worldbody><site name='w'/><body name='b'><freejoint name='f'/>%s<site name='s'/></body></worldbody>"
                        .formatted(INERTIAL);
        assertThat(read(free).baseKind()).isEqualTo(BaseKind.FLOATING);
        for (String tie : new String[] {"connect body1='b' anchor='0 0 0'", "connect site1='s' site2='w'"}) {
            RobotModel robot = read(free + "<equality><%s/></equality>".formatted(tie));
            assertThat(robot.baseKind()).isEqualTo(BaseKind.FIXED);
            assertThat(robot.jointCount()).isEqualTo(6);
            assertThat(robot.loops().cutJoints().get(0).kind()).isEqualTo(CutKind.SPHERICAL);
            assertThat(warnings(robot)).contains("free joint \"f\" becomes six joints");
        }
    }

    @Test
    void equalitiesOfAllKinds() {
        String bodies = """
            <worldbody><body name='a'><joint name='ja'/>%1$s<site name='sa' pos='0.3 0 0'/></body>
            <body name='b' pos='0 0 1'><joint name='jb'/>%1$s<body name='c'><joint name='jc' ref='20'/>%1$s<site name='sc'/></body></body></worldbody>
            """.formatted(INERTIAL);
        RobotModel welded = read(bodies + "<equality><weld body1='a' body2='c' relpose='0 0 1 1 0 0 0'/></equality>");
        assertThat(welded.loops().cutJoints().get(0).firstFromJoint().position())
                .isEqualTo(Vector3.Z);
        assertThat(welded.loops().cutJoints().get(0).kind()).isEqualTo(CutKind.FIXED);
        assertThat(warnings(welded)).contains("the actuated joints do not determine the closed loops");
        assertThat(read(bodies + "<equality><weld body1='a' body2='c'/></equality>")
                        .loops()
                        .cutJoints()
                        .get(0)
                        .firstFromJoint()
                        .position())
                .isEqualTo(Vector3.Z);
        RobotModel sites = read(bodies + "<equality><connect site1='sa' site2='sc'/></equality>");
        assertThat(sites.loops().cutJoints().get(0).firstFromJoint().position()).isEqualTo(new Vector3(0.3, 0, 0));
        RobotModel held = read(bodies + "<equality><joint joint1='ja' polycoef='0.5 1 0 0 0'/></equality>");
        assertThat(held.heldAt("ja")).contains(0.5);
        RobotModel twice = read(bodies
                + "<equality><joint joint1='ja' joint2='jb'/><joint joint1='ja' joint2='jc'/><joint"
                + " joint1='jb' joint2='jc' polycoef='0 1 2 0 0'/><connect body1='a'"
                + " active='false'/><flex/></equality>");
        assertThat(twice.couplings()).hasSize(1);
        assertThat(warnings(twice))
                .contains("is coupled twice")
                .contains("is not linear and left out")
                .contains("an equality <connect> that is not active is left out")
                .contains("an equality <flex> is not understood");
        RobotModel open = MjcfReader.read(
                "<mujoco>" + bodies + "<equality><weld body1='a' body2='c'/></equality></mujoco>",
                "arm.xml",
                ReadOptions.DEFAULT.withOpenLoops());
        assertThat(open.hasLoops()).isFalse();
        assertThat(warnings(open)).contains("the loops are opened");
        assertFails(
                oneLine(bodies) + "<equality><joint joint1='ja' joint2='x'/></equality>",
                "there is no joint \"x\" to couple");
        assertFails(
                oneLine(bodies) + "<equality><joint joint1='y' joint2='ja'/></equality>",
                "there is no joint \"y\" to couple");
        assertFails(oneLine(bodies) + "<equality><weld body1='x'/></equality>", "<weld> names the body \"x\"");
        assertFails(
                oneLine(bodies) + "<equality><weld body1='a' body2='y'/></equality>", "<weld> names the body \"y\"");
        assertFails(oneLine(bodies) + "<equality><connect site1='x' site2='sa'/></equality>", "<connect> names a site");
    }

    private static String oneLine(String text) {
        return text.replace('\n', ' ');
    }

    @Test
    void oddThingsAreNamed() {
        RobotModel robot = read("""
            <option gravity='0 0 -1'/><sensor/><keyframe/><extension/><extension/>
            <worldbody><light/><camera/><body name='m' mocap='true'>%1$s</body>
            <body name='b'><joint name='j' stiffness='3'/>%1$s<body name='k'><joint name='ball' type='ball' armature='1' stiffness='0'/>%1$s</body></body></worldbody>
            """.formatted(INERTIAL));
        assertThat(robot.gravity().z()).isEqualTo(-1);
        assertThat(warnings(robot))
                .contains("<extension> is not understood and left out")
                .contains("body \"m\" is moved by motion capture")
                .contains("joint \"j\" has a spring to its parent")
                .contains("the armature of a ball joint is left out");
        assertThat(robot.warnings().stream().filter(warning -> warning.text().contains("extension")))
                .hasSize(1);
        assertThat(robot.notes().toString()).contains("not kept: <sensor>").contains("not kept: <keyframe>");
        assertFails("<worldbody><geom type='plane' size='1 1 1'/></worldbody>", "the file has no <body>");
        assertThatThrownBy(() -> MjcfReader.read("<robot/>", "arm.xml", ReadOptions.DEFAULT))
                .hasMessageContaining("the file must hold a <mujoco>, but holds a <robot>");
        assertFails(
                "<worldbody><body name='b'><joint name='j'/><joint name='j'/></body></worldbody>",
                "joint \"j\" is defined twice");
        assertThat(MjcfReader.read(
                                "<mujoco model=''><worldbody><body/></worldbody></mujoco>",
                                "x/arm.xml",
                                ReadOptions.DEFAULT.withFloatingBase())
                        .name())
                .isEqualTo("arm");
    }

    @Test
    void includesAreReadOnceFromTheFolder(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("arm.xml");
        Files.createDirectories(folder.resolve("parts"));
        Files.writeString(file, "<mujoco><worldbody><include file='parts/a.xml'/></worldbody></mujoco>");
        Files.writeString(
                folder.resolve("parts/a.xml"),
                "<mujoco><body name='a'>%s<include file='b.xml'/></body></mujoco>".formatted(INERTIAL));
        Files.writeString(
                folder.resolve("parts/b.xml"),
                "<mujoco><body name='b'><joint name='j'/>%s</body></mujoco>".formatted(INERTIAL));
        assertThat(RobotFiles.read(file).jointNames()).containsExactly("j");
        Files.writeString(folder.resolve("parts/b.xml"), "<mujoco><include file='parts/a.xml'/></mujoco>");
        assertThatThrownBy(() -> RobotFiles.read(file))
                .hasMessageContaining("b.xml:1: \"parts/a.xml\" is included twice");
        Files.writeString(folder.resolve("parts/b.xml"), "<mujoco><include file='no.xml'/><include/></mujoco>");
        assertThatThrownBy(() -> RobotFiles.read(file))
                .hasMessageContaining("there is no file")
                .hasMessageContaining("<include> has no file");
        assertFails("<include file='a.xml'/>", "<include> of \"a.xml\" is not possible in a text");
    }

    @Test
    void shapesAreDrawnOrCollide() {
        RobotModel robot = read("""
            <asset><texture name='t' file='wood.png'/><texture builtin='flat'/><material name='m' texture='t' rgba='1 0 0 1'/></asset>
            <worldbody><body name='b'><joint/><geom size='0.1' material='m'/><geom size='0.1' group='3' rgba='0 1 0 1'/>
            <geom size='0.1' contype='0' conaffinity='0' material='m' rgba='0 0 1 1'/><geom size='0.1' rgba='1 1'/></body></worldbody>
            """);
        assertThat(robot.shapes().stream().filter(shape -> shape.role() == Shape.Role.COLLISION))
                .hasSize(3);
        assertThat(robot.shapes().stream().filter(shape -> shape.role() == Shape.Role.VISUAL))
                .hasSize(3);
        assertThat(robot.shapes().get(0).material()).isNotNull();
        assertThat(warnings(robot)).contains("rgba of <geom> must be 3 to 4 numbers");
    }

    /** What this version of the format, or a later one, says of dynamics is read, or named as left out. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<joint springdamper='0.1 1'/> | springdamper",
                "<joint dampratio='0.1'/> | dampratio of <joint> is not understood",
                "<joint/><inertial pos='0 0 0' mass='1' diaginertia='1 1 1' masss='2'/> | masss of <inertial> is not understood",
                "<joint/><geom size='1' masss='2'/> | masss of <geom> is not understood",
                "<joint/><frame><body name='c' drag='1'/></frame> | drag of <body> is not understood"
            })
    void attributesThatAreNotUnderstoodAreNamed(String inside, String warning) {
        assertThat(warnings(read("<worldbody><body name='b'>%s</body></worldbody>".formatted(inside))))
                .contains(warning);
    }

    @ParameterizedTest
    @ValueSource(strings = {"constraint", "equality", "frictionloss", "limit", "passive", "damper"})
    void flagsThatAreNotUnderstoodAreNamed(String flag) {
        String text =
                "<option><flag %s='%s'/></option><worldbody><body name='b'><joint/>" + INERTIAL + "</body></worldbody>";
        assertThat(warnings(read(text.formatted(flag, "disable")))).contains(flag + "=\"disable\" of <flag>");
        assertThat(warnings(read(text.formatted(flag, "enable")))).isEqualTo("[]");
    }

    @ParameterizedTest
    @CsvSource({
        "coordinate,global,local",
        "angle,grad,degree or radian",
        "autolimits,yes,true or false",
        "inertiafromgeom,no,true or false or auto",
        "exactmeshinertia,yes,true or false",
        "boundmass,0x1p3,a finite decimal number",
        "boundinertia,none,a finite decimal number",
        "settotalmass,1d,a finite decimal number",
        "inertiagrouprange,1,2 numbers",
        "inertiagrouprange,0 x 3,2 numbers",
        "eulerseq,abc,'three of x, y, z'"
    })
    void theCompilerIsToldInWordsThatItKnows(String attribute, String word, String known) {
        assertFails(
                "<compiler %s='%s'/><worldbody><body name='b'/></worldbody>".formatted(attribute, word),
                "%s of <compiler> must be %s, but is \"%s\"".formatted(attribute, known, word));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<joint limited='yes' range='0 1'/> | limited of <joint> must be true or false or auto, but is \"yes\"",
                "<joint actuatorfrclimited='1'/> | actuatorfrclimited of <joint> must be true or false or auto",
                "<geom size='1' shellinertia='True'/> | shellinertia of <geom> must be true or false",
                "<body name='c' mocap='yes'/> | mocap of <body> must be true or false",
                "<body name='c' euler='1 2 3' quat='1 0 0 0'/> | <body> has several orientations, quat, euler: take one",
            })
    void elementsAreToldInWordsThatTheyKnow(String content, String message) {
        assertFails("<worldbody><body name='b'>" + content + "</body></worldbody>", message);
    }

    @Test
    void flagsAndEqualitiesAreOnOrOff() {
        String body = "<worldbody><body name='b'><joint name='j'/>" + INERTIAL + "</body></worldbody>";
        assertFails(
                "<option><flag gravity='off'/></option>" + body,
                "gravity of <flag> must be enable or disable, but is \"off\"");
        assertFails(
                body + "<equality><joint joint1='j' active='0'/></equality>",
                "active of an equality must be true or false, but is \"0\"");
    }

    /** A frame moves what is in it, but not the inertia of the body, which is one of its properties. */
    @Test
    void inertiasInFramesAreThoseOfTheirBodies() {
        RobotModel plain = body("<joint/>" + INERTIAL + "<geom size='1'/>");
        RobotModel framed =
                body("<frame pos='1 2 3' euler='10 20 30'>" + INERTIAL + "</frame><joint/><geom size='1'/>");
        assertThat(inertia(framed)).isEqualTo(inertia(plain));
        assertThat(warnings(framed)).contains("counts in the axes of its body");
    }

    @Test
    void aFreeBodyHasNoOtherJoint() {
        assertFails(
                "<worldbody><body name='a'><freejoint/><joint/>" + INERTIAL + "</body></worldbody>",
                "body \"a\" moves freely, so that it can have no other joint");
    }

    @Test
    void aClassAtTheTopIsNamed() {
        RobotModel robot = read("<default class='arm'><joint armature='1'/></default><worldbody><body name='b'>"
                + "<joint name='j'/>" + INERTIAL + "</body></worldbody>");
        assertThat(warnings(robot)).contains("the class \"arm\" stands at the top");
        assertThat(robot.movingJoints().get(0).drive().reflectedInertia()).isZero();
    }
}
