package dev.catena.planning;

import dev.catena.nlp.EvaluationException;
import dev.catena.planning.function.MotionState;
import dev.catena.planning.terms.ReducedMotion;
import dev.catena.spline.Spline;
import java.util.OptionalDouble;

/**
 * Whether a motion of all coordinates that follows from fewer goes on without a jump. On contacts several postures belong to the same free
 * coordinates, a knee before or behind the straight leg, and each moment finds its own: a motion must stay with one of them.
 */
final class AssemblyCheck {
    /** Moments are taken nearer to each other until nothing moves by more in between, rad or robot's lengths. */
    private static final double STRIDE = 0.05;

    /** What moves by a stride within less of the duration jumps. */
    private static final double INSTANT = 1e-7;

    private static final int PARTS = 64;

    private final ReducedMotion reduced;
    private final Spline spline;
    private final MotionState own;
    private final double[] units;

    /** @param spline of u = t/T, of the coordinates that are planned */
    AssemblyCheck(ReducedMotion reduced, Spline spline) {
        this.reduced = reduced.copy();
        this.spline = spline.copy();
        units = reduced.units();
        own = new MotionState(spline.dimension(), 0, 0);
    }

    /** The first u at which the motion jumps, or cannot be followed; nothing if it never does. */
    OptionalDouble jump() {
        double[] before = at(0);
        for (int k = 1; k <= PARTS; k++) {
            double from = (k - 1.0) / PARTS;
            double to = (double) k / PARTS;
            double[] after = at(to);
            OptionalDouble found = jump(from, before, to, after);
            if (found.isPresent()) {
                return found;
            }
            before = after;
        }
        return OptionalDouble.empty();
    }

    private OptionalDouble jump(double from, double[] before, double to, double[] after) {
        if (distance(before, after) <= STRIDE) {
            return OptionalDouble.empty();
        }
        if (to - from < INSTANT) {
            return OptionalDouble.of(from);
        }
        double middle = 0.5 * (from + to);
        double[] between = at(middle);
        OptionalDouble first = jump(from, before, middle, between);
        return first.isPresent() ? first : jump(middle, between, to, after);
    }

    private double distance(double[] a, double[] b) {
        if (a.length == 0 || b.length == 0) {
            return Double.POSITIVE_INFINITY;
        }
        double most = 0;
        for (int i = 0; i < a.length; i++) {
            most = Math.max(most, Math.abs(a[i] - b[i]) / units[i]);
        }
        return most;
    }

    /** All coordinates; nothing where there is no posture. */
    private double[] at(double u) {
        own.setMoment(u);
        own.setTime(u);
        spline.evaluate(u, 0, own.position());
        try {
            return reduced.follow(own).position().clone();
        } catch (EvaluationException e) {
            return new double[0];
        }
    }
}
