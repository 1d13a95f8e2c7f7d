package dev.catena.app.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.formats.RobotFiles;
import dev.catena.formats.reading.FormatException;
import dev.catena.function.RobotFunctions;
import dev.catena.model.RobotModel;
import dev.catena.nlp.NonlinearProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Postures near which a search begins. */
class PlanGuessTest {
    private static final Path FOLDER = Path.of("..", "examples", "data");
    private static final String REACH = """
        catena-plan: 1
        robot: arm.urdf
        start: 0
        goal: {elbow: 1}
        time: 1
        limits: {of-robot: false, velocity: 5}
        spline: {degree: 3, control-points: 9, samples: 9}
        """;

    /** Variables at which the program begins. */
    private static double[] start(String text, String robotFile) {
        PlanFile file = PlanFile.parse(text, "guess.yaml");
        RobotModel robot = file.changed(RobotFiles.read(FOLDER.resolve(robotFile)));
        NonlinearProgram program =
                file.read(robot, RobotFunctions.byHand()).problem().program();
        double[] x = new double[program.variableCount()];
        program.start(x);
        return x;
    }

    private static double largest(double[] x) {
        return Arrays.stream(x).max().orElseThrow();
    }

    /** The elbow goes from 0 over 3 at the middle to 1: half the way up after a quarter, lines of least squares in between. */
    @Test
    void theSearchBeginsNearThem() {
        assertThat(largest(start(REACH, "arm.urdf"))).isLessThan(1);
        double[] guessed = start(REACH + "guess: [{at: 0.5, position: {elbow: 3}}]\n", "arm.urdf");
        assertThat(largest(guessed)).isBetween(2.7, 3.3);
        double[] two = start(
                REACH + "guess: [{at: 0.75, position: {elbow: 3}}, {at: 0.25, position: {elbow: -2}}]\n", "arm.urdf");
        assertThat(largest(two)).isBetween(2.2, 3.5);
        assertThat(Arrays.stream(two).min().orElseThrow()).isBetween(-2.5, -1.2);
    }

    /** On contacts the coordinates that they leave free count, and loads begin at zero; a goal that is a pose leaves the end open. */
    @Test
    void onContactsAndToPosesToo() throws IOException {
        String squat = Files.readString(FOLDER.resolve("elastic-walker-squat.yaml"));
        double[] without = start(squat, "elastic-walker.yaml");
        String knees = "knee_l: 1.8, knee_r: 1.8, hip_l: -0.9, hip_r: -0.9, ankle_l: -0.9, ankle_r: -0.9";
        double[] with = start(squat + "guess: [{at: 0.5, position: {" + knees + "}}]\n", "elastic-walker.yaml");
        assertThat(with).hasSameSizeAs(without);
        assertThat(Math.max(largest(with), -Arrays.stream(with).min().orElseThrow()))
                .isGreaterThan(
                        Math.max(largest(without), -Arrays.stream(without).min().orElseThrow()) + 0.05);
        String pose = REACH.replace("goal: {elbow: 1}", "goal: {body: hand, position: [0.3, 0.4, 0.4]}");
        assertThat(largest(start(pose + "guess: [{at: 0.6, position: {elbow: 3}}]\n", "arm.urdf")))
                .isBetween(2.5, 3.5);
    }

    @Test
    void momentsAreBetweenStartAndGoal() {
        for (String wrong : new String[] {
            "[{at: 1, position: {elbow: 3}}]",
            "[{at: 0, position: {elbow: 3}}]",
            "[{at: 0.5, position: 1}, {at: 0.5, position: 2}]",
            "[{at: -2, position: 1}]"
        }) {
            assertThatThrownBy(() -> start(REACH + "guess: " + wrong + "\n", "arm.urdf"))
                    .isInstanceOf(FormatException.class)
                    .hasMessageContaining("another moment between 0 and 1");
        }
        assertThatThrownBy(() -> start(REACH + "guess: [{at: 0.5}]\n", "arm.urdf"))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("position");
    }
}
