package dev.catena.tree;

import dev.catena.algebra.Placement;
import dev.catena.algebra.Vector;

/**
 * What is inside a {@code BaseMotion}: where the base is, and its velocity, classical acceleration and jerk in its own
 * axes.
 */
public final class MovingBase {
    public static final Door<MovingBase> DOOR = new Door<>();

    public final Placement worldFromBase = new Placement();
    public final Vector linearVelocity = new Vector();
    public final Vector angularVelocity = new Vector();
    public final Vector linearAcceleration = new Vector();
    public final Vector angularAcceleration = new Vector();
    public final Vector linearJerk = new Vector();
    public final Vector angularJerk = new Vector();

    /** Of a {@code BaseMotion}. */
    public static MovingBase of(Object baseMotion) {
        return DOOR.into(baseMotion);
    }

    public void set(MovingBase other) {
        worldFromBase.set(other.worldFromBase);
        linearVelocity.set(other.linearVelocity);
        angularVelocity.set(other.angularVelocity);
        linearAcceleration.set(other.linearAcceleration);
        angularAcceleration.set(other.angularAcceleration);
        linearJerk.set(other.linearJerk);
        angularJerk.set(other.angularJerk);
    }
}
