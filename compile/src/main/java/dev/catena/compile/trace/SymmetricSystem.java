package dev.catena.compile.trace;

import dev.catena.textbook.Scalar;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A symmetric positive matrix on symbols, factored as A = Lᵀ D L from the last row to the first: with parents before children
 * no zero of A is lost, [RBDA].
 */
final class SymmetricSystem<S extends Scalar<S>> {
    /** By place: the row and column of A. */
    private final int[] order;

    /** By place: L below the diagonal, and D. */
    private final List<List<S>> l = new ArrayList<>();

    /** By place: 1/D. */
    private final List<S> inverse;

    /**
     * The solution.
     *
     * @param pivots D of A = Lᵀ D L
     */
    record Solution<S extends Scalar<S>>(List<S> x, List<S> pivots) {
        Solution {
            x = List.copyOf(x);
            pivots = List.copyOf(pivots);
        }
    }

    /**
     * The factors of a matrix.
     *
     * @param rows of the lower triangle, diagonal included, or of all of it
     * @param order of rows and columns, those of parents before those of children
     */
    SymmetricSystem(List<List<S>> rows, int[] order) {
        this.order = order.clone();
        int n = order.length;
        for (int i = 0; i < n; i++) {
            List<S> row = new ArrayList<>();
            for (int j = 0; j <= i; j++) {
                row.add(rows.get(order[i]).get(order[j]));
            }
            l.add(row);
        }
        inverse = new ArrayList<>(l.get(n - 1));
        for (int k = n - 1; k >= 0; k--) {
            S pivot = l.get(k).get(k);
            inverse.set(k, pivot.constant(1).dividedBy(pivot));
            for (int i = k - 1; i >= 0; i--) {
                S a = l.get(k).get(i).times(inverse.get(k));
                for (int j = i; j >= 0; j--) {
                    l.get(i).set(j, l.get(i).get(j).minus(a.times(l.get(k).get(j))));
                }
                l.get(k).set(i, a);
            }
        }
    }

    /** x of A x = b, rows as they come. */
    static <S extends Scalar<S>> Solution<S> solve(List<List<S>> lower, List<S> b) {
        return new SymmetricSystem<>(lower, inSequence(b.size())).solve(b);
    }

    /** 0, 1, 2, … */
    static int[] inSequence(int count) {
        int[] order = new int[count];
        for (int k = 0; k < count; k++) {
            order[k] = k;
        }
        return order;
    }

    /** x of A x = b. */
    Solution<S> solve(List<S> b) {
        return expanded(reduced(b));
    }

    /** y of Lᵀ y = b, by place. */
    List<S> reduced(List<S> b) {
        List<S> y = new ArrayList<>();
        for (int place : order) {
            y.add(b.get(place));
        }
        for (int k = order.length - 1; k >= 0; k--) {
            for (int i = k - 1; i >= 0; i--) {
                y.set(i, y.get(i).minus(l.get(k).get(i).times(y.get(k))));
            }
        }
        return y;
    }

    /** aᵀA⁻¹b = yᵀD⁻¹z of reduced a and b. */
    S product(List<S> y, List<S> z) {
        S sum = inverse.get(0).constant(0);
        for (int i = 0; i < order.length; i++) {
            sum = sum.plus(y.get(i).times(z.get(i).times(inverse.get(i))));
        }
        return sum;
    }

    /** x of D L x = y. */
    Solution<S> expanded(List<S> y) {
        List<S> x = new ArrayList<>(y);
        List<S> pivots = new ArrayList<>(y);
        for (int i = 0; i < order.length; i++) {
            S sum = y.get(i).times(inverse.get(i));
            for (int j = 0; j < i; j++) {
                sum = sum.minus(l.get(i).get(j).times(x.get(order[j])));
            }
            x.set(order[i], sum);
            pivots.set(order[i], l.get(i).get(i));
        }
        return new Solution<>(x, pivots);
    }

    /** A⁻¹ row by row; of each pair of equal entries the one that takes fewer operations. */
    List<List<S>> inverse() {
        int n = order.length;
        S zero = inverse.get(0).constant(0);
        List<List<S>> rows = new ArrayList<>();
        for (int k = 0; k < n; k++) {
            rows.add(new ArrayList<>(Collections.nCopies(n, zero)));
        }
        for (int place = 0; place < n; place++) {
            List<S> unit = new ArrayList<>(Collections.nCopies(n, zero));
            unit.set(order[place], zero.constant(1));
            List<S> column = solve(unit).x();
            for (int before = 0; before <= place; before++) {
                S entry = column.get(order[before]);
                rows.get(order[before]).set(order[place], entry);
                rows.get(order[place]).set(order[before], entry);
            }
        }
        return rows;
    }
}
