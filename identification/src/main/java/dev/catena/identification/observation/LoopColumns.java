package dev.catena.identification.observation;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.decomposition.qr.QRColPivDecompositionHouseholderColumn_DDRM;

/**
 * The independent columns of a robot with closed loops or couplings: those of its tree, less what these make dependent. They are found
 * by a pivoted QR decomposition of unit columns at random states without noise, where dependent columns are so to rounding.
 */
final class LoopColumns {
    /** What is left of a unit column that depends on others. */
    private static final double DEPENDENT = 1e-8;

    /** Smaller coefficients of dependence are rounding. */
    private static final double ROUNDING = 1e-9;

    private static final long SEED = 5;
    private static final double SPREAD = 0.4;

    /** Without loops, in rad or lengths of the robot: followers of nearly the same rate must come apart. */
    private static final double TURNS = 3 * Math.PI;

    private static final int LEAST_STATES = 60;

    private LoopColumns() {}

    static List<BaseColumn> independent(ObservationModel model, List<BaseColumn> structural) {
        int p = structural.size();
        DMatrixRMaj w = states(model, structural);
        double[] norm = new double[p];
        for (int c = 0; c < p; c++) {
            for (int i = 0; i < w.numRows; i++) {
                norm[c] += w.get(i, c) * w.get(i, c);
            }
            // where either would do, a body's parameter is kept before that of a drive
            boolean ofDrive = structural.get(c).terms().get(0).parameter() >= model.inertialCount();
            norm[c] = Math.sqrt(norm[c]) * (ofDrive ? 2 : 1);
        }
        for (int i = 0; i < w.numRows; i++) {
            for (int c = 0; c < p; c++) {
                w.set(i, c, norm[c] > 0 ? w.get(i, c) / norm[c] : 0);
            }
        }
        var qr = new QRColPivDecompositionHouseholderColumn_DDRM(DEPENDENT);
        if (!qr.decompose(w)) {
            throw new IllegalStateException("the columns of the regressor could not be told apart");
        }
        DMatrixRMaj r = qr.getR(null, true);
        int[] order = qr.getColPivots();
        int rank = 0;
        while (rank < p && Math.abs(r.get(rank, rank)) > DEPENDENT * Math.abs(r.get(0, 0))) {
            rank++;
        }
        return regrouped(model, structural, r, order, rank, norm);
    }

    /** Column d = Σ x_i column i for each dependent one: the parameter of column i takes x_i times that of d. */
    private static List<BaseColumn> regrouped(
            ObservationModel model, List<BaseColumn> structural, DMatrixRMaj r, int[] order, int rank, double[] norm) {
        List<Map<Integer, Double>> sums = new ArrayList<>();
        for (BaseColumn column : structural) {
            Map<Integer, Double> sum = new TreeMap<>();
            column.terms().forEach(term -> sum.put(term.parameter(), term.coefficient()));
            sums.add(sum);
        }
        boolean[] kept = new boolean[structural.size()];
        for (int i = 0; i < rank; i++) {
            kept[order[i]] = true;
        }
        for (int d = rank; d < structural.size(); d++) {
            double[] x = new double[rank];
            for (int i = rank - 1; i >= 0; i--) {
                x[i] = r.get(i, d);
                for (int k = i + 1; k < rank; k++) {
                    x[i] -= r.get(i, k) * x[k];
                }
                x[i] /= r.get(i, i);
            }
            Map<Integer, Double> moved = sums.get(order[d]);
            for (int i = 0; i < rank; i++) {
                double factor = norm[order[i]] > 0 ? x[i] * norm[order[d]] / norm[order[i]] : 0;
                if (Math.abs(x[i]) > ROUNDING) {
                    Map<Integer, Double> into = sums.get(order[i]);
                    moved.forEach((parameter, value) -> into.merge(parameter, factor * value, Double::sum));
                }
            }
        }
        List<BaseColumn> found = new ArrayList<>();
        for (int c = 0; c < structural.size(); c++) {
            if (kept[c]) {
                int leader = structural.get(c).terms().get(0).parameter();
                List<BaseColumn.Term> terms = new ArrayList<>();
                terms.add(new BaseColumn.Term(leader, sums.get(c).getOrDefault(leader, 1.0)));
                sums.get(c).forEach((parameter, value) -> {
                    if (parameter != leader) {
                        terms.add(new BaseColumn.Term(parameter, value));
                    }
                });
                found.add(model.column(terms));
            }
        }
        return List.copyOf(found);
    }

    private static DMatrixRMaj states(ObservationModel model, List<BaseColumn> structural) {
        int n = model.joints();
        int p = structural.size();
        int count = Math.max(LEAST_STATES, 6 * p / n);
        Random random = new Random(SEED);
        Random efforts = new Random(SEED + 1);
        DMatrixRMaj w = new DMatrixRMaj(count * n, p);
        double[] rows = new double[n * p];
        double[] middle = model.middle();
        double[] scales = model.scales();
        double spread = model.robot().hasLoops() ? SPREAD : TURNS;
        for (int k = 0; k < count; ) {
            double[] q = new double[n];
            double[] qd = new double[n];
            double[] qdd = new double[n];
            for (int j = 0; j < n; j++) {
                q[j] = middle[j] + spread * scales[j] * (2 * random.nextDouble() - 1);
                qd[j] = 2 * scales[j] * random.nextGaussian();
                qdd[j] = 5 * scales[j] * random.nextGaussian();
            }
            if (model.isReachable(q)) {
                // friction that grows with the load is a column too
                double[] effort = efforts.doubles(n, -1, 1).toArray();
                model.computeStructural(structural, q, qd, qdd, effort, rows);
                for (int i = 0; i < n * p; i++) {
                    w.data[k * n * p + i] = scales[i / p] * rows[i];
                }
                k++;
            } else {
                spread *= 0.9;
                if (spread < 1e-3) {
                    throw new IllegalArgumentException("robot \"%s\" has no closed poses around its assembly"
                            .formatted(model.robot().name()));
                }
            }
        }
        return w;
    }
}
