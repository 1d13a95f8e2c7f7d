package dev.catena.testkit;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** Measures what a piece of code allocates. */
public final class Allocations {
    private static final int WARM_UP = 300;
    private static final int BATCHES = 10;
    private static final int CALLS = 50;

    private Allocations() {}

    /**
     * Bytes that the calling thread allocates in {@value #CALLS} calls: the least of several batches after warming up,
     * so that what the virtual machine allocates once for itself does not count.
     */
    public static long bytes(Runnable code) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        for (int i = 0; i < WARM_UP; i++) {
            code.run();
        }
        long least = Long.MAX_VALUE;
        for (int batch = 0; batch < BATCHES; batch++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < CALLS; i++) {
                code.run();
            }
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        return least;
    }
}
