package dev.catena.examples;

import dev.catena.formats.RobotFiles;
import dev.catena.formats.table.StateTable;
import dev.catena.formats.table.StateTable.Series;
import dev.catena.formats.table.StateTables;
import dev.catena.identification.Identification;
import dev.catena.identification.IdentificationResult;
import dev.catena.identification.log.LogSampling;
import dev.catena.identification.log.MotionLog;
import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** Masses and friction of an arm from a log of positions and torques; its last quarter is predicted, not fitted. */
public final class IdentifyArm {
    public static void main(String[] args) {
        RobotModel robot = RobotFiles.read(Path.of(args[0]));
        IdentificationResult result = identify(robot, Path.of(args[1]));
        System.out.println(result.verdict());
        for (Joint joint : result.robot().movingJoints()) {
            System.out.println(joint.name() + ": " + joint.friction());
        }
    }

    static IdentificationResult identify(RobotModel robot, Path file) {
        return Identification.of(robot).fitUntil(6).run(List.of(log(robot, file)));
    }

    /** A row for every sample: positions, then torques. */
    static MotionLog log(RobotModel robot, Path file) {
        StateTable table = StateTables.read(file, robot);
        int n = robot.jointCount();
        double[][] rows = new double[table.size()][];
        for (int k = 0; k < rows.length; k++) {
            rows[k] = Arrays.copyOf(table.values(k, Series.POSITION), 2 * n);
            System.arraycopy(table.values(k, Series.EFFORT), 0, rows[k], n, n);
        }
        return LogSampling.of(file.toString(), table.times(), rows, n, false, false);
    }
}
