package dev.catena.algebra;

import org.jspecify.annotations.Nullable;

/**
 * A joint frame in the joint frame of its parent, by four parameters of the common normal of the two joint axes:
 * Rx(α) Tx(d) Rz(θ) Tz(r), [Khalil 1] with γ = b = 0. The joint turns θ or slides r.
 * Turning about and moving along coordinate axes, one after the other, takes half the operations that a general {@link
 * Placement} takes for an inertia.
 *
 * <p>A parent's frame can be laid on the common normal with one child only; the other children, and those of the base,
 * have a general placement instead.
 */
public final class JointPlacement {
    /** α by its cosine and sine. */
    public final double twistCosine;

    public final double twistSine;

    /** d, the length of the common normal. */
    public final double length;

    /** θ by its cosine and sine. */
    public double cosine;

    public double sine;

    /** r. */
    public double shift;

    /** Where there is no common normal to use; all else is meaningless then. */
    public final @Nullable Placement general;

    private final Placement atZero;
    private final boolean revolute;
    private final double angleAtZero;
    private final double shiftAtZero;
    private final SineCosine angle = new SineCosine();

    private JointPlacement(
            Placement atZero,
            boolean revolute,
            @Nullable Placement general,
            double twistCosine,
            double twistSine,
            double length,
            double angleAtZero,
            double shiftAtZero) {
        this.atZero = atZero;
        this.revolute = revolute;
        this.general = general;
        this.twistCosine = twistCosine;
        this.twistSine = twistSine;
        this.length = length;
        this.angleAtZero = angleAtZero;
        this.shiftAtZero = shiftAtZero;
        cosine = Math.cos(angleAtZero);
        sine = Math.sin(angleAtZero);
        shift = shiftAtZero;
    }

    /** On a common normal. */
    public static JointPlacement onNormal(
            Placement atZero,
            boolean revolute,
            double twistCosine,
            double twistSine,
            double length,
            double angleAtZero,
            double shiftAtZero) {
        return new JointPlacement(atZero, revolute, null, twistCosine, twistSine, length, angleAtZero, shiftAtZero);
    }

    public static JointPlacement general(Placement atZero, boolean revolute) {
        Placement general = new Placement();
        general.set(atZero);
        return new JointPlacement(atZero, revolute, general, 1, 0, 0, 0, 0);
    }

    /** Moves the joint to its coordinate. */
    public void move(double q) {
        if (revolute) {
            if (general == null) {
                angle.setSum(q, angleAtZero);
                cosine = angle.cosine;
                sine = angle.sine;
            } else {
                angle.set(q);
                general.setTurned(atZero, angle);
            }
        } else {
            shift = shiftAtZero + q;
            if (general != null) {
                general.setShifted(atZero, q);
            }
        }
    }
}
