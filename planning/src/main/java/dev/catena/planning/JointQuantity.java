package dev.catena.planning;

/** What a limit by joint is about. */
public enum JointQuantity {
    POSITION("position"),
    VELOCITY("velocity"),
    ACCELERATION("acceleration"),
    JERK("jerk"),
    TORQUE("torque"),
    TORQUE_RATE("torque rate"),
    /** The norm of the force that a joint carries inside. */
    REACTION_FORCE("reaction force");

    private final String text;

    JointQuantity(String text) {
        this.text = text;
    }

    /** In words: "torque rate". */
    @Override
    public String toString() {
        return text;
    }
}
