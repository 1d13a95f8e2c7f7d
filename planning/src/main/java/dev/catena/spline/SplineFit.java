package dev.catena.spline;

import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.LinearSolverFactory_DDRM;
import org.ejml.interfaces.linsol.LinearSolverDense;

/** Splines through or near samples: least squares of the distances, which are zero where there are as many unknowns. */
public final class SplineFit {
    /** Below this ratio of pivots the samples do not determine the control points. */
    private static final double SINGULAR = 1e-13;

    private SplineFit() {}

    /**
     * The curve that is nearest to samples in the sense of least squares.
     *
     * @param parameters the u of each sample, at least as many as control points
     * @param samples n numbers for each sample, sample by sample
     * @throws IllegalArgumentException if some control point is not determined because no sample lies where it acts
     */
    public static Spline leastSquares(SplineBasis basis, int n, double[] parameters, double[] samples) {
        int rows = parameters.length;
        int columns = basis.controlPoints();
        if (samples.length != n * rows) {
            throw new IllegalArgumentException("samples has length %d, but %d samples of %d numbers are needed"
                    .formatted(samples.length, rows, n));
        }
        if (rows < columns) {
            throw new IllegalArgumentException(
                    "%d samples cannot determine %d control points".formatted(rows, columns));
        }
        DMatrixRMaj matrix = DMatrixRMaj.wrap(rows, columns, new BasisMatrix(basis, 0, parameters).toDense(0));
        DMatrixRMaj points = new DMatrixRMaj(columns, n);
        LinearSolverDense<DMatrixRMaj> solver = LinearSolverFactory_DDRM.leastSquares(rows, columns);
        if (!solver.setA(matrix) || !(solver.quality() > SINGULAR)) {
            throw new IllegalArgumentException("the %d samples leave some of %s undetermined".formatted(rows, basis));
        }
        solver.solve(DMatrixRMaj.wrap(rows, n, samples.clone()), points);
        return new Spline(basis, n, points.data);
    }
}
