package dev.catena.compile.bytecode;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Whether HotSpot has compiled vectorized code; shared by all threads and copies of a batch. What is found out is nothing
 * but the fastest of three ways with the same results.
 */
final class Warmth {
    /** Instructions, each for one state, after which a warm-up is worth while: some hundredths of a second. */
    private static final long WORTH_WHILE = 1L << 24;

    private final CheckedProgram program;
    private final Supplier<FusedKernel> alone;
    private final int lanes;
    private final AtomicLong done = new AtomicLong();
    private volatile boolean areStepsFaster;
    private volatile @Nullable Supplier<VectorKernel> compiled;

    /** @param alone the code for one state */
    Warmth(CheckedProgram program, Supplier<FusedKernel> alone, int lanes) {
        this.program = program;
        this.alone = alone;
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

    /** Whether {@link StepByStep} was found to be faster than the code for one state. */
    boolean areStepsFaster() {
        return areStepsFaster;
    }

    void setStepsFaster() {
        areStepsFaster = true;
    }

    /** Notes that so many states go another way. */
    void without(int states) {
        long more = (long) states * program.program().size();
        long before = done.getAndAdd(more);
        if (before < WORTH_WHILE && before + more >= WORTH_WHILE) {
            WarmUp.begin(this, program, alone, lanes);
        }
    }
}
