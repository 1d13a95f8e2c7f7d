package dev.catena.benchmarks;

import dev.catena.compile.Batch;
import dev.catena.compile.RobotCompiler;
import dev.catena.formats.ShippedRobots;
import dev.catena.model.RobotModel;
import dev.catena.quantity.Quantity;
import dev.catena.sweep.Sweep;
import dev.catena.sweep.SweepFunction;
import dev.catena.sweep.SweepTable;
import dev.catena.sweep.reduce.Reducer;
import dev.catena.sweep.source.RandomStates;
import dev.catena.sweep.source.StateSource;
import dev.catena.sweep.source.Variable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullUnmarked;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * A sweep of the Panda's torques beside the batch alone, and beside the batch with the states drawn for it; times are of one
 * state, on one thread or on two.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(
        value = 1,
        jvmArgsAppend = {"-Xmx256m", "-XX:+UseSerialGC", "--add-modules", "jdk.incubator.vector"})
@NullUnmarked
public class SweepBenchmark {
    private static final int STATES = 1 << 21;
    private static final int BLOCK = 2048;

    private Sweep load;
    private Sweep map;
    private Batch batch;
    private Batch onTwo; // for the other thread
    private StateSource.Reader reader;
    private final double[][] vectors = new double[4][7 * BLOCK];
    private double[][] other;
    private final ExecutorService threads = Executors.newSingleThreadExecutor();
    private final List<StateSource.Target> targets = new ArrayList<>();

    @Setup
    public void prepare() {
        RobotModel panda = ShippedRobots.load("panda");
        SweepFunction torque = SweepFunction.of(panda, Quantity.TORQUE);
        List<Variable> varied = new ArrayList<>(torque.withinLimits());
        panda.jointNames().forEach(joint -> varied.add(Variable.of("qdd_" + joint, -5, 5)));
        RandomStates states = new RandomStates(varied, STATES, 1);
        load = Sweep.states(states).evaluate(torque).reduce(Reducer.max("load")).build();
        map = Sweep.states(states)
                .evaluate(torque)
                .by(torque.voxels("flange", 0.15))
                .reduce(Reducer.argmax("load"), Reducer.mean("load"))
                .build();
        batch = new Batch(RobotCompiler.compile(panda, Quantity.TORQUE), 1);
        onTwo = batch.copy();
        reader = states.open().reader();
        for (int v = 0; v < varied.size(); v++) {
            targets.add(new StateSource.Target(vectors[v / 7], v % 7 * BLOCK));
        }
        reader.read(0, BLOCK, targets);
        other = copyOf(vectors);
        // drawing by vectors begins once HotSpot has compiled it, which takes longer than the usual warm-up
        BatchStates.warmUp(() -> load.run(1));
    }

    private static double[][] copyOf(double[][] vectors) {
        return Arrays.stream(vectors).map(double[]::clone).toArray(double[][]::new);
    }

    @TearDown
    public void end() {
        List<Runnable> unused = threads.shutdownNow();
    }

    @Benchmark
    @OperationsPerInvocation(STATES)
    public double batch() {
        for (int k = 0; k < STATES / BLOCK; k++) {
            batch.evaluate(0, BLOCK, vectors);
        }
        return vectors[3][0];
    }

    @Benchmark
    @OperationsPerInvocation(STATES)
    public double drawAndBatch() {
        for (int k = 0; k < STATES / BLOCK; k++) {
            reader.read((long) k * BLOCK, BLOCK, targets);
            batch.evaluate(0, BLOCK, vectors);
        }
        return vectors[3][0];
    }

    @Benchmark
    @OperationsPerInvocation(STATES)
    public SweepTable largestLoad() {
        return load.run(1);
    }

    @Benchmark
    @OperationsPerInvocation(STATES)
    public SweepTable largestLoadOnTwoThreads() {
        return load.run(2);
    }

    @Benchmark
    @OperationsPerInvocation(STATES)
    public SweepTable map() {
        return map.run(1);
    }

    @Benchmark
    @OperationsPerInvocation(STATES)
    public SweepTable mapOnTwoThreads() {
        return map.run(2);
    }

    /**
     * Two threads with a batch and states in the cache each, as a sweep has them, beside which the sweeps on two threads are to be
     * seen; a batch that shares out such short blocks among threads waits more than it computes.
     */
    @Benchmark
    @OperationsPerInvocation(STATES)
    public double batchOnTwoThreads() throws InterruptedException, ExecutionException {
        Future<?> half = threads.submit(() -> evaluateHalf(onTwo, other));
        evaluateHalf(batch, vectors);
        Object unused = half.get();
        return vectors[3][0] + other[3][0];
    }

    private static void evaluateHalf(Batch batch, double[][] vectors) {
        for (int k = 0; k < STATES / BLOCK / 2; k++) {
            batch.evaluate(0, BLOCK, vectors);
        }
    }
}
