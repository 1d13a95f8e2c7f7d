package dev.catena.mechanism.parallel;

/** How the tip of a leg is tied to the platform. */
public enum LegConnection {
    /**
     * The tip's origin stays at a point of the platform, all turns are free: a spherical joint, or a universal joint
     * where the platform cannot turn or the leg cannot spin. The passive joint at the platform has no coordinate, inertia
     * or friction.
     */
    POINT(3),
    /** The tip is welded to the platform; every passive joint belongs to the leg. */
    RIGID(6);

    private final int rows;

    LegConnection(int rows) {
        this.rows = rows;
    }

    /** How many velocities of its tip the leg shares with the platform. */
    int rows() {
        return rows;
    }
}
