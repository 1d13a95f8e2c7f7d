package dev.catena.benchmarks;

import dev.catena.function.RobotFunctions;
import dev.catena.nlp.solver.InteriorPointSolver;
import dev.catena.planning.MotionPlan;
import dev.catena.planning.MotionPlanner;
import dev.catena.planning.MotionProblem;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullUnmarked;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** A least-time motion of an arm, with code that was compiled before, and by hand; the solver's own work counts. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@NullUnmarked
public class CompiledPlanBenchmark {
    private static final int CONTROL_POINTS = 10;
    private static final int SAMPLES = 40;

    @Param({"panda"})
    String robot;

    private final MotionPlanner planner = new MotionPlanner(new InteriorPointSolver()).refinement(1, 0);
    private MotionProblem compiled;
    private MotionProblem byHand;

    @Setup
    public void setUp() {
        compiled = PlanningPrograms.arm(robot, RobotFunctions.compiled(), CONTROL_POINTS, SAMPLES);
        byHand = PlanningPrograms.arm(robot, RobotFunctions.byHand(), CONTROL_POINTS, SAMPLES);
        double ours = plan(compiled).objective();
        double other = plan(byHand).objective();
        if (!(Math.abs(ours - other) <= 1e-8 * other)) {
            throw new IllegalStateException("compiled %s s, by hand %s s".formatted(ours, other));
        }
    }

    private MotionPlan plan(MotionProblem problem) {
        return planner.plan(problem);
    }

    @Benchmark
    public Object catena() {
        return plan(compiled);
    }

    @Benchmark
    public Object byHand() {
        return plan(byHand);
    }
}
