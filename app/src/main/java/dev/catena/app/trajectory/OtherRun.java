package dev.catena.app.trajectory;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.catena.app.console.UserError;
import dev.catena.app.report.Plot;
import dev.catena.app.report.ThinnedCurve;
import dev.catena.formats.table.NumberTables;
import dev.catena.formats.table.StateTable;
import dev.catena.formats.table.StateTable.Series;
import dev.catena.formats.table.StateTables;
import dev.catena.formats.table.TableReader;
import dev.catena.model.RobotModel;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Another motion of the same robot, laid dashed over the curves of a report; no more of it is kept than plots show. */
public final class OtherRun {
    /** Nothing to compare with. */
    public static final OtherRun NONE = new OtherRun("");

    private static final String RATE = "tauRate_";
    private static final int CHUNK = 4096;

    private final String name;

    /** By the name of their column. */
    private final Map<String, ThinnedCurve> curves = new HashMap<>();

    private OtherRun(String name) {
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
        OtherRun run = new OtherRun(String.valueOf(file.getFileName()));
        run.addStates(table);
        if (NumberTables.has(file)) {
            run.addRates(file);
        }
        return run;
    }

    private void addStates(StateTable table) {
        Set<Series> given = table.series();
        for (int k = 0; k < table.size(); k++) {
            double time = table.states().get(k).time().orElseThrow();
            for (Series series : given) {
                double[] values = table.values(k, series);
                for (int j = 0; j < values.length; j++) {
                    curve(column(series, table.joints().get(j))).add(time, values[j]);
                }
            }
        }
    }

    /** Rates of torques, which are no part of a state. */
    private void addRates(Path file) {
        try (TableReader reader = NumberTables.open(file)) {
            List<String> columns = reader.columns();
            double[] @Nullable [] part = new double[columns.size()][];
            boolean found = false;
            for (int c = 0; c < part.length; c++) {
                boolean isRate = columns.get(c).startsWith(RATE);
                found |= isRate;
                part[c] = isRate || columns.get(c).equals("time") ? new double[CHUNK] : null;
            }
            double[] times = part[columns.indexOf("time")];
            for (int count = found ? CHUNK : 0; count == CHUNK && times != null; ) {
                count = reader.read(part, CHUNK);
                for (int c = 0; c < part.length; c++) {
                    double[] values = part[c];
                    for (int k = 0; values != null && values != times && k < count; k++) {
                        curve(columns.get(c)).add(times[k], values[k]);
                    }
                }
            }
        }
    }

    private ThinnedCurve curve(String column) {
        return curves.computeIfAbsent(column, key -> new ThinnedCurve());
    }

    private static String column(Series series, String joint) {
        return series.key() + "_" + joint;
    }

    /** Adds the rates of a joint's torque, where the table has them. */
    @CanIgnoreReturnValue
    public Plot ratesOnto(Plot plot, String joint) {
        return onto(plot, RATE + joint);
    }

    /** Adds the series of a joint, where the table has it. */
    @CanIgnoreReturnValue
    public Plot onto(Plot plot, Series series, String joint) {
        return onto(plot, column(series, joint));
    }

    private Plot onto(Plot plot, String column) {
        ThinnedCurve curve = curves.get(column);
        if (curve == null) {
            return plot;
        }
        double[][] points = curve.points();
        return plot.other(name, points[0], points[1]);
    }
}
