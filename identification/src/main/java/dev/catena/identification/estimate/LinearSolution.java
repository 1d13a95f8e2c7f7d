package dev.catena.identification.estimate;

import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.NormOps_DDRM;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.SingularValueDecomposition_F64;

/**
 * The least squares solution of a triangular factor for some of its columns; the others stay at given values. Columns that
 * depend on those before them to rounding are pinned too: orthogonalization leaves less than {@link #DEPENDENT} of them where all
 * are of unit length. Immutable.
 */
public final class LinearSolution {
    /** What is left of a unit column that the others explain; of structural columns, rounding leaves 1e-12 or so. */
    public static final double DEPENDENT = 1e-8;

    private final double[] value;
    private final boolean[] estimated;
    private final boolean[] dependent;

    /** (WᵀW)⁻¹ of the columns that are estimated, zero elsewhere. */
    private final double[][] inverse;

    private final double condition;
    private final double unitCondition;

    private LinearSolution(
            double[] value,
            boolean[] estimated,
            boolean[] dependent,
            double[][] inverse,
            double condition,
            double unitCondition) {
        this.value = value;
        this.estimated = estimated;
        this.dependent = dependent;
        this.inverse = inverse;
        this.condition = condition;
        this.unitCondition = unitCondition;
    }

    /**
     * The solution for the rows that a factor stands for.
     *
     * @param wanted by column: whether it is estimated
     * @param pinned by column: its value if it is not
     */
    public static LinearSolution of(TriangularFactor factor, boolean[] wanted, double[] pinned) {
        int p = factor.columns();
        if (wanted.length != p || pinned.length != p) {
            throw new IllegalArgumentException("wanted and pinned have lengths %s and %s, but there are %s columns"
                    .formatted(wanted.length, pinned.length, p));
        }
        double[] r = factor.toArray();
        double[] norm = new double[p];
        boolean[] active = new boolean[p];
        boolean[] dependent = new boolean[p];
        double[] right = new double[p + 1];
        for (int i = 0; i <= p; i++) {
            right[i] = r[i * (p + 1) + p];
        }
        int count = 0;
        for (int c = 0; c < p; c++) {
            norm[c] = factor.columnNorm(c);
            dependent[c] = wanted[c] && norm[c] == 0;
            active[c] = wanted[c] && norm[c] > 0;
            count += active[c] ? 1 : 0;
        }
        int[] column = new int[count];
        int next = 0;
        for (int c = 0; c < p; c++) {
            if (active[c]) {
                column[next++] = c;
            }
        }
        DMatrixRMaj unit = new DMatrixRMaj(p + 1, count);
        for (int i = 0; i <= p; i++) {
            for (int k = 0; k < count; k++) {
                unit.set(i, k, column[k] >= i ? r[i * (p + 1) + column[k]] / norm[column[k]] : 0);
            }
        }
        int[] order = independent(unit, column, dependent);
        return solve(r, norm, order, dependent, pinned, right);
    }

    /** The columns that do not depend on those before them, the others marked. */
    private static int[] independent(DMatrixRMaj unit, int[] column, boolean[] dependent) {
        int rows = unit.numRows;
        double[][] basis = new double[column.length][];
        int[] kept = new int[column.length];
        int count = 0;
        for (int k = 0; k < column.length; k++) {
            double[] v = new double[rows];
            for (int i = 0; i < rows; i++) {
                v[i] = unit.get(i, k);
            }
            // twice is enough
            for (int pass = 0; pass < 2; pass++) {
                for (int b = 0; b < count; b++) {
                    double along = dot(basis[b], v);
                    for (int i = 0; i < rows; i++) {
                        v[i] -= along * basis[b][i];
                    }
                }
            }
            double left = Math.sqrt(dot(v, v));
            if (left > DEPENDENT) {
                for (int i = 0; i < rows; i++) {
                    v[i] /= left;
                }
                basis[count] = v;
                kept[count++] = column[k];
            } else {
                dependent[column[k]] = true;
            }
        }
        return Arrays.copyOf(kept, count);
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }

