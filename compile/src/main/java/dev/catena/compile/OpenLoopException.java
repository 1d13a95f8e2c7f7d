package dev.catena.compile;

import dev.catena.model.NumericalException;

/**
 * Compiled code did not close the loops of a robot, or could not prove that the pose it found continues the one it began
 * with: that one is too far away, or singular, or not closed itself. {@link ClosedLoopCode} finds a better one.
 */
public final class OpenLoopException extends NumericalException {
    private static final long serialVersionUID = 1;

    OpenLoopException(String message) {
        super(message);
    }
}
