package dev.catena.benchmarks;

import dev.catena.compile.RobotCompiler;
import dev.catena.dynamics.MassMatrix;
import dev.catena.dynamics.MassMatrixFunction;
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

/** The mass matrix compiled for the robot, and by hand. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class CompiledMassMatrixBenchmark {
    @State(Scope.Thread)
    @NullUnmarked
    public static class Robot {
        @Param({"orthogonal7", "chain7"})
        String robot;

        private MassMatrixFunction compiled;
        private MassMatrixFunction byHand;
        private States states;
        private double[] out;
        private int s;

        @Setup
        public void setUp() {
            RobotModel model = BenchmarkRobots.named(robot);
            int n = model.jointCount();
            compiled = RobotCompiler.massMatrix(model);
            byHand = new MassMatrix(model);
            states = new States(n);
            out = new double[n * n];
        }

        double[] run(MassMatrixFunction function) {
            s = States.after(s);
            function.compute(states.q[s], out);
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
