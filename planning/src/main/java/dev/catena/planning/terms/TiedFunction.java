package dev.catena.planning.terms;

import dev.catena.planning.function.Evaluators;
import dev.catena.planning.function.MotionState;
import dev.catena.planning.function.StateFunction;
import java.util.Arrays;

/**
 * A function of all coordinates of a robot whose points stand as one of those that are left free, by the chain rule through
 * {@link TieSeries}: ∂q⁽ᵏ⁾/∂x⁽ᵃ⁾ = k!/a! Z[k − a].
 */
final class TiedFunction implements StateFunction {
    private final StateFunction function;
    private final TiedMotion motion;

    /** Coordinates of the robot, and those with the loads that the function has. */
    private final int n;

    private final int wide;

    /** All that is planned. */
    private final int m;

    private final int orders;
    private final double[] gradient;

    /** ∂(q, q̇, …)/∂(x, ẋ, …). */
    private final double[] chain;

    // as large as the inputs of the problem make them
    private double[] jacobian = new double[0];
    private double[] hessian = new double[0];
    private double[] product = new double[0];

    TiedFunction(StateFunction function, TiedMotion motion) {
        this.function = function;
        this.motion = motion;
        n = motion.coordinateCount();
        wide = n + function.loads();
        m = motion.coordinates().size();
        orders = function.order() + 1;
        chain = new double[orders * wide * orders * m];
        gradient = new double[orders * n];
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
    public boolean hasInputs() {
        return function.hasInputs();
    }

    @Override
    public String name(int row) {
        return function.name(row);
    }

    @Override
    public double display(int row, double value) {
        return function.display(row, value);
    }

    @Override
    public void value(MotionState state, double[] out) {
        function.value(motion.follow(state), out);
    }

    @Override
    public void jacobian(MotionState state, double[] out) {
        int inputs = hasInputs() ? state.inputs().length : 0;
        fillJacobian(motion.follow(state), inputs);
        fillChain(motion.at(state));
        int from = orders * wide + inputs;
        int to = orders * m + inputs;
        for (int row = 0; row < rows(); row++) {
            pullBack(jacobian, row * from, out, row * to);
            System.arraycopy(jacobian, row * from + orders * wide, out, row * to + orders * m, inputs);
        }
    }

    private void fillJacobian(MotionState all, int inputs) {
        int size = rows() * (orders * wide + inputs);
        if (jacobian.length != size) {
            jacobian = new double[size];
        }
        function.jacobian(all, jacobian);
    }

    private void fillChain(TieSeries series) {
        Arrays.fill(chain, 0);
        int free = m - motion.loads();
        for (int k = 0; k < orders; k++) {
            for (int j = 0; j < wide - n; j++) {
                chain[((k * wide + n + j) * orders + k) * m + free + j] = 1;
            }
            for (int a = 0; a <= k; a++) {
                double factor = TieSeries.factorial(k) / TieSeries.factorial(a);
                double[] block = series.Z[k - a];
                for (int i = 0; i < n; i++) {
                    int at = ((k * wide + i) * orders + a) * m;
                    for (int c = 0; c < free; c++) {
                        chain[at + c] = factor * block[i * free + c];
                    }
                }
            }
        }
    }

    /** A row of derivatives by all coordinates times the chain. */
    private void pullBack(double[] row, int at, double[] out, int to) {
        int width = orders * m;
        Arrays.fill(out, to, to + width, 0);
        for (int k = 0; k < orders * wide; k++) {
            double slope = row[at + k];
            for (int c = 0; c < width && slope != 0; c++) {
                out[to + c] += slope * chain[k * width + c];
            }
        }
    }

    @Override
    public void addCurvature(MotionState state, double[] lambda, double[] out) {
        int inputs = hasInputs() ? state.inputs().length : 0;
        int from = orders * wide + inputs;
        int to = orders * m + inputs;
        MotionState all = motion.follow(state);
        fillJacobian(all, inputs);
        TieSeries series = motion.at(state);
        fillChain(series);
        Arrays.fill(gradient, 0);
        for (int row = 0; row < rows(); row++) {
            for (int k = 0; k < orders * n && lambda[row] != 0; k++) {
                gradient[k] += lambda[row] * jacobian[row * from + k / n * wide + k % n];
            }
        }
        if (hessian.length != from * from) {
            hessian = new double[from * from];
            product = new double[from * to];
        }
        Arrays.fill(hessian, 0);
        function.addCurvature(all, lambda, hessian);
        for (int a = 0; a < from; a++) {
            pullBack(hessian, a * from, product, a * to);
            System.arraycopy(hessian, a * from + orders * wide, product, a * to + orders * m, inputs);
        }
        addPulledBack(inputs, out);
        series.addCurvature(function.order(), gradient, out, to);
    }

    /** out += chainᵀ product, inputs below. */
    private void addPulledBack(int inputs, double[] out) {
        int to = orders * m + inputs;
        for (int k = 0; k < orders * wide; k++) {
            for (int c = 0; c < orders * m; c++) {
                double factor = chain[k * orders * m + c];
                for (int d = 0; d < to && factor != 0; d++) {
                    out[c * to + d] += factor * product[k * to + d];
                }
            }
        }
        for (int e = 0; e < inputs; e++) {
            for (int d = 0; d < to; d++) {
                out[(orders * m + e) * to + d] += product[(orders * wide + e) * to + d];
            }
        }
    }

    @Override
    public StateFunction copy() {
        return new TiedFunction(function.copy(), motion.copy());
    }

    @Override
    public StateFunction copy(Evaluators evaluators) {
        return new TiedFunction(function.copy(evaluators), motion.copy(evaluators));
    }
}
