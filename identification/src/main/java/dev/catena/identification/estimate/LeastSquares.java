package dev.catena.identification.estimate;

import java.util.Arrays;

/** Ordinary and weighted least squares. */
public final class LeastSquares {
    /** Noise is never taken as less than this part of a joint's efforts: equations without noise are weighted alike. */
    private static final double LEAST_NOISE = 1e-11;

    private LeastSquares() {}

    /** All rows alike, all columns wanted. */
    public static LinearEstimate ordinary(JointFactors factors) {
        return ordinary(factors, all(factors.columns()), new double[factors.columns()]);
    }

    /**
     * All rows alike.
     *
     * @param wanted by column: whether it is estimated
     * @param pinned by column: its value if it is not
     */
    public static LinearEstimate ordinary(JointFactors factors, boolean[] wanted, double[] pinned) {
        double[] ones = new double[factors.joints()];
        Arrays.fill(ones, 1);
        TriangularFactor factor = factors.weighted(ones);
        LinearSolution solution = LinearSolution.of(factor, wanted, pinned);
        double squares = 0;
        for (int j = 0; j < ones.length; j++) {
            double residual = factors.residual(j, solution.values());
            squares += residual * residual * factors.rows(j);
        }
        double freedoms = Math.max(1, factors.rows() - solution.estimated());
        return new LinearEstimate(factor, solution, ones, squares / freedoms);
    }

    /** Rows of each joint divided by the deviation of its noise, all columns wanted. */
    public static LinearEstimate weighted(JointFactors factors) {
        return weighted(factors, all(factors.columns()), new double[factors.columns()]);
    }

    /**
     * Rows of each joint divided by the deviation of its noise, which is that of the residuals of ordinary least squares.
     *
     * @param wanted by column: whether it is estimated
     * @param pinned by column: its value if it is not
     */
    public static LinearEstimate weighted(JointFactors factors, boolean[] wanted, double[] pinned) {
        return weighted(factors, wanted, pinned, noise(factors, ordinary(factors, wanted, pinned)));
    }

    /** As above, with given deviations of noise. */
    public static LinearEstimate weighted(JointFactors factors, boolean[] wanted, double[] pinned, double[] noise) {
        TriangularFactor factor = factors.weighted(noise);
        LinearSolution solution = LinearSolution.of(factor, wanted, pinned);
        double squares = 0;
        for (int j = 0; j < noise.length; j++) {
            double relative = factors.residual(j, solution.values()) / noise[j];
            squares += relative * relative * factors.rows(j);
        }
        double freedoms = Math.max(1, factors.rows() - solution.estimated());
        return new LinearEstimate(factor, solution, noise.clone(), squares / freedoms);
    }

    /** By joint: the deviation of what an estimate leaves. */
    public static double[] noise(JointFactors factors, LinearEstimate estimate) {
        double[] noise = new double[factors.joints()];
        double[] values = estimate.values();
        double most = 0;
        for (int j = 0; j < noise.length; j++) {
            most = Math.max(most, factors.effort(j));
        }
        for (int j = 0; j < noise.length; j++) {
            double floor = LEAST_NOISE * Math.max(factors.effort(j), 1e-3 * most);
            noise[j] = Math.max(factors.residual(j, values), floor);
            if (noise[j] == 0) {
                noise[j] = 1;
            }
        }
        return noise;
    }

    static boolean[] all(int columns) {
        boolean[] wanted = new boolean[columns];
        Arrays.fill(wanted, true);
        return wanted;
    }
}
