package dev.catena.identification.physical;

import java.util.Arrays;

/**
 * Ten numbers without bounds for the ten parameters of a body: θ = (α, d₁, d₂, d₃, s₁₂, s₂₃, s₁₃, t₁, t₂, t₃) with the pseudo-inertia
 * J = U Uᵀ and U = e^α [[e^d₁, s₁₂, s₁₃, t₁], [0, e^d₂, s₂₃, t₂], [0, 0, e^d₃, t₃], [0, 0, 0, 1]] [RuckerWensing]. Every θ is a body,
 * and every body has one θ.
 */
public final class LogCholesky {
    /** Row and column in U of d, s and t, in the order of θ from 1 on. */
    private static final int[][] PLACE = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {1, 2}, {0, 2}, {0, 3}, {1, 3}, {2, 3}};

    private LogCholesky() {}

    /** XX, XY, XZ, YY, YZ, ZZ, MX, MY, MZ, M of θ. */
    public static double[] parameters(double[] theta) {
        check("theta", theta);
        double[] u = upper(theta);
        return PseudoInertia.parameters(symmetric(u, u, 0.5));
    }

    /** θ of a body's parameters. */
    public static double[] of(double[] parameters) {
        check("parameters", parameters);
        double[] j = PseudoInertia.of(parameters, 0);
        // J = U Uᵀ with U upper triangular is Cholesky's factor of J read from the other end
        double[] reversed = new double[16];
        for (int r = 0; r < 4; r++) {
            for (int c = 0; c < 4; c++) {
                reversed[4 * r + c] = j[4 * (3 - r) + 3 - c];
            }
        }
        double[] l = PseudoInertia.cholesky(reversed);
        if (l.length == 0) {
            throw new IllegalArgumentException(
                    "no body has the inertial parameters %s".formatted(Arrays.toString(parameters)));
        }
        double[] u = new double[16];
        for (int r = 0; r < 4; r++) {
            for (int c = 0; c < 4; c++) {
                u[4 * r + c] = l[4 * (3 - r) + 3 - c];
            }
        }
        double scale = u[15];
        double[] theta = new double[PseudoInertia.PARAMETERS];
        theta[0] = Math.log(scale);
        for (int k = 0; k < PLACE.length; k++) {
            double entry = u[4 * PLACE[k][0] + PLACE[k][1]] / scale;
            theta[1 + k] = k < 3 ? Math.log(entry) : entry;
        }
        return theta;
    }

    private static void check(String name, double[] numbers) {
        if (numbers.length != PseudoInertia.PARAMETERS
                || !Arrays.stream(numbers).allMatch(Double::isFinite)) {
            throw new IllegalArgumentException("%s is %s, but must be %s finite numbers"
                    .formatted(name, Arrays.toString(numbers), PseudoInertia.PARAMETERS));
        }
    }

    /** ∂parameters/∂θ, by parameter, then by θ. */
    public static double[][] jacobian(double[] theta) {
        check("theta", theta);
        double[] u = upper(theta);
        double scale = Math.exp(theta[0]);
        double[][] jacobian = new double[PseudoInertia.PARAMETERS][PseudoInertia.PARAMETERS];
        for (int k = 0; k < PseudoInertia.PARAMETERS; k++) {
            double[] rate = new double[16];
            if (k == 0) {
                System.arraycopy(u, 0, rate, 0, 16);
            } else {
                int at = 4 * PLACE[k - 1][0] + PLACE[k - 1][1];
                rate[at] = k <= 3 ? u[at] : scale;
            }
            double[] column = PseudoInertia.parameters(symmetric(rate, u, 1));
            for (int i = 0; i < PseudoInertia.PARAMETERS; i++) {
                jacobian[i][k] = column[i];
            }
        }
        return jacobian;
    }

    private static double[] upper(double[] theta) {
        double scale = Math.exp(theta[0]);
        double[] u = new double[16];
        u[15] = scale;
        for (int k = 0; k < PLACE.length; k++) {
            u[4 * PLACE[k][0] + PLACE[k][1]] = scale * (k < 3 ? Math.exp(theta[1 + k]) : theta[1 + k]);
        }
        return u;
    }

    /** factor (A Bᵀ + B Aᵀ). */
    private static double[] symmetric(double[] a, double[] b, double factor) {
        double[] sum = new double[16];
        for (int r = 0; r < 4; r++) {
            for (int c = 0; c < 4; c++) {
                for (int k = 0; k < 4; k++) {
                    sum[4 * r + c] += factor * (a[4 * r + k] * b[4 * c + k] + b[4 * r + k] * a[4 * c + k]);
                }
            }
        }
        return sum;
    }
}
