package dev.catena.formats.file;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Whether somebody wants the program to end, with Ctrl-C or by a signal. Until this is closed the program goes on for some
 * seconds, and files that are not finished are not deleted, so that what there is can be kept.
 */
public final class Interruption implements AutoCloseable {
    private static final long SECONDS = 20;
    private static final Set<Interruption> OPEN = ConcurrentHashMap.newKeySet();
    private static volatile boolean requested;

    private final CountDownLatch closed = new CountDownLatch(1);

    public Interruption() {
        Hook.install();
        OPEN.add(this);
    }

    /** Registered by the first interruption, not by this class: a program that ends can register nothing any more. */
    private static final class Hook {
        static {
            Runtime.getRuntime().addShutdownHook(new Thread(Interruption::waitForAll, "interruption"));
        }

        static void install() {}
    }

    /** Called when the program ends: returns when all are closed, or have had their time. */
    static void waitForAll() {
        requested = true;
        for (Interruption one : OPEN) {
            try {
                boolean unused = one.closed.await(SECONDS, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    public boolean isRequested() {
        return requested;
    }

    @Override
    public void close() {
        OPEN.remove(this);
        closed.countDown();
    }
}
