package dev.catena.mechanism;

import dev.catena.model.NumericalException;

/** A pose of a robot with closed loops that has no answer, because its loops were not closed there. */
public final class LoopException extends NumericalException {
    private static final long serialVersionUID = 1;

    private final LoopStatus status;

    /**
     * Says why a closure failed.
     *
     * @param closure whose last search failed
     */
    public LoopException(LoopClosure closure) {
        super(closure.describe());
        status = closure.status();
    }

    /** What became of closing the loops. */
    public LoopStatus status() {
        return status;
    }
}
