package dev.catena.model;

/** What a {@link CutJoint} leaves free between its two frames. */
public enum CutKind {
    /** The z axes are one line and the origins meet; the second frame turns about z. */
    REVOLUTE(1),
    /** The axes are parallel; the second frame slides along z. */
    PRISMATIC(1),
    /** The origins meet. */
    SPHERICAL(3),
    /** The origins meet, and the x axis of the first frame is normal to the y axis of the second. */
    UNIVERSAL(2),
    /** The frames are one. */
    FIXED(0);

    private final int freedoms;

    CutKind(int freedoms) {
        this.freedoms = freedoms;
    }

    public int freedoms() {
        return freedoms;
    }

    /** How many equations the joint adds: six less its freedoms. */
    public int constraints() {
        return 6 - freedoms;
    }
}
