package dev.catena.identification;

import dev.catena.identification.Payload.Quantity;
import dev.catena.identification.estimate.LinearEstimate;
import dev.catena.model.SpatialInertia;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.LinearSolverFactory_DDRM;
import org.ejml.interfaces.linsol.LinearSolverDense;

/**
 * What the data say of a load: quantities that stay when its parameters change in a way that no equation notices. Such a way
 * is a column that was not estimated, together with those that do the same.
 */
final class ShownLoad {
    private static final int TEN = 10;

    /** Of the mass, how far a load is changed to see what changes with it; and of that what counts as rounding. */
    private static final double PART = 1e-4;

    private static final double ROUNDING = 1e-5;

    private final List<double[]> hidden = new ArrayList<>();

    /** @param first of the ten columns of the load */
    ShownLoad(LinearEstimate estimate, int first) {
        int p = estimate.columns();
        List<Integer> estimated = new ArrayList<>();
        for (int c = 0; c < p; c++) {
            if (estimate.isEstimated(c)) {
                estimated.add(c);
            }
        }
        int count = estimated.size();
        double[] r = estimate.factor();
        double[] norm = new double[p];
        for (int c = 0; c < p; c++) {
            for (int i = 0; i <= c; i++) {
                norm[c] = Math.hypot(norm[c], r[i * (p + 1) + c]);
            }
        }
        DMatrixRMaj known = new DMatrixRMaj(p, count);
        for (int k = 0; k < count; k++) {
            int c = estimated.get(k);
            for (int i = 0; i <= c; i++) {
                known.set(i, k, r[i * (p + 1) + c] / norm[c]);
            }
        }
        LinearSolverDense<DMatrixRMaj> solver = LinearSolverFactory_DDRM.leastSquares(p, count);
        boolean solvable = count > 0 && solver.setA(known);
        for (int c = 0; c < p; c++) {
            if (estimate.isEstimated(c)) {
                continue;
            }
            double[] way = new double[p];
            way[c] = 1;
            if (solvable && norm[c] > 0) {
                DMatrixRMaj right = new DMatrixRMaj(p, 1);
                for (int i = 0; i <= c; i++) {
                    right.set(i, r[i * (p + 1) + c]);
                }
                DMatrixRMaj same = new DMatrixRMaj(count, 1);
                solver.solve(right, same);
                for (int k = 0; k < count; k++) {
                    way[estimated.get(k)] = -same.get(k) / norm[estimated.get(k)];
                }
            }
            double[] load = new double[TEN];
            System.arraycopy(way, first, load, 0, TEN);
            hidden.add(load);
        }
    }

    Set<Quantity> of(double[] load, Function<double[], SpatialInertia> inertia) {
        double mass = load[TEN - 1];
        Set<Quantity> shown = EnumSet.allOf(Quantity.class);
        for (double[] way : hidden) {
            double largest = 0;
            for (double entry : way) {
                largest = Math.max(largest, Math.abs(entry));
            }
            double size = PART * (mass == 0 ? 1 : Math.abs(mass));
            if (largest < ROUNDING) {
                continue;
            }
            double[] more = load.clone();
            double[] less = load.clone();
            for (int k = 0; k < TEN; k++) {
                more[k] += size * way[k] / largest;
                less[k] -= size * way[k] / largest;
            }
            SpatialInertia changed = inertia.apply(more);
            SpatialInertia other = inertia.apply(less);
            for (Quantity quantity : Quantity.values()) {
                boolean ofCenter = quantity.compareTo(Quantity.X) >= 0 && quantity.compareTo(Quantity.Z) <= 0;
                double change = Math.abs(quantity.of(changed) - quantity.of(other)) * (ofCenter ? Math.abs(mass) : 1);
                if (change > 2 * ROUNDING * size) {
                    shown.remove(quantity);
                }
            }
        }
        // nothing is about the center of a mass that is not known
        return shown.contains(Quantity.MASS) && mass != 0 ? shown : EnumSet.noneOf(Quantity.class);
    }
}
