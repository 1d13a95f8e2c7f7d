package dev.catena.compile.bytecode;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Vectorized code, and the same {@link StepByStep} as long as HotSpot has not compiled it: until then it takes up to a
 * thousand times as long. Both round alike, so that results do not depend on when it changes over. What is found out by
 * the clock is nothing but the faster way.
 */
final class WarmingKernel extends BatchKernel {
    /** Part of the time in which vectorized code is tried, which is what makes HotSpot compile it. */
    private static final double TRIED = 0.25;

    private static final double AT_FIRST = 1e7;

    /** So often in succession it must be the faster. */
    private static final int IN_SUCCESSION = 4;

    /** After so many times it is given up: a virtual machine may have no second compiler. */
    private static final int MOST_TRIES = 1 << 15;

    /** Runs after which the scratch memory is aligned anew, since a garbage collection may have moved it. */
    private static final int PERIOD = 4096;

    private static final int ALIGNMENT_ROUNDS = 4;

    /** Runs of fewer blocks tell too little. */
    private static final int FEWEST_BLOCKS = 16;

    private final VectorKernel vectorized;
    private final StepByStep steps;

    /** Shared by all that have the same code: what one of them has found is known to all. */
    private final AtomicBoolean isCompiled;

    /** Begins with a guess, and counts no more for the first times, which load the classes of vectors. */
    private double nanosTried = AT_FIRST;

    private double nanosOfSteps;
    private double nanosOfStepsByState = Double.MAX_VALUE;
    private int tries;
    private int faster;
    private final long[] nanosByBeginning;
    private int runs;

    WarmingKernel(VectorKernel vectorized, StepByStep steps, int lanes, AtomicBoolean isCompiled) {
        super(lanes);
        this.isCompiled = isCompiled;
        this.vectorized = vectorized;
        this.steps = steps;
        nanosByBeginning = new long[lanes];
    }

    @Override
    public int evaluate(double[][] vectors, int stride, int from, int to) {
        if (isCompiled.get()) {
            return to - from >= FEWEST_BLOCKS * lanes()
                    ? aligned(vectors, stride, from, to)
                    : vectorized.evaluate(vectors, stride, from, to);
        }
        int first = from;
        if (nanosTried <= TRIED * nanosOfSteps && tries < MOST_TRIES) {
            first = Math.min(to, from + lanes());
            int suspicious = tried(vectors, stride, from, first);
            if (suspicious >= 0) {
                return suspicious;
            }
        }
        long begun = System.nanoTime();
        int suspicious = steps.evaluate(vectors, stride, first, to);
        double nanos = System.nanoTime() - begun;
        nanosOfSteps += nanos;
        if (to - first >= FEWEST_BLOCKS * lanes()) {
            nanosOfStepsByState = Math.min(nanosOfStepsByState, nanos / (to - first));
        }
        return suspicious;
    }

    private int tried(double[][] vectors, int stride, int from, int to) {
        tries++;
        long begun = System.nanoTime();
        int suspicious = vectorized.evaluate(vectors, stride, from, to);
        double nanos = System.nanoTime() - begun;
        nanosTried += Math.min(nanos, AT_FIRST);
        faster = nanos < lanes() * nanosOfStepsByState ? faster + 1 : 0;
        if (faster >= IN_SUCCESSION) {
            isCompiled.set(true);
        }
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
