package dev.catena.planning;

import dev.catena.spline.Spline;

/**
 * The state on a path q(s) from that of its parameter: q̇ = q′ṡ, q̈ = q″ṡ² + q′s̈, q⃛ = q‴ṡ³ + 3q″ṡs̈ + q′s⃛.
 */
final class PathState {
    private final Spline path;
    private final MotionState state;

    /** Derivatives of q by s up to the fifth. */
    final double[][] d;

    PathState(Spline path) {
        this.path = path;
        state = new MotionState(path.dimension());
        d = new double[6][path.dimension()];
    }

    MotionState follow(MotionState along) {
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
        return state;
    }
}
