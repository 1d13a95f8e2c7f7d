package dev.catena.sensitivity;

import static dev.catena.algebra.Fused.fma;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * M = LᵀDL for a matrix with the sparsity of a tree, [RBDA]: where neither of two rows is an ancestor of the other, the
 * entry is zero and stays zero. Factoring costs O(n·depth²), a solution O(n·depth) for each right side.
 *
 * <p>Rows are numbered here so that all descendants of a row follow it at once; matrices that are handed in and out keep
 * their own order. Each row of the right sides is an array of its own: from one array to another, compilers make loops
 * that take several numbers at once.
 */
final class TreeFactor {
    /** A pivot below this part of its diagonal entry counts as zero. */
    private static final double SINGULAR = 1e-14;

    /** So many columns make a row that is worth aligning. */
    private static final int LONG = 64;

    private final int size;

    /** How many columns of M⁻¹ are left out. */
    private final int skipped;

    /** How many columns of P and V, the first, are zero. */
    private final int zeros;

    /** By row: its row in the matrices of callers. */
    private final int[] given;

    /** By row: those above it, from the root on. */
    private final int[][] above;

    /** By row: where those entries of the matrices of callers are that it has in common with the rows above. */
    private final int[][] entry;

    /** By row: the first row after it that is not one of its descendants. */
    private final int[] end;

    /** By row: its part of L, along the rows above. */
    private final double[][] L;

    /** By row of the matrices of callers: what its pivot has to exceed. */
    private final double[] least;

    /** By row: 1/D; where factoring stopped, D. */
    private final double[] inverse;

    /** Of rows that are solved together, three or one, the first; after all of them, the number of rows. */
    private final int[] block;

    /** Of three rows, by row: those above all three, and again the root until a multiple of three is there. */
    private final int[][] shared;

    /** Of three rows, by row: how many those above all three are. */
    private final int[] common;

    /** By row: L D along those, and zeros. */
    private final double[][] weight;

    /** Nine numbers for {@link ThreeRows}. */
    private final double[] products = new double[9];

    /** Zeros in the place of a part of L. */
    private final double[] nothing;

    /** By row: one right side, then its solution. */
    private final double[] x;

    /** Null for all but arms. */
    private final @Nullable ArmSolution arm;

    /** Of the six rows above all others, where there are such; null for arms. */
    private final @Nullable ArmSolution base;

    private int singular;

    /** By column: the sum of all solutions. */
    private final double[] total;

    /** By row: the right sides of P, V and −1, then their solutions; columns are in the caller's order. None for arms. */
    private final double[][] X;

    /**
     * @param parent by row, the row of its parent, −1 without; parents come first
     * @param order by row, its row in the matrices that will be handed in
     * @param least by row of the matrices that will be handed in, what is rounding
     * @param zeros how many columns of P and V, the first in the caller's order, are zero and so left as they are
     * @param skipped how many columns of M⁻¹, the first in the caller's order, nobody asks for
     */
    TreeFactor(int[] parent, int[] order, double[] least, int zeros, int skipped) {
        size = parent.length;
        this.least = least;
        this.zeros = zeros;
        this.skipped = skipped;
        given = new int[size];
        above = new int[size][];
        entry = new int[size][];
        end = new int[size];
        L = new double[size][];
        inverse = new double[size];
        nothing = new double[size];
        x = new double[size];
        int next = 0;
        for (int root = 0; root < size; root++) {
            if (parent[root] < 0) {
                next = number(root, new int[0], parent, order, next);
            }
        }
        boolean whole = zeros == 0 && skipped == 0;
        arm = whole && ArmSolution.suits(L, given) ? new ArmSolution(L, inverse) : null;
        boolean onSix = size > 6 && above[6].length == 6 && end[5] == size;
        base = arm == null && onSix ? new ArmSolution(L, inverse) : null;
        block = blocks(3 * size >= LONG);
        shared = new int[size][0];
        common = new int[size];
        weight = new double[size][0];
        for (int b = 0; b < block.length - 1; b++) {
            if (block[b + 1] - block[b] == 3) {
                setShared(block[b]);
            }
        }
        X = new double[arm == null ? size : 0][length(3 * size - 2 * zeros - skipped)];
        total = new double[length(3 * size - 2 * zeros - skipped)];
    }

