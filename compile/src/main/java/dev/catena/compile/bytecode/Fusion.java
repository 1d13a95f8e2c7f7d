package dev.catena.compile.bytecode;

/** Which products code for one state fuses with the sums they are terms of. */
enum Fusion {
    /** Each operation is rounded by itself, and sines are core's without fused products: the same bits on all machines. */
    NONE,

    /**
     * Of long programs, whose speed is that of the instruction cache: a constant factor of a fused product has to be loaded by an
     * instruction of its own, that of another product not (derivatives of accelerations of six general joints 1,370 → 1,220 ns).
     */
    WITHOUT_CONSTANTS,

    /** Of short programs (torques of six general joints 120 → 114 ns). */
    ALL
}
