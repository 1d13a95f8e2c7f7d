package dev.catena.sweep;

import dev.catena.compile.Batch;
import dev.catena.model.NumericalException;
import dev.catena.model.RobotModel;
import dev.catena.quantity.Quantity;
import dev.catena.sweep.columns.Columns;
import dev.catena.sweep.reduce.Series;
import dev.catena.sweep.source.StateSource.Reader;
import dev.catena.sweep.source.StateSource.Target;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Some states and all numbers of them that somebody asks for. One thread; nothing is allocated for a state. */
final class Block {
    /**
     * States of a block: so few that drawn numbers are still in the nearest cache when they are evaluated, which needs as much room
     * for its own; with a third more, sweeps take 7 % longer. Results do not depend on it.
     */
    static final int ROOM = 96;

    /**
     * From one number of a state to the next: a line of the cache more than the room, for numbers that are a power of two apart
     * would all fall into the same few lines.
     */
    static final int STRIDE = ROOM + 8;

    private final SweepCode code;
    private final Reader reader;
    private final Batch batch;
    private final double[][] vectors;
    private final List<Target> targets;
    private final OpenParameters parameters;
    private final double[] opened;
    private final double[] load = new double[ROOM];
    private final double[] inverseLimits;
    private final double[] loads;

    /** By name: numbers that are there for every state. */
    private final Map<String, Series> series = new LinkedHashMap<>();

    private final BinIndex bins;

    Block(SweepCode code, Reader reader) {
        this.code = code;
        this.reader = reader;
        SweepFunction function = code.function();
        batch = code.batch();
        vectors = new double[code.lengths().length][];
        for (int v = 0; v < vectors.length; v++) {
            vectors[v] = new double[code.lengths()[v] * STRIDE];
        }
        List<Target> places = new ArrayList<>();
        Map<String, double[]> varied = variables(places);
        targets = List.copyOf(places);
        opened = code.hasParameters() ? vectors[code.inputs() - 1] : new double[0];
        parameters = new OpenParameters(function, code.openBodies(), code.openFriction(), STRIDE, varied);
        inverseLimits = code.inverseLimits();
        loads = new double[code.needsLoads() ? inverseLimits.length * STRIDE : 0];
        outputs();
        boolean hasVoxels = code.keys().stream().anyMatch(key -> key instanceof Key.Voxel);
        bins = new BinIndex(code.keys(), this::one, hasVoxels ? vectors[code.positions()] : new double[0]);
    }

    /** Where variables go: into the vectors of the code, or into arrays of their own. */
    private Map<String, double[]> variables(List<Target> places) {
        Map<String, double[]> varied = new HashMap<>();
        RobotModel model = code.function().model();
        List<String> inputs = code.compiled().inputs();
        for (String name : code.variables()) {
            double[] array = null;
            int at = 0;
            for (int v = 0; v < inputs.size() && array == null; v++) {
                String prefix = inputs.get(v) + "_";
                if (name.startsWith(prefix) && model.hasCoordinate(name.substring(prefix.length()))) {
                    array = vectors[v];
                    at = model.coordinate(name.substring(prefix.length())) * STRIDE;
                }
            }
            if (array == null) {
                array = new double[STRIDE];
                varied.put(name, array);
            }
            places.add(new Target(array, at));
            series.put(name, new Series(name, array, at));
        }
        return varied;
    }

    private void outputs() {
        List<Quantity> parts = code.function().quantity().parts();
        for (int k = 0; k < parts.size(); k++) {
            int v = code.inputs() + k;
            List<String> names = code.function().components(parts.get(k), code.lengths()[v]);
            for (int c = 0; c < names.size(); c++) {
                series.put(names.get(c), new Series(names.get(c), vectors[v], c * STRIDE));
            }
        }
        if (code.needsLoad()) {
            series.put(SweepFunction.LOAD, new Series(SweepFunction.LOAD, load, 0));
        }
        if (code.needsLoads()) {
            List<String> joints = code.function().model().jointNames();
            for (int j = 0; j < joints.size(); j++) {
                String name = SweepFunction.LOAD + "_" + joints.get(j);
                series.put(name, new Series(name, loads, j * STRIDE));
            }
        }
    }

    private Series one(String name) {
        Series found = series.get(name);
        if (found == null) {
            throw new IllegalStateException("no series " + name);
        }
        return found;
    }

    /** The numbers of a subject. */
    List<Series> series(List<String> names) {
        return names.stream().map(this::one).toList();
    }

    void begin(long first, int count) {
        reader.begin(first, count);
    }

    /** Computes all numbers of some states that were begun. */
    void compute(long first, int count) {
        reader.read(first, count, targets);
        if (opened.length > 0) {
            parameters.fill(count, opened);
        }
        evaluate(first, count);
        if (code.needsLoad()) {
            computeLoads(count);
        }
        bins.compute(count);
    }

    private void evaluate(long first, int count) {
        try {
            batch.evaluate(0, count, vectors);
        } catch (NumericalException | IllegalArgumentException e) {
            String text = String.valueOf(e.getMessage());
            int colon = text.indexOf(':');
            if (!text.startsWith("state ") || colon < 0) {
                throw e;
            }
            int state = Integer.parseInt(text.substring("state ".length(), colon));
            NumericalException named = new NumericalException("state %s of the sweep, %s:%s"
                    .formatted(first + state, describe(state), text.substring(colon + 1)));
            named.initCause(e);
            throw named;
        }
    }

    private String describe(int state) {
        List<String> values = new ArrayList<>();
        for (int v = 0; v < targets.size(); v++) {
            Target target = targets.get(v);
            values.add("%s = %s".formatted(code.variables().get(v), target.array()[target.at() + state]));
        }
        return String.join(", ", values);
    }

    /** |τ| / limit of each joint, and the largest of them. */
    private void computeLoads(int count) {
        double[] effort = effort();
        Columns.fastest().largestScaled(0, count, effort, STRIDE, inverseLimits, load);
        for (int j = 0; j < inverseLimits.length && loads.length > 0; j++) {
            for (int s = 0; s < count; s++) {
                loads[j * STRIDE + s] = Math.abs(effort[j * STRIDE + s]) * inverseLimits[j];
            }
        }
    }

    private double[] effort() {
        return vectors[code.inputs() + code.function().effortOutput()];
    }

    /** Whether there are keys; all states are in bin 0 otherwise. */
    boolean isBinned() {
        return !code.keys().isEmpty();
    }

    /** The bin of each state, −1 for none. */
    int[] bins() {
        return bins.bins();
    }

    /** The joint with the largest load of a state. */
    int worst(int state) {
        if (!code.needsLoad()) {
            return -1;
        }
        double[] effort = effort();
        int worst = 0;
        for (int j = 1; j < inverseLimits.length; j++) {
            double more = Math.abs(effort[j * STRIDE + state]) * inverseLimits[j];
            if (more > Math.abs(effort[worst * STRIDE + state]) * inverseLimits[worst]) {
                worst = j;
            }
        }
        return worst;
    }

    /** A value that was read. */
    double variable(int variable, int state) {
        Target target = targets.get(variable);
        return target.array()[target.at() + state];
    }

    /** Reads states without computing anything. */
    void readOnly(long first, int count) {
        reader.read(first, count, targets);
    }

    int lanes() {
        return batch.lanes();
    }
}
