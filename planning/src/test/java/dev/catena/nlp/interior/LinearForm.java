package dev.catena.nlp.interior;

import dev.catena.nlp.SparsityPattern;
import dev.catena.nlp.run.CompressedRows;
import java.util.Arrays;

/** A quadratic objective under linear rows, min ½ vᵀ diag(h) v + gᵀ v subject to A x − b + B w = 0, for parts of the iteration. */
final class LinearForm implements SlackForm {
    private final int n;
    private final double[][] a;
    private final double[] b;
    private final int[] slackRow;
    private final double[] slackSign;
    private final double[] lower;
    private final double[] upper;
    private final double[] h;
    private final double[] g;
    private final CompressedRows jacobian;

    /** Without rows or slacks where these are empty; all bounds open. */
    LinearForm(int n, double[][] a, double[] b, int[] slackRow, double[] slackSign) {
        this.n = n;
        this.a = a;
        this.b = b;
        this.slackRow = slackRow;
        this.slackSign = slackSign;
        int size = n + slackRow.length;
        lower = new double[size];
        upper = new double[size];
        Arrays.fill(lower, Double.NEGATIVE_INFINITY);
        Arrays.fill(upper, Double.POSITIVE_INFINITY);
        h = new double[size];
        g = new double[size];
        jacobian = new CompressedRows(SparsityPattern.dense(a.length, n));
        jacobian.set(Arrays.stream(a).flatMapToDouble(Arrays::stream).toArray());
    }

    double[] curvature() {
        return h;
    }

    double[] slope() {
        return g;
    }

    @Override
    public int variableCount() {
        return n;
    }

    @Override
    public int rowCount() {
        return a.length;
    }

    @Override
    public int slackCount() {
        return slackRow.length;
    }

    @Override
    public int slackRow(int slack) {
        return slackRow[slack];
    }

    @Override
    public double slackSign(int slack) {
        return slackSign[slack];
    }

    @Override
    public double[] lower() {
        return lower;
    }

    @Override
    public double[] upper() {
        return upper;
    }

    @Override
    public double objective(double[] v) {
        double sum = 0;
        for (int i = 0; i < v.length; i++) {
            sum += 0.5 * h[i] * v[i] * v[i] + g[i] * v[i];
        }
        return sum;
    }

    @Override
    public boolean constraints(double[] v, double[] out) {
        for (int r = 0; r < a.length; r++) {
            out[r] = -b[r];
            for (int i = 0; i < n; i++) {
                out[r] += a[r][i] * v[i];
            }
        }
        for (int j = 0; j < slackRow.length; j++) {
            out[slackRow[j]] += slackSign[j] * v[n + j];
        }
        return true;
    }

    @Override
    public boolean derivatives(double[] v, double[] gradientOut) {
        for (int i = 0; i < v.length; i++) {
            gradientOut[i] = h[i] * v[i] + g[i];
        }
        return true;
    }

    @Override
    public CompressedRows jacobian() {
        return jacobian;
    }

    @Override
    public boolean addHessian(double[] v, double[] y, double[] matrix) {
        for (int i = 0; i < n; i++) {
            matrix[i * n + i] += h[i];
        }
        return true;
    }
}
