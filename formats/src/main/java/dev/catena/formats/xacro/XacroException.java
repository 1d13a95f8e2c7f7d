package dev.catena.formats.xacro;

/** An expression or an element that makes no sense; becomes a problem at the line of its element. */
final class XacroException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** Whether the expansion cannot go on, because it has grown beyond its bounds. */
    private final boolean fatal;

    XacroException(String message) {
        this(message, false);
    }

    private XacroException(String message, boolean fatal) {
        super(message);
        this.fatal = fatal;
    }

    static XacroException tooMuch(String message) {
        return new XacroException(message, true);
    }

    boolean isFatal() {
        return fatal;
    }

    String text() {
        return String.valueOf(getMessage());
    }
}
