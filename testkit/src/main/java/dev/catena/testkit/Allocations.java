package dev.catena.testkit;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** Measures what a piece of code allocates. */
public final class Allocations {
    private static final int BATCHES = 16;
    private static final int CALLS = 50;

    private Allocations() {}

    /**
     * Bytes that the calling thread allocates in {@value #CALLS} calls: the least of several batches, so that what the
     * virtual machine allocates once for itself does not count. The first batch without any ends it.
     */
    public static long bytes(Runnable code) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        for (int batch = 0; batch < BATCHES && least > 0; batch++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < CALLS; i++) {
                code.run();
            }
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        return least;
    }
}
