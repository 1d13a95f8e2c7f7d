package dev.catena.formats.reading;

/** A file other than a robot's that cannot be read; the message says where and why. */
public final class FormatException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /**
     * @param location file, line and column, as far as they are known
     * @param text what was found and what was expected
     */
    public FormatException(String location, String text) {
        super(location.isEmpty() ? text : location + ": " + text);
    }
}
