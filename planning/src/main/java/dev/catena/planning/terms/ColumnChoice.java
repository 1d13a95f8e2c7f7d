package dev.catena.planning.terms;

import java.util.ArrayList;
import java.util.List;

/**
 * Columns of matrices of the same shape that are independent in all of them: one after the other that which is, in the matrix
 * where it is least so, farthest from those chosen before.
 */
final class ColumnChoice {
    private final List<Integer> chosen = new ArrayList<>();

    ColumnChoice(int rows, int columns, double tolerance, double[]... given) {
        double[][] left = new double[given.length][];
        for (int k = 0; k < given.length; k++) {
            left[k] = given[k].clone();
        }
        double first = 0;
        while (chosen.size() < columns) {
            int best = -1;
            double most = 0;
            for (int c = 0; c < columns; c++) {
                double least = Double.POSITIVE_INFINITY;
                for (double[] matrix : left) {
                    least = Math.min(least, norm(matrix, rows, columns, c));
                }
                if (!chosen.contains(c) && least > most) {
                    most = least;
                    best = c;
                }
            }
            first = Math.max(first, most);
            if (best < 0 || most <= tolerance * first) {
                return;
            }
            chosen.add(best);
            for (double[] matrix : left) {
                project(matrix, rows, columns, best);
            }
        }
    }

    /** In the order in which they were chosen. */
    List<Integer> chosen() {
        return chosen;
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
