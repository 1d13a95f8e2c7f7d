package dev.catena.model;

/** One joint of a robot: it ties the child body to the parent body. */
public record Joint(
        String name,
        JointKind kind,
        String parent,
        String child,
        JointGeometry geometry,
        JointLimits limits,
        Friction friction,
        Drive drive) {

    public static Joint of(JointKind kind, String name, String parent, String child) {
        return new Joint(
                name, kind, parent, child, JointGeometry.IDENTITY, JointLimits.NONE, Friction.NONE, Drive.NONE);
    }

    public static Joint revolute(String name, String parent, String child) {
        return of(JointKind.REVOLUTE, name, parent, child);
    }

    public static Joint prismatic(String name, String parent, String child) {
        return of(JointKind.PRISMATIC, name, parent, child);
    }

    public static Joint fixed(String name, String parent, String child) {
        return of(JointKind.FIXED, name, parent, child);
    }

    public Joint with(JointGeometry newGeometry) {
        return new Joint(name, kind, parent, child, newGeometry, limits, friction, drive);
    }

    /** At a pose in the parent's frame, moving about or along an axis of the joint frame. */
    public Joint at(Pose parentFromJoint, Vector3 axisInJoint) {
        return with(JointGeometry.of(parentFromJoint, axisInJoint));
    }

    public Joint with(JointLimits newLimits) {
        return new Joint(name, kind, parent, child, geometry, newLimits, friction, drive);
    }

    public Joint with(Friction newFriction) {
        return new Joint(name, kind, parent, child, geometry, limits, newFriction, drive);
    }

    public Joint with(Drive newDrive) {
        return new Joint(name, kind, parent, child, geometry, limits, friction, newDrive);
    }
}
