package dev.catena.app.eval;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import dev.catena.app.compiled.CompiledQuantity;
import dev.catena.app.console.UserError;
import dev.catena.compile.Batch;
import dev.catena.formats.reading.FormatException;
import dev.catena.formats.table.MappedTable;
import dev.catena.formats.table.NumberTables;
import dev.catena.formats.table.RowMapping;
import dev.catena.formats.table.RowMappingException;
import dev.catena.formats.table.RowText;
import dev.catena.formats.table.StateTable;
import dev.catena.formats.table.StateTables;
import dev.catena.formats.table.TableColumn;
import dev.catena.formats.table.TableReader;
import dev.catena.model.BaseKind;
import dev.catena.model.NumericalException;
import dev.catena.model.RobotModel;
import dev.catena.quantity.Quantity;
import dev.catena.quantity.Shape;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongBiFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Quantities of the rows of a file by compiled code, into another file, block by block on all cores: tables may be larger
 * than the memory, and no object is made for a number.
 */
public final class StreamedEvaluation {
    private static final int THREADS = Runtime.getRuntime().availableProcessors();

    private final RobotModel robot;
    private final Path states;
    private final @Nullable StatesAhead ahead;
    private final List<Quantity> quantities;
    private final Map<Quantity, CompiledQuantity> codes = new LinkedHashMap<>();

    /**
     * Compiles.
     *
     * @throws UserError for what compiled code does not have
     */
    public StreamedEvaluation(RobotModel robot, Path states, List<Quantity> quantities) {
        this(robot, states, null, quantities);
    }

    /** As above, of a file that was begun ahead; for one evaluation. */
    public StreamedEvaluation(RobotModel robot, Path states, @Nullable StatesAhead ahead, List<Quantity> quantities) {
        this.robot = robot;
        this.states = states;
        this.ahead = ahead;
        this.quantities = quantities;
        for (Quantity quantity : quantities) {
            Quantity source = BatchEvaluation.source(quantity);
            codes.computeIfAbsent(source, key -> CompiledQuantity.of(robot, key));
        }
    }

    /** Whether the robot and the columns of a file can be had in this way; others need the whole table. */
    public static boolean accepts(RobotModel robot, Path states) {
        try (TableReader reader = NumberTables.open(states)) {
            return accepts(robot, reader.columns());
        }
    }

    /** As above, of a file that was begun ahead. */
    public static boolean accepts(RobotModel robot, StatesAhead states) {
        return accepts(robot, states.table().columns());
    }

    private static boolean accepts(RobotModel robot, List<String> columns) {
        return robot.baseKind() == BaseKind.FIXED
                && robot.couplings().isEmpty()
                && robot.heldJoints().isEmpty()
                && columns.stream().noneMatch(name -> name.startsWith("base_"));
    }

    /** Evaluates all rows into a table; returns how many there were. */
    public long write(Path out) {
        return write(out, THREADS);
    }

    long write(Path out, int threads) {
        return evaluate((table, timed) -> table.write(out, header(timed), threads, () -> new Rows(table, timed)));
    }

    /** Evaluates all rows into a file as {@link ResultText} does. */
    public long writeJson(Path out) {
        return evaluate((table, timed) ->
                table.write(out, json(), header(false).size(), THREADS, () -> new Rows(table, false)));
    }

    /** Prints all rows as comma-separated values. */
    public long printCsv(Appendable out) {
        return evaluate((table, timed) -> {
            List<TableColumn> header = header(timed);
            return table.print(out, RowText.csv(header), header.size(), THREADS, () -> new Rows(table, timed));
        });
    }

    /** Prints all rows as {@link ResultText} does. */
    public long printJson(Appendable out) {
        return evaluate((table, timed) ->
                table.print(out, json(), header(false).size(), THREADS, () -> new Rows(table, false)));
    }

    private long evaluate(ToLongBiFunction<MappedTable, Boolean> use) {
        try (MappedTable table = ahead == null ? StatesAhead.open(states) : ahead.table()) {
            check(table.columns());
            return use.applyAsLong(table, table.columns().contains("time"));
        } catch (RowMappingException e) {
            throw new UserError("the rows from %s on, counted from 0: %s"
                    .formatted(e.firstRow(), requireNonNull(e.getCause()).getMessage()));
        }
    }

    /** Results as an object for each row. */
    private RowText json() {
        int n = robot.jointCount();
        List<String> fragments = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        for (int k = 0; k < quantities.size(); k++) {
            boolean isMatrix = quantities.get(k).shape() == Shape.MATRIX;
            text.append(k == 0 ? "{" : ",")
                    .append(quoted(quantities.get(k).key()))
                    .append(isMatrix ? ":[[" : ":[");
            for (int i = 0; i < (isMatrix ? n * n : n); i++) {
                text.append(i == 0 ? "" : i % n == 0 ? "],[" : ",");
                fragments.add(text.toString());
                text.setLength(0);
            }
            text.append(isMatrix ? "]]" : "]");
        }
        fragments.add(text + "}");
        String joints =
                robot.jointNames().stream().map(StreamedEvaluation::quoted).collect(Collectors.joining(","));
        return new RowText("{\"joints\":[%s],\"results\":[\n".formatted(joints), "\n,", fragments, "]}\n");
    }

