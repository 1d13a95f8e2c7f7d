package dev.catena.planning.terms;

import dev.catena.planning.function.MotionState;
import dev.catena.planning.function.StateFunction;
import dev.catena.spline.Spline;
import java.util.List;

/**
 * The state on a path q(s) from that of its parameter: q̇ = q′ṡ, q̈ = q″ṡ² + q′s̈, q⃛ = q‴ṡ³ + 3q″ṡs̈ + q′s⃛.
 */
public final class PathState implements ReducedMotion {
    /** Derivatives that differ by less, as a fraction, are continuous. */
    private static final double CONTINUOUS = 1e-9;

    private final Spline path;
    private final MotionState state;

    /** Derivatives of q by s up to the fifth. */
    final double[][] d;

    public PathState(Spline path) {
        this.path = path.copy();
        state = new MotionState(path.dimension());
        d = new double[6][path.dimension()];
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

    Spline copyOfPath() {
        return path.copy();
    }

    @Override
    public List<String> coordinates() {
        return List.of("the path parameter");
    }

    @Override
    public StateFunction of(StateFunction function) {
        return new AlongPath(function, path);
    }

    @Override
    public PathState copy() {
        return new PathState(path);
    }

    @Override
    public MotionState follow(MotionState along) {
        double s = along.position()[0];
        double v = along.velocity()[0];
        double a = along.acceleration()[0];
        double j = along.jerk()[0];
        for (int order = 0; order < d.length; order++) {
            path.evaluate(s, order, d[order]);
        }
        for (int i = 0; i < path.dimension(); i++) {
            state.position()[i] = d[0][i];
            state.velocity()[i] = d[1][i] * v;
            state.acceleration()[i] = d[2][i] * v * v + d[1][i] * a;
            state.jerk()[i] = d[3][i] * v * v * v + 3 * d[2][i] * v * a + d[1][i] * j;
        }
        state.setMoment(along.moment());
        state.setTime(along.time());
        return state;
    }
}
