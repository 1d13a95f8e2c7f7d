package dev.catena.identification.physical;

/**
 * The pseudo-inertia of a body, J = [[Σ, h], [hᵀ, m]] with Σ = ½ tr(I) 1 − I, from its ten parameters XX, XY, XZ, YY, YZ, ZZ, MX,
 * MY, MZ, M about the origin of its frame. It is the second moment of the mass, so that a body can have the parameters exactly
 * if J is positive definite [WensingKimSlotine].
 *
 * <p>J is linear in the parameters, J = Σ φ_k E_k; matrices here are 4 × 4, row by row.
 */
final class PseudoInertia {
    static final int PARAMETERS = 10;

    /** E_k. */
    private static final double[][] UNIT = new double[PARAMETERS][];

    static {
        for (int k = 0; k < PARAMETERS; k++) {
            double[] phi = new double[PARAMETERS];
            phi[k] = 1;
            UNIT[k] = of(phi, 0);
        }
    }

    private PseudoInertia() {}

    /** J of the ten parameters from an index on. */
    static double[] of(double[] phi, int at) {
        double xx = phi[at];
        double yy = phi[at + 3];
        double zz = phi[at + 5];
        double sxy = -phi[at + 1];
        double sxz = -phi[at + 2];
        double syz = -phi[at + 4];
        double hx = phi[at + 6];
        double hy = phi[at + 7];
        double hz = phi[at + 8];
        double m = phi[at + 9];
        return new double[] {
            0.5 * (yy + zz - xx),
            sxy,
            sxz,
            hx,
            sxy,
            0.5 * (xx + zz - yy),
            syz,
            hy,
            sxz,
            syz,
            0.5 * (xx + yy - zz),
            hz,
            hx,
            hy,
            hz,
            m
        };
    }

    /** The ten parameters of J. */
    static double[] parameters(double[] j) {
        double trace = j[0] + j[5] + j[10];
        return new double[] {
            trace - j[0], -j[1], -j[2], trace - j[5], -j[6], trace - j[10], j[3], j[7], j[11], j[15],
        };
    }

    /** The matrix that belongs to a parameter; callers must not change it. */
    static double[] unit(int parameter) {
        return UNIT[parameter];
    }

    /** The lower triangle L with J = L Lᵀ; empty if J is not positive definite. */
    static double[] cholesky(double[] j) {
        double[] l = new double[16];
        for (int r = 0; r < 4; r++) {
            for (int c = 0; c <= r; c++) {
                double sum = j[4 * r + c];
                for (int k = 0; k < c; k++) {
                    sum -= l[4 * r + k] * l[4 * c + k];
                }
                if (r == c) {
                    if (!(sum > 0)) {
                        return new double[0];
                    }
                    l[4 * r + r] = Math.sqrt(sum);
                } else {
                    l[4 * r + c] = sum / l[4 * c + c];
                }
            }
        }
        return l;
    }

    /** log det J from its Cholesky factor. */
    static double logDeterminant(double[] l) {
        return 2 * Math.log(l[0] * l[5] * l[10] * l[15]);
    }

    /** J⁻¹ from the Cholesky factor of J. */
    static double[] inverse(double[] l) {
        double[] inverse = new double[16];
        double[] x = new double[4];
        for (int c = 0; c < 4; c++) {
            for (int r = 0; r < 4; r++) {
                double sum = r == c ? 1 : 0;
                for (int k = 0; k < r; k++) {
                    sum -= l[4 * r + k] * x[k];
                }
                x[r] = sum / l[4 * r + r];
            }
            for (int r = 3; r >= 0; r--) {
                double sum = x[r];
                for (int k = r + 1; k < 4; k++) {
                    sum -= l[4 * k + r] * x[k];
                }
                x[r] = sum / l[4 * r + r];
            }
            for (int r = 0; r < 4; r++) {
                inverse[4 * r + c] = x[r];
            }
        }
        return inverse;
    }

    /** L⁻¹ A L⁻ᵀ of a symmetric matrix. */
    static double[] divided(double[] l, double[] a) {
        return forward(l, transposed(forward(l, a)));
    }

    /** L⁻¹ A. */
    private static double[] forward(double[] l, double[] a) {
        double[] x = new double[16];
        for (int r = 0; r < 4; r++) {
            for (int c = 0; c < 4; c++) {
                double sum = a[4 * r + c];
                for (int k = 0; k < r; k++) {
                    sum -= l[4 * r + k] * x[4 * k + c];
                }
                x[4 * r + c] = sum / l[4 * r + r];
            }
        }
        return x;
    }

    /** L⁻¹. */
    static double[] lowerInverse(double[] l) {
        double[] one = new double[16];
        for (int k = 0; k < 4; k++) {
            one[5 * k] = 1;
        }
        return forward(l, one);
    }

    static double[] transposed(double[] a) {
        double[] t = new double[16];
        for (int r = 0; r < 4; r++) {
            for (int c = 0; c < 4; c++) {
                t[4 * r + c] = a[4 * c + r];
            }
        }
        return t;
    }

    /** tr(A B) of symmetric matrices. */
    static double traceOfProduct(double[] a, double[] b) {
        double sum = 0;
        for (int k = 0; k < 16; k++) {
            sum += a[k] * b[k];
        }
        return sum;
    }

    static double[] product(double[] a, double[] b) {
        double[] product = new double[16];
        for (int r = 0; r < 4; r++) {
            for (int c = 0; c < 4; c++) {
                for (int k = 0; k < 4; k++) {
                    product[4 * r + c] += a[4 * r + k] * b[4 * k + c];
                }
            }
        }
        return product;
    }
}
