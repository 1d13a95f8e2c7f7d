package dev.catena.planning.transcription;

import dev.catena.planning.function.EndState;
import dev.catena.spline.ClampedEnd;
import dev.catena.spline.SplineBasis;
import dev.catena.tree.Guard;
import java.util.Arrays;

/**
 * The control points of a motion as functions of the variables x and the duration T, conditions at the ends eliminated:
 * each is a variable or none, plus a polynomial in T. With q′ = q̇ T and q″ = q̈ T² at an end, the points next to it are
 * P₀ + e₁ q̇ T + e₂ q̈ T².
 */
public final class ControlPoints {
    public final SplineBasis basis;
    public final int n;

    /** By point and coordinate: the variable, −1 for none. */
    final int[] variable;

    /** The coordinate that a variable belongs to; the duration, if free, is the last variable and belongs to none. */
    final int[] coordinateOf;

    public final int variableCount;

    /** The variable that is the duration; −1 if it is fixed. */
    public final int timeVariable;

    private final Guard guard = new Guard(MotionProgram.class, "a motion");
    private final double fixedTime;
    private final boolean movingEnds;

    private final double[][] byPower;

    /** P, ∂P/∂T and ∂²P/∂T² at the last point that was set. */
    public final double[][] points;

    public double time;

    /** @param fixedTime the duration, or NaN if it is a variable */
    public ControlPoints(SplineBasis basis, int n, EndState start, EndState end, double fixedTime) {
        this.basis = basis;
        this.n = n;
        this.fixedTime = fixedTime;
        int m = basis.controlPoints();
        int needed = start.order() + end.order() + 2;
        if (m < needed) {
            throw new IllegalArgumentException(
                    "%s control points are too few: the conditions at the ends take %s".formatted(m, needed));
        }
        variable = new int[m * n];
        byPower = new double[3][m * n];
        Arrays.fill(variable, -2);
        prescribe(start, ClampedEnd.start(basis, start.order()), 0, 1);
        prescribe(end, ClampedEnd.end(basis, end.order()), m - 1, -1);
        int count = number(start, end);
        timeVariable = Double.isNaN(fixedTime) ? count : -1;
        variableCount = timeVariable < 0 ? count : count + 1;
        coordinateOf = new int[variableCount];
        Arrays.fill(coordinateOf, -1);
        for (int k = 0; k < variable.length; k++) {
            if (variable[k] >= 0) {
                coordinateOf[variable[k]] = k % n;
            }
        }
        points = new double[3][m * n];
        boolean moving = false;
        for (int k = 0; k < m * n; k++) {
            moving |= byPower[1][k] != 0 || byPower[2][k] != 0;
        }
        movingEnds = moving;
    }

    private void prescribe(EndState state, ClampedEnd end, int outermost, int step) {
        for (int j = 0; j <= state.order(); j++) {
            for (int i = 0; i < n; i++) {
                int at = (outermost + step * j) * n + i;
                variable[at] = -1;
                byPower[0][at] = state.position(i);
                for (int k = 1; k <= j; k++) {
                    byPower[k][at] = end.share(j, k) * state.derivative(k, i);
                }
            }
        }
    }

    /** Numbers the variables point by point; the points next to an end that is free share its variable. */
    private int number(EndState start, EndState end) {
        int m = basis.controlPoints();
        int count = 0;
        int endFrom = m - 1 - end.order();
        for (int j = 0; j < m; j++) {
            boolean ofStart = j <= start.order();
            boolean ofEnd = j >= endFrom;
            boolean shared = (ofStart && j > 0) || (ofEnd && j > endFrom);
            boolean free =
                    (!ofStart && !ofEnd) || (ofStart && start.isPositionFree()) || (ofEnd && end.isPositionFree());
            for (int i = 0; i < n && free; i++) {
                variable[j * n + i] = shared ? variable[(j - 1) * n + i] : count++;
            }
        }
        return count;
    }

    /** Whether control points change with T alone: whether an end moves. */
    boolean dependOnTime() {
        return movingEnds && timeVariable >= 0;
    }

    public double time(double[] x) {
        return timeVariable < 0 ? fixedTime : x[timeVariable];
    }

    public void set(double[] x) {
        guard.begin();
        time = time(x);
        for (int k = 0; k < variable.length; k++) {
            double own = variable[k] < 0 ? 0 : x[variable[k]];
            points[0][k] = own + byPower[0][k] + time * (byPower[1][k] + time * byPower[2][k]);
            points[1][k] = byPower[1][k] + 2 * time * byPower[2][k];
            points[2][k] = 2 * byPower[2][k];
        }
    }

    /** Variables that come nearest to wanted control points; where several share a variable, the last counts. */
    public void variables(double[] wanted, double wantedTime, double[] xOut) {
        double T = timeVariable < 0 ? fixedTime : wantedTime;
        for (int k = 0; k < variable.length; k++) {
            if (variable[k] >= 0) {
                xOut[variable[k]] = wanted[k] - byPower[0][k] - T * (byPower[1][k] + T * byPower[2][k]);
            }
        }
        if (timeVariable >= 0) {
            xOut[timeVariable] = T;
        }
    }
}
