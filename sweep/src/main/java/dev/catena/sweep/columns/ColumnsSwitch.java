package dev.catena.sweep.columns;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Plain columns, and others once they are ready: they are made after so many calls that they are worth while, and looked at
 * again and again beside the work. Both give the same numbers, so that the moment of the change does not matter. Any thread.
 */
final class ColumnsSwitch {
    /** Calls after which others are worth while. */
    static final int WORTH_WHILE = 64;

    /** Looks after which others are taken never to be ready. */
    static final int MOST_LOOKS = 4096;

    private final Columns plain;
    private final Supplier<@Nullable Columns> others;
    private final Function<Columns, BooleanSupplier> readiness;
    private final Consumer<Runnable> beside;
    private final AtomicInteger calls = new AtomicInteger();
    private volatile @Nullable Columns ready;

    /**
     * A switch that has not been asked yet.
     *
     * @param others asked for once, gives nothing where there are none
     * @param readiness what says whether they are ready, asked in the work beside
     * @param beside does some work without making anybody wait
     */
    ColumnsSwitch(
            Columns plain,
            Supplier<@Nullable Columns> others,
            Function<Columns, BooleanSupplier> readiness,
            Consumer<Runnable> beside) {
        this.plain = plain;
        this.others = others;
        this.readiness = readiness;
        this.beside = beside;
    }

    Columns get() {
        Columns found = ready;
        if (found != null) {
            return found;
        }
        if (calls.get() < WORTH_WHILE && calls.incrementAndGet() == WORTH_WHILE) {
            Columns made = others.get();
            if (made != null) {
                beside.accept(() -> watch(made));
            }
        }
        return plain;
    }

    private void watch(Columns made) {
        BooleanSupplier isReady = readiness.apply(made);
        for (int look = 0; look < MOST_LOOKS; look++) {
            if (isReady.getAsBoolean()) {
                ready = made;
                return;
            }
        }
    }
}
