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

    private final PulledBack derivatives;
    private final int n;

    /** How many of the planned coordinates are no loads, and how many loads the function has. */
    private final int free;

    private final int loads;
    private final int orders;

    TiedFunction(StateFunction function, TiedMotion motion) {
        this.function = function;
        this.motion = motion;
        n = motion.coordinateCount();
        loads = function.loads();
        int planned = motion.coordinates().size();
        free = planned - motion.loads();
        orders = function.order() + 1;
        derivatives = new PulledBack(function, n, n + loads, planned);
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
    public void value(MotionState state, double[] out) {
        function.value(motion.follow(state), out);
    }

    @Override
    public void jacobian(MotionState state, double[] out) {
        MotionState all = motion.follow(state);
        fillChain(motion.at(state));
        derivatives.jacobian(all, out);
    }

    private void fillChain(TieSeries series) {
        Arrays.fill(derivatives.chain, 0);
        for (int k = 0; k < orders; k++) {
            for (int j = 0; j < loads; j++) {
                derivatives.chain[derivatives.entry(k, n + j, k) + free + j] = 1;
            }
            for (int a = 0; a <= k; a++) {
                double factor = TieSeries.factorial(k) / TieSeries.factorial(a);
                double[] block = series.Z[k - a];
                for (int i = 0; i < n; i++) {
                    int at = derivatives.entry(k, i, a);
                    for (int c = 0; c < free; c++) {
                        derivatives.chain[at + c] = factor * block[i * free + c];
                    }
                }
            }
        }
    }

    @Override
    public void addCurvature(MotionState state, double[] lambda, double[] out) {
        MotionState all = motion.follow(state);
        TieSeries series = motion.at(state);
        fillChain(series);
        derivatives.addCurvature(all, lambda, out);
        series.addCurvature(function.order(), derivatives.gradient, out, derivatives.width(all));
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
