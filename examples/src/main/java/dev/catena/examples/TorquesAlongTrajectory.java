package dev.catena.examples;

import dev.catena.dynamics.InverseDynamics;
import dev.catena.formats.RobotFiles;
import dev.catena.formats.table.StateTable;
import dev.catena.formats.table.StateTable.Series;
import dev.catena.formats.table.StateTables;
import dev.catena.model.RobotModel;
import java.nio.file.Path;
import java.util.Locale;

/** Torques of a URDF along a trajectory in a CSV file, beside what the motors can give. */
public final class TorquesAlongTrajectory {
    public static void main(String[] args) {
        RobotModel robot = RobotFiles.read(Path.of(args[0]));
        StateTable motion = StateTables.read(Path.of(args[1]), robot);
        double[][] torques = torques(robot, motion);
        for (int j = 0; j < robot.jointCount(); j++) {
            double most = 0;
            for (double[] tau : torques) {
                most = Math.max(most, Math.abs(tau[j]));
            }
            double limit = robot.movingJoints().get(j).limits().effort();
            System.out.printf(
                    Locale.ROOT, "%-10s %8.3f of %5.0f Nm%n", robot.jointNames().get(j), most, limit);
        }
    }

    /** τ at every sample; the algorithm is made once, and its loop allocates nothing. */
    static double[][] torques(RobotModel robot, StateTable motion) {
        InverseDynamics dynamics = new InverseDynamics(robot);
        double[][] torques = new double[motion.size()][robot.jointCount()];
        for (int k = 0; k < torques.length; k++) {
            double[] q = motion.values(k, Series.POSITION);
            double[] qd = motion.values(k, Series.VELOCITY);
            double[] qdd = motion.values(k, Series.ACCELERATION);
            dynamics.compute(q, qd, qdd, torques[k]);
        }
        return torques;
    }
}
