package dev.catena.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.formats.par.ParReader;
import dev.catena.formats.reading.ReadOptions;
import dev.catena.formats.urdf.UrdfReader;
import dev.catena.formats.urdf.UrdfWriter;
import dev.catena.formats.yaml.RobotYamlReader;
import dev.catena.model.CutJoint;
import dev.catena.model.CutKind;
import dev.catena.model.ModelException;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Closed loops in every format, and what is said about wrong ones. */
class LoopFormatsTest {
    private static final String FOUR_BAR = ShippedRobots.text("four-bar");
    private static final String PAR = """
        (* Robotname = 'bars' *)
        NL = 3
        NJ = 4
        NF = 5
        ant = {0,1,0,2,3}
        sigma = {0,0,0,0,2}
        d = {0,0.2,0.5,0.4,0.3}
        theta = {t1,t2,t3,t4 + pi/2,0}
        mu = {1,0,0,0,0}
        M = {1,1,1}
        G = {0,-9.81,0}
        """;

    /** As OpenSYMORO counts frames. */
    @Test
    void parFilesMayLeaveOutTheNumberOfFrames() {
        RobotModel told = ParReader.read(PAR, "bars.par", ReadOptions.DEFAULT);
        RobotModel counted = ParReader.read(PAR.replace("NF = 5\n", ""), "bars.par", ReadOptions.DEFAULT);
        assertThat(counted.loops()).isEqualTo(told.loops());
        assertThat(counted.joints()).isEqualTo(told.joints());
    }

    @Test
    void theFourBarIsReadFromYaml() {
        RobotModel robot = ShippedRobots.load("four-bar");
        assertThat(robot.hasLoops()).isTrue();
        assertThat(robot.loops().activeJoints()).containsExactly("crank");
        assertThat(robot.independentJoints()).isEqualTo(robot.activeJoints());
        assertThat(robot.loops().assembly()).containsEntry("rocker", 1.5);
        assertThat(robot.loops().cutJoints())
                .containsExactly(new CutJoint(
                        "pin",
                        CutKind.REVOLUTE,
                        "coupler_link",
                        Pose.translation(0.35, 0, 0),
                        "rocker_link",
                        Pose.translation(0.25, 0, 0)));
    }

    @Test
    void openedLoopsLeaveTheTreeAndAWarning() {
        RobotModel tree = ShippedRobots.load("four-bar", ReadOptions.DEFAULT.withOpenLoops());
        assertThat(tree.hasLoops()).isFalse();
        assertThat(tree.activeJoints()).hasSize(3);
        assertThat(tree.warnings().toString()).contains("the loops are opened");
        String urdf = UrdfWriter.write(ShippedRobots.load("four-bar"));
        assertThat(UrdfReader.read(urdf, "x", ReadOptions.DEFAULT.withOpenLoops())
                        .hasLoops())
                .isFalse();
    }

    @Test
    void wrongLoopsInYamlAreNamedWithTheirLines() {
        assertProblem(FOUR_BAR.replace("active: [crank]", "active: [pin]"), "the loop is cut there");
        assertProblem(
                FOUR_BAR.replace("active: [crank]", "active: [crnk]"), "\"crnk\" is named active, but there is no");
        assertProblem(FOUR_BAR.replace("active: [crank]", "active: []"), "no joint is named active");
        assertProblem(FOUR_BAR.replace("active: [crank]", "active: crank"), "active must be a list of names");
        assertProblem(
                FOUR_BAR.replace("body: coupler_link, xyz", "body: couplr, xyz"),
                "robot.yaml:44: cut joint \"pin\" ties body \"couplr\", but there is no such body");
        assertProblem(FOUR_BAR.replace("rocker_link, xyz", "coupler_link, xyz"), "to itself");
        assertProblem(FOUR_BAR.replace("name: pin", "name: rocker"), "has the name of a joint of the tree");
        assertProblem(FOUR_BAR.replace("kind: revolute\n      first", "kind: hinge\n      first"), "unknown kind");
        assertProblem(FOUR_BAR.replace("assembly: {crank", "assembly: {krank"), "places \"krank\"");
        assertProblem(
                FOUR_BAR.replace("kind: revolute\n      first", "kind: spherical\n      first")
                        .replace("active: [crank]", "active: [crank]\n  independent: [rocker]"),
                "\"rocker\" is named independent, but is not active");
    }

    @Test
    void aMobilityThatIsCountedTooSmallIsSeenAtOnce() {
        // five joints and three equations leave two freedoms or more
        String oneActive = ShippedRobots.text("five-bar")
                .replace("kind: revolute\n      first", "kind: spherical\n      first")
                .replace("  - name: left_hip", "  - {name: lift, kind: prismatic, body: table}\n  - name: left_hip")
                .replace("active: [left_hip, right_hip]", "active: [left_hip]");
        assertProblem(oneActive, "leave at least 2 of 5 freedoms, but only 1 joint is independent");
    }

