package dev.catena.benchmarks;

import dev.catena.dynamics.ArticulatedForwardDynamics;
import dev.catena.dynamics.ForwardDynamics;
import dev.catena.dynamics.InverseDynamics;
import dev.catena.dynamics.ProximalForwardDynamics;
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

/** Accelerations from torques, by both recursions; inverse dynamics of the same robot beside. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ForwardDynamicsBenchmark {
    @State(Scope.Thread)
    @NullUnmarked
    public static class Robot {
        @Param({"chain6", "chain7", "chain16", "chain32", "tree36", "chain128"})
        String robot;

        private ForwardDynamics articulated;
        private ForwardDynamics proximal;
        private InverseDynamics inverse;
        private MecanoRobot mecano;
        private States states;
        private double[] out;
        private int s;

        @Setup
        public void setUp() {
            RobotModel model = BenchmarkRobots.named(robot);
            int n = model.jointCount();
            articulated = new ArticulatedForwardDynamics(model);
            proximal = new ProximalForwardDynamics(model);
            inverse = new InverseDynamics(model);
            mecano = new MecanoRobot(model);
            states = new States(n);
            out = new double[n];
            double[] theirs = new double[n];
            for (int k = 0; k < States.COUNT; k++) {
                articulated.compute(states.q[k], states.qd[k], states.qdd[k], out);
                mecano.forwardDynamics(states.q[k], states.qd[k], states.qdd[k], theirs);
                MecanoRobot.checkSame(robot + ", accelerations", out, theirs);
            }
        }

        double[] catena() {
            s = States.after(s);
            articulated.compute(states.q[s], states.qd[s], states.qdd[s], out);
            return out;
        }

        double[] proximal() {
            s = States.after(s);
            proximal.compute(states.q[s], states.qd[s], states.qdd[s], out);
            return out;
        }

        double[] inverseDynamics() {
            s = States.after(s);
            inverse.compute(states.q[s], states.qd[s], states.qdd[s], out);
            return out;
        }

        double[] mecano() {
            s = States.after(s);
            mecano.forwardDynamics(states.q[s], states.qd[s], states.qdd[s], out);
            return out;
        }
    }

    @Benchmark
    public double[] catena(Robot state) {
        return state.catena();
    }

    @Benchmark
    public double[] proximal(Robot state) {
        return state.proximal();
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
