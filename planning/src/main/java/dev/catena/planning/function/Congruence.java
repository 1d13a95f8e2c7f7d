package dev.catena.planning.function;

/** Second derivatives taken to other variables: Dᵀ H D with a square H and slopes D of its variables by the others. */
final class Congruence {
    private final int rows;
    private final int width;
    private final double[] column;

    Congruence(int rows, int width) {
        this.rows = rows;
        this.width = width;
        column = new double[rows];
    }

    /** out += sign · Dᵀ H D. */
    void add(double sign, double[] H, double[] D, double[] out) {
        for (int c = 0; c < width; c++) {
            for (int a = 0; a < rows; a++) {
                double sum = 0;
                for (int b = 0; b < rows; b++) {
                    sum += H[a * rows + b] * D[b * width + c];
                }
                column[a] = sum;
            }
            for (int r = 0; r < width; r++) {
                double sum = 0;
                for (int a = 0; a < rows; a++) {
                    sum += D[a * width + r] * column[a];
                }
                out[r * width + c] += sign * sum;
            }
        }
    }
}
