package dev.catena.sensitivity;

import static dev.catena.algebra.Fused.fma;

/**
 * What {@link TreeFactor} solves, for arms of six or seven joints one after the other: a column of the right side stays in local
 * variables, where loops over so few columns do little but begin and end. Three matrices of six joints take 65 instead of 255 ns.
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

    /** Overwrites a square matrix X by −M⁻¹X = −L⁻¹ D⁻¹ L⁻ᵀ X. */
    void solve(double[] X) {
        if (L.length == 6) {
            solveSix(X);
        } else {
            solveSeven(X);
        }
    }

    private void solveSix(double[] X) {
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
        for (int c = 0; c < 6; c++) {
            double y5 = X[30 + c];
            double y4 = fma(-l54, y5, X[24 + c]);
            double y3 = fma(-l43, y4, fma(-l53, y5, X[18 + c]));
            double y2 = fma(-l32, y3, fma(-l42, y4, fma(-l52, y5, X[12 + c])));
            double y1 = fma(-l21, y2, fma(-l31, y3, fma(-l41, y4, fma(-l51, y5, X[6 + c]))));
            double y0 = fma(-l10, y1, fma(-l20, y2, fma(-l30, y3, fma(-l40, y4, fma(-l50, y5, X[c])))));
            double x0 = d0 * y0;
            double x1 = fma(-l10, x0, d1 * y1);
            double x2 = fma(-l21, x1, fma(-l20, x0, d2 * y2));
            double x3 = fma(-l32, x2, fma(-l31, x1, fma(-l30, x0, d3 * y3)));
            double x4 = fma(-l43, x3, fma(-l42, x2, fma(-l41, x1, fma(-l40, x0, d4 * y4))));
            X[30 + c] = fma(-l54, x4, fma(-l53, x3, fma(-l52, x2, fma(-l51, x1, fma(-l50, x0, d5 * y5)))));
            X[c] = x0;
            X[6 + c] = x1;
            X[12 + c] = x2;
            X[18 + c] = x3;
            X[24 + c] = x4;
        }
    }

    private void solveSeven(double[] X) {
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
        for (int c = 0; c < 7; c++) {
            double y6 = X[42 + c];
            double y5 = fma(-l65, y6, X[35 + c]);
            double y4 = fma(-l54, y5, fma(-l64, y6, X[28 + c]));
            double y3 = fma(-l43, y4, fma(-l53, y5, fma(-l63, y6, X[21 + c])));
            double y2 = fma(-l32, y3, fma(-l42, y4, fma(-l52, y5, fma(-l62, y6, X[14 + c]))));
            double y1 = fma(-l21, y2, fma(-l31, y3, fma(-l41, y4, fma(-l51, y5, fma(-l61, y6, X[7 + c])))));
            double y0 = fma(-l10, y1, fma(-l20, y2, fma(-l30, y3, fma(-l40, y4, fma(-l50, y5, fma(-l60, y6, X[c]))))));
            double x0 = d0 * y0;
            double x1 = fma(-l10, x0, d1 * y1);
            double x2 = fma(-l21, x1, fma(-l20, x0, d2 * y2));
            double x3 = fma(-l32, x2, fma(-l31, x1, fma(-l30, x0, d3 * y3)));
            double x4 = fma(-l43, x3, fma(-l42, x2, fma(-l41, x1, fma(-l40, x0, d4 * y4))));
            double x5 = fma(-l54, x4, fma(-l53, x3, fma(-l52, x2, fma(-l51, x1, fma(-l50, x0, d5 * y5)))));
            X[42 + c] =
                    fma(-l65, x5, fma(-l64, x4, fma(-l63, x3, fma(-l62, x2, fma(-l61, x1, fma(-l60, x0, d6 * y6))))));
            X[c] = x0;
            X[7 + c] = x1;
            X[14 + c] = x2;
            X[21 + c] = x3;
            X[28 + c] = x4;
            X[35 + c] = x5;
        }
    }
}
