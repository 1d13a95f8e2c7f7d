package dev.catena.sweep.source;

import java.util.List;

/** Uniformly distributed states; state s of a seed is the same whoever draws it, and whatever the number of states. */
public final class RandomStates implements StateSource {
    private final List<Variable> variables;
    private final long states;
    private final long seed;

    public RandomStates(List<Variable> variables, long states, long seed) {
        this.variables = List.copyOf(variables);
        this.states = states;
        this.seed = seed;
        StateSource.checkNames(variables());
        if (states < 1) {
            throw new IllegalArgumentException("%s states given, but at least 1 is needed".formatted(states));
        }
    }

    @Override
    public List<String> variables() {
        return variables.stream().map(Variable::name).toList();
    }

    @Override
    public long states() {
        return states;
    }

    @Override
    public boolean isDrawn() {
        return true;
    }

    @Override
    public String description() {
        return "random, seed %s, %s states of %s".formatted(seed, states, variables);
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
