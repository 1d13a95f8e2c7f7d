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

    private static MotionPlan solved(String text, String file) {
        PlanFile planFile = PlanFile.parse(text, file);
        RobotModel robot = planFile.changed(RobotFiles.read(FOLDER.resolve(planFile.robot())));
        PlanFile.Contents contents = planFile.read(robot, RobotFunctions.byHand());
        MotionPlan plan = new MotionPlanner(Solvers.named("embedded"))
                .options(SolverOptions.defaults().tolerance(1e-6).iterationLimit(300))
                .refinement(contents.tolerance(), contents.refinements())
                .plan(contents.problem());
        assertThat(plan.isSolved()).as(plan.message()).isTrue();
        return plan;
    }

    @Test
    void aQuadrupedTrotsFromAFile() throws IOException {
        MotionPlan plan = solved(Files.readString(FOLDER.resolve("quadruped-trot.yaml")), "quadruped-trot.yaml");
        assertThat(plan.motion().at(0.25).position()[0]
                        - plan.motion().copy().at(0).position()[0])
                .isBetween(0.15 - 1e-9, 0.15 + 1e-9);
    }

    /** Loads cost effort, masses count as they should, and a force inside a hip stays within its limit. */
    @Test
    void whatIf() throws IOException {
        double effort = solved(text(), "as it is").objective();
        assertThat(solved(text() + "carrying: [{body: torso, mass: 6, point: [0, 0, 0.3]}]\n", "loaded")
                        .objective())
                .isGreaterThan(1.1 * effort);
        // forces as the mass, torques as mass times length, over the same time
        assertThat(solved(text() + "size: {masses: 2}\n", "heavy").objective() / effort)
                .isBetween(3.999, 4.001);
        MotionPlan light = solved(
                text().replace("    foot:", "    joint-force: [{joint: hip_r, most: 0.98}]\n    foot:"), "spared hip");
        assertThat(light.limits()).anySatisfy(report -> {
            assertThat(report.name()).isEqualTo("force in hip_r, in weights");
            assertThat(report.value()).isBetween(0.5, 1.0);
        });
    }

    @Test
    void whatIfIsChecked() throws IOException {
        String wrong = text() + """
            size: {masses: -1}
            carrying: [{body: nowhere, mass: 1}, {body: torso, mass: -2}]
            held: {elbow: 1}
            """;
        assertThatThrownBy(() -> PlanFile.parse(wrong, "wrong.yaml").changed(robot()))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("must be positive")
                .hasMessageContaining("nowhere")
                .hasMessageContaining("-2.0 kg")
                .hasMessageContaining("elbow");
        String limits = text().replace(
                        "    foot:",
                        "    joint-force: [{joint: elbow, most: 1}]\n    by-distance: [{feet: [right]}]\n    foot:")
                .replace("effort: 1e-3", "relative-effort: 1");
        assertThatThrownBy(() -> PlanFile.parse(limits, "wrong.yaml").read(robot(), RobotFunctions.byHand()))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("no moving joint \"elbow\"")
                .hasMessageContaining("feet are two")
                .hasMessageContaining("no limit of effort");
    }
}
