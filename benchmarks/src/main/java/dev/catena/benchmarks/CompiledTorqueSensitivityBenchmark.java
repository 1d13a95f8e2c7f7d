package dev.catena.benchmarks;

import dev.catena.compile.RobotCompiler;
import dev.catena.model.RobotModel;
import dev.catena.sensitivity.TorqueSensitivity;
import dev.catena.sensitivity.TorqueSensitivityFunction;
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

/** ∂τ/∂q, ∂τ/∂q̇ and ∂τ/∂q̈ compiled for the robot, and by hand. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class CompiledTorqueSensitivityBenchmark {
    @State(Scope.Thread)
    @NullUnmarked
    public static class Robot {
        @Param({"orthogonal7", "chain7"})
        String robot;

        private TorqueSensitivityFunction compiled;
        private TorqueSensitivityFunction byHand;
        private States states;
        private double[] out;
        private double[] second;
        private double[] third;
        private int s;

        @Setup
        public void setUp() {
            RobotModel model = BenchmarkRobots.named(robot);
            int n = model.jointCount();
            compiled = RobotCompiler.torqueSensitivity(model);
            byHand = new TorqueSensitivity(model);
            states = new States(n);
            out = new double[n * n];
            second = new double[n * n];
            third = new double[n * n];
        }

        double[] run(TorqueSensitivityFunction function) {
            s = States.after(s);
            function.compute(states.q[s], states.qd[s], states.qdd[s], out, second, third);
            return out;
        }
    }

    @Benchmark
    public double[] catena(Robot state) {
        return state.run(state.compiled);
    }

    @Benchmark
    public double[] byHand(Robot state) {
        return state.run(state.byHand);
    }
}
