package dev.catena.examples;

import dev.catena.control.ComputedTorque;
import dev.catena.control.QuinticTrajectory;
import dev.catena.control.Trajectory;
import dev.catena.formats.RobotFiles;
import dev.catena.model.Body;
import dev.catena.model.RobotModel;
import dev.catena.model.SpatialInertia;
import dev.catena.simulation.Run;
import dev.catena.simulation.Sample;
import dev.catena.simulation.Simulation;
import dev.catena.simulation.State;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;

/** An arm under computed torque, whose controller does not know about the load in the gripper. */
public final class SimulateController {
    static final double[] FROM = {-0.6, -0.4, 1.2, 0, 0.5, 0};
    static final double[] TO = {0.8, 0.5, 0.6, 0.9, 1, -1.2};
    static final double MOVE = 1.2;

    public static void main(String[] args) {
        RobotModel known = RobotFiles.read(Path.of(args[0])).withoutFriction();
        for (double load : new double[] {0, 0.2, 0.5}) {
            Run run = simulate(known, loaded(known, load));
            System.out.printf(
                    Locale.ROOT,
                    "load %.1f kg: off by up to %.5f rad, drift of energy %.1e%n",
                    load,
                    largestError(run),
                    run.energyDrift().orElseThrow());
        }
    }

    /** The same robot with a heavier tool. */
    static RobotModel loaded(RobotModel robot, double load) {
        Body tool = robot.bodies().get(robot.bodyIndex("tool"));
        SpatialInertia inertia = tool.inertia();
        SpatialInertia heavier =
                new SpatialInertia(inertia.mass() + load, inertia.centerOfMass(), inertia.tensorAboutCenter());
        return robot.toBuilder().replace(new Body("tool", heavier)).build();
    }

    static Run simulate(RobotModel known, RobotModel real) {
        Trajectory wanted = new QuinticTrajectory(FROM, TO, 0, MOVE);
        double[] stiffness = new double[known.jointCount()];
        double[] damping = new double[known.jointCount()];
        Arrays.fill(stiffness, 400); // 1/s²: errors die out with 20 rad/s
        Arrays.fill(damping, 40);
        return Simulation.builder(real)
                .start(new State(real).jointPositions(FROM))
                .controller(new ComputedTorque(known, stiffness, damping, wanted))
                .limitTorques()
                .duration(MOVE + 0.3)
                .build()
                .run();
    }

    static double largestError(Run run) {
        Trajectory wanted = new QuinticTrajectory(FROM, TO, 0, MOVE);
        double[] q = new double[FROM.length];
        double[] qd = new double[FROM.length];
        double[] qdd = new double[FROM.length];
        double largest = 0;
        for (Sample sample : run.recording()) {
            wanted.at(sample.time(), q, qd, qdd);
            for (int j = 0; j < q.length; j++) {
                largest = Math.max(largest, Math.abs(sample.state().jointPositions()[j] - q[j]));
            }
        }
        return largest;
    }
}
