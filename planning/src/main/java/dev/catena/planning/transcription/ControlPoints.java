package dev.catena.planning.transcription;

import dev.catena.planning.function.CyclicEnd;
import dev.catena.planning.function.EndState;
import dev.catena.planning.function.MotionState;
import dev.catena.spline.BasisValues;
import dev.catena.spline.ClampedEnd;
import dev.catena.spline.SplineBasis;
import dev.catena.tree.Guard;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The control points of a motion as functions of the variables x and the duration T, conditions at the ends eliminated:
 * each is a sum of few variables, plus a polynomial in T. With q′ = q̇ T and q″ = q̈ T² at an end, the points next to it
 * are P₀ + e₁ q̇ T + e₂ q̈ T². A motion that goes on as it began has ends whose points are sums of those of its beginning.
 */
public final class ControlPoints {
    public final SplineBasis basis;
    public final int n;

    /** The highest derivative by time that counts. */
    final int highestOrder;

    /** By point and coordinate: the variables, none or several, and what they are multiplied with. */
    final int[][] variables;

    final double[][] factors;

    /** The coordinate that a variable belongs to; −1 for the duration, which is behind them, and for inputs. */
    final int[] coordinateOf;

    public final int variableCount;

    /** The variable that is the duration; −1 if it is fixed. */
    public final int timeVariable;

    public final InputLayout inputs;
    private final Guard guard = new Guard(MotionProgram.class, "a motion");
    private final double fixedTime;
    private final boolean movingEnds;

    private final double[][] byPower;

    /** P, ∂P/∂T and ∂²P/∂T² at the last point that was set. */
    public final double[][] points;

    public double time;
    private final double[] x;

    /** @param fixedTime the duration, or NaN if it is a variable */
    public ControlPoints(SplineBasis basis, int n, EndState start, EndState end, double fixedTime) {
        this(basis, n, start, end, null, new double[0], fixedTime, InputLayout.NONE, MotionState.HIGHEST_ORDER);
    }

    /**
     * @param cycle how the motion goes on at its end, if that is what its end is made of
     * @param held by coordinate, where it stays all the time; NaN where it moves. Empty if all move
     * @param highestOrder the highest derivative by time that counts
     */
    public ControlPoints(
            SplineBasis basis,
            int n,
            EndState start,
            EndState end,
            @Nullable CyclicEnd cycle,
            double[] held,
            double fixedTime,
            InputLayout inputs,
            int highestOrder) {
        this.highestOrder = Math.max(MotionState.HIGHEST_ORDER, highestOrder);
        this.basis = basis;
        this.n = n;
        this.fixedTime = fixedTime;
        int m = basis.controlPoints();
        int atEnd = cycle == null ? prescribed(end) : cycle.order() + 1;
        int atStart = Math.max(prescribed(start), cycle == null ? 0 : cycle.order() + 1);
        if (m < atStart + atEnd) {
            throw new IllegalArgumentException(
                    "%s control points are too few: the conditions at the ends take %s".formatted(m, atStart + atEnd));
        }
        variables = new int[m * n][];
        factors = new double[m * n][];
        byPower = new double[3][m * n];
        prescribe(start, 0, 1);
        prescribe(end, m - 1, -1);
        int count = number(start, end, held, cycle == null ? m : m - atEnd);
        if (cycle != null) {
            goOn(cycle);
        }
        timeVariable = Double.isNaN(fixedTime) ? count : -1;
        int withTime = timeVariable < 0 ? count : count + 1;
        this.inputs = inputs.startingAt(withTime);
        variableCount = withTime + this.inputs.variableCount();
        coordinateOf = new int[variableCount];
        Arrays.fill(coordinateOf, -1);
        for (int k = 0; k < variables.length; k++) {
            for (int v : variables[k]) {
                coordinateOf[v] = coordinateOf[v] < 0 ? k % n : coordinateOf[v];
            }
        }
        x = new double[variableCount];
        points = new double[3][m * n];
        boolean moving = false;
        for (int k = 0; k < m * n; k++) {
            moving |= byPower[1][k] != 0 || byPower[2][k] != 0;
        }
        movingEnds = moving;
    }

    private static int prescribed(EndState state) {
        return state.isFree() ? 0 : state.order() + 1;
    }

    private void prescribe(EndState state, int outermost, int step) {
        if (state.isFree()) {
            return;
        }
        ClampedEnd end = step > 0 ? ClampedEnd.start(basis, state.order()) : ClampedEnd.end(basis, state.order());
        for (int j = 0; j <= state.order(); j++) {
            for (int i = 0; i < n; i++) {
                int at = (outermost + step * j) * n + i;
                byPower[0][at] = state.position(i);
                // those of higher orders are zero
                for (int k = 1; k <= Math.min(j, 2); k++) {
                    byPower[k][at] = end.share(j, k) * state.derivative(k, i);
                }
            }
        }
    }

