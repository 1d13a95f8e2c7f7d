package dev.catena.compile.bytecode;

import java.util.Arrays;

/**
 * Vectorized code, and the same {@link StepByStep} as long as HotSpot has not compiled it: until then it takes up to a
 * thousand times as long. Both round alike, so that results do not depend on when it changes over.
 */
final class WarmingKernel extends BatchKernel {
    /** Runs after which the scratch memory is aligned anew, since a garbage collection may have moved it. */
    private static final int PERIOD = 4096;

    private static final int ALIGNMENT_ROUNDS = 4;

    /** Runs of fewer blocks tell too little. */
    private static final int FEWEST_BLOCKS = 16;

    private final VectorKernel vectorized;
    private final StepByStep steps;
    private final Warmth warmth;
    private final long[] nanosByBeginning;
    private int runs;

    WarmingKernel(VectorKernel vectorized, StepByStep steps, int lanes, Warmth warmth) {
        super(lanes);
        this.vectorized = vectorized;
        this.steps = steps;
        this.warmth = warmth;
        nanosByBeginning = new long[lanes];
    }

    @Override
    public int evaluate(double[][] vectors, int stride, int from, int to) {
        if (warmth.isCompiled()) {
            return to - from >= FEWEST_BLOCKS * lanes()
                    ? aligned(vectors, stride, from, to)
                    : vectorized.evaluate(vectors, stride, from, to);
        }
        int suspicious = steps.evaluate(vectors, stride, from, to);
        warmth.stepped(to - from);
        return suspicious;
    }

    /**
     * A vector that is not aligned with the lines of the cache takes up to 1.7 times as long. Where an array lies is
     * unknown and may change, so all beginnings are tried now and then, and the fastest is kept.
     */
    private int aligned(double[][] vectors, int stride, int from, int to) {
        int run = runs;
        runs = (runs + 1) % PERIOD;
        int trials = ALIGNMENT_ROUNDS * lanes();
        if (run > trials) {
            return vectorized.evaluate(vectors, stride, from, to);
        }
        if (run == 0) {
            Arrays.fill(nanosByBeginning, Long.MAX_VALUE);
        }
        if (run == trials) {
            vectorized.beginAt(fastest());
            return vectorized.evaluate(vectors, stride, from, to);
        }
        int beginning = run % lanes();
        vectorized.beginAt(beginning);
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
