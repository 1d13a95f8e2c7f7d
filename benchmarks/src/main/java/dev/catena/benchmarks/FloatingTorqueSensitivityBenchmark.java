package dev.catena.benchmarks;

import dev.catena.dynamics.InverseDynamics;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.RobotModel;
import dev.catena.sensitivity.TorqueSensitivity;
import java.util.List;
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

/** ∂τ/∂q, ∂τ/∂q̇ and ∂τ/∂q̈ at once, floating base included; inverse dynamics on a moving base beside. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class FloatingTorqueSensitivityBenchmark {
    @State(Scope.Thread)
    @NullUnmarked
    public static class Robot {
        @Param({"humanoid36", "talos"})
        String robot;

        private TorqueSensitivity sensitivity;
        private InverseDynamics inverseDynamics;
        private double[] tau;
        private BaseMotion base;
        private States states;
        private double[] byPosition;
        private double[] byVelocity;
        private double[] byAcceleration;
        private int s;

        @Setup
        public void setUp() {
            RobotModel model = BenchmarkRobots.named(robot).withFloatingBase();
            int size = 6 + model.jointCount();
            sensitivity = new TorqueSensitivity(model);
            inverseDynamics = new InverseDynamics(model);
            tau = new double[model.jointCount()];
            base = new BaseMotion()
                    .pose(1, 2, 3, 0.1, 0.2, 0.3, 0.9)
                    .velocityInBase(1, 2, 3, 0.4, 0.5, 0.6)
                    .accelerationInBase(1, 2, 3, 4, 5, 6);
            states = new States(model.jointCount());
            byPosition = new double[size * size];
            byVelocity = new double[size * size];
            byAcceleration = new double[size * size];
        }

        double[] run() {
            s = States.after(s);
            sensitivity.computeFloating(
                    base,
                    states.q[s],
                    states.qd[s],
                    states.qdd[s],
                    null,
                    List.of(),
                    byPosition,
                    byVelocity,
                    byAcceleration);
            return byPosition;
        }

        double[] runInverseDynamics() {
            s = States.after(s);
            inverseDynamics.compute(base, states.q[s], states.qd[s], states.qdd[s], null, tau);
            return tau;
        }
    }

    @Benchmark
    public double[] catena(Robot state) {
        return state.run();
    }

    @Benchmark
    public double[] inverseDynamics(Robot state) {
        return state.runInverseDynamics();
    }
}