    private static LinearSolution solve(
            double[] r, double[] norm, int[] column, boolean[] dependent, double[] pinned, double[] right) {
        int p = norm.length;
        int count = column.length;
        boolean[] estimated = new boolean[p];
        for (int c : column) {
            estimated[c] = true;
        }
        double[] value = pinned.clone();
        double[][] inverse = new double[p][p];
        if (count == 0) {
            return new LinearSolution(value, estimated, dependent, inverse, 1, 1);
        }
        // what pinned columns explain is taken off
        double[] b = right.clone();
        for (int i = 0; i <= p; i++) {
            for (int c = i; c < p; c++) {
                if (!estimated[c]) {
                    b[i] -= r[i * (p + 1) + c] * pinned[c];
                }
            }
        }
        DMatrixRMaj unit = new DMatrixRMaj(p + 1, count);
        DMatrixRMaj plain = new DMatrixRMaj(p + 1, count);
        for (int i = 0; i <= p; i++) {
            for (int k = 0; k < count; k++) {
                double entry = column[k] >= i ? r[i * (p + 1) + column[k]] : 0;
                plain.set(i, k, entry);
                unit.set(i, k, entry / norm[column[k]]);
            }
        }
        SingularValueDecomposition_F64<DMatrixRMaj> svd = DecompositionFactory_DDRM.svd(p + 1, count, true, true, true);
        if (!svd.decompose(unit.copy())) {
            throw new IllegalStateException("the decomposition of %s columns failed".formatted(count));
        }
        DMatrixRMaj u = svd.getU(null, false);
        DMatrixRMaj v = svd.getV(null, false);
        double[] s = svd.getSingularValues();
        DMatrixRMaj projected = new DMatrixRMaj(count, 1);
        CommonOps_DDRM.multTransA(u, DMatrixRMaj.wrap(p + 1, 1, b), projected);
        for (int k = 0; k < count; k++) {
            projected.data[k] /= s[k];
        }
        for (int a = 0; a < count; a++) {
            double x = 0;
            for (int k = 0; k < count; k++) {
                x += v.get(a, k) * projected.data[k];
            }
            value[column[a]] = x / norm[column[a]];
            for (int c = 0; c <= a; c++) {
                double entry = 0;
                for (int k = 0; k < count; k++) {
                    entry += v.get(a, k) * v.get(c, k) / (s[k] * s[k]);
                }
                inverse[column[a]][column[c]] = entry / (norm[column[a]] * norm[column[c]]);
                inverse[column[c]][column[a]] = inverse[column[a]][column[c]];
            }
        }
        return new LinearSolution(
                value, estimated, dependent, inverse, NormOps_DDRM.conditionP2(plain), ratio(s, count));
    }

    private static double ratio(double[] s, int count) {
        double least = Double.POSITIVE_INFINITY;
        double most = 0;
        for (int k = 0; k < count; k++) {
            least = Math.min(least, s[k]);
            most = Math.max(most, s[k]);
        }
        return most / least;
    }

    /** By column: estimated, or as it was pinned. */
    public double[] values() {
        return value.clone();
    }

    public boolean isEstimated(int column) {
        return estimated[column];
    }

    /** Whether a wanted column could not be estimated because it is zero or follows from others. */
    public boolean isDependent(int column) {
        return dependent[column];
    }

    /** How many columns were estimated. */
    public int estimated() {
        int count = 0;
        for (boolean one : estimated) {
            count += one ? 1 : 0;
        }
        return count;
    }

    /** (WᵀW)⁻¹, zero where a column is not estimated; callers must not change it. */
    double[][] inverse() {
        return inverse;
    }

    /** Condition number of the columns that were estimated. */
    public double condition() {
        return condition;
    }

    /** The same of unit columns, which does not depend on units. */
    public double unitCondition() {
        return unitCondition;
    }
}
