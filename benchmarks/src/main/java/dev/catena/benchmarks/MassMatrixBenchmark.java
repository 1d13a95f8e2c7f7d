package dev.catena.benchmarks;

import dev.catena.dynamics.InverseDynamics;
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

/** The mass matrix; inverse dynamics of the same robot beside. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class MassMatrixBenchmark {
    @State(Scope.Thread)
    @NullUnmarked
    public static class Robot {
        @Param({"chain6", "chain7", "chain16", "chain32", "tree36", "chain128"})
        String robot;

        private MassMatrix massMatrix;
        private InverseDynamics inverse;
        private double[] tau;
        private MecanoRobot mecano;
        private States states;
        private double[] out;
        private int s;

        @Setup
        public void setUp() {
            RobotModel model = BenchmarkRobots.named(robot);
            int n = model.jointCount();
            massMatrix = new MassMatrix(model);
            inverse = new InverseDynamics(model);
            mecano = new MecanoRobot(model);
            states = new States(n);
            out = new double[n * n];
            tau = new double[n];
            double[] theirs = new double[n * n];
            for (int k = 0; k < States.COUNT; k++) {
                massMatrix.compute(states.q[k], out);
                mecano.massMatrix(states.q[k], states.qd[k], theirs);
                MecanoRobot.checkSame(robot + ", mass matrix", out, theirs);
            }
        }

        double[] catena() {
            s = States.after(s);
            massMatrix.compute(states.q[s], out);
            return out;
        }

        double[] inverseDynamics() {
            s = States.after(s);
            inverse.compute(states.q[s], states.qd[s], states.qdd[s], tau);
            return tau;
        }

        double[] mecano() {
            s = States.after(s);
            mecano.massMatrix(states.q[s], states.qd[s], out);
            return out;
        }
    }

    @Benchmark
    public double[] catena(Robot state) {
        return state.catena();
    }

    @Benchmark
    public double[] inverseDynamics(Robot state) {
        return state.inverseDynamics();
    }

    @Benchmark
    public double[] mecano(Robot state) {
        return state.mecano();
    }
}
