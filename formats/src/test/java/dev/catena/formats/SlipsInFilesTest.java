package dev.catena.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.formats.mjcf.MjcfReader;
import dev.catena.formats.par.ParReader;
import dev.catena.formats.reading.ReadOptions;
import dev.catena.formats.sdf.SdfReader;
import dev.catena.formats.urdf.UrdfReader;
import dev.catena.formats.yaml.RobotYamlReader;
import dev.catena.formats.yaml.RobotYamlWriter;
import dev.catena.model.ModelException;
import dev.catena.model.RobotModel;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Slips of the pen in descriptions: every attribute and element in turn. What makes another robot is said. */
class SlipsInFilesTest {
    private static final String URDF = """
            <robot name='arm'>
              <catena gravity='0 0 -9.81' floating='false' inertia_policy='lenient'/>
              <link name='base'><inertial><mass value='7'/><inertia ixx='0.3' iyy='0.3' izz='0.3'/></inertial></link>
              <link name='upper'><inertial><origin xyz='0.1 0 0.2' rpy='0.3 -0.2 0.5'/><mass value='3'/><inertia ixx='0.02' iyy='0.03' izz='0.04' ixy='0.001' ixz='0.002' iyz='0.003'/></inertial></link>
              <link name='lower'><inertial><origin xyz='0 0.05 0.1' quat_xyzw='0 0 0.6 0.8'/><mass value='2'/><inertia ixx='0.01' iyy='0.02' izz='0.015'/></inertial></link>
              <link name='hand'><inertial><mass value='1'/><inertia ixx='0.01' iyy='0.02' izz='0.015'/></inertial></link>
              <joint name='shoulder' type='revolute'><origin xyz='0 0.1 0.5' rpy='0.4 0 0.7'/><parent link='base'/><child link='upper'/><axis xyz='0 1 0'/>
                <limit lower='-1' upper='2' effort='50' velocity='10'/><dynamics damping='0.5' friction='0.2'/>
                <catena effort_rate='9' smoothing_velocity='0.01' reflected_inertia='0.1' stiffness='1000' rest_offset='0.1' motor_friction='0.3' motor_damping='0.4' motor_smoothing_velocity='0.02'><rotor inertia='0.001' gear_ratio='50' carrier='base' axis='0 1 0'/></catena></joint>
              <joint name='slide' type='prismatic'><parent link='upper'/><child link='lower'/><axis xyz='1 0 1'/><limit lower='0' upper='0.4' effort='20' velocity='5'/></joint>
              <joint name='wrist' type='continuous'><parent link='lower'/><child link='hand'/><axis xyz='1 0 0'/><mimic joint='shoulder' multiplier='0.5' offset='0.1'/></joint>
              <gazebo reference='upper'><turnGravityOff>false</turnGravityOff><kinematic>false</kinematic><gravity>true</gravity><springStiffness>0</springStiffness><dampingFactor>0</dampingFactor></gazebo>
            </robot>
            """;

