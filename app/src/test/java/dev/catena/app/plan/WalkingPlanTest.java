package dev.catena.app.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.formats.RobotFiles;
import dev.catena.formats.reading.FormatException;
import dev.catena.function.RobotFunctions;
import dev.catena.model.RobotModel;
import dev.catena.nlp.SolverOptions;
import dev.catena.nlp.solver.Solvers;
import dev.catena.planning.MotionPlan;
import dev.catena.planning.MotionPlanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Feet, phases, contacts and ends that repeat the start, from a plan file. */
class WalkingPlanTest {
    private static final Path FOLDER = Path.of("..", "examples", "data");

    private static String text() throws IOException {
        return Files.readString(FOLDER.resolve("biped-step.yaml"));
    }

    private static RobotModel robot() {
        return RobotFiles.read(FOLDER.resolve("biped.yaml"));
    }

    @Test
    void aBipedWalksFromAFile() throws IOException {
        PlanFile.Contents contents = PlanFile.parse(text(), "biped-step.yaml").read(robot(), RobotFunctions.byHand());
        MotionPlan plan = new MotionPlanner(Solvers.named("embedded"))
                .options(SolverOptions.defaults().tolerance(1e-6).iterationLimit(300))
                .refinement(contents.tolerance(), contents.refinements())
                .plan(contents.problem());
        assertThat(plan.isSolved()).as(plan.message()).isTrue();
        assertThat(plan.motion().at(0.5).position()[0]
                        - plan.motion().copy().at(0).position()[0])
                .isBetween(0.3 - 1e-9, 0.3 + 1e-9);
    }

    @Test
    void mistakesAreNamedWithTheirLines() throws IOException {
        String wrong = text().replace("given: [right]", "given: [leftt]").replace("swap: [_r, _l]", "swap: [_r, _q]");
        assertThatThrownBy(() -> PlanFile.parse(wrong, "biped-step.yaml").read(robot(), RobotFunctions.byHand()))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("leftt")
                .hasMessageContaining("hip_r");
    }
}
