package dev.catena.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.catena.dynamics.InverseDynamics;
import dev.catena.formats.mjcf.MjcfReader;
import dev.catena.formats.reading.ReadOptions;
import dev.catena.formats.sdf.SdfReader;
import dev.catena.formats.urdf.UrdfReader;
import dev.catena.model.BaseKind;
import dev.catena.model.Coupling;
import dev.catena.model.CutKind;
import dev.catena.model.Geometry;
import dev.catena.model.JointLimits;
import dev.catena.model.ModelException;
import dev.catena.model.RobotModel;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One robot as URDF, MJCF and SDF: the same joints, masses and torques; and what each format has beside the others. */
class SameRobotInXmlTest {
    private static final String URDF = """
        <robot name='arm'><link name='world'/>
          <link name='upper'><inertial><origin xyz='0.1 0 0.2' rpy='0.3 -0.2 0.5'/><mass value='3'/><inertia ixx='0.02' iyy='0.03' izz='0.04' ixy='0' ixz='0' iyz='0'/></inertial></link>
          <link name='lower'><inertial><origin xyz='0 0.05 0.1'/><mass value='2'/><inertia ixx='0.01' ixy='0.001' ixz='0.002' iyy='0.02' iyz='-0.001' izz='0.015'/></inertial></link>
          <joint name='shoulder' type='revolute'><origin xyz='0 0.1 0.5' rpy='0.4 0 0.7'/><parent link='world'/><child link='upper'/><axis xyz='0 1 0'/><limit lower='-1' upper='2' effort='50' velocity='1000'/><dynamics damping='0.5' friction='0.2'/></joint>
          <joint name='slide' type='prismatic'><origin xyz='0.3 0 0.1' rpy='0 0.6 0'/><parent link='upper'/><child link='lower'/><axis xyz='1 0 1'/><limit lower='0' upper='0.4' effort='20' velocity='1000'/></joint>
        </robot>\
        """;

    /** Degrees, classes and an orientation by two axes; the inertia of the lower body is given in full. */
    private static final String MJCF = """
        <mujoco model='arm'>
          <compiler angle='degree' eulerseq='XYZ'/>
          <default><joint damping='0.5'/><default class='sliding'><joint type='slide' damping='0' axis='1 0 1'/></default></default>
          <worldbody>
            <body name='upper' pos='0 0.1 0.5' euler='%s 0 %s'>
              <inertial pos='0.1 0 0.2' euler='%s %s %s' mass='3' diaginertia='0.02 0.03 0.04'/>
              <joint name='shoulder' axis='0 1 0' range='%s %s' frictionloss='0.2'/>
              <frame pos='0.3 0 0.1'>
                <body name='lower' axisangle='0 1 0 %s'>
                  <inertial pos='0 0.05 0.1' mass='2' fullinertia='0.01 0.02 0.015 0.001 0.002 -0.001'/>
                  <joint name='slide' class='sliding' range='0 0.4'/>
                </body>
              </frame>
            </body>
          </worldbody>
          <actuator>
            <motor joint='shoulder' gear='25' ctrlrange='-2 2'/>
            <general joint='slide' gainprm='10' biasprm='0 -10' biastype='affine' forcerange='-20 20'/>
          </actuator>
        </mujoco>\
        """.formatted(
                    degrees(0.4),
                    degrees(0.7),
                    degrees(0.3),
                    degrees(-0.2),
                    degrees(0.5),
                    degrees(-1),
                    degrees(2),
                    degrees(0.6));

    private static final String SDF = """
        <sdf version='1.9'><model name='arm'>
          <pose>5 6 7 0 0 1</pose>
          <frame name='mount'><pose relative_to='__model__'>0 0.1 0.5 0.4 0 0.7</pose></frame>
          <link name='upper'><pose relative_to='mount'/><inertial><pose>0.1 0 0.2 0.3 -0.2 0.5</pose><mass>3</mass><inertia><ixx>0.02</ixx><iyy>0.03</iyy><izz>0.04</izz></inertia></inertial></link>
          <link name='lower'><pose relative_to='slide'/><inertial><pose>0 0.05 0.1 0 0 0</pose><mass>2</mass><inertia><ixx>0.01</ixx><ixy>0.001</ixy><ixz>0.002</ixz><iyy>0.02</iyy><iyz>-0.001</iyz><izz>0.015</izz></inertia></inertial></link>
          <joint name='shoulder' type='revolute'><parent>world</parent><child>upper</child>
            <axis><xyz>0 1 0</xyz><limit><lower>-1</lower><upper>2</upper><effort>50</effort><velocity>-1</velocity></limit><dynamics><damping>0.5</damping><friction>0.2</friction></dynamics></axis></joint>
          <joint name='slide' type='prismatic'><pose relative_to='upper' degrees='true'>0.3 0 0.1 0 %s 0</pose><parent>upper</parent><child>lower</child>
            <axis><xyz expressed_in='slide'>1 0 1</xyz><limit><lower>0</lower><upper>0.4</upper><effort>20</effort></limit></axis></joint>
        </model></sdf>\
        """.formatted(degrees(0.6));

