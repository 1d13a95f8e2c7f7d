package dev.catena.planning.terms;

import dev.catena.planning.function.MotionState;
import dev.catena.planning.function.StateFunction;
import java.util.Arrays;

/** A function of the drives of a robot behind the chain of {@link ToldBase} as one of the robot's own coordinates. */
final class ToldFunction implements StateFunction {
    private final StateFunction function;
    private final ToldBase base;
    private final int n;
    private final int columns;
    private final MotionState state;
    private final double[] values;
    private final double[] jacobian;
    private final double[] multipliers;
    private final double[] hessian;

    ToldFunction(StateFunction function, ToldBase base, int coordinates) {
        this.function = function;
        this.base = base;
        n = coordinates;
        columns = base.size();
        int width = (order() + 1) * columns;
        state = new MotionState(columns, 0, order());
        values = new double[columns];
        jacobian = new double[columns * width];
        multipliers = new double[columns];
        hessian = new double[width * width];
    }

    @Override
    public int rows() {
        return n;
    }

    @Override
    public int order() {
        return function.order();
    }

    @Override
    public String name(int row) {
        return function.name(base.place(row));
    }

    @Override
    public void value(MotionState given, double[] out) {
        base.follow(given, state);
        function.value(state, values);
        for (int i = 0; i < n; i++) {
            out[i] = values[base.place(i)];
        }
    }

    @Override
    public void jacobian(MotionState given, double[] out) {
        base.follow(given, state);
        function.jacobian(state, jacobian);
        int width = (order() + 1) * n;
        for (int row = 0; row < n; row++) {
            for (int c = 0; c < width; c++) {
                out[row * width + c] = jacobian[base.place(row) * (order() + 1) * columns + column(c)];
            }
        }
    }

    private int column(int c) {
        return c / n * columns + base.place(c % n);
    }

    @Override
    public void addCurvature(MotionState given, double[] lambda, double[] out) {
        base.follow(given, state);
        for (int i = 0; i < n; i++) {
            multipliers[base.place(i)] = lambda[i];
        }
        Arrays.fill(hessian, 0);
        function.addCurvature(state, multipliers, hessian);
        int width = (order() + 1) * n;
        for (int a = 0; a < width; a++) {
            for (int b = 0; b < width; b++) {
                out[a * width + b] += hessian[column(a) * (order() + 1) * columns + column(b)];
            }
        }
    }

    @Override
    public StateFunction copy() {
        return new ToldFunction(function.copy(), base, n);
    }
}
