package dev.catena.compile;

import dev.catena.compile.bytecode.BatchKernel;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Work of a thread other than the caller's on the runs of a batch, used again for every run. Neither beginning nor
 * waiting allocates, as {@code join} of a task does; and nobody waits for a helper that no thread has taken up yet.
 */
final class BatchHelper extends ForkJoinTask<@Nullable Void> {
    private static final long serialVersionUID = 1;

    /** In no queue. */
    private static final int IDLE = 0;

    /** In the pool's queue, to work on the present run. */
    private static final int WANTED = 1;

    /** In the pool's queue, though the run it was wanted for is over. */
    private static final int UNWANTED = 2;

    private static final int WORKING = 3;

    /** Looks at a helper that works before the caller's thread goes to sleep: a chunk takes some microseconds. */
    private static final int LOOKS = 200;

    private final transient BatchRun run;
    private final transient BatchKernel kernel;
    private final AtomicInteger state = new AtomicInteger(IDLE);

    BatchHelper(BatchRun run, BatchKernel kernel) {
        this.run = run;
        this.kernel = kernel;
    }

    /** Comes and goes once, so that the first run need not start the pool, for which it would allocate some kilobytes. */
    void prepare() {
        state.set(UNWANTED);
        ForkJoinPool.commonPool().execute(this);
    }

    /** Lets some thread of the common pool work on the run that has begun. */
    void begin() {
        if (!state.compareAndSet(UNWANTED, WANTED)) {
            state.set(WANTED);
            ForkJoinPool.commonPool().execute(this);
        }
    }

    /** Waits until this does not work any more, and will not before it begins again. */
    void end() {
        if (state.compareAndSet(WANTED, UNWANTED)) {
            return;
        }
        for (int k = 0; k < LOOKS && state.get() == WORKING; k++) {
            Thread.onSpinWait();
        }
        boolean wasInterrupted = false;
        synchronized (this) {
            while (state.get() == WORKING) {
                try {
                    wait();
                } catch (InterruptedException e) {
                    wasInterrupted = true;
                }
            }
        }
        if (wasInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Never completes as a task, so that the pool takes it again. */
    @Override
    protected boolean exec() {
        if (state.compareAndSet(WANTED, WORKING)) {
            try {
                run.work(kernel);
            } finally {
                synchronized (this) {
                    state.set(IDLE);
                    notifyAll();
                }
            }
        } else {
            leave();
        }
        return false;
    }

    /** The run is over, or has ended and another has begun in the meantime. */
    private void leave() {
        if (!state.compareAndSet(UNWANTED, IDLE)) {
            boolean unused = exec();
        }
    }

    @Override
    public @Nullable Void getRawResult() {
        return null;
    }

    @Override
    protected void setRawResult(@Nullable Void value) {}
}
