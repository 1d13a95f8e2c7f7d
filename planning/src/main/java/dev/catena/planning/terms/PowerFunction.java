package dev.catena.planning.terms;

import dev.catena.planning.function.MotionState;
import dev.catena.planning.function.StateFunction;
import java.util.Arrays;

/**
 * The power of drives, pᵢ = τᵢ ωᵢ with the speed ωᵢ of the drive: their sum, or the sum of √(pᵢ² + ε²) − ε, a smooth |pᵢ| that counts
 * braking as if it cost what driving does.
 */
public final class PowerFunction implements StateFunction {
    private final StateFunction torques;
    private final StateFunction speeds;
    private final boolean absolute;
    private final double smoothing;
    private final int n;
    private final int width;

    /** By column of the speeds: which one of the torques it is. */
    private final int[] place;

    private final double[] torque;
    private final double[] speed;
    private final double[] multipliers;
    private final double[] speedMultipliers;
    private final double[] jacobian;
    private final double[] speedJacobian;
    private final double[] speedCurvature;
    private final double[] slope;

    /**
     * Of a drive on each coordinate.
     *
     * @param speeds of the drives, with no more derivatives than the torques have
     * @param smoothing ε in watts
     */
    public PowerFunction(StateFunction torques, StateFunction speeds, boolean absolute, double smoothing) {
        if (torques.rows() != speeds.rows() || torques.order() < speeds.order()) {
            throw new IllegalArgumentException("power needs a drive on each coordinate, with torque and speed");
        }
        this.torques = torques;
        this.speeds = speeds;
        this.absolute = absolute;
        this.smoothing = smoothing;
        n = speeds.rows();
        int columns = n + torques.loads();
        int speedColumns = n + speeds.loads();
        width = (torques.order() + 1) * columns;
        place = new int[(speeds.order() + 1) * speedColumns];
        Arrays.setAll(place, k -> k / speedColumns * columns + k % speedColumns);
        torque = new double[n];
        speed = new double[n];
        multipliers = new double[n];
        speedMultipliers = new double[n];
        jacobian = new double[n * width];
        speedJacobian = new double[n * place.length];
        speedCurvature = new double[place.length * place.length];
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
        speeds.value(state, speed);
        out[0] = 0;
        for (int i = 0; i < n; i++) {
            double p = torque[i] * speed[i];
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

    private void differentiate(MotionState state) {
        torques.value(state, torque);
        torques.jacobian(state, jacobian);
        speeds.value(state, speed);
        speeds.jacobian(state, speedJacobian);
    }

    @Override
    public void jacobian(MotionState state, double[] out) {
        differentiate(state);
        Arrays.fill(out, 0, width, 0);
        for (int i = 0; i < n; i++) {
            double factor = firstDerivative(fillSlope(i));
            for (int k = 0; k < width; k++) {
                out[k] += factor * slope[k];
            }
        }
    }

    /** ∂pᵢ = ωᵢ ∂τᵢ + τᵢ ∂ωᵢ; returns pᵢ. */
    private double fillSlope(int i) {
        for (int k = 0; k < width; k++) {
            slope[k] = speed[i] * jacobian[i * width + k];
        }
        for (int k = 0; k < place.length; k++) {
            slope[place[k]] += torque[i] * speedJacobian[i * place.length + k];
        }
        return torque[i] * speed[i];
    }

    @Override
    public void addCurvature(MotionState state, double[] lambda, double[] out) {
        differentiate(state);
        for (int i = 0; i < n; i++) {
            double p = fillSlope(i);
            double first = lambda[0] * firstDerivative(p);
            double second = lambda[0] * secondDerivative(p);
            multipliers[i] = first * speed[i];
            speedMultipliers[i] = first * torque[i];
            for (int a = 0; a < width; a++) {
                for (int b = 0; b < width; b++) {
                    out[a * width + b] += second * slope[a] * slope[b];
                }
            }
            addMixed(i, first, out);
        }
        torques.addCurvature(state, multipliers, out);
        Arrays.fill(speedCurvature, 0);
        speeds.addCurvature(state, speedMultipliers, speedCurvature);
        for (int a = 0; a < place.length; a++) {
            for (int b = 0; b < place.length; b++) {
                out[place[a] * width + place[b]] += speedCurvature[a * place.length + b];
            }
        }
    }

    /** out += factor · (∂τᵢ ∂ωᵢᵀ + ∂ωᵢ ∂τᵢᵀ). */
    private void addMixed(int i, double factor, double[] out) {
        for (int k = 0; k < place.length; k++) {
            double bySpeed = factor * speedJacobian[i * place.length + k];
            for (int a = 0; bySpeed != 0 && a < width; a++) {
                double mixed = bySpeed * jacobian[i * width + a];
                out[a * width + place[k]] += mixed;
                out[place[k] * width + a] += mixed;
            }
        }
    }

    @Override
    public StateFunction copy() {
        return new PowerFunction(torques.copy(), speeds.copy(), absolute, smoothing);
    }
}
