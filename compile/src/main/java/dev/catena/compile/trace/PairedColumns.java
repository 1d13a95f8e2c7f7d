package dev.catena.compile.trace;

import dev.catena.compile.graph.Symbol;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Two rows for two columns, loop after loop: each pair is solved by Cramer's rule once those before it are known. */
final class PairedColumns implements LoopColumns {
    /** Far below rounding: a determinant of zero gives large numbers, and no infinite ones. */
    private static final double TINY = 1e-60;

    /**
     * Two rows and the two columns that they determine, when those of the pairs before are known.
     *
     * @param row the first of two rows
     */
    record Pair(int row, int first, int second) {}

    private final Symbol zero;
    private final List<List<Symbol>> columns;
    private final List<Pair> pairs;

    /** By pair: 1/determinant. */
    private final List<Symbol> inverse = new ArrayList<>();

    PairedColumns(Symbol zero, List<List<Symbol>> columns, List<Pair> pairs) {
        this.zero = zero;
        this.columns = columns;
        this.pairs = pairs;
        for (Pair pair : pairs) {
            List<Symbol> a = columns.get(pair.first());
            List<Symbol> b = columns.get(pair.second());
            int r = pair.row();
            Symbol determinant = a.get(r).times(b.get(r + 1)).minus(a.get(r + 1).times(b.get(r)));
            inverse.add(zero.constant(1).dividedBy(determinant.plus(zero.constant(TINY))));
        }
    }

    @Override
    public List<Symbol> solve(List<Symbol> b) {
        List<Symbol> x = new ArrayList<>(Collections.nCopies(columns.size(), zero));
        for (int k = 0; k < pairs.size(); k++) {
            Pair pair = pairs.get(k);
            Symbol u = rest(pair.row(), b, x, k);
            Symbol v = rest(pair.row() + 1, b, x, k);
            List<Symbol> first = columns.get(pair.first());
            List<Symbol> second = columns.get(pair.second());
            int r = pair.row();
            x.set(
                    pair.first(),
                    u.times(second.get(r + 1)).minus(v.times(second.get(r))).times(inverse.get(k)));
            x.set(
                    pair.second(),
                    v.times(first.get(r)).minus(u.times(first.get(r + 1))).times(inverse.get(k)));
        }
        return x;
    }

    /** What the pairs before leave of a row. */
    private Symbol rest(int row, List<Symbol> b, List<Symbol> x, int before) {
        Symbol sum = b.get(row);
        for (Pair pair : pairs.subList(0, before)) {
            for (int column : new int[] {pair.first(), pair.second()}) {
                sum = sum.minus(columns.get(column).get(row).times(x.get(column)));
            }
        }
        return sum;
    }

    /** From the last pair to the first: rows of later pairs depend on columns of earlier ones. */
    @Override
    public List<Symbol> solveTransposed(List<Symbol> c) {
        List<Symbol> y = new ArrayList<>(Collections.nCopies(columns.size(), zero));
        for (int k = pairs.size() - 1; k >= 0; k--) {
            Pair pair = pairs.get(k);
            List<Symbol> first = columns.get(pair.first());
            List<Symbol> second = columns.get(pair.second());
            Symbol u = c.get(pair.first());
            Symbol v = c.get(pair.second());
            for (Pair later : pairs.subList(k + 1, pairs.size())) {
                for (int row = later.row(); row < later.row() + 2; row++) {
                    u = u.minus(first.get(row).times(y.get(row)));
                    v = v.minus(second.get(row).times(y.get(row)));
                }
            }
            int r = pair.row();
            y.set(r, u.times(second.get(r + 1)).minus(v.times(first.get(r + 1))).times(inverse.get(k)));
            y.set(r + 1, v.times(first.get(r)).minus(u.times(second.get(r))).times(inverse.get(k)));
        }
        return y;
    }

    @Override
    public Symbol inverseNormSquared() {
        Symbol sum = zero;
        for (int row = 0; row < columns.size(); row++) {
            List<Symbol> unit = new ArrayList<>(Collections.nCopies(columns.size(), zero));
            unit.set(row, zero.constant(1));
            for (Symbol x : solve(unit)) {
                sum = sum.plus(x.times(x));
            }
        }
        return sum;
    }
}
