package dev.catena.model;

/** How the base of a robot moves. */
public enum BaseKind {
    /** At rest in the world, or moved in a prescribed way that the caller states with every computation. */
    FIXED,
    /** Free: six more degrees of freedom. */
    FLOATING
}
