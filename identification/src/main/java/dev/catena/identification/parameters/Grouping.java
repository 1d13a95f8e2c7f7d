package dev.catena.identification.parameters;

import dev.catena.compile.parameters.BaseParameter;
import dev.catena.compile.parameters.BaseParameters;
import dev.catena.compile.parameters.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.decomposition.qr.QRColPivDecompositionHouseholderColumn_DDRM;

/** Columns of a regressor that are kept, and what is grouped into the parameter of each. */
final class Grouping {
    /** What is left of a unit column that depends on others. */
    private static final double DEPENDENT = 1e-9;

    /** A combination smaller than this in what is kept says nothing new. */
    private static final double NOTHING = 1e-10;

    /** Coefficients beside the largest that are rounding. */
    private static final double ROUNDING = 1e-9;

    /** By kept column: its number, and the coefficients of all parameters in its group. */
    private final List<Integer> columns = new ArrayList<>();

    private final List<double[]> groups = new ArrayList<>();

    /** By column: the size of its parameter, by which sizes of different kinds are told from rounding. */
    private final double[] unit;

    private Grouping(double[] unit) {
        this.unit = unit;
    }

    /** The groups of a tree. */
    static Grouping of(BaseParameters tree, double[] unit) {
        Grouping grouping = new Grouping(unit);
        for (BaseParameter group : tree.base()) {
            double[] row = new double[tree.parameters().size()];
            group.terms().forEach(term -> row[term.parameter().index()] = term.coefficient());
            grouping.columns.add(group.parameter().index());
            grouping.groups.add(row);
        }
        return grouping;
    }

    /** Each parameter by itself, but for some. */
    static Grouping single(int count, int[] without, double[] unit) {
        Grouping grouping = new Grouping(unit);
        for (int k = 0; k < count; k++) {
            int column = k;
            if (Arrays.stream(without).noneMatch(left -> left == column)) {
                double[] row = new double[count];
                row[k] = 1;
                grouping.columns.add(k);
                grouping.groups.add(row);
            }
        }
        return grouping;
    }

    int count() {
        return columns.size();
    }

    int column(int k) {
        return columns.get(k);
    }

    /**
     * Takes off a combination that has no effect: one kept parameter d goes, Y_d = −Σ Y_i n_i/n_d.
     *
     * @param combination by column, of base parameters of the tree
     */
    void eliminate(double[] combination) {
        // in terms of what is still kept: groups that have gone have left their share in the others
        double[] left = reduced(combination);
        int d = -1;
        double size = 0;
        for (int k = 0; k < left.length; k++) {
            double share = Math.abs(left[k]) / unit[column(k)];
            if (share > size) {
                size = share;
                d = k;
            }
        }
        double scale = 0;
        for (int c = 0; c < combination.length; c++) {
            scale = Math.max(scale, Math.abs(combination[c]) / unit[c]);
        }
        if (d < 0 || size <= NOTHING * scale) {
            return;
        }
        double[] moved = groups.get(d);
        for (int k = 0; k < left.length; k++) {
            if (k != d) {
                addTo(groups.get(k), -left[k] / left[d], moved);
            }
        }
        gone.add(new Gone(columns.get(d), shares(left, d)));
        columns.remove(d);
        groups.remove(d);
    }

    /** A parameter that has gone, and what it adds to those that were kept then, by column. */
    private record Gone(int column, List<Share> shares) {}

    private record Share(int column, double factor) {}

    private final List<Gone> gone = new ArrayList<>();

    private List<Share> shares(double[] left, int d) {
        List<Share> shares = new ArrayList<>();
        for (int k = 0; k < left.length; k++) {
            if (k != d && left[k] != 0) {
                shares.add(new Share(columns.get(k), -left[k] / left[d]));
            }
        }
        return shares;
    }

    private double[] reduced(double[] combination) {
        double[] x = combination.clone();
        for (Gone parameter : gone) {
            double value = x[parameter.column];
            x[parameter.column] = 0;
            parameter.shares.forEach(share -> x[share.column] += share.factor * value);
        }
        return columns.stream().mapToDouble(column -> x[column]).toArray();
    }

    private static void addTo(double[] row, double factor, double[] added) {
        for (int k = 0; k < row.length; k++) {
            row[k] += factor * added[k];
        }
    }

