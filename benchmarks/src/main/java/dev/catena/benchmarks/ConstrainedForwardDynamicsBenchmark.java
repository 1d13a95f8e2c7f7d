package dev.catena.benchmarks;

import dev.catena.dynamics.ArticulatedForwardDynamics;
import dev.catena.dynamics.ForwardDynamics;
import dev.catena.kinematics.BaseMotion;
import dev.catena.kinematics.Kinematics;
import dev.catena.mechanism.ConstrainedForwardDynamics;
import dev.catena.model.CutJoint;
import dev.catena.model.CutKind;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import java.util.ArrayList;
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

/**
 * Accelerations of a robot that stands, with c rows of constraints, beside those of the same robot in flight: at most 1.3 times
 * as long, and c³/3 + n c² operations' worth.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ConstrainedForwardDynamicsBenchmark {
    @State(Scope.Thread)
    @NullUnmarked
    public static class Robot {
        @Param({"humanoid36"})
        String robot;

        /** How many points of the robot's last bodies are held, three rows each. */
        @Param({"4"})
        int points;

        private ForwardDynamics inFlight;
        private ConstrainedForwardDynamics standing;
        private final BaseMotion base = new BaseMotion();
        private final double[] baseAcceleration = new double[6];
        private States states;
        private double[] out;
        private int s;

        @Setup
        public void setUp() {
            RobotModel model = BenchmarkRobots.named(robot).withFloatingBase();
            int n = model.jointCount();
            states = new States(n);
            out = new double[n];
            Kinematics kinematics = new Kinematics(model);
            kinematics.compute(base, states.q[0], null, null, null);
            List<CutJoint> contacts = new ArrayList<>();
            for (int k = 0; k < points; k++) {
                int body = model.bodies().size() - 1 - k;
                contacts.add(CutJoint.contact(
                        "point" + k,
                        CutKind.SPHERICAL,
                        kinematics.worldFromBody(body),
                        model.bodies().get(body).name(),
                        Pose.IDENTITY));
            }
            inFlight = new ArticulatedForwardDynamics(model);
            standing = new ConstrainedForwardDynamics(model, contacts);
        }

        double[] inFlight() {
            s = States.after(s);
            inFlight.computeFloating(base, states.q[s], states.qd[s], states.qdd[s], null, baseAcceleration, out);
            return out;
        }

        double[] standing() {
            s = States.after(s);
            standing.computeFloating(base, states.q[s], states.qd[s], states.qdd[s], null, baseAcceleration, out);
            return out;
        }
    }

    @Benchmark
    public double[] tree(Robot state) {
        return state.inFlight();
    }

    @Benchmark
    public double[] catena(Robot state) {
        return state.standing();
    }
}
