package dev.catena.sweep;

/** A sweep was told to stop before all states were done. */
public final class SweepStoppedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    SweepStoppedException(String message) {
        super(message);
    }
}
