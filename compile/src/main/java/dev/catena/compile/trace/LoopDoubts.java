package dev.catena.compile.trace;

import dev.catena.mechanism.LoopBounds;
import java.util.List;

/** What numbers that say whether loops are closed must be smaller than. */
final class LoopDoubts {
    /** The residual of a start that was found by rounded numbers. */
    private static final double START = 1e-9;

    private static final List<Double> OF_SEARCH =
            List.of(LoopBounds.CLOSED, START, LoopBounds.SHORT, 1.0, 1 / LoopBounds.SINGULAR);

    private LoopDoubts() {}

    /** What so many doubts must be smaller than: of a search, of dyads, of parallelograms. */
    static List<Double> largest(int count) {
        return switch (count) {
            case 1 -> OF_SEARCH.subList(4, 5);
            case 2 -> List.of(LoopBounds.CLOSED, 1 / LoopBounds.SINGULAR);
            default -> OF_SEARCH;
        };
    }
}
