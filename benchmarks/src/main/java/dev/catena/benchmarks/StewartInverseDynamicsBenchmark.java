package dev.catena.benchmarks;

import dev.catena.dynamics.InverseDynamics;
import dev.catena.mechanism.parallel.GoughStewart;
import dev.catena.mechanism.parallel.ParallelInverseDynamics;
import dev.catena.mechanism.parallel.ParallelRobot;
import dev.catena.model.Drive;
import dev.catena.model.Friction;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.Rotation;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
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

/** Leg forces of a Gough-Stewart platform from the motion of the platform; a serial arm of as many actuators beside. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class StewartInverseDynamicsBenchmark {
    @State(Scope.Thread)
    @NullUnmarked
    public static class Robots {
        /** The serial arm. */
        @Param({"chain6"})
        String robot;

        private ParallelInverseDynamics parallel;
        private InverseDynamics serial;
        private States states;
        private Pose[] poses;
        private double[] efforts;
        private int s;

        @Setup
        public void setUp() {
            RobotModel model = BenchmarkRobots.named(robot);
            serial = new InverseDynamics(model);
            parallel = new ParallelInverseDynamics(platform());
            states = new States(model.jointCount());
            efforts = new double[model.jointCount()];
            poses = new Pose[States.COUNT];
            for (int k = 0; k < poses.length; k++) {
                double[] x = states.q[k];
                poses[k] = new Pose(
                        Rotation.fromRollPitchYaw(0.08 * x[0], 0.08 * x[1], 0.08 * x[2]),
                        new Vector3(0.03 * x[3], 0.03 * x[4], 0.7 + 0.03 * x[5]));
            }
        }

        private static ParallelRobot platform() {
            return GoughStewart.named("stewart")
                    .symmetric(0.6, Math.toRadians(50), 0.35, Math.toRadians(50), -0.04)
                    .platform(inertia(8, new Vector3(0.02, -0.01, 0.05), 0.3, 0.32, 0.55))
                    .cross(inertia(0.15, Vector3.ZERO, 1e-4, 1.2e-4, 1.1e-4))
                    .cylinder(inertia(1.2, new Vector3(0.004, 0.003, 0.2), 0.015, 0.0155, 0.0012))
                    .piston(inertia(0.8, new Vector3(-0.002, 0.003, -0.25), 0.009, 0.0092, 4e-4))
                    .drive(Drive.reflected(1.5))
                    .friction(Friction.of(4, 20))
                    .home(Pose.translation(0, 0, 0.7))
                    .build();
        }

        private static SpatialInertia inertia(double mass, Vector3 center, double xx, double yy, double zz) {
            return SpatialInertia.aboutCenterOfMass(mass, center, new InertiaTensor(xx, 1e-5, -1e-5, yy, 2e-5, zz));
        }

        double[] catena() {
            s = States.after(s);
            parallel.compute(poses[s], states.qd[s], states.qdd[s], efforts);
            return efforts;
        }

        double[] inverseDynamics() {
            s = States.after(s);
            serial.compute(states.q[s], states.qd[s], states.qdd[s], efforts);
            return efforts;
        }
    }

    @Benchmark
    public double[] catena(Robots state) {
        return state.catena();
    }

    @Benchmark
    public double[] inverseDynamics(Robots state) {
        return state.inverseDynamics();
    }
}
