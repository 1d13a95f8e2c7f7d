package dev.catena.quantity;

import java.util.Arrays;
import java.util.Optional;

/** What quantities depend on: one number by moving joint each. */
public enum StateVariable {
    POSITION("q", "joint coordinates", "rad", "m"),
    VELOCITY("qd", "joint velocities", "rad/s", "m/s"),
    ACCELERATION("qdd", "joint accelerations", "rad/s^2", "m/s^2"),
    JERK("qddd", "joint jerks", "rad/s^3", "m/s^3"),
    EFFORT("tau", "joint torques and forces", "N m", "N"),

    /** λ of λᵀτ, in the unit of power if λᵀτ is one. */
    FACTOR("lambda", "factors of the torques in the sum that is differentiated", "rad/s", "m/s");

    private final String key;
    private final String title;
    private final Unit unit;

    StateVariable(String key, String title, String turning, String sliding) {
        this.key = key;
        this.title = title;
        unit = new Unit(turning, sliding);
    }

    /** The name in files and in generated code: {@code q}, {@code qd}, {@code tau}. */
    public String key() {
        return key;
    }

    public String title() {
        return title;
    }

    public Unit unit() {
        return unit;
    }

    public static Optional<StateVariable> named(String key) {
        return Arrays.stream(values())
                .filter(variable -> variable.key.equals(key))
                .findFirst();
    }
}
