package dev.catena.app.eval;

import dev.catena.app.compiled.CompiledQuantity;
import dev.catena.app.console.UserError;
import dev.catena.compile.RobotCompiler;
import dev.catena.formats.table.StateTable;
import dev.catena.model.BaseKind;
import dev.catena.model.RobotModel;
import dev.catena.quantity.Quantity;
import dev.catena.quantity.Shape;
import dev.catena.quantity.StateVariable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Quantities of a table's states by compiled code, many states at once on all cores. Only what compiled code has.
 */
public final class BatchEvaluation {
    /** So many states are computed at a time. */
    private static final int CHUNK = 16_384;

    /** Quantities by joint, and square matrices of the joints, that compiled code has. */
    private static final List<Quantity> BATCHED = Arrays.stream(Quantity.values())
            .filter(quantity -> quantity.parts().size() == 1 || quantity == Quantity.TORQUE_RATE)
            .filter(quantity -> quantity.shape() == Shape.BY_JOINT
                    || (quantity.shape() == Shape.MATRIX && quantity != Quantity.REGRESSOR))
            .filter(quantity -> !quantity.inputs().contains(StateVariable.FACTOR))
            .filter(quantity -> RobotCompiler.quantityWith(quantity).isPresent())
            .toList();

    private final StateTable table;
    private final StateInputs inputs;
    private final Map<Quantity, Part> parts = new LinkedHashMap<>();

    /** By quantity: where its numbers are. */
    private final List<Column> columns = new ArrayList<>();

    private int first;
    private int count;

    private record Column(Part part, int output, List<String> rows, List<String> columns) {
        boolean isMatrix() {
            return !columns.isEmpty();
        }
    }

    /** Compiled code and its vectors for the states of a chunk. */
    private static final class Part {
        private final CompiledQuantity code;
        private final int[] lengths;
        private double[][] vectors = new double[0][];

        Part(CompiledQuantity code) {
            this.code = code;
            lengths = code.lengths();
        }

        void compute(StateInputs inputs, int first, int count) {
            if (vectors.length == 0 || vectors[0].length != lengths[0] * count) {
                vectors = Arrays.stream(lengths)
                        .mapToObj(length -> new double[length * count])
                        .toArray(double[][]::new);
            }
            for (int v = 0; v < code.inputs().size(); v++) {
                for (int s = 0; s < count; s++) {
                    double[] values = inputs.numbers(code.inputs().get(v), first + s);
                    for (int k = 0; k < lengths[v]; k++) {
                        vectors[v][k * count + s] = values[k];
                    }
                }
            }
            code.computeAll(vectors, count);
        }
    }

    /**
     * Prepares the compiled code.
     *
     * @throws UserError for what compiled code does not have
     */
    public BatchEvaluation(RobotModel robot, StateTable table, List<Quantity> quantities) {
        this.table = table;
        List<Quantity> sources =
                quantities.stream().map(BatchEvaluation::source).toList();
        boolean floats = robot.baseKind() == BaseKind.FLOATING;
        inputs = new StateInputs(robot, table);
        List<String> freedoms = new ArrayList<>(floats ? Evaluation.namesOfBase() : List.of());
        freedoms.addAll(robot.loops().independentJoints());
        for (int k = 0; k < sources.size(); k++) {
            Quantity source = sources.get(k);
            Quantity quantity = quantities.get(k);
            checkSpatial(quantity, robot, floats);
            Part part = parts.computeIfAbsent(
                    source, key -> new Part(CompiledQuantity.of(robot, key, inputs.forCode(key))));
            boolean byTorque = quantity == Quantity.ACCELERATION_BY_TORQUE;
            columns.add(new Column(
                    part,
                    source.parts().indexOf(quantity),
                    rows(robot, quantity, freedoms),
                    quantity.shape() == Shape.MATRIX
                            ? (byTorque ? robot.loops().activeJoints() : freedoms)
                            : List.of()));
        }
    }

    /** Whose numbers the rows of a matrix, or the components of a vector, are. */
    private static List<String> rows(RobotModel robot, Quantity quantity, List<String> freedoms) {
        if (quantity.shape() != Shape.MATRIX) {
            return quantity == Quantity.ACCELERATION
                    ? robot.loops().independentJoints()
                    : robot.loops().activeJoints();
        }
        boolean ofEfforts = quantity == Quantity.TORQUE_BY_POSITION
                || quantity == Quantity.TORQUE_BY_VELOCITY
                || quantity == Quantity.TORQUE_BY_ACCELERATION;
        if (!ofEfforts) {
            return freedoms;
        }
        int ofBase = freedoms.size() - robot.loops().independentJoints().size();
        List<String> rows = new ArrayList<>(freedoms.subList(0, ofBase));
        rows.addAll(robot.loops().activeJoints());
        return rows;
    }

    /** Of a robot that floats, eval holds the spatial acceleration of the base and code the classical one. */
    private static void checkSpatial(Quantity quantity, RobotModel robot, boolean floats) {
        if (floats && (quantity == Quantity.TORQUE_BY_VELOCITY || quantity == Quantity.ACCELERATION_BY_VELOCITY)) {
            throw new UserError("--batch has no %s of a robot that floats, as \"%s\" does; ask without --batch"
                    .formatted(quantity.key(), robot.name()));
        }
    }

    /** What to compile for a quantity: numbers by joint, or a square matrix of the joints. */
    static Quantity source(Quantity quantity) {
        return BATCHED.stream()
                .filter(quantity::equals)
                .findFirst()
                .flatMap(RobotCompiler::quantityWith)
                .orElseThrow(() -> new UserError("--batch has no %s; it has %s"
                        .formatted(
                                quantity.key(),
                                BATCHED.stream().map(Quantity::key).collect(Collectors.joining(", ")))));
    }

    /** The values of a state, one for each quantity; cheap if states are asked in order. */
    public List<Value> values(int state) {
        if (state < first || state >= first + count) {
            first = state;
            count = Math.min(CHUNK, table.size() - state);
            parts.values().forEach(part -> part.compute(inputs, first, count));
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
        return column.isMatrix()
                ? Value.Rows.of(column.rows(), column.columns(), numbers)
                : new Value.Numbers(column.rows(), numbers);
    }
}
