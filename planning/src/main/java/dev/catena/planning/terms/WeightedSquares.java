package dev.catena.planning.terms;

import dev.catena.planning.function.MotionState;
import dev.catena.planning.function.StateFunction;
import java.util.Arrays;

/** Σ wᵣ fᵣ² of another function: effort from torques, smoothness from torque rates or jerks. */
public final class WeightedSquares implements StateFunction {
    private final StateFunction function;
    private final double[] weights;
    private final double[] values;
    private final double[] multipliers;
    private final double[] jacobian;
    private final int coordinates;
    private final int width;

    public WeightedSquares(StateFunction function, double[] weights, int coordinates) {
        this.function = function;
        this.weights = weights.clone();
        this.coordinates = coordinates;
        values = new double[function.rows()];
        multipliers = new double[function.rows()];
        width = (function.order() + 1) * coordinates;
        jacobian = new double[function.rows() * width];
    }

    @Override
    public int rows() {
        return 1;
    }

    @Override
    public int order() {
        return function.order();
    }

    @Override
    public String name(int row) {
        return "weighted squares of " + function.name(0) + ", …";
    }

    @Override
    public void value(MotionState state, double[] out) {
        function.value(state, values);
        out[0] = 0;
        for (int r = 0; r < values.length; r++) {
            out[0] += weights[r] * values[r] * values[r];
        }
    }

    @Override
    public void jacobian(MotionState state, double[] out) {
        function.value(state, values);
        function.jacobian(state, jacobian);
        Arrays.fill(out, 0, width, 0);
        for (int r = 0; r < values.length; r++) {
            for (int k = 0; k < width; k++) {
                out[k] += 2 * weights[r] * values[r] * jacobian[r * width + k];
            }
        }
    }

    @Override
    public void addCurvature(MotionState state, double[] lambda, double[] out) {
        function.value(state, values);
        function.jacobian(state, jacobian);
        for (int r = 0; r < values.length; r++) {
            double weight = 2 * lambda[0] * weights[r];
            multipliers[r] = weight * values[r];
            for (int a = 0; a < width; a++) {
                double factor = weight * jacobian[r * width + a];
                for (int b = 0; b < width && factor != 0; b++) {
                    out[a * width + b] += factor * jacobian[r * width + b];
                }
            }
        }
        function.addCurvature(state, multipliers, out);
    }

    @Override
    public StateFunction copy() {
        return new WeightedSquares(function.copy(), weights, coordinates);
    }
}
