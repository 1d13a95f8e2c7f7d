package dev.catena.app.console;

/** Input that a command cannot work with; the message tells the user what was given and what was expected. */
public final class UserError extends RuntimeException {
    private static final long serialVersionUID = 1;

    public UserError(String message) {
        super(message);
    }
}
