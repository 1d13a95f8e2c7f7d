package dev.catena.app.plan;

import dev.catena.app.console.UserError;
import dev.catena.app.report.RowCount;
import dev.catena.formats.table.TableColumn;
import dev.catena.formats.table.TableSink;
import dev.catena.model.BaseKind;
import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import dev.catena.planning.MotionLimits;
import dev.catena.planning.PlannedMotion;
import dev.catena.planning.function.MotionState;
import dev.catena.planning.function.StateFunction;
import dev.catena.planning.function.Surroundings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A planned motion as a table in equal steps: time, then q, qd, qdd, qddd, tau and tauRate of each joint, a trajectory for all
 * other commands; theta and thetad of motors behind springs, and the motion of a base that moves. Written row by row,
 * whatever the number of rows.
 */
final class PlannedTable {
    private static final List<String> KEYS = List.of("q", "qd", "qdd", "qddd", "tau");

    private final PlannedMotion motion;
    private final StateFunction torques;
    private final @Nullable StateFunction rates;
    private final List<String> names;
    private final int rows;
    private final List<Joint> elastic;
    private final MotionLimits drives;
    private final @Nullable PlannedBase base;

    /** @throws UserError if that would be an absurd number of rows */
    PlannedTable(
            RobotModel robot,
            MotionLimits drives,
            Surroundings around,
            Optional<StateFunction> grounded,
            PlannedMotion motion,
            double rate) {
        this.motion = motion;
        this.drives = drives;
        torques = grounded.orElseGet(drives::torque);
        // loads of the ground are known at samples, not their rates
        rates = grounded.isPresent() ? null : drives.torqueRate();
        names = drives.coordinates();
        elastic = robot.elasticJoints();
        boolean moves = around.base().isPresent() || robot.baseKind() == BaseKind.FLOATING;
        base = moves ? PlannedBase.of(robot, around, motion) : null;
        double wanted = Math.max(2, Math.ceil(motion.duration() * rate) + 1);
        rows = RowCount.possible(wanted, motion.duration(), rate, 1 + (KEYS.size() + 1) * names.size());
    }

    List<TableColumn> columns() {
        List<String> all = new ArrayList<>(List.of("time"));
        for (String key : KEYS) {
            names.forEach(name -> all.add(key + "_" + name));
        }
        if (rates != null) {
            names.forEach(name -> all.add("tauRate_" + name));
        }
        for (String key : List.of("theta", "thetad")) {
            elastic.forEach(joint -> all.add(key + "_" + joint.name()));
        }
        if (base != null) {
            all.addAll(PlannedBase.COLUMNS);
        }
        return all.stream().map(TableColumn::number).toList();
    }

    void write(TableSink sink) {
        double[] torque = new double[names.size()];
        double[] torqueRate = new double[names.size()];
        for (int k = 0; k < rows; k++) {
            double time = motion.duration() * k / (rows - 1);
            MotionState s = motion.at(time);
            torques.value(s, torque);
            sink.number(time);
            for (int order = 0; order <= MotionState.HIGHEST_ORDER; order++) {
                sink.numbers(s.derivative(order));
            }
            sink.numbers(torque);
            if (rates != null) {
                rates.value(s, torqueRate);
                sink.numbers(torqueRate);
            }
            if (!elastic.isEmpty()) {
                writeMotors(s, sink);
            }
            if (base != null) {
                sink.numbers(base.at(time));
            }
            sink.end();
        }
    }

    private void writeMotors(MotionState s, TableSink sink) {
        double[] theta = new double[elastic.size()];
        double[] rate = new double[elastic.size()];
        drives.motors(s, theta, rate);
        sink.numbers(theta);
        sink.numbers(rate);
    }
}
