package dev.catena.compile.bytecode;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.util.Random;
import java.util.function.Supplier;

/**
 * Lets HotSpot compile vectorized code, on a thread of its own, so that no caller waits for it or sees vectors that are
 * objects. Segments come one after the other: with many in its queue HotSpot would ask for twenty times as many calls of
 * each; while it compiles one, the next is called. Compiled is what allocates nothing any more.
 */
final class WarmUp {
    private static final int BLOCKS = 8;

    /** Calls between two looks at what is allocated. */
    private static final int CALLS = 8 * BLOCKS;

    /** Looks after which HotSpot has been asked to compile a segment: 5,120 calls after its first compiler has. */
    private static final int LOOKS_TO_ASK = 96;

    /** Looks after which a segment is given up: some ten seconds. */
    private static final int MOST_LOOKS = 4096;

    /** The same of the first code that is made: methods anew come through in a second where old ones are stuck. */
    private static final int FIRST_LOOKS = 1024;

    /** States by which the ways without vectors are compared, and how often. */
    private static final int COMPARED_STATES = 256;

    private static final int FEWEST_COMPARISONS = 16;
    private static final int MOST_COMPARISONS = 1000;

    private static final int MILLISECONDS_BETWEEN_LOOKS = 2;

    /** How often all is looked at again because something allocates that did not before. */
    private static final int MOST_ROUNDS = 8;

    /** Held by the thread that is at work; others wait. */
    private static final Object TURN = new Object();

    /** Gone when nobody has the code any more. */
    private final WeakReference<Warmth> warmth;

    private final CheckedProgram program;
    private final Supplier<FusedKernel> alone;
    private final double[][] vectors;
    private final int states;
    private final int lanes;
    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private WarmUp(WeakReference<Warmth> warmth, CheckedProgram program, Supplier<FusedKernel> alone, int lanes) {
        this.warmth = warmth;
        this.program = program;
        this.alone = alone;
        this.lanes = lanes;
        states = BLOCKS * lanes;
        vectors = vectors(states);
    }

    /** A thread that has code made and compiled when its turn comes. */
    static Thread thread(WeakReference<Warmth> warmth, CheckedProgram program, Supplier<FusedKernel> alone, int lanes) {
        Thread thread = new Thread(null, new Beginning(warmth, program, alone, lanes), "catena-warm-up", 0, false);
        thread.setDaemon(true);
        return thread;
    }

    /** What a caller hands over; all that takes memory is done by the other thread. */
    private record Beginning(
            WeakReference<Warmth> warmth, CheckedProgram program, Supplier<FusedKernel> alone, int lanes)
            implements Runnable {
        @Override
        public void run() {
            synchronized (TURN) {
                if (warmth.get() != null && Hardware.compilesVectors()) {
                    new WarmUp(warmth, program, alone, lanes).run();
                }
            }
        }
    }

    private double[][] vectors(int count) {
        Random random = new Random(1);
        int[] lengths = program.lengths();
        double[][] made = new double[lengths.length][];
        for (int v = 0; v < made.length; v++) {
            made[v] = v < program.inputs()
                    ? random.doubles((long) count * lengths[v], -3, 3).toArray()
                    : new double[count * lengths[v]];
        }
        return made;
    }

    private void run() {
        try {
            warmSteps();
            boolean unused = warm(VectorCode.LONG, FIRST_LOOKS)
                    || warm(VectorCode.LONG, MOST_LOOKS)
                    || warm(VectorCode.SHORT, MOST_LOOKS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Has the loops of {@link StepByStep} compiled, and notes when they are faster than code for one state. */
    private void warmSteps() {
        StepByStep steps = new StepByStep(program, new FusedProgram(program.program()));
        FusedKernel one = alone.get();
        double[][] compared = vectors(COMPARED_STATES);
        long bestAlone = Long.MAX_VALUE;
        long bestByStep = Long.MAX_VALUE;
        for (int k = 0; k < FEWEST_COMPARISONS || (k < MOST_COMPARISONS && bestByStep >= bestAlone); k++) {
            long begun = System.nanoTime();
            int unused = one.evaluate(compared, COMPARED_STATES, 0, COMPARED_STATES);
            long between = System.nanoTime();
            int unusedToo = steps.evaluate(compared, COMPARED_STATES, 0, COMPARED_STATES);
            bestAlone = Math.min(bestAlone, between - begun);
            bestByStep = Math.min(bestByStep, System.nanoTime() - between);
        }
        Warmth owner = warmth.get();
        if (owner != null && bestByStep < bestAlone) {
            owner.setStepsFaster();
        }
    }

    /** Makes code and has it compiled; false if that fails. */
    private boolean warm(int mostCalls, int mostLooks) throws InterruptedException {
        if (warmth.get() == null) {
            return false;
        }
        Supplier<VectorKernel> code = BatchKernelFactory.vectorized(program, lanes, mostCalls);
        VectorKernel kernel = code.get();
        for (int round = 0; round < MOST_ROUNDS && warmSegments(kernel, mostLooks); round++) {
            Warmth owner = warmth.get();
            if (owner != null && !wholeAllocates(kernel)) {
                owner.setCompiled(code);
                return true;
            }
        }
        return false;
    }

    /**
     * Whether all segments are compiled now; there is no need to go on if not. The first comes alone: with it the API itself is
     * compiled, and while that is in the queue, HotSpot's first compiler is asked for code of others without profiles, from
     * which there is no way on (of the Panda's torques on JDK 25, in most runs).
     */
    private boolean warmSegments(VectorKernel kernel, int mostLooks) throws InterruptedException {
        boolean isCompiled = true;
        int segment = 0;
        for (; isCompiled && kernel.segment(vectors, states, 0, segment); segment++) {
            ask(kernel, segment);
            isCompiled = warmth.get() != null && await(kernel, Math.max(0, segment - 1), mostLooks);
        }
        return isCompiled && await(kernel, segment - 1, mostLooks);
    }

    /** Calls a segment often enough for HotSpot to compile it. */
    private void ask(VectorKernel kernel, int segment) {
        for (int look = 0; look < LOOKS_TO_ASK && allocates(kernel, segment); look++) {}
    }

    /** Calls a segment now and then until it is compiled. */
    private boolean await(VectorKernel kernel, int segment, int mostLooks) throws InterruptedException {
        for (int look = 0; look < mostLooks; look++) {
            if (!allocates(kernel, segment)) {
                return true;
            }
            Thread.sleep(MILLISECONDS_BETWEEN_LOOKS);
        }
        return false;
    }

    private boolean allocates(VectorKernel kernel, int segment) {
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int k = 0; k < CALLS; k++) {
            boolean unused = kernel.segment(vectors, states, k % BLOCKS * lanes, segment);
        }
        return threads.getCurrentThreadAllocatedBytes() != before;
    }

    private boolean wholeAllocates(VectorKernel kernel) {
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int k = 0; k < CALLS; k++) {
            int unused = kernel.evaluate(vectors, states, 0, states);
        }
        return threads.getCurrentThreadAllocatedBytes() != before;
    }
}
