package dev.catena.planning.terms;

import dev.catena.planning.function.MotionState;
import dev.catena.planning.function.StateFunction;
import java.util.Arrays;
import java.util.List;

/** The coordinates themselves, or their velocities, accelerations or jerks. */
public final class CoordinateFunction implements StateFunction {
    private static final String[] QUANTITY = {"position", "velocity", "acceleration", "jerk"};

    private final int order;
    private final List<String> names;

    public CoordinateFunction(int order, List<String> names) {
        this.order = order;
        this.names = List.copyOf(names);
    }

    @Override
    public int rows() {
        return names.size();
    }

    @Override
    public int order() {
        return order;
    }

    @Override
    public String name(int row) {
        return QUANTITY[order] + " of " + names.get(row);
    }

    @Override
    public boolean dependsOn(int row, int coordinate) {
        return row == coordinate;
    }

    @Override
    public void value(MotionState state, double[] out) {
        System.arraycopy(state.derivative(order), 0, out, 0, rows());
    }

    @Override
    public void jacobian(MotionState state, double[] out) {
        int n = rows();
        Arrays.fill(out, 0, n * (order + 1) * n, 0);
        for (int row = 0; row < n; row++) {
            out[row * (order + 1) * n + order * n + row] = 1;
        }
    }

    @Override
    public void addCurvature(MotionState state, double[] lambda, double[] out) {
        // linear
    }

    @Override
    public StateFunction copy() {
        return this;
    }
}
