package dev.catena.app.gait;

import dev.catena.app.console.GivenNumber;
import dev.catena.model.RobotModel;
import dev.catena.nlp.IterationListener;
import dev.catena.nlp.Solver;
import dev.catena.nlp.SolverOptions;
import dev.catena.nlp.solver.Solvers;
import dev.catena.planning.MotionPlan;
import dev.catena.planning.MotionPlanner;
import dev.catena.planning.PlannedMotion;
import dev.catena.spline.Spline;
import dev.catena.spline.SplineBasis;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One solution of a step of walking. */
public final class GaitRun {
    private static final double TOLERANCE = 2e-5;

    /** From a start that is nearly optimal, and from others. */
    private static final double NEAR_BARRIER = 1e-3;

    private static final double FAR_BARRIER = 1e-2;

    private static final double CHAINED_SPEED = 1.2;
    private static final double CHAINED_STEP = 0.6;

    /** The most by which neighboring problems differ, m/s and m. */
    private static final double SPEED_CHANGE = 0.1;

    private static final double STEP_CHANGE = 0.02;

    /** Where the search begins. */
    public enum Start {
        /** q ≡ 0, the pelvis on the ground, as [Barman 5] does. */
        ZERO,
        /** Pelvis and legs by hand, kinematics only. */
        HAND,
        /** The end of a chain of coarser splines. */
        CHAINED;

        /** As on the command line. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
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
        Spline guess = guess(problem.robot(), options, start);
        if (start == Start.CHAINED) {
            guess = approached(walker, options, guess, planner);
        }
        plan = planner.plan(problem.problem(guess));
        analysis = plan.bestFeasibleMotion()
                .map(motion -> new WalkAnalysis(problem, motion))
                .orElse(null);
    }

    /** From the speed and the step length of the chained start to others by small changes, lest the search end elsewhere. */
    private static @Nullable Spline approached(
            Walker walker, WalkOptions options, @Nullable Spline guess, MotionPlanner planner) {
        double faster = options.speed() - CHAINED_SPEED;
        double longer = options.stepLength() - CHAINED_STEP;
        int parts = (int) Math.ceil(Math.max(Math.abs(faster) / SPEED_CHANGE, Math.abs(longer) / STEP_CHANGE) - 1e-9);
        Spline last = guess;
        for (int k = 1; k < parts; k++) {
            double share = (double) k / parts;
            WalkOptions between = options.walking(CHAINED_SPEED + share * faster, CHAINED_STEP + share * longer);
            Spline found = planner.plan(new WalkProblem(walker, between).problem(last))
                    .bestFeasibleMotion()
                    .map(PlannedMotion::spline)
                    .orElse(null);
            last = found == null ? last : found;
        }
        return last;
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
                    points[j * n + robot.coordinate(cells[0])] = GivenNumber.parse(file, cells[j + 1]);
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
