package dev.catena.formats.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.catena.formats.reading.ReadOptions;
import dev.catena.model.BaseKind;
import dev.catena.model.Drive;
import dev.catena.model.Friction;
import dev.catena.model.InertiaPolicy;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.JointKind;
import dev.catena.model.JointLimits;
import dev.catena.model.ModelException;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.Rotation;
import dev.catena.model.Rotor;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Spring;
import dev.catena.model.Vector3;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RobotYamlReaderTest {
    private static final String HEAD = "catena: 1\nname: arm\nconvention: placement\njoints:\n";

    private static RobotModel read(String text) {
        return RobotYamlReader.read(text, "arm.yaml", ReadOptions.DEFAULT);
    }

    @Test
    void everyKeyArrivesInTheModel() {
        RobotModel robot = read("""
                catena: 1
                name: arm
                source: made up
                gravity: [1, 2, 3]
                inertia-policy: lenient
                base:
                  name: foot
                  floating: true
                  inertia: {mass: 3, center-of-mass: [0, 0, 0.1], tensor-about-center: [1, 1, 1]}
                convention: placement
                joints:
                  - name: j1
                    kind: revolute
                    body: b1
                    placement: {xyz: [1, 2, 3], rpy: [90 deg, 0, 0]}
                    axis: [0, 0, 2]
                    body-frame: {xyz: [0, 1, 0], quaternion: [0, 0, 0, 1]}
                    limits: {lower: -90 deg, upper: .inf, velocity: 180 deg, effort: 5, effort-rate: 7}
                    friction: {coulomb: 0.1, viscous: 0.2, smoothing-velocity: 0.3}
                    drive:
                      reflected-inertia: 0.4
                      rotor: {inertia: 1e-3, gear-ratio: 50, carrier: foot, axis: [0, 1, 0]}
                    inertia:
                      mass: 2
                      first-moment: [2, 0, 0]
                      tensor-about-origin: {xx: 1, xy: 0.1, xz: 0, yy: 4, yz: 0, zz: 4.5}
                """);
        assertThat(robot.name()).isEqualTo("arm");
        assertThat(robot.gravity()).isEqualTo(new Vector3(1, 2, 3));
        assertThat(robot.baseKind()).isEqualTo(BaseKind.FLOATING);
        assertThat(robot.inertiaPolicy()).isEqualTo(InertiaPolicy.LENIENT);
        assertThat(robot.base().name()).isEqualTo("foot");
        assertThat(robot.base().inertia().centerOfMass().z()).isEqualTo(0.1);

        Joint j1 = robot.joints().get(0);
        assertThat(j1.parent()).isEqualTo("foot");
        assertThat(j1.geometry().parentFromJoint())
                .isEqualTo(new Pose(Rotation.fromRollPitchYaw(0.5 * Math.PI, 0, 0), new Vector3(1, 2, 3)));
        assertThat(j1.geometry().axisInJoint()).isEqualTo(new Vector3(0, 0, 2));
        assertThat(j1.geometry().jointFromBody()).isEqualTo(Pose.translation(0, 1, 0));
        assertThat(j1.limits()).isEqualTo(new JointLimits(-Math.PI / 2, Double.POSITIVE_INFINITY, Math.PI, 5, 7));
        assertThat(j1.friction()).isEqualTo(new Friction(0.1, 0.2, 0.3));
        assertThat(j1.drive()).isEqualTo(new Drive(0.4, new Rotor(1e-3, 50, "foot", Vector3.Y)));
        assertThat(robot.bodies().get(1).inertia())
                .isEqualTo(SpatialInertia.fromFirstMoment(
                        2, new Vector3(2, 0, 0), new InertiaTensor(1, 0.1, 0, 4, 0, 4.5)));
    }

    @Test
    void aDriveWithEverything() {
        RobotModel robot = read(HEAD + """
                  - name: j1
                    kind: revolute
                    body: b1
                    axis: [0, 0, 1]
                    friction: {viscous: 0.2}
                    drive:
                      reflected-inertia: 0.4
                      spring: {stiffness: 900, rest-offset: 0.05}
                      friction: {coulomb: 0.1, viscous: 0.3, smoothing-velocity: 0.01}
                      rotor:
                        inertia: 1e-3
                        gear-ratio: 50
                        carrier: b1
                        axis: [0, 1, 0]
                        motor: {mass: 0.5, center-of-mass: [1, 0, 0], tensor-about-center: [2e-3, 1e-3, 2e-3]}
                    inertia: {mass: 2, tensor-about-center: [1, 1, 1]}
                """);
        SpatialInertia motor = new SpatialInertia(0.5, new Vector3(1, 0, 0), InertiaTensor.diagonal(2e-3, 1e-3, 2e-3));
        assertThat(robot.joints().get(0).drive())
                .isEqualTo(new Drive(
                        0.4,
                        new Rotor(1e-3, 50, "b1", Vector3.Y, motor),
                        new Spring(900, 0.05),
                        new Friction(0.1, 0.3, 0.01)));
        assertThat(robot.joints().get(0).friction()).isEqualTo(Friction.of(0, 0.2));
        assertThat(robot.declaredBodies().get(1).inertia().mass()).isEqualTo(2);
        assertThat(robot.bodies().get(1).inertia())
                .isEqualTo(robot.declaredBodies().get(1).inertia().plus(motor));
        assertThat(robot.totalMass()).isEqualTo(2.5);
    }

    /** Every problem of a drive, with its line. */
    @Test
    void impossibleDrivesAreNamed() {
        assertThatThrownBy(() -> read(HEAD + """
                  - name: j1
                    kind: revolute
                    axis: [0, 0, 1]
                    drive:
                      spring: {stiffness: -1, rest-offset: 1}
                      friction: {coulomb: -2}
                      rotor:
                        inertia: 1
                        gear-ratio: 50
                        axis: [0, 1, 0]
                        motor: {mass: 0.5, tensor-about-center: [2, 0.5, 2]}
                    inertia: {mass: 2, tensor-about-center: [1, 1, 1]}
                  - name: j2
                    kind: fixed
                    drive: {spring: {stiffness: 10}, rotor: {inertia: 0, gear-ratio: 1, axis: [1, 0, 0], motor: {mass: -1}}}
                    inertia: {mass: 2, tensor-about-center: [1, 1, 1]}
                """))
                .hasMessageContaining(
                        "joint \"j1\" has stiffness -1.0, but it must be positive and finite; a rigid drive has none")
                .hasMessageContaining(
                        "joint \"j1\" has Coulomb friction of its motor -2.0, but it must be zero or more")
                .hasMessageContaining("the motor of joint \"j1\" has an inertia of 0.5")
                .hasMessageContaining("less than the rotor's 1.00000 kg m²")
                .hasMessageContaining("joint \"j2\" is fixed, but has a spring")
                .hasMessageContaining("joint \"j2\" is fixed, but has a rotor")
                .hasMessageContaining("the motor of joint \"j2\" has mass -1.0 kg, but a mass cannot be negative");
        assertThatThrownBy(() -> read(HEAD + """
                  - {name: j1, kind: revolute, axis: [0, 0, 1], drive: {spring: {stifness: 3}}, inertia: {mass: 1, tensor-about-center: [1, 1, 1]}}
                """)).hasMessageContaining("stiffness");
    }

    @Test
    void numbersThatOverflowAreNamed() {
        assertThatThrownBy(() -> read("""
                catena: 1
                name: r
                joints:
                - {name: a, kind: revolute, convention: placement, axis: [0, 0, 1],
                   inertia: {mass: 1e-300, first-moment: [1e10, 0, 0], tensor-about-center: [1, 1, 1]}}
                - {name: b, kind: revolute, convention: placement, axis: [0, 0, 1],
                   inertia: {mass: 1, center-of-mass: [1e200, 0, 0], tensor-about-origin: [1, 1, 1]}}
                """))
                .hasMessageContaining("has an inertia that is not finite: its mass center is (Infinity, 0.0, 0.0) m")
                .hasMessageContaining("not finite: about its mass center, xx is 1.0, xy 0.0, xz 0.0, yy -Infinity");
    }

    @Test
    void principalMomentsAreTurnedIntoTheBody() {
        RobotModel robot = read(HEAD + """
                  - {name: j1, kind: fixed, body: b1}
                  - name: j2
                    kind: prismatic
                    axis: [1, 0, 0]
                    inertia:
                      mass: 1
                      principal: {moments: [1, 2, 2.5], axes: {rpy: [0, 0, 90 deg]}}
                """);
        Joint j2 = robot.joints().get(1);
        assertThat(j2.parent()).isEqualTo("b1");
        assertThat(j2.child()).isEqualTo("j2_body");
        InertiaTensor turned = robot.bodies().get(2).inertia().tensorAboutCenter();
        assertThat(turned.xx()).isCloseTo(2, within(1e-15));
        assertThat(turned.yy()).isCloseTo(1, within(1e-15));
    }

    @Test
    void compositeJointsTakeDetailsByFreedom() {
        RobotModel robot = read(HEAD + """
                  - {name: hip, kind: spherical, body: leg, freedoms: {y: {friction: {viscous: 2}}}, inertia: {mass: 1, tensor-about-center: [1, 1, 1]}}
                  - {name: u, kind: universal, inertia: {mass: 1, tensor-about-center: [1, 1, 1]}}
                  - {name: p, kind: planar, inertia: {mass: 1, tensor-about-center: [1, 1, 1]}}
                  - {name: c, kind: cylindrical, placement: {xyz: [0, 0, 1]}, inertia: {mass: 1, tensor-about-center: [1, 1, 1]}}
                """);
        assertThat(robot.jointNames())
                .containsExactly(
                        "hip_x", "hip_y", "hip_z", "u_x", "u_y", "p_x", "p_y", "p_angle", "c_shift", "c_angle");
        assertThat(robot.joints().get(1).friction().viscous()).isEqualTo(2);
        assertThat(robot.joints().get(1).kind()).isEqualTo(JointKind.REVOLUTE);
    }

    /** Found by Jazzer: what looks like a name is a comment. */
    @Test
    void aNameThatIsEmptyHasALine() {
        assertThatThrownBy(() -> read("""
                        catena: 1
                        name: #1 arm
                        convention: dh-modified
                        """))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("arm.yaml:2: the robot has no name");
    }

    @Test
    void joinsAllProblemsOfAFileInOneMessage() {
        assertThatThrownBy(() -> read("""
                        catena: 2
                        name: arm
                        gravty: [0, 0, 1]
                        convention: dh-modifed
                        joints:
                          - name: j1
                            kind: revolut
                            theta: NaN
                            alpha: 90 degrees
                            inertia:
                              mass: -1
                              tensor-about-center: [1, 1]
                        """))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("arm.yaml:1: the format version is \"2\"")
                .hasMessageContaining("arm.yaml:3: unknown key \"gravty\"; did you mean \"gravity\"?")
                .hasMessageContaining("arm.yaml:4: unknown convention \"dh-modifed\"; did you mean \"dh-modified\"?")
                .hasMessageContaining("arm.yaml:7: unknown kind \"revolut\"; did you mean \"revolute\"?")
                .hasMessageContaining(
                        "arm.yaml:12: tensor-about-center must be a list of 3 numbers, but is a list of 2");
    }

    @ParameterizedTest(name = "{0} gives {1}")
    @CsvSource(delimiter = '|', textBlock = """
                    - {name: a, kind: revolute, axis: [0, 0, NaN]} | axis must be a finite decimal number, but is "NaN"
                    - {name: a, kind: revolute, axis: [0, 0, .inf]} | axis must be a finite decimal number, but is ".inf"
                    - {name: a, kind: revolute, axis: [0, 0, 1e999]} | must be a finite decimal number, but is "1e999"
                    - {name: a, kind: revolute, axis: [0, 0, 0x1p3]} | must be a finite decimal number
                    - {name: a, kind: revolute, axis: [0, 0, 0]} | has an axis of zero length
                    - {name: a, kind: revolute} | "axis" is missing
                    - {name: a, axis: [0, 0, 1]} | "kind" is missing
                    - {kind: fixed} | "name" is missing
                    - {name: a, kind: fixed, parent: nowhere} | has parent "nowhere", but there is no such body
                    - {name: a, kind: fixed, placement: {rpy: [0, 0, 0], matrix: [1, 0, 0, 0, 1, 0, 0, 0, 1]}} | rpy and matrix are given, but only one of them may be
                    - {name: a, kind: fixed, placement: {matrix: [2, 0, 0, 0, 1, 0, 0, 0, 1]}} | the matrix is no rotation
                    - {name: a, kind: fixed, placement: {quaternion: [0, 0, 0, 0]}} | the quaternion is zero
                    - {name: a, kind: fixed, placement: [1, 2, 3]} | placement must be a mapping, but is a list
                    - {name: a, kind: fixed, placement: {xyz: 1}} | xyz must be a list of 3 numbers, but is "1"
                    - {name: a, kind: fixed, limits: {lower: 2, upper: 1}} | has lower limit 2.0 above its upper limit 1.0
                    - {name: a, kind: prismatic, axis: [1, 0, 0], limits: {lower: 3 deg}} | lower must be a finite decimal number, but is "3 deg"
                    - {name: a, kind: fixed, inertia: {mass: 0, first-moment: [1, 0, 0]}} | a body without mass has no first moment
                    - {name: a, kind: fixed, inertia: {center-of-mass: [1, 0, 0]}} | "mass" is missing
                    - {name: a, kind: fixed, inertia: {mass: 1, center-of-mass: [0, 0, 0], first-moment: [0, 0, 0]}} | center-of-mass and first-moment are given
                    - {name: a, kind: fixed, inertia: {mass: 1, tensor-about-center: [1, 1, 3]}} | the sum of any two must not be less than the third
                    - {name: a, kind: fixed, inertia: {mass: 1, tensor: [1, 1, 1]}} | unknown key "tensor"
                    - {name: a, kind: revolute, axis: [0, 0, 1], drive: {rotor: {inertia: 1, gear-ratio: 1}}} | "axis" is missing
                    - {name: a, kind: spherical, freedoms: {w: {}}} | unknown key "w"
                    - {name: a, kind: spherical, convention: dh-standard} | has no standard Denavit-Hartenberg parameters
                    - {name: a, kind: fixed, name: b} | key "name" is given twice
                    - {name: &x a, kind: fixed} | anchors (&x) are not allowed
                    - {name: *x, kind: fixed} | aliases (*x) are not allowed
                    - {name: !!java.io.File a, kind: fixed} | tags (tag:yaml.org,2002:java.io.File) are not allowed
                    - {name: [a], kind: fixed} | name must be one word or text, but is a list
                    - {? [a] : b} | a key must be a word, but is a list
                    - 17 | an entry of joints must be a mapping, but is "17"
                    - [ | broken YAML
                    """)
    void aBadJointIsReportedWithItsLine(String joint, String message) {
        assertThatThrownBy(() -> read(HEAD + "  " + joint + "\n"))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining(message)
                .hasMessageContaining("arm.yaml:");
    }

    @ParameterizedTest(name = "{0} gives {1}")
    @CsvSource(delimiter = '|', textBlock = """
                    '' | the file is empty
                    'hello' | the file must be a mapping, but is "hello"
                    'name: a' | "catena" is missing
                    'name: a' | "joints" is missing
                    'catena: 1' | "name" is missing
                    'base: {floating: maybe}' | floating must be true or false, but is "maybe"
                    'inertia-policy: none' | inertia-policy must be strict or lenient, but is "none"
                    'joints: 3' | joints must be a list, but is "3"
                    'joints: [{name: a, kind: fixed}]' | no convention is named
                    """)
    void aBadTopIsReported(String text, String message) {
        assertThatThrownBy(() -> read(text)).isInstanceOf(ModelException.class).hasMessageContaining(message);
    }

    @Test
    void deepNestingIsRefusedAndNotARunawayRecursion() {
        String deep = "catena: " + "[".repeat(100_000);
        assertThatThrownBy(() -> read(deep)).isInstanceOf(ModelException.class).hasMessageContaining("nested deeper");
    }

    @Test
    void theExampleOfTheDocumentationIsRead() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "robot-yaml.md"));
        String example =
                page.substring(page.indexOf("```yaml") + 7, page.indexOf("```\n", page.indexOf("```yaml") + 7));
        RobotModel robot = read(example);
        assertThat(robot.jointNames()).containsExactly("shoulder");
        assertThat(robot.warnings()).isEmpty();
    }

    @Test
    void oneFileHoldsOneRobot() {
        assertThatThrownBy(() -> read("catena: 1\n---\ncatena: 1\n"))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("second document");
    }

    @Test
    void optionsOverrideTheFile() {
        String text = HEAD + "  - {name: a, kind: fixed}\n";
        RobotModel robot = RobotYamlReader.read(
                text, "arm.yaml", ReadOptions.DEFAULT.named("other").withFloatingBase());
        assertThat(robot.name()).isEqualTo("other");
        assertThat(robot.baseKind()).isEqualTo(BaseKind.FLOATING);
        String lenient = text.replace("name: arm", "name: arm\ninertia-policy: lenient")
                + "  - {name: b, kind: fixed, inertia: {mass: 1, tensor-about-center: [1, 1, 3]}}\n";
        assertThat(read(lenient).warnings()).isNotEmpty();
        assertThatThrownBy(() -> RobotYamlReader.read(lenient, "arm.yaml", ReadOptions.DEFAULT.asStrict()))
                .isInstanceOf(ModelException.class);
    }
}
