package dev.catena.compile.equations;

/**
 * A symbol of an equation.
 *
 * @param joint number of the joint from one on, 0 where it belongs to none
 */
record Variable(Kind kind, String name, int joint) implements Comparable<Variable> {
    /** In the order in which products are written. */
    enum Kind {
        GRAVITY,
        LENGTH,
        INERTIA,
        FRICTION,
        POSITION,
        FUNCTION,
        VELOCITY,
        ACCELERATION;

        boolean isMotion() {
            return this == FUNCTION || this == VELOCITY || this == ACCELERATION;
        }
    }

    @Override
    public int compareTo(Variable other) {
        int byKind = kind.compareTo(other.kind);
        int byJoint = byKind != 0 ? byKind : Integer.compare(joint, other.joint);
        return byJoint != 0 ? byJoint : name.compareTo(other.name);
    }
}
