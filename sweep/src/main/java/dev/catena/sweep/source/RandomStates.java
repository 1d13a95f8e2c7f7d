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
            StateRandom random = new StateRandom(seed);
            return (first, count, targets) -> read(random, first, count, targets);
        };
    }

    private void read(StateRandom random, long first, int count, List<Target> targets) {
        for (int done = 0; done < count; done += StateRandom.ROOM) {
            int part = Math.min(StateRandom.ROOM, count - done);
            random.begin(first + done, part);
            for (int v = 0; v < targets.size(); v++) {
                Target target = targets.get(v);
                random.fill(part, variables.get(v), target.array(), target.at() + done);
            }
        }
    }
}