    private static final String SDF = """
            <sdf version='1.9'><world name='w'><gravity>0 0 -9.7</gravity><model name='arm' canonical_link='base'>
              <static>false</static><enable_wind>false</enable_wind><pose>0.1 0.2 0.3 0.1 0.2 0.3</pose>
              <frame name='mark' attached_to='base'><pose relative_to='base'>0.1 0 0.2 0 0 0.5</pose></frame>
              <link name='base'><gravity>true</gravity><kinematic>false</kinematic><enable_wind>false</enable_wind><velocity_decay><linear>0</linear><angular>0</angular></velocity_decay>
                <inertial auto='false'><mass>7</mass><pose>0.1 0 0.2 0.3 -0.2 0.5</pose><inertia><ixx>0.3</ixx><ixy>0.01</ixy><ixz>0.02</ixz><iyy>0.31</iyy><iyz>0.03</iyz><izz>0.32</izz></inertia></inertial></link>
              <link name='upper'><pose relative_to='mark' degrees='false' rotation_format='euler_rpy'>0.3 0.1 0.2 0.4 0.5 0.6</pose><inertial><mass>3</mass><inertia><ixx>0.02</ixx><iyy>0.03</iyy><izz>0.04</izz></inertia></inertial></link>
              <link name='lower'><pose>0.3 0.1 0.9 0 0 0</pose><inertial><mass>2</mass><inertia><ixx>0.02</ixx><iyy>0.03</iyy><izz>0.04</izz></inertia></inertial></link>
              <link name='hand'><pose>0.3 0.1 1.3 0 0 0</pose><inertial><mass>2.5</mass><inertia><ixx>0.02</ixx><iyy>0.03</iyy><izz>0.04</izz></inertia></inertial></link>
              <link name='nut'><pose>0.3 0.1 1.5 0 0 0</pose><inertial><mass>1.5</mass><inertia><ixx>0.02</ixx><iyy>0.03</iyy><izz>0.04</izz></inertia></inertial></link>
              <joint name='foot' type='fixed'><parent>world</parent><child>base</child></joint>
              <joint name='shoulder' type='revolute'><parent>base</parent><child>upper</child><pose relative_to='upper'>0.1 0.2 0.3 0.4 0.5 0.6</pose>
                <axis><xyz expressed_in='mark'>0 1 0.5</xyz><limit><lower>-1</lower><upper>2</upper><effort>50</effort><velocity>10</velocity></limit><dynamics><damping>0.5</damping><friction>0.2</friction><spring_reference>0</spring_reference><spring_stiffness>0</spring_stiffness></dynamics></axis></joint>
              <joint name='slide' type='prismatic'><parent>upper</parent><child>lower</child><axis><xyz>1 0 1</xyz></axis></joint>
              <joint name='wrist' type='continuous'><parent>lower</parent><child>hand</child><axis><xyz>1 0 0</xyz><mimic joint='shoulder'><multiplier>0.5</multiplier><offset>0.1</offset><reference>0.2</reference></mimic></axis></joint>
              <joint name='thread' type='screw'><parent>hand</parent><child>nut</child><axis><xyz>1 0 0</xyz></axis><screw_thread_pitch>0.01</screw_thread_pitch></joint>
            </model></world></sdf>
            """;

    private static final String MJCF = """
            <mujoco model='arm'>
              <compiler angle='radian' eulerseq='XYZ' autolimits='true' boundmass='0.01' boundinertia='0.001' balanceinertia='true' inertiafromgeom='auto' inertiagrouprange='0 3'/>
              <option gravity='0 0 -9.7'><flag gravity='enable' limit='enable'/></option>
              <default><joint damping='0.5'/><geom density='700'/><default class='sliding'><joint type='slide' damping='0.1' axis='1 0 1'/></default></default>
              <worldbody>
                <body name='upper' pos='0 0.1 0.5' euler='0.1 0.2 0.3'>
                  <inertial pos='0.1 0 0.2' quat='0.8 0.6 0 0' mass='3' diaginertia='0.02 0.03 0.04'/>
                  <joint name='shoulder' axis='0 1 0' pos='0.01 0.02 0.03' range='-1 2' ref='0.1' limited='true' frictionloss='0.2' armature='0.3' actuatorfrcrange='-40 40' actuatorfrclimited='true' stiffness='0' springref='0'/>
                  <frame pos='0.3 0 0.1' axisangle='0 0 1 0.4'>
                    <body name='lower' xyaxes='0 1 0 -1 0 0' gravcomp='0'>
                      <inertial pos='0 0.05 0.1' mass='2' fullinertia='0.01 0.02 0.015 0.001 0.002 -0.001'/>
                      <joint name='slide' class='sliding' range='0 0.4'/>
                      <body name='hand' zaxis='0 1 1' childclass='sliding'>
                        <joint name='wrist' type='hinge' axis='1 0 0'/>
                        <geom type='box' size='0.1 0.2 0.3' pos='0.1 0 0' group='1'/>
                        <geom type='capsule' size='0.1' fromto='0 0 0 0.3 0 0.1' density='500' shellinertia='true'/>
                        <geom type='sphere' size='0.1' mass='0.7'/>
                        <geom type='cylinder' size='0.1 0.2' quat='0.8 0.6 0 0'/>
                        <geom type='ellipsoid' size='0.1 0.2 0.15'/>
                      </body>
                    </body>
                  </frame>
                </body>
              </worldbody>
              <equality><joint joint1='wrist' joint2='shoulder' polycoef='0.1 0.5 0 0 0' active='true'/></equality>
              <actuator>
                <motor joint='shoulder' gear='25' ctrlrange='-2 2' ctrllimited='true'/>
                <general joint='slide' gainprm='10' biasprm='0 -10' biastype='affine' forcerange='-20 20' forcelimited='true'/>
              </actuator>
            </mujoco>
            """;

