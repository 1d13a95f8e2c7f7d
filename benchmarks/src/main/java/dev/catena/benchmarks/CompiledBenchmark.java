package dev.catena.benchmarks;

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

/**
 * A quantity compiled for the robot, and by hand.
 *
 * @param <F> core's interface that both implement
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@NullUnmarked
public abstract class CompiledBenchmark<F> {
    @Param({"panda", "chain6", "chain32"})
    String robot;

    States states;
    double[] vector;
    double[][] matrices;
    private F compiled;
    private F byHand;
    private int s;

    abstract F compiled(RobotModel model);

    abstract F byHand(RobotModel model);

    /** Computes for a state and returns what was written. */
    abstract double[] compute(F function, int state);

    @Setup
    public void setUp() {
        RobotModel model = BenchmarkRobots.named(robot);
        int n = model.jointCount();
        states = new States(n);
        vector = new double[n];
        matrices = new double[3][n * n];
        compiled = compiled(model);
        byHand = byHand(model);
    }

    private double[] run(F function) {
        s = States.after(s);
        return compute(function, s);
    }

    @Benchmark
    public double[] catena() {
        return run(compiled);
    }

    @Benchmark
    public double[] byHand() {
        return run(byHand);
    }
}