    /** Takes off what depends on other columns, by a pivoted QR decomposition of unit columns. */
    void eliminateDependent(DMatrixRMaj w) {
        int p = count();
        for (int c = 0; c < p; c++) {
            for (int i = 0; i < w.numRows; i++) {
                w.set(i, c, unit[column(c)] * w.get(i, c));
            }
        }
        double[] norm = normalized(w);
        var qr = new QRColPivDecompositionHouseholderColumn_DDRM(DEPENDENT);
        if (!qr.decompose(w)) {
            throw new IllegalStateException("the columns of the regressor could not be told apart");
        }
        DMatrixRMaj r = qr.getR(null, true);
        int[] order = qr.getColPivots();
        int rank = 0;
        while (rank < Math.min(p, r.numRows)
                && Math.abs(r.get(rank, rank)) > DEPENDENT * Math.abs(r.get(0, 0))
                && r.get(0, 0) != 0) {
            rank++;
        }
        for (int d = rank; d < p; d++) {
            double[] x = backSubstituted(r, d, rank);
            for (int i = 0; i < rank; i++) {
                if (Math.abs(x[i]) > NOTHING && norm[order[d]] > 0) {
                    double units = unit[column(order[i])] / unit[column(order[d])];
                    double share = x[i] * norm[order[d]] / norm[order[i]];
                    addTo(groups.get(order[i]), share * units, groups.get(order[d]));
                }
            }
        }
        keep(Arrays.stream(order).limit(rank).sorted().toArray());
    }

    private static double[] normalized(DMatrixRMaj w) {
        double[] norm = new double[w.numCols];
        for (int c = 0; c < w.numCols; c++) {
            for (int i = 0; i < w.numRows; i++) {
                norm[c] = Math.hypot(norm[c], w.get(i, c));
            }
        }
        double largest = Arrays.stream(norm).max().orElse(0);
        for (int c = 0; c < w.numCols; c++) {
            // a column that is nothing but rounding
            norm[c] = norm[c] > 1e-12 * largest ? norm[c] : 0;
            for (int i = 0; i < w.numRows; i++) {
                w.set(i, c, norm[c] > 0 ? w.get(i, c) / norm[c] : 0);
            }
        }
        return norm;
    }

    private static double[] backSubstituted(DMatrixRMaj r, int d, int rank) {
        double[] x = new double[rank];
        for (int i = rank - 1; i >= 0; i--) {
            x[i] = r.get(i, d);
            for (int k = i + 1; k < rank; k++) {
                x[i] -= r.get(i, k) * x[k];
            }
            x[i] /= r.get(i, i);
        }
        return x;
    }

    private void keep(int[] kept) {
        List<Integer> keptColumns = new ArrayList<>();
        List<double[]> keptGroups = new ArrayList<>();
        for (int k : kept) {
            keptColumns.add(columns.get(k));
            keptGroups.add(groups.get(k));
        }
        columns.clear();
        columns.addAll(keptColumns);
        groups.clear();
        groups.addAll(keptGroups);
    }

    /** Coefficients that are rounding beside the largest of their group are left out, and near whole numbers made whole. */
    private List<BaseParameter.Term> tidied(double[] row, int leader, List<Parameter> parameters) {
        double largest = 0;
        for (int k = 0; k < row.length; k++) {
            largest = Math.max(largest, Math.abs(row[k]) * unit[k]);
        }
        List<BaseParameter.Term> terms = new ArrayList<>();
        terms.add(new BaseParameter.Term(parameters.get(leader), tidy(row[leader])));
        for (int k = 0; k < row.length; k++) {
            if (k != leader && Math.abs(row[k]) * unit[k] > ROUNDING * largest) {
                terms.add(new BaseParameter.Term(parameters.get(k), tidy(row[k])));
            }
        }
        return terms;
    }

    private static double tidy(double value) {
        double nearest = Math.rint(value);
        return nearest != 0 && Math.abs(value - nearest) < ROUNDING ? nearest : value;
    }

    List<BaseParameter> groups(List<Parameter> parameters) {
        List<BaseParameter> found = new ArrayList<>();
        for (int k = 0; k < count(); k++) {
            List<BaseParameter.Term> terms = tidied(groups.get(k), column(k), parameters);
            double value = 0;
            for (BaseParameter.Term term : terms) {
                value += term.coefficient() * term.parameter().value();
            }
            found.add(new BaseParameter(parameters.get(column(k)), terms, value));
        }
        return List.copyOf(found);
    }
}
