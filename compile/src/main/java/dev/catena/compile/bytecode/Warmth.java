package dev.catena.compile.bytecode;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
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

    /** Made before it is needed, since threads and their classes take some kilobytes. */
    private final Thread warmUp;

    private final AtomicLong done = new AtomicLong();

    /** Of threads that do without the code so far. */
    private final List<WeakReference<AtomicReference<@Nullable VectorKernel>>> waiting = new ArrayList<>();

    private volatile boolean areStepsFaster;
    private volatile @Nullable Supplier<VectorKernel> compiled;

    /** @param alone the code for one state */
    Warmth(CheckedProgram program, Supplier<FusedKernel> alone, int lanes) {
        this.program = program;
        warmUp = WarmUp.thread(new WeakReference<>(this), program, alone, lanes);
    }

    /** Whether the code is compiled. */
    boolean isCompiled() {
        return compiled != null;
    }

    /** Scratch memory and code for one thread, which come when it is compiled. */
    synchronized AtomicReference<@Nullable VectorKernel> kernel() {
        AtomicReference<@Nullable VectorKernel> kernel =
                new AtomicReference<>(compiled == null ? null : compiled.get());
        waiting.removeIf(other -> other.get() == null);
        if (compiled == null) {
            waiting.add(new WeakReference<>(kernel));
        }
        return kernel;
    }

    /** Gives the code to all that wait for it: made by their own threads, kernels would be garbage there. */
    synchronized void setCompiled(Supplier<VectorKernel> code) {
        for (WeakReference<AtomicReference<@Nullable VectorKernel>> reference : waiting) {
            AtomicReference<@Nullable VectorKernel> kernel = reference.get();
            if (kernel != null) {
                kernel.set(code.get());
            }
        }
        waiting.clear();
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
            warmUp.start();
        }
    }
}
