package dev.catena.app.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.catena.formats.RobotFiles;
import dev.catena.formats.ShippedRobots;
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
        assertThat(contents.problem().limitsInputsAtSamplesOnly()).isTrue();
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

    /** What would be squared, rounded or left out. */
    @Test
    void numbersThatMeanNothingAreRefused() throws IOException {
        String wrong = text().replace("    foot:", "    joint-force: [{joint: hip_r, most: -0.98}]\n    foot:")
                .replace("friction: 0.8", "friction: -0.8")
                .replace("  ground:", "  distance: [{body: shank_r, other: shank_l, least: -0.1}]\n  ground:")
                .replace("order: 1, swap: [_r, _l]", "order: 1.5, swap: [_r]");
        assertThatThrownBy(() -> PlanFile.parse(wrong, "wrong.yaml").read(robot(), RobotFunctions.byHand()))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("most is -0.98")
                .hasMessageContaining("friction is -0.8")
                .hasMessageContaining("least is -0.1")
                .hasMessageContaining("but is 1.5")
                .hasMessageContaining("swap has two endings");
    }

    /** Points would be where they are while the base rests. */
    @Test
    void pointsInTheWorldNeedABaseAtRest() throws IOException {
        String text = """
            catena-plan: 1
            robot: arm.urdf
            start: 0
            goal: 0.3
            time: 1
            base: [{along: [0, 0, 1], amplitude: 0.5, frequency: 0.5}]
            limits:
              contact: [{body: forearm, lower: [-.inf, -.inf, 0.2], during: [0, 1]}]
              swing-together: [{first: [forearm, base], second: [upper_arm, base]}]
            """;
        RobotModel arm = RobotFiles.read(FOLDER.resolve("arm.urdf"));
        assertThatThrownBy(() -> PlanFile.parse(text, "deck.yaml").read(arm, RobotFunctions.byHand()))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("deck.yaml:8")
                .hasMessageContaining("deck.yaml:9")
                .hasMessageContaining("for a base at rest");
        String floating = text.replaceAll("(?m)^(base|  swing).*\\R", "")
                + "  distance: [{body: forearm, other: base, least: 0.1}]\n";
        assertThatThrownBy(() ->
                        PlanFile.parse(floating, "free.yaml").read(arm.withFloatingBase(), RobotFunctions.byHand()))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("free.yaml:7")
                .hasMessageContaining("free.yaml:8")
                .hasMessageContaining("floating base");
    }

    @Test
    void aMotionMayGoOnReversedWithoutAMirror() throws IOException {
        String text = """
            catena-plan: 1
            robot: arm.urdf
            guess: 0.1
            cyclic: {order: 0, reversed: [swivel]}
            via: [{at: 0.5, position: [0, 0, 0, 0, 0, 0.4]}]
            time: 1
            objective: {acceleration: 1}
            spline: {degree: 3, control-points: 6, samples: 5}
            """;
        MotionPlan plan = solved(text, "reversed.yaml");
        double[] start = plan.motion().copy().at(0).position().clone();
        double[] end = plan.motion().copy().at(1).position().clone();
        for (int i = 0; i < 6; i++) {
            assertThat(end[i]).isCloseTo(i == 0 ? -start[i] : start[i], within(1e-9));
        }
    }

    /** Of closed loops the coordinates are the driven joints: a crank that turns on and on. */
    @Test
    void aCrankTurnsOnAndOn() throws IOException {
        String text = """
            catena-plan: 1
            robot: four-bar
            guess: {crank: 0.9}
            cyclic: {order: 2, shift: {crank: 360 deg}}
            time: 1
            objective: {effort: 1}
            spline: {degree: 4, control-points: 12, samples: 9}
            """;
        PlanFile.Contents contents =
                PlanFile.parse(text, "turn.yaml").read(ShippedRobots.load("four-bar"), RobotFunctions.byHand());
        MotionPlan plan = new MotionPlanner(Solvers.named("embedded")).plan(contents.problem());
        assertThat(plan.isSolved()).as(plan.message()).isTrue();
        assertThat(plan.motion().at(1).position()[0]
                        - plan.motion().copy().at(0).position()[0])
                .isBetween(2 * Math.PI - 1e-9, 2 * Math.PI + 1e-9);
    }
}
