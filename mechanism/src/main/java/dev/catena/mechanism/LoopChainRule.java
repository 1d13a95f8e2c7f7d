package dev.catena.mechanism;

import dev.catena.algebra.Series;
import java.util.Arrays;

/**
 * Derivatives by the motion x of the independent joints, of what is known by the motion y of all joints: with
 * {@link LoopVariation}, y⁽ᵒ⁾ changes with q_a⁽ⁱ⁾ⱼ by the o-th derivative of tⁱ/i! G eⱼ, and twice by that of tⁱ⁺ᵏ/(i! k!) H[eⱼ, eₗ].
 *
 * <p>Rows of the tree are those of a base of 0 or 6 numbers, joints, motors that turn on their own, and cut joints with
 * friction; rows of x those of base, independent joints and motors. Loops know nothing of base and motors, whose rows of G are the
 * identity.
 */
final class LoopChainRule {
    private static final double[] FACTORIAL = {1, 1, 2, 6};

    private final LoopVariation variation;

    /** The highest derivative of q by time that counts. */
    private final int order;

    private final int n;
    private final int motors;
    private final int count;
    private final int size;
    private int ofBase;

    /** y′ of one column of x, by order in time. */
    private final double[][] column;

    private final double[][] product;
    private final double[] change;

    /** All columns. */
    private final double[][][] columns;

    LoopChainRule(LoopVariation variation, int order, int n, int motors, int mostOfBase) {
        this.variation = variation;
        this.order = order;
        this.n = n;
        this.motors = motors;
        count = variation.count;
        size = variation.size;
        int all = mostOfBase + motors + size;
        column = new double[order + 1][];
        product = new double[order + 1][all];
        change = new double[all];
        columns = new double[(order + 1) * (mostOfBase + count + motors)][order + 1][all];
    }

    /** How many rows the tree has with cut joints, and how many a derivative of x has. */
    int rows() {
        return ofBase + motors + size;
    }

    int width() {
        return ofBase + count + motors;
    }

    /** Where a joint, or a cut joint with friction, is among the rows of the tree. */
    int place(int i) {
        return ofBase + (i < n ? i : i + motors);
    }

    /** Finds y′; the variation must be known. */
    void begin(int rowsOfBase) {
        ofBase = rowsOfBase;
        int width = width();
        for (int b = 0; b < (order + 1) * width; b++) {
            int i = b / width;
            int at = b % width;
            for (double[] part : columns[b]) {
                Arrays.fill(part, 0);
            }
            if (at < ofBase) {
                columns[b][i][at] = 1;
            } else if (at >= ofBase + count) {
                columns[b][i][at - count + n] = 1;
            } else {
                for (int o = i; o <= order; o++) {
                    addScaled(variation.first[at - ofBase], o, i, columns[b][o]);
                }
            }
        }
    }

    /** out += the o-th derivative of tⁱ/i! a(t). */
    private void addScaled(Series[] a, int o, int i, double[] out) {
        double factor = FACTORIAL[o] / FACTORIAL[i];
        for (int k = 0; k < size; k++) {
            out[place(k)] += factor * a[k].c[o - i];
        }
    }

    /** Matrices by position, velocity and so on times y′ of a column. */
    private void multiply(double[][] matrices, int b, double[] out) {
        int rows = rows();
        Arrays.fill(out, 0, rows, 0);
        for (int o = b / width(); o < matrices.length; o++) {
            for (int i = 0; i < rows; i++) {
                out[i] += dot(matrices[o], i * rows, columns[b][o], rows);
            }
        }
    }

    private static double dot(double[] matrix, int row, double[] x, int length) {
        double sum = 0;
        for (int k = 0; k < length; k++) {
            sum += matrix[row + k] * x[k];
        }
        return sum;
    }

    /** (the p-th derivative of tⁱ/i! a(t)) · w. */
    private double dot(Series[] a, int p, int i, double[] w) {
        double sum = 0;
        for (int k = 0; k < size; k++) {
            sum += a[k].c[p - i] * w[place(k)];
        }
        return FACTORIAL[p] / FACTORIAL[i] * sum;
    }

    /**
     * Adds the first derivatives of G⁽ᵖ⁾ᵀ w(y): G⁽ᵖ⁾ᵀ ∂w y′ + (G⁽ᵖ⁾)′ᵀ w.
     *
     * @param matrices ∂w by position, velocity and so on
     * @param out by position, velocity and so on
     */
    void addFirst(int p, double[] w, double[][] matrices, double[][] out) {
        int width = width();
        for (int b = 0; b < (order + 1) * width; b++) {
            multiply(matrices, b, change);
            int i = b / width;
            int at = b % width;
            for (int l = 0; l < count; l++) {
                double sum = dot(variation.first[l], p, 0, change);
                if (i <= p && at >= ofBase && at < ofBase + count) {
                    sum += dot(variation.second[l][at - ofBase], p, i, w);
                }
                out[i][(ofBase + l) * width + at] += sum;
            }
        }
    }

    /** H += y′ᵀ S y′. */
    void addCongruence(double[] S, double[] H) {
        int width = (order + 1) * width();
        int rows = rows();
        for (int b = 0; b < width; b++) {
            for (int to = 0; to <= order; to++) {
                Arrays.fill(product[to], 0, rows, 0);
                for (int from = b / width(); from <= order; from++) {
                    column[from] = columns[b][from];
                    for (int i = 0; i < rows; i++) {
                        product[to][i] +=
                                dot(S, (to * rows + i) * (order + 1) * rows + from * rows, column[from], rows);
                    }
                }
            }
            for (int a = 0; a < width; a++) {
                double sum = 0;
                for (int o = a / width(); o <= order; o++) {
                    sum += dot(columns[a][o], 0, product[o], rows);
                }
                H[a * width + b] += sum;
            }
        }
    }

    /** H += l⁽ᵖ⁾′ᵀ ∂w y′, its mirror image, and w · l⁽ᵖ⁾″, where l = G μ. */
    void addVirtual(int p, double[] w, double[][] matrices, double[] H) {
        int block = width();
        int width = (order + 1) * block;
        for (int b = 0; b < width; b++) {
            multiply(matrices, b, change);
            for (int i = 0; i <= p; i++) {
                for (int j = 0; j < count; j++) {
                    int a = i * block + ofBase + j;
                    double entry = dot(variation.virtualChange[j], p, i, change);
                    H[a * width + b] += entry;
                    H[b * width + a] += entry;
                }
            }
        }
        addForm(variation.third, p, w, H);
    }

    /** H += w · y⁽ᵒ⁾″. */
    void addSecond(int o, double[] w, double[] H) {
        addForm(variation.second, o, w, H);
    }

    /** H += w · (the o-th derivative of tⁱ⁺ᵏ/(i! k!) form[eⱼ, eₗ]). */
    private void addForm(Series[][][] form, int o, double[] w, double[] H) {
        int block = width();
        int width = (order + 1) * block;
        for (int j = 0; j < count; j++) {
            for (int l = 0; l < count; l++) {
                for (int i = 0; i <= o; i++) {
                    for (int k = 0; i + k <= o; k++) {
                        double factor = FACTORIAL[i + k] / (FACTORIAL[i] * FACTORIAL[k]);
                        H[(i * block + ofBase + j) * width + k * block + ofBase + l] +=
                                factor * dot(form[j][l], o, i + k, w);
                    }
                }
            }
        }
    }
}
