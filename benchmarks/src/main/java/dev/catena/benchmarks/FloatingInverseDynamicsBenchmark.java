package dev.catena.benchmarks;

import dev.catena.dynamics.InverseDynamics;
import dev.catena.kinematics.BaseMotion;
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

/** Torques of a robot whose base moves in a known way. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class FloatingInverseDynamicsBenchmark {
    @State(Scope.Thread)
    @NullUnmarked
    public static class Robot {
        @Param({"humanoid36", "talos"})
        String robot;

        private InverseDynamics inverseDynamics;
        private BaseMotion base;
        private States states;
        private double[] tau;
        private int s;

        @Setup
        public void setUp() {
            RobotModel model = BenchmarkRobots.named(robot).withFloatingBase();
            inverseDynamics = new InverseDynamics(model);
            base = new BaseMotion()
                    .pose(1, 2, 3, 0.1, 0.2, 0.3, 0.9)
                    .velocityInBase(1, 2, 3, 0.4, 0.5, 0.6)
                    .accelerationInBase(1, 2, 3, 4, 5, 6);
            states = new States(model.jointCount());
            tau = new double[model.jointCount()];
        }

        double[] run() {
            s = States.after(s);
            inverseDynamics.compute(base, states.q[s], states.qd[s], states.qdd[s], null, tau);
            return tau;
        }
    }

    @Benchmark
    public double[] catena(Robot state) {
        return state.run();
    }
}