    private static double degrees(double radians) {
        return Math.toDegrees(radians);
    }

    private static RobotModel mjcf(String text) {
        return MjcfReader.read(text, "arm.xml", ReadOptions.DEFAULT);
    }

    private static RobotModel sdf(String text) {
        return SdfReader.read(text, "arm.sdf", ReadOptions.DEFAULT);
    }

    @Test
    void massesTorquesAndLimitsAreTheSame() {
        RobotModel urdf = UrdfReader.read(URDF, "arm.urdf", ReadOptions.DEFAULT);
        // the world of SDF is turned against the model, which torques under gravity would show
        RobotModel[] others = {mjcf(MJCF), sdf(SDF.replace("5 6 7 0 0 1", "5 6 7 0 0 0"))};
        double[] q = {0.7, 0.2};
        double[] v = {0.5, -0.3};
        double[] a = {1.5, -2};
        double[] expected = new double[2];
        new InverseDynamics(urdf).compute(q, v, a, expected);
        for (RobotModel robot : others) {
            assertThat(robot.jointNames()).isEqualTo(urdf.jointNames());
            double[] torque = new double[2];
            new InverseDynamics(robot).compute(q, v, a, torque);
            assertThat(torque).containsExactly(expected, within(1e-13));
            for (int k = 0; k < 2; k++) {
                JointLimits limits = robot.movingJoints().get(k).limits();
                JointLimits given = urdf.movingJoints().get(k).limits();
                assertThat(limits.lower()).isCloseTo(given.lower(), within(1e-15));
                assertThat(limits.upper()).isCloseTo(given.upper(), within(1e-15));
                assertThat(limits.effort()).isEqualTo(given.effort());
                assertThat(robot.movingJoints().get(k).friction())
                        .isEqualTo(urdf.movingJoints().get(k).friction());
            }
        }
    }

    @Test
    void inertiasComeFromGeoms() {
        RobotModel robot = mjcf("""
            <mujoco><worldbody><body name='b'><joint/>
              <geom type='box' size='0.1 0.2 0.3' pos='1 0 0' mass='2'/>
              <geom type='capsule' fromto='0 0 0 0 0 0.4' size='0.05'/>
              <geom type='sphere' size='0.1' density='0'/>
            </body></worldbody></mujoco>\
            """);
        SpatialInertia inertia = robot.bodies().get(1).inertia();
        double capsule = 1000 * Math.PI * (0.0025 * 0.4 + 4.0 / 3 * 0.000125);
        assertThat(inertia.mass()).isCloseTo(2 + capsule, within(1e-13));
        assertThat(inertia.firstMoment().x()).isCloseTo(2, within(1e-13));
        assertThat(inertia.firstMoment().z()).isCloseTo(0.2 * capsule, within(1e-13));
        // about z: the box by Steiner, cylinder and ball of the capsule
        double ball = 1000 * Math.PI * 4.0 / 3 * 0.000125;
        double expected = 2.0 / 12 * (0.2 * 0.2 + 0.4 * 0.4) + 2 + (capsule - ball) * 0.0025 / 2 + 0.4 * ball * 0.0025;
        assertThat(inertia.tensorAboutOrigin().zz()).isCloseTo(expected, within(1e-13));
        assertThat(robot.shapes())
                .anyMatch(shape -> shape.geometry().equals(new Geometry.Box(new Vector3(0.2, 0.4, 0.6))));
    }

    @Test
    void freeAndBallJointsAndReferencesOfMjcf() {
        String body = "<inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/>";
        RobotModel robot = mjcf(
                "<mujoco><worldbody><body name='trunk'><freejoint/>%s<body name='arm' pos='1 0 0'><joint name='ball' type='ball' pos='0 0 1'/>%s</body></body></worldbody></mujoco>"
                        .formatted(body, body));
        assertThat(robot.baseKind()).isEqualTo(BaseKind.FLOATING);
        assertThat(robot.base().name()).isEqualTo("trunk");
        assertThat(robot.jointNames()).containsExactly("ball_x", "ball_y", "ball_z");
        Vector3 turned = RobotPoses.worldFromBody(robot.withFixedBase(), new double[] {Math.PI / 2, 0, 0}, "arm")
                .position();
        assertThat(turned.minus(new Vector3(1, 1, 1)).norm()).isLessThan(1e-15);
        RobotModel shown = mjcf(
                "<mujoco><worldbody><body name='b' pos='0 0 2'><joint name='j' pos='1 0 0' axis='0 0 1' ref='90'/>%s</body></worldbody></mujoco>"
                        .formatted(body));
        assertThat(RobotPoses.worldFromBody(shown, new double[] {Math.PI / 2}, "b")
                        .position()
                        .minus(new Vector3(0, 0, 2))
                        .norm())
                .isLessThan(1e-15);
    }

