package dev.catena;

import dev.catena.dynamics.ForceRate;
import dev.catena.dynamics.InverseDynamics;
import dev.catena.kinematics.Kinematics;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;

/**
 * One-liners for scripts and teaching. Each call makes the algorithm anew and allocates its result; in a loop, make the
 * algorithm once and call its {@code compute}.
 */
public final class Catena {
    private Catena() {}

    /** Torques that a motion needs, by {@link InverseDynamics}. */
    public static double[] inverseDynamics(RobotModel robot, double[] q, double[] qd, double[] qdd) {
        double[] tau = new double[robot.jointCount()];
        new InverseDynamics(robot).compute(q, qd, qdd, tau);
        return tau;
    }

    /** Rates of those torques, by {@link ForceRate}. */
    public static double[] torqueRate(RobotModel robot, double[] q, double[] qd, double[] qdd, double[] qddd) {
        double[] tau = new double[robot.jointCount()];
        double[] tauRate = new double[robot.jointCount()];
        new ForceRate(robot).compute(q, qd, qdd, qddd, tau, tauRate);
        return tauRate;
    }

    /** Torques that hold the robot still against gravity. */
    public static double[] gravity(RobotModel robot, double[] q) {
        double[] tau = new double[robot.jointCount()];
        new InverseDynamics(robot).gravity(q, tau);
        return tau;
    }

    /** Pose of a body in the world. */
    public static Pose pose(RobotModel robot, double[] q, String body) {
        Kinematics kinematics = new Kinematics(robot);
        kinematics.compute(q);
        return kinematics.worldFromBody(robot.bodyIndex(body));
    }
}
