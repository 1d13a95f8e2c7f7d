package dev.catena.ground;

import dev.catena.model.Vector3;
import java.util.Optional;

/**
 * Where the ground may push: a body with a sole, which takes forces and moments, or a point of a body, which takes forces
 * alone.
 *
 * @param name of the foot, in messages
 * @param body on which the ground acts
 * @param pointInBody where forces act; empty for a sole
 */
public record Foot(String name, String body, Optional<Vector3> pointInBody) {
    /** A foot that takes forces and moments, named after its body. */
    public static Foot sole(String body) {
        return new Foot(body, body, Optional.empty());
    }

    /** A foot that takes forces at a point. */
    public static Foot point(String name, String body, Vector3 pointInBody) {
        return new Foot(name, body, Optional.of(pointInBody));
    }

    public boolean isSole() {
        return pointInBody.isEmpty();
    }
}
