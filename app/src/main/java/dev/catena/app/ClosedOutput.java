package dev.catena.app;

/** Nobody reads the results any more, so that there is nothing left to do or say. */
final class ClosedOutput extends RuntimeException {
    private static final long serialVersionUID = 1;

    ClosedOutput() {
        super("nobody reads standard output");
    }
}
