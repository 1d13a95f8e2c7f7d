package dev.catena.compile.trace;

import dev.catena.textbook.Scalar;
import java.util.ArrayList;
import java.util.List;

/** Solves A x = b of a symmetric positive matrix on symbols. */
final class SymmetricSystem {
    private SymmetricSystem() {}

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
     * x of A x = b by A = Lᵀ D L, from the last row to the first: with parents before children no zero of A is lost,
     * [RBDA].
     *
     * @param lower rows of the lower triangle, diagonal included
     */
    static <S extends Scalar<S>> Solution<S> solve(List<List<S>> lower, List<S> b) {
        int n = b.size();
        List<List<S>> l = new ArrayList<>();
        lower.forEach(row -> l.add(new ArrayList<>(row)));
        List<S> x = new ArrayList<>(b);
        List<S> inverse = new ArrayList<>(b);
        for (int k = n - 1; k >= 0; k--) {
            S pivot = l.get(k).get(k);
            inverse.set(k, pivot.constant(1).dividedBy(pivot));
            for (int i = k - 1; i >= 0; i--) {
                S a = l.get(k).get(i).times(inverse.get(k));
                for (int j = i; j >= 0; j--) {
                    l.get(i).set(j, l.get(i).get(j).minus(a.times(l.get(k).get(j))));
                }
                l.get(k).set(i, a);
                // Lᵀ y = b on the way
                x.set(i, x.get(i).minus(a.times(x.get(k))));
            }
        }
        List<S> pivots = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            pivots.add(l.get(i).get(i));
            S sum = x.get(i).times(inverse.get(i));
            for (int j = 0; j < i; j++) {
                sum = sum.minus(l.get(i).get(j).times(x.get(j)));
            }
            x.set(i, sum);
        }
        return new Solution<>(x, pivots);
    }
}
