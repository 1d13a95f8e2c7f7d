package dev.catena.model;

/**
 * A computation on good input that has no answer in numbers: an inertia that vanishes, a pose that cannot be reached, a
 * result beyond the range of {@code double}. What was to be written is then worthless, and results cannot be read; the
 * object that computed may be used again.
 */
public class NumericalException extends ArithmeticException {
    private static final long serialVersionUID = 1;

    /** The message says what has no answer, where, and of which robot. */
    public NumericalException(String message) {
        super(message);
    }
}