    @Test
    void equalitiesAreLoopsAndCouplings() {
        String body = "<inertial pos='0.1 0 0' mass='1' diaginertia='1 1 1'/>";
        RobotModel robot = mjcf("""
            <mujoco><worldbody>
              <body name='a'><joint name='ja'/>%1$s</body>
              <body name='b' pos='1 0 0'><joint name='jb' ref='10'/>%1$s</body>
              <body name='c'><joint name='jc'/>%1$s</body>
              <body name='d'><joint name='jd'/>%1$s<body name='e' pos='0.5 0 0'><joint name='je'/>%1$s</body></body>
            </worldbody>
            <equality><joint joint1='jb' joint2='ja' polycoef='0.1 -2 0 0 0'/><connect name='pin' body1='c' body2='e' anchor='0.3 0 0'/></equality>
            <actuator><motor joint='ja'/><motor joint='jc'/></actuator></mujoco>\
            """.formatted(body));
        Coupling coupling = robot.couplings().get(0);
        assertThat(coupling.factor()).isEqualTo(-2);
        assertThat(coupling.offset()).isCloseTo(Math.toRadians(10) + 0.1, within(1e-15));
        assertThat(robot.loops().cutJoints().get(0).kind()).isEqualTo(CutKind.SPHERICAL);
        assertThat(robot.loops()
                        .cutJoints()
                        .get(0)
                        .secondFromJoint()
                        .position()
                        .minus(new Vector3(-0.2, 0, 0))
                        .norm())
                .isLessThan(1e-15);
        assertThat(robot.loops().activeJoints()).containsExactly("ja", "jc");
    }

    @Test
    void gearboxesAndTwoAxesOfSdf() {
        RobotModel robot = sdf("""
            <sdf version='1.7'><model name='gears'><link name='base'/><link name='g1'/><link name='g2'/><link name='wheel'/>
              <joint name='fix' type='fixed'><parent>world</parent><child>base</child></joint>
              <joint name='j1' type='revolute'><parent>base</parent><child>g1</child><axis><xyz>0 0 1</xyz></axis></joint>
              <joint name='j2' type='revolute'><parent>base</parent><child>g2</child><axis><xyz>0 0 -1</xyz></axis></joint>
              <joint name='box' type='gearbox'><parent>g1</parent><child>g2</child><gearbox_ratio>3</gearbox_ratio><gearbox_reference_body>base</gearbox_reference_body><axis><xyz>0 0 1</xyz></axis><axis2><xyz>0 0 1</xyz></axis2></joint>
              <joint name='steer' type='universal'><parent>g2</parent><child>wheel</child><axis><xyz>0 0 1</xyz></axis><axis2><xyz>0 1 0</xyz></axis2></joint>
            </model></sdf>\
            """);
        assertThat(robot.jointNames()).containsExactly("j2", "steer_1", "steer_2");
        assertThat(robot.couplings().get(0)).isEqualTo(new Coupling("j1", "j2", 3, 0));
        assertThat(robot.totalMass()).isEqualTo(4);
    }

    @Test
    void aModelThatNothingHoldsFloats() {
        RobotModel robot = sdf("<sdf version='1.7'><model name='m'><link name='a'/></model></sdf>");
        assertThat(robot.baseKind()).isEqualTo(BaseKind.FLOATING);
        assertThat(robot.warnings().toString()).contains("no joint ties the model to the world");
    }

    @Test
    void problemsAreNamedAllAtOnceWithTheirLines() {
        assertThatThrownBy(() -> mjcf("""
            <mujoco><worldbody>
            <body name='a'><joint type='bal'/></body>
            <body name='a'><geom type='box' size='1'/></body></worldbody></mujoco>\
            """))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("arm.xml:2: joint \"a_joint\" has the unknown type \"bal\"")
                .hasMessageContaining("arm.xml:3: body \"a\" is defined twice")
                .hasMessageContaining("arm.xml:3: size of a box <geom> needs 3 numbers");
        assertThatThrownBy(() -> sdf("""
            <sdf><model name='m'>
            <link name='a'><pose relative_to='b'/></link>
            <link name='b'><pose relative_to='a'/></link><joint name='j'
             type='revolute'><parent>a</parent><child>c</child></joint></model></sdf>\
            """))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("has the child \"c\", but no link has that name");
        assertThat(mjcf("<mujoco><worldbody><body name='a'><composite/></body></worldbody><tendon/></mujoco>")
                        .warnings()
                        .toString())
                .contains("<composite> is not understood")
                .contains("<tendon> is not understood");
    }

    @Test
    void theRootElementTellsTheFormatOfXml(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("arm.xml");
        for (String text : new String[] {URDF, MJCF, SDF}) {
            Files.writeString(file, text);
            assertThat(RobotFiles.read(file).jointNames()).containsExactly("shoulder", "slide");
        }
        Files.writeString(file, "<mujoco><include file='../x.xml'/></mujoco>");
        Files.writeString(folder.resolve("../x.xml"), "<mujoco/>");
        assertThatThrownBy(() -> RobotFiles.read(file)).hasMessageContaining("outside of the folder");
        Files.delete(folder.resolve("../x.xml"));
    }
}
