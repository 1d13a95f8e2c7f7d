package dev.catena.compile.inputs;

import java.util.Arrays;
import java.util.Optional;

/** Parameters of a robot that may stay symbols. */
public enum ParameterGroup {
    /** Base inertial parameters and reflected inertias that are not zero. */
    INERTIA("inertia"),
    /** All base inertial parameters, as if no body were symmetric. */
    ALL_INERTIA("allInertia"),
    /** Distances between joint axes that are not zero. */
    LENGTHS("lengths"),
    /** Coulomb and viscous friction that is not zero. */
    FRICTION("friction"),
    /** The acceleration of gravity. */
    GRAVITY("gravity");

    private final String key;

    ParameterGroup(String key) {
        this.key = key;
    }

    /** The name that users type. */
    public String key() {
        return key;
    }

    public static Optional<ParameterGroup> named(String key) {
        return Arrays.stream(values()).filter(group -> group.key.equals(key)).findFirst();
    }
}
