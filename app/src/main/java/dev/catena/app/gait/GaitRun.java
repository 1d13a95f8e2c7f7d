package dev.catena.app.gait;

import dev.catena.model.RobotModel;
import dev.catena.nlp.IterationListener;
import dev.catena.nlp.Solver;
import dev.catena.nlp.SolverOptions;
import dev.catena.nlp.solver.Solvers;
import dev.catena.planning.MotionPlan;
import dev.catena.planning.MotionPlanner;
import dev.catena.spline.Spline;
import dev.catena.spline.SplineBasis;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One solution of a step of walking. */
public final class GaitRun {
    private static final double TOLERANCE = 2e-5;

    /** From a start that is nearly optimal, and from others. */
    private static final double NEAR_BARRIER = 1e-3;

    private static final double FAR_BARRIER = 1e-2;

    /** Where the search begins. */
    public enum Start {
        /** q ≡ 0, the pelvis on the ground, as [Barman 5] does. */
        ZERO,
        /** Pelvis and legs by hand, kinematics only. */
        HAND,
        /** The end of a chain of coarser splines. */
        CHAINED
    }

    private final WalkProblem problem;
    private final MotionPlan plan;
    private final @Nullable WalkAnalysis analysis;

    public GaitRun(Walker walker, WalkOptions options, Start start, IterationListener listener) {
        this(walker, options, start, listener, Solvers.named("embedded"));
    }

    public GaitRun(Walker walker, WalkOptions options, Start start, IterationListener listener, Solver solver) {
        problem = new WalkProblem(walker, options);
        SolverOptions solving = SolverOptions.defaults()
                .tolerance(TOLERANCE)
                .acceptableTolerance(1e-4)
                .feasibilityTolerance(1e-5)
                .iterationLimit(500)
                .initialBarrier(start == Start.CHAINED ? NEAR_BARRIER : FAR_BARRIER)
                .listener(listener);
        MotionPlanner planner = new MotionPlanner(solver).options(solving).refinement(1e-3, 0);
        if (start != Start.CHAINED) {
            planner = planner.feasibleFirst();
        }
        plan = planner.plan(problem.problem(guess(problem.robot(), options, start)));
        analysis = plan.bestFeasibleMotion()
                .map(motion -> new WalkAnalysis(problem, motion))
                .orElse(null);
    }

    private static @Nullable Spline guess(RobotModel robot, WalkOptions options, Start start) {
        Spline step = switch (start) {
            case ZERO -> null;
            case HAND -> read(robot, options.controlPoints() < 8 ? "hand-6.csv" : "hand-10.csv");
            case CHAINED -> read(robot, options.isThesis() ? "chained-6.csv" : "chained-13.csv");
        };
        return step == null || !options.isStride() ? step : StrideGuess.of(robot, step, options);
    }

    /** A row for each coordinate, its control points behind its name; coordinates without a row are zero. */
    static Spline read(RobotModel robot, String file) {
        int n = robot.jointCount();
        try (InputStream stream = Objects.requireNonNull(GaitRun.class.getResourceAsStream(file), file);
                BufferedReader reader = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            double[] points = new double[0];
            int count = 0;
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                String[] cells = line.split(",", -1);
                count = cells.length - 1;
                points = points.length == 0 ? new double[count * n] : points;
                for (int j = 0; j < count && robot.hasCoordinate(cells[0]); j++) {
                    points[j * n + robot.coordinate(cells[0])] = Double.parseDouble(cells[j + 1]);
                }
            }
            return new Spline(SplineBasis.uniform(3, count), n, points);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public WalkProblem problem() {
        return problem;
    }

    public MotionPlan plan() {
        return plan;
    }

    /** Of the best step within limits; null if there is none. */
    public @Nullable WalkAnalysis analysis() {
        return analysis;
    }
}
