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
            StateRandom random = new StateRandom(seed, variables);
            return random::read;
        };
    }
}
