package dev.catena.simulation;

import dev.catena.algebra.Cholesky;
import java.util.Arrays;

/**
 * The impulses, or forces, that hold rows w = G x as long as they suffice: {@link HoldingForces} with the inverse of W = G A⁻¹ Gᵀ for a
 * matrix. To W, which is singular where several rows hold the same motion, a part of its own is added at every row. Of the largest row it
 * would be more than all of a row that hardly moves: near its dead point that would be held, and all others with it.
 */
final class RowForces {
    /** What is added to W, as a part of its diagonal. */
    private static final double COMPLIANCE = 1e-6;

    /** What the caller knows of ranges and smooth friction, and the forces that were found. */
    final HoldingForces forces;

    private final int rows;

    /** By row: √Wᵢᵢ; zero where it does not move. */
    private final double[] length;

    private final double[] inverse;
    private final double[] column;

    RowForces(int rows) {
        this.rows = rows;
        forces = new HoldingForces(rows);
        length = new double[rows];
        inverse = new double[rows * rows];
        column = new double[rows];
    }

    /** A row as a vector whose products with the others are W, and of which no more than rounding may be left. */
    void row(int row, double ofRow, double nothing) {
        length[row] = ofRow > nothing ? ofRow : 0;
    }

    boolean moves(int row) {
        return length[row] > 0;
    }

    void product(int row, int other, double product) {
        double scale = length[row] * length[other];
        inverse[row * rows + other] = scale > 0 ? product / scale : 0;
    }

    /**
     * Finds the forces, with all rows scaled to mobilities of one.
     *
     * @param free w without them; destroyed
     * @return whether there are such
     */
    boolean solve(double[] free) {
        for (int i = 0; i < rows; i++) {
            inverse[i * (rows + 1)] = 1 + COMPLIANCE;
            scale(i, moves(i) ? length[i] : 1);
            free[i] = moves(i) ? free[i] / length[i] : 0;
            if (!moves(i)) {
                forces.most[i] = 0;
                forces.least[i] = 0;
                forces.smoothForce[i] = 0;
            }
        }
        if (Cholesky.factor(inverse, rows) >= 0) {
            return false;
        }
        for (int j = 0; j < rows; j++) {
            Arrays.fill(column, 0);
            column[j] = 1;
            Cholesky.solve(inverse, rows, column);
            for (int i = 0; i < rows; i++) {
                forces.matrix[i * rows + j] = column[i];
            }
        }
        Cholesky.solve(inverse, rows, free);
        System.arraycopy(free, 0, forces.load, 0, rows);
        boolean found = forces.solve() < 0;
        for (int i = 0; i < rows; i++) {
            scale(i, moves(i) ? 1 / length[i] : 1);
            forces.force[i] /= moves(i) ? length[i] : 1;
        }
        return found;
    }

    private void scale(int i, double factor) {
        forces.most[i] *= factor;
        forces.least[i] *= factor;
        forces.smoothForce[i] *= factor;
        forces.smoothWidth[i] /= factor;
        forces.x[i] /= factor;
    }
}
