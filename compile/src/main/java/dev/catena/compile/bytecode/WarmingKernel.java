package dev.catena.compile.bytecode;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Vectorized code, and other ways as long as HotSpot has not compiled it, since until then it takes up to a thousand times as
 * long: code for one state, which is fast first, and {@link StepByStep} as soon as that is faster, for many states. It also does
 * angles that are too large for vectorized code. All round alike, so that results do not depend on when it changes over.
 */
final class WarmingKernel extends BatchKernel {
    /** Runs after which the scratch memory is aligned anew, since a garbage collection may have moved it. */
    private static final int PERIOD = 4096;

    /** Runs that are trials of one kind: with 16 a beginning that was a sixth slower won now and then, where other processes disturbed. */
    private static final int TRIALS = 64;

    /** Runs before the first trials, since code around the blocks is compiled last. */
    private static final int RUNS_BEFORE = 256;

    /** Runs of fewer blocks tell too little. */
    private static final int FEWEST_BLOCKS = 12;

    /** Fewer states are done faster by code for one: of loops step by step they would be beginning and end. */
    private static final int FEWEST_FOR_STEPS = 96;

    /** Blocks are shifted, for which some states are done twice, if they take less than that of the time. */
    private static final double LEAST_GAIN = 0.95;

    private final FusedKernel alone;
    private final StepByStep steps;
    private final Warmth warmth;
    private final long[] nanosByBeginning;
    private int runs = PERIOD - RUNS_BEFORE;

    /** Vectorized code, as soon as it is compiled. */
    private final AtomicReference<@Nullable VectorKernel> compiled;

    WarmingKernel(FusedKernel alone, StepByStep steps, int lanes, Warmth warmth) {
        super(lanes);
        this.alone = alone;
        this.steps = steps;
        this.warmth = warmth;
        compiled = warmth.kernel();
        nanosByBeginning = new long[lanes];
    }

    @Override
    public int evaluate(double[][] vectors, int stride, int from, int to) {
        VectorKernel vectorized = compiled.get();
        if (vectorized == null) {
            warmth.without(to - from);
            return to - from >= FEWEST_FOR_STEPS && warmth.areStepsFaster()
                    ? steps.evaluate(vectors, stride, from, to)
                    : alone.evaluate(vectors, stride, from, to);
        }
        int suspicious = to - from >= FEWEST_BLOCKS * lanes()
                ? aligned(vectorized, vectors, stride, from, to)
                : vectorized.evaluate(vectors, stride, from, to);
        return suspicious < 0 ? suspicious : steps.evaluate(vectors, stride, suspicious, to);
    }

    @Override
    public boolean isWarm() {
        return warmth.isCompiled();
    }

    /**
     * A vector that is not aligned with the lines of the cache takes up to 1.7 times as long. Where arrays lie is unknown
     * and may change, so that beginnings are tried now and then and the fastest is kept: that of the scratch memory, then
     * that of blocks in the callers' arrays (1,024 mass matrices of a general chain of six 30 → 27 ns a state).
     */
    private int aligned(VectorKernel vectorized, double[][] vectors, int stride, int from, int to) {
        int run = runs;
        runs = (runs + 1) % PERIOD;
        if (run > 2 * TRIALS) {
            return vectorized.evaluate(vectors, stride, from, to);
        }
        if (run == TRIALS) {
            vectorized.beginAt(fastest());
        }
        if (run == 2 * TRIALS) {
            int unshifted = Math.floorMod(from, lanes());
            int fastest = fastest();
            boolean isWorthWhile = nanosByBeginning[fastest] < LEAST_GAIN * nanosByBeginning[unshifted];
            vectorized.beginBlocksAt(isWorthWhile ? fastest : unshifted);
            return vectorized.evaluate(vectors, stride, from, to);
        }
        if (run % TRIALS == 0) {
            Arrays.fill(nanosByBeginning, Long.MAX_VALUE);
        }
        int beginning = run % lanes();
        if (run < TRIALS) {
            vectorized.beginAt(beginning);
        } else {
            vectorized.beginBlocksAt(beginning);
        }
        long begun = System.nanoTime();
        int suspicious = vectorized.evaluate(vectors, stride, from, to);
        nanosByBeginning[beginning] =
                Math.min(nanosByBeginning[beginning], (System.nanoTime() - begun) * 64 / (to - from));
        return suspicious;
    }

    private int fastest() {
        int fastest = 0;
        for (int k = 1; k < nanosByBeginning.length; k++) {
            if (nanosByBeginning[k] < nanosByBeginning[fastest]) {
                fastest = k;
            }
        }
        return fastest;
    }

    @Override
    public boolean evaluateAlone(double[][] vectors, int stride, int state) {
        return steps.evaluateAlone(vectors, stride, state);
    }
}
