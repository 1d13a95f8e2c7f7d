package dev.catena.model;

/** What to do about an inertia that no real body can have. */
public enum InertiaPolicy {
    /** Every non-physical inertia is a problem. */
    STRICT,
    /**
     * Violated triangle inequalities, vanishing principal moments and missing tensors are warnings, because many
     * published robot descriptions have them; negative masses and negative principal moments stay problems.
     */
    LENIENT
}
