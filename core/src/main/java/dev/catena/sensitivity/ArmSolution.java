package dev.catena.sensitivity;

import static dev.catena.algebra.Fused.fma;

/**
 * What {@link TreeFactor} solves, for arms of six or seven joints one after the other: a column of the right side stays in local
 * variables, where loops over so few columns do little but begin and end. Three matrices of six joints take 65 instead of 255 ns. So
 * do rows that are factored, and one right side: with all three, derivatives of accelerations take a twentieth less time.
 */
final class ArmSolution {
    private final double[][] L;
    private final double[] inverse;

    /**
     * @param L by row, its part of L along the rows before it, for others to fill
     * @param inverse by row, 1/D, likewise
     */
    ArmSolution(double[][] L, double[] inverse) {
        this.L = L;
        this.inverse = inverse;
    }

    /**
     * Whether rows are six or seven, each on the one before it.
     *
     * @param given by row, its row in the matrices of callers
     */
    static boolean suits(double[][] L, int[] given) {
        for (int i = 0; i < L.length; i++) {
            if (L[i].length != i || given[i] != i) {
                return false;
            }
        }
        return L.length == 6 || L.length == 7;
    }

    /** Takes off the rows before row k what it leaves, and divides its part of L, once its pivot is known. */
    void eliminate(int k) {
        switch (k) {
            case 6 -> eliminateOverSix(6);
            case 5 -> eliminateSixth();
            case 4 -> eliminateFifth();
            case 3 -> eliminateFourth();
            case 2 -> eliminateThird();
            case 1 -> eliminateSecond();
            default -> {}
        }
    }

    /** The same of a row on the first six, as far as these go. */
    void eliminateOverSix(int k) {
        double[] l = L[k];
        double i = inverse[k];
        double m0 = l[0];
        double m1 = l[1];
        double m2 = l[2];
        double m3 = l[3];
        double m4 = l[4];
        double m5 = l[5];
        double l0 = m0 * i;
        double l1 = m1 * i;
        double l2 = m2 * i;
        double l3 = m3 * i;
        double l4 = m4 * i;
        double l5 = m5 * i;
        l[0] = l0;
        l[1] = l1;
        l[2] = l2;
        l[3] = l3;
        l[4] = l4;
        l[5] = l5;
        inverse[0] = fma(-l0, m0, inverse[0]);
        inverse[1] = fma(-l1, m1, inverse[1]);
        inverse[2] = fma(-l2, m2, inverse[2]);
        inverse[3] = fma(-l3, m3, inverse[3]);
        inverse[4] = fma(-l4, m4, inverse[4]);
        inverse[5] = fma(-l5, m5, inverse[5]);
        subtract(l1, m0, L[1]);
        subtract(l2, m0, m1, L[2]);
        subtract(l3, m0, m1, m2, L[3]);
        subtract(l4, m0, m1, m2, m3, L[4]);
        subtract(l5, m0, m1, m2, m3, m4, L[5]);
    }

    private void eliminateSixth() {
        double[] l = L[5];
        double i = inverse[5];
        double m0 = l[0];
        double m1 = l[1];
        double m2 = l[2];
        double m3 = l[3];
        double m4 = l[4];
        double l0 = m0 * i;
        double l1 = m1 * i;
        double l2 = m2 * i;
        double l3 = m3 * i;
        double l4 = m4 * i;
        l[0] = l0;
        l[1] = l1;
        l[2] = l2;
        l[3] = l3;
        l[4] = l4;
        inverse[0] = fma(-l0, m0, inverse[0]);
        inverse[1] = fma(-l1, m1, inverse[1]);
        inverse[2] = fma(-l2, m2, inverse[2]);
        inverse[3] = fma(-l3, m3, inverse[3]);
        inverse[4] = fma(-l4, m4, inverse[4]);
        subtract(l1, m0, L[1]);
        subtract(l2, m0, m1, L[2]);
        subtract(l3, m0, m1, m2, L[3]);
        subtract(l4, m0, m1, m2, m3, L[4]);
    }

