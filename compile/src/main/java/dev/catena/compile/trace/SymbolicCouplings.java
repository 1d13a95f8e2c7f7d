package dev.catena.compile.trace;

import dev.catena.compile.graph.Symbol;
import dev.catena.model.Coupling;
import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;

/**
 * Joints that follow others, on symbols: q = E y from joint vectors to the coordinates of the tree, followers last, and
 * τ_y = Eᵀτ back; offsets are in the frames of the tree.
 */
final class SymbolicCouplings {
    private final int independent;
    private final int[] leader;
    private final List<Symbol> factor = new ArrayList<>();

    SymbolicCouplings(RobotModel model, DoubleFunction<Symbol> constant) {
        independent = model.jointCount();
        leader = new int[model.coupledJoints().size()];
        for (int f = 0; f < leader.length; f++) {
            Joint joint = model.coupledJoints().get(f);
            Coupling coupling = model.couplingOf(joint.name()).orElseThrow();
            leader[f] = model.coordinate(coupling.leader());
            factor.add(constant.apply(coupling.factor()));
        }
    }

    boolean isEmpty() {
        return leader.length == 0;
    }

    List<Symbol> expand(List<Symbol> given) {
        List<Symbol> all = new ArrayList<>(given);
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
    List<Symbol> gather(List<Symbol> inTree, int first) {
        List<Symbol> sums = new ArrayList<>(inTree.subList(0, first + independent));
        for (int f = 0; f < leader.length; f++) {
            int to = first + leader[f];
            Symbol own = inTree.get(first + independent + f);
            sums.set(to, sums.get(to).plus(factor.get(f).times(own)));
        }
        return List.copyOf(sums);
    }

    /** EᵀAE. */
    List<List<Symbol>> gatherMatrix(List<List<Symbol>> rows, int first) {
        if (isEmpty()) {
            return rows;
        }
        List<List<Symbol>> narrow = rows.stream().map(row -> gather(row, first)).toList();
        List<List<Symbol>> out = new ArrayList<>();
        for (int column = 0; column < first + independent; column++) {
            int c = column;
            out.add(gather(narrow.stream().map(row -> row.get(c)).toList(), first));
        }
        // symmetric: columns are rows
        return out;
    }
}
