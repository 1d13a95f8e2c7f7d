package dev.catena.examples;

import dev.catena.dynamics.FloatingInverseDynamics;
import dev.catena.formats.RobotFiles;
import dev.catena.kinematics.BaseMotion;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.simulation.Controller;
import dev.catena.simulation.Run;
import dev.catena.simulation.Simulation;
import dev.catena.simulation.State;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;

/** A humanoid in the air: what swinging its arms does to its trunk, and how it falls. */
public final class FloatingHumanoid {
    public static void main(String[] args) {
        RobotModel humanoid = RobotFiles.read(Path.of(args[0]));
        double[] swing = swing(humanoid);
        double[] torques = new double[humanoid.jointCount()];
        System.out.println("trunk: " + Arrays.toString(trunk(humanoid, swing, torques)));
        System.out.println("left shoulder: " + torques[humanoid.coordinate("left_shoulder_pitch")] + " Nm");
        Run run = fall(humanoid);
        System.out.printf(
                Locale.ROOT,
                "after %.1f s it is at %.3f m, momentum off by %.1e%n",
                run.end().time(),
                run.end().state().basePositionInWorld()[2],
                run.momentumDrift().orElseThrow());
    }

    /** Accelerations of the joints: both arms start to swing up. */
    static double[] swing(RobotModel humanoid) {
        double[] qdd = new double[humanoid.jointCount()];
        qdd[humanoid.coordinate("left_shoulder_pitch")] = -20;
        qdd[humanoid.coordinate("right_shoulder_pitch")] = -20;
        return qdd;
    }

    /** The acceleration of the trunk that the joints cause in the air, linear and angular in its axes, and their torques. */
    static double[] trunk(RobotModel humanoid, double[] qdd, double[] torquesOut) {
        double[] still = new double[humanoid.jointCount()];
        BaseMotion base = new BaseMotion().pose(Pose.translation(0, 0, 1.5));
        double[] acceleration = new double[6];
        new FloatingInverseDynamics(humanoid).compute(base, still, still, qdd, null, acceleration, torquesOut);
        return acceleration;
    }

    /** Tumbling, with loose joints. */
    static Run fall(RobotModel humanoid) {
        State start = new State(humanoid).basePositionInWorld(0, 0, 3).baseVelocityInBase(0.5, 0, 2, 0, 1, 0.3);
        start.jointVelocities()[humanoid.coordinate("left_hip_pitch")] = -2;
        return Simulation.builder(humanoid)
                .start(start)
                .controller(Controller.zero())
                .duration(0.5)
                .build()
                .run();
    }
}