    private static final String YAML = """
            catena: 1
            name: example
            gravity: [0, 0, -9.7]
            inertia-policy: lenient
            base:
              name: base
              floating: false
              inertia: {mass: 10, center-of-mass: [0, 0, 0.1], tensor-about-center: [0.1, 0.1, 0.1]}
            convention: dh-modified
            joints:
              - name: shoulder
                kind: revolute
                parent: base
                body: upper
                alpha: -90 deg
                d: 0.4
                theta: 0.1
                limits: {lower: -170 deg, upper: 170 deg, velocity: 2.2, effort: 87, effort-rate: 1000}
                friction: {coulomb: 0.5, viscous: 0.1, smoothing-velocity: 0.01}
                drive:
                  reflected-inertia: 0.2
                  spring: {stiffness: 8000, rest-offset: 0.1}
                  friction: {coulomb: 0.3, viscous: 0.1, smoothing-velocity: 0.01}
                  rotor: {inertia: 1e-4, gear-ratio: 100, carrier: base, axis: [0, 0, 1], motor: {mass: 0.8, center-of-mass: [0, 0, 0.05], tensor-about-center: [5e-4, 5e-4, 3e-4]}}
                inertia: {mass: 3, first-moment: [0, 0.1, 0], tensor-about-origin: {xx: 0.02, xy: 0.001, xz: 0.002, yy: 0.01, yz: 0.001, zz: 0.02}}
              - {name: slide, kind: prismatic, convention: placement, axis: [0, 1, 1], placement: {xyz: [0.1, 0.2, 0.3], rpy: [0.1, 0.2, 90 deg]}, inertia: {mass: 2, tensor-about-center: [0.1, 0.1, 0.1]}}
              - {name: wrist, kind: revolute, a: 0.3, follows: {joint: shoulder, factor: 0.5, offset: 0.1}, inertia: {mass: 2, tensor-about-center: [0.1, 0.1, 0.1]}}
            """;

    private static final String PAR = """
            NL = 3
            NJ = 3
            NF = 3
            Type = 0
            is_mobile = 0
            ant = {0,1,2}
            sigma = {0,1,0}
            b = {0,0.1,0}
            d = {0.1,0.2,0.3}
            r = {0.4,0.5,0.6}
            gamma = {0.1,0.2,0.3}
            alpha = {0.5,-pi/2,0.25}
            mu = {1,1,1}
            theta = {t1,0.1,t3}
            XX = {0.1,0.2,0.3}
            XY = {0.01,0.02,0.03}
            XZ = {0.01,0.02,0.03}
            YY = {0.1,0.2,0.3}
            YZ = {0.01,0.02,0.03}
            ZZ = {0.1,0.2,0.3}
            MX = {0.1,0.2,0.3}
            MY = {0.1,0.2,0.3}
            MZ = {0.1,0.2,0.3}
            M = {1,2,3}
            IA = {0.1,0.2,0.3}
            FV = {0.1,0.2,0.3}
            FS = {0.1,0.2,0.3}
            G = {0,0,9.7}
            """;

    private static final Pattern KEY = Pattern.compile("([a-z][a-z-]*): ?([^,{}\\[\\]\n]*|\\[[^]]*])(?=[,}\n])");
    private static final Pattern LINE = Pattern.compile("(?m)^([a-zA-Z_]+) = (.*)$");

    private static final Pattern ATTRIBUTE = Pattern.compile(" ([a-z_A-Z0-9]+)='([^']*)'");
    private static final Pattern LEAF = Pattern.compile("<([a-z_A-Z0-9]+)((?: [a-z_A-Z0-9]+='[^']*')*)>([^<]+)</\\1>");
    private static final Pattern SINGLE = Pattern.compile("<([a-z_A-Z0-9]+)((?: [a-z_A-Z0-9]+='[^']*')*)/>");

    /** Names that may be others. */
    private static final Set<String> NAMES = Set.of("name", "model", "version", "class", "reference");

