package dev.catena.model;

/**
 * A passive joint at which a closed loop is cut open, so that the rest is a tree, [Khalil 4]. It ties a frame on one body
 * to a frame on another; {@link CutKind} says what it leaves free. Revolute and prismatic joints have one coordinate,
 * that of {@code firstFromSecond = Rz(q)} or {@code Tz(q)}.
 *
 * @param firstFromJoint the joint's frame on the first body, in that body's frame
 * @param secondFromJoint the joint's frame on the second body, in that body's frame
 * @param friction what the joint's one coordinate takes to move; joints with more freedoms, or none, are without friction
 */
public record CutJoint(
        String name,
        CutKind kind,
        String first,
        Pose firstFromJoint,
        String second,
        Pose secondFromJoint,
        Friction friction) {
    /** The first body of a contact: a frame on the ground, given in the world. */
    public static final String WORLD = "world";

    /** Without friction. */
    public CutJoint(String name, CutKind kind, String first, Pose firstFromJoint, String second, Pose secondFromJoint) {
        this(name, kind, first, firstFromJoint, second, secondFromJoint, Friction.NONE);
    }

    /** The same joint with another friction. */
    public CutJoint with(Friction another) {
        return new CutJoint(name, kind, first, firstFromJoint, second, secondFromJoint, another);
    }

    /** A contact: a body held at a frame of the world, as a foot that stands. */
    public static CutJoint contact(String name, CutKind kind, Pose worldFromJoint, String body, Pose bodyFromJoint) {
        return new CutJoint(name, kind, WORLD, worldFromJoint, body, bodyFromJoint);
    }
}
