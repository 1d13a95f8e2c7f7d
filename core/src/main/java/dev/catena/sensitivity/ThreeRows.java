package dev.catena.sensitivity;

import static dev.catena.algebra.Fused.fma;

import java.util.Arrays;

/**
 * Loops that change three rows of numbers at once. Nine products a loop are the most that HotSpot makes vector code of: it takes .6 of
 * the time that four products for one row take, since each number is loaded for three of them.
 */
final class ThreeRows {
    private ThreeRows() {}

    /** yᵢ += Σ aᵢⱼ xⱼ, with a row by row. */
    static void addProducts(double[] a, double[] x0, double[] x1, double[] x2, double[] y0, double[] y1, double[] y2) {
        double a00 = a[0];
        double a01 = a[1];
        double a02 = a[2];
        double a10 = a[3];
        double a11 = a[4];
        double a12 = a[5];
        double a20 = a[6];
        double a21 = a[7];
        double a22 = a[8];
        for (int c = 0; c < y0.length; c++) {
            double u = x0[c];
            double v = x1[c];
            double w = x2[c];
            double r = fma(a02, w, fma(a01, v, fma(a00, u, y0[c])));
            double s = fma(a12, w, fma(a11, v, fma(a10, u, y1[c])));
            double t = fma(a22, w, fma(a21, v, fma(a20, u, y2[c])));
            y0[c] = r;
            y1[c] = s;
            y2[c] = t;
        }
    }

    /** All numbers of rows that are as long as a column sum: half the time of adding one number after the other. */
    static double sum(double[][] rows, double[] columnSums) {
        Arrays.fill(columnSums, 0);
        int k = 0;
        for (; k + 2 < rows.length; k += 3) {
            add(rows[k], rows[k + 1], rows[k + 2], columnSums);
        }
        double sum = 0;
        for (; k < rows.length; k++) {
            for (double x : rows[k]) {
                sum += x;
            }
        }
        for (double x : columnSums) {
            sum += x;
        }
        return sum;
    }

    private static void add(double[] x0, double[] x1, double[] x2, double[] y) {
        for (int c = 0; c < y.length; c++) {
            y[c] += x0[c] + x1[c] + x2[c];
        }
    }

    /** y₁ −= l₂₁ y₂ and y₀ −= l₁₀ y₁ + l₂₀ y₂. */
    static void climb(double l10, double l20, double l21, double[] y0, double[] y1, double[] y2) {
        double a = -l10;
        double b = -l20;
        double d = -l21;
        for (int c = 0; c < y0.length; c++) {
            double w = y2[c];
            double v = fma(d, w, y1[c]);
            y0[c] = fma(a, v, fma(b, w, y0[c]));
            y1[c] = v;
        }
    }

    /** yᵢ = dᵢ yᵢ − Σ lᵢⱼ yⱼ over those before it. */
    static void descend(
            double d0,
            double d1,
            double d2,
            double l10,
            double l20,
            double l21,
            double[] y0,
            double[] y1,
            double[] y2) {
        double a = -l10;
        double b = -l20;
        double d = -l21;
        for (int c = 0; c < y0.length; c++) {
            double u = d0 * y0[c];
            double v = fma(a, u, d1 * y1[c]);
            double w = fma(d, v, fma(b, u, d2 * y2[c]));
            y0[c] = u;
            y1[c] = v;
            y2[c] = w;
        }
    }
}
