package dev.catena.model;

/** What to do about an inertia that no real body can have. What is one but for rounding is no matter to either. */
public enum InertiaPolicy {
    /** Every non-physical inertia is a problem. */
    STRICT,
    /**
     * Violated triangle inequalities, principal moments that are negative, and missing tensors are warnings,
     * because many published robot descriptions have them; negative masses stay problems. Forward dynamics refuses a
     * posture where a joint feels no positive inertia, and names the bodies.
     */
    LENIENT
}
