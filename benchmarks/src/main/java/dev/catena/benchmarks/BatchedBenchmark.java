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

/** A compiled quantity of 1,024 states at once, and one after the other; time is per state. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(BatchStates.COUNT)
@Fork(jvmArgsAppend = "--add-modules=jdk.incubator.vector")
@NullUnmarked
public abstract class BatchedBenchmark {
    @Param({"panda", "chain6"})
    String robot;

    private final Quantity quantity;
    private BatchStates states;

    BatchedBenchmark(Quantity quantity) {
        this.quantity = quantity;
    }

    @Setup
    public void setUp() {
        states = new BatchStates(BenchmarkRobots.named(robot), quantity, 1);
    }

    @Benchmark
    public double[] catena() {
        return states.runBatch();
    }

    @Benchmark
    public double[] single() {
        return states.runSingle();
    }
}
