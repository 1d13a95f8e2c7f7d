package dev.catena.benchmarks;

import dev.catena.dynamics.InverseDynamics;
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

/** Torques from a motion, from joint coordinates on: sines and cosines count. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class InverseDynamicsBenchmark {
    @State(Scope.Thread)
    @NullUnmarked
    public static class Catena {
        @Param({"panda", "chain6", "chain7", "chain32", "chain128"})
        String robot;

        private InverseDynamics inverseDynamics;
        private States states;
        private double[] tau;
        private int s;

        @Setup
        public void setUp() {
            RobotModel model = BenchmarkRobots.named(robot);
            inverseDynamics = new InverseDynamics(model);
            states = new States(model.jointCount());
            tau = new double[model.jointCount()];
        }

        double[] run() {
            s = States.after(s);
            inverseDynamics.compute(states.q[s], states.qd[s], states.qdd[s], tau);
            return tau;
        }
    }

    @State(Scope.Thread)
    @NullUnmarked
    public static class Mecano {
        @Param({"panda", "chain6", "chain32", "chain128"})
        String robot;

        private MecanoRobot mecano;
        private States states;
        private double[] tau;
        private int s;

        @Setup
        public void setUp() {
            RobotModel model = BenchmarkRobots.named(robot);
            mecano = new MecanoRobot(model);
            states = new States(model.jointCount());
            tau = new double[model.jointCount()];
            mecano.checkAgainst(model, states);
        }

        double[] run() {
            s = States.after(s);
            mecano.inverseDynamics(states.q[s], states.qd[s], states.qdd[s], tau);
            return tau;
        }
    }

    @Benchmark
    public double[] catena(Catena state) {
        return state.run();
    }

    @Benchmark
    public double[] mecano(Mecano state) {
        return state.run();
    }
}
