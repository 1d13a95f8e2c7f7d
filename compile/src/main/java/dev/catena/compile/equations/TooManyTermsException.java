package dev.catena.compile.equations;

/** An expanded equation has more terms than anybody would read. */
final class TooManyTermsException extends RuntimeException {
    private static final long serialVersionUID = 1;

    TooManyTermsException(int most) {
        super("more than %s terms".formatted(most));
    }
}
