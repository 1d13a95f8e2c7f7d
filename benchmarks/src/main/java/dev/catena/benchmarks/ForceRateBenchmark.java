package dev.catena.benchmarks;

import dev.catena.dynamics.ForceRate;
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

/** Torques together with their rates, from joint coordinates on. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ForceRateBenchmark {
    @State(Scope.Thread)
    @NullUnmarked
    public static class Catena {
        @Param({"chain7", "chain32"})
        String robot;

        private ForceRate forceRate;
        private States states;
        private double[] tau;
        private double[] tauRate;
        private int s;

        @Setup
        public void setUp() {
            RobotModel model = BenchmarkRobots.named(robot);
            forceRate = new ForceRate(model);
            states = new States(model.jointCount());
            tau = new double[model.jointCount()];
            tauRate = new double[model.jointCount()];
        }

        double[] run() {
            s = States.after(s);
            forceRate.compute(states.q[s], states.qd[s], states.qdd[s], states.qddd[s], tau, tauRate);
            return tauRate;
        }
    }

    @Benchmark
    public double[] catena(Catena state) {
        return state.run();
    }
}
