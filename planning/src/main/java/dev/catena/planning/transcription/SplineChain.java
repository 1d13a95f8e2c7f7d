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
    private final int inputs;
    private final int highest;

    /** T⁻ᵏ Bⱼ⁽ᵏ⁾: row k. */
    private final double[][] weight;

    /** ∂q⁽ᵏ⁾/∂T and ∂²q⁽ᵏ⁾/∂T²: row k. */
    private final double[][] byTime;

    private final double[][] byTimeTwice;
    private final double[] sum;
    private final double[] sumByTime;
    private final double[] sumByTimeTwice;
    private final double[] product;
    private final double[] line;
    private final MotionState state;

    SplineChain(ControlPoints points) {
        this.points = points;
        n = points.n;
        width = points.basis.degree() + 1;
        highest = points.highestOrder;
        int orders = highest + 1;
        weight = new double[orders][width];
        byTime = new double[orders][n];
        byTimeTwice = new double[orders][n];
        sum = new double[n];
        sumByTime = new double[n];
        sumByTimeTwice = new double[n];
        inputs = points.inputs.inputs.count();
        product = new double[(orders * n + inputs) * width * n];
        line = new double[width * n];
        state = new MotionState(n, inputs, highest);
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
        for (int k = 0; k <= highest; k++) {
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
        state.setMoment(matrix.parameter(row));
        state.setTime(matrix.parameter(row) * T);
        points.readInputs(matrix.parameter(row), state.inputs());
        if (!(T > 0) || !(size < Double.POSITIVE_INFINITY)) {
            throw new EvaluationException(
                    "a motion that takes %s s has no state at %s of it".formatted(T, matrix.parameter(row)));
        }
        return state;
    }

    /**
     * The gradient by local variables of a function whose derivatives by the state begin at an offset.
     *
     * @param withInputs whether those by inputs follow
     */
    void gradient(LocalVariables local, int order, boolean withInputs, double[] byState, int offset, double[] out) {
        Arrays.fill(out, 0, local.size(), 0);
        for (int k = 0; k <= order; k++) {
            for (int i = 0; i < n; i++) {
                double slope = byState[offset + k * n + i];
                if (slope == 0) {
                    continue;
                }
                for (int j = 0; j < width; j++) {
                    int[] slots = local.slots[j * n + i];
                    double[] factors = local.factors[j * n + i];
                    for (int v = 0; v < slots.length; v++) {
                        out[slots[v]] += slope * weight[k][j] * factors[v];
                    }
                }
                if (local.timeSlot >= 0) {
                    out[local.timeSlot] += slope * byTime[k][i];
                }
            }
        }
        for (int e = 0; e < local.inputCount && withInputs; e++) {
            out[local.inputSlot + e] = byState[offset + (order + 1) * n + e];
        }
    }

    /**
     * Adds to the lower triangle of the Hessian by local variables: of a function with gradient g and second derivatives
     * H by the state up to an order, inputs behind it.
     */
    void addHessian(LocalVariables local, int order, double[] g, double[] H, double[] out) {
        int rows = (order + 1) * n + inputs;
        int columns = width * n;
        // H ∂x/∂P, column (j, i)
        for (int a = 0; a < rows; a++) {
            for (int j = 0; j < width; j++) {
                int at = a * columns + j * n;
                Arrays.fill(product, at, at + n, 0);
                for (int k = 0; k <= order; k++) {
                    double factor = weight[k][j];
                    int from = a * rows + k * n;
                    for (int i = 0; i < n; i++) {
                        product[at + i] += factor * H[from + i];
                    }
                }
            }
        }
        for (int c = 0; c < columns; c++) {
            if (local.slots[c].length > 0) {
                addRow(local, order, c, out);
            }
        }
        if (local.timeSlot >= 0) {
            addTime(local, order, g, H, out);
        }
        addInputs(local, order, H, out);
    }

    /** Row c of ∂x/∂Pᵀ H ∂x/∂P, to the variables that both control points are made of. */
    private void addRow(LocalVariables local, int order, int c, double[] out) {
        int columns = width * n;
        int size = local.size();
        int j = c / n;
        int i = c % n;
        Arrays.fill(line, 0, c + 1, 0);
        for (int k = 0; k <= order; k++) {
            double factor = weight[k][j];
            int from = (k * n + i) * columns;
            for (int d = 0; d <= c; d++) {
                line[d] += factor * product[from + d];
            }
        }
        int[] own = local.slots[c];
        double[] ownFactors = local.factors[c];
        for (int d = 0; d <= c; d++) {
            int[] others = local.slots[d];
            double[] otherFactors = local.factors[d];
            for (int v = 0; v < own.length; v++) {
                for (int w = 0; w < others.length; w++) {
                    double entry = line[d] * ownFactors[v] * otherFactors[w];
                    int a = own[v];
                    int b = others[w];
                    if (d == c && a >= b) {
                        out[a * size + b] += entry;
                    } else if (d != c) {
                        out[Math.max(a, b) * size + Math.min(a, b)] += a == b ? 2 * entry : entry;
                    }
                }
            }
        }
    }

    private void addTime(LocalVariables local, int order, double[] g, double[] H, double[] out) {
        double T = points.time;
        int states = (order + 1) * n;
        int rows = states + inputs;
        int columns = width * n;
        int row = local.timeSlot * local.size();
        for (int c = 0; c < columns; c++) {
            int[] slots = local.slots[c];
            if (slots.length == 0) {
                continue;
            }
            double entry = 0;
            for (int k = 0; k <= order; k++) {
                for (int l = 0; l < n; l++) {
                    entry += byTime[k][l] * product[(k * n + l) * columns + c];
                }
                entry -= k / T * g[k * n + c % n] * weight[k][c / n];
            }
            for (int v = 0; v < slots.length; v++) {
                out[row + slots[v]] += entry * local.factors[c][v];
            }
        }
        double corner = 0;
        for (int a = 0; a < states; a++) {
            double entry = 0;
            for (int b = 0; b < states; b++) {
                entry += H[a * rows + b] * byTime[b / n][b % n];
            }
            corner += byTime[a / n][a % n] * entry + g[a] * byTimeTwice[a / n][a % n];
        }
        out[row + local.timeSlot] += corner;
    }

    private void addInputs(LocalVariables local, int order, double[] H, double[] out) {
        int states = (order + 1) * n;
        int rows = states + inputs;
        int columns = width * n;
        for (int e = 0; e < local.inputCount; e++) {
            int row = (local.inputSlot + e) * local.size();
            for (int c = 0; c < columns; c++) {
                for (int v = 0; v < local.slots[c].length; v++) {
                    out[row + local.slots[c][v]] += product[(states + e) * columns + c] * local.factors[c][v];
                }
            }
            for (int b = 0; b < states && local.timeSlot >= 0; b++) {
                out[row + local.timeSlot] += H[(states + e) * rows + b] * byTime[b / n][b % n];
            }
            for (int other = 0; other <= e; other++) {
                out[row + local.inputSlot + other] += H[(states + e) * rows + states + other];
            }
        }
    }
}
