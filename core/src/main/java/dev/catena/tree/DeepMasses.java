package dev.catena.tree;

import dev.catena.algebra.Force;
import dev.catena.algebra.MotionVector;
import dev.catena.algebra.SixTable;
import org.jspecify.annotations.Nullable;

/** The mass matrix of a deep tree, row by row. */
public final class DeepMasses {
    private final DeepTree tree;
    private final int n;
    private final SixTable axes;
    private final SixTable columns;
    private final double[] entries;

    private DeepMasses(DeepTree tree, int n) {
        this.tree = tree;
        this.n = n;
        axes = new SixTable(n);
        columns = new SixTable(n);
        entries = new double[n];
    }

    /** Null for trees that are not deep. */
    public static @Nullable DeepMasses of(MovingTree tree) {
        DeepTree deep = DeepTree.of(tree);
        return deep == null ? null : new DeepMasses(deep, tree.n);
    }

    /** Whether no entry of a matrix is left out. */
    public boolean fillsAll() {
        return tree.isChain();
    }

    /**
     * Jⱼ·(Y J)ᵢ for all j that carry joint i, and Jᵢ·(Y J)ⱼ for all that it carries.
     *
     * @param axis J, by moving body
     * @param column Y J, what a unit acceleration of the joint takes, in the same frame
     * @param first how many rows and columns of the base come first; they stay as they are
     */
    public void fill(MotionVector[] axis, Force[] column, int first, int size, double[] M) {
        for (int i = 1; i <= n; i++) {
            axes.set(i - 1, axis[i]);
            columns.set(i - 1, column[i]);
        }
        for (int i = 1; i <= n; i++) {
            for (int j = i; j > 0; j = tree.beyond(j)) {
                axes.dot(1, column[i], tree.from(j), j, entries);
            }
            columns.dot(axis[i], i, tree.end(i), entries);
            tree.copyRow(i, entries, M, (first + i - 1) * size + first);
        }
    }
}
