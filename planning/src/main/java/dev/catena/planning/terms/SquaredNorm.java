package dev.catena.planning.terms;

import dev.catena.planning.function.Evaluators;
import dev.catena.planning.function.MotionState;
import dev.catena.planning.function.StateFunction;
import java.util.Arrays;

/** Σ fᵣ² of another function, shown as its root. */
public final class SquaredNorm implements StateFunction {
    private final String name;
    private final StateFunction parts;
    private final StateFunction squares;
    private final int coordinates;
    private final int inputs;

    public SquaredNorm(String name, StateFunction parts, int coordinates, int inputs) {
        this.name = name;
        this.parts = parts;
        this.coordinates = coordinates;
        this.inputs = inputs;
        double[] ones = new double[parts.rows()];
        Arrays.fill(ones, 1);
        squares = new WeightedSquares(parts, ones, coordinates, inputs);
    }

    @Override
    public int rows() {
        return 1;
    }

    @Override
    public int order() {
        return squares.order();
    }

    @Override
    public boolean hasInputs() {
        return squares.hasInputs();
    }

    @Override
    public String name(int row) {
        return name;
    }

    @Override
    public double display(int row, double value) {
        return Math.sqrt(Math.max(0, value));
    }

    @Override
    public void value(MotionState state, double[] out) {
        squares.value(state, out);
    }

    @Override
    public void jacobian(MotionState state, double[] out) {
        squares.jacobian(state, out);
    }

    @Override
    public void addCurvature(MotionState state, double[] lambda, double[] out) {
        squares.addCurvature(state, lambda, out);
    }

    @Override
    public StateFunction copy() {
        return new SquaredNorm(name, parts.copy(), coordinates, inputs);
    }

    @Override
    public StateFunction copy(Evaluators evaluators) {
        return new SquaredNorm(name, parts.copy(evaluators), coordinates, inputs);
    }
}
