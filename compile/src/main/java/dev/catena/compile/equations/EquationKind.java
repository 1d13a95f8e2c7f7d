package dev.catena.compile.equations;

import java.util.Arrays;
import java.util.Optional;

/** What there are equations of. */
public enum EquationKind {
    TORQUE("torque", "Torques that a motion needs"),
    MASS_MATRIX("massMatrix", "Mass matrix"),
    /** Without gravity and friction. */
    CORIOLIS("coriolis", "Torques of Coriolis and centrifugal forces"),
    GRAVITY("gravity", "Torques that hold still against gravity"),
    /** In world axes, linear rows first. */
    JACOBIAN("jacobian", "Jacobian"),
    /** Rotation matrix and position in the world. */
    POSE("pose", "Direct geometric model"),
    /** What must vanish where closed loops are closed. */
    CLOSURE("closure", "Closure of the loops"),
    /** G: how the joints of closed loops move with the independent ones. */
    RATES("rates", "Rates of all joints by those of the independent ones");

    private final String key;
    private final String title;

    EquationKind(String key, String title) {
        this.key = key;
        this.title = title;
    }

    /** Whether only robots with closed loops have them. */
    boolean isOfLoops() {
        return this == CLOSURE || this == RATES;
    }

    /** The name that users type. */
    public String key() {
        return key;
    }

    public String title() {
        return title;
    }

    public static Optional<EquationKind> named(String key) {
        return Arrays.stream(values()).filter(kind -> kind.key.equals(key)).findFirst();
    }
}
