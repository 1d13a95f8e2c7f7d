package dev.catena.identification.physical;

import java.util.Arrays;
import java.util.Comparator;

/**
 * min ‖A x − b‖ where rows differ by many powers of ten. Householder reflections with columns by length and rows by size keep the
 * digits of the small ones [CoxHigham]; AᵀA would lose half of them all, and the small rows first. Unknowns that no row knows
 * stay zero.
 */
final class StiffLeastSquares {
    private final int count;

    /** By column, the right side last; what is left of it while columns are eliminated. */
    private final double[][] column;

    private final double[] length;

    /** Which column was eliminated first, second, … */
    private final int[] order;

    private final double[] x;
    private final double explained;

    /** @param rows of A, each with its b as last number; they stay as they are */
    StiffLeastSquares(double[][] rows, int count) {
        this.count = count;
        double[][] scaled = Arrays.stream(rows).map(double[]::clone).toArray(double[][]::new);
        length = unitColumns(scaled);
        Arrays.sort(scaled, Comparator.comparingDouble(row -> -largest(row)));
        column = new double[count + 1][rows.length];
        for (int i = 0; i < rows.length; i++) {
            for (int c = 0; c <= count; c++) {
                column[c][i] = scaled[i][c];
            }
        }
        order = new int[count];
        Arrays.setAll(order, c -> c);
        int rank = 0;
        while (rank < Math.min(count, rows.length) && eliminate(rank)) {
            rank++;
        }
        x = backward(rank);
        double sum = 0;
        for (int k = 0; k < rank; k++) {
            sum += column[count][k] * column[count][k];
        }
        explained = Math.sqrt(sum);
    }

    double[] x() {
        return x;
    }

    /** ‖A x‖. */
    double explained() {
        return explained;
    }

    private double[] unitColumns(double[][] rows) {
        double[] lengths = new double[count];
        for (int c = 0; c < count; c++) {
            double sum = 0;
            for (double[] row : rows) {
                sum = Math.hypot(sum, row[c]);
            }
            lengths[c] = sum > 0 ? sum : 1;
            for (double[] row : rows) {
                row[c] /= lengths[c];
            }
        }
        return lengths;
    }

    private double largest(double[] row) {
        double most = 0;
        for (int c = 0; c < count; c++) {
            most = Math.max(most, Math.abs(row[c]));
        }
        return most;
    }

    /** The reflection that leaves of the longest column one entry; false if all are zero. */
    private boolean eliminate(int k) {
        double most = 0;
        int longest = k;
        for (int j = k; j < count; j++) {
            double squares = squares(column[order[j]], k);
            if (squares > most) {
                most = squares;
                longest = j;
            }
        }
        if (most == 0) {
            return false;
        }
        int c = order[longest];
        order[longest] = order[k];
        order[k] = c;
        double[] v = column[c];
        double end = -Math.copySign(Math.sqrt(most), v[k]);
        double head = v[k] - end;
        v[k] = head;
        double scale = -1 / (end * head);
        for (int j = k + 1; j <= count; j++) {
            reflect(v, column[j < count ? order[j] : count], k, scale);
        }
        v[k] = end;
        return true;
    }

    private static double squares(double[] v, int from) {
        double sum = 0;
        for (int i = from; i < v.length; i++) {
            sum += v[i] * v[i];
        }
        return sum;
    }

    private static void reflect(double[] v, double[] other, int from, double scale) {
        double dot = 0;
        for (int i = from; i < v.length; i++) {
            dot += v[i] * other[i];
        }
        dot *= scale;
        for (int i = from; i < v.length; i++) {
            other[i] -= dot * v[i];
        }
    }

    private double[] backward(int rank) {
        double[] solution = new double[count];
        for (int k = rank - 1; k >= 0; k--) {
            double sum = column[count][k];
            for (int j = k + 1; j < rank; j++) {
                sum -= column[order[j]][k] * solution[order[j]];
            }
            solution[order[k]] = sum / column[order[k]][k];
        }
        for (int c = 0; c < count; c++) {
            solution[c] /= length[c];
        }
        return solution;
    }
}
