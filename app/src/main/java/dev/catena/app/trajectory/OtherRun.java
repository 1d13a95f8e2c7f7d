package dev.catena.app.trajectory;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.catena.app.console.UserError;
import dev.catena.app.report.Plot;
import dev.catena.formats.table.StateTable;
import dev.catena.formats.table.StateTable.Series;
import dev.catena.formats.table.StateTables;
import dev.catena.model.RobotModel;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Another motion of the same robot, laid dashed over the curves of a report. */
public final class OtherRun {
    /** Nothing to compare with. */
    public static final OtherRun NONE = new OtherRun(null, "");

    private final @Nullable StateTable table;
    private final String name;

    private OtherRun(@Nullable StateTable table, String name) {
        this.table = table;
        this.name = name;
    }

    /**
     * Reads what torque, simulate and plan write, or any table of states with times.
     *
     * @param file null where there is nothing to compare with
     */
    public static OtherRun read(@Nullable Path file, RobotModel robot) {
        if (file == null) {
            return NONE;
        }
        StateTable table = StateTables.read(file, robot);
        if (!table.hasTimes()) {
            throw new UserError("--compare %s: the table needs a column \"time\"".formatted(file));
        }
        return new OtherRun(table, String.valueOf(file.getFileName()));
    }

    /** Adds the series of a joint, by its place among the moving joints, where the table has it. */
    @CanIgnoreReturnValue
    public Plot onto(Plot plot, Series series, int joint) {
        if (table == null || !table.has(series) || joint >= table.joints().size()) {
            return plot;
        }
        double[] values = new double[table.size()];
        for (int k = 0; k < values.length; k++) {
            values[k] = table.values(k, series)[joint];
        }
        return plot.other(name, table.times(), values);
    }
}