    private void eliminateFifth() {
        double[] l = L[4];
        double i = inverse[4];
        double m0 = l[0];
        double m1 = l[1];
        double m2 = l[2];
        double m3 = l[3];
        double l0 = m0 * i;
        double l1 = m1 * i;
        double l2 = m2 * i;
        double l3 = m3 * i;
        l[0] = l0;
        l[1] = l1;
        l[2] = l2;
        l[3] = l3;
        inverse[0] = fma(-l0, m0, inverse[0]);
        inverse[1] = fma(-l1, m1, inverse[1]);
        inverse[2] = fma(-l2, m2, inverse[2]);
        inverse[3] = fma(-l3, m3, inverse[3]);
        subtract(l1, m0, L[1]);
        subtract(l2, m0, m1, L[2]);
        subtract(l3, m0, m1, m2, L[3]);
    }

    private void eliminateFourth() {
        double[] l = L[3];
        double i = inverse[3];
        double m0 = l[0];
        double m1 = l[1];
        double m2 = l[2];
        double l0 = m0 * i;
        double l1 = m1 * i;
        double l2 = m2 * i;
        l[0] = l0;
        l[1] = l1;
        l[2] = l2;
        inverse[0] = fma(-l0, m0, inverse[0]);
        inverse[1] = fma(-l1, m1, inverse[1]);
        inverse[2] = fma(-l2, m2, inverse[2]);
        subtract(l1, m0, L[1]);
        subtract(l2, m0, m1, L[2]);
    }

    private void eliminateThird() {
        double[] l = L[2];
        double i = inverse[2];
        double m0 = l[0];
        double m1 = l[1];
        double l0 = m0 * i;
        double l1 = m1 * i;
        l[0] = l0;
        l[1] = l1;
        inverse[0] = fma(-l0, m0, inverse[0]);
        inverse[1] = fma(-l1, m1, inverse[1]);
        subtract(l1, m0, L[1]);
    }

    private void eliminateSecond() {
        double[] l = L[1];
        double i = inverse[1];
        double m0 = l[0];
        double l0 = m0 * i;
        l[0] = l0;
        inverse[0] = fma(-l0, m0, inverse[0]);
    }

    private static void subtract(double l, double m0, double[] row) {
        row[0] = fma(-l, m0, row[0]);
    }

    private static void subtract(double l, double m0, double m1, double[] row) {
        row[0] = fma(-l, m0, row[0]);
        row[1] = fma(-l, m1, row[1]);
    }

    private static void subtract(double l, double m0, double m1, double m2, double[] row) {
        row[0] = fma(-l, m0, row[0]);
        row[1] = fma(-l, m1, row[1]);
        row[2] = fma(-l, m2, row[2]);
    }

    private static void subtract(double l, double m0, double m1, double m2, double m3, double[] row) {
        row[0] = fma(-l, m0, row[0]);
        row[1] = fma(-l, m1, row[1]);
        row[2] = fma(-l, m2, row[2]);
        row[3] = fma(-l, m3, row[3]);
    }

    private static void subtract(double l, double m0, double m1, double m2, double m3, double m4, double[] row) {
        row[0] = fma(-l, m0, row[0]);
        row[1] = fma(-l, m1, row[1]);
        row[2] = fma(-l, m2, row[2]);
        row[3] = fma(-l, m3, row[3]);
        row[4] = fma(-l, m4, row[4]);
    }

    /**
     * Overwrites a matrix X of so many columns by −M⁻¹X = −L⁻¹ D⁻¹ L⁻ᵀ X.
     *
     * @return the sum of its numbers
     */
    double solve(double[] X, int columns) {
        return L.length == 6 ? solveSix(X, columns) : solveSeven(X, columns);
    }

