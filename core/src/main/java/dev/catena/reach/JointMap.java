package dev.catena.reach;

/**
 * A few coordinates that determine all joints of a tree, as the independent joints of closed loops do. A search moves these; what it
 * looks at is the tree. Owned by one thread.
 */
public interface JointMap {
    /** How many coordinates there are. */
    int count();

    /** Which joint of the tree a coordinate is. */
    int joint(int coordinate);

    /**
     * Finds the coordinates of all joints, going on from those that were found last.
     *
     * @return whether there are any; nothing is written otherwise
     */
    boolean place(double[] coordinates, double[] qOut);

    /** ∂q/∂coordinates where {@link #place} succeeded last, by joint and coordinate, row-major. */
    void rates(double[] ratesOut);

    /**
     * The accelerations of all joints when the coordinates move evenly, where {@link #place} succeeded last.
     *
     * @param velocities of the coordinates
     */
    void drift(double[] velocities, double[] qddOut);

    /** Forgets what was found last: the next search begins where the robot is at home. */
    void restart();

    /** One of the same robot, for another thread. */
    JointMap copy();
}
