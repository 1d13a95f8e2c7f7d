package dev.catena.sweep;

import dev.catena.algebra.FullTurns;
import dev.catena.formats.reading.FormatException;
import dev.catena.formats.table.NumberTables;
import dev.catena.formats.table.StateTables;
import dev.catena.formats.table.TableReader;
import dev.catena.model.JointKind;
import dev.catena.model.RobotModel;
import dev.catena.motion.SampleClock;
import dev.catena.motion.SampleDerivatives;
import dev.catena.quantity.StateVariable;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A motion in a file: its samples, and those rates of the joints that the quantity depends on and the file does not give,
 * computed as {@code catena torque} does it.
 */
final class CycleFile {
    /** Numbers that a motion may have. */
    private static final int MOST = 10_000_000;

    private static final int AT_ONCE = 1024;
    private static final String TIME = "time";

    private static final List<StateVariable> RATES =
            List.of(StateVariable.POSITION, StateVariable.VELOCITY, StateVariable.ACCELERATION, StateVariable.JERK);

    private final Path path;
    private final Map<String, double[]> motion = new LinkedHashMap<>();

    private CycleFile(Path path) {
        this.path = path;
    }

    /**
     * Reads a motion.
     *
     * @param varied what the specification says itself
     * @throws FormatException where the file has no such motion
     */
    static Map<String, double[]> read(Path path, SweepFunction function, Set<String> varied) {
        CycleFile file = new CycleFile(path);
        file.readSamples();
        for (StateVariable rate : function.quantity().inputs()) {
            if (RATES.indexOf(rate) > 0) {
                for (String joint : function.model().jointNames()) {
                    if (!varied.contains(name(rate, joint))) {
                        file.complete(rate, joint, function.model());
                    }
                }
            }
        }
        return file.motion;
    }

    private static String name(StateVariable variable, String joint) {
        return variable.key() + "_" + joint;
    }

    private void readSamples() {
        try (TableReader table = NumberTables.open(path)) {
            List<String> names = table.columns();
            double[] @Nullable [] part = new double[names.size()][];
            for (int c = 0; c < part.length; c++) {
                if (!StateTables.isResult(names.get(c))) {
                    part[c] = new double[AT_ONCE];
                    motion.put(names.get(c), new double[AT_ONCE]);
                }
            }
            int length = 0;
            for (int read = table.read(part, AT_ONCE); read > 0; read = table.read(part, AT_ONCE)) {
                if ((long) (length + read) * motion.size() > MOST) {
                    throw wrong("a trajectory may have %s numbers".formatted(MOST));
                }
                for (int c = 0; c < part.length; c++) {
                    double[] values = part[c];
                    if (values != null) {
                        append(names.get(c), values, length, read);
                    }
                }
                length += read;
            }
            if (length == 0) {
                throw wrong("the trajectory has no samples");
            }
            int samples = length;
            motion.replaceAll((name, values) -> Arrays.copyOf(values, samples));
        }
    }

    private void append(String name, double[] values, int length, int count) {
        double[] all = motion.getOrDefault(name, new double[0]);
        if (all.length < length + count) {
            all = Arrays.copyOf(all, 2 * all.length);
            motion.put(name, all);
        }
        System.arraycopy(values, 0, all, length, count);
    }

    /** Computes a rate of a joint from what is given of it. */
    private void complete(StateVariable rate, String joint, RobotModel robot) {
        if (motion.containsKey(name(rate, joint))) {
            return;
        }
        int order = RATES.indexOf(rate);
        int given = order - 1;
        while (given >= 0 && !motion.containsKey(name(RATES.get(given), joint))) {
            given--;
        }
        double[] values = given < 0 ? null : motion.get(name(RATES.get(given), joint));
        if (values == null) {
            return;
        }
        double[] times = motion.get(TIME);
        if (times == null) {
            throw wrong("the trajectory gives neither %s nor a time to compute it from; add either, or %s: 0 to vary"
                    .formatted(name(rate, joint), name(rate, joint)));
        }
        try {
            boolean turns = given == 0
                    && robot.movingJoints().get(robot.coordinate(joint)).kind() == JointKind.REVOLUTE;
            double[] computed = new SampleDerivatives(new SampleClock(times).sinceFirst(times))
                    .derivative(turns ? FullTurns.continuous(values) : values, order - given);
            for (double number : computed) {
                if (!(Math.abs(number) <= Double.MAX_VALUE)) {
                    throw wrong("samples are too near in time to compute " + name(rate, joint));
                }
            }
            motion.put(name(rate, joint), computed);
        } catch (FormatException e) {
            throw e;
        } catch (IllegalArgumentException e) {
            throw wrong("%s cannot be computed: %s".formatted(name(rate, joint), e.getMessage()));
        }
    }

    private FormatException wrong(String text) {
        return new FormatException(path.toString(), text);
    }
}
