package dev.catena.textbook;

/**
 * A motor's rotor that spins at gearRatio · q̇ about an axis fixed in its carrier; mass and transverse inertia belong to
 * the carrier.
 *
 * @param inertia Im, about the spin axis
 * @param gearRatio k
 * @param carrier index of the body that carries the motor
 * @param axis zm, of length one, in the link frame of the carrier
 */
public record GearedRotor<S extends Scalar<S>>(S inertia, S gearRatio, int carrier, Vector<S> axis) {

    /** k Im. */
    public S gearedInertia() {
        return gearRatio.times(inertia);
    }

    /** Moment on the carrier: k Im (q̈ zm + q̇ ω×zm). */
    public Vector<S> moment(Vector<S> w, S velocity, S acceleration) {
        return axis.times(acceleration).plus(w.cross(axis).times(velocity)).times(gearedInertia());
    }

    /** Inertial rate of that moment: k Im (q⃛ zm + 2 q̈ ω×zm + q̇ (γ×zm + ω×(ω×zm))). */
    Vector<S> momentRate(Vector<S> w, Vector<S> gamma, S velocity, S acceleration, S jerk) {
        Vector<S> turning = w.cross(axis);
        return axis.times(jerk)
                .plus(turning.times(acceleration).times(2))
                .plus(gamma.cross(axis).plus(w.cross(turning)).times(velocity))
                .times(gearedInertia());
    }

    /** Rate of the components of that moment: k Im (q⃛ zm + q̈ ω×zm + q̇ γ×zm). */
    public Vector<S> momentComponentRate(Vector<S> w, Vector<S> gamma, S velocity, S acceleration, S jerk) {
        return axis.times(jerk)
                .plus(w.cross(axis).times(acceleration))
                .plus(gamma.cross(axis).times(velocity))
                .times(gearedInertia());
    }

    /** Effort at the joint: k Im (γ·zm + k q̈). */
    public S effort(Vector<S> gamma, S acceleration) {
        return gearedInertia().times(gamma.dot(axis).plus(gearRatio.times(acceleration)));
    }

    /** Rate of the effort: k Im (ι·zm + γ·(ω×zm) + k q⃛). */
    S effortRate(Vector<S> w, Vector<S> gamma, Vector<S> iota, S jerk) {
        return gearedInertia()
                .times(iota.dot(axis).plus(gamma.dot(w.cross(axis))).plus(gearRatio.times(jerk)));
    }
}
