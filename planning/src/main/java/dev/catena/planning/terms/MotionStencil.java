package dev.catena.planning.terms;

import dev.catena.planning.function.MotionState;

/**
 * Derivatives by time of matrices along a motion, by central differences over nine moments: of eighth order, and of sixth
 * for the third derivative, so that eleven digits and more are left. The motion is the polynomial that a state gives.
 */
final class MotionStencil {
    static final int POINTS = 9;

    private static final double[][] WEIGHTS = {
        {0, 0, 0, 0, 1, 0, 0, 0, 0},
        {1.0 / 280, -4.0 / 105, 0.2, -0.8, 0, 0.8, -0.2, 4.0 / 105, -1.0 / 280},
        {-1.0 / 560, 8.0 / 315, -0.2, 1.6, -205.0 / 72, 1.6, -0.2, 8.0 / 315, -1.0 / 560},
        {-7.0 / 240, 0.3, -169.0 / 120, 61.0 / 30, 0, -61.0 / 30, 169.0 / 120, -0.3, 7.0 / 240}
    };

    /** As a fraction of the time in which the motion changes. */
    private static final double STEP = 0.02;

    private final double[][] moved;
    private final double sharpest;
    private double step;

    /** @param sharpest 1/w of the friction that changes within the least velocity w; zero without such friction */
    MotionStencil(int n, double sharpest) {
        moved = new double[3][n];
        this.sharpest = sharpest;
    }

    /** Chooses the step for a state. */
    void begin(MotionState state, int order) {
        double rate = 1;
        for (int k = 1; k <= order; k++) {
            double largest = 0;
            for (double value : state.derivative(k)) {
                largest = Math.max(largest, Math.abs(value));
            }
            rate = Math.max(rate, Math.pow(largest, 1.0 / k));
            if (k == 2) {
                rate = Math.max(rate, 2 * sharpest * largest);
            }
        }
        step = STEP / rate;
    }

    /** (q, q̇, q̈) at one of the moments. */
    double[][] state(MotionState state, int order, int point) {
        double time = (point - POINTS / 2) * step;
        for (int k = 0; k < 3; k++) {
            for (int i = 0; i < moved[k].length; i++) {
                double sum = 0;
                for (int m = order; m >= k; m--) {
                    sum = state.derivative(m)[i] + (m < order ? time / (m - k + 1) * sum : 0);
                }
                moved[k][i] = sum;
            }
        }
        return moved;
    }

    /** What the values at a moment are multiplied with for a derivative. */
    double weight(int derivative, int point) {
        double weight = WEIGHTS[derivative][point];
        for (int k = 0; k < derivative; k++) {
            weight /= step;
        }
        return weight;
    }
}
