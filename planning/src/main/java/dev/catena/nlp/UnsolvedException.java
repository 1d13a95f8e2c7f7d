package dev.catena.nlp;

/** A solution was asked of a run that found none. The message is that of the result. */
public final class UnsolvedException extends IllegalStateException {
    private static final long serialVersionUID = 1;

    private final Status status;

    UnsolvedException(Status status, String message) {
        super(message);
        this.status = status;
    }

    public Status status() {
        return status;
    }
}