    /** Each row of three on the one before it, with nothing else there, or all of them tips of one row. */
    private int[] blocks(boolean areLong) {
        int[] first = new int[size + 1];
        int count = 0;
        for (int i = 0; i < size; i += areLong && areThree(i) ? 3 : 1) {
            first[count++] = i;
        }
        first[count++] = size;
        return Arrays.copyOf(first, count);
    }

    private void setShared(int i) {
        int[] path = above[i];
        for (int k = i; k < i + 3; k++) {
            shared[k] = Arrays.copyOf(path, (path.length + 2) / 3 * 3);
            common[k] = path.length;
            weight[k] = new double[shared[k].length];
        }
    }

    private boolean areThree(int i) {
        if (i + 3 > size) {
            return false;
        }
        boolean chain = parent(i + 1) == i && parent(i + 2) == i + 1 && end[i] == end[i + 2];
        boolean tips = parent(i + 1) == parent(i) && parent(i + 2) == parent(i) && end[i + 2] == i + 3;
        return chain || tips;
    }

    private int parent(int i) {
        return above[i].length == 0 ? -1 : above[i][above[i].length - 1];
    }

    /**
     * Long rows begin alike in cache lines: derivatives of accelerations of a humanoid with 42 rows take a twenty-fifth less time so.
     * In short ones the numbers beyond the last column would cost more.
     */
    private static int length(int columns) {
        return columns < LONG ? columns : SixRows.length(columns);
    }

    /** Numbers a row and all beyond it; the result is the next number. */
    private int number(int old, int[] path, int[] parent, int[] order, int first) {
        given[first] = order[old];
        above[first] = path;
        L[first] = new double[path.length];
        entry[first] =
                Arrays.stream(path).map(row -> given[first] * size + given[row]).toArray();
        int[] longer = Arrays.copyOf(path, path.length + 1);
        longer[path.length] = first;
        int next = first + 1;
        for (int child = old + 1; child < size; child++) {
            if (parent[child] == old) {
                next = number(child, longer, parent, order, next);
            }
        }
        end[first] = next;
        return next;
    }

    /**
     * Factors.
     *
     * @return the row where factoring met a pivot that is not positive beyond
     *     rounding, in the order of the caller, or −1
     */
    int factor(double[] M) {
        for (int k = 0; k < size; k++) {
            double[] l = L[k];
            int[] from = entry[k];
            for (int d = 0; d < l.length; d++) {
                l[d] = M[from[d]];
            }
            inverse[k] = M[given[k] * (size + 1)];
        }
        for (int k = size - 1; k >= 0; k--) {
            double D = inverse[k];
            // a diagonal entry can be all rounding itself
            if (!(D > Math.max(least[given[k]], SINGULAR * M[given[k] * (size + 1)]))) {
                singular = k;
                return given[k];
            }
            inverse[k] = 1 / D;
            if (arm != null) {
                arm.eliminate(k);
            } else if (base == null) {
                eliminate(k);
            } else if (k < 6) {
                keepWeights(k);
                base.eliminate(k);
            } else {
                eliminateOnBase(k);
                base.eliminateOverSix(k);
            }
        }
        return -1;
    }

    /** Of the ancestor i of row k at depth d: Mᵢⱼ −= Mₖᵢ Mₖⱼ / Dₖ. */
    private void eliminate(int k) {
        keepWeights(k);
        double[] l = L[k];
        for (int d = l.length - 1; d >= 0; d--) {
            int i = above[k][d];
            double factor = l[d] * inverse[k];
            inverse[i] -= factor * l[d];
            double[] other = L[i];
            for (int e = 0; e < d; e++) {
                other[e] = fma(-factor, l[e], other[e]);
            }
            l[d] = factor;
        }
    }

    /**
     * The same for ancestors beyond a base, whose six numbers stay in local variables, since loops over so few do little but begin and
     * end: a humanoid with 36 joints is factored in 1.6 instead of 2.0 µs.
     */
    private void eliminateOnBase(int k) {
        keepWeights(k);
        double[] l = L[k];
        double m0 = l[0];
        double m1 = l[1];
        double m2 = l[2];
        double m3 = l[3];
        double m4 = l[4];
        double m5 = l[5];
        for (int d = l.length - 1; d >= 6; d--) {
            int i = above[k][d];
            double m = l[d];
            double factor = m * inverse[k];
            inverse[i] = fma(-factor, m, inverse[i]);
            double[] other = L[i];
            other[0] = fma(-factor, m0, other[0]);
            other[1] = fma(-factor, m1, other[1]);
            other[2] = fma(-factor, m2, other[2]);
            other[3] = fma(-factor, m3, other[3]);
            other[4] = fma(-factor, m4, other[4]);
            other[5] = fma(-factor, m5, other[5]);
            for (int e = 6; e < d; e++) {
                other[e] = fma(-factor, l[e], other[e]);
            }
            l[d] = factor;
        }
    }

