package dev.catena.function;

import dev.catena.tree.Guard;
import java.util.function.UnaryOperator;

/**
 * Counts the computations of one object and changes from the hand-written function to code at a certain one, so that
 * nothing depends on when the code is ready. Copies count from the beginning, and share the code.
 */
final class Changeover<T> {
    /** The compiler starts at the fifth part of the way, since most objects do not get there. */
    private static final int SHARE = 5;

    private final Guard guard;
    private final T byHand;
    private final UnaryOperator<T> copier;
    private final BackgroundCode<T> code;
    private final long change;
    private T current;
    private long calls;

    /** The number of the call at which there is something to do. */
    private long event;

    private boolean changed;

    Changeover(Guard guard, T byHand, UnaryOperator<T> copier, BackgroundCode<T> code, long change) {
        this.guard = guard;
        this.byHand = byHand;
        this.copier = copier;
        this.code = code;
        this.change = change;
        current = byHand;
        event = Math.max(1, change / SHARE);
    }

    Changeover<T> copy() {
        return new Changeover<>(guard.copy(), copier.apply(byHand), copier, code, change);
    }

    /** The function for the next computation. */
    T next() {
        guard.checkThread();
        if (++calls == event) {
            advance();
        }
        return current;
    }

    private void advance() {
        code.start();
        event = change;
        if (calls == change) {
            T ready = code.await();
            if (ready != null) {
                current = copier.apply(ready);
                changed = true;
            }
        }
    }

    String origin() {
        return changed ? "hand-written, from computation %s on compiled".formatted(change) : "hand-written";
    }
}
