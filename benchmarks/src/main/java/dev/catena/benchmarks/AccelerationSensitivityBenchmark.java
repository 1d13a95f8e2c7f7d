package dev.catena.benchmarks;

import dev.catena.model.RobotModel;
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

/** ∂q̈/∂q, ∂q̈/∂q̇ and ∂q̈/∂τ at once, forward dynamics included. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class AccelerationSensitivityBenchmark {
    @State(Scope.Thread)
    @NullUnmarked
    public static class Robot {
        @Param({"panda", "chain6", "chain32", "chain128"})
        String robot;

        private AccelerationSensitivity sensitivity;
        private States states;
        private double[] byPosition;
        private double[] byVelocity;
        private double[] byTorque;
        private int s;

        @Setup
        public void setUp() {
            RobotModel model = BenchmarkRobots.named(robot);
            int size = model.jointCount();
            sensitivity = new AccelerationSensitivity(model);
            states = new States(model.jointCount());
            byPosition = new double[size * size];
            byVelocity = new double[size * size];
            byTorque = new double[size * model.jointCount()];
        }

        double[] run() {
            s = States.after(s);
            sensitivity.compute(states.q[s], states.qd[s], states.qdd[s], byPosition, byVelocity, byTorque);
            return byPosition;
        }
    }

    @Benchmark
    public double[] catena(Robot state) {
        return state.run();
    }
}
