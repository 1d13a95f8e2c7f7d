package dev.catena.planning;

import dev.catena.spline.Spline;
import org.jspecify.annotations.Nullable;

/**
 * A planned motion: coordinates and their derivatives at any time from 0 to its duration. Owned by one thread.
 */
public final class Motion {
    private final Spline spline;
    private final double duration;
    private final @Nullable PathState path;
    private final MotionState own;

    /** @param spline of u = t/T, or, if there is a path, of its parameter */
    Motion(Spline spline, double duration, @Nullable Spline path) {
        this.spline = spline.copy();
        this.duration = duration;
        this.path = path == null ? null : new PathState(path);
        own = new MotionState(spline.dimension());
    }

    /** T in seconds. */
    public double duration() {
        return duration;
    }

    /** The curve in u = t/T; along a given path, that of the path parameter. */
    public Spline spline() {
        return spline;
    }

    /** The state at a time; the same object is written again by the next call. */
    public MotionState at(double time) {
        double u = time / duration;
        double factor = 1;
        for (int order = 0; order <= MotionState.HIGHEST_ORDER; order++) {
            double[] out = own.derivative(order);
            spline.evaluate(Math.min(Math.max(u, 0), 1), order, out);
            for (int i = 0; i < out.length; i++) {
                out[i] *= factor;
            }
            factor /= duration;
        }
        return path == null ? own : path.follow(own);
    }
}
