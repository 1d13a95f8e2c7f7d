package dev.catena.app.simulate;

import dev.catena.formats.table.TableColumn;
import dev.catena.formats.table.TableSink;
import dev.catena.model.BaseKind;
import dev.catena.model.RobotModel;
import dev.catena.simulation.Sample;
import dev.catena.simulation.State;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * A motion as a table, sample by sample: time, q, qd, qdd and tau of each joint, which {@code catena eval} reads; for elastic
 * joints also theta and thetad of their motors, for a floating base its position, orientation, and velocity in base axes.
 */
public final class MotionTable implements Consumer<Sample> {
    private static final double BYTES_BY_NUMBER = 20;

    private final TableSink sink;
    private final boolean floating;

    /** @param sink for {@link #columns} */
    public MotionTable(RobotModel robot, TableSink sink) {
        this.sink = sink;
        floating = robot.baseKind() == BaseKind.FLOATING;
    }

    public static List<TableColumn> columns(RobotModel robot) {
        List<String> names = new ArrayList<>(List.of("time"));
        for (String key : List.of("q", "qd", "qdd", "tau")) {
            robot.movingJoints().forEach(joint -> names.add(key + "_" + joint.name()));
        }
        for (String key : List.of("theta", "thetad")) {
            robot.elasticJoints().forEach(joint -> names.add(key + "_" + joint.name()));
        }
        if (robot.baseKind() == BaseKind.FLOATING) {
            for (String key : List.of("x", "y", "z", "qx", "qy", "qz", "qw", "vx", "vy", "vz", "wx", "wy", "wz")) {
                names.add("base_" + key);
            }
        }
        return names.stream().map(TableColumn::number).toList();
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
        sink.number(sample.time());
        sink.numbers(state.jointPositions());
        sink.numbers(state.jointVelocities());
        sink.numbers(sample.jointAccelerations());
        sink.numbers(sample.torques());
        sink.numbers(state.motorPositions());
        sink.numbers(state.motorVelocities());
        if (floating) {
            sink.numbers(state.basePositionInWorld());
            sink.numbers(state.baseOrientation());
            sink.numbers(state.baseVelocityInBase());
        }
        sink.end();
    }
}
