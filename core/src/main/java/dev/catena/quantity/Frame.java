package dev.catena.quantity;

/** Axes that components of a quantity are in. */
public enum Frame {
    /** By joint or without axes. */
    NONE,
    WORLD,
    BASE,
    /** Of the body that the numbers belong to; moments are about its origin. */
    BODY,
    /** Of the cut joint on its second body. */
    CUT_JOINT
}
