package dev.catena.planning;

import dev.catena.planning.function.MotionState;
import dev.catena.planning.terms.ReducedMotion;
import dev.catena.planning.transcription.BalancedInputs;
import dev.catena.planning.transcription.InputLayout;
import dev.catena.spline.Spline;
import org.jspecify.annotations.Nullable;

/**
 * A planned motion: coordinates and their derivatives at any time from 0 to its duration. Belongs to the thread that asks it
 * first; {@link #copy()} makes one for another.
 */
public final class PlannedMotion {
    /** Times this far outside, as a fraction of the duration, are its ends: rounding of whoever counts steps. */
    private static final double ROUNDING = 1e-9;

    private final Spline spline;
    private final double duration;
    private final @Nullable ReducedMotion reduced;
    private final MotionState own;
    private final InputLayout inputs;
    private final BalancedInputs balanced;

    /** The variables of the program, among which inputs are. */
    private final double[] x;

    /** @param spline of u = t/T, of the coordinates that are planned */
    PlannedMotion(
            Spline spline,
            double duration,
            @Nullable ReducedMotion reduced,
            InputLayout inputs,
            BalancedInputs balanced,
            double[] x) {
        this.balanced = balanced.copy(spline.dimension());
        this.inputs = inputs;
        this.x = x;
        this.spline = spline.copy();
        this.duration = duration;
        this.reduced = reduced == null ? null : reduced.copy();
        own = new MotionState(
                spline.dimension(), inputs.inputs.count(), spline.basis().degree());
    }

    /** T in seconds. */
    public double duration() {
        return duration;
    }

    /** The same motion with buffers of its own, for another thread. */
    public PlannedMotion copy() {
        return new PlannedMotion(spline, duration, reduced, inputs, balanced, x);
    }

    /** The curve in u = t/T, a copy; along a given path, that of the path parameter, on contacts that of the coordinates they leave free. */
    public Spline spline() {
        return spline.copy();
    }

    /**
     * The state at a time, with inputs between those of samples that keep the equations in which inputs are; the same object is written again by the next call.
     *
     * @throws IllegalArgumentException if the time is not within 0 and the duration, up to rounding
     */
    public MotionState at(double time) {
        double u = time / duration;
        if (!(u >= -ROUNDING && u <= 1 + ROUNDING)) {
            throw new IllegalArgumentException(
                    "the time is %s s, but the motion is from 0 to %s s".formatted(time, duration));
        }
        own.setMoment(Math.min(Math.max(u, 0), 1));
        own.setTime(own.moment() * duration);
        inputs.read(x, own.moment(), own.inputs());
        double factor = 1;
        for (int order = 0; order <= own.highestOrder(); order++) {
            double[] out = own.derivative(order);
            spline.evaluate(Math.min(Math.max(u, 0), 1), order, out);
            for (int i = 0; i < out.length; i++) {
                out[i] *= factor;
            }
            factor /= duration;
        }
        balanced.balance(own);
        return reduced == null ? own : reduced.follow(own);
    }
}
