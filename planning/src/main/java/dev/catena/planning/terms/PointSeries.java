package dev.catena.planning.terms;

/**
 * How one point of a body moves with the joints on the way to it, along a motion: Taylor coefficients in time of the columns bᵢ
 * of its Jacobian and of the axes wᵢ about which joints turn it, zero for those that slide. With joint j before i on the way,
 * ∂bᵢ/∂qⱼ = wⱼ × bᵢ and ∂bⱼ/∂qᵢ = wⱼ × bᵢ, so that
 *
 * <pre>ẇᵢ = ω × wᵢ,   ḃᵢ = ω × bᵢ + wᵢ × v,   ω = Σ wⱼ q̇ⱼ of j before i,   v = Σ bⱼ q̇ⱼ of i and those beyond.</pre>
 */
final class PointSeries {
    private final int[] path;

    /** By order, three numbers for each joint on the way. */
    final double[][] w;

    final double[][] b;
    private final double[][] before;
    private final double[][] from;

    PointSeries(int[] path, int highestOrder) {
        this.path = path;
        int size = 3 * path.length;
        w = new double[highestOrder + 1][size];
        b = new double[highestOrder + 1][size];
        before = new double[highestOrder + 1][size];
        from = new double[highestOrder + 1][size];
    }

    int length() {
        return path.length;
    }

    /** Coordinate number k on the way from the base. */
    int onPath(int k) {
        return path[k];
    }

    /**
     * The coefficients of order zero.
     *
     * @param columns of the body, linear above angular
     * @param arm from the body's origin to the point, in the world
     */
    void place(double[] columns, int n, double[] arm) {
        for (int k = 0; k < path.length; k++) {
            int i = path[k];
            for (int axis = 0; axis < 3; axis++) {
                w[0][3 * k + axis] = columns[(3 + axis) * n + i];
                b[0][3 * k + axis] = columns[axis * n + i];
            }
            addCross(w[0], 3 * k, arm, 0, 1, b[0], 3 * k);
        }
    }

    /** The coefficients of an order, from those before; q has coefficients up to that order. */
    void extend(int order, double[][] q) {
        fillRates(order - 1, q);
        double[] ofW = w[order];
        double[] ofB = b[order];
        for (int at = 0; at < ofW.length; at += 3) {
            for (int axis = 0; axis < 3; axis++) {
                ofW[at + axis] = 0;
                ofB[at + axis] = 0;
            }
            for (int a = 0; a < order; a++) {
                int other = order - 1 - a;
                addCross(before[a], at, w[other], at, 1.0 / order, ofW, at);
                addCross(before[a], at, b[other], at, 1.0 / order, ofB, at);
                addCross(w[other], at, from[a], at, 1.0 / order, ofB, at);
            }
        }
    }

    /** ω and v of an order: products of the coefficients of w and b with those of q̇. */
    private void fillRates(int order, double[][] q) {
        int length = path.length;
        for (int axis = 0; axis < 3; axis++) {
            double sum = 0;
            for (int k = 0; k < length; k++) {
                before[order][3 * k + axis] = sum;
                sum += timesRate(w, order, k, axis, q);
            }
            sum = 0;
            for (int k = length - 1; k >= 0; k--) {
                sum += timesRate(b, order, k, axis, q);
                from[order][3 * k + axis] = sum;
            }
        }
    }

    private double timesRate(double[][] series, int order, int k, int axis, double[][] q) {
        double sum = 0;
        for (int a = 0; a <= order; a++) {
            int rate = order - a + 1;
            sum += series[a][3 * k + axis] * rate * q[rate][path[k]];
        }
        return sum;
    }

    private static void addCross(double[] x, int i, double[] y, int j, double factor, double[] out, int at) {
        out[at] += factor * (x[i + 1] * y[j + 2] - x[i + 2] * y[j + 1]);
        out[at + 1] += factor * (x[i + 2] * y[j] - x[i] * y[j + 2]);
        out[at + 2] += factor * (x[i] * y[j + 1] - x[i + 1] * y[j]);
    }

    /**
     * Adds the coefficient of an order of ν·∂²p/∂qᵢ∂qⱼ = (ν × wᵢ)·bⱼ, i before j or the same, to a symmetric matrix of n rows.
     */
    void addCurvature(int order, double[] nu, int at, int n, double[] out) {
        for (int i = 0; i < path.length; i++) {
            for (int j = i; j < path.length; j++) {
                double sum = 0;
                for (int a = 0; a <= order; a++) {
                    sum += triple(nu, at, w[a], 3 * i, b[order - a], 3 * j);
                }
                out[path[i] * n + path[j]] += sum;
                if (i != j) {
                    out[path[j] * n + path[i]] += sum;
                }
            }
        }
    }

    private static double triple(double[] x, int i, double[] y, int j, double[] z, int k) {
        return (x[i + 1] * y[j + 2] - x[i + 2] * y[j + 1]) * z[k]
                + (x[i + 2] * y[j] - x[i] * y[j + 2]) * z[k + 1]
                + (x[i] * y[j + 1] - x[i + 1] * y[j]) * z[k + 2];
    }
}
