package dev.catena.planning.transcription;

import dev.catena.nlp.EvaluationException;
import dev.catena.planning.function.MotionState;
import dev.catena.spline.BasisMatrix;
import java.util.Arrays;

/**
 * The chain rule from the state at one moment to the variables of the motion, [Barman 4.15] and its derivative. With
 * u = t/T the derivative of order k is q⁽ᵏ⁾ = T⁻ᵏ Σ Bⱼ⁽ᵏ⁾ Pⱼ.
 */
final class SplineChain {
    private final ControlPoints points;
    private final int n;
    private final int width;

    /** T⁻ᵏ Bⱼ⁽ᵏ⁾: row k. */
    private final double[][] weight;

    /** ∂q⁽ᵏ⁾/∂T and ∂²q⁽ᵏ⁾/∂T²: row k. */
    private final double[][] byTime;

    private final double[][] byTimeTwice;
    private final double[] sum;
    private final double[] sumByTime;
    private final double[] sumByTimeTwice;
    private final double[] product;
    private final MotionState state;

    SplineChain(ControlPoints points) {
        this.points = points;
        n = points.n;
        width = points.basis.degree() + 1;
        int orders = MotionState.HIGHEST_ORDER + 1;
        weight = new double[orders][width];
        byTime = new double[orders][n];
        byTimeTwice = new double[orders][n];
        sum = new double[n];
        sumByTime = new double[n];
        sumByTimeTwice = new double[n];
        product = new double[orders * n * width * n];
        state = new MotionState(n);
    }

    /**
     * The state at a row's moment, for the control points that were set last.
     *
     * @throws EvaluationException where it is beyond the range of numbers
     */
    MotionState evaluate(BasisMatrix matrix, int row) {
        double T = points.time;
        double factor = 1;
        double size = 0;
        for (int k = 0; k <= MotionState.HIGHEST_ORDER; k++) {
            for (int j = 0; j < width; j++) {
                weight[k][j] = factor * matrix.get(k, row, j);
            }
            matrix.combine(k, row, points.points[0], n, sum);
            matrix.combine(k, row, points.points[1], n, sumByTime);
            matrix.combine(k, row, points.points[2], n, sumByTimeTwice);
            for (int i = 0; i < n; i++) {
                double q = factor * sum[i];
                size += Math.abs(q);
                double slope = factor * sumByTime[i];
                state.derivative(k)[i] = q;
                byTime[k][i] = -k / T * q + slope;
                byTimeTwice[k][i] = k * (k + 1) / (T * T) * q - 2 * k / T * slope + factor * sumByTimeTwice[i];
            }
            factor /= T;
        }
        if (!(T > 0) || !(size < Double.POSITIVE_INFINITY)) {
            throw new EvaluationException(
                    "a motion that takes %s s has no state at %s of it".formatted(T, matrix.parameter(row)));
        }
        return state;
    }

    /** The gradient by local variables of a function whose derivatives by the state begin at an offset. */
    void gradient(LocalVariables local, int order, double[] byState, int offset, double[] out) {
        Arrays.fill(out, 0, local.size(), 0);
        for (int k = 0; k <= order; k++) {
            for (int i = 0; i < n; i++) {
                double slope = byState[offset + k * n + i];
                if (slope == 0) {
                    continue;
                }
                for (int j = 0; j < width; j++) {
                    int slot = local.slot[j * n + i];
                    if (slot >= 0) {
                        out[slot] += slope * weight[k][j];
                    }
                }
                if (local.timeSlot >= 0) {
                    out[local.timeSlot] += slope * byTime[k][i];
                }
            }
        }
    }

    /**
     * Adds to the lower triangle of the Hessian by local variables: of a function with gradient g and second derivatives
     * H by the state up to an order.
     */
    void addHessian(LocalVariables local, int order, double[] g, double[] H, double[] out) {
        int rows = (order + 1) * n;
        int columns = width * n;
        // H ∂x/∂P, column (j, i)
        for (int a = 0; a < rows; a++) {
            for (int j = 0; j < width; j++) {
                for (int i = 0; i < n; i++) {
                    double entry = 0;
                    for (int k = 0; k <= order; k++) {
                        entry += H[a * rows + k * n + i] * weight[k][j];
                    }
                    product[a * columns + j * n + i] = entry;
                }
            }
        }
        int size = local.size();
        for (int j = 0; j < width; j++) {
            for (int i = 0; i < n; i++) {
                int slot = local.slot[j * n + i];
                if (slot >= 0) {
                    addRow(local, order, i, j, slot * size, out);
                }
            }
        }
        if (local.timeSlot >= 0) {
            addTime(local, order, g, H, out);
        }
    }

    private void addRow(LocalVariables local, int order, int i, int j, int line, double[] out) {
        int columns = width * n;
        int slot = line / local.size();
        for (int c = 0; c < columns; c++) {
            int other = local.slot[c];
            if (other >= 0 && other <= slot) {
                double entry = 0;
                for (int k = 0; k <= order; k++) {
                    entry += weight[k][j] * product[(k * n + i) * columns + c];
                }
                out[line + other] += entry;
            }
        }
    }

    private void addTime(LocalVariables local, int order, double[] g, double[] H, double[] out) {
        double T = points.time;
        int rows = (order + 1) * n;
        int columns = width * n;
        int line = local.timeSlot * local.size();
        for (int j = 0; j < width; j++) {
            for (int i = 0; i < n; i++) {
                int slot = local.slot[j * n + i];
                if (slot < 0) {
                    continue;
                }
                double entry = 0;
                for (int k = 0; k <= order; k++) {
                    for (int l = 0; l < n; l++) {
                        entry += byTime[k][l] * product[(k * n + l) * columns + j * n + i];
                    }
                    entry -= k / T * g[k * n + i] * weight[k][j];
                }
                out[line + slot] += entry;
            }
        }
        double corner = 0;
        for (int a = 0; a < rows; a++) {
            double entry = 0;
            for (int b = 0; b < rows; b++) {
                entry += H[a * rows + b] * byTime[b / n][b % n];
            }
            corner += byTime[a / n][a % n] * entry + g[a] * byTimeTwice[a / n][a % n];
        }
        out[line + local.timeSlot] += corner;
    }
}
