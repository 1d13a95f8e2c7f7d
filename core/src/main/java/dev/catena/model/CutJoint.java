package dev.catena.model;

/**
 * A passive joint at which a closed loop is cut open, so that the rest is a tree, [Khalil 4]. It ties a frame on one body
 * to a frame on another; {@link CutKind} says what it leaves free. Revolute and prismatic joints have one coordinate,
 * that of {@code firstFromSecond = Rz(q)} or {@code Tz(q)}.
 *
 * @param firstFromJoint the joint's frame on the first body, in that body's frame
 * @param secondFromJoint the joint's frame on the second body, in that body's frame
 */
public record CutJoint(
        String name, CutKind kind, String first, Pose firstFromJoint, String second, Pose secondFromJoint) {
    /** The first body of a contact: a frame on the ground, given in the world. */
    public static final String WORLD = "world";

    /** A contact: a body held at a frame of the world, as a foot that stands. */
    public static CutJoint contact(String name, CutKind kind, Pose worldFromJoint, String body, Pose bodyFromJoint) {
        return new CutJoint(name, kind, WORLD, worldFromJoint, body, bodyFromJoint);
    }
}
