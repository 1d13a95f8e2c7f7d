package dev.catena.sweep.source;

import java.util.Arrays;
import java.util.List;

/** All combinations of the steps of all variables; the last variable changes fastest. */
public final class GridStates implements StateSource {
    private final List<Variable> variables;
    private final long states;

    /**
     * A grid.
     *
     * @throws IllegalArgumentException for more than 2⁶² combinations, and for a range with one step
     */
    public GridStates(List<Variable> variables) {
        this.variables = List.copyOf(variables);
        StateSource.checkNames(variables());
        double product = 1;
        long exact = 1;
        for (Variable variable : variables) {
            if (variable.steps() == 1 && variable.width() > 0) {
                throw new IllegalArgumentException("%s goes from %s to %s, but a grid needs to know in how many steps"
                        .formatted(variable.name(), variable.from(), variable.to()));
            }
            product *= variable.steps();
            exact *= variable.steps();
        }
        if (product > 0x1p62) {
            throw new IllegalArgumentException(
                    "a grid of %s states is too large: use fewer steps, or random states".formatted(product));
        }
        states = exact;
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
        return "grid of " + variables;
    }

    @Override
    public Pass open() {
        return () -> this::read;
    }

    private void read(long first, int count, List<Target> targets) {
        long inner = 1;
        for (int v = variables.size() - 1; v >= 0; v--) {
            Variable variable = variables.get(v);
            double[] out = targets.get(v).array();
            int at = targets.get(v).at();
            long within = first % inner;
            long step = first / inner % variable.steps();
            for (int k = 0; k < count; ) {
                int run = (int) Math.min(inner - within, count - k);
                Arrays.fill(out, at + k, at + k + run, variable.at(step));
                k += run;
                within = 0;
                step = step + 1 == variable.steps() ? 0 : step + 1;
            }
            inner *= variable.steps();
        }
    }
}
