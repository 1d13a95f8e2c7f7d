package dev.catena.benchmarks;

import dev.catena.function.RobotFunctions;
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

/** One step of a millisecond of a {@link SwingingArm}, by hand. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@NullUnmarked
public class SimulationStepBenchmark {
    @Param({"chain7"})
    String robot;

    private SwingingArm arm;

    @Setup
    public void setUp() {
        arm = new SwingingArm(BenchmarkRobots.named(robot), RobotFunctions.byHand());
    }

    @Benchmark
    public Object catena() {
        return arm.step();
    }
}
