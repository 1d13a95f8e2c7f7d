package dev.catena.model;

import org.jspecify.annotations.Nullable;

/**
 * A form on a body, to be drawn or to collide. Robots keep their shapes for writers and viewers; no algorithm reads them.
 *
 * @param body the body that carries it
 * @param name empty where it has none
 * @param bodyFromShape the shape's frame in the body's
 * @param material null where the description does not say
 */
public record Shape(
        String body,
        Role role,
        String name,
        Pose bodyFromShape,
        Geometry geometry,
        @Nullable Material material) {

    /** What a shape is for. */
    public enum Role {
        VISUAL,
        COLLISION
    }

    public static Shape visual(String body, Pose bodyFromShape, Geometry geometry) {
        return new Shape(body, Role.VISUAL, "", bodyFromShape, geometry, null);
    }

    public static Shape collision(String body, Pose bodyFromShape, Geometry geometry) {
        return new Shape(body, Role.COLLISION, "", bodyFromShape, geometry, null);
    }

    public Shape with(Material newMaterial) {
        return new Shape(body, role, name, bodyFromShape, geometry, newMaterial);
    }
}
