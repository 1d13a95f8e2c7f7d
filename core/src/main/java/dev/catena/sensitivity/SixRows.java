package dev.catena.sensitivity;

import static dev.catena.algebra.Fused.fma;
import static dev.catena.algebra.Fused.sum;

import java.util.Arrays;

/**
 * Loops over rows of numbers, six of which are the components of forces or accelerations. Each row is an array of its own: from
 * one array to another HotSpot makes vector code, of six products at most.
 */
final class SixRows {
    private SixRows() {}

    /** How long rows are to be, so that those allocated one after the other begin alike in cache lines. */
    static int length(int columns) {
        // the header of an array takes the room of two numbers
        return (columns + 2 + 7) / 8 * 8 - 2;
    }

    static void setZero(double[][] y) {
        for (double[] component : y) {
            Arrays.fill(component, 0);
        }
    }

    static void copy(double[][] from, double[][] to, int end) {
        for (int k = 0; k < 6; k++) {
            System.arraycopy(from[k], 0, to[k], 0, end);
        }
    }

    /** out = a₀ x₀ + a₁ x₁ + a₂ x₂ within a range. */
    static void set(
            double a0, double[] x0, double a1, double[] x1, double a2, double[] x2, int from, int to, double[] out) {
        for (int c = from; c < to; c++) {
            out[c] = sum(a0, x0[c], a1, x1[c], a2, x2[c]);
        }
    }

    /** out += aᵀy. */
    static void addProduct(double[] a, double[][] y, double[] out, int end) {
        addProduct(a[0], y[0], a[1], y[1], a[2], y[2], a[3], y[3], a[4], y[4], a[5], y[5], out, end);
    }

    private static void addProduct(
            double a0,
            double[] y0,
            double a1,
            double[] y1,
            double a2,
            double[] y2,
            double a3,
            double[] y3,
            double a4,
            double[] y4,
            double a5,
            double[] y5,
            double[] out,
            int end) {
        for (int c = 0; c < end; c++) {
            out[c] = sum(sum(out[c], a0, y0[c], a1, y1[c], a2, y2[c]), a3, y3[c], a4, y4[c], a5, y5[c]);
        }
    }

    /** y += a x. */
    static void addScaled(double[] a, double[] x, double[][] y, int end) {
        addScaled(x, a[0], y[0], a[1], y[1], a[2], y[2], end);
        addScaled(x, a[3], y[3], a[4], y[4], a[5], y[5], end);
    }

    private static void addScaled(
            double[] x, double a0, double[] y0, double a1, double[] y1, double a2, double[] y2, int end) {
        for (int c = 0; c < end; c++) {
            y0[c] = fma(a0, x[c], y0[c]);
            y1[c] = fma(a1, x[c], y1[c]);
            y2[c] = fma(a2, x[c], y2[c]);
        }
    }

    /** z += y + a x. */
    static void addScaled(double[] a, double[] x, double[][] y, double[][] z, int end) {
        for (int k = 0; k < 6; k++) {
            addScaled(a[k], x, y[k], z[k], end);
        }
    }

    private static void addScaled(double a, double[] x, double[] y, double[] z, int end) {
        for (int c = 0; c < end; c++) {
            z[c] = fma(a, x[c], z[c] + y[c]);
        }
    }

    /** y += a x, then out += bᵀy. */
    static void pass(double[] a, double[] x, double[][] y, double[] b, double[] out, int end) {
        pass(x, a[0], y[0], a[1], y[1], a[2], y[2], b[0], b[1], b[2], out, end);
        pass(x, a[3], y[3], a[4], y[4], a[5], y[5], b[3], b[4], b[5], out, end);
    }

    private static void pass(
            double[] x,
            double a0,
            double[] y0,
            double a1,
            double[] y1,
            double a2,
            double[] y2,
            double b0,
            double b1,
            double b2,
            double[] out,
            int end) {
        for (int c = 0; c < end; c++) {
            double s = x[c];
            double u = fma(a0, s, y0[c]);
            double v = fma(a1, s, y1[c]);
            double w = fma(a2, s, y2[c]);
            double r = sum(out[c], b0, u, b1, v, b2, w);
            y0[c] = u;
            y1[c] = v;
            y2[c] = w;
            out[c] = r;
        }
    }
}