    private void keepWeights(int k) {
        System.arraycopy(L[k], 0, weight[k], 0, common[k]);
    }

    /** The pivot where factoring stopped. */
    double singularPivot() {
        return inverse[singular];
    }

    /**
     * Overwrites P and V by −M⁻¹P and −M⁻¹V, and T by M⁻¹, the skipped columns left out.
     *
     * @return the sum of all numbers that were written, by which callers see an overflow
     */
    double solve(double[] P, double[] V, double[] T) {
        if (arm == null) {
            solveRows(P, V, T);
            return ThreeRows.sum(X, total);
        }
        Arrays.fill(T, 0);
        for (int i = 0; i < size; i++) {
            T[i * (size + 1)] = -1;
        }
        return arm.solve(P, size) + arm.solve(V, size) + arm.solve(T, size);
    }

    private void solveRows(double[] P, double[] V, double[] T) {
        setRightSides(P, V);
        // tips to root: row j −= Σ Lᵢⱼ row i over its descendants
        for (int b = block.length - 2; b >= 0; b--) {
            if (block[b + 1] - block[b] == 3) {
                climbThree(block[b]);
            } else {
                subtractDescendants(block[b]);
            }
        }
        // root to tips: row i = −row i / D − Σ Lᵢⱼ row j over its ancestors
        for (int b = 0; b < block.length - 1; b++) {
            if (block[b + 1] - block[b] == 3) {
                descendThree(block[b]);
            } else {
                subtractAncestors(block[b]);
            }
        }
        for (int i = 0; i < size; i++) {
            int at = given[i] * size + zeros;
            int n = size - skipped;
            System.arraycopy(X[i], 0, P, at, size - zeros);
            System.arraycopy(X[i], size - zeros, V, at, size - zeros);
            System.arraycopy(X[i], 2 * (size - zeros), T, given[i] * n, n);
        }
    }

    /** P, V and −1. */
    private void setRightSides(double[] P, double[] V) {
        for (int i = 0; i < size; i++) {
            double[] row = X[i];
            int at = given[i] * size + zeros;
            int third = 2 * (size - zeros);
            System.arraycopy(P, at, row, 0, size - zeros);
            System.arraycopy(V, at, row, size - zeros, size - zeros);
            Arrays.fill(row, third, row.length, 0);
            if (given[i] >= skipped) {
                row[third + given[i] - skipped] = -1;
            }
        }
    }

    /** Takes off what the descendants of three rows left; where fewer than three are left of them, others count with zero. */
    private void climbThree(int j) {
        int d = above[j].length;
        for (int i = j + 3; i < end[j]; i += 3) {
            int left = end[j] - i;
            double[] k = L[i];
            double[] l = left > 1 ? L[i + 1] : nothing;
            double[] m = left > 2 ? L[i + 2] : nothing;
            set(0, -k[d], -l[d], -m[d]);
            set(3, -k[d + 1], -l[d + 1], -m[d + 1]);
            set(6, -k[d + 2], -l[d + 2], -m[d + 2]);
            ThreeRows.addProducts(
                    products, X[i], X[left > 1 ? i + 1 : i], X[left > 2 ? i + 2 : i], X[j], X[j + 1], X[j + 2]);
        }
        if (above[j + 1].length > d) {
            ThreeRows.climb(L[j + 1][d], L[j + 2][d], L[j + 2][d + 1], X[j], X[j + 1], X[j + 2]);
        }
    }

