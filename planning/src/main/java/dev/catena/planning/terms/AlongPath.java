package dev.catena.planning.terms;

import dev.catena.planning.function.MotionState;
import dev.catena.planning.function.StateFunction;
import dev.catena.spline.Spline;
import java.util.Arrays;

/**
 * A function of the motion along a given path q(s), as a function of the motion of the path parameter s alone, by
 * the chain rule through {@link PathState}.
 */
public final class AlongPath implements StateFunction {
    private final StateFunction function;
    private final PathState path;
    private final int n;
    private final int orders;
    /** Derivatives of q by s up to the fifth. */
    private final double[][] d;

    private final double[] jacobian;
    private final double[] hessian;
    private final double[] gradient;

    /** ∂x/∂(s, ṡ, s̈, s⃛) for x = (q, q̇, q̈, q⃛): entry (row, column). */
    private final double[] chain;

    private final double[] curvatureOfChain = new double[6];

    public AlongPath(StateFunction function, Spline path) {
        this.function = function;
        this.path = new PathState(path);
        d = this.path.d;
        n = path.dimension();
        orders = function.order() + 1;
        jacobian = new double[function.rows() * orders * n];
        hessian = new double[orders * n * orders * n];
        gradient = new double[orders * n];
        chain = new double[4 * n * orders];
    }

    @Override
    public int rows() {
        return function.rows();
    }

    @Override
    public int order() {
        return function.order();
    }

    @Override
    public String name(int row) {
        return function.name(row);
    }

    @Override
    public double display(int row, double value) {
        return function.display(row, value);
    }

    private void fillChain(MotionState along) {
        double v = along.velocity()[0];
        double a = along.acceleration()[0];
        double j = along.jerk()[0];
        Arrays.fill(chain, 0);
        for (int i = 0; i < n; i++) {
            set(0, i, d[1][i], 0, 0, 0);
            set(1, i, d[2][i] * v, d[1][i], 0, 0);
            set(2, i, d[3][i] * v * v + d[2][i] * a, 2 * d[2][i] * v, d[1][i], 0);
            set(
                    3,
                    i,
                    d[4][i] * v * v * v + 3 * d[3][i] * v * a + d[2][i] * j,
                    3 * d[3][i] * v * v + 3 * d[2][i] * a,
                    3 * d[2][i] * v,
                    d[1][i]);
        }
    }

    private void set(int order, int i, double byS, double byV, double byA, double byJ) {
        if (order >= orders) {
            return;
        }
        int at = (order * n + i) * orders;
        double[] row = {byS, byV, byA, byJ};
        System.arraycopy(row, 0, chain, at, orders);
    }

    @Override
    public void value(MotionState along, double[] out) {
        function.value(path.follow(along), out);
    }

    @Override
    public void jacobian(MotionState along, double[] out) {
        MotionState state = path.follow(along);
        fillChain(along);
        function.jacobian(state, jacobian);
        int width = orders * n;
        for (int row = 0; row < rows(); row++) {
            for (int column = 0; column < orders; column++) {
                double sum = 0;
                for (int k = 0; k < width; k++) {
                    sum += jacobian[row * width + k] * chain[k * orders + column];
                }
                out[row * orders + column] = sum;
            }
        }
    }

    @Override
    public void addCurvature(MotionState along, double[] lambda, double[] out) {
        MotionState state = path.follow(along);
        fillChain(along);
        function.jacobian(state, jacobian);
        int width = orders * n;
        Arrays.fill(gradient, 0);
        for (int row = 0; row < rows(); row++) {
            for (int k = 0; k < width; k++) {
                gradient[k] += lambda[row] * jacobian[row * width + k];
            }
        }
        Arrays.fill(hessian, 0);
        function.addCurvature(state, lambda, hessian);
        for (int k = 0; k < width; k++) {
            for (int l = 0; l < width; l++) {
                double entry = hessian[k * width + l];
                for (int a = 0; a < orders && entry != 0; a++) {
                    for (int b = 0; b < orders; b++) {
                        out[a * orders + b] += chain[k * orders + a] * entry * chain[l * orders + b];
                    }
                }
            }
        }
        addCurvatureOfPath(along, out);
    }

    /** Σ ∂f/∂x ∂²x, the second derivatives of x by (s, ṡ, s̈, s⃛). */
    private void addCurvatureOfPath(MotionState along, double[] out) {
        double v = along.velocity()[0];
        double a = along.acceleration()[0];
        double j = along.jerk()[0];
        double[] c = curvatureOfChain;
        Arrays.fill(c, 0);
        for (int i = 0; i < n; i++) {
            double g0 = gradient[i];
            double g1 = orders > 1 ? gradient[n + i] : 0;
            double g2 = orders > 2 ? gradient[2 * n + i] : 0;
            double g3 = orders > 3 ? gradient[3 * n + i] : 0;
            // entries ss, sv, sa, sj, vv, va
            c[0] += g0 * d[2][i]
                    + g1 * d[3][i] * v
                    + g2 * (d[4][i] * v * v + d[3][i] * a)
                    + g3 * (d[5][i] * v * v * v + 3 * d[4][i] * v * a + d[3][i] * j);
            c[1] += g1 * d[2][i] + g2 * 2 * d[3][i] * v + g3 * (3 * d[4][i] * v * v + 3 * d[3][i] * a);
            c[2] += g2 * d[2][i] + g3 * 3 * d[3][i] * v;
            c[3] += g3 * d[2][i];
            c[4] += g2 * 2 * d[2][i] + g3 * 6 * d[3][i] * v;
            c[5] += g3 * 3 * d[2][i];
        }
        add(0, 0, c[0], out);
        add(0, 1, c[1], out);
        add(0, 2, c[2], out);
        add(0, 3, c[3], out);
        add(1, 1, c[4], out);
        add(1, 2, c[5], out);
    }

    private void add(int row, int column, double entry, double[] out) {
        if (column >= orders) {
            return;
        }
        out[row * orders + column] += entry;
        if (row != column) {
            out[column * orders + row] += entry;
        }
    }

    @Override
    public StateFunction copy() {
        return new AlongPath(function.copy(), path.copyOfPath());
    }
}
