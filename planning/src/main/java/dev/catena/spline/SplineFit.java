package dev.catena.spline;

import dev.catena.model.NumericalException;
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
     * @throws NumericalException if the control points overflow
     */
    public static Spline leastSquares(SplineBasis basis, int n, double[] parameters, double[] samples) {
        int rows = parameters.length;
        int columns = basis.controlPoints();
        if (n < 1 || samples.length != n * rows) {
            throw new IllegalArgumentException("samples has length %s, but %s samples of %s numbers are needed"
                    .formatted(samples.length, rows, n));
        }
        if (rows < columns) {
            throw new IllegalArgumentException(
                    "%s samples cannot determine %s control points".formatted(rows, columns));
        }
        requireFinite("samples", samples);
        for (int k = 0; k < rows; k++) {
            if (!(parameters[k] >= basis.start() && parameters[k] <= basis.end())) {
                throw new IllegalArgumentException("parameters[%s] is %s, which is not within %s and %s"
                        .formatted(k, parameters[k], basis.start(), basis.end()));
            }
        }
        DMatrixRMaj matrix = DMatrixRMaj.wrap(rows, columns, new BasisMatrix(basis, 0, parameters).toDense(0));
        DMatrixRMaj points = new DMatrixRMaj(columns, n);
        LinearSolverDense<DMatrixRMaj> solver = LinearSolverFactory_DDRM.leastSquares(rows, columns);
        if (!solver.setA(matrix) || !(solver.quality() > SINGULAR)) {
            throw new IllegalArgumentException("the %s samples leave some of %s undetermined".formatted(rows, basis));
        }
        solver.solve(DMatrixRMaj.wrap(rows, n, samples.clone()), points);
        for (double coordinate : points.data) {
            if (!Double.isFinite(coordinate)) {
                throw new NumericalException("the samples are too large for a curve: its control points overflow");
            }
        }
        return new Spline(basis, n, points.data);
    }

    private static void requireFinite(String name, double[] values) {
        for (int k = 0; k < values.length; k++) {
            if (!Double.isFinite(values[k])) {
                throw new IllegalArgumentException(
                        "%s[%s] is %s, but a curve needs finite numbers".formatted(name, k, values[k]));
            }
        }
    }

    /**
     * The curve on [0, 1] through points, its parameter growing with the distance between them, its knots the averages of
     * neighboring parameters; the degree is lowered where there are too few points for it.
     *
     * @param points n numbers for each point, point by point; neighbors must differ
     */
    public static Spline through(int degree, int n, double[] points) {
        double[] parameters = parameters(n, points);
        int count = parameters.length;
        int p = Math.min(degree, count - 1);
        double[] breakpoints = new double[count - p + 1];
        breakpoints[count - p] = 1;
        for (int k = 1; k < count - p; k++) {
            for (int j = k; j < k + p; j++) {
                breakpoints[k] += parameters[j] / p;
            }
        }
        return leastSquares(SplineBasis.clamped(p, breakpoints), n, parameters, points);
    }

    /** The parameters at which the curve through points has them, from 0 to 1. */
    public static double[] parameters(int n, double[] points) {
        int count = n < 1 ? 0 : points.length / n;
        if (count < 2 || points.length != n * count) {
            throw new IllegalArgumentException("points has length %s, but at least two points of %s numbers are needed"
                    .formatted(points.length, n));
        }
        requireFinite("points", points);
        double[] parameters = new double[count];
        for (int k = 1; k < count; k++) {
            double squares = 0;
            for (int i = 0; i < n; i++) {
                double step = points[k * n + i] - points[(k - 1) * n + i];
                squares += step * step;
            }
            if (!(squares > 0) || Double.isInfinite(squares)) {
                throw new IllegalArgumentException(
                        "points %s and %s are the same, or too near or too far to tell".formatted(k - 1, k));
            }
            parameters[k] = parameters[k - 1] + Math.sqrt(squares);
        }
        double length = parameters[count - 1];
        for (int k = 0; k < count; k++) {
            parameters[k] /= length;
        }
        return parameters;
    }
}
