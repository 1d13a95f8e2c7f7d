package dev.catena.planning.terms;

import java.util.ArrayList;
import java.util.List;

/**
 * Columns of matrices of the same shape that are independent in all of them: one after the other that which is, in the matrix
 * where it is least so, farthest from those chosen before; a column together with its partner, if it has one.
 */
final class ColumnChoice {
    private final List<Integer> chosen = new ArrayList<>();

    private final int rows;
    private final int columns;
    private final double tolerance;
    private final int[] partner;
    private final double[][] left;
    private double first;

    /** @param partner by column, that which is chosen with it; itself for none */
    ColumnChoice(int rows, int columns, double tolerance, int[] partner, double[]... given) {
        this(false, rows, columns, tolerance, partner, given);
    }

    /** The same, all pairs that can be chosen before any column without a partner. */
    static ColumnChoice pairsFirst(int rows, int columns, double tolerance, int[] partner, double[]... given) {
        return new ColumnChoice(true, rows, columns, tolerance, partner, given);
    }

    private ColumnChoice(
            boolean pairsFirst, int rows, int columns, double tolerance, int[] partner, double[]... given) {
        this.rows = rows;
        this.columns = columns;
        this.tolerance = tolerance;
        this.partner = partner;
        left = new double[given.length][];
        for (int k = 0; k < given.length; k++) {
            left[k] = given[k].clone();
        }
        if (pairsFirst) {
            choose(true);
        }
        choose(false);
    }

    private void choose(boolean pairsOnly) {
        while (chosen.size() < columns) {
            int best = -1;
            double most = 0;
            for (int c = 0; c < columns; c++) {
                double least = Double.POSITIVE_INFINITY;
                for (double[] matrix : left) {
                    least = Math.min(least, apart(matrix, rows, columns, c, partner[c]));
                }
                if (!chosen.contains(c) && least > most && !(pairsOnly && partner[c] == c)) {
                    most = least;
                    best = c;
                }
            }
            first = Math.max(first, most);
            if (best < 0 || most <= tolerance * first) {
                return;
            }
            for (int c : best == partner[best] ? new int[] {best} : new int[] {best, partner[best]}) {
                chosen.add(c);
                for (double[] matrix : left) {
                    project(matrix, rows, columns, c);
                }
            }
        }
    }

    /** In the order in which they were chosen. */
    List<Integer> chosen() {
        return chosen;
    }

    /** The norm of a column; of two, also what the other has beside the first, whichever is less. */
    private static double apart(double[] matrix, int rows, int columns, int c, int other) {
        double own = norm(matrix, rows, columns, c);
        if (other == c || own == 0) {
            return own;
        }
        double along = 0;
        for (int r = 0; r < rows; r++) {
            along += matrix[r * columns + c] * matrix[r * columns + other] / own;
        }
        double square = 0;
        for (int r = 0; r < rows; r++) {
            double beside = matrix[r * columns + other] - along * matrix[r * columns + c] / own;
            square += beside * beside;
        }
        return Math.min(own, Math.sqrt(square));
    }

    private static double norm(double[] matrix, int rows, int columns, int c) {
        double sum = 0;
        for (int r = 0; r < rows; r++) {
            sum += matrix[r * columns + c] * matrix[r * columns + c];
        }
        return Math.sqrt(sum);
    }

    /** Takes from all columns what they have along one of them, twice, so that rounding does not stay. */
    private static void project(double[] matrix, int rows, int columns, int c) {
        double norm = norm(matrix, rows, columns, c);
        double[] unit = new double[rows];
        for (int r = 0; r < rows; r++) {
            unit[r] = matrix[r * columns + c] / norm;
        }
        for (int d = 0; d < columns; d++) {
            for (int pass = 0; pass < 2; pass++) {
                double sum = 0;
                for (int r = 0; r < rows; r++) {
                    sum += unit[r] * matrix[r * columns + d];
                }
                for (int r = 0; r < rows; r++) {
                    matrix[r * columns + d] -= sum * unit[r];
                }
            }
        }
    }
}
