package dev.catena.benchmarks;

import dev.catena.quantity.Quantity;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullUnmarked;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Inverse dynamics of 262,144 states on two threads, and on one; time is per batch. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(jvmArgsAppend = "--add-modules=jdk.incubator.vector")
public class TwoThreadsBenchmark {
    private static final int STATES = 1 << 18;

    @State(Scope.Thread)
    @NullUnmarked
    public static class Robot {
        @Param("orthogonal7")
        String robot;

        private BatchStates two;
        private BatchStates one;

        @Setup
        public void setUp() {
            two = new BatchStates(BenchmarkRobots.named(robot), Quantity.TORQUE, 2, STATES);
            one = new BatchStates(BenchmarkRobots.named(robot), Quantity.TORQUE, 1, STATES);
        }
    }

    @Benchmark
    public double[] catena(Robot state) {
        return state.two.runBatch();
    }

    @Benchmark
    public double[] one(Robot state) {
        return state.one.runBatch();
    }
}
