package dev.catena.benchmarks;

import dev.catena.dynamics.ArticulatedForwardDynamics;
import dev.catena.dynamics.ForwardDynamics;
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

/** Accelerations of joints and a floating base from torques. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class FloatingForwardDynamicsBenchmark {
    @State(Scope.Thread)
    @NullUnmarked
    public static class Robot {
        @Param({"humanoid36", "talos"})
        String robot;

        private ForwardDynamics forward;
        private BaseMotion base;
        private double[] baseAcceleration;
        private MecanoRobot mecano;
        private States states;
        private double[] out;
        private int s;

        @Setup
        public void setUp() {
            RobotModel model = BenchmarkRobots.named(robot).withFloatingBase();
            int n = model.jointCount();
            forward = new ArticulatedForwardDynamics(model);
            base = new BaseMotion()
                    .velocityInBase(
                            MecanoRobot.LINEAR.getX(),
                            MecanoRobot.LINEAR.getY(),
                            MecanoRobot.LINEAR.getZ(),
                            MecanoRobot.ANGULAR.getX(),
                            MecanoRobot.ANGULAR.getY(),
                            MecanoRobot.ANGULAR.getZ());
            baseAcceleration = new double[6];
            mecano = new MecanoRobot(model, true);
            states = new States(n);
            out = new double[n];
            double[] theirs = new double[n];
            for (int k = 0; k < States.COUNT; k++) {
                forward.computeFloating(base, states.q[k], states.qd[k], states.qdd[k], null, baseAcceleration, out);
                mecano.forwardDynamics(states.q[k], states.qd[k], states.qdd[k], theirs);
                MecanoRobot.checkSame(robot + ", accelerations", out, theirs);
            }
        }

        double[] catena() {
            s = States.after(s);
            forward.computeFloating(base, states.q[s], states.qd[s], states.qdd[s], null, baseAcceleration, out);
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
    public double[] mecano(Robot state) {
        return state.mecano();
    }
}
