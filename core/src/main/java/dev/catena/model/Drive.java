package dev.catena.model;

import org.jspecify.annotations.Nullable;

/**
 * What turns a joint: a motor, perhaps with a spring between it and the joint.
 *
 * <p>All is reflected to the joint: the motor angle θ is what the joint would have without the spring, so that the rotor
 * turns by {@code gearRatio · θ} on its carrier, and efforts are those at the joint. A rigid drive has θ = q.
 *
 * <p>The algorithms of {@code dev.catena.drive} know springs. All others take every drive as rigid, which is the limit
 * of an ever stiffer spring.
 *
 * @param reflectedInertia the simple rotor model: adds {@code reflectedInertia · θ̈} to the effort, kg·m² or kg
 * @param rotor the full gyroscopic rotor, or null
 * @param spring between motor and joint; null for a rigid drive
 * @param motorFriction on the motor's side of the spring, an effort at the joint as a function of θ̇; a joint's own
 *     friction is on the joint's side
 */
public record Drive(
        double reflectedInertia,
        @Nullable Rotor rotor,
        @Nullable Spring spring,
        Friction motorFriction) {
    public static final Drive NONE = new Drive(0, null);

    /** A rigid drive without friction of its own. */
    public Drive(double reflectedInertia, @Nullable Rotor rotor) {
        this(reflectedInertia, rotor, null, Friction.NONE);
    }

    public static Drive reflected(double inertia) {
        return new Drive(inertia, null);
    }

    public static Drive of(Rotor rotor) {
        return new Drive(0, rotor);
    }

    public Drive with(Rotor newRotor) {
        return new Drive(reflectedInertia, newRotor, spring, motorFriction);
    }

    /** The same drive behind a spring. */
    public Drive with(Spring newSpring) {
        return new Drive(reflectedInertia, rotor, newSpring, motorFriction);
    }

    public Drive with(Friction newMotorFriction) {
        return new Drive(reflectedInertia, rotor, spring, newMotorFriction);
    }

    /** The same drive without its spring. */
    public Drive rigid() {
        return new Drive(reflectedInertia, rotor, null, motorFriction);
    }

    /** Whether there is a spring between motor and joint. */
    public boolean isElastic() {
        return spring != null;
    }
}
