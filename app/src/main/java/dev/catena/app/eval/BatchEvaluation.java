package dev.catena.app.eval;

import dev.catena.app.compiled.CompiledQuantity;
import dev.catena.app.console.UserError;
import dev.catena.compile.source.RobotSource;
import dev.catena.formats.table.StateTable;
import dev.catena.formats.table.StateTable.Series;
import dev.catena.model.BaseKind;
import dev.catena.model.RobotModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Quantities of a table's states by compiled code, many states at once on all cores. Only what compiled code has, for a
 * robot on a resting base that nothing touches.
 */
public final class BatchEvaluation {
    /** So many states are computed at a time. */
    private static final int CHUNK = 16_384;

    /** By quantity: the compiled one, and which of its outputs it is. */
    private static final Map<Quantity, Source> SOURCES = Map.ofEntries(
            Map.entry(Quantity.TORQUE, new Source("torque", 0)),
            Map.entry(Quantity.TORQUE_RATE, new Source("torqueRate", 1)),
            Map.entry(Quantity.GRAVITY, new Source("gravity", 0)),
            Map.entry(Quantity.BIAS, new Source("bias", 0)),
            Map.entry(Quantity.ACCELERATION, new Source("acceleration", 0)),
            Map.entry(Quantity.MASS_MATRIX, new Source("massMatrix", 0)),
            Map.entry(Quantity.TORQUE_BY_POSITION, new Source("torqueSensitivity", 0)),
            Map.entry(Quantity.TORQUE_BY_VELOCITY, new Source("torqueSensitivity", 1)),
            Map.entry(Quantity.TORQUE_BY_ACCELERATION, new Source("torqueSensitivity", 2)),
            Map.entry(Quantity.ACCELERATION_BY_POSITION, new Source("accelerationSensitivity", 0)),
            Map.entry(Quantity.ACCELERATION_BY_VELOCITY, new Source("accelerationSensitivity", 1)),
            Map.entry(Quantity.ACCELERATION_BY_TORQUE, new Source("accelerationSensitivity", 2)));

    private final StateTable table;
    private final List<String> joints;
    private final Map<String, Part> parts = new LinkedHashMap<>();

    /** By quantity: where its numbers are. */
    private final List<Column> columns = new ArrayList<>();

    private int first;
    private int count;

    private record Source(String compiled, int output) {
        boolean isMatrix() {
            return compiled.equals("massMatrix") || compiled.endsWith("Sensitivity");
        }
    }

    private record Column(Part part, int output, boolean isMatrix) {}

    /** Compiled code and its vectors for the states of a chunk. */
    private static final class Part {
        private final CompiledQuantity code;
        private final int[] lengths;
        private double[][] vectors = new double[0][];

        Part(CompiledQuantity code) {
            this.code = code;
            lengths = code.lengths();
        }

        void compute(StateTable table, int first, int count) {
            if (vectors.length == 0 || vectors[0].length != lengths[0] * count) {
                vectors = Arrays.stream(lengths)
                        .mapToObj(length -> new double[length * count])
                        .toArray(double[][]::new);
            }
            List<String> inputs = code.inputs();
            for (int v = 0; v < inputs.size(); v++) {
                Series series = series(inputs.get(v));
                for (int s = 0; s < count; s++) {
                    double[] values = table.values(first + s, series);
                    for (int k = 0; k < values.length; k++) {
                        vectors[v][k * count + s] = values[k];
                    }
                }
            }
            code.computeAll(vectors, count);
        }

        private static Series series(String input) {
            return Arrays.stream(Series.values())
                    .filter(series -> series.key().equals(input))
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("a table of states has no " + input));
        }
    }

    /**
     * Prepares the compiled code.
     *
     * @throws UserError for what compiled code does not have
     */
    public BatchEvaluation(RobotModel robot, StateTable table, List<Quantity> quantities) {
        this.table = table;
        joints = robot.jointNames();
        List<Source> sources = quantities.stream().map(BatchEvaluation::source).toList();
        check(robot);
        for (Source source : sources) {
            Part part = parts.computeIfAbsent(
                    source.compiled(), key -> new Part(CompiledQuantity.of(robot, compiled(key))));
            columns.add(new Column(part, source.output(), source.isMatrix()));
        }
    }

    private static Source source(Quantity quantity) {
        Source source = SOURCES.get(quantity);
        if (source == null) {
            List<String> there =
                    SOURCES.keySet().stream().sorted().map(Quantity::key).toList();
            throw new UserError("--batch has no %s; it has %s".formatted(quantity.key(), String.join(", ", there)));
        }
        return source;
    }

    private static dev.catena.compile.Quantity compiled(String key) {
        return Arrays.stream(dev.catena.compile.Quantity.values())
                .filter(quantity -> RobotSource.key(quantity).equals(key))
                .findFirst()
                .orElseThrow();
    }

    private void check(RobotModel robot) {
        if (robot.baseKind() == BaseKind.FLOATING) {
            throw new UserError("--batch is for robots on a resting base, but \"%s\" floats".formatted(robot.name()));
        }
        for (int k = 0; k < table.size(); k++) {
            StateTable.State state = table.states().get(k);
            if (state.base() != null || !state.wrenches().isEmpty()) {
                throw new UserError(
                        "--batch knows no wrenches and no motion of the base, but state %s has some".formatted(k));
            }
        }
    }

    /** The values of a state, one for each quantity; cheap if states are asked in order. */
    public List<Value> values(int state) {
        if (state < first || state >= first + count) {
            first = state;
            count = Math.min(CHUNK, table.size() - state);
            parts.values().forEach(part -> part.compute(table, first, count));
        }
        List<Value> values = new ArrayList<>();
        for (Column column : columns) {
            values.add(value(column, state - first));
        }
        return values;
    }

    private Value value(Column column, int s) {
        Part part = column.part();
        double[] vector = part.vectors[part.code.inputs().size() + column.output()];
        double[] numbers = new double[vector.length / count];
        for (int k = 0; k < numbers.length; k++) {
            numbers[k] = vector[k * count + s];
        }
        return column.isMatrix() ? Value.Rows.of(joints, joints, numbers) : new Value.Numbers(joints, numbers);
    }
}