    private static String quoted(String name) {
        return '"' + String.valueOf(JsonStringEncoder.getInstance().quoteAsString(name)) + '"';
    }

    private void check(List<String> names) {
        Set<String> seen = new HashSet<>();
        for (String name : names) {
            if (!name.equals("time") && !isKnown(name) && !StateTables.isResult(name)) {
                throw new FormatException(
                        states.toString(),
                        "unknown column \"%s\"; columns are time, q_<joint>, qd_<joint>, qdd_<joint>, qddd_<joint>, tau_<joint> of the joints %s"
                                .formatted(name, String.join(", ", robot.jointNames())));
            }
            if (!seen.add(name)) {
                throw new FormatException(states.toString(), "column \"%s\" is given twice".formatted(name));
            }
        }
        for (String joint : robot.jointNames()) {
            if (!seen.contains("q_" + joint)) {
                throw new FormatException(states.toString(), "joint \"%s\" has no column q_%s".formatted(joint, joint));
            }
        }
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

    /** The code of all quantities, for one thread. */
    private final class Rows implements RowMapping {
        private final int time;
        private final List<Code> parts = new ArrayList<>();

        /** By column of the results but the time: the code that has it, and where in its vectors. */
        private final List<Code> ofColumn = new ArrayList<>();

        private final List<Integer> vectorOfColumn = new ArrayList<>();
        private final List<Integer> componentOfColumn = new ArrayList<>();

        Rows(MappedTable table, boolean timed) {
            time = timed ? table.columns().indexOf("time") : -1;
            Map<Quantity, Code> bySource = new LinkedHashMap<>();
            codes.forEach((source, code) -> bySource.put(source, new Code(source, code, table.columns())));
            parts.addAll(bySource.values());
            for (Quantity quantity : quantities) {
                Quantity source = BatchEvaluation.source(quantity);
                Code code = requireNonNull(bySource.get(source));
                int vector = code.inputs + source.parts().indexOf(quantity);
                for (int k = 0; k < code.lengths[vector]; k++) {
                    ofColumn.add(code);
                    vectorOfColumn.add(vector);
                    componentOfColumn.add(k);
                }
            }
        }

        @Override
        public void map(double[] @Nullable [] from, int count, double[][] into) {
            parts.forEach(part -> part.compute(from, count));
            int first = 0;
            if (time >= 0) {
                System.arraycopy(requireNonNull(from[time]), 0, into[0], 0, count);
                first = 1;
            }
            for (int c = 0; c < ofColumn.size(); c++) {
                Code code = ofColumn.get(c);
                double[] vector = code.vectors[vectorOfColumn.get(c)];
                System.arraycopy(vector, componentOfColumn.get(c) * code.room, into[first + c], 0, count);
            }
        }
    }

    /** Compiled code with its vectors. */
    private final class Code {
        private final Quantity source;
        private final Batch batch;
        private final int[] lengths;
        private final int inputs;

        /** By input vector and joint: the column of the file, or −1 where zeros are meant. */
        private final int[][] columns;

        private double[][] vectors = new double[0][];
        private int room;

        Code(Quantity source, CompiledQuantity code, List<String> names) {
            this.source = source;
            batch = code.batchOnOneCore();
            lengths = code.lengths();
            inputs = code.inputs().size();
            columns = new int[inputs][robot.jointCount()];
            for (int v = 0; v < inputs; v++) {
                for (int j = 0; j < columns[v].length; j++) {
                    columns[v][j] = names.indexOf(
                            code.inputs().get(v) + "_" + robot.jointNames().get(j));
                }
            }
        }

        void compute(double[] @Nullable [] from, int count) {
            if (count > room) {
                room = count;
                vectors = new double[lengths.length][];
                for (int v = 0; v < vectors.length; v++) {
                    vectors[v] = new double[lengths[v] * room];
                }
            }
            for (int v = 0; v < inputs; v++) {
                for (int j = 0; j < columns[v].length; j++) {
                    if (columns[v][j] >= 0) {
                        System.arraycopy(requireNonNull(from[columns[v][j]]), 0, vectors[v], j * room, count);
                    }
                }
            }
            try {
                batch.evaluate(0, count, vectors);
            } catch (NumericalException e) {
                throw new NumericalException("%s cannot be computed: %s".formatted(source.key(), e.getMessage()));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        "%s cannot be computed: %s".formatted(source.key(), e.getMessage()), e);
            }
        }
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
}
