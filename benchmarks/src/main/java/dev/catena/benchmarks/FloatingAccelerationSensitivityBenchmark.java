package dev.catena.benchmarks;

import dev.catena.kinematics.BaseMotion;
import dev.catena.model.RobotModel;
import dev.catena.sensitivity.AccelerationSensitivity;
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

/** ∂q̈/∂q, ∂q̈/∂q̇ and ∂q̈/∂τ at once, floating base and forward dynamics included. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class FloatingAccelerationSensitivityBenchmark {
    @State(Scope.Thread)
    @NullUnmarked
    public static class Robot {
        @Param({"humanoid36", "talos"})
        String robot;

        private AccelerationSensitivity sensitivity;
        private BaseMotion base;
        private States states;
        private double[] byPosition;
        private double[] byVelocity;
        private double[] byTorque;
        private int s;

        @Setup
        public void setUp() {
            RobotModel model = BenchmarkRobots.named(robot).withFloatingBase();
            int size = 6 + model.jointCount();
            sensitivity = new AccelerationSensitivity(model);
            base = new BaseMotion()
                    .pose(1, 2, 3, 0.1, 0.2, 0.3, 0.9)
                    .velocityInBase(1, 2, 3, 0.4, 0.5, 0.6)
                    .accelerationInBase(1, 2, 3, 4, 5, 6);
            states = new States(model.jointCount());
            byPosition = new double[size * size];
            byVelocity = new double[size * size];
            byTorque = new double[size * model.jointCount()];
        }

        double[] run() {
            s = States.after(s);
            sensitivity.computeFloating(
                    base, states.q[s], states.qd[s], states.qdd[s], null, byPosition, byVelocity, byTorque);
            return byPosition;
        }
    }

    @Benchmark
    public double[] catena(Robot state) {
        return state.run();
    }
}
