package dev.catena.benchmarks;

import dev.catena.dynamics.MassMatrix;
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

/** Mass matrix of joints and a floating base. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class FloatingMassMatrixBenchmark {
    @State(Scope.Thread)
    @NullUnmarked
    public static class Robot {
        @Param({"humanoid36", "talos"})
        String robot;

        private MassMatrix massMatrix;
        private States states;
        private double[] out;
        private int s;

        @Setup
        public void setUp() {
            RobotModel model = BenchmarkRobots.named(robot).withFloatingBase();
            int size = 6 + model.jointCount();
            massMatrix = new MassMatrix(model);
            states = new States(model.jointCount());
            out = new double[size * size];
        }

        double[] run() {
            s = States.after(s);
            massMatrix.computeFloating(states.q[s], out);
            return out;
        }
    }

    @Benchmark
    public double[] catena(Robot state) {
        return state.run();
    }
}
