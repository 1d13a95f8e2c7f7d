package dev.catena.identification.estimate;

import dev.catena.tree.Guard;
import java.util.Arrays;

/**
 * The triangular factor R of a tall matrix [W τ] that nobody holds: rows come one by one and leave only R behind, with
 * RᵀR = [W τ]ᵀ[W τ] computed by Householder reflections, so that no digits are lost to squares. Whatever least squares need
 * of W and τ is in R: (p + 1)² numbers for any number of rows.
 *
 * <p>Rows are gathered in blocks; a block below R is reflected away column by column, of R only the one row being touched.
 * One per thread.
 */
public final class TriangularFactor {
    private static final int BLOCK = 256;

    /** Squares that lose digits to underflow: a reflection about such a column is none, and mixes up all others. */
    private static final double TINY = 1e-280;

    private static final double ENLARGED = 0x1p900;

    private final int columns;
    private final Guard guard;

    /** By column of [W τ]: the entries of the rows that wait; none where no row does. */
    private double[][] block = {};

    /** Row by row. */
    private final double[] r;

    private int waiting;
    private long rows;

    /** @param columns how many W has */
    public TriangularFactor(int columns) {
        if (columns < 1) {
            throw new IllegalArgumentException(
                    "there are %s columns, but there must be one at least".formatted(columns));
        }
        this.columns = columns;
        guard = new Guard(TriangularFactor.class, "rows of %s columns".formatted(columns));
        r = new double[(columns + 1) * (columns + 1)];
    }

    public int columns() {
        return columns;
    }

    /** How many rows were added. */
    public long rows() {
        return rows;
    }

    /** Adds a row of W and its effort, both times a weight. */
    public void add(double[] row, double effort, double weight) {
        guard.checkLength("row", row, columns);
        if (block.length == 0) {
            block = new double[columns + 1][BLOCK];
        }
        double sum = weight * effort;
        block[columns][waiting] = sum;
        for (int c = 0; c < columns; c++) {
            double entry = weight * row[c];
            block[c][waiting] = entry;
            sum += entry;
        }
        if (!(Math.abs(sum) <= Double.MAX_VALUE)) {
            checkFinite(row, effort, weight);
        }
        rows++;
        if (++waiting == BLOCK) {
            absorb();
        }
    }

    /** Before the row counts, so that the factor stays as it was. */
    private void checkFinite(double[] row, double effort, double weight) {
        guard.checkFinite("row", row);
        guard.checkFinite("effort", effort);
        guard.checkFinite("weight", weight);
        for (double[] column : block) {
            guard.checkResult("a weighted row", column[waiting]);
        }
    }

    /** Adds all rows that another factor stands for, times a weight. */
    public void add(TriangularFactor other, double weight) {
        if (other.columns != columns) {
            throw new IllegalArgumentException(
                    "a factor of %s columns was given, but %s are needed".formatted(other.columns, columns));
        }
        other.absorb();
        long total = rows + other.rows;
        double[] row = new double[columns];
        for (int i = 0; i <= columns; i++) {
            System.arraycopy(other.r, i * (columns + 1), row, 0, columns);
            add(row, other.r[i * (columns + 1) + columns], weight);
        }
        rows = total;
    }

    /** Gives back the room for rows, until the next comes. */
    void rest() {
        absorb();
        block = new double[0][];
    }

    /** R, row by row, the column of efforts last. */
    public double[] toArray() {
        absorb();
        return r.clone();
    }

    /** Σ (τ − Wβ)², weighted as the rows were. */
    public double squares(double[] beta) {
        guard.checkLength("beta", beta, columns);
        absorb();
        double sum = 0;
        for (int i = 0; i <= columns; i++) {
            double e = r[i * (columns + 1) + columns];
            for (int c = i; c < columns; c++) {
                e -= r[i * (columns + 1) + c] * beta[c];
            }
            sum += e * e;
        }
        return sum;
    }

    /** Σ (Wβ)². */
    double predictedSquares(double[] beta) {
        absorb();
        double sum = 0;
        for (int i = 0; i < columns; i++) {
            double e = 0;
            for (int c = i; c < columns; c++) {
                e += r[i * (columns + 1) + c] * beta[c];
            }
            sum += e * e;
        }
        return sum;
    }

    /** The length of a column of W. */
    public double columnNorm(int column) {
        absorb();
        double sum = 0;
        for (int i = 0; i <= column; i++) {
            double entry = r[i * (columns + 1) + column];
            sum += entry * entry;
        }
        return Math.sqrt(sum);
    }

    private void absorb() {
        if (waiting == 0) {
            return;
        }
        for (int k = 0; k <= columns; k++) {
            eliminate(k);
        }
        waiting = 0;
    }

    /** The reflection 1 − 2vvᵀ/vᵀv that leaves of column k one entry in R. */
    private void eliminate(int k) {
        double[] v = block[k];
        double squares = 0;
        for (int i = 0; i < waiting; i++) {
            squares += v[i] * v[i];
        }
        if (squares == 0) {
            return;
        }
        int row = k * (columns + 1);
        double alpha = r[row + k];
        double unit = 1;
        if (alpha * alpha + squares < TINY) {
            unit = ENLARGED;
            alpha *= ENLARGED;
            squares = 0;
            for (int i = 0; i < waiting; i++) {
                v[i] *= ENLARGED;
                squares += v[i] * v[i];
            }
        }
        double norm = Math.sqrt(alpha * alpha + squares);
        double head = alpha + Math.copySign(norm, alpha);
        double scale = 2 / (head * head + squares);
        r[row + k] = -Math.copySign(norm, alpha) / unit;
        int j = k + 1;
        for (; j + 3 <= columns; j += 4) {
            reflectFour(v, j, row, head, scale);
        }
        for (; j <= columns; j++) {
            double dot = head * r[row + j];
            double[] b = block[j];
            for (int i = 0; i < waiting; i++) {
                dot += v[i] * b[i];
            }
            finish(v, j, row, head, scale * dot);
        }
    }

    /** Four columns at once, whose sums do not wait for one another. */
    private void reflectFour(double[] v, int j, int row, double head, double scale) {
        double[] b0 = block[j];
        double[] b1 = block[j + 1];
        double[] b2 = block[j + 2];
        double[] b3 = block[j + 3];
        double dot0 = head * r[row + j];
        double dot1 = head * r[row + j + 1];
        double dot2 = head * r[row + j + 2];
        double dot3 = head * r[row + j + 3];
        for (int i = 0; i < waiting; i++) {
            double x = v[i];
            dot0 += x * b0[i];
            dot1 += x * b1[i];
            dot2 += x * b2[i];
            dot3 += x * b3[i];
        }
        finish(v, j, row, head, scale * dot0);
        finish(v, j + 1, row, head, scale * dot1);
        finish(v, j + 2, row, head, scale * dot2);
        finish(v, j + 3, row, head, scale * dot3);
    }

    private void finish(double[] v, int j, int row, double head, double s) {
        if (s == 0) {
            return;
        }
        r[row + j] -= s * head;
        double[] b = block[j];
        for (int i = 0; i < waiting; i++) {
            b[i] -= s * v[i];
        }
    }

    /** Forgets all rows. */
    public void clear() {
        Arrays.fill(r, 0);
        waiting = 0;
        rows = 0;
    }
}
