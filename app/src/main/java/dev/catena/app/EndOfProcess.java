package dev.catena.app;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Told that the process is to end, by {@code Ctrl-C} or {@code kill}, long work can bring what it has to safety: the process
 * waits until this is closed, or for some seconds.
 */
final class EndOfProcess implements AutoCloseable {
    private static final long SECONDS = 20;

    private final AtomicBoolean near = new AtomicBoolean();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread hook = new Thread(this::announce, "catena-end");

    EndOfProcess() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    boolean isNear() {
        return near.get();
    }

    /** What happens at the end of the process. */
    void announce() {
        near.set(true);
        try {
            boolean unused = closed.await(SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        closed.countDown();
        try {
            boolean unused = Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException itIsTheEnd) {
            // the hook is running, and done now
        }
    }
}
