package dev.catena.sweep.source;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A motion gone through again and again, each time with other random numbers: {@code draw}, from 0 on, says which time it
 * is. With the key {@code draw} a sweep gives the peaks of each cycle.
 */
public final class CycleStates implements StateSource {
    /** The variable that counts cycles. */
    public static final String DRAW = "draw";

    private final Map<String, double[]> motion;
    private final int length;
    private final List<Variable> drawn;
    private final long draws;
    private final long seed;

    /**
     * Cycles.
     *
     * @param motion by name: the values of one cycle, all of the same length
     * @param drawn what is drawn anew for each cycle
     */
    public CycleStates(Map<String, double[]> motion, List<Variable> drawn, long draws, long seed) {
        this.motion = new LinkedHashMap<>();
        motion.forEach((name, values) -> this.motion.put(name, values.clone()));
        this.drawn = List.copyOf(drawn);
        this.draws = draws;
        this.seed = seed;
        StateSource.checkNames(variables());
        length =
                motion.values().stream().mapToInt(values -> values.length).max().orElse(0);
        if (length == 0 || motion.values().stream().anyMatch(values -> values.length != length)) {
            throw new IllegalArgumentException("a motion needs values, as many of each variable");
        }
        if (draws < 1 || draws > Long.MAX_VALUE / length) {
            throw new IllegalArgumentException(
                    "%s draws given, but there may be 1 to %s".formatted(draws, Long.MAX_VALUE / length));
        }
    }

    @Override
    public List<String> variables() {
        List<String> names = new ArrayList<>(motion.keySet());
        drawn.forEach(variable -> names.add(variable.name()));
        names.add(DRAW);
        return names;
    }

    @Override
    public long states() {
        return draws * length;
    }

    @Override
    public boolean isDrawn() {
        return true;
    }

    @Override
    public String description() {
        StringBuilder values = new StringBuilder();
        motion.forEach((name, numbers) ->
                values.append(name).append('=').append(Arrays.hashCode(numbers)).append(' '));
        return "cycle of %s samples %s, seed %s, %s draws of %s".formatted(length, values, seed, draws, drawn);
    }

    @Override
    public Pass open() {
        return () -> this::read;
    }

    private void read(long first, int count, List<Target> targets) {
        int done = 0;
        while (done < count) {
            long draw = (first + done) / length;
            int sample = (int) ((first + done) % length);
            int run = Math.min(length - sample, count - done);
            int v = 0;
            for (double[] values : motion.values()) {
                Target target = targets.get(v++);
                System.arraycopy(values, sample, target.array(), target.at() + done, run);
            }
            for (int d = 0; d < drawn.size(); d++) {
                Variable variable = drawn.get(d);
                double u = CounterRandom.uniform(CounterRandom.seedOf(seed, d), draw);
                fill(targets.get(v++), done, run, variable.from() + variable.width() * u);
            }
            fill(targets.get(v), done, run, (double) draw);
            done += run;
        }
    }

    private static void fill(Target target, int done, int run, double value) {
        Arrays.fill(target.array(), target.at() + done, target.at() + done + run, value);
    }
}
