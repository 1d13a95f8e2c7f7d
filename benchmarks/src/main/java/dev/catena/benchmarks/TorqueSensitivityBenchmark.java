package dev.catena.benchmarks;

import dev.catena.model.RobotModel;
import dev.catena.sensitivity.TorqueSensitivity;
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

/** ∂τ/∂q, ∂τ/∂q̇ and ∂τ/∂q̈ at once, on a base at rest. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class TorqueSensitivityBenchmark {
    @State(Scope.Thread)
    @NullUnmarked
    public static class Robot {
        @Param({"panda", "chain6", "chain32", "chain128"})
        String robot;

        private TorqueSensitivity sensitivity;
        private States states;
        private double[] byPosition;
        private double[] byVelocity;
        private double[] byAcceleration;
        private int s;

        @Setup
        public void setUp() {
            RobotModel model = BenchmarkRobots.named(robot);
            int size = model.jointCount();
            sensitivity = new TorqueSensitivity(model);
            states = new States(model.jointCount());
            byPosition = new double[size * size];
            byVelocity = new double[size * size];
            byAcceleration = new double[size * size];
        }

        double[] run() {
            s = States.after(s);
            sensitivity.compute(states.q[s], states.qd[s], states.qdd[s], byPosition, byVelocity, byAcceleration);
            return byPosition;
        }
    }

    @Benchmark
    public double[] catena(Robot state) {
        return state.run();
    }
}