    /** What programs write without content, and what means nothing then. */
    private static final Set<String> OFTEN_EMPTY = Set.of("pose", "relative_to", "expressed_in");

    /** Elements of which there may be several. */
    private static final Set<String> MANY = Set.of("joint", "geom", "compiler", "motor", "general", "flag");

    /** A description and who reads it. */
    private record Sample(String format, String text, Function<String, RobotModel> reader) {
        @Override
        public String toString() {
            return format;
        }
    }

    static Stream<Sample> samples() {
        ReadOptions options = ReadOptions.DEFAULT;
        return Stream.of(
                new Sample("URDF", URDF, text -> UrdfReader.read(text, "arm.urdf", options)),
                new Sample("SDF", SDF, text -> SdfReader.read(text, "arm.sdf", options)),
                new Sample("MJCF", MJCF, text -> MjcfReader.read(text, "arm.xml", options)),
                new Sample("YAML", YAML, text -> RobotYamlReader.read(text, "arm.yaml", options)),
                new Sample("par", PAR, text -> ParReader.read(text, "arm.par", options)));
    }

    private static List<String> slips(Sample sample) {
        return switch (sample.format) {
            case "YAML" -> slipsInYaml(sample.text);
            case "par" -> slipsInPar(sample.text);
            default -> slipsInXml(sample.text);
        };
    }

    private static List<String> slipsInYaml(String text) {
        List<String> slips = new ArrayList<>();
        KEY.matcher(text).results().forEach(found -> {
            slips.add(with(text, found, 1, found.group(1) + "z"));
            if (!NAMES.contains(found.group(1)) && !found.group(1).equals("body")) {
                for (String value :
                        List.of("", "oops", "[]", "{}", found.group(2) + " m", "[%s]".formatted(found.group(2)))) {
                    slips.add(with(text, found, 2, value));
                }
            }
            if (text.charAt(found.end()) != '\n') {
                slips.add(with(text, found, 0, found.group() + ", %s: 7".formatted(found.group(1))));
            }
        });
        return slips;
    }

    private static List<String> slipsInPar(String text) {
        List<String> slips = new ArrayList<>();
        LINE.matcher(text).results().forEach(found -> {
            slips.add(with(text, found, 1, found.group(1) + "z"));
            slips.add(with(text, found, 0, found.group() + "\n" + found.group().replaceAll("[1-9]", "7")));
            for (String value : List.of("", "{}", "{7}", "{,,}", "oops", "{oops,oops,oops}")) {
                slips.add(with(text, found, 2, value));
            }
            slips.add(with(text, found, 2, found.group(2).replace("}", ",7}") + " m"));
        });
        return slips;
    }

    private static List<String> slipsInXml(String text) {
        List<String> slips = new ArrayList<>();
        ATTRIBUTE.matcher(text).results().forEach(found -> {
            if (!OFTEN_EMPTY.contains(found.group(1))) {
                slips.add(with(text, found, 2, ""));
                slips.add(with(text, found, 2, " "));
            }
            slips.add(with(text, found, 1, found.group(1) + "z"));
            if (!NAMES.contains(found.group(1))) {
                slips.add(with(text, found, 2, "oops"));
                slips.add(with(text, found, 2, found.group(2) + "m"));
                slips.add(with(text, found, 2, found.group(2) + " 1"));
            }
        });
        LEAF.matcher(text).results().forEach(found -> {
            boolean maybe = OFTEN_EMPTY.contains(found.group(1));
            for (String content : List.of(
                    maybe ? "7" : "", maybe ? "7 7" : " ", "oops", found.group(3) + "m", found.group(3) + " 1")) {
                slips.add(with(text, found, 3, content));
            }
            String name = found.group(1);
            slips.add(with(text, found, 0, "<%1$sz%2$s>%3$s</%1$sz>".formatted(name, found.group(2), found.group(3))));
            if (!maybe) {
                slips.add(with(text, found, 0, "<%1$s%2$s/>".formatted(name, found.group(2))));
            }
            slips.add(with(
                    text, found, 0, "<%1$s%2$s>%3$s</%1$s>".formatted(name, found.group(2), "7 7 7") + found.group()));
            slips.add(with(text, found, 0, "<%1$s%2$s value='%3$s'/>".formatted(name, found.group(2), found.group(3))));
        });
        SINGLE.matcher(text).results().forEach(found -> {
            slips.add(with(text, found, 1, found.group(1) + "z"));
            if (!MANY.contains(found.group(1))) {
                slips.add(with(text, found, 2, ""));
                slips.add(with(text, found, 0, found.group().replaceAll("[1-9]", "7") + found.group()));
            }
        });
        return slips;
    }

