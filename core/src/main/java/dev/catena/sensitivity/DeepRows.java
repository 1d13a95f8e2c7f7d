package dev.catena.sensitivity;

import dev.catena.algebra.SixTable;
import dev.catena.algebra.Vector;
import dev.catena.tree.DeepTree;
import dev.catena.tree.MovingTree;
import org.jspecify.annotations.Nullable;

/** Rows of ∂τ/∂q and ∂τ/∂q̇ of {@link TorqueSensitivity}, which has the formulas entry by entry, for deep trees. */
final class DeepRows {
    private final DeepTree tree;

    /** Null for all but chains, whose rows are computed three at once. */
    private final @Nullable ChainRows chain;

    private final BaseFrameMotion bodies;
    private final SixTable axis;
    private final SixTable axisRate;
    private final SixTable axisRate2;
    private final SixTable byPosition;
    private final SixTable byVelocity;

    /** By joint: (2B)ᵀ J, and the same of wrenches that do not turn along. */
    private final Vector[] coriolis;

    private final Vector[] unturned;
    private final double[] entries;

    private DeepRows(DeepTree tree, BaseFrameMotion bodies) {
        this.tree = tree;
        this.bodies = bodies;
        chain = ChainRows.of(bodies);
        int n = bodies.tree.n;
        axis = new SixTable(n);
        axisRate = new SixTable(n);
        axisRate2 = new SixTable(n);
        byPosition = new SixTable(n);
        byVelocity = new SixTable(n);
        coriolis = Vector.array(n + 1);
        unturned = Vector.array(n + 1);
        entries = new double[n];
    }

    /** Null for trees that are not deep. */
    static @Nullable DeepRows of(MovingTree tree, BaseFrameMotion bodies) {
        DeepTree deep = DeepTree.of(tree);
        return deep == null ? null : new DeepRows(deep, bodies);
    }

    /** Takes over what depends on joint i alone; of all joints before any row is filled. */
    void set(int i, ForceChanges changes, Vector coriolisRow, Vector unturnedRow) {
        if (chain != null) {
            chain.set(i, changes, coriolisRow, unturnedRow);
            return;
        }
        coriolis[i].set(coriolisRow);
        unturned[i].set(unturnedRow);
        axis.set(i - 1, bodies.axis[i]);
        axisRate.set(i - 1, bodies.axisRate[i]);
        axisRate2.set(i - 1, bodies.axisRate2[i]);
        byPosition.set(i - 1, changes.byPosition);
        byVelocity.set(i - 1, changes.byVelocity);
    }

    /** All rows, once all joints are set. */
    void fill(int first, int size, double[] P, double[] V) {
        if (chain != null) {
            chain.fill(first, size, P, V);
            return;
        }
        for (int i = 1; i <= bodies.tree.n; i++) {
            fillRow(i, first, size, P, V);
        }
    }

    /** Of joint i, by all that carry it and by all that it carries. */
    private void fillRow(int i, int first, int size, double[] P, double[] V) {
        int at = (first + i - 1) * size + first;
        for (int j = i; j > 0; j = tree.beyond(j)) {
            int from = tree.from(j);
            axisRate2.dot(1, bodies.axisForce[i], from, j, entries);
            axisRate.addDotMoment(coriolis[i], from, j, entries);
            if (bodies.hasUnturned) {
                axis.addDotMoment(unturned[i], from, j, entries);
            }
        }
        byPosition.dot(bodies.axis[i], i, tree.end(i), entries);
        tree.copyRow(i, entries, P, at);
        for (int j = i; j > 0; j = tree.beyond(j)) {
            int from = tree.from(j);
            axisRate.dot(2, bodies.axisForce[i], from, j, entries);
            axis.addDotMoment(coriolis[i], from, j, entries);
        }
        byVelocity.dot(bodies.axis[i], i, tree.end(i), entries);
        tree.copyRow(i, entries, V, at);
    }
}
