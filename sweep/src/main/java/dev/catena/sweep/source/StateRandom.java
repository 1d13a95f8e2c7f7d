package dev.catena.sweep.source;

import dev.catena.sweep.columns.Columns;
import dev.catena.sweep.columns.DrawnColumns;
import dev.catena.sweep.columns.Span;
import dev.catena.sweep.source.StateSource.Target;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Random numbers of many states, each of which has a generator of its own, as splittable ones do [SteeleLeaFlood]: its terms
 * begin with number 2s of the seed ({@link CounterRandom}) for state s and go on in steps of number 2s + 1. Variables that stay
 * take no numbers. One thread.
 */
final class StateRandom {
    private final long seed;
    private final List<Variable> variables;

    /** Variables that do not stay. */
    private final int[] varying;

    private final DrawnColumns columns;

    /** Whose places the columns have, and how far from their beginning. */
    private @Nullable List<Target> placed;

    private int placedAt;
    private final long[] terms = new long[Columns.ROOM];
    private final long[] steps = new long[Columns.ROOM];

    StateRandom(long seed, List<Variable> variables) {
        this.seed = CounterRandom.seedOf(seed, 0);
        this.variables = variables;
        varying = IntStream.range(0, variables.size())
                .filter(v -> variables.get(v).width() > 0)
                .toArray();
        columns = new DrawnColumns(Arrays.stream(varying)
                .mapToObj(variables::get)
                .map(variable -> Span.of(variable.from(), variable.to()))
                .toList());
    }

    /** Writes the numbers of some states. */
    void read(long first, int count, List<Target> targets) {
        for (int v = 0; v < variables.size() && varying.length < variables.size(); v++) {
            Variable variable = variables.get(v);
            Target target = targets.get(v);
            if (variable.width() == 0) {
                Arrays.fill(target.array(), target.at(), target.at() + count, variable.from());
            }
        }
        Columns fastest = Columns.fastest();
        for (int done = 0; done < count; done += Columns.ROOM) {
            int part = Math.min(Columns.ROOM, count - done);
            place(targets, done);
            CounterRandom.bits(fastest, seed, 2 * (first + done), 2, part, terms);
            CounterRandom.bits(fastest, seed, 2 * (first + done) + 1, 2, part, steps);
            fastest.draw(0, part, terms, steps, columns);
        }
    }

    /** Lets columns begin where targets do, which they may do already. */
    private void place(List<Target> targets, int begin) {
        if (targets == placed && begin == placedAt) {
            return;
        }
        for (int c = 0; c < varying.length; c++) {
            Target target = targets.get(varying[c]);
            columns.set(c, target.array(), target.at() + begin);
        }
        // others may change what is in a list that can be changed
        placed = List.copyOf(targets) == targets ? targets : null;
        placedAt = begin;
    }
}
