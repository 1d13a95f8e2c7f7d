package dev.catena.mechanism;

import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.dense.row.factory.LinearSolverFactory_DDRM;

/** Why loops do not close or do not determine their joints, by singular values; for the rare case, so it may allocate. */
final class LoopDiagnosis {
    /** Singular values below this part of the largest do not count for the rank. */
    private static final double NEGLIGIBLE = 1e-7;

    private static final int MOST_ITERATIONS = 100;
    private static final double LONGEST_STEP = 0.3;

    private final LoopEquations equations;
    private final double[] scale;

    LoopDiagnosis(LoopEquations equations, double[] scale) {
        this.equations = equations;
        this.scale = scale;
    }

    /** How many freedoms a Jacobian of all coordinates leaves. */
    int mobility(double[] jacobian) {
        int n = equations.n;
        double[] scaled = jacobian.clone();
        for (int i = 0; i < scaled.length; i++) {
            scaled[i] *= scale[i % n];
        }
        return n - rank(singularValues(scaled, n));
    }

    /** The least number of freedoms in poses around one, closed or not: a singular pose has more of them than those. */
    int mobilityAround(double[] q) {
        double[] nearby = new double[q.length];
        double[] jacobian = new double[equations.rows * q.length];
        int least = q.length;
        for (int trial = 1; trial <= 3; trial++) {
            for (int k = 0; k < q.length; k++) {
                nearby[k] = q[k] + 0.02 * scale[k] * Math.sin(trial + 7.3 * k);
            }
            equations.place(nearby);
            equations.jacobian(jacobian);
            least = Math.min(least, mobility(jacobian));
        }
        equations.place(q);
        return least;
    }

    /** The freedoms in a closed pose near one that is not, with all joints free to move; −1 if there is none. */
    int mobilityWhenClosed(double[] q) {
        double[] near = closedNear(q);
        if (near.length == 0) {
            return -1;
        }
        double[] jacobian = new double[equations.rows * q.length];
        equations.place(near);
        equations.jacobian(jacobian);
        return mobility(jacobian);
    }

    /** A closed pose near one that is not, all joints moved as little as possible; empty if there is none. */
    double[] closedNear(double[] q) {
        int n = q.length;
        double[] near = q.clone();
        double[] residual = new double[equations.rows];
        double[] jacobian = new double[equations.rows * n];
        DMatrixRMaj scaled = new DMatrixRMaj(equations.rows, n);
        DMatrixRMaj step = new DMatrixRMaj(n, 1);
        var leastSquares = LinearSolverFactory_DDRM.pseudoInverse(true);
        for (int i = 0; i < MOST_ITERATIONS; i++) {
            equations.place(near);
            if (equations.residual(residual) <= LoopClosure.CLOSED_TO_ROUNDING) {
                return near;
            }
            equations.jacobian(jacobian);
            for (int k = 0; k < jacobian.length; k++) {
                scaled.data[k] = jacobian[k] * scale[k % n];
            }
            if (!leastSquares.setA(scaled)) {
                break;
            }
            leastSquares.solve(DMatrixRMaj.wrap(equations.rows, 1, residual), step);
            double longest = Arrays.stream(step.data).map(Math::abs).max().orElse(0);
            double part = longest > LONGEST_STEP ? LONGEST_STEP / longest : 1;
            for (int k = 0; k < n; k++) {
                near[k] -= part * scale[k] * step.data[k];
            }
        }
        return new double[0];
    }

    static int rank(double[] values) {
        return (int) Arrays.stream(values)
                .filter(value -> value > NEGLIGIBLE * values[0])
                .count();
    }

    /** Of a matrix with a row for every equation; one value per column, largest first. */
    double[] singularValues(double[] entries, int columns) {
        double[] values = new double[columns];
        if (columns == 0 || equations.rows == 0) {
            return values;
        }
        DMatrixRMaj matrix = new DMatrixRMaj(equations.rows, columns);
        System.arraycopy(entries, 0, matrix.data, 0, matrix.data.length);
        var svd = DecompositionFactory_DDRM.svd(equations.rows, columns, false, false, false);
        if (!svd.decompose(matrix)) {
            Arrays.fill(values, Double.NaN);
            return values;
        }
        double[] found = Arrays.stream(svd.getSingularValues()).sorted().toArray();
        for (int k = 0; k < Math.min(columns, found.length); k++) {
            values[k] = found[found.length - 1 - k];
        }
        return values;
    }
}
