package dev.catena.testkit;

import dev.catena.model.Coupling;
import dev.catena.model.RobotModel;

/**
 * A robot with couplings as the whole tree with constraints by hand: q = E y + c, τ_y = Eᵀτ, A_y = EᵀAE. What algorithms
 * say of the coupled robot is to be what this makes of the tree's results.
 */
public final class ConstrainedTree {
    /** The robot with a coordinate for every joint that moves. */
    public final RobotModel tree;

    private final RobotModel coupled;
    private final int n;
    private final int m;

    /** n × m. */
    private final double[][] factor;

    private final double[] offset;

    public ConstrainedTree(RobotModel coupled) {
        this.coupled = coupled;
        tree = coupled.withoutCouplings();
        n = tree.jointCount();
        m = coupled.jointCount();
        factor = new double[n][m];
        offset = new double[n];
        for (String joint : tree.jointNames()) {
            int k = tree.coordinate(joint);
            Coupling coupling = coupled.couplingOf(joint).orElse(null);
            if (coupling == null) {
                factor[k][coupled.coordinate(joint)] = 1;
            } else {
                factor[k][coupled.coordinate(coupling.leader())] = coupling.factor();
                offset[k] = coupling.offset();
            }
        }
    }

    /** q = E y + c. */
    public double[] position(double[] y) {
        double[] q = rate(y);
        for (int k = 0; k < n; k++) {
            q[k] += offset[k];
        }
        return q;
    }

    /** q̇ = E ẏ. */
    public double[] rate(double[] rates) {
        double[] all = new double[n];
        for (int k = 0; k < n; k++) {
            for (int j = 0; j < m; j++) {
                all[k] += factor[k][j] * rates[j];
            }
        }
        return all;
    }

    /** Eᵀτ. */
    public double[] effort(double[] tau) {
        return rows(tau, 1, 0);
    }

    /** EᵀA for a matrix of so many columns, after some rows of the base that stay. */
    public double[] rows(double[] matrix, int columns, int first) {
        double[] out = new double[(first + m) * columns];
        System.arraycopy(matrix, 0, out, 0, first * columns);
        for (int k = 0; k < n; k++) {
            for (int j = 0; j < m; j++) {
                for (int c = 0; c < columns; c++) {
                    out[(first + j) * columns + c] += factor[k][j] * matrix[(first + k) * columns + c];
                }
            }
        }
        return out;
    }

    /** AE for a matrix of so many rows, after some columns of the base that stay. */
    public double[] columns(double[] matrix, int rows, int first) {
        double[] out = new double[rows * (first + m)];
        for (int r = 0; r < rows; r++) {
            System.arraycopy(matrix, r * (first + n), out, r * (first + m), first);
            for (int k = 0; k < n; k++) {
                for (int j = 0; j < m; j++) {
                    out[r * (first + m) + first + j] += factor[k][j] * matrix[r * (first + n) + first + k];
                }
            }
        }
        return out;
    }

    /** EᵀAE. */
    public double[] matrix(double[] A, int first) {
        return columns(rows(A, first + n, first), first + m, first);
    }

    /** EᵀAE of a matrix of blocks, each with rows and columns of all joints. */
    public double[] blocks(double[] A, int blocks) {
        double[] out = new double[blocks * m * blocks * m];
        double[] block = new double[n * n];
        for (int r = 0; r < blocks; r++) {
            for (int s = 0; s < blocks; s++) {
                for (int k = 0; k < n; k++) {
                    System.arraycopy(A, (r * n + k) * blocks * n + s * n, block, k * n, n);
                }
                double[] small = matrix(block, 0);
                for (int k = 0; k < m; k++) {
                    System.arraycopy(small, k * m, out, (r * m + k) * blocks * m + s * m, m);
                }
            }
        }
        return out;
    }

    public RobotModel coupled() {
        return coupled;
    }
}