    /** Numbers the variables point by point; the points next to an end that is free share its variable. */
    private int number(EndState start, EndState end, double[] held, int limit) {
        int m = basis.controlPoints();
        int count = 0;
        int endFrom = m - prescribed(end);
        for (int j = 0; j < m; j++) {
            boolean ofStart = j < prescribed(start);
            boolean ofEnd = j >= endFrom;
            boolean shared = (ofStart && j > 0) || (ofEnd && j > endFrom);
            for (int i = 0; i < n; i++) {
                boolean free = (!ofStart && !ofEnd)
                        || (ofStart && start.isPositionFree(i))
                        || (ofEnd && end.isPositionFree(i));
                int at = j * n + i;
                boolean isHeld = held.length > 0 && !Double.isNaN(held[i]);
                if (isHeld) {
                    byPower[0][at] = held[i];
                    byPower[1][at] = 0;
                    byPower[2][at] = 0;
                }
                if (!free || isHeld || j >= limit) {
                    variables[at] = new int[0];
                } else {
                    variables[at] = new int[] {shared ? variables[at - n][0] : count++};
                }
                factors[at] = new double[variables[at].length];
                Arrays.fill(factors[at], 1);
            }
        }
        return count;
    }

    /** Points next to the end: Pⱼ = shift ± (P₀ + Σ eⱼₖ q⁽ᵏ⁾) with q⁽ᵏ⁾ = Σ B⁽ᵏ⁾ (P − P₀) of the partner at the start. */
    private void goOn(CyclicEnd cycle) {
        int m = basis.controlPoints();
        int order = cycle.order();
        ClampedEnd end = ClampedEnd.end(basis, order);
        BasisValues atStart = new BasisValues(basis, order);
        atStart.compute(basis.start());
        for (int j = 0; j <= order; j++) {
            double[] share = new double[j + 1];
            share[0] = 1;
            for (int k = 1; k <= j; k++) {
                for (int l = 1; l <= k; l++) {
                    double part = end.share(j, k) * atStart.get(k, l);
                    share[l] += part;
                    share[0] -= part;
                }
            }
            for (int i = 0; i < n; i++) {
                int at = (m - 1 - j) * n + i;
                if (variables[cycle.partner(i)].length == 0) {
                    continue;
                }
                variables[at] = new int[j + 1];
                factors[at] = new double[j + 1];
                byPower[0][at] = cycle.shift(i);
                for (int l = 0; l <= j; l++) {
                    variables[at][l] = variables[l * n + cycle.partner(i)][0];
                    factors[at][l] = cycle.sign(i) * share[l];
                }
            }
        }
    }

    /** Whether control points change with T alone: whether an end moves. */
    boolean dependOnTime() {
        return movingEnds && timeVariable >= 0;
    }

    public double time(double[] variablesGiven) {
        return timeVariable < 0 ? fixedTime : variablesGiven[timeVariable];
    }

    public void set(double[] variablesGiven) {
        guard.begin();
        System.arraycopy(variablesGiven, 0, x, 0, variableCount);
        time = time(x);
        for (int k = 0; k < variables.length; k++) {
            double own = 0;
            for (int v = 0; v < variables[k].length; v++) {
                own += factors[k][v] * x[variables[k][v]];
            }
            points[0][k] = own + byPower[0][k] + time * (byPower[1][k] + time * byPower[2][k]);
            points[1][k] = byPower[1][k] + 2 * time * byPower[2][k];
            points[2][k] = 2 * byPower[2][k];
        }
    }

    /** Writes the inputs of a moment, of the variables that were set last. */
    void readInputs(double moment, double[] out) {
        if (out.length > 0) {
            inputs.read(x, moment, out);
        }
    }

    /** Variables that come nearest to wanted control points; where several share a variable, the last counts. */
    public void variables(double[] wanted, double wantedTime, double[] xOut) {
        double T = timeVariable < 0 ? fixedTime : wantedTime;
        inputs.guess(xOut);
        for (int k = 0; k < variables.length; k++) {
            if (variables[k].length == 1 && factors[k][0] == 1 && coordinateOf[variables[k][0]] == k % n) {
                xOut[variables[k][0]] = wanted[k] - byPower[0][k] - T * (byPower[1][k] + T * byPower[2][k]);
            }
        }
        if (timeVariable >= 0) {
            xOut[timeVariable] = T;
        }
    }
}
