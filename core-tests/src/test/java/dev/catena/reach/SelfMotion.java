package dev.catena.reach;

/** The direction in which seven joints move without moving the body: what a 6×7 matrix maps to zero, of length 1. */
final class SelfMotion {
    private SelfMotion() {}

    static double[] of(double[] matrix) {
        double[] minors = new double[7];
        double sum = 0;
        for (int left = 0; left < 7; left++) {
            double[][] square = new double[6][6];
            for (int i = 0; i < 6; i++) {
                for (int j = 0, k = 0; j < 7; j++) {
                    if (j != left) {
                        square[i][k++] = matrix[i * 7 + j];
                    }
                }
            }
            minors[left] = (left % 2 == 0 ? 1 : -1) * determinant(square);
            sum += minors[left] * minors[left];
        }
        for (int j = 0; j < 7; j++) {
            minors[j] /= Math.sqrt(sum);
        }
        return minors;
    }

    private static double determinant(double[][] a) {
        double product = 1;
        int n = a.length;
        for (int k = 0; k < n; k++) {
            int pivot = k;
            for (int i = k + 1; i < n; i++) {
                pivot = Math.abs(a[i][k]) > Math.abs(a[pivot][k]) ? i : pivot;
            }
            double[] row = a[pivot];
            a[pivot] = a[k];
            a[k] = row;
            product *= pivot == k ? row[k] : -row[k];
            for (int i = k + 1; i < n; i++) {
                double factor = a[i][k] / row[k];
                for (int j = k; j < n; j++) {
                    a[i][j] -= factor * row[j];
                }
            }
        }
        return product;
    }
}
