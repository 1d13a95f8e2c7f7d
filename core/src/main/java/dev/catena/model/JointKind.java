package dev.catena.model;

/** What a joint lets its child do. */
public enum JointKind {
    /** Turn about the axis; the coordinate is an angle in rad. */
    REVOLUTE,
    /** Slide along the axis; the coordinate is a length in m. */
    PRISMATIC,
    /** Nothing; the joint has no coordinate. */
    FIXED;

    public boolean moves() {
        return this != FIXED;
    }
}
