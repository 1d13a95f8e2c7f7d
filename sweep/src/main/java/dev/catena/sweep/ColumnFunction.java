package dev.catena.sweep;

import dev.catena.compile.Batch;
import dev.catena.compile.CompiledFunction;
import dev.catena.compile.RobotCompiler;
import dev.catena.formats.file.NearestName;
import dev.catena.model.RobotModel;
import dev.catena.quantity.Quantity;
import dev.catena.quantity.StateVariable;
import dev.catena.sweep.source.StateSource.Target;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Quantities of a robot for the rows of a table: columns {@code q_joint1}, {@code qd_joint1}, … in, columns
 * {@code torque_joint1}, … out, {@value #ROOM} rows at a time. Motions that are never set are zero. One thread.
 */
public final class ColumnFunction {
    /** Rows that are computed at once. */
    public static final int ROOM = 2048;

    /** From one column to the next, see {@link Block#STRIDE}. */
    private static final int STRIDE = ROOM + 8;

    /** Compiled code and its vectors. */
    private static final class Part {
        private final CompiledFunction code;
        private final Batch batch;
        private final double[][] vectors;

        Part(CompiledFunction code, Batch batch) {
            this.code = code;
            this.batch = batch;
            vectors = new double[code.inputs().size() + code.outputs().size()][];
            for (int v = 0; v < vectors.length; v++) {
                vectors[v] = new double[code.length(v) * STRIDE];
            }
        }
    }

    private final RobotModel model;
    private final List<Quantity> quantities;
    private final Map<Quantity, Part> parts = new LinkedHashMap<>();

    /** By column: where its numbers go; a motion that several codes need goes to each. */
    private final Map<String, List<Target>> inputs = new LinkedHashMap<>();

    private final Map<String, Target> results = new LinkedHashMap<>();

    /**
     * Compiles.
     *
     * @throws IllegalArgumentException for a quantity that is not compiled, or a robot that is no tree on a fixed base
     */
    public ColumnFunction(RobotModel model, List<Quantity> quantities) {
        this(model, quantities, Map.of());
    }

    private ColumnFunction(RobotModel model, List<Quantity> quantities, Map<Quantity, Part> compiled) {
        this.model = model;
        this.quantities = List.copyOf(quantities);
        if (quantities.isEmpty()) {
            throw new IllegalArgumentException("no quantity is asked for");
        }
        for (Quantity quantity : quantities) {
            Quantity source = RobotCompiler.quantityWith(quantity).orElse(quantity);
            SweepFunction function = SweepFunction.of(model, source);
            boolean isNew = !parts.containsKey(source);
            Part part = parts.computeIfAbsent(source, key -> part(function, compiled.get(key)));
            if (isNew) {
                addInputs(part);
            }
            double[] output =
                    part.vectors[part.code.inputs().size() + source.parts().indexOf(quantity)];
            List<String> names = function.components(quantity, output.length / STRIDE);
            for (int c = 0; c < names.size(); c++) {
                results.put(names.get(c), new Target(output, c * STRIDE));
            }
        }
    }

    private static Part part(SweepFunction function, @Nullable Part compiled) {
        if (compiled != null) {
            return new Part(compiled.code, compiled.batch.copy());
        }
        CompiledFunction code = RobotCompiler.compile(function.model(), function.quantity());
        return new Part(code, function.batch(code));
    }

    private void addInputs(Part part) {
        for (int v = 0; v < part.code.inputs().size(); v++) {
            for (int j = 0; j < model.jointCount(); j++) {
                String name =
                        part.code.inputs().get(v) + "_" + model.jointNames().get(j);
                inputs.computeIfAbsent(name, key -> new ArrayList<>()).add(new Target(part.vectors[v], j * STRIDE));
            }
        }
    }

    /** The same code with numbers of its own, for another thread. */
    public ColumnFunction copy() {
        return new ColumnFunction(model, quantities, parts);
    }

    /** Columns that can be set. */
    public List<String> inputs() {
        return List.copyOf(inputs.keySet());
    }

    /** Columns that are computed. */
    public List<String> results() {
        return List.copyOf(results.keySet());
    }

    /**
     * Looks at the columns of a table.
     *
     * @throws IllegalArgumentException where positions are missing
     */
    public void checkColumns(List<String> columns) {
        List<String> missing = inputs.keySet().stream()
                .filter(name -> name.startsWith(StateVariable.POSITION.key() + "_") && !columns.contains(name))
                .toList();
        if (!missing.isEmpty()) {
            throw new IllegalArgumentException("the table has no column %s; it has %s"
                    .formatted(NearestName.some(missing), NearestName.some(columns)));
        }
    }

    /**
     * Sets a column of the rows.
     *
     * @param values of row 0 on
     */
    public void set(String column, double[] values, int count) {
        List<Target> targets = inputs.get(column);
        if (targets == null) {
            throw new IllegalArgumentException(
                    "\"%s\" is no column that is needed; those are %s".formatted(column, NearestName.some(inputs())));
        }
        for (Target target : targets) {
            System.arraycopy(values, 0, target.array(), target.at(), count);
        }
    }

    /**
     * Computes the results of the first rows.
     *
     * @throws dev.catena.model.NumericalException where a row has no finite result, with its number
     */
    public void compute(int count) {
        parts.values().forEach(part -> part.batch.evaluate(0, count, part.vectors));
    }

    /** A column of results, whose rows begin at {@link Target#at}. */
    public Target result(String column) {
        Target target = results.get(column);
        if (target == null) {
            throw new IllegalArgumentException(
                    "\"%s\" is no result; those are %s".formatted(column, NearestName.some(results())));
        }
        return target;
    }

    /** How many rows one instruction computes; 1 without the module jdk.incubator.vector. */
    public int lanes() {
        return parts.values().iterator().next().batch.lanes();
    }
}
