package dev.catena.tree;

import dev.catena.algebra.Force;
import dev.catena.algebra.MotionVector;
import dev.catena.algebra.SixTable;
import org.jspecify.annotations.Nullable;

/** The mass matrix of a deep tree, row by row. */
public final class DeepMasses {
    /** How many rows are computed before they are mirrored: as many numbers as a cache line has. */
    private static final int BLOCK = 8;

    /** The longest chain of which {@link JointMasses} are faster. */
    private static final int SHALLOW = 40;

    private final DeepTree tree;
    private final int n;
    private final SixTable axes;

    /** Of a block, by row. */
    private final double[][] entries;

    private DeepMasses(DeepTree tree, int n) {
        this.tree = tree;
        this.n = n;
        axes = new SixTable(n);
        entries = new double[BLOCK][n];
    }

    /** Null for trees that are not deep. */
    public static @Nullable DeepMasses of(MovingTree tree) {
        DeepTree deep = tree.depth() > SHALLOW ? DeepTree.of(tree) : null;
        return deep == null ? null : new DeepMasses(deep, tree.n);
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
        int rows;
        for (int i = 1; i <= n; i += rows) {
            rows = 0;
            // each joint on the one before, so that the same joints carry all of the block
            while (rows < BLOCK && i + rows <= n && tree.from(i + rows) == tree.from(i)) {
                fillRow(i + rows, column[i + rows], entries[rows], first, size, M);
                rows++;
            }
            mirror(i, rows, first, size, M);
        }
    }

    private void fillRow(int i, Force column, double[] row, int first, int size, double[] M) {
        int at = (first + i - 1) * size + first;
        for (int j = i; j > 0; j = tree.beyond(j)) {
            int from = tree.from(j);
            axes.dot(1, column, from, j, row);
            System.arraycopy(row, from, M, at + from, j - from);
        }
    }

    /** Copies rows of joints from i on to above the diagonal. */
    private void mirror(int i, int rows, int first, int size, double[] M) {
        int to = first * (size + 1) + i - 1;
        mirrorRange(tree.from(i), i - 1, rows, to, size, M);
        for (int j = tree.beyond(i); j > 0; j = tree.beyond(j)) {
            mirrorRange(tree.from(j), j, rows, to, size, M);
        }
        for (int r = 1; r < rows; r++) {
            for (int j = i - 1; j < i - 1 + r; j++) {
                M[to + j * size + r] = entries[r][j];
            }
        }
    }

    private void mirrorRange(int from, int end, int rows, int to, int size, double[] M) {
        if (rows == BLOCK) {
            mirrorBlock(
                    entries[0],
                    entries[1],
                    entries[2],
                    entries[3],
                    entries[4],
                    entries[5],
                    entries[6],
                    entries[7],
                    from,
                    end,
                    to,
                    size,
                    M);
            return;
        }
        for (int j = from; j < end; j++) {
            for (int r = 0; r < rows; r++) {
                M[to + j * size + r] = entries[r][j];
            }
        }
    }

    /** Writes what a cache line has room for at once: 4.1 instead of 5.2 µs for 128 joints. */
    private static void mirrorBlock(
            double[] a,
            double[] b,
            double[] c,
            double[] d,
            double[] e,
            double[] f,
            double[] g,
            double[] h,
            int from,
            int end,
            int to,
            int size,
            double[] M) {
        for (int j = from; j < end; j++) {
            int at = to + j * size;
            M[at] = a[j];
            M[at + 1] = b[j];
            M[at + 2] = c[j];
            M[at + 3] = d[j];
            M[at + 4] = e[j];
            M[at + 5] = f[j];
            M[at + 6] = g[j];
            M[at + 7] = h[j];
        }
    }
}