    private static String with(String text, MatchResult found, int group, String other) {
        return text.substring(0, found.start(group)) + other + text.substring(found.end(group));
    }

    @ParameterizedTest
    @MethodSource("samples")
    void noSlipMakesAnotherRobotWithoutAWord(Sample sample) {
        RobotModel meant = sample.reader.apply(sample.text);
        List<String> silent = new ArrayList<>();
        List<String> nowhere = new ArrayList<>();
        for (String slip : slips(sample)) {
            try {
                RobotModel read = sample.reader.apply(slip);
                Set<String> said = new HashSet<>();
                read.warnings().forEach(warning -> said.add(warning.toString()));
                meant.warnings().forEach(warning -> said.remove(warning.toString()));
                if (said.isEmpty() && !dynamics(read).equals(dynamics(meant))) {
                    silent.add(difference(sample.text, slip));
                }
            } catch (ModelException e) {
                if (!String.valueOf(e.getMessage()).contains(":")) {
                    nowhere.add(difference(sample.text, slip) + " " + e.getMessage());
                }
            } catch (RuntimeException e) {
                nowhere.add(difference(sample.text, slip) + " " + e);
            }
        }
        assertThat(silent).as("%s", String.join("\n", silent)).isEmpty();
        assertThat(nowhere).isEmpty();
    }

    /** Models have no place for these, so that none is another one. */
    @ParameterizedTest
    @CsvSource({
        "<turnGravityOff>false, <turnGravityOff>yes",
        "<turnGravityOff>false, <turnGravityOff>",
        "<turnGravityOff>false, <turnGravityOff>True",
        "<kinematic>false, <kinematic>on",
        "<gravity>true, <gravity>off",
        "<springStiffness>0, <springStiffness>soft"
    })
    void wordsForGazeboThatAreNoneAreNamed(String right, String wrong) {
        assertThat(UrdfReader.read(URDF, "arm.urdf", ReadOptions.DEFAULT).warnings())
                .isEmpty();
        String text = URDF.replace(right, wrong);
        assertThat(UrdfReader.read(text, "arm.urdf", ReadOptions.DEFAULT).warnings())
                .singleElement()
                .asString()
                .contains("in <gazebo> is not understood and left out");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "type='box' size='0.1 0 0.3'",
                "type='box' size='-0.1 -0.2 0.3'",
                "type='sphere' size='0'",
                "size='0' mass='1'",
                "type='capsule' size='0' fromto='0 0 0 0.3 0 0.1'",
                "type='cylinder' size='0.1 0'"
            })
    void bodiesOfGeomsWithoutSizeAreRefused(String geom) {
        String text = "<mujoco><worldbody><body name='b'><joint/><geom %s/></body></worldbody></mujoco>";
        assertThatThrownBy(() -> MjcfReader.read(text.formatted(geom), "a.xml", ReadOptions.DEFAULT))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("a.xml:1: body \"b\" takes its inertia from a ")
                .hasMessageContaining("which must be positive");
        String weighed = "<inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/><geom ";
        RobotModel robot =
                MjcfReader.read(text.formatted(geom).replace("<geom ", weighed), "a.xml", ReadOptions.DEFAULT);
        assertThat(robot.totalMass()).isEqualTo(1);
    }

    private static String dynamics(RobotModel robot) {
        return RobotYamlWriter.write(robot).replaceFirst("name: .*", "").replaceAll("(?s)\nshapes:.*", "");
    }

    /** The place of a slip and what stands there. */
    private static String difference(String text, String slip) {
        int from = 0;
        while (text.charAt(from) == slip.charAt(from)) {
            from++;
        }
        return slip.substring(Math.max(0, from - 45), Math.min(slip.length(), from + 35))
                .replace("\n", " ");
    }
}
