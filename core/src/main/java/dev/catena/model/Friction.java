package dev.catena.model;

/**
 * Friction of a joint: {@code coulomb · s(q̇) + viscous · q̇}, where s is the sign with s(0) = 0, or
 * {@code tanh(q̇ / smoothingVelocity)} where a smoothing velocity is given.
 *
 * @param coulomb Nm or N
 * @param viscous Nms/rad or Ns/m
 * @param smoothingVelocity rad/s or m/s; zero for the sign function
 */
public record Friction(double coulomb, double viscous, double smoothingVelocity) {
    public static final Friction NONE = new Friction(0, 0, 0);

    public static Friction of(double coulomb, double viscous) {
        return new Friction(coulomb, viscous, 0);
    }

    public Friction smoothed(double velocity) {
        return new Friction(coulomb, viscous, velocity);
    }

    /** The effort that overcomes friction at a joint velocity. */
    public double effort(double velocity) {
        return coulomb * direction(velocity) + viscous * velocity;
    }

    /** What Coulomb friction is multiplied with: the sign of the velocity, or the hyperbolic tangent. */
    public double direction(double velocity) {
        return smoothingVelocity > 0 ? Math.tanh(velocity / smoothingVelocity) : Math.signum(velocity);
    }

    /** The derivative of {@link #effort} by the velocity; the jump of the sign function at zero is left out. */
    public double slope(double velocity) {
        if (smoothingVelocity > 0) {
            double t = Math.tanh(velocity / smoothingVelocity);
            return coulomb / smoothingVelocity * (1 - t * t) + viscous;
        }
        return viscous;
    }

    /** The second derivative of {@link #effort} by the velocity; zero for the sign function. */
    public double curvature(double velocity) {
        if (smoothingVelocity > 0) {
            double t = Math.tanh(velocity / smoothingVelocity);
            return -2 * coulomb / (smoothingVelocity * smoothingVelocity) * t * (1 - t * t);
        }
        return 0;
    }

    /** The third derivative of {@link #effort} by the velocity; zero for the sign function. */
    public double thirdDerivative(double velocity) {
        if (smoothingVelocity > 0) {
            double t = Math.tanh(velocity / smoothingVelocity);
            double cube = smoothingVelocity * smoothingVelocity * smoothingVelocity;
            return 2 * coulomb / cube * (1 - t * t) * (3 * t * t - 1);
        }
        return 0;
    }

    public boolean isZero() {
        return coulomb == 0 && viscous == 0;
    }
}
