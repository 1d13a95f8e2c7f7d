package dev.catena.app.report;

import dev.catena.app.console.UserError;
import java.util.Locale;

/** How many rows a table of a motion may have. */
public final class RowCount {
    private static final double MOST = 1e8;
    private static final double BYTES_BY_NUMBER = 20;

    private RowCount() {}

    /**
     * The number itself, as a count.
     *
     * @throws UserError if it is absurd, with what it would take
     */
    public static int possible(double rows, double seconds, double rate, int columns) {
        if (rows > MOST) {
            throw new UserError(String.format(
                    Locale.ROOT,
                    "a motion of %.4g s at a rate of %.4g Hz has %.4g rows, which would take about %.3g GB; at most"
                            + " %.0e are written",
                    seconds,
                    rate,
                    rows,
                    rows * columns * BYTES_BY_NUMBER * 1e-9,
                    MOST));
        }
        return (int) rows;
    }
}
