package dev.catena.sweep.source;

import java.util.List;

/** So many states of variables that go from one number to another, told apart by a seed. */
abstract class DrawnStates implements StateSource {
    final List<Variable> variables;
    final long seed;
    private final long states;
    private final String kind;

    /** @param kind what they are called in a description */
    DrawnStates(String kind, List<Variable> variables, long states, long most, long seed) {
        this.kind = kind;
        this.variables = List.copyOf(variables);
        this.states = states;
        this.seed = seed;
        StateSource.checkNames(variables());
        if (states < 1 || states > most) {
            throw new IllegalArgumentException("%s states given, but there may be 1 to %s".formatted(states, most));
        }
    }

    @Override
    public final List<String> variables() {
        return variables.stream().map(Variable::name).toList();
    }

    @Override
    public final long states() {
        return states;
    }

    @Override
    public final boolean isDrawn() {
        return true;
    }

    @Override
    public final String description() {
        return "%s, seed %s, %s states of %s".formatted(kind, seed, states, variables);
    }
}
