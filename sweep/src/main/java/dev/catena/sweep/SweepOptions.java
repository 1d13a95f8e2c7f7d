package dev.catena.sweep;

import java.nio.file.Path;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * How a sweep runs; nothing of it changes the result.
 *
 * @param checkpoint a file that is written from time to time, and read where it is there already; null for none
 * @param spare where checkpoints go from then on if one cannot be written; null for nowhere
 * @param seconds how often
 * @param progress is told the number of states that are done
 * @param stop whether to stop: what is done is in the checkpoint then
 * @param warning is told what went wrong without harm, such as a checkpoint that cannot be written
 */
public record SweepOptions(
        int threads,
        @Nullable Path checkpoint,
        @Nullable Path spare,
        double seconds,
        LongConsumer progress,
        BooleanSupplier stop,
        java.util.function.Consumer<String> warning) {
    private static final int MOST_THREADS = 4096;

    public SweepOptions {
        requireThreads(threads);
    }

    static void requireThreads(int threads) {
        if (threads < 1 || threads > MOST_THREADS) {
            throw new IllegalArgumentException(
                    "%s threads given, but 1 to %s are possible".formatted(threads, MOST_THREADS));
        }
    }

    /** Threads and nothing else. */
    public static SweepOptions threads(int threads) {
        return new SweepOptions(threads, null, null, 30, done -> {}, () -> false, text -> {});
    }

    public SweepOptions withCheckpoint(Path file, double everySeconds) {
        return new SweepOptions(threads, file, spare, everySeconds, progress, stop, warning);
    }

    /** On another disk than that of the checkpoint, which may be full. */
    public SweepOptions withSpare(Path file) {
        return new SweepOptions(threads, checkpoint, file, seconds, progress, stop, warning);
    }

    public SweepOptions withProgress(LongConsumer newProgress) {
        return new SweepOptions(threads, checkpoint, spare, seconds, newProgress, stop, warning);
    }

    public SweepOptions withStop(BooleanSupplier newStop) {
        return new SweepOptions(threads, checkpoint, spare, seconds, progress, newStop, warning);
    }

    public SweepOptions withWarning(java.util.function.Consumer<String> newWarning) {
        return new SweepOptions(threads, checkpoint, spare, seconds, progress, stop, newWarning);
    }
}
