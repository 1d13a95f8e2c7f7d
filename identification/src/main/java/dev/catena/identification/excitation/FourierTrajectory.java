package dev.catena.identification.excitation;

import java.util.Arrays;

/**
 * A periodic motion of all joints, q = c + Σ_h a_h cos hωt + b_h sin hωt [Swevers]. Immutable.
 */
public final class FourierTrajectory {
    private final int joints;
    private final int harmonics;
    private final double period;

    /** By joint: c, a₁, b₁, a₂, b₂, … */
    private final double[] coefficients;

    /** @param coefficients joint by joint: c, a₁, b₁, a₂, b₂, … */
    public FourierTrajectory(int joints, int harmonics, double period, double[] coefficients) {
        if (joints < 1 || harmonics < 1 || !(period > 0) || Double.isInfinite(period)) {
            throw new IllegalArgumentException(
                    "%s joints, %s harmonics and a period of %s s were given, but all must be positive"
                            .formatted(joints, harmonics, period));
        }
        if (coefficients.length != joints * (2 * harmonics + 1)) {
            throw new IllegalArgumentException("%s coefficients were given, but %s joints with %s harmonics have %s"
                    .formatted(coefficients.length, joints, harmonics, joints * (2 * harmonics + 1)));
        }
        if (!Arrays.stream(coefficients).allMatch(Double::isFinite)) {
            throw new IllegalArgumentException(
                    "coefficients are %s, but must be finite".formatted(Arrays.toString(coefficients)));
        }
        this.joints = joints;
        this.harmonics = harmonics;
        this.period = period;
        this.coefficients = coefficients.clone();
    }

    public int joints() {
        return joints;
    }

    public int harmonics() {
        return harmonics;
    }

    /** s. */
    public double period() {
        return period;
    }

    public double[] coefficients() {
        return coefficients.clone();
    }

    /**
     * A derivative of all coordinates at a time.
     *
     * @param order 0 for positions, 1 for velocities, …
     */
    public void evaluate(int order, double time, double[] valuesOut) {
        if (order < 0 || !Double.isFinite(time) || valuesOut.length != joints) {
            throw new IllegalArgumentException(
                    "order is %s, time is %s and valuesOut has length %s, but there are derivatives from 0 on, finite times and %s joints"
                            .formatted(order, time, valuesOut.length, joints));
        }
        int block = 2 * harmonics + 1;
        double[] basis = basis(order, time, harmonics, period);
        for (int j = 0; j < joints; j++) {
            double sum = 0;
            for (int k = 0; k < block; k++) {
                sum += basis[k] * coefficients[j * block + k];
            }
            valuesOut[j] = sum;
        }
    }

    /** What the coefficients of a joint are multiplied by in a derivative of its coordinate. */
    static double[] basis(int order, double time, int harmonics, double period) {
        double[] basis = new double[2 * harmonics + 1];
        basis[0] = order == 0 ? 1 : 0;
        for (int h = 1; h <= harmonics; h++) {
            double w = 2 * Math.PI * h / period;
            double scale = Math.pow(w, order);
            double angle = w * time + 0.5 * Math.PI * order;
            basis[2 * h - 1] = scale * Math.cos(angle);
            basis[2 * h] = scale * Math.sin(angle);
        }
        return basis;
    }
}
