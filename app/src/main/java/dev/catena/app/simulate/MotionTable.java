package dev.catena.app.simulate;

import dev.catena.formats.table.CsvWriter;
import dev.catena.model.BaseKind;
import dev.catena.model.RobotModel;
import dev.catena.simulation.Sample;
import dev.catena.simulation.State;
import java.util.List;
import java.util.function.Consumer;

/**
 * A motion as CSV, sample by sample: time, q, qd, qdd and tau of each joint, which {@code catena eval} reads; for elastic
 * joints also theta and thetad of their motors, for a floating base its position, orientation, and velocity in base axes.
 */
public final class MotionTable implements Consumer<Sample> {
    private static final double BYTES_BY_NUMBER = 20;

    private final CsvWriter csv;
    private final boolean floating;

    /** Writes the header. */
    public MotionTable(RobotModel robot, Appendable out) {
        csv = new CsvWriter(out);
        floating = robot.baseKind() == BaseKind.FLOATING;
        csv.text("time");
        for (String key : List.of("q", "qd", "qdd", "tau")) {
            robot.movingJoints().forEach(joint -> csv.text(key + "_" + joint.name()));
        }
        for (String key : List.of("theta", "thetad")) {
            robot.elasticJoints().forEach(joint -> csv.text(key + "_" + joint.name()));
        }
        if (floating) {
            for (String key : List.of("x", "y", "z", "qx", "qy", "qz", "qw", "vx", "vy", "vz", "wx", "wy", "wz")) {
                csv.text("base_" + key);
            }
        }
        csv.end();
    }

    /** About how long a table is, in bytes. */
    public static double bytes(RobotModel robot, double samples) {
        int base = robot.baseKind() == BaseKind.FLOATING ? 13 : 0;
        int columns = 1 + 4 * robot.jointCount() + 2 * robot.elasticJoints().size() + base;
        return samples * columns * BYTES_BY_NUMBER;
    }

    @Override
    public void accept(Sample sample) {
        State state = sample.state();
        csv.number(sample.time())
                .numbers(state.jointPositions())
                .numbers(state.jointVelocities())
                .numbers(sample.jointAccelerations())
                .numbers(sample.torques())
                .numbers(state.motorPositions())
                .numbers(state.motorVelocities());
        if (floating) {
            csv.numbers(state.basePositionInWorld())
                    .numbers(state.baseOrientation())
                    .numbers(state.baseVelocityInBase());
        }
        csv.end();
    }
}
