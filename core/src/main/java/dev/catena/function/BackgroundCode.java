package dev.catena.function;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Code that is compiled by a thread in the background, once, whoever asks for it first. */
final class BackgroundCode<T> {
    private static final System.Logger LOGGER = System.getLogger(RobotFunctions.class.getName());

    /** Ends when there is nothing to do, and does not keep a program alive. */
    private static final ThreadPoolExecutor THREADS =
            new ThreadPoolExecutor(2, 2, 2, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                Thread thread = new Thread(task, "catena-compiler");
                thread.setDaemon(true);
                return thread;
            });

    static {
        THREADS.allowCoreThreadTimeOut(true);
    }

    private final Supplier<T> compile;
    private @Nullable CompletableFuture<T> task;

    BackgroundCode(Supplier<T> compile) {
        this.compile = compile;
    }

    void start() {
        var unused = task();
    }

    private synchronized CompletableFuture<T> task() {
        CompletableFuture<T> started = task;
        if (started == null) {
            started = CompletableFuture.supplyAsync(compile, THREADS);
            task = started;
        }
        return started;
    }

    /** The code, not to be computed with but copied; null if there is none for this robot. */
    @Nullable
    T await() {
        try {
            return task().join();
        } catch (CompletionException e) {
            // a robot without code is ordinary; whatever else went wrong, there is the hand-written class
            boolean isOrdinary = e.getCause() instanceof IllegalArgumentException;
            LOGGER.log(
                    isOrdinary ? System.Logger.Level.DEBUG : System.Logger.Level.WARNING,
                    "no code, the hand-written class is used: " + e.getCause());
            return null;
        }
    }
}
