package dev.catena.compile.bytecode;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Whether HotSpot has compiled vectorized code; shared by all threads and copies that have the same code. What is found
 * out is nothing but the faster of two ways with the same results.
 */
final class Warmth {
    /** Instructions, each for one state, after which a warm-up is worth while: some hundredths of a second. */
    private static final long WORTH_WHILE = 1L << 24;

    private final Supplier<VectorKernel> code;
    private final CheckedProgram program;
    private final int lanes;
    private final AtomicLong done = new AtomicLong();
    private volatile boolean isCompiled;

    Warmth(Supplier<VectorKernel> code, CheckedProgram program, int lanes) {
        this.code = code;
        this.program = program;
        this.lanes = lanes;
    }

    /** Whether vectorized code is the faster way. */
    boolean isCompiled() {
        return isCompiled;
    }

    /** Notes that all threads will find compiled code. */
    void setCompiled() {
        isCompiled = true;
    }

    /** Notes that so many states have gone the other way. */
    void stepped(int states) {
        long more = (long) states * program.program().size();
        long before = done.getAndAdd(more);
        if (before < WORTH_WHILE && before + more >= WORTH_WHILE && Hardware.compilesVectors()) {
            WarmUp.begin(this, code.get(), program, lanes);
        }
    }
}
