package dev.catena.planning.terms;

import dev.catena.planning.function.MotionState;
import dev.catena.planning.function.StateFunction;
import java.util.Arrays;

/** Derivatives of a function of all coordinates by fewer, from which these follow; inputs stay as they are. */
final class PulledBack {
    private final StateFunction function;
    private final int n;

    /** All coordinates with the loads behind them, and those that are planned. */
    private final int wide;

    private final int m;
    private final int orders;

    /** ∂(q, q̇, …)/∂(x, ẋ, …), orders · wide rows: to be filled before either derivative is asked for. */
    final double[] chain;

    /** λᵀ∂f/∂(q, q̇, …) of the curvature added last. */
    final double[] gradient;

    // as large as the inputs of the problem make them
    private double[] jacobian = new double[0];
    private double[] hessian = new double[0];
    private double[] product = new double[0];

    /**
     * @param n coordinates that follow, behind which the function has loads
     * @param planned coordinates that they follow from
     */
    PulledBack(StateFunction function, int n, int wide, int planned) {
        this.function = function;
        this.n = n;
        this.wide = wide;
        m = planned;
        orders = function.order() + 1;
        chain = new double[orders * wide * orders * m];
        gradient = new double[orders * n];
    }

    /** Where the entry of the chain of derivative k of a coordinate by derivative a of the first planned one is. */
    int entry(int k, int coordinate, int a) {
        return ((k * wide + coordinate) * orders + a) * m;
    }

    /** How many numbers a row of derivatives by what is planned has. */
    int width(MotionState all) {
        return orders * m + inputs(all);
    }

    private int inputs(MotionState all) {
        return function.hasInputs() ? all.inputs().length : 0;
    }

    void jacobian(MotionState all, double[] out) {
        int inputs = inputs(all);
        fillJacobian(all, inputs);
        int from = orders * wide + inputs;
        int to = orders * m + inputs;
        for (int row = 0; row < function.rows(); row++) {
            pullBack(jacobian, row * from, out, row * to);
            System.arraycopy(jacobian, row * from + orders * wide, out, row * to + orders * m, inputs);
        }
    }

    private void fillJacobian(MotionState all, int inputs) {
        int size = function.rows() * (orders * wide + inputs);
        if (jacobian.length != size) {
            jacobian = new double[size];
        }
        function.jacobian(all, jacobian);
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

    /** out += chainᵀ λᵀ∂²f chain, and the gradient is known: what second derivatives of the coordinates add is for others. */
    void addCurvature(MotionState all, double[] lambda, double[] out) {
        int inputs = inputs(all);
        int from = orders * wide + inputs;
        int to = orders * m + inputs;
        fillJacobian(all, inputs);
        Arrays.fill(gradient, 0);
        for (int row = 0; row < function.rows(); row++) {
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
}
