package dev.catena.planning.terms;

import dev.catena.planning.function.Evaluators;
import dev.catena.planning.function.MotionState;
import dev.catena.planning.function.StateFunction;
import java.util.Arrays;

/** The product of two numbers: not negative where both have the same sign, arm and leg that swing together. */
public final class ProductFunction implements StateFunction {
    private final StateFunction first;
    private final StateFunction second;
    private final int coordinates;
    private final int order;
    private final double[] a = new double[1];
    private final double[] b = new double[1];
    private final double[] slope;
    private final double[] otherSlope;
    private final double[] multiplier = new double[1];

    /** Of functions of one row without inputs, of the same order. */
    public ProductFunction(StateFunction first, StateFunction second, int coordinates) {
        if (first.rows() != 1 || second.rows() != 1 || first.order() != second.order()) {
            throw new IllegalArgumentException(
                    "a product is of two functions of one row and the same order, but %s and %s have %s and %s rows, order %s and %s"
                            .formatted(
                                    first.name(0),
                                    second.name(0),
                                    first.rows(),
                                    second.rows(),
                                    first.order(),
                                    second.order()));
        }
        this.first = first;
        this.second = second;
        this.coordinates = coordinates;
        order = first.order();
        slope = new double[(order + 1) * coordinates];
        otherSlope = new double[slope.length];
    }

    @Override
    public int rows() {
        return 1;
    }

    @Override
    public int order() {
        return order;
    }

    @Override
    public String name(int row) {
        return "product of %s and %s".formatted(first.name(0), second.name(0));
    }

    @Override
    public double unit(int row) {
        return first.unit(0) * second.unit(0);
    }

    @Override
    public boolean dependsOn(int row, int coordinate) {
        return first.dependsOn(0, coordinate) || second.dependsOn(0, coordinate);
    }

    @Override
    public void value(MotionState state, double[] out) {
        first.value(state, a);
        second.value(state, b);
        out[0] = a[0] * b[0];
    }

    private void evaluate(MotionState state) {
        first.value(state, a);
        second.value(state, b);
        first.jacobian(state, slope);
        second.jacobian(state, otherSlope);
    }

    @Override
    public void jacobian(MotionState state, double[] out) {
        evaluate(state);
        for (int k = 0; k < slope.length; k++) {
            out[k] = a[0] * otherSlope[k] + b[0] * slope[k];
        }
    }

    @Override
    public void addCurvature(MotionState state, double[] lambda, double[] out) {
        evaluate(state);
        int size = slope.length;
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++) {
                out[i * size + j] += lambda[0] * (slope[i] * otherSlope[j] + otherSlope[i] * slope[j]);
            }
        }
        multiplier[0] = lambda[0] * b[0];
        first.addCurvature(state, multiplier, out);
        multiplier[0] = lambda[0] * a[0];
        second.addCurvature(state, multiplier, out);
        Arrays.fill(multiplier, 0);
    }

    @Override
    public StateFunction copy() {
        return new ProductFunction(first.copy(), second.copy(), coordinates);
    }

    @Override
    public StateFunction copy(Evaluators evaluators) {
        return new ProductFunction(first.copy(evaluators), second.copy(evaluators), coordinates);
    }
}
