package dev.catena.planning.terms;

import dev.catena.planning.function.Evaluators;
import dev.catena.planning.function.MotionState;
import dev.catena.planning.function.StateFunction;
import dev.catena.spline.Spline;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The state on a path q(s) from that of its parameter. With Dₖ the k-th derivative by time of a function of s, Dₖ₊₁[q⁽ᵐ⁾] =
 * Σ (k over j) Dⱼ[q⁽ᵐ⁺¹⁾] s⁽ᵏ⁺¹⁻ʲ⁾, from which all derivatives follow: q⁽ᵏ⁾ = Dₖ[q]. Of a robot that stands, the path is one of what contacts
 * leave free, and all coordinates follow from that; loads that are curves are planned besides the parameter.
 */
public final class PathState implements ReducedMotion {
    /** Derivatives that differ by less, as a fraction, are continuous. */
    private static final double CONTINUOUS = 1e-9;

    private final Spline path;
    private final @Nullable TiedMotion standing;
    private final int n;
    private final int loads;
    private MotionState state;

    /** By derivative m of q by s and k by time: Dₖ[q⁽ᵐ⁾]. */
    private double[][][] D;

    public PathState(Spline path) {
        this(path, null);
    }

    /** @param standing the robot that stands, whose free coordinates the path is of; null if it is of all */
    public PathState(Spline path, @Nullable TiedMotion standing) {
        this.path = path.copy();
        this.standing = standing;
        n = path.dimension();
        loads = standing == null ? 0 : standing.loads();
        state = new MotionState(0);
        D = new double[0][][];
    }

    /**
     * Complains about a path with corners: derivatives below the highest order that counts, the first in any case, must be
     * continuous, or what is limited would be infinite there, between all samples.
     */
    public static void requireSmooth(Spline path, int highestOrder) {
        double[] knots = path.basis().breakpoints();
        double[] before = new double[path.dimension()];
        double[] after = new double[path.dimension()];
        for (int order = 0; order <= Math.max(1, highestOrder - 1); order++) {
            for (int k = 1; k < knots.length - 1; k++) {
                path.evaluate(Math.nextDown(knots[k]), order, before);
                path.evaluate(knots[k], order, after);
                double size = 0;
                double jump = 0;
                for (int i = 0; i < before.length; i++) {
                    size = Math.max(size, Math.abs(before[i]) + Math.abs(after[i]));
                    jump = Math.max(jump, Math.abs(after[i] - before[i]));
                }
                if (jump > CONTINUOUS * size) {
                    throw new IllegalArgumentException(
                            ("the path is not smooth enough: its derivative of order %s jumps at parameter %s, where"
                                            + " the motion could not keep its limits; take a higher degree")
                                    .formatted(order, knots[k]));
                }
            }
        }
    }

    /** Those of a robot that stands; otherwise how far coordinates go. */
    @Override
    public double[] units() {
        if (standing != null) {
            return standing.units();
        }
        double[] points = path.controlPoints();
        double[] units = new double[n];
        for (int k = 0; k < points.length; k++) {
            units[k % n] = Math.max(units[k % n], Math.abs(points[k] - points[k % n]));
        }
        return Arrays.stream(units).map(unit -> unit == 0 ? 1 : unit).toArray();
    }

    @Override
    public double[] ownUnits() {
        double[] units = new double[1 + loads];
        Arrays.fill(units, 1);
        return units;
    }

    /** How many coordinates the path is of. */
    int size() {
        return n;
    }

    @Override
    public List<String> coordinates() {
        List<String> names = new ArrayList<>(List.of("the path parameter"));
        if (standing != null) {
            List<String> all = standing.coordinates();
            names.addAll(all.subList(n, all.size()));
        }
        return names;
    }

    @Override
    public int loads() {
        return loads;
    }

    @Override
    public boolean stands() {
        return standing != null;
    }

    @Override
    public StateFunction of(StateFunction function) {
        return new AlongPath(standing == null ? function : standing.of(function), this.ofFree());
    }

    /** The same of what contacts leave free alone. */
    private PathState ofFree() {
        return standing == null ? this : new PathState(path, loads);
    }

    /** @param loads how many curves follow behind the coordinates as they are */
    private PathState(Spline path, int loads) {
        this.path = path.copy();
        this.loads = loads;
        standing = null;
        n = path.dimension();
        state = new MotionState(0);
        D = new double[0][][];
    }

    @Override
    public PathState copy() {
        return standing == null ? new PathState(path, loads) : new PathState(path, standing.copy());
    }

    @Override
    public PathState copy(Evaluators evaluators) {
        return standing == null ? copy() : new PathState(path, standing.copy(evaluators));
    }

    @Override
    public MotionState follow(MotionState along) {
        int highest = along.highestOrder();
        int inputs = along.inputs().length;
        if (D.length == 0 || state.highestOrder() != highest || state.inputs().length != inputs) {
            state = new MotionState(n + loads, inputs, highest);
            D = new double[highest + 3][highest + 1][n];
        }
        for (int m = 0; m < D.length; m++) {
            path.evaluate(along.position()[0], m, D[m][0]);
        }
        for (int k = 0; k < highest; k++) {
            for (int m = 0; m + k + 1 < D.length; m++) {
                step(m, k, along);
            }
        }
        for (int k = 0; k <= highest; k++) {
            System.arraycopy(D[0][k], 0, state.derivative(k), 0, n);
            System.arraycopy(along.derivative(k), 1, state.derivative(k), n, loads);
        }
        System.arraycopy(along.inputs(), 0, state.inputs(), 0, inputs);
        state.setMoment(along.moment());
        state.setTime(along.time());
        return standing == null ? state : standing.follow(state);
    }

    private void step(int m, int k, MotionState along) {
        double[] out = D[m][k + 1];
        Arrays.fill(out, 0);
        double binomial = 1;
        for (int j = 0; j <= k; j++) {
            double factor = binomial * along.derivative(k + 1 - j)[0];
            for (int i = 0; i < n; i++) {
                out[i] += factor * D[m + 1][j][i];
            }
            binomial = binomial * (k - j) / (j + 1);
        }
    }

    /** Dₖ of a derivative of q by s, at the state followed last. Not a copy. */
    double[] byTime(int m, int k) {
        return D[m][k];
    }
}