    @Test
    void wrongLoopsInUrdfAreNamed() {
        String urdf = UrdfWriter.write(ShippedRobots.load("four-bar"));
        assertThatThrownBy(() ->
                        readUrdf(urdf.replace("type=\"revolute\">\n      <first", "type=\"ball\">\n      <first")))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("cut joint \"pin\" has the unknown type \"ball\"");
        assertThatThrownBy(() -> readUrdf(urdf.replace("<active joint=\"crank\"/>", "<active joint=\"pin\"/>")))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("the loop is cut there");
        assertThatThrownBy(() -> readUrdf(urdf.replace("<active joint", "<active link")))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("unknown attribute link");
    }

    /** Five bars, cut at joint 5; frame 6 is the same joint seen from link 2. */
    /** Found by fuzzing: no file was named where no joint is active. */
    @Test
    void loopsWithoutActiveJointsInUrdfAreFound() {
        String urdf = UrdfWriter.write(ShippedRobots.load("four-bar")).replace("<active joint=\"crank\"/>", "");
        assertThatThrownBy(() -> UrdfReader.read(urdf, "bars.urdf", ReadOptions.DEFAULT))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("bars.urdf:")
                .hasMessageContaining("no joint is named active");
    }

    @Test
    void loopsOfOpenSymoroAreRead() {
        RobotModel robot = ParFiles.read(
                "five-bars",
                ReadOptions.DEFAULT
                        .withSymbols(Map.of("*", 0.0))
                        .withSymbol("len", 0.3)
                        .withSymbol("w", 0.2));
        assertThat(robot.jointCount()).isEqualTo(4);
        assertThat(robot.loops().activeJoints()).containsExactly("joint1", "joint3");
        assertThat(robot.loops().cutJoints())
                .containsExactly(new CutJoint(
                        "joint5", CutKind.REVOLUTE, "link4", Pose.translation(0.3, 0, 0), "link6", Pose.IDENTITY));
        assertThat(robot.parent(robot.bodyIndex("link6"))).isEqualTo(robot.bodyIndex("link2"));
    }

    @ParameterizedTest
    @CsvSource({"wrist-arm, 0", "five-bars, 1", "parallelogram-arm, 1", "two-loops, 2"})
    void allLoopsOfOpenSymoroAreRead(String name, int loops) {
        RobotModel robot = ParFiles.read(name, ReadOptions.DEFAULT.withSymbols(Map.of("*", 0.0)));
        assertThat(robot.loops().cutJoints()).hasSize(loops);
    }

    @Test
    void activeCutJointsOfOpenSymoroAreRefused() {
        CutJoint cut = readPar(PAR).loops().cutJoints().get(0);
        assertThat(cut.firstFromJoint().rotation().yx()).isEqualTo(1);
        assertThatThrownBy(() -> readPar(PAR.replace("mu = {1,0,0,0", "mu = {1,0,0,1")))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("\"joint4\" is named active, but the loop is cut there");
        assertThatThrownBy(() -> readPar(PAR.replace("mu = {1,0,0,0,0}", "")))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("the list mu is needed");
        assertThatThrownBy(() -> readPar(PAR.replace("mu = {1,0,0", "mu = {1,0,x")))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("mu of joint 3 is \"x\"");
        assertThatThrownBy(() -> readPar(PAR.replace("sigma = {0,0,0,0,2}", "sigma = {0,0,0,0,0}")))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("frame 5 lies beyond the 3 links, so it must be fixed");
    }

    @Test
    void treesAreUnchangedByLoops() {
        RobotModel robot = ShippedRobots.load("five-bar");
        assertThat(robot.toBuilder().build()).isEqualTo(robot).hasSameHashCodeAs(robot);
        assertThat(robot.toBuilder().withoutLoops().build()).isNotEqualTo(robot);
        assertThat(robot.withoutFriction().loops()).isEqualTo(robot.loops());
        assertThatThrownBy(() -> robot.requireTree("this"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"five-bar\" has closed loops (cut at tip), but this is for trees only");
        assertThatThrownBy(() ->
                        ShippedRobots.load("scara").toBuilder().active("x").build())
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("but no cut joint");
    }

    private static RobotModel readUrdf(String text) {
        return UrdfReader.read(text, "robot.urdf", ReadOptions.DEFAULT);
    }

    private static RobotModel readPar(String text) {
        return ParReader.read(text, "robot.par", ReadOptions.DEFAULT.withSymbols(Map.of("*", 0.0)));
    }

    private static void assertProblem(String yaml, String text) {
        assertThat(List.of(yaml)).doesNotContain(FOUR_BAR);
        assertThatThrownBy(() -> RobotYamlReader.read(yaml, "robot.yaml", ReadOptions.DEFAULT))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining(text);
    }
}
