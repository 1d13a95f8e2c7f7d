package dev.catena.compile.bytecode;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Whether HotSpot has compiled vectorized code; shared by all threads and copies of a batch. What is found out is nothing
 * but the faster of two ways with the same results.
 */
final class Warmth {
    /** Instructions, each for one state, after which a warm-up is worth while: some hundredths of a second. */
    private static final long WORTH_WHILE = 1L << 24;

    private final CheckedProgram program;
    private final int lanes;
    private final AtomicLong done = new AtomicLong();
    private volatile @Nullable Supplier<VectorKernel> compiled;

    Warmth(CheckedProgram program, int lanes) {
        this.program = program;
        this.lanes = lanes;
    }

    /** The code when it is compiled. */
    @Nullable
    Supplier<VectorKernel> compiled() {
        return compiled;
    }

    void setCompiled(Supplier<VectorKernel> code) {
        compiled = code;
    }

    /** Notes that so many states go the other way. */
    void stepping(int states) {
        long more = (long) states * program.program().size();
        long before = done.getAndAdd(more);
        if (before < WORTH_WHILE && before + more >= WORTH_WHILE && Hardware.compilesVectors()) {
            WarmUp.begin(this, program, lanes);
        }
    }
}
