package dev.catena.nlp;

/** A solver that needs a library which this machine does not have. The message says how to install it. */
public final class SolverUnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public SolverUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
