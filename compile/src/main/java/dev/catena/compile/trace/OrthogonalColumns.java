package dev.catena.compile.trace;

import dev.catena.textbook.Scalar;
import java.util.ArrayList;
import java.util.List;

/**
 * A = Q R of a matrix with independent columns on symbols, one column made orthogonal to the others after the other
 * ([GolubVanLoan], modified Gram-Schmidt), so that no row or column has to be chosen while code runs. Columns of Q keep
 * their lengths, and R has ones on its diagonal: no square roots.
 */
final class OrthogonalColumns<S extends Scalar<S>> {
    private final S zero;
    private final List<List<S>> q = new ArrayList<>();

    /** ‖q_k‖²/‖a_k‖². */
    private final List<S> independence = new ArrayList<>();

    /** 1/‖q_k‖². */
    private final List<S> inverse = new ArrayList<>();

    /** r.get(k).get(j), j > k. */
    private final List<List<S>> r = new ArrayList<>();

    /** @param columns of A, all of the same length */
    OrthogonalColumns(S likeThis, List<List<S>> columns) {
        zero = likeThis.constant(0);
        List<List<S>> rest = new ArrayList<>(columns);
        int n = columns.size();
        for (int k = 0; k < n; k++) {
            List<S> column = rest.get(k);
            S one = zero.constant(1);
            S square = dot(column, column);
            S reciprocal = one.dividedBy(square);
            independence.add(square.dividedBy(dot(columns.get(k), columns.get(k))));
            q.add(column);
            inverse.add(reciprocal);
            List<S> row = new ArrayList<>();
            for (int j = 0; j < n; j++) {
                if (j <= k) {
                    row.add(zero);
                } else {
                    S part = dot(column, rest.get(j)).times(reciprocal);
                    row.add(part);
                    rest.set(j, minus(rest.get(j), column, part));
                }
            }
            r.add(row);
        }
    }

    private S dot(List<S> a, List<S> b) {
        S sum = zero;
        for (int i = 0; i < a.size(); i++) {
            sum = sum.plus(a.get(i).times(b.get(i)));
        }
        return sum;
    }

    private static <S extends Scalar<S>> List<S> minus(List<S> a, List<S> b, S factor) {
        List<S> difference = new ArrayList<>();
        for (int i = 0; i < a.size(); i++) {
            difference.add(a.get(i).minus(b.get(i).times(factor)));
        }
        return difference;
    }

    /** By column: what part of it the columns before do not have, squared. */
    List<S> independences() {
        return List.copyOf(independence);
    }

    private int count() {
        return q.size();
    }

    /** The x of least ‖A x − b‖. */
    List<S> solve(List<S> b) {
        List<S> x = new ArrayList<>();
        List<S> rest = b;
        for (int k = 0; k < count(); k++) {
            S part = dot(q.get(k), rest).times(inverse.get(k));
            x.add(part);
            rest = minus(rest, q.get(k), part);
        }
        for (int k = count() - 1; k >= 0; k--) {
            for (int j = k + 1; j < count(); j++) {
                x.set(k, x.get(k).minus(r.get(k).get(j).times(x.get(j))));
            }
        }
        return x;
    }

    /** The y of least norm with Aᵀ y = c: y = Q D⁻¹ R⁻ᵀ c. */
    List<S> solveTransposed(List<S> c) {
        List<S> z = new ArrayList<>();
        for (int k = 0; k < count(); k++) {
            S sum = c.get(k);
            for (int j = 0; j < k; j++) {
                sum = sum.minus(r.get(j).get(k).times(z.get(j)));
            }
            z.add(sum);
        }
        List<S> y = new ArrayList<>();
        for (int i = 0; i < q.get(0).size(); i++) {
            S sum = zero;
            for (int k = 0; k < count(); k++) {
                sum = sum.plus(q.get(k).get(i).times(z.get(k).times(inverse.get(k))));
            }
            y.add(sum);
        }
        return y;
    }

    /** ‖A⁺‖² by Frobenius, the trace of (AᵀA)⁻¹ = R⁻¹ D⁻¹ R⁻ᵀ. */
    S inverseNormSquared() {
        S sum = zero;
        for (int c = 0; c < count(); c++) {
            List<S> column = new ArrayList<>();
            for (int k = 0; k <= c; k++) {
                column.add(zero);
            }
            column.set(c, zero.constant(1));
            S square = zero.constant(1);
            for (int i = c - 1; i >= 0; i--) {
                S value = zero;
                for (int j = i + 1; j <= c; j++) {
                    value = value.minus(r.get(i).get(j).times(column.get(j)));
                }
                column.set(i, value);
                square = square.plus(value.times(value));
            }
            sum = sum.plus(square.times(inverse.get(c)));
        }
        return sum;
    }
}