    private double solveSix(double[] X, int n) {
        double l10 = L[1][0];
        double l20 = L[2][0];
        double l21 = L[2][1];
        double l30 = L[3][0];
        double l31 = L[3][1];
        double l32 = L[3][2];
        double l40 = L[4][0];
        double l41 = L[4][1];
        double l42 = L[4][2];
        double l43 = L[4][3];
        double l50 = L[5][0];
        double l51 = L[5][1];
        double l52 = L[5][2];
        double l53 = L[5][3];
        double l54 = L[5][4];
        double d0 = -inverse[0];
        double d1 = -inverse[1];
        double d2 = -inverse[2];
        double d3 = -inverse[3];
        double d4 = -inverse[4];
        double d5 = -inverse[5];
        double sum = 0;
        for (int c = 0; c < n; c++) {
            double y5 = X[5 * n + c];
            double y4 = fma(-l54, y5, X[4 * n + c]);
            double y3 = fma(-l43, y4, fma(-l53, y5, X[3 * n + c]));
            double y2 = fma(-l32, y3, fma(-l42, y4, fma(-l52, y5, X[2 * n + c])));
            double y1 = fma(-l21, y2, fma(-l31, y3, fma(-l41, y4, fma(-l51, y5, X[n + c]))));
            double y0 = fma(-l10, y1, fma(-l20, y2, fma(-l30, y3, fma(-l40, y4, fma(-l50, y5, X[c])))));
            double x0 = d0 * y0;
            double x1 = fma(-l10, x0, d1 * y1);
            double x2 = fma(-l21, x1, fma(-l20, x0, d2 * y2));
            double x3 = fma(-l32, x2, fma(-l31, x1, fma(-l30, x0, d3 * y3)));
            double x4 = fma(-l43, x3, fma(-l42, x2, fma(-l41, x1, fma(-l40, x0, d4 * y4))));
            double x5 = fma(-l54, x4, fma(-l53, x3, fma(-l52, x2, fma(-l51, x1, fma(-l50, x0, d5 * y5)))));
            X[c] = x0;
            X[n + c] = x1;
            X[2 * n + c] = x2;
            X[3 * n + c] = x3;
            X[4 * n + c] = x4;
            X[5 * n + c] = x5;
            sum += (x0 + x1) + (x2 + x3) + (x4 + x5);
        }
        return sum;
    }

    private double solveSeven(double[] X, int n) {
        double l10 = L[1][0];
        double l20 = L[2][0];
        double l21 = L[2][1];
        double l30 = L[3][0];
        double l31 = L[3][1];
        double l32 = L[3][2];
        double l40 = L[4][0];
        double l41 = L[4][1];
        double l42 = L[4][2];
        double l43 = L[4][3];
        double l50 = L[5][0];
        double l51 = L[5][1];
        double l52 = L[5][2];
        double l53 = L[5][3];
        double l54 = L[5][4];
        double l60 = L[6][0];
        double l61 = L[6][1];
        double l62 = L[6][2];
        double l63 = L[6][3];
        double l64 = L[6][4];
        double l65 = L[6][5];
        double d0 = -inverse[0];
        double d1 = -inverse[1];
        double d2 = -inverse[2];
        double d3 = -inverse[3];
        double d4 = -inverse[4];
        double d5 = -inverse[5];
        double d6 = -inverse[6];
        double sum = 0;
        for (int c = 0; c < n; c++) {
            double y6 = X[6 * n + c];
            double y5 = fma(-l65, y6, X[5 * n + c]);
            double y4 = fma(-l54, y5, fma(-l64, y6, X[4 * n + c]));
            double y3 = fma(-l43, y4, fma(-l53, y5, fma(-l63, y6, X[3 * n + c])));
            double y2 = fma(-l32, y3, fma(-l42, y4, fma(-l52, y5, fma(-l62, y6, X[2 * n + c]))));
            double y1 = fma(-l21, y2, fma(-l31, y3, fma(-l41, y4, fma(-l51, y5, fma(-l61, y6, X[n + c])))));
            double y0 = fma(-l10, y1, fma(-l20, y2, fma(-l30, y3, fma(-l40, y4, fma(-l50, y5, fma(-l60, y6, X[c]))))));
            double x0 = d0 * y0;
            double x1 = fma(-l10, x0, d1 * y1);
            double x2 = fma(-l21, x1, fma(-l20, x0, d2 * y2));
            double x3 = fma(-l32, x2, fma(-l31, x1, fma(-l30, x0, d3 * y3)));
            double x4 = fma(-l43, x3, fma(-l42, x2, fma(-l41, x1, fma(-l40, x0, d4 * y4))));
            double x5 = fma(-l54, x4, fma(-l53, x3, fma(-l52, x2, fma(-l51, x1, fma(-l50, x0, d5 * y5)))));
            double x6 =
                    fma(-l65, x5, fma(-l64, x4, fma(-l63, x3, fma(-l62, x2, fma(-l61, x1, fma(-l60, x0, d6 * y6))))));
            X[c] = x0;
            X[n + c] = x1;
            X[2 * n + c] = x2;
            X[3 * n + c] = x3;
            X[4 * n + c] = x4;
            X[5 * n + c] = x5;
            X[6 * n + c] = x6;
            sum += (x0 + x1) + (x2 + x3) + (x4 + x5) + x6;
        }
        return sum;
    }
}
