package dev.catena.app.eval;

import static java.util.Objects.requireNonNull;

import dev.catena.app.compiled.CompiledQuantity;
import dev.catena.app.console.UserError;
import dev.catena.formats.reading.FormatException;
import dev.catena.formats.table.NumberTables;
import dev.catena.formats.table.StateTable;
import dev.catena.formats.table.StateTables;
import dev.catena.formats.table.TableColumn;
import dev.catena.formats.table.TableReader;
import dev.catena.formats.table.TableSink;
import dev.catena.model.BaseKind;
import dev.catena.model.NumericalException;
import dev.catena.model.RobotModel;
import dev.catena.quantity.Quantity;
import dev.catena.quantity.Shape;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Quantities of the rows of a file by compiled code, into another file, a part at a time: tables may be larger than the
 * memory, and no object is made for a number.
 */
public final class StreamedEvaluation {
    private static final int ROOM = 16_384;

    private final RobotModel robot;
    private final Path states;
    private final List<Quantity> quantities;
    private final Map<Quantity, double[][]> vectors = new LinkedHashMap<>();
    private final Map<Quantity, CompiledQuantity> codes = new LinkedHashMap<>();

    /**
     * Compiles.
     *
     * @throws UserError for what compiled code does not have
     */
    public StreamedEvaluation(RobotModel robot, Path states, List<Quantity> quantities) {
        this.robot = robot;
        this.states = states;
        this.quantities = quantities;
        for (Quantity quantity : quantities) {
            Quantity source = BatchEvaluation.source(quantity);
            codes.computeIfAbsent(source, key -> CompiledQuantity.of(robot, key));
        }
        codes.forEach((source, code) -> {
            double[][] arrays = new double[code.lengths().length][];
            for (int v = 0; v < arrays.length; v++) {
                arrays[v] = new double[code.lengths()[v] * ROOM];
            }
            vectors.put(source, arrays);
        });
    }

    /** Whether the robot and the columns of a file can be had in this way; others need the whole table. */
    public static boolean accepts(RobotModel robot, Path states) {
        boolean plain = robot.baseKind() == BaseKind.FIXED
                && !robot.hasCouplings()
                && robot.declaredJoints().equals(robot.joints());
        try (TableReader reader = NumberTables.open(states)) {
            return plain && reader.columns().stream().noneMatch(name -> name.startsWith("base_"));
        }
    }

    /** Evaluates all rows. */
    public long write(Path out) {
        long done = 0;
        try (TableReader reader = NumberTables.open(states)) {
            Columns columns = new Columns(reader.columns());
            try (TableSink sink = NumberTables.create(out, header(columns.time >= 0))) {
                double[] @Nullable [] rows = columns.room();
                for (int count = reader.read(rows, ROOM); count > 0; count = reader.read(rows, ROOM)) {
                    compute(columns, rows, count, done);
                    write(sink, columns.time < 0 ? new double[0] : requireNonNull(rows[columns.time]), count);
                    done += count;
                }
                sink.finish();
            }
        }
        return done;
    }

    /** Where things are in the file. */
    private final class Columns {
        private final Map<String, Integer> index = new LinkedHashMap<>();
        private final int time;

        Columns(List<String> names) {
            for (String name : names) {
                if (!name.equals("time") && !isKnown(name) && !StateTables.isResult(name)) {
                    throw new FormatException(
                            states.toString(),
                            "unknown column \"%s\"; columns are time, q_<joint>, qd_<joint>, qdd_<joint>, qddd_<joint>, tau_<joint> of the joints %s"
                                    .formatted(name, String.join(", ", robot.jointNames())));
                }
                if (index.put(name, index.size()) != null) {
                    throw new FormatException(states.toString(), "column \"%s\" is given twice".formatted(name));
                }
            }
            for (String joint : robot.jointNames()) {
                if (!index.containsKey("q_" + joint)) {
                    throw new FormatException(
                            states.toString(), "joint \"%s\" has no column q_%s".formatted(joint, joint));
                }
            }
            time = index.getOrDefault("time", -1);
        }

        /** For the rows of a block; none for columns that hold results. */
        double[] @Nullable [] room() {
            double[] @Nullable [] rows = new double[index.size()][];
            index.forEach((name, column) -> rows[column] = StateTables.isResult(name) ? null : new double[ROOM]);
            return rows;
        }

        private boolean isKnown(String name) {
            for (StateTable.Series series : StateTable.Series.values()) {
                String prefix = series.key() + "_";
                if (name.startsWith(prefix) && robot.hasCoordinate(name.substring(prefix.length()))) {
                    return true;
                }
            }
            return false;
        }
    }

    private void compute(Columns columns, double[] @Nullable [] rows, int count, long done) {
        codes.forEach((source, code) -> {
            double[][] x = vectors.getOrDefault(source, new double[0][]);
            List<String> inputs = code.inputs();
            for (int v = 0; v < inputs.size(); v++) {
                for (int j = 0; j < robot.jointCount(); j++) {
                    int from = columns.index.getOrDefault(
                            inputs.get(v) + "_" + robot.jointNames().get(j), -1);
                    if (from >= 0) {
                        System.arraycopy(requireNonNull(rows[from]), 0, x[v], j * ROOM, count);
                    }
                }
            }
            try {
                code.computeSome(x, count);
            } catch (NumericalException | IllegalArgumentException e) {
                throw new UserError("%s cannot be computed in the rows from %s on: %s"
                        .formatted(source.key(), done, e.getMessage()));
            }
        });
    }

    private List<TableColumn> header(boolean timed) {
        List<TableColumn> columns = new ArrayList<>();
        if (timed) {
            columns.add(TableColumn.number("time"));
        }
        List<String> joints = robot.jointNames();
        for (Quantity quantity : quantities) {
            for (String joint : joints) {
                if (quantity.shape() == Shape.MATRIX) {
                    joints.forEach(other ->
                            columns.add(TableColumn.number("%s_%s_%s".formatted(quantity.key(), joint, other))));
                } else {
                    columns.add(TableColumn.number(quantity.key() + "_" + joint));
                }
            }
        }
        return columns;
    }

    private void write(TableSink sink, double[] times, int count) {
        List<double[]> results = new ArrayList<>();
        for (Quantity quantity : quantities) {
            Quantity source = BatchEvaluation.source(quantity);
            int output = source.inputs().size() + source.parts().indexOf(quantity);
            double[][] x = vectors.getOrDefault(source, new double[0][]);
            results.add(x[output]);
        }
        for (int s = 0; s < count; s++) {
            if (times.length > 0) {
                sink.number(times[s]);
            }
            for (double[] result : results) {
                for (int at = s; at < result.length; at += ROOM) {
                    sink.number(result[at]);
                }
            }
            sink.end();
        }
    }
}
