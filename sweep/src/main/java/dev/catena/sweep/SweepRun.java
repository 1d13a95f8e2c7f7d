package dev.catena.sweep;

import dev.catena.sweep.source.StateSource;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One run of a sweep. Threads take chunks of states in order; what is found in them is merged in the same order, however
 * long each takes, so that sums do not depend on the number of threads. At most two chunks per thread are ahead of the
 * one that is to be merged next, which bounds the memory.
 */
final class SweepRun {
    private final Sweep sweep;
    private final SweepOptions options;
    private @Nullable Checkpoint checkpoint;
    private @Nullable Path spare;
    private final Accumulators merged;
    private final Deque<Accumulators> free = new ArrayDeque<>();
    private final Map<Long, Accumulators> waiting = new HashMap<>();
    private final int window;
    private long next;
    private long mergedChunks;
    private long savedChunks;
    private long savedAt = System.nanoTime();

    /** What went wrong in the first chunk in which something did; chunks are taken in order, so that it is always found. */
    private @Nullable Throwable failure;

    private long failedChunk = Long.MAX_VALUE;

    SweepRun(Sweep sweep, SweepOptions options) {
        this.sweep = sweep;
        this.options = options;
        window = 2 * options.threads();
        merged = sweep.accumulators();
        checkpoint = options.checkpoint() == null ? null : new Checkpoint(options.checkpoint(), sweep.digest());
        spare = options.spare();
    }

    Accumulators run() {
        Checkpoint kept = checkpoint;
        if (kept == null) {
            return goOn();
        }
        Checkpoint.Hold hold = kept.hold();
        try {
            if (kept.exists()) {
                mergedChunks = kept.read(merged);
                next = mergedChunks;
            }
            return goOn();
        } finally {
            hold.close();
        }
    }

    private Accumulators goOn() {
        options.progress().accept(sweep.statesBefore(mergedChunks));
        try (StateSource.Pass pass = sweep.source().open()) {
            List<Thread> threads = new ArrayList<>();
            for (int t = 1; t < Math.min(options.threads(), sweep.chunks() - mergedChunks); t++) {
                Thread thread = new Thread(() -> work(pass), "catena-sweep-" + t);
                thread.setDaemon(true);
                thread.start();
                threads.add(thread);
            }
            work(pass);
            threads.forEach(SweepRun::join);
        }
        finish();
        return merged;
    }

    static void join(Thread thread) {
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

    private synchronized void finish() {
        boolean done = mergedChunks == sweep.chunks();
        if (checkpoint != null && mergedChunks > 0) {
            save();
        }
        if (failure instanceof RuntimeException e) {
            throw e;
        }
        if (failure instanceof Error e) {
            throw e;
        }
        if (!done) {
            throw new SweepStoppedException(
                    "stopped after %s of %s states".formatted(sweep.statesBefore(mergedChunks), sweep.states()));
        }
    }

    private void work(StateSource.Pass pass) {
        long chunk = 0;
        try {
            Block block = new Block(sweep.code(), pass.reader());
            for (chunk = take(block); chunk >= 0; chunk = take(block)) {
                Accumulators found = borrow();
                sweep.compute(block, chunk, found);
                done(chunk, found);
            }
        } catch (RuntimeException | Error e) {
            fail(chunk, e);
        }
    }

    /** The next chunk, with its states begun; −1 where there is nothing more to do. */
    private synchronized long take(Block block) {
        while (failure == null && next < sweep.chunks() && next >= mergedChunks + window) {
            try {
                wait();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                failure = new SweepStoppedException("interrupted");
                notifyAll();
            }
        }
        if (isOver() || next >= sweep.chunks()) {
            return -1;
        }
        long chunk = next++;
        block.begin(sweep.statesBefore(chunk), sweep.statesOf(chunk));
        return chunk;
    }

    private synchronized boolean isOver() {
        return failure != null || options.stop().getAsBoolean();
    }

    private synchronized Accumulators borrow() {
        Accumulators found = free.poll();
        return found == null ? sweep.accumulators() : found;
    }

    private synchronized void done(long chunk, Accumulators found) {
        waiting.put(chunk, found);
        for (Accumulators ready = waiting.remove(mergedChunks); ready != null; ready = waiting.remove(mergedChunks)) {
            merged.merge(ready);
            ready.clear();
            free.push(ready);
            mergedChunks++;
        }
        options.progress().accept(sweep.statesBefore(mergedChunks));
        boolean isNews = mergedChunks > savedChunks;
        if (checkpoint != null && isNews && System.nanoTime() - savedAt > options.seconds() * 1e9) {
            save();
        }
        notifyAll();
    }

    private synchronized void fail(long chunk, Throwable e) {
        if (chunk < failedChunk) {
            failedChunk = chunk;
            failure = e;
        }
        notifyAll();
    }

    /** A checkpoint that cannot be written does not end a sweep; another place is tried once. */
    private void save() {
        Checkpoint into = checkpoint;
        while (into != null) {
            try {
                into.write(mergedChunks, merged);
                savedChunks = mergedChunks;
                into = null;
            } catch (UncheckedIOException e) {
                Path other = spare;
                spare = null;
                into = other == null ? null : new Checkpoint(other, sweep.digest());
                checkpoint = into;
                options.warning()
                        .accept((other == null
                                        ? "the sweep goes on without checkpoints: "
                                        : "checkpoints are written to %s from now on: ".formatted(other))
                                + e.getMessage());
            }
        }
        savedAt = System.nanoTime();
    }
}
