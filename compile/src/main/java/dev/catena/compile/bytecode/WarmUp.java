package dev.catena.compile.bytecode;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.util.Random;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Lets HotSpot compile vectorized code, on a thread of its own, so that no caller waits for it or sees vectors that are
 * objects. Segments come one after the other: with many in its queue HotSpot would ask for twenty times as many calls of
 * each. Compiled is what allocates nothing any more.
 */
final class WarmUp implements Runnable {
    private static final int BLOCKS = 8;

    /** Calls between two looks at what is allocated. */
    private static final int CALLS = 8 * BLOCKS;

    /** Looks until HotSpot has been asked and only needs time. */
    private static final int LOOKS_IN_HASTE = 16;

    /** Looks after which a segment is given up: a virtual machine may compile no vectors. */
    private static final int MOST_LOOKS = 4096;

    /** How often all is looked at again because something allocates that did not before. */
    private static final int MOST_ROUNDS = 8;

    /** Beyond what the short reduction of angles can do, so that code for both ways is there. */
    private static final double LARGE_ANGLE = 1e9;

    /** One thread, which ends when there is nothing to do for a second. */
    private static final Executor THREAD = executor();

    /** Gone when nobody has the code any more. */
    private final WeakReference<Warmth> warmth;

    private final VectorKernel kernel;
    private final double[][] vectors;
    private final int states;
    private final int lanes;
    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private WarmUp(Warmth warmth, VectorKernel kernel, CheckedProgram program, int lanes) {
        this.warmth = new WeakReference<>(warmth);
        this.kernel = kernel;
        this.lanes = lanes;
        states = BLOCKS * lanes;
        vectors = vectors(program.lengths(), program.inputs());
    }

    private static Executor executor() {
        ThreadPoolExecutor executor =
                new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), work -> {
                    Thread thread = new Thread(work, "catena-warm-up");
                    thread.setDaemon(true);
                    return thread;
                });
        executor.allowCoreThreadTimeOut(true);
        return executor;
    }

    /** Has code compiled some time. */
    static void begin(Warmth warmth, VectorKernel kernel, CheckedProgram program, int lanes) {
        THREAD.execute(new WarmUp(warmth, kernel, program, lanes));
    }

    private double[][] vectors(int[] lengths, int inputs) {
        Random random = new Random(1);
        double[][] made = new double[lengths.length][];
        for (int v = 0; v < made.length; v++) {
            made[v] = v < inputs
                    ? random.doubles((long) states * lengths[v], -3, 3).toArray()
                    : new double[states * lengths[v]];
            for (int k = 0; v < inputs && k < made[v].length; k += states) {
                made[v][k] = LARGE_ANGLE;
            }
        }
        return made;
    }

    @Override
    public void run() {
        try {
            for (int round = 0; round < MOST_ROUNDS && warmSegments(); round++) {
                Warmth owner = warmth.get();
                if (owner != null && !wholeAllocates()) {
                    owner.setCompiled();
                    return;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether all segments are compiled now; there is no need to go on if not. */
    private boolean warmSegments() throws InterruptedException {
        int segment = 0;
        while (kernel.segment(vectors, states, 0, segment)) {
            if (warmth.get() == null || !warm(segment)) {
                return false;
            }
            segment++;
        }
        return true;
    }

    private boolean warm(int segment) throws InterruptedException {
        for (int look = 0; look < MOST_LOOKS; look++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int k = 0; k < CALLS; k++) {
                boolean unused = kernel.segment(vectors, states, k % BLOCKS * lanes, segment);
            }
            if (threads.getCurrentThreadAllocatedBytes() == before) {
                return true;
            }
            if (look > LOOKS_IN_HASTE) {
                Thread.sleep(1);
            }
        }
        return false;
    }

    private boolean wholeAllocates() {
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int k = 0; k < CALLS; k++) {
            kernel.block(vectors, states, k % BLOCKS * lanes);
        }
        return threads.getCurrentThreadAllocatedBytes() != before;
    }
}
