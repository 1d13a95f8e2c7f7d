package dev.catena.tree;

import dev.catena.algebra.Vector;
import dev.catena.model.Vector3;

/** A gyroscopic rotor in the layout of the hot loops. */
public final class SpinningRotor {
    /** The coordinate that it turns with. */
    public final int coordinate;

    /** The body of the model that carries it. */
    public final int carryingBody;

    /** The moving body that carries it. */
    public final int carrier;

    public final double gearRatio;

    /** Axial inertia times gear ratio. */
    public final double gearedInertia;

    /** Spin axis in the joint frame of the moving carrier. */
    public final Vector axis = new Vector();

    SpinningRotor(
            int coordinate, int carryingBody, int carrier, double gearRatio, double inertia, Vector3 axisInJoint) {
        this.coordinate = coordinate;
        this.carryingBody = carryingBody;
        this.carrier = carrier;
        this.gearRatio = gearRatio;
        gearedInertia = gearRatio * inertia;
        axis.set(axisInJoint.x(), axisInJoint.y(), axisInJoint.z());
    }
}
