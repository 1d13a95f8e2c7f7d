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
import java.util.Arrays;
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
 * as long, and as long as c³/3 + n c² products take in plain loops on n freedoms. Bodies are held where their joints are, so that
 * three points of a hand turn about its joints in vain: three of twelve rows repeat others.
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
        private double[] left;
        private double[] right;
        private double[] products;
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
            int rows = standing.rows();
            left = new double[rows * (6 + n)];
            right = new double[rows * (6 + n)];
            products = new double[rows * rows];
            Arrays.setAll(left, k -> states.q[k % States.COUNT][k % n]);
            Arrays.setAll(right, k -> states.qd[k % States.COUNT][k % n]);
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

    /** c² n products in rows of n, and c³/3 in rows of c/3. */
    @Benchmark
    public double[] products(Robot state) {
        int c = state.standing.rows();
        int n = state.left.length / c;
        for (int i = 0; i < c; i++) {
            for (int j = 0; j < c; j++) {
                double sum = 0;
                for (int k = 0; k < n; k++) {
                    sum += state.left[i * n + k] * state.right[j * n + k];
                }
                for (int k = 0; k < c / 3; k++) {
                    sum += state.left[i * n + k] * state.right[j * n + k];
                }
                state.products[i * c + j] = sum;
            }
        }
        return state.products;
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
