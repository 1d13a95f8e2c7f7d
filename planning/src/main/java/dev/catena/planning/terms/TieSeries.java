package dev.catena.planning.terms;

import dev.catena.planning.function.MotionState;
import java.util.Arrays;

/**
 * All coordinates of a robot whose points stand, along a motion of the independent ones, as Taylor coefficients at one moment,
 * with first and second derivatives by the coefficients of these. What stands has d/dt of order k of its place zero:
 *
 * <pre>k p[k] = Σ (k − a) J[a] q[k − a] = 0,   ∂p[k]/∂q[a] = J[k − a],   ν·∂²p[k]/∂q[a]∂q[b] = U[k − a − b]</pre>
 *
 * <p>with J and U = ν·∂²p/∂q² as series. Then ∂q[k]/∂x[a] = Z[k − a], where J Z = 0 as series, and second derivatives of
 * Σ g[k]·q[k] are −Σ (ZᵀU(ν[k])Z)[k − a − b] with Σ J[k − a]ᵀν[k] = g[a] in the dependent coordinates.
 */
final class TieSeries {
    private final TiedPosture posture;
    private final int n;
    private final int m;
    private final int loads;
    private final int rows;
    private final int highest;
    private final PointSeries[] points;
    private final double[][] q;
    private final double[][] J;

    /** By order: n × m. */
    final double[][] Z;

    private final double[] right;
    private final double[] solved;
    private final double[][] nu;
    private final double[][] U;
    private final double[][] UZ;

    /** The independent state that this is of, and all of it. */
    final double[][] x;

    final MotionState state;

    /** @param loads how many curves there are besides the coordinates, behind those that are independent */
    TieSeries(TiedPosture posture, int loads, int inputs, int highestOrder) {
        this.posture = posture;
        n = posture.n;
        m = posture.independent.length;
        rows = posture.rows;
        highest = highestOrder;
        points = posture.series(highest);
        q = new double[highest + 1][n];
        this.loads = loads;
        x = new double[highest + 1][m + loads];
        J = new double[highest + 1][rows * n];
        Z = new double[highest + 1][n * m];
        right = new double[rows];
        solved = new double[n];
        nu = new double[highest + 1][rows];
        U = new double[highest + 1][n * n];
        UZ = new double[highest + 1][n * m];
        state = new MotionState(n, loads, inputs, highest);
    }

    /**
     * Computes all coefficients for {@link #x}, derivatives of the independent coordinates.
     *
     * @param reference a posture that has the points in place, from which the posture is found
     */
    void compute(double[] reference) {
        System.arraycopy(reference, 0, q[0], 0, n);
        posture.follow(q[0], x[0]);
        factor();
        double factorial = 1;
        for (int k = 1; k <= highest; k++) {
            factorial *= k;
            Arrays.fill(right, 0);
            for (int a = 1; a < k; a++) {
                addProduct(J[a], q[k - a], (double) (k - a) / k);
            }
            for (int i = 0; i < m; i++) {
                q[k][posture.independent[i]] = x[k][i] / factorial;
                for (int r = 0; r < rows; r++) {
                    right[r] += J[0][r * n + posture.independent[i]] * q[k][posture.independent[i]];
                }
            }
            posture.solve(right, solved);
            for (int c = 0; c < posture.dependent.length; c++) {
                q[k][posture.dependent[c]] = -solved[c];
            }
            for (PointSeries point : points) {
                point.extend(k, q);
            }
            posture.fillMatrix(points, k, J[k]);
        }
        fillState();
        fillZ();
    }

    /** Order zero of J, factored again: the factor belongs to the posture that was last looked at. */
    private void factor() {
        posture.place(q[0], points);
        System.arraycopy(posture.matrix, 0, J[0], 0, rows * n);
        posture.factorMatrix();
    }

    private void addProduct(double[] matrix, double[] vector, double factor) {
        for (int r = 0; r < rows; r++) {
            double sum = 0;
            for (int i = 0; i < n; i++) {
                sum += matrix[r * n + i] * vector[i];
            }
            right[r] += factor * sum;
        }
    }

