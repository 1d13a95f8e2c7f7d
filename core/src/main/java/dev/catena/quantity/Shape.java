package dev.catena.quantity;

/** How many numbers a quantity has, and of what. */
public enum Shape {
    /** One by moving joint. */
    BY_JOINT,
    /** A group by joint, fixed ones included. */
    GROUP_BY_JOINT,
    /** A group by cut joint. */
    GROUP_BY_CUT_JOINT,
    /** A group by body. */
    GROUP_BY_BODY,
    /** One group. */
    GROUP,
    /** A matrix, row by row. */
    MATRIX,
    /** A matrix by joint, fixed ones included. */
    MATRIX_BY_JOINT,
    /** A matrix by body. */
    MATRIX_BY_BODY
}
