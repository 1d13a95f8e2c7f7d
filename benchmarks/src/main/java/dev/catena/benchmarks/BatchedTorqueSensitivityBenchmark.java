package dev.catena.benchmarks;

import dev.catena.quantity.Quantity;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullUnmarked;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Derivatives of torques of 1,024 states at once, and one after the other; time is per state. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(BatchStates.COUNT)
@Fork(jvmArgsAppend = "--add-modules=jdk.incubator.vector")
public class BatchedTorqueSensitivityBenchmark {
    @State(Scope.Thread)
    @NullUnmarked
    public static class Robot {
        @Param({"orthogonal7", "chain7"})
        String robot;

        private BatchStates states;

        @Setup
        public void setUp() {
            states = new BatchStates(BenchmarkRobots.named(robot), Quantity.TORQUE_SENSITIVITY, 1);
        }
    }

    @Benchmark
    public double[] catena(Robot state) {
        return state.states.runBatch();
    }

    @Benchmark
    public double[] single(Robot state) {
        return state.states.runSingle();
    }
}
