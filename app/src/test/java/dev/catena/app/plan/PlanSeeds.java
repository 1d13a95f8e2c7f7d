package dev.catena.app.plan;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Writes good problem files into a folder, where fuzzing begins, and makes one for its inputs; used by the profile {@code fuzz}. */
final class PlanSeeds {
    static final List<String> PROBLEMS = List.of("""
            catena-plan: 1
            robot: two-link
            start: {elbow: -2}
            start-velocity: [0.1, 0]
            goal: [60 deg, -1]
            still: true
            via:
              - {at: 0.5, position: [0.2, 0.1]}
            spline: {degree: 5, control-points: 12, samples: 60}
            time: {least: 0.1, most: 10, guess: 1}
            limits:
              of-robot: always
              position: {lower: [-1, -3], upper: 3}
              velocity: {shoulder: .inf}
              torque: 10
              reaction-force: {elbow: 100}
            objective: {time: 1, effort: 0.01}
            refinement: {tolerance: 0.01, times: 3}
            """, """
            catena-plan: 1
            robot: two-link
            path: {through: [[0, 0], [0.5, 0.2], [1, 1]], degree: 3}
            time: 2
            limits: {jerk: 100, torque-rate: 50}
            """, """
            catena-plan: 1
            robot: two-link
            start: [0, 0]
            goal: [0.1, 0.1]
            goal-pose: {body: base, xyz: [0.5, 0.5, 0], any-orientation: true, distance: 0.1}
            """);

    private PlanSeeds() {}

    public static void main(String[] arguments) throws IOException {
        Path folder = Files.createDirectories(Path.of(arguments[0]));
        Files.createDirectories(Path.of(arguments[1]));
        for (int k = 0; k < PROBLEMS.size(); k++) {
            Files.writeString(folder.resolve("seed-" + k), PROBLEMS.get(k));
        }
    }
}
