package dev.catena.tree;

import org.jspecify.annotations.Nullable;

/**
 * A vector of an algorithm in the coordinates of the tree. Where no joint follows another it is the caller's own array,
 * and nothing is copied.
 */
public final class TreeVector {
    private final @Nullable Couplings couplings;
    private final double[] inTree;

    public TreeVector(MovingTree tree) {
        couplings = tree.couplings;
        inTree = new double[couplings == null ? 0 : tree.size];
    }

    /** Coordinates or rates: q = E y. */
    public double[] of(double[] given) {
        if (couplings == null) {
            return given;
        }
        couplings.expand(given, inTree);
        return inTree;
    }

    /** Where efforts of the tree are to be written that {@link #gather} hands to the caller. */
    public double[] room(double[] out) {
        return couplings == null ? out : inTree;
    }

    /** τ_y = Eᵀ τ. */
    public void gather(double[] out) {
        if (couplings != null) {
            couplings.gather(inTree, out);
        }
    }
}
