package dev.catena.nlp;

/**
 * Thrown by a {@link NonlinearProgram} at a point where it has no value: a singular mass matrix, a logarithm of a negative
 * number. A solver tries a shorter step; where that does not help, the message ends up in the {@link Result}.
 */
public final class EvaluationException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** The message should name the quantity that has no value, and where. */
    public EvaluationException(String message) {
        super(message);
    }
}
