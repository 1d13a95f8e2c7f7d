package dev.catena.model;

import org.jspecify.annotations.Nullable;

/**
 * What turns a joint.
 *
 * @param reflectedInertia the simple rotor model: adds {@code reflectedInertia · q̈} to the effort, kg·m² or kg
 * @param rotor the full gyroscopic rotor, or null
 */
public record Drive(double reflectedInertia, @Nullable Rotor rotor) {
    public static final Drive NONE = new Drive(0, null);

    public static Drive reflected(double inertia) {
        return new Drive(inertia, null);
    }

    public static Drive of(Rotor rotor) {
        return new Drive(0, rotor);
    }
}
