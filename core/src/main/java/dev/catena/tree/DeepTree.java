package dev.catena.tree;

import org.jspecify.annotations.Nullable;

/**
 * A tree so deep that rows of its matrices are better computed as loops over many joints than entry by entry: joints that carry
 * a joint are few ranges, and those that it carries are one. Numbers of ranges are those of coordinates.
 */
public final class DeepTree {
    /** The longest chain whose entries are computed one by one; at 32 joints rows are faster. */
    private static final int SHALLOW = 20;

    private final int[] parent;

    /** By moving body: the first of the range of bodies, each on the one before it, that ends with it. */
    private final int[] start;

    /** By moving body: the first one after it that it does not carry. */
    private final int[] end;

    private DeepTree(MovingTree tree) {
        int n = tree.n;
        parent = tree.parent;
        start = new int[n + 1];
        end = new int[n + 1];
        for (int i = 1; i <= n; i++) {
            start[i] = i > 1 && parent[i] == i - 1 ? start[i - 1] : i;
            end[i] = i + 1;
        }
        for (int i = n; i >= 1; i--) {
            end[parent[i]] = Math.max(end[parent[i]], end[i]);
        }
    }

    /** Null for trees that are not deep, or not numbered branch by branch and like their coordinates. */
    public static @Nullable DeepTree of(MovingTree tree) {
        if (tree.depth() <= SHALLOW) {
            return null;
        }
        for (int i = 1; i <= tree.n; i++) {
            if (tree.coordinate[i] != i - 1 || !carries(tree, tree.parent[i], i - 1)) {
                return null;
            }
        }
        return new DeepTree(tree);
    }

    private static boolean carries(MovingTree tree, int carrier, int body) {
        int j = body;
        while (j > carrier) {
            j = tree.parent[j];
        }
        return j == carrier;
    }

    /** First coordinate of the range of joints that ends with a joint, each on the one before it. */
    public int from(int i) {
        return start[i] - 1;
    }

    /** The joint that carries the first of that range; 0 is the base. */
    public int beyond(int i) {
        return parent[start[i]];
    }

    /** First coordinate after those of the joints that a joint carries, which follow its own. */
    public int end(int i) {
        return end[i] - 1;
    }

    /** Copies what was computed for joint i with all that carry it or that it carries into a row of a matrix. */
    public void copyRow(int i, double[] entries, double[] matrix, int at) {
        int from = from(i);
        System.arraycopy(entries, from, matrix, at + from, end(i) - from);
        for (int j = beyond(i); j > 0; j = beyond(j)) {
            int first = from(j);
            System.arraycopy(entries, first, matrix, at + first, j - first);
        }
    }
}
