package dev.catena.compile.graph;

/** What a node does with its operands. */
public enum Operation {
    /** A number known beforehand, never negative: signs live outside the nodes. */
    CONSTANT(0),
    /** A component of an input vector. */
    INPUT(0),
    ADD(2),
    SUBTRACT(2),
    MULTIPLY(2),
    DIVIDE(2),
    /** Only under a square root, where a sign cannot be pulled out. */
    NEGATE(1),
    SINE(1),
    COSINE(1),
    SQUARE_ROOT(1),
    HYPERBOLIC_TANGENT(1),
    /** −1, 0 or 1. */
    SIGN(1);

    private final int operands;

    Operation(int operands) {
        this.operands = operands;
    }

    /** How many operands it has. */
    public int operands() {
        return operands;
    }

    /** Whether {@link OperationCount#arithmetic} counts it. */
    boolean isArithmetic() {
        return operands > 0 && this != NEGATE && this != SINE && this != COSINE;
    }
}
