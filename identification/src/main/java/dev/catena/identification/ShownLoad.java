package dev.catena.identification;

import dev.catena.identification.Payload.Quantity;
import dev.catena.identification.estimate.LinearEstimate;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Rotation;
import dev.catena.model.Vector3;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.LinearSolverFactory_DDRM;
import org.ejml.interfaces.linsol.LinearSolverDense;

/**
 * What the data say of a load: quantities that stay when its parameters change in any way that no equation notices. Such a way
 * is a column that was not estimated, together with those that do the same. Of a mass that is shown, a coordinate of the center goes
 * with its first moment, and a component of the tensor about the center with that about the origin and the coordinates by which the two
 * differ, whatever these were found to be: one that is not shown is found to be zero, where the slope of its square tells nothing.
 */
final class ShownLoad {
    private static final int TEN = 10;
    private static final int MASS = 9;

    /** Of what a column does to the efforts, and of the numbers that a sum is made of: what counts as rounding. */
    private static final double ROUNDING = 1e-5;

    /** A part of a way that is less, in the robot's length, is rounding too, as where all that a column does is. */
    private static final double NOTHING = 1e-10;

    private static final Quantity[] CENTER = {Quantity.X, Quantity.Y, Quantity.Z};
    private static final Quantity[] TENSOR = {
        Quantity.XX, Quantity.XY, Quantity.XZ, Quantity.YY, Quantity.YZ, Quantity.ZZ
    };

    private final double length;

    private final List<double[]> hidden = new ArrayList<>();

    /**
     * What a load can do unnoticed.
     *
     * @param first of the ten columns of the load, in the frame of the joint
     * @param length of the robot
     */
    ShownLoad(LinearEstimate estimate, int first, double length) {
        this.length = length;
        int p = estimate.columns();
        double[][] column = columns(estimate);
        double[] norm = Arrays.stream(column).mapToDouble(ShownLoad::norm).toArray();
        List<Integer> estimated = new ArrayList<>();
        for (int c = 0; c < p; c++) {
            if (estimate.isEstimated(c)) {
                estimated.add(c);
            }
        }
        int count = estimated.size();
        DMatrixRMaj known = new DMatrixRMaj(p, count);
        for (int k = 0; k < count; k++) {
            for (int i = 0; i < p; i++) {
                known.set(i, k, column[estimated.get(k)][i] / norm[estimated.get(k)]);
            }
        }
        LinearSolverDense<DMatrixRMaj> solver = LinearSolverFactory_DDRM.leastSquares(p, count);
        boolean solvable = count > 0 && solver.setA(known);
        for (int c = 0; c < p; c++) {
            if (estimate.isEstimated(c)) {
                continue;
            }
            double[] load = new double[TEN];
            if (c >= first) {
                load[c - first] = 1;
            }
            if (solvable && norm[c] > 0) {
                DMatrixRMaj same = new DMatrixRMaj(count, 1);
                solver.solve(new DMatrixRMaj(p, 1, true, column[c]), same);
                for (int k = 0; k < count; k++) {
                    int other = estimated.get(k);
                    boolean counts = other >= first && Math.abs(same.get(k)) > ROUNDING * norm[c];
                    double part = -same.get(k) / norm[other];
                    if (counts && (c < first || Math.abs(part) * unit(c - first) > NOTHING * unit(other - first))) {
                        load[other - first] = part;
                    }
                }
            }
            hidden.add(load);
        }
    }

    /** By column, of the triangle that stands for all equations. */
    private static double[][] columns(LinearEstimate estimate) {
        int p = estimate.columns();
        double[] r = estimate.factor();
        double[][] column = new double[p][p];
        for (int c = 0; c < p; c++) {
            for (int i = 0; i <= c; i++) {
                column[c][i] = r[i * (p + 1) + c];
            }
        }
        return column;
    }

    private static double norm(double[] v) {
        double norm = 0;
        for (double entry : v) {
            norm = Math.hypot(norm, entry);
        }
        return norm;
    }

    /** What one of the ten is where masses and lengths are of the order of one. */
    private double unit(int parameter) {
        return parameter == MASS ? 1 : parameter < 6 ? length * length : length;
    }

    /**
     * What is shown in the axes of a frame, wherever it is.
     *
     * @param mass that was found
     */
    Set<Quantity> of(double mass, Rotation frameFromJoint) {
        Set<Quantity> shown = EnumSet.noneOf(Quantity.class);
        if (mass == 0 || hidden.stream().anyMatch(way -> way[MASS] != 0)) {
            return shown;
        }
        boolean[] moment = new boolean[3];
        boolean[] tensor = new boolean[6];
        for (double[] way : hidden) {
            Vector3 first = new Vector3(way[6], way[7], way[8]);
            mark(frameFromJoint.apply(first).toArray(), moment);
            InertiaTensor second =
                    new InertiaTensor(way[0], way[1], way[2], way[3], way[4], way[5]).rotated(frameFromJoint);
            mark(new double[] {second.xx(), second.xy(), second.xz(), second.yy(), second.yz(), second.zz()}, tensor);
        }
        shown.add(Quantity.MASS);
        int component = 0;
        for (int i = 0; i < 3; i++) {
            add(CENTER[i], !moment[i], shown);
            for (int j = i; j < 3; j++) {
                // about the center it is Iᵢⱼ + mᵢ mⱼ/m, and Iᵢᵢ less the other two squares
                boolean squares = i == j ? moment[(i + 1) % 3] || moment[(i + 2) % 3] : moment[i] || moment[j];
                add(TENSOR[component], !tensor[component] && !squares, shown);
                component++;
            }
        }
        return shown;
    }

    private static void mark(double[] change, boolean[] changed) {
        double size = norm(change);
        for (int k = 0; k < change.length; k++) {
            changed[k] |= Math.abs(change[k]) > ROUNDING * size;
        }
    }

    private static void add(Quantity quantity, boolean isShown, Set<Quantity> shown) {
        if (isShown) {
            shown.add(quantity);
        }
    }
}
