package dev.catena.identification.estimate;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** Numbered pieces of work on several threads, the caller's own included. */
final class Together {
    private final int threads;

    Together(int threads) {
        this.threads = threads;
    }

    /** Returns when all pieces are done; throws what one of them has thrown. */
    void run(int pieces, IntConsumer work) {
        AtomicInteger next = new AtomicInteger();
        AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        Runnable some = () -> {
            try {
                for (int k = next.getAndIncrement(); k < pieces; k = next.getAndIncrement()) {
                    work.accept(k);
                }
            } catch (RuntimeException | Error e) {
                failure.compareAndSet(null, e);
                next.set(pieces);
            }
        };
        List<Thread> others = new ArrayList<>();
        for (int t = 1; t < Math.min(threads, pieces); t++) {
            Thread thread = new Thread(some, "catena-identification-" + t);
            thread.setDaemon(true);
            thread.start();
            others.add(thread);
        }
        some.run();
        others.forEach(Together::join);
        Throwable thrown = failure.get();
        if (thrown instanceof Error error) {
            throw error;
        }
        if (thrown instanceof RuntimeException exception) {
            throw exception;
        }
    }

    private static void join(Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
