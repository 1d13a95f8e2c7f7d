package dev.catena.compile.trace;

import dev.catena.model.Coupling;
import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import dev.catena.textbook.Scalar;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.stream.IntStream;

/**
 * Joints that follow others, on symbols: q = E y from joint vectors to the coordinates of the tree, followers last, and
 * τ_y = Eᵀτ back; offsets are in the frames of the tree.
 */
public final class SymbolicCouplings<S extends Scalar<S>> {
    private final int independent;
    private final int[] leader;
    private final List<S> factor = new ArrayList<>();

    public SymbolicCouplings(RobotModel model, DoubleFunction<S> constant) {
        independent = model.jointCount();
        leader = new int[model.coupledJoints().size()];
        for (int f = 0; f < leader.length; f++) {
            Joint joint = model.coupledJoints().get(f);
            Coupling coupling = model.couplingOf(joint.name()).orElseThrow();
            leader[f] = model.coordinate(coupling.leader());
            factor.add(constant.apply(coupling.factor()));
        }
    }

    /** Whether no joint follows another. */
    public boolean isEmpty() {
        return leader.length == 0;
    }

    /** q = E y. */
    public List<S> expand(List<S> given) {
        List<S> all = new ArrayList<>(given);
        for (int f = 0; f < leader.length; f++) {
            all.add(factor.get(f).times(given.get(leader[f])));
        }
        return List.copyOf(all);
    }

    /**
     * Eᵀ of a vector.
     *
     * @param first how many numbers of the base come first
     */
    public List<S> gather(List<S> inTree, int first) {
        List<S> sums = new ArrayList<>(inTree.subList(0, first + independent));
        for (int f = 0; f < leader.length; f++) {
            int to = first + leader[f];
            S own = inTree.get(first + independent + f);
            sums.set(to, sums.get(to).plus(factor.get(f).times(own)));
        }
        return List.copyOf(sums);
    }

    /** EᵀAE. */
    public List<List<S>> gatherMatrix(List<List<S>> rows, int first) {
        if (isEmpty()) {
            return rows;
        }
        List<List<S>> narrow = rows.stream().map(row -> gather(row, first)).toList();
        int size = first + independent;
        List<List<S>> columns = IntStream.range(0, size)
                .mapToObj(c -> gather(narrow.stream().map(row -> row.get(c)).toList(), first))
                .toList();
        return IntStream.range(0, size)
                .mapToObj(r -> columns.stream().map(column -> column.get(r)).toList())
                .toList();
    }
}
