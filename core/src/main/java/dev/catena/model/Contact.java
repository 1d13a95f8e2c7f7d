package dev.catena.model;

import java.util.List;
import java.util.Locale;

/**
 * A place of a body that may stand on the ground. Robots keep such places for commands and plans; which of them stand is a
 * question of the moment, so that no algorithm reads them: {@link #at} makes the constraint of one that does.
 *
 * @param bodyFromContact the frame of the contact on its body, z away from the ground
 * @param friction the coefficient of friction; infinite where nothing slips
 * @param area corners, in order, of what may press on the ground, in the plane z = 0 of the frame; empty where nobody says
 */
public record Contact(String name, String body, Pose bodyFromContact, Kind kind, double friction, List<Vector3> area) {
    /** What stands: hinges turn about an axis of the contact's frame. */
    public enum Kind {
        POINT,
        FLAT,
        HINGE_X,
        HINGE_Y,
        HINGE_Z;

        /** As files and commands call it. */
        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        /** The frame of the cut joint, whose axis is z, in that of the contact. */
        private Rotation turn() {
            return switch (this) {
                case POINT, FLAT, HINGE_Z -> Rotation.IDENTITY;
                case HINGE_X -> Rotation.withAxisZ(Vector3.X);
                case HINGE_Y -> Rotation.withAxisZ(Vector3.Y);
            };
        }

        private CutKind cut() {
            return switch (this) {
                case POINT -> CutKind.SPHERICAL;
                case FLAT -> CutKind.FIXED;
                case HINGE_X, HINGE_Y, HINGE_Z -> CutKind.REVOLUTE;
            };
        }
    }

    public Contact {
        area = List.copyOf(area);
    }

    /** One that never slips. */
    public static Contact of(String name, String body, Pose bodyFromContact, Kind kind) {
        return new Contact(name, body, bodyFromContact, kind, Double.POSITIVE_INFINITY, List.of());
    }

    /** The constraint that holds the body to the world where it is. */
    public CutJoint at(Pose worldFromBody) {
        Pose bodyFromJoint = bodyFromContact.times(new Pose(kind.turn(), Vector3.ZERO));
        return CutJoint.contact(name, kind.cut(), worldFromBody.times(bodyFromJoint), body, bodyFromJoint);
    }
}
