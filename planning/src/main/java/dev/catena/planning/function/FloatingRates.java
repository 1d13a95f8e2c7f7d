package dev.catena.planning.function;

import java.util.Arrays;

/**
 * Derivatives of torque rates of a robot that floats, at the state that {@link FloatingDynamics} differentiated last. The
 * jerk Y of the base follows from ḟ = 0. With multipliers l = [Bλ; λ] of τ̇, ν of f and κ of the momentum h such that the
 * slopes of
 *
 * <pre>
 *   L = lᵀτ̇(y, ẏ, ÿ, y⃛) + νᵀf(y, ẏ, ÿ) + κᵀh(y, ẏ)
 * </pre>
 *
 * by Y, A and V are zero, the second derivatives of λᵀτ̇ are Dᵀ ∂²L D with D = ∂(y, ẏ, ÿ, y⃛)/∂(q, q̇, q̈, q⃛).
 */
final class FloatingRates {
    private static final int BASE = FloatingDynamics.BASE;
    private static final int[] OF_FORCE = {0, 1, 2};
    private static final int[] OF_MOMENTUM = {0, -1, 1};

    private final FloatingDynamics of;
    private final int n;
    private final int size;
    private final double[] yddd;
    private final double[] tau;

    /** ∂τ̇/∂(y, ẏ, ÿ, y⃛). */
    private final double[][] byOrder;

    /** D, 4 size × 4n. */
    private final double[] slope;

    private final double[] lambdaOfTree;
    private final double[] nu;
    private final double[] kappa;
    private final double[] H;
    private final double[] part;
    private final Congruence toJoints;
    private final double[] column = new double[BASE];

    FloatingRates(FloatingDynamics of) {
        this.of = of;
        n = of.n;
        size = of.size;
        yddd = new double[size];
        tau = new double[size];
        byOrder = new double[4][size * size];
        slope = new double[4 * size * 4 * n];
        lambdaOfTree = new double[size];
        nu = new double[size];
        kappa = new double[size];
        H = new double[16 * size * size];
        part = new double[9 * size * size];
        toJoints = new Congruence(4 * size, 4 * n);
    }

    /** Y, ∂τ̇ of the tree, and D. */
    void compute(double[] qddd) {
        Arrays.fill(yddd, 0, BASE, 0);
        System.arraycopy(qddd, 0, yddd, BASE, n);
        of.placed.torqueRate(of.y, of.yd, of.ydd, yddd, tau);
        for (int r = 0; r < BASE; r++) {
            column[r] = -tau[r];
        }
        of.inertia.solve(column);
        System.arraycopy(column, 0, yddd, 0, BASE);
        of.placed.torqueRateDerivatives(of.y, of.yd, of.ydd, yddd, byOrder[0], byOrder[1], byOrder[2], byOrder[3]);
        fillSlope();
    }

    private void fillSlope() {
        Arrays.fill(slope, 0);
        int width = 4 * n;
        for (int order = 0; order < 4; order++) {
            for (int c = 0; c < n; c++) {
                slope[(order * size + BASE + c) * width + order * n + c] = 1;
            }
        }
        putBlock(1, 0, of.Vq);
        putBlock(1, 1, of.B);
        putBlock(2, 0, of.Aq);
        putBlock(2, 1, of.Aqd);
        putBlock(2, 2, of.B);
        putBlock(3, 3, of.B);
        // M dY = −∂ḟ/∂(y, ẏ, ÿ) D
        for (int c = 0; c < 3 * n; c++) {
            for (int r = 0; r < BASE; r++) {
                column[r] = -rowTimesSlope(r, 3, c);
            }
            of.inertia.solve(column);
            for (int r = 0; r < BASE; r++) {
                slope[(3 * size + r) * width + c] = column[r];
            }
        }
    }

    private void putBlock(int order, int by, double[] matrix) {
        for (int r = 0; r < BASE; r++) {
            System.arraycopy(matrix, r * n, slope, (order * size + r) * 4 * n + by * n, n);
        }
    }

    /** A row of ∂τ̇ by the first orders of y times a column of D. */
    private double rowTimesSlope(int row, int orders, int c) {
        double sum = 0;
        for (int order = 0; order < orders; order++) {
            for (int k = 0; k < size; k++) {
                sum += byOrder[order][row * size + k] * slope[(order * size + k) * 4 * n + c];
            }
        }
        return sum;
    }

    void derivatives(double[] byPosition, double[] byVelocity, double[] byAcceleration, double[] byJerk) {
        for (int row = 0; row < n; row++) {
            for (int c = 0; c < n; c++) {
                byPosition[row * n + c] = rowTimesSlope(BASE + row, 4, c);
                byVelocity[row * n + c] = rowTimesSlope(BASE + row, 4, n + c);
                byAcceleration[row * n + c] = rowTimesSlope(BASE + row, 4, 2 * n + c);
                byJerk[row * n + c] = rowTimesSlope(BASE + row, 4, 3 * n + c);
            }
        }
    }

    void curvature(double[] lambda, double[] hessianOut) {
        findMultipliers(lambda);
        of.placed.torqueRateCurvature(of.y, of.yd, of.ydd, yddd, lambdaOfTree, H);
        of.placed.torqueCurvature(of.y, of.yd, of.ydd, nu, part);
        addPart(OF_FORCE);
        // at rest, with velocities in the place of accelerations, base rows are the momentum
        of.placed.torqueCurvature(of.y, of.zero, of.yd, kappa, part);
        addPart(OF_MOMENTUM);
        Arrays.fill(hessianOut, 0);
        toJoints.add(1, H, slope, hessianOut);
    }

    private void findMultipliers(double[] lambda) {
        for (int r = 0; r < BASE; r++) {
            double sum = 0;
            for (int c = 0; c < n; c++) {
                sum += of.B[r * n + c] * lambda[c];
            }
            lambdaOfTree[r] = sum;
        }
        System.arraycopy(lambda, 0, lambdaOfTree, BASE, n);
        for (int k = 0; k < BASE; k++) {
            column[k] = -slopeBy(lambdaOfTree, byOrder[2], k);
        }
        of.inertia.solve(column);
        System.arraycopy(column, 0, nu, 0, BASE);
        for (int k = 0; k < BASE; k++) {
            column[k] = -slopeBy(lambdaOfTree, byOrder[1], k) - slopeBy(nu, of.W, k);
        }
        of.inertia.solve(column);
        System.arraycopy(column, 0, kappa, 0, BASE);
    }

    private double slopeBy(double[] multipliers, double[] matrix, int k) {
        double sum = 0;
        for (int r = 0; r < size; r++) {
            sum += multipliers[r] * matrix[r * size + k];
        }
        return sum;
    }

    /** H += a matrix whose three blocks are by these orders of y; −1 for a block that does not count. */
    private void addPart(int[] orders) {
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                if (orders[i] < 0 || orders[j] < 0) {
                    continue;
                }
                for (int r = 0; r < size; r++) {
                    int from = (i * size + r) * 3 * size + j * size;
                    int to = (orders[i] * size + r) * 4 * size + orders[j] * size;
                    for (int c = 0; c < size; c++) {
                        H[to + c] += part[from + c];
                    }
                }
            }
        }
    }
}
