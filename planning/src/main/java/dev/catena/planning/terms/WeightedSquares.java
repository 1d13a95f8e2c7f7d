package dev.catena.planning.terms;

import dev.catena.planning.function.Evaluators;
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

    /** The part of the Hessian without second derivatives, lower triangle. */
    private final double[] squares;

    private final int coordinates;
    private final int inputs;
    private final int width;

    public WeightedSquares(StateFunction function, double[] weights, int coordinates) {
        this(function, weights, coordinates, 0);
    }

    /** @param inputs how many inputs the problem has, if the function has any */
    public WeightedSquares(StateFunction function, double[] weights, int coordinates, int inputs) {
        this.function = function;
        this.weights = weights.clone();
        this.coordinates = coordinates;
        values = new double[function.rows()];
        multipliers = new double[function.rows()];
        this.inputs = inputs;
        width = (function.order() + 1) * (coordinates + function.loads()) + (function.hasInputs() ? inputs : 0);
        jacobian = new double[function.rows() * width];
        squares = new double[width * width];
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
    public boolean hasInputs() {
        return function.hasInputs();
    }

    @Override
    public int loads() {
        return function.loads();
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
        Arrays.fill(squares, 0);
        for (int r = 0; r < values.length; r++) {
            double weight = 2 * lambda[0] * weights[r];
            multipliers[r] = weight * values[r];
            for (int a = 0; a < width; a++) {
                double factor = weight * jacobian[r * width + a];
                if (factor != 0) {
                    addTimes(factor, r * width, a * width, a + 1);
                }
            }
        }
        for (int a = 0; a < width; a++) {
            for (int b = 0; b < a; b++) {
                out[a * width + b] += squares[a * width + b];
                out[b * width + a] += squares[a * width + b];
            }
            out[a * width + a] += squares[a * width + a];
        }
        function.addCurvature(state, multipliers, out);
    }

    private void addTimes(double factor, int from, int to, int count) {
        for (int b = 0; b < count; b++) {
            squares[to + b] += factor * jacobian[from + b];
        }
    }

    @Override
    public StateFunction copy() {
        return new WeightedSquares(function.copy(), weights, coordinates, inputs);
    }

    @Override
    public StateFunction copy(Evaluators evaluators) {
        return new WeightedSquares(function.copy(evaluators), weights, coordinates, inputs);
    }
}