    private void fillState() {
        double factorial = 1;
        for (int k = 0; k <= highest; k++) {
            factorial *= Math.max(1, k);
            for (int i = 0; i < n; i++) {
                state.derivative(k)[i] = factorial * q[k][i];
            }
            System.arraycopy(x[k], m, state.loads(k), 0, loads);
        }
    }

    /** Z[0] is one for the independent coordinates; J Z = 0 order by order for the others. */
    private void fillZ() {
        for (int k = 0; k <= highest; k++) {
            Arrays.fill(Z[k], 0);
            for (int c = 0; c < m; c++) {
                if (k == 0) {
                    Z[0][posture.independent[c] * m + c] = 1;
                }
                Arrays.fill(right, 0);
                for (int a = 0; a <= k; a++) {
                    for (int r = 0; r < rows; r++) {
                        double sum = 0;
                        for (int i = 0; i < n; i++) {
                            sum += J[a][r * n + i] * Z[k - a][i * m + c];
                        }
                        right[r] += sum;
                    }
                }
                posture.solve(right, solved);
                for (int d = 0; d < posture.dependent.length; d++) {
                    Z[k][posture.dependent[d] * m + c] = -solved[d];
                }
            }
        }
    }

    /**
     * Adds second derivatives of g·(q, q̇, …) by (x, ẋ, …) to a matrix.
     *
     * @param g by order and coordinate, of plain derivatives
     * @param stride of a row of the matrix
     */
    void addCurvature(int order, double[] g, double[] out, int stride) {
        factor();
        solveMultipliers(order, g);
        for (int k = 0; k <= order; k++) {
            fillUZ(k);
            for (int a = 0; a <= k; a++) {
                for (int b = 0; a + b <= k; b++) {
                    int row = a * (m + loads);
                    addBlock(k - a - b, row, b * (m + loads), -1 / (factorial(a) * factorial(b)), out, stride);
                }
            }
        }
    }

    /** Σ J[k − a]ᵀν[k] = g[a], the last order first. */
    private void solveMultipliers(int order, double[] g) {
        for (int a = order; a >= 0; a--) {
            for (int d = 0; d < posture.dependent.length; d++) {
                int i = posture.dependent[d];
                double sum = factorial(a) * g[a * n + i];
                for (int k = a + 1; k <= order; k++) {
                    for (int r = 0; r < rows; r++) {
                        sum -= J[k - a][r * n + i] * nu[k][r];
                    }
                }
                solved[d] = sum;
            }
            posture.solveTransposed(solved, nu[a]);
        }
    }

    /** The coefficients up to order k of U Z for the multipliers of order k. */
    private void fillUZ(int k) {
        for (int s = 0; s <= k; s++) {
            Arrays.fill(U[s], 0);
            for (int p = 0; p < points.length; p++) {
                points[p].addCurvature(s, nu[k], 3 * p, n, U[s]);
            }
            Arrays.fill(UZ[s], 0);
            for (int a = 0; a <= s; a++) {
                for (int i = 0; i < n; i++) {
                    for (int j = 0; j < n; j++) {
                        double entry = U[a][i * n + j];
                        for (int c = 0; c < m && entry != 0; c++) {
                            UZ[s][i * m + c] += entry * Z[s - a][j * m + c];
                        }
                    }
                }
            }
        }
    }

    /** Adds a multiple of the coefficient s of Zᵀ U Z. */
    private void addBlock(int s, int row, int column, double factor, double[] out, int stride) {
        for (int a = 0; a <= s; a++) {
            for (int i = 0; i < n; i++) {
                for (int c = 0; c < m; c++) {
                    double entry = factor * Z[a][i * m + c];
                    int at = (row + c) * stride + column;
                    for (int d = 0; d < m && entry != 0; d++) {
                        out[at + d] += entry * UZ[s - a][i * m + d];
                    }
                }
            }
        }
    }

    static double factorial(int k) {
        double product = 1;
        for (int j = 2; j <= k; j++) {
            product *= j;
        }
        return product;
    }
}
