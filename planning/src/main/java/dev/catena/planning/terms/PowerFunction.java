package dev.catena.planning.terms;

import dev.catena.planning.function.MotionState;
import dev.catena.planning.function.StateFunction;
import java.util.Arrays;

/**
 * The power of the drives of a tree, pᵢ = τᵢ q̇ᵢ: their sum, or the sum of √(pᵢ² + ε²) − ε, a smooth |pᵢ| that counts
 * braking as if it cost what driving does.
 */
public final class PowerFunction implements StateFunction {
    private final StateFunction torques;
    private final boolean absolute;
    private final double smoothing;
    private final int n;

    /** Where the derivative of an order begins is so much times the order. */
    private final int columns;

    private final int width;
    private final double[] torque;
    private final double[] multipliers;
    private final double[] jacobian;
    private final double[] slope;

    /** @param smoothing ε in watts */
    public PowerFunction(StateFunction torques, int coordinates, boolean absolute, double smoothing) {
        if (torques.rows() != coordinates) {
            throw new IllegalArgumentException("power needs a drive on each coordinate");
        }
        this.torques = torques;
        this.absolute = absolute;
        this.smoothing = smoothing;
        n = coordinates;
        columns = n + torques.loads();
        width = (torques.order() + 1) * columns;
        torque = new double[n];
        multipliers = new double[n];
        jacobian = new double[n * width];
        slope = new double[width];
    }

    @Override
    public int rows() {
        return 1;
    }

    @Override
    public int order() {
        return torques.order();
    }

    @Override
    public int loads() {
        return torques.loads();
    }

    @Override
    public String name(int row) {
        return absolute ? "absolute power" : "power";
    }

    @Override
    public void value(MotionState state, double[] out) {
        torques.value(state, torque);
        out[0] = 0;
        for (int i = 0; i < n; i++) {
            double p = torque[i] * state.velocity()[i];
            out[0] += absolute ? root(p) - smoothing : p;
        }
    }

    /** √(p² + ε²). */
    private double root(double p) {
        return Math.sqrt(p * p + smoothing * smoothing);
    }

    private double firstDerivative(double p) {
        return absolute ? p / root(p) : 1;
    }

    private double secondDerivative(double p) {
        double r = root(p);
        return absolute ? smoothing * smoothing / (r * r * r) : 0;
    }

    @Override
    public void jacobian(MotionState state, double[] out) {
        torques.value(state, torque);
        torques.jacobian(state, jacobian);
        Arrays.fill(out, 0, width, 0);
        for (int i = 0; i < n; i++) {
            double factor = firstDerivative(fillSlope(state, i));
            for (int k = 0; k < width; k++) {
                out[k] += factor * slope[k];
            }
        }
    }

    /** ∂pᵢ = q̇ᵢ ∂τᵢ + τᵢ ∂q̇ᵢ; returns pᵢ. */
    private double fillSlope(MotionState state, int i) {
        double qd = state.velocity()[i];
        for (int k = 0; k < width; k++) {
            slope[k] = qd * jacobian[i * width + k];
        }
        slope[columns + i] += torque[i];
        return torque[i] * qd;
    }

    @Override
    public void addCurvature(MotionState state, double[] lambda, double[] out) {
        torques.value(state, torque);
        torques.jacobian(state, jacobian);
        for (int i = 0; i < n; i++) {
            double p = fillSlope(state, i);
            double first = lambda[0] * firstDerivative(p);
            double second = lambda[0] * secondDerivative(p);
            multipliers[i] = first * state.velocity()[i];
            for (int a = 0; a < width; a++) {
                for (int b = 0; b < width; b++) {
                    out[a * width + b] += second * slope[a] * slope[b];
                }
                out[a * width + columns + i] += first * jacobian[i * width + a];
                out[(columns + i) * width + a] += first * jacobian[i * width + a];
            }
        }
        torques.addCurvature(state, multipliers, out);
    }

    @Override
    public StateFunction copy() {
        return new PowerFunction(torques.copy(), n, absolute, smoothing);
    }
}
