package dev.catena.benchmarks;

import dev.catena.compile.CompiledFunction;
import dev.catena.compile.RobotCompiler;
import dev.catena.model.RobotModel;
import dev.catena.quantity.Quantity;
import dev.catena.sensitivity.AccelerationSensitivity;
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

/** ∂q̈/∂q, ∂q̈/∂q̇ and ∂q̈/∂τ, compiled and by hand. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@NullUnmarked
public class CompiledAccelerationSensitivityBenchmark {
    @Param({"panda", "chain6"})
    String robot;

    private CompiledFunction compiled;
    private AccelerationSensitivity byHand;
    private States states;
    private double[] byPosition;
    private double[] byVelocity;
    private double[] byTorque;
    private int s;

    @Setup
    public void setUp() {
        RobotModel model = BenchmarkRobots.named(robot);
        int n = model.jointCount();
        compiled = RobotCompiler.compile(model, Quantity.ACCELERATION_SENSITIVITY);
        byHand = new AccelerationSensitivity(model);
        states = new States(n);
        byPosition = new double[n * n];
        byVelocity = new double[n * n];
        byTorque = new double[n * n];
    }

    @Benchmark
    public double[] catena() {
        s = States.after(s);
        compiled.evaluate(states.q[s], states.qd[s], states.qdd[s], byPosition, byVelocity, byTorque);
        return byPosition;
    }

    @Benchmark
    public double[] byHand() {
        s = States.after(s);
        byHand.compute(states.q[s], states.qd[s], states.qdd[s], byPosition, byVelocity, byTorque);
        return byPosition;
    }
}
