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

/** A quantity beside mecano's, the two compared on all states before. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@NullUnmarked
public abstract class BesideMecanoBenchmark {
    @Param({"panda", "chain6", "chain32", "chain128"})
    String robot;

    MecanoRobot mecano;
    States states;
    private double[] out;
    private int s;

    /** Makes what computes, and returns how many numbers that gives. */
    abstract int prepare(RobotModel model);

    abstract void compute(int state, double[] out);

    abstract void computeByMecano(int state, double[] out);

    @Setup
    public void setUp() {
        RobotModel model = BenchmarkRobots.named(robot);
        mecano = new MecanoRobot(model);
        states = new States(model.jointCount());
        out = new double[prepare(model)];
        double[] theirs = new double[out.length];
        for (int k = 0; k < States.COUNT; k++) {
            compute(k, out);
            computeByMecano(k, theirs);
            MecanoRobot.checkSame(robot + ", " + getClass().getSimpleName(), out, theirs);
        }
    }

    /** The next state. */
    final int next() {
        s = States.after(s);
        return s;
    }

    final double[] out() {
        return out;
    }

    @Benchmark
    public double[] catena() {
        compute(next(), out);
        return out;
    }

    @Benchmark
    public double[] mecano() {
        computeByMecano(next(), out);
        return out;
    }
}
