package dev.catena.compile;

/** A robot is too large for straight-line code of some quantity; the hand-written classes have no such limit. */
public final class ProgramTooLargeException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    ProgramTooLargeException(String message) {
        super(message);
    }
}
