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
    private final double[] entries;

    private DeepMasses(DeepTree tree, int n) {
        this.tree = tree;
        this.n = n;
        axes = new SixTable(n);
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
     * Jⱼ·(Y J)ᵢ for all j that carry joint i; what lies above the diagonal is copied.
     *
     * @param axis J, by moving body
     * @param column Y J, what a unit acceleration of the joint takes, in the same frame
     * @param first how many rows and columns of the base come first; they stay as they are
     */
    public void fill(MotionVector[] axis, Force[] column, int first, int size, double[] M) {
        for (int i = 1; i <= n; i++) {
            axes.set(i - 1, axis[i]);
        }
        for (int i = 1; i <= n; i++) {
            int at = (first + i - 1) * size + first;
            for (int j = i; j > 0; j = tree.beyond(j)) {
                int from = tree.from(j);
                axes.dot(1, column[i], from, j, entries);
                System.arraycopy(entries, from, M, at + from, j - from);
            }
        }
        mirror(first, size, M);
    }

    /** In fours of columns, since the cache has room for few rows of a large matrix. */
    private static void mirror(int first, int size, double[] M) {
        for (int b = first; b < size; b += 4) {
            int end = Math.min(b + 4, size);
            for (int i = b + 1; i < end; i++) {
                for (int j = b; j < i; j++) {
                    M[j * size + i] = M[i * size + j];
                }
            }
            int row = b * size;
            for (int i = end; i < size; i++) {
                int from = i * size + b;
                M[row + i] = M[from];
                M[row + size + i] = M[from + 1];
                M[row + 2 * size + i] = M[from + 2];
                M[row + 3 * size + i] = M[from + 3];
            }
        }
    }
}
