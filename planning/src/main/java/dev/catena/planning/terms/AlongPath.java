package dev.catena.planning.terms;

import dev.catena.planning.function.Evaluators;
import dev.catena.planning.function.MotionState;
import dev.catena.planning.function.StateFunction;
import dev.catena.spline.Spline;
import java.util.Arrays;

/**
 * A function of the motion along a given path q(s), as a function of the motion of the path parameter s, by the chain rule through
 * {@link PathState}: ∂q⁽ᵏ⁾/∂s⁽ᵃ⁾ = (k over a) Dₖ₋ₐ[q′] and ∂²q⁽ᵏ⁾/∂s⁽ᵃ⁾∂s⁽ᵇ⁾ = k!/(a! b! (k−a−b)!) Dₖ₋ₐ₋ᵦ[q″]. Loads that are curves
 * stay as they are, behind the parameter, and so do inputs.
 */
public final class AlongPath implements StateFunction {
    private final StateFunction function;
    private final PathState path;
    private final PulledBack derivatives;
    private final int n;
    private final int loads;
    private final int orders;

    public AlongPath(StateFunction function, Spline path) {
        this(function, new PathState(path));
    }

    AlongPath(StateFunction function, PathState path) {
        this.function = function;
        this.path = path.copy();
        n = path.size();
        loads = path.loads();
        orders = function.order() + 1;
        derivatives = new PulledBack(function, n, n + loads, 1 + loads);
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
    public double unit(int row) {
        return function.unit(row);
    }

    @Override
    public double display(int row, double value) {
        return function.display(row, value);
    }

    @Override
    public void value(MotionState along, double[] out) {
        function.value(path.follow(along), out);
    }

    @Override
    public void jacobian(MotionState along, double[] out) {
        MotionState all = path.follow(along);
        fillChain();
        derivatives.jacobian(all, out);
    }

    private void fillChain() {
        Arrays.fill(derivatives.chain, 0);
        for (int k = 0; k < orders; k++) {
            for (int j = 0; j < loads; j++) {
                derivatives.chain[derivatives.entry(k, n + j, k) + 1 + j] = 1;
            }
            for (int a = 0; a <= k; a++) {
                double factor = TieSeries.factorial(k) / (TieSeries.factorial(a) * TieSeries.factorial(k - a));
                double[] slope = path.byTime(1, k - a);
                for (int i = 0; i < n; i++) {
                    derivatives.chain[derivatives.entry(k, i, a)] = factor * slope[i];
                }
            }
        }
    }

    @Override
    public void addCurvature(MotionState along, double[] lambda, double[] out) {
        MotionState all = path.follow(along);
        fillChain();
        derivatives.addCurvature(all, lambda, out);
        // Σ ∂f/∂q⁽ᵏ⁾ ∂²q⁽ᵏ⁾ by derivatives of s
        int width = derivatives.width(all);
        for (int a = 0; a < orders; a++) {
            for (int b = 0; a + b < orders; b++) {
                double sum = 0;
                for (int k = a + b; k < orders; k++) {
                    double factor = TieSeries.factorial(k)
                            / (TieSeries.factorial(a) * TieSeries.factorial(b) * TieSeries.factorial(k - a - b));
                    double[] bend = path.byTime(2, k - a - b);
                    for (int i = 0; i < n; i++) {
                        sum += factor * derivatives.gradient[k * n + i] * bend[i];
                    }
                }
                out[a * (1 + loads) * width + b * (1 + loads)] += sum;
            }
        }
    }

    @Override
    public StateFunction copy() {
        return new AlongPath(function.copy(), path);
    }

    @Override
    public StateFunction copy(Evaluators evaluators) {
        return new AlongPath(function.copy(evaluators), path);
    }
}
