package dev.catena.formats.urdf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.catena.formats.RobotPoses;
import dev.catena.formats.reading.ReadOptions;
import dev.catena.model.BaseKind;
import dev.catena.model.Drive;
import dev.catena.model.Friction;
import dev.catena.model.Geometry;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.JointKind;
import dev.catena.model.JointLimits;
import dev.catena.model.Material;
import dev.catena.model.ModelException;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.Rotation;
import dev.catena.model.Rotor;
import dev.catena.model.Shape;
import dev.catena.model.Vector3;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UrdfReaderTest {
    private static final double INFINITE = Double.POSITIVE_INFINITY;
    private static final String MASS =
            "<inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial>";

    private static RobotModel read(String text) {
        return UrdfReader.read(text, "arm.urdf", ReadOptions.DEFAULT);
    }

    /** Base a, child b, and a joint of the given type and content between them. */
    private static String pair(String type, String content) {
        return "<robot name='r'><link name='a'/><link name='b'>%s</link><joint name='j' type='%s'><parent link='a'/><child link='b'/>%s</joint></robot>"
                .formatted(MASS, type, content);
    }

    private static List<String> warnings(RobotModel robot) {
        return robot.warnings().stream().map(Object::toString).toList();
    }

    @Test
    void jointDetailsArriveInTheModel() {
        Joint joint = read(pair("revolute", """
            <origin xyz='1 2 3' rpy='0.1 0.2 0.3'/><axis xyz='0 1 0'/>
            <limit lower='-1' upper='2' effort='3' velocity='4'/>
            <dynamics damping='0.5' friction='0.6'/>
            <catena effort_rate='7' reflected_inertia='0.8' smoothing_velocity='0.9'>
              <rotor inertia='0.01' gear_ratio='50' carrier='a' axis='1 0 0'/>
            </catena>\
            """)).joints().get(0);
        assertThat(joint.kind()).isEqualTo(JointKind.REVOLUTE);
        assertThat(joint.geometry().parentFromJoint())
                .isEqualTo(new Pose(Rotation.fromRollPitchYaw(0.1, 0.2, 0.3), new Vector3(1, 2, 3)));
        assertThat(joint.geometry().axisInJoint()).isEqualTo(Vector3.Y);
        assertThat(joint.limits()).isEqualTo(new JointLimits(-1, 2, 4, 3, 7));
        assertThat(joint.friction()).isEqualTo(new Friction(0.6, 0.5, 0.9));
        assertThat(joint.drive()).isEqualTo(new Drive(0.8, new Rotor(0.01, 50, "a", Vector3.X)));
    }

    @Test
    void theDefaultAxisIsX() {
        assertThat(read(pair("prismatic", "")).joints().get(0).geometry().axisInJoint())
                .isEqualTo(Vector3.X);
    }

    @Test
    void aContinuousJointHasNoRange() {
        Joint joint = read(pair("continuous", "<limit lower='0' upper='0' effort='3' velocity='4'/>"))
                .joints()
                .get(0);
        assertThat(joint.limits()).isEqualTo(new JointLimits(-INFINITE, INFINITE, 4, 3, INFINITE));
    }

    @Test
    void zeroEffortAndVelocityMeanNoLimitAndAreWarnedAbout() {
        RobotModel robot = read(pair("revolute", "<limit lower='-1' upper='1' effort='0' velocity='0'/>"));
        assertThat(robot.joints().get(0).limits()).isEqualTo(JointLimits.position(-1, 1));
        assertThat(warnings(robot))
                .contains(
                        "arm.urdf:1: joint \"j\" has effort=\"0\", which is read as no limit",
                        "arm.urdf:1: joint \"j\" has velocity=\"0\", which is read as no limit");
    }

    @Test
    void theInertialFrameMayBeTurned() {
        String text = pair("fixed", "")
                .replace(
                        MASS,
                        "<inertial><origin xyz='1 0 0' rpy='0 0 1.5707963267948966'/><mass value='2'/><inertia ixx='1'"
                                + " iyy='2' izz='2.5' ixy='0' ixz='0' iyz='0'/></inertial>");
        var inertia = read(text).bodies().get(1).inertia();
        assertThat(inertia.centerOfMass()).isEqualTo(Vector3.X);
        assertThat(inertia.tensorAboutCenter())
                .isEqualTo(InertiaTensor.diagonal(1, 2, 2.5).rotated(Rotation.aboutZ(Math.PI / 2)));
        assertThat(inertia.tensorAboutCenter().xx()).isCloseTo(2, within(1e-15));
    }

    @Test
    void aMimicOfAnUnknownJointIsAProblemWithItsLine() {
        assertThatThrownBy(() -> read(pair("revolute", "<mimic joint='x'/>")))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("arm.urdf:1: joint \"j\" follows \"x\", but there is no such joint");
    }

    @Test
    void aPlanarJointMovesInThePlaneNormalToItsAxis() {
        RobotModel robot = read(pair("planar", "<origin xyz='0 0 1' rpy='0 0 0.5'/><axis xyz='1 1 0'/>"));
        assertThat(robot.jointNames()).containsExactly("j_x", "j_y", "j_angle");
        assertThat(warnings(robot).toString()).contains("planar joint \"j\" becomes three joints");
        Pose atZero = new Pose(Rotation.aboutZ(0.5), new Vector3(0, 0, 1));
        assertThat(RobotPoses.difference(RobotPoses.worldFromBody(robot, new double[3], "b"), atZero))
                .isLessThan(1e-15);

        Pose moved = RobotPoses.worldFromBody(robot, new double[] {0.3, -0.4, 0.7}, "b");
        Vector3 normal = atZero.rotation().apply(new Vector3(1, 1, 0)).normalized();
        assertThat(moved.position().minus(atZero.position()).dot(normal)).isCloseTo(0, within(1e-15));
        assertThat(moved.position().minus(atZero.position()).norm()).isCloseTo(0.5, within(1e-15));
        Rotation expected = Rotation.about(normal, 0.7).times(atZero.rotation());
        assertThat(RobotPoses.difference(moved.rotation(), expected)).isLessThan(1e-15);
    }

    @Test
    void aFloatingJointAtTheRootMakesTheBaseFloat() {
        RobotModel robot = read(pair("floating", "<origin xyz='0 0 1'/>"));
        assertThat(robot.baseKind()).isEqualTo(BaseKind.FLOATING);
        assertThat(robot.base().name()).isEqualTo("b");
        assertThat(robot.base().inertia().mass()).isEqualTo(1);
        assertThat(robot.joints()).isEmpty();
        assertThat(warnings(robot).toString()).contains("\"b\" becomes the floating base");
    }

    @Test
    void aFloatingJointInsideTheTreeIsSixJoints() {
        String text =
                "<robot name='r'><link name='a'/><link name='b'>%1$s</link><link name='c'>%1$s</link><joint name='j' type='fixed'><parent link='a'/><child link='b'/></joint><joint name='k' type='floating'><origin xyz='0 0 1' rpy='0 0 0.5'/><parent link='b'/><child link='c'/></joint></robot>"
                        .formatted(MASS);
        RobotModel robot = read(text);
        assertThat(robot.jointNames()).containsExactly("k_x", "k_y", "k_z", "k_roll", "k_pitch", "k_yaw");
        assertThat(warnings(robot).toString()).contains("floating joint \"k\" inside the tree becomes six joints");
        Pose pose = RobotPoses.worldFromBody(robot, new double[] {0.1, 0.2, 0.3, 0.4, 0, 0}, "c");
        Pose placement = new Pose(Rotation.aboutZ(0.5), new Vector3(0, 0, 1));
        Pose expected = placement.times(new Pose(Rotation.aboutX(0.4), new Vector3(0.1, 0.2, 0.3)));
        assertThat(pose.position().minus(expected.position()).norm()).isLessThan(1e-15);
        assertThat(RobotPoses.difference(pose.rotation(), expected.rotation())).isLessThan(1e-15);
    }

    @Test
    void limitsThatNobodyCanMeanAreNone() {
        RobotModel robot = read(pair("revolute", "<limit lower='1' upper='-1' effort='-1' velocity='-1'/>"));
        assertThat(robot.joints().get(0).limits()).isEqualTo(JointLimits.NONE);
        assertThat(warnings(robot).toString())
                .contains("lower limit 1.0 above its upper limit -1.0")
                .contains("effort=\"-1\", which is read as no limit");
        assertThatThrownBy(() -> UrdfReader.read(
                        pair("revolute", "<limit lower='1' upper='-1' effort='-1' velocity='-1'/>"),
                        "arm.urdf",
                        ReadOptions.DEFAULT.asStrict()))
                .hasMessageContaining("above its upper limit")
                .hasMessageContaining("effort limit -1.0");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<?xml version='0.0'?>\n",
                "\n <?xml version='1.0'?>",
                "<!-- arm -->\n<?xml version='1.0' encoding='utf-8'?>",
                "exported by hand\n",
                "\ufeff\n<?xml version='1.0'?>"
            })
    void whatStandsBeforeTheFirstElementIsAWarning(String before) {
        String text = before + "<robot name='r'><link name='a'/><surprise/></robot>";
        RobotModel robot = UrdfReader.read(text.getBytes(StandardCharsets.UTF_8), "arm.urdf", ReadOptions.DEFAULT);
        assertThat(robot.warnings()).hasSize(2);
        int line = 1 + (int) before.chars().filter(c -> c == '\n').count();
        assertThat(warnings(robot)).anyMatch(warning -> warning.startsWith("arm.urdf:%s: unknown".formatted(line)));
    }

    @Test
    void undeclaredLinksAreNamedAllAtOnce() {
        assertThatThrownBy(() -> read("<robot name='r'><link name='arm'/><joint name='j' type='fixed'><parent"
                        + " link='amr'/><child link='arm'/></joint><joint name='k' type='odd'><parent"
                        + " link='arm'/><child link='hand'/></joint></robot>"))
                .hasMessageContaining(
                        "joint \"j\" has the parent link \"amr\", but no <link> has that name; did you mean \"arm\"?")
                .hasMessageContaining("joint \"k\" has the child link \"hand\"")
                .hasMessageContaining("unknown type \"odd\"")
                .hasMessageNotContaining("cycle");
    }

    @Test
    void shapesArriveWithTheirMaterials() {
        RobotModel robot = read("""
            <robot name='r'>
              <material name='red'><color rgba='1 0 0 1'/></material>
              <link name='a'>
                <visual name='v'><origin xyz='1 2 3'/><geometry><mesh filename='package://p/a.stl' scale='2 2 2'/></geometry><material name='red'/></visual>
                <visual><geometry><box size='1 2 3'/></geometry><material name=''><color rgba='0 1 0'/></material></visual>
                <collision><geometry><cylinder radius='1' length='2'/></geometry></collision>
                <collision><geometry><sphere radius='x'/></geometry></collision>
                <collision><geometry><cone radius='1'/></geometry></collision>
              </link>
            </robot>\
            """);
        Material red = new Material("red", new Material.Color(1, 0, 0, 1), null);
        assertThat(robot.shapes())
                .containsExactly(
                        new Shape(
                                "a",
                                Shape.Role.VISUAL,
                                "v",
                                Pose.translation(1, 2, 3),
                                new Geometry.Mesh("package://p/a.stl", new Vector3(2, 2, 2)),
                                red),
                        Shape.visual("a", Pose.IDENTITY, new Geometry.Box(new Vector3(1, 2, 3)))
                                .with(Material.of(new Material.Color(0, 1, 0, 1))),
                        Shape.collision("a", Pose.IDENTITY, new Geometry.Cylinder(1, 2)));
        assertThat(warnings(robot))
                .contains("arm.urdf:7: a <collision> of link \"a\" that cannot be read is left out")
                .contains("arm.urdf:8: unknown geometry <cone>");
    }

    @Test
    void gravityAndFloatingBaseComeFromTheExtension() {
        RobotModel robot = read("<robot name='r'><catena gravity='1 2 3' floating='true'/><link name='a'/></robot>");
        assertThat(robot.gravity()).isEqualTo(new Vector3(1, 2, 3));
        assertThat(robot.baseKind()).isEqualTo(BaseKind.FLOATING);
    }

    @Test
    void jointsKeepTheOrderOfTheDocument() {
        StringBuilder text = new StringBuilder("<robot name='r'><link name='root'/>");
        for (String name : List.of("z", "a", "m")) {
            text.append(
                    "<joint name='%1$s' type='continuous'><parent link='root'/><child link='l%1$s'/></joint><link name='l%1$s'>%2$s</link>"
                            .formatted(name, MASS));
        }
        assertThat(read(text + "</robot>").jointNames()).containsExactly("z", "a", "m");
    }

    @Test
    void unknownElementsAreWarnedAboutOnceAndKnownOnesNotAtAll() {
        RobotModel robot = read("""
            <robot name='r'>
              <material name='m'/><gazebo/><transmission/>
              <surprise/><surprise/>
              <link name='a'><sensor/><wonder/></link>
            </robot>\
            """);
        assertThat(warnings(robot))
                .containsExactly(
                        "arm.urdf:3: unknown element <surprise> in <robot> is ignored",
                        "arm.urdf:4: unknown element <wonder> in <link> is ignored");
    }

    @Test
    void missingInertiaIsAWarningButNotOnTheRoot() {
        RobotModel robot = read(pair("fixed", "").replace(MASS, ""));
        assertThat(warnings(robot)).contains("arm.urdf:1: link \"b\" has no inertia");
        assertThat(warnings(robot).toString()).doesNotContain("\"a\"");
    }

    @Test
    void impossibleInertiaIsAWarningUnlessStrict() {
        String text = pair("fixed", "").replace("izz='1'", "izz='3'");
        assertThat(warnings(read(text)).toString()).contains("the sum of any two must not be less than the third");
        assertThatThrownBy(() -> UrdfReader.read(text, "arm.urdf", ReadOptions.DEFAULT.asStrict()))
                .isInstanceOf(ModelException.class);
        assertThatThrownBy(() -> read(text.replace("mass value='1'", "mass value='-1'")))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("a mass cannot be negative");
        String negative = text.replace("ixx='1'", "ixx='-1'");
        assertThat(warnings(read(negative)).toString()).contains("is not positive");
        assertThatThrownBy(() -> UrdfReader.read(negative, "arm.urdf", ReadOptions.DEFAULT.asStrict()))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("is not positive");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
        <robot name='r'> | broken XML
        <robot name='r'><link name='a'></robot> | broken XML
        <html/> | the file must hold a <robot>, but holds a <html>
        '' | broken XML
        <robot name='r'/> | the robot has no <link>
        <robot name='r'><link/></robot> | <link> has no name
        <robot name='r'><link name='a'/><link name='b'/></robot> | there are 2 roots
        <robot name='r'><link name='a'/><link name='a'/></robot> | link "a" is defined twice
        <robot name='r'><link name='a'/><joint name='j' type='fixed'><parent link='a'/><child link='a'/></joint></robot> | there is no root
        <robot name='r'><link name='a'/><joint name='j' type='fixed'><parent link='a'/></joint></robot> | joint "j" has no <child>
        <robot name='r'><link name='a'/><joint name='j' type='fixed'><parent link='a'/><child link='c'/></joint></robot> | joint "j" has the child link "c", but no <link> has that name
        <robot name='r'><link name='a'/><joint name='j' type='revolut'><parent link='a'/><child link='c'/></joint></robot> | unknown type "revolut"; did you mean "revolute"?
        <robot name='r'><link name='a'><inertial><mass value='x'/></inertial></link></robot> | value of <mass> must be a finite decimal number, but is "x"
        <robot name='r'><link name='a'><inertial><mass value='NaN'/></inertial></link></robot> | value of <mass> must be a finite decimal number
        <robot name='r'><link name='a'><inertial><origin xyz='1 2'/><mass value='1'/></inertial></link></robot> | xyz of <origin> must be 3 numbers, but is "1 2"
        <robot name='r'><link name='a'><inertial/></link></robot> | has no <mass>
        <robot name='r'><catena gravty='0 0 0'/><link name='a'/></robot> | <catena> has the unknown attribute gravty; did you mean "gravity"?
        <robot name='r'><xacro:macro/><link name='a'/></robot> | is xacro, not URDF
        <robot name='r'><link name='&who;'/></robot> | broken XML
        """)
    void aBadFileIsReportedWithItsLine(String text, String message) {
        assertThatThrownBy(() -> read(text == null ? "" : text))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining(message)
                .hasMessageContaining("arm.urdf");
    }

    @Test
    void brokenXmlNamesItsLine() {
        assertThatThrownBy(() -> read("<robot name='r'>\n<link name='a'/>\n<link name='b'>\n</robot>"))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("arm.urdf:4: broken XML");
    }

    @Test
    void externalEntitiesAreNotRead() {
        String text = """
            <?xml version="1.0"?>
            <!DOCTYPE robot [<!ENTITY secret SYSTEM "file:///etc/hostname">]>
            <robot name="&secret;"><link name="a"/></robot>\
            """;
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("arm.urdf:2: a document type (<!DOCTYPE …>) is not allowed");
    }

    @Test
    void entitiesDoNotMultiply() {
        StringBuilder text = new StringBuilder("<!DOCTYPE robot [<!ENTITY e0 \"ha\">");
        for (int k = 1; k < 30; k++) {
            text.append("<!ENTITY e%1$s \"&e%2$s;&e%2$s;&e%2$s;&e%2$s;\">".formatted(k, k - 1));
        }
        text.append("]><robot name='&e29;'><link name='a'/></robot>");
        assertThatThrownBy(() -> read(text.toString()))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("is not allowed");
    }

    @Test
    void aSlipInAnExtensionIsNotOverlooked() {
        String text = pair("revolute", "<catena efort_rate='7'><rotor inertia='1' gear='2' axis='0 0 1'/></catena>");
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("unknown attribute efort_rate; did you mean \"effort_rate\"?")
                .hasMessageContaining("unknown attribute gear")
                .hasMessageContaining("<rotor> has no gear_ratio");
    }

    @Test
    void deepNestingIsRefused() {
        String text = "<robot name='r'>" + "<x>".repeat(1000) + "</x>".repeat(1000) + "</robot>";
        assertThatThrownBy(() -> read(text)).isInstanceOf(ModelException.class).hasMessageContaining("nested deeper");
    }

    @Test
    void theWorldNeedNotBeDeclared() {
        RobotModel robot = read("<robot name='r'><link name='a'/><joint name='j' type='revolute'><parent link='world'/>"
                + "<child link='a'/><limit lower='-1' upper='1' effort='1' velocity='1'/></joint></robot>");
        assertThat(robot.base().name()).isEqualTo("world");
        assertThat(warnings(robot).toString()).contains("no <link> is called \"world\"; it is taken for the ground");
    }

    @Test
    void sphericalJointsBecomeThree() {
        RobotModel robot = read("<robot name='r'><link name='a'/><link name='b'/><joint name='j' type='spherical'>"
                + "<parent link='a'/><child link='b'/><mimic joint='x'/></joint></robot>");
        assertThat(robot.jointNames()).containsExactly("j_x", "j_y", "j_z");
        assertThat(warnings(robot).toString())
                .contains("spherical joint \"j\" becomes three joints")
                .contains("the spherical joint \"j\" cannot mimic another one");
    }

    @Test
    void ofTwoElementsTheFirstCounts() {
        RobotModel robot = read("<robot name='r'><link name='a'><inertial><mass value='1'/><mass value='2'/>"
                + "<inertia ixx='1' iyy='1' izz='1'/></inertial></link></robot>");
        assertThat(robot.totalMass()).isEqualTo(1);
        assertThat(warnings(robot)).contains("arm.urdf:1: <inertial> has more than one <mass>; the first one counts");
    }

    @Test
    void hyphensInCommentsAreSkipped() {
        RobotModel robot = read("<robot name='r'>\n<!-- a -- b --><link name='a'/><!-- c ---><![CDATA[<!-- d -- ]]>\n"
                + "<!-- fine --></robot>");
        assertThat(robot.base().name()).isEqualTo("a");
        assertThat(warnings(robot)).contains("arm.urdf:2: a comment holds \"--\", which XML forbids; it is skipped");
        assertThatThrownBy(() -> read("<robot name='r'><link name='a'/><!-- no end"))
                .hasMessageContaining("broken XML");
    }

    /** Version 1.2 of the format has quaternions: a quarter turn about z. */
    @Test
    void orientationsMayBeQuaternions() {
        Joint joint = read(pair("fixed", "<origin xyz='1 2 3' quat_xyzw='0 0 2 2'/>"))
                .joints()
                .get(0);
        Vector3 turned = joint.geometry().parentFromJoint().rotation().apply(Vector3.X);
        assertThat(turned.minus(Vector3.Y).norm()).isLessThan(1e-15);
        assertThatThrownBy(() -> read(pair("fixed", "<origin rpy='0 0 1' quat_xyzw='0 0 2 2'/>")))
                .hasMessageContaining("both rpy and quat_xyzw");
        assertThatThrownBy(() -> read(pair("fixed", "<origin quat_xyzw='0 0 0 0'/>")))
                .hasMessageContaining("names no orientation");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<origin xzy='0 0 1'/> | xzy of <origin>",
                "<axis xy='0 0 1'/> | xy of <axis>",
                "<dynamics damping='1' armature='1'/> | armature of <dynamics>",
                "<limit lowr='1' effort='1' velocity='1'/> | lowr of <limit>"
            })
    void attributesThatNobodyReadsAreNamed(String content, String what) {
        assertThat(warnings(read(pair("continuous", content))).toString()).contains(what + " is not understood");
        assertThat(warnings(read(pair("continuous", "<limit effort='1' velocity='1' acceleration='3' jerk='4'/>")))
                        .toString())
                .doesNotContain("not understood");
    }

    /** A joint in an extension of Gazebo closes a loop, springs and gravity that is off act on what is moved. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<joint name='k' type='revolute'/> | true",
                "<springStiffness>3</springStiffness> | true",
                "<springStiffness>0.0</springStiffness> | false",
                "<turnGravityOff>true</turnGravityOff> | true",
                "<gravity>0</gravity> | true",
                "<gravity>true</gravity> | false",
                "<material>Gazebo/Red</material><mu1>3</mu1> | false"
            })
    void whatGazeboWouldLetActIsNamed(String content, boolean acts) {
        String text =
                pair("continuous", "").replace("</robot>", "<gazebo reference='b'>" + content + "</gazebo></robot>");
        assertThat(warnings(read(text)).toString().contains("in <gazebo> is not understood and left out"))
                .isEqualTo(acts);
    }
}
