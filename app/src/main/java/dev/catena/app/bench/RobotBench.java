package dev.catena.app.bench;

import dev.catena.app.compiled.CompiledQuantity;
import dev.catena.app.report.TextTable;
import dev.catena.model.RobotModel;
import dev.catena.model.Rotation;
import dev.catena.quantity.Quantity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/** Times of a robot's quantities, hand-written, compiled and in batches side by side, at random states. */
public final class RobotBench {
    /** Many states, so that no branch is learnt by heart; a power of two. */
    private static final int STATES = 256;

    private static final int BATCH = 4_096;

    private final RobotModel robot;
    private final Stopwatch stopwatch;
    private final List<Row> rows = new ArrayList<>();
    private String batchKind = "";

    /**
     * One quantity; nanoseconds for one state, NaN for what there is not.
     *
     * @param difference largest difference of compiled and hand-written results, relative to the largest result
     */
    private record Row(
            String quantity,
            double handWritten,
            double compiled,
            double batchedOnOneCore,
            double batchedOnAllCores,
            double difference) {}

    /** @param seconds for each measurement, after a warm-up */
    public RobotBench(RobotModel robot, double seconds) {
        this.robot = robot;
        stopwatch = new Stopwatch(seconds);
    }

    /** Measures one quantity. */
    public void measure(Quantity quantity) {
        CompiledQuantity code = CompiledQuantity.of(robot, quantity);
        batchKind = code.batchKind();
        double[][][] states = states(code);
        double compiled = stopwatch.nanosecondsPerCall(STATES, () -> {
            for (double[][] state : states) {
                code.compute(state);
            }
        });
        Optional<HandWritten> written = HandWritten.of(robot, quantity);
        double handWritten = Double.NaN;
        double difference = Double.NaN;
        if (written.isPresent()) {
            HandWritten function = written.get();
            difference = difference(code, function, states);
            handWritten = stopwatch.nanosecondsPerCall(STATES, () -> {
                for (double[][] state : states) {
                    function.compute(state);
                }
            });
        }
        double[][] batch = batch(code);
        rows.add(new Row(
                quantity.key(),
                handWritten,
                compiled,
                stopwatch.nanosecondsPerCall(BATCH, () -> code.computeAllOnOneCore(batch, BATCH)),
                stopwatch.nanosecondsPerCall(BATCH, () -> code.computeAll(batch, BATCH)),
                difference));
    }

    private static double[][][] states(CompiledQuantity code) {
        Random random = new Random(1);
        double[][][] states = new double[STATES][][];
        Arrays.setAll(states, s -> vectors(code, 1, random));
        return states;
    }

    private static double[][] batch(CompiledQuantity code) {
        return vectors(code, BATCH, new Random(2));
    }

    /** Input vectors with random numbers, and room for the outputs. */
    private static double[][] vectors(CompiledQuantity code, int states, Random random) {
        int[] lengths = code.lengths();
        double[][] vectors = new double[lengths.length][];
        for (int v = 0; v < lengths.length; v++) {
            int size = lengths[v] * states;
            vectors[v] = v < code.inputs().size() ? random.doubles(size, -2, 2).toArray() : new double[size];
            if (v < code.inputs().size() && code.inputs().get(v).equals("base")) {
                turnBase(vectors[v], states, random);
            }
        }
        return vectors;
    }

    /** The first nine numbers of each state are a rotation. */
    private static void turnBase(double[] base, int states, Random random) {
        for (int s = 0; s < states; s++) {
            Rotation r = Rotation.fromRollPitchYaw(random.nextDouble(), random.nextDouble(), random.nextDouble());
            double[] rows = {r.xx(), r.xy(), r.xz(), r.yx(), r.yy(), r.yz(), r.zx(), r.zy(), r.zz()};
            for (int k = 0; k < rows.length; k++) {
                base[k * states + s] = rows[k];
            }
        }
    }

    private static double difference(CompiledQuantity code, HandWritten function, double[][][] states) {
        double largest = 0;
        double difference = 0;
        for (double[][] state : states) {
            code.compute(state);
            double[][] copy = Arrays.stream(state).map(double[]::clone).toArray(double[][]::new);
            function.compute(copy);
            for (int v = code.inputs().size(); v < state.length; v++) {
                for (int k = 0; k < state[v].length; k++) {
                    largest = Math.max(largest, Math.abs(copy[v][k]));
                    difference = Math.max(difference, Math.abs(copy[v][k] - state[v][k]));
                }
            }
        }
        return largest == 0 ? difference : difference / largest;
    }

    public String toText() {
        TextTable table = new TextTable(
                "ns per state", "hand-written", "compiled", "ratio", "batch, 1 core", "batch, all cores", "difference");
        for (Row row : rows) {
            table.row(
                    row.quantity,
                    time(row.handWritten),
                    time(row.compiled),
                    Double.isNaN(row.handWritten) ? "–" : TextTable.number("%.2f", row.compiled / row.handWritten),
                    time(row.batchedOnOneCore),
                    time(row.batchedOnAllCores),
                    Double.isNaN(row.difference) ? "–" : TextTable.number("%.0e", row.difference));
        }
        return "%s: %s joints, %s cores, Java %s; %s; the fastest of several rounds at random states\n\n"
                        .formatted(
                                robot.name(),
                                robot.jointCount(),
                                Runtime.getRuntime().availableProcessors(),
                                Runtime.version().feature(),
                                batchKind)
                + table.toText()
                + (stopwatch.isWarm()
                        ? ""
                        : "\n"
                                + "Not all of it was warm when measured: give more --time, or a machine that is less"
                                + " busy.\n");
    }

    private static String time(double nanoseconds) {
        return Double.isNaN(nanoseconds) ? "–" : TextTable.number(nanoseconds < 100 ? "%.1f" : "%.0f", nanoseconds);
    }

    public Object toJson() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("robot", robot.name());
        json.put("joints", robot.jointCount());
        json.put("cores", Runtime.getRuntime().availableProcessors());
        json.put("java", Runtime.version().toString());
        json.put("batch", batchKind);
        json.put("unit", "ns per state");
        json.put("warm", stopwatch.isWarm());
        Map<String, Object> quantities = new LinkedHashMap<>();
        for (Row row : rows) {
            Map<String, Object> times = new LinkedHashMap<>();
            times.put("handWritten", row.handWritten);
            times.put("compiled", row.compiled);
            times.put("batchedOnOneCore", row.batchedOnOneCore);
            times.put("batchedOnAllCores", row.batchedOnAllCores);
            times.put("difference", row.difference);
            quantities.put(row.quantity, times);
        }
        json.put("quantities", quantities);
        return json;
    }
}
