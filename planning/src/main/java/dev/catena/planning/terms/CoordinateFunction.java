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
    private final double[] units;

    public CoordinateFunction(int order, List<String> names) {
        this(order, names, new double[0]);
    }

    /** @param units what positions count in, by coordinate; none if all count in one */
    public CoordinateFunction(int order, List<String> names, double[] units) {
        this.order = order;
        this.names = List.copyOf(names);
        this.units = units.clone();
        if (units.length > 0 && units.length != names.size()) {
            throw new IllegalArgumentException("%s coordinates have %s units".formatted(names.size(), units.length));
        }
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
    public double unit(int row) {
        return units.length == 0 ? 1 : units[row];
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
