package dev.catena.benchmarks;

import dev.catena.function.RobotFunctions;
import dev.catena.model.RobotModel;
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

/** One step of a {@link SwingingArm} with code that is compiled for the robot, and by hand. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@NullUnmarked
public class CompiledSimulationStepBenchmark {
    @Param({"orthogonal7"})
    String robot;

    private SwingingArm compiled;
    private SwingingArm byHand;

    @Setup
    public void setUp() {
        RobotModel model = BenchmarkRobots.named(robot);
        compiled = new SwingingArm(model, RobotFunctions.compiled());
        byHand = new SwingingArm(model, RobotFunctions.byHand());
    }

    @Benchmark
    public Object catena() {
        return compiled.step();
    }

    @Benchmark
    public Object byHand() {
        return byHand.step();
    }
}
