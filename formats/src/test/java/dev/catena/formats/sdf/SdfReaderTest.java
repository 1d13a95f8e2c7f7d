package dev.catena.formats.sdf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.formats.RobotFiles;
import dev.catena.formats.RobotPoses;
import dev.catena.formats.reading.ReadOptions;
import dev.catena.model.BaseKind;
import dev.catena.model.Coupling;
import dev.catena.model.CutKind;
import dev.catena.model.Geometry;
import dev.catena.model.ModelException;
import dev.catena.model.RobotModel;
import dev.catena.model.Vector3;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SdfReaderTest {
    private static final String HAND = """
        <sdf version='1.9'><model name='hand'><pose>0 0 9 0 0 0</pose><link name='palm'/><link name='finger'><pose>0 0 0.2 0 0 0</pose></link>
        <joint name='grip' type='revolute'><parent>palm</parent><child>finger</child><axis><xyz>1 0 0</xyz></axis></joint></model></sdf>
        """;
    private static final String ARM = """
        <sdf version='1.9'><model name='arm'><link name='upper'/>
        <joint name='shoulder' type='revolute'><parent>world</parent><child>upper</child><axis><xyz>0 0 1</xyz></axis></joint>
        <include><uri>%s</uri><name>tool</name><pose>1 0 0 0 0 0</pose></include>
        <joint name='wrist' type='fixed'><parent>upper</parent><child>tool::palm</child></joint></model></sdf>
        """;

    private static RobotModel model(String content) {
        return SdfReader.read(
                "<sdf version='1.9'><model name='m'>" + content + "</model></sdf>", "arm.sdf", ReadOptions.DEFAULT);
    }

    private static String joint(String type, String inside) {
        return "<link name='a'/><joint name='j' type='%s'><parent>world</parent><child>a</child>%s</joint>"
                .formatted(type, inside);
    }

    private static String warnings(RobotModel robot) {
        return robot.warnings().toString();
    }

    private static void assertFails(String content, String message) {
        assertThatThrownBy(() -> model(content))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<pose degrees='true'>0 0 0 0 0 90</pose>",
                "<pose degrees='1'>0 0 0 0 0 90</pose>",
                "<pose degrees='0'>0 0 0 0 0 1.5707963267948966</pose>",
                "<pose rotation_format='euler_rpy'>0 0 0 0 0 1.5707963267948966</pose>",
                "<pose rotation_format='quat_xyzw'>0 0 0 0 0 1 1</pose>",
            })
    void rotationsHaveUnitsAndFormats(String pose) {
        RobotModel robot =
                model("<link name='a'>" + pose + "</link><link name='b'><pose relative_to='a'>1 0 0 0 0 0</pose></link>"
                        + "<joint name='j' type='fixed'><parent>world</parent><child>a</child></joint>"
                        + "<joint name='k' type='fixed'><parent>a</parent><child>b</child></joint>");
        assertThat(position(robot, new double[0], "b")
                        .minus(new Vector3(0, 1, 0))
                        .norm())
                .isLessThan(1e-15);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<link name='a'><pose degrees='yes'>0 0 0 0 0 90</pose></link> | degrees of <pose> must be true or false, but is \"yes\"",
                "<link name='a'><pose rotation_format='quat'>0 0 0 0 0 0 1</pose></link> | rotation_format of <pose> must be",
                "<static>no</static><link name='a'/> | static of <model> must be true or false",
                "<link name='a'><inertial auto='on'/></link> | auto of <inertial> must be true or false",
                "<link name='a'><gravity>off</gravity></link> | gravity of <link> must be true or false",
            })
    void unknownWordsAreRefused(String content, String message) {
        assertFails(content, message);
    }

    @Test
    void emptySwitchesCountAsMissing() {
        String joint = joint("revolute", "<axis><xyz>0 1 0</xyz><use_parent_model_frame/></axis>");
        RobotModel robot = model("<static/>"
                + joint.replace("<link name='a'/>", "<link name='a'><gravity/><kinematic></kinematic></link>"));
        assertThat(robot.baseKind()).isEqualTo(model(joint("revolute", "")).baseKind());
        assertThat(warnings(robot))
                .contains("<static> is empty: it counts as missing", "<gravity> is empty", "<kinematic> is empty")
                .contains("<use_parent_model_frame> is empty")
                .doesNotContain("does not pull");
    }

    private static Vector3 position(RobotModel robot, double[] q, String body) {
        return RobotPoses.worldFromBody(robot, q, body).position();
    }

    @Test
    void modelsAreIncludedFromFoldersThatWereGiven(@TempDir Path folder) throws IOException {
        Path hand = Files.createDirectories(folder.resolve("models/hand"));
        Files.writeString(hand.resolve("hand.sdf"), HAND);
        Files.writeString(
                hand.resolve("model.config"),
                "<model><name>A hand</name><sdf version='1.4'>old.sdf</sdf><sdf version='1.9'>hand.sdf</sdf></model>");
        Path arm = Files.createDirectories(folder.resolve("robots")).resolve("arm.sdf");
        Files.writeString(arm, ARM.formatted("model://hand"));
        for (Map<String, Path> given :
                java.util.List.of(Map.of("hand", hand), Map.of("any", folder.resolve("models")))) {
            RobotModel robot = RobotFiles.read(arm, ReadOptions.DEFAULT.withPackages(given));
            assertThat(robot.jointNames()).containsExactly("shoulder", "tool::grip");
            // the pose of the include replaces that of the model
            assertThat(position(robot, new double[2], "tool::finger")
                            .minus(new Vector3(1, 0, 0.2))
                            .norm())
                    .isLessThan(1e-15);
        }
        assertThatThrownBy(() -> RobotFiles.read(arm))
                .hasMessageContaining("arm.sdf:3: the include of \"model://hand\" cannot be followed")
                .hasMessageContaining("--package hand=DIR");
        Files.writeString(arm, ARM.formatted("../models/hand"));
        assertThatThrownBy(() -> RobotFiles.read(arm)).hasMessageContaining("outside of the folders that may be read");
        Files.writeString(arm, ARM.formatted("hand.sdf"));
        Files.writeString(arm.resolveSibling("hand.sdf"), HAND);
        assertThat(RobotFiles.read(arm).jointCount()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        <uri>https://fuel.gazebosim.org/1.0/x</uri> | nothing is fetched
        <uri>no.sdf</uri> | there is no file
        <uri>two.sdf</uri> | the file holds 2 models
        <uri>urdf.sdf</uri> | the file holds 0 models
        <uri>empty</uri> | there is no file
        <uri>hand.sdf</uri><placement_frame>palm</placement_frame> | <placement_frame> is not understood
        <uri>loop.sdf</uri> | "loop.sdf" includes itself
        <uri>broken.sdf</uri> | broken.sdf:1: broken XML
        """)
    void includesThatCannotBeFollowedAreNamed(String include, String message, @TempDir Path folder) throws IOException {
        Path file = folder.resolve("arm.sdf");
        Files.createDirectories(folder.resolve("empty"));
        Files.writeString(folder.resolve("hand.sdf"), HAND);
        Files.writeString(folder.resolve("two.sdf"), "<sdf><model name='a'/><model name='b'/></sdf>");
        Files.writeString(folder.resolve("urdf.sdf"), "<robot name='a'/>");
        Files.writeString(folder.resolve("broken.sdf"), "<sdf>");
        Files.writeString(
                folder.resolve("loop.sdf"),
                "<sdf><model name='a'><include><uri>loop.sdf</uri></include></model></sdf>");
        Files.writeString(
                file, "<sdf><model name='m'><link name='a'/><include>%s</include></model></sdf>".formatted(include));
        assertThatThrownBy(() -> RobotFiles.read(file))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining(message);
    }

    @Test
    void mergedModelsAndTextsAreRefused(@TempDir Path folder) throws IOException {
        assertFails("<link name='a'/><include merge='true'><uri>x</uri></include>", "models cannot be merged");
        assertFails("<link name='a'/><include><uri>x</uri></include>", "a text without a file includes nothing");
        // includes that multiply
        Path file = folder.resolve("arm.sdf");
        String ten = "<include><uri>%s</uri></include>".repeat(10);
        for (int k = 0; k < 5; k++) {
            Files.writeString(
                    folder.resolve("level" + k + ".sdf"),
                    "<sdf><model name='m'>%s</model></sdf>"
                            .formatted(k == 4 ? "<link name='a'/>" : ten.replace("%s", "level" + (k + 1) + ".sdf")));
        }
        Files.writeString(file, "<sdf><model name='m'><include><uri>level0.sdf</uri></include></model></sdf>");
        assertThatThrownBy(() -> RobotFiles.read(file)).hasMessageContaining("more than 1000 includes");
    }

    @Test
    void worldsHoldScenery(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("lab.world");
        String world = "<sdf version='1.6'><world name='w'><gravity>0 0"
                + " -1.6</gravity><include><uri>model://sun</uri></include>%s</world></sdf>";
        Files.writeString(
                file,
                world.formatted("<model name='table'><static>true</static><link name='t'/></model><model name='m'>"
                        + joint("revolute", "<axis><xyz>0 1 0</xyz></axis>") + "</model>"));
        RobotModel robot = RobotFiles.read(file);
        assertThat(robot.gravity().z()).isEqualTo(-1.6);
        assertThat(robot.jointNames()).containsExactly("j");
        assertThat(warnings(robot)).contains("the include of \"model://sun\" cannot be followed");
        // what was left out may be the robot
        Files.writeString(file, world.formatted("<model name='box'><link name='t'/></model>"));
        assertThatThrownBy(() -> RobotFiles.read(file)).hasMessageContaining("may be in a model that it includes");
        Files.writeString(
                file,
                world.formatted("<model name='a'><link name='t'/></model><model name='b'>%s</model>"
                        .formatted(joint("revolute", "<axis><xyz>0 1 0</xyz></axis>"))));
        assertThatThrownBy(() -> RobotFiles.read(file)).hasMessageContaining("2 models that may be robots");
        assertThat(RobotFiles.read(file, ReadOptions.DEFAULT.named("b")).jointCount())
                .isEqualTo(1);
    }

    /** Before version 1.5 axes were those of the model. */
    @Test
    void oldFilesHaveAxesOfTheModel() {
        String text = """
            <sdf version='%s'><model name='m'><link name='a'><pose>0 0 0 0 0 1.5707963267948966</pose></link>
            <joint name='a' type='revolute'><parent>world</parent><child>a</child><axis><xyz>1 0 0</xyz></axis></joint></model></sdf>
            """;
        RobotModel old = SdfReader.read(text.formatted("1.4"), "arm.sdf", ReadOptions.DEFAULT);
        RobotModel recent = SdfReader.read(text.formatted("1.6"), "arm.sdf", ReadOptions.DEFAULT);
        assertThat(old.movingJoints()
                        .get(0)
                        .geometry()
                        .axisInJoint()
                        .minus(new Vector3(0, -1, 0))
                        .norm())
                .isLessThan(1e-15);
        assertThat(recent.movingJoints().get(0).geometry().axisInJoint()).isEqualTo(Vector3.X);
        // a joint may be called as its link
        assertThat(old.jointNames()).containsExactly("a");
    }

    @Test
    void aLinkCalledWorldIsTheWorld() {
        RobotModel robot = model("<link name='world'/>" + joint("prismatic", "<axis><xyz>0 0 1</xyz></axis>"));
        assertThat(robot.baseKind()).isEqualTo(BaseKind.FIXED);
        assertThat(warnings(robot)).contains("the link \"world\" is taken for the world itself");
        assertFails("<link name='world'><pose>1 0 0 0 0 0</pose></link><link name='a'/>", "it is the world itself");
        assertFails("<link name='world'><pose>0 0 0 0 0 1</pose></link><link name='a'/>", "it is the world itself");
    }

    @Test
    void whatIsStaticStands() {
        RobotModel robot =
                model("<pose>1 0 0 0 0 0</pose><static>1</static><link name='a'/><link name='b'><pose>0 2 0 0 0"
                        + " 0</pose></link>");
        assertThat(robot.jointCount()).isZero();
        assertThat(position(robot, new double[0], "b")).isEqualTo(new Vector3(1, 2, 0));
        assertThat(model("<static>true</static><link name='a'/>").baseKind()).isEqualTo(BaseKind.FIXED);
        assertThat(SdfReader.read(
                                "<sdf><model name='m'><static>true</static><link name='a'/></model></sdf>",
                                "x.sdf",
                                ReadOptions.DEFAULT.withFloatingBase())
                        .baseKind())
                .isEqualTo(BaseKind.FLOATING);
    }

    @Test
    void jointsOfAllKinds() {
        assertThat(model(joint("ball", "")).jointNames()).containsExactly("j_x", "j_y", "j_z");
        RobotModel screw = model(joint(
                "screw", "<screw_thread_pitch>6.283185307179586</screw_thread_pitch><axis><xyz>0 0 1</xyz></axis>"));
        assertThat(screw.couplings()).containsExactly(new Coupling("j_slide", "j", 1, 0));
        assertThat(position(screw, new double[] {2}, "a")
                        .minus(new Vector3(0, 0, 2))
                        .norm())
                .isLessThan(1e-15);
        RobotModel threads = model(joint("screw", "<thread_pitch>2</thread_pitch><axis><xyz>0 0 1</xyz></axis>"));
        assertThat(threads.couplings().get(0).factor()).isEqualTo(-0.5);
        // the format says that a screw goes one meter in a turn unless told otherwise
        RobotModel plain = model(joint("screw", "<axis><xyz>0 0 1</xyz></axis>"));
        assertThat(plain.couplings().get(0).factor()).isEqualTo(1 / (2 * Math.PI));
        assertFails(joint("screw", "<thread_pitch>0</thread_pitch><axis><xyz>0 0 1</xyz></axis>"), "must not be zero");
        RobotModel sprung = model(
                joint(
                        "revolute",
                        "<axis><xyz>0 0"
                                + " 1</xyz><dynamics><spring_stiffness>3</spring_stiffness><damping>-1</damping></dynamics>"
                                + "<limit><lower>1</lower><upper>-1</upper><velocity>inf</velocity><effort>3</effort></limit></axis>"));
        assertThat(warnings(sprung)).contains("has a spring to its parent").contains("above its upper limit");
        assertThat(sprung.movingJoints().get(0).limits().effort()).isEqualTo(3);
        RobotModel wide = model(joint(
                "revolute", "<axis><xyz>0 0 1</xyz><limit><lower>-1e16</lower><upper>+inf</upper></limit></axis>"));
        assertThat(wide.movingJoints().get(0).limits().lower()).isInfinite();
        assertThat(wide.movingJoints().get(0).limits().upper()).isInfinite();
        RobotModel mimic = model(
                "<link name='b'/>" + joint("revolute", "<axis><xyz>0 0 1</xyz></axis>")
                        + "<joint name='k' type='continuous'><parent>a</parent><child>b</child><axis><xyz>0 0"
                        + " 1</xyz><mimic"
                        + " joint='j'><multiplier>2</multiplier><offset>1</offset><reference>3</reference></mimic></axis></joint>");
        assertThat(mimic.couplings()).containsExactly(new Coupling("k", "j", 2, -5));
        assertFails(joint("glue", ""), "joint \"j\" has the unknown type \"glue\"");
        assertFails(
                "<link name='a'/><joint name='j' type='fixed'><child>a</child></joint>", "joint \"j\" has no <parent>");
    }

    /** A second joint of one child closes a loop. */
    @Test
    void loopsAreClosedByASecondJoint() {
        String chain = "<link name='a'/><link name='b'><pose>0 1 0 0 0 0</pose></link><joint name='ja'"
                + " type='revolute'><parent>world</parent><child>a</child><axis><xyz>1 0 0</xyz></axis></joint><joint"
                + " name='jb' type='ball'><parent>a</parent><child>b</child></joint><joint name='close' type='%s'><pose>0"
                + " 1 0 0 0 0</pose><parent>%s</parent><child>%s</child><axis><xyz>1 0 0</xyz></axis></joint>";
        Map<String, CutKind> kinds = Map.of(
                "revolute",
                CutKind.REVOLUTE,
                "prismatic",
                CutKind.PRISMATIC,
                "ball",
                CutKind.SPHERICAL,
                "fixed",
                CutKind.FIXED);
        kinds.forEach((type, kind) -> {
            RobotModel robot = model(chain.formatted(type, "world", "b"));
            assertThat(robot.loops().cutJoints().get(0).kind()).isEqualTo(kind);
            assertThat(warnings(robot)).contains("taken as active: ja");
        });
        assertThat(model(chain.formatted("ball", "b", "world")).hasLoops()).isTrue();
        assertFails(chain.formatted("universal", "world", "b"), "closes a loop, which a universal joint cannot");
        RobotModel open = SdfReader.read(
                "<sdf><model name='m'>%s</model></sdf>".formatted(chain.formatted("ball", "world", "b")),
                "arm.sdf",
                ReadOptions.DEFAULT.withOpenLoops());
        assertThat(open.hasLoops()).isFalse();
        assertThat(warnings(open)).contains("the loops are opened");
        assertThat(warnings(model(chain.formatted("gearbox", "a", "b"))))
                .contains("gearbox \"close\" does not couple two revolute joints");
    }

    @Test
    void framesAndNestedModelsAreAttached() {
        RobotModel robot = model("""
            <link name='a'/><frame name='f' attached_to='a'><pose>0 0 1 0 0 0</pose></frame><frame name='free'/>
            <joint name='j' type='revolute'><parent>world</parent><child>a</child><axis><xyz expressed_in='__model__'>0 0 1</xyz></axis></joint>
            <model name='n' canonical_link='c'><pose relative_to='f' degrees='true'>1 0 0 0 0 90</pose><link name='b'/><link name='c'><pose relative_to='b'>0 1 0 0 0 0</pose></link>
            <joint name='k' type='prismatic'><parent>c</parent><child>b</child><axis><xyz expressed_in='b'>1 0 0</xyz></axis></joint></model>
            <joint name='weld' type='fixed'><parent>f</parent><child>n</child></joint>
            <plugin/><self_collide/><gripper/>
            """);
        assertThat(robot.jointNames()).containsExactly("j", "n::k");
        assertThat(position(robot, new double[2], "n::c")
                        .minus(new Vector3(0, 0, 1))
                        .norm())
                .isLessThan(1e-15);
        assertThat(position(robot, new double[] {0, 0.5}, "n::b")
                        .minus(new Vector3(1, 0.5, 1))
                        .norm())
                .isLessThan(1e-15);
        assertThat(warnings(robot)).contains("<gripper> is not understood");
        assertThat(robot.notes().toString()).contains("not kept: <plugin>").contains("not kept: <self_collide>");
        String deep = "<model name='n'>".repeat(22) + "<link name='a'/>" + "</model>".repeat(22);
        assertFails(deep, "models are nested deeper than 20 levels");
    }

    /** Frames may be relative to one another without end. */
    @Test
    void longChainsOfFrames() {
        StringBuilder text = new StringBuilder();
        int count = 20_000;
        for (int k = 0; k < count; k++) {
            text.append("<frame name='f%s'><pose%s>0 0 1 0 0 0</pose></frame>"
                    .formatted(k, k + 1 < count ? " relative_to='f" + (k + 1) + "'" : ""));
        }
        RobotModel robot = model(
                "<static>true</static>" + text + "<link name='a'><pose relative_to='f0'/></link><link name='b'/>");
        assertThat(position(robot, new double[0], "a").z()).isEqualTo(count);
    }

    @Test
    void posesAreAnglesOrQuaternions() {
        RobotModel robot = model("<link name='b'><pose rotation_format='quat_xyzw'>0 0 0 0 0 1 1</pose><inertial><pose"
                + " relative_to='__model__'>0 1 0 0 0 0</pose><mass>2</mass></inertial></link><link name='a'><pose"
                + " relative_to='b'>1 0 0 0 0 0</pose></link><joint name='j'"
                + " type='fixed'><parent>world</parent><child>b</child></joint><joint name='k'"
                + " type='fixed'><parent>b</parent><child>a</child></joint>");
        assertThat(position(robot, new double[0], "a").minus(Vector3.Y).norm()).isLessThan(1e-15);
        assertThat(robot.bodies()
                        .get(robot.bodyIndex("b"))
                        .inertia()
                        .centerOfMass()
                        .minus(Vector3.X)
                        .norm())
                .isLessThan(1e-15);
        assertFails(
                "<link name='a'><pose rotation_format='quat_xyzw'>0 0 0 0 0 0 0</pose></link>",
                "the quaternion of a <pose> is zero");
        assertFails("<link name='a'><pose>1 2 3</pose></link>", "<pose> must be 6 numbers");
        assertFails(
                "<link name='a'><pose relative_to='x'>1 2 3 0 0 0</pose></link>"
                        + joint("fixed", "").replace("<link name='a'/>", ""),
                "there is no frame \"x\"");
        assertFails(
                "<link name='a'><pose relative_to='a'/></link><joint name='j'"
                        + " type='fixed'><parent>world</parent><child>a</child></joint>",
                "the pose of \"a\" is relative to itself");
    }

    @Test
    void shapesAreKept() {
        RobotModel robot = model("""
            <link name='a'><inertial auto='true'/>
            <visual name='v'><geometry><box><size>1 2 3</size></box></geometry><material><ambient>1 0 0</ambient></material></visual>
            <visual name='d'><pose>0 0 1 0 0 0</pose><geometry><mesh><uri>a.dae</uri><scale>2 2 2</scale></mesh></geometry><material><diffuse>1 0 0 0.5</diffuse></material></visual>
            <collision name='c'><geometry><capsule><radius>1</radius><length>2</length></capsule></geometry></collision>
            <collision name='e'><geometry><ellipsoid><radii>1 2 3</radii></ellipsoid></geometry></collision>
            <visual name='s'><geometry><sphere><radius>1</radius></sphere></geometry><material/></visual>
            <visual name='y'><geometry><cylinder><radius>1</radius><length>2</length></cylinder></geometry><material><diffuse>1</diffuse></material></visual>
            <collision name='h'><geometry><heightmap/></geometry></collision><collision name='n'/><collision name='bad'><geometry><sphere><radius>x</radius></sphere></geometry></collision></link>
            """);
        assertThat(robot.shapes().stream().map(shape -> shape.name())).containsExactly("v", "d", "c", "e", "s");
        assertThat(robot.shapes().get(1).geometry()).isEqualTo(new Geometry.Mesh("a.dae", new Vector3(2, 2, 2)));
        assertThat(robot.shapes().get(1).material()).isNotNull();
        assertThat(warnings(robot))
                .contains("a <collision> of link \"a\" without a known geometry is left out")
                .contains("to be found from its collisions (auto)")
                .contains("<radius> must be a finite decimal number");
    }

    @Test
    void filesThatAreNoRobotAreRefused() {
        assertThatThrownBy(() -> SdfReader.read("<urdf/>", "a.sdf", ReadOptions.DEFAULT))
                .hasMessageContaining("the file must hold an <sdf>, but holds a <urdf>");
        assertThatThrownBy(() -> SdfReader.read("<sdf/>", "a.sdf", ReadOptions.DEFAULT))
                .hasMessageContaining("the file holds 0 models");
        assertFails("", "the model has no <link>");
        assertFails("<link name='a'/><link name='b'/>", "there are 2 roots");
        assertFails("<link name='a'/><link name='a'/>", "the name \"a\" is given twice");
        assertFails(
                "<link name='a'/><link name='b'/><joint name='j'"
                        + " type='fixed'><parent>a</parent><child>b</child></joint><joint name='k'"
                        + " type='fixed'><parent>b</parent><child>a</child></joint>",
                "there is no root");
        assertFails(
                "<link name='a'/><joint name='j' type='fixed'><parent>world</parent><child>a</child></joint>"
                        + "<joint name='j' type='fixed'><parent>world</parent><child>a</child></joint>",
                "the name \"j\" is given twice");
        assertThat(SdfReader.read(
                                "<sdf><model name=''><link name='a'/></model></sdf>",
                                "x/arm.sdf",
                                ReadOptions.DEFAULT.asStrict())
                        .name())
                .isEqualTo("arm");
        assertThat(model("<link name='a'><pose>1 0 0 0 0 0</pose><pose>2 0 0 0 0 0</pose></link>")
                        .warnings()
                        .toString())
                .contains("<link> has more than one <pose>; the first one counts");
    }

    /** What dynamics would depend on is read, or named as left out; what it does not depend on is no warning. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<gravity>false</gravity> | gravity of <link>, a link that gravity does not pull",
                "<gravity>0</gravity> | gravity of <link>",
                "<gravity>true</gravity> | ''",
                "<kinematic>true</kinematic> | kinematic of <link>",
                "<velocity_decay><linear>0.1</linear></velocity_decay> | velocity_decay of <link>",
                "<velocity_decay><linear>0</linear></velocity_decay> | ''",
                "<enable_wind>true</enable_wind> | enable_wind of <link>",
                "<drag>1</drag> | <drag> is not understood",
                "<sensor name='s' type='imu'/><self_collide>true</self_collide> | ''",
                "<inertial><mass>1</mass><fluid_added_mass><xx>1</xx></fluid_added_mass></inertial> | <fluid_added_mass>",
                "<inertial auto='1'/> | found from its collisions"
            })
    void whatLinksSayAndAModelCannot(String inside, String warning) {
        RobotModel robot =
                model(joint("fixed", "").replace("<link name='a'/>", "<link name='a'>" + inside + "</link>"));
        if (warning.isEmpty()) {
            assertThat(warnings(robot)).doesNotContain("left out");
        } else {
            assertThat(warnings(robot)).contains(warning);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<foo/> | <foo>",
                "<axis><xyz>0 0 1</xyz><inertia>3</inertia></axis> | <inertia>",
                "<axis><xyz>0 0 1</xyz><dynamics><armature>3</armature></dynamics></axis> | <armature>"
            })
    void whatJointsSayAndAModelCannot(String inside, String warning) {
        assertThat(warnings(model(joint("revolute", inside)))).contains(warning + " is not understood and left out");
    }

    /** A joint beside models would tie one to another, or to the world. */
    @Test
    void whatWorldsSayAndAModelCannot() {
        RobotModel robot = SdfReader.read(
                "<sdf version='1.10'><world name='w'><physics type='ode'/><model name='m'><link name='a'/></model>"
                        + "<joint name='t' type='fixed'><parent>world</parent><child>m</child></joint></world></sdf>",
                "arm.sdf",
                ReadOptions.DEFAULT);
        assertThat(warnings(robot))
                .contains("<joint> is not understood and left out")
                .doesNotContain("physics");
    }
}
