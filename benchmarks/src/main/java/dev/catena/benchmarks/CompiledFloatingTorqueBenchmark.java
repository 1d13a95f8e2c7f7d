package dev.catena.benchmarks;

import dev.catena.dynamics.FloatingAccelerationFunction;
import dev.catena.dynamics.FloatingTorqueFunction;
import dev.catena.function.RobotFunctions;
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

/** Torques and accelerations of robots that float, compiled and by hand. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class CompiledFloatingTorqueBenchmark {
    @State(Scope.Thread)
    @NullUnmarked
    public static class Robot {
        @Param({"chain7", "humanoid36"})
        String robot;

        @Param({"compiled", "by hand"})
        String code;

        private FloatingTorqueFunction torque;
        private FloatingAccelerationFunction acceleration;
        private BaseMotion base;
        private States states;
        private final double[] baseAcceleration = new double[6];
        private double[] out;
        private int s;

        @Setup
        public void setUp() {
            RobotModel model = BenchmarkRobots.named(robot).withFloatingBase();
            RobotFunctions functions = code.equals("compiled") ? RobotFunctions.compiled() : RobotFunctions.byHand();
            torque = functions.floatingTorque(model);
            acceleration = functions.floatingAcceleration(model);
            base = new BaseMotion()
                    .pose(1, 2, 3, 0.1, 0.2, 0.3, 0.9)
                    .velocityInBase(1, 2, 3, 0.4, 0.5, 0.6)
                    .accelerationInBase(1, 2, 3, 4, 5, 6);
            states = new States(model.jointCount());
            out = new double[model.jointCount()];
        }

        double[] torque() {
            s = States.after(s);
            torque.compute(base, states.q[s], states.qd[s], states.qdd[s], baseAcceleration, out);
            return out;
        }

        double[] acceleration() {
            s = States.after(s);
            acceleration.computeFloating(base, states.q[s], states.qd[s], states.qdd[s], baseAcceleration, out);
            return out;
        }
    }

    @Benchmark
    public double[] torque(Robot state) {
        return state.torque();
    }

    @Benchmark
    public double[] acceleration(Robot state) {
        return state.acceleration();
    }
}