    /** Solves for three rows whose ancestors are solved. */
    private void descendThree(int i) {
        int depth = common[i];
        int[] rows = shared[i];
        double[] k = weight[i];
        double[] l = weight[i + 1];
        double[] m = weight[i + 2];
        for (int d = 0; d < rows.length; d += 3) {
            set(0, k[d], k[d + 1], k[d + 2]);
            set(3, l[d], l[d + 1], l[d + 2]);
            set(6, m[d], m[d + 1], m[d + 2]);
            ThreeRows.addProducts(products, X[rows[d]], X[rows[d + 1]], X[rows[d + 2]], X[i], X[i + 1], X[i + 2]);
        }
        l = L[i + 1];
        m = L[i + 2];
        boolean chain = l.length > depth;
        ThreeRows.descend(
                -inverse[i],
                -inverse[i + 1],
                -inverse[i + 2],
                chain ? l[depth] : 0,
                chain ? m[depth] : 0,
                chain ? m[depth + 1] : 0,
                X[i],
                X[i + 1],
                X[i + 2]);
    }

    private void set(int k, double a, double b, double c) {
        products[k] = a;
        products[k + 1] = b;
        products[k + 2] = c;
    }

    /** In fours; where fewer are left, others count with zero. */
    private void subtractDescendants(int j) {
        int d = above[j].length;
        double[] y = X[j];
        for (int i = j + 1; i < end[j]; i += 4) {
            int left = end[j] - i;
            subtract(
                    L[i][d],
                    X[i],
                    left > 1 ? L[i + 1][d] : 0,
                    left > 1 ? X[i + 1] : y,
                    left > 2 ? L[i + 2][d] : 0,
                    left > 2 ? X[i + 2] : y,
                    left > 3 ? L[i + 3][d] : 0,
                    left > 3 ? X[i + 3] : y,
                    y);
        }
    }

    private void subtractAncestors(int i) {
        int[] path = above[i];
        double[] l = L[i];
        double[] y = X[i];
        scaleAndSubtract(
                -inverse[i],
                path.length > 0 ? l[0] : 0,
                path.length > 0 ? X[path[0]] : y,
                path.length > 1 ? l[1] : 0,
                path.length > 1 ? X[path[1]] : y,
                path.length > 2 ? l[2] : 0,
                path.length > 2 ? X[path[2]] : y,
                y);
        for (int d = 3; d < path.length; d += 4) {
            int left = path.length - d;
            subtract(
                    l[d],
                    X[path[d]],
                    left > 1 ? l[d + 1] : 0,
                    left > 1 ? X[path[d + 1]] : y,
                    left > 2 ? l[d + 2] : 0,
                    left > 2 ? X[path[d + 2]] : y,
                    left > 3 ? l[d + 3] : 0,
                    left > 3 ? X[path[d + 3]] : y,
                    y);
        }
    }

    /** Overwrites one right side b, in the caller's order, by the solution M⁻¹b. */
    void solve(double[] b) {
        if (arm != null) {
            for (int i = 0; i < size; i++) {
                b[i] = -b[i];
            }
            var unused = arm.solve(b, 1);
            return;
        }
        for (int i = 0; i < size; i++) {
            x[i] = b[given[i]];
        }
        for (int i = size - 1; i >= 0; i--) {
            int[] path = above[i];
            double[] l = L[i];
            for (int d = 0; d < path.length; d++) {
                x[path[d]] = fma(-l[d], x[i], x[path[d]]);
            }
        }
        for (int i = 0; i < size; i++) {
            int[] path = above[i];
            double[] l = L[i];
            double sum = x[i] * inverse[i];
            for (int d = 0; d < path.length; d++) {
                sum = fma(-l[d], x[path[d]], sum);
            }
            x[i] = sum;
            b[given[i]] = sum;
        }
    }

    /** y = factor y − (a₀ x₀ + a₁ x₁ + a₂ x₂). */
    private static void scaleAndSubtract(
            double factor, double a0, double[] x0, double a1, double[] x1, double a2, double[] x2, double[] y) {
        for (int c = 0; c < y.length; c++) {
            y[c] = fma(-a2, x2[c], fma(-a1, x1[c], fma(-a0, x0[c], factor * y[c])));
        }
    }

    /** y −= a₀ x₀ + a₁ x₁ + a₂ x₂ + a₃ x₃: four at once need half the time of four times one. */
    private static void subtract(
            double a0,
            double[] x0,
            double a1,
            double[] x1,
            double a2,
            double[] x2,
            double a3,
            double[] x3,
            double[] y) {
        for (int c = 0; c < y.length; c++) {
            y[c] = fma(-a3, x3[c], fma(-a2, x2[c], fma(-a1, x1[c], fma(-a0, x0[c], y[c]))));
        }
    }
}
