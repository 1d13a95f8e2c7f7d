package dev.catena.sweep.source;

import java.util.List;

/** Uniformly distributed states; state s of a seed is the same whoever draws it, and whatever the number of states. */
public final class RandomStates extends DrawnStates {
    public RandomStates(List<Variable> variables, long states, long seed) {
        super("random", variables, states, Long.MAX_VALUE, seed);
    }

    @Override
    public Pass open() {
        return () -> {
            CounterRandom.Block block = new CounterRandom.Block();
            return (first, count, targets) -> read(block, first, count, targets);
        };
    }

    private void read(CounterRandom.Block block, long first, int count, List<Target> targets) {
        for (int v = 0; v < variables.size(); v++) {
            Variable variable = variables.get(v);
            Target target = targets.get(v);
            block.fill(
                    CounterRandom.seedOf(seed, v),
                    first,
                    count,
                    variable.from(),
                    variable.width(),
                    target.array(),
                    target.at());
        }
    }
}
