package dev.catena.testkit;

import dev.catena.textbook.RunningError;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * The worst error of each of many quantities, and where it was. Errors are counted in roundings: one is what the textbook's
 * recursion could be off if it were carried out in doubles, whatever cancels in it.
 */
public final class WorstErrors {
    private static final class Row {
        private long numbers;
        private double roundings;
        private String where = "";
    }

    private final double limit;
    private final Map<String, Row> rows = new TreeMap<>();
    private final Map<String, Integer> refusals = new TreeMap<>();
    private final List<String> mistakes = new ArrayList<>();

    /** @param limit roundings that are allowed */
    public WorstErrors(double limit) {
        this.limit = limit;
    }

    /** Compares an array with exact numbers. */
    public void check(String quantity, String where, double[] actual, List<RunningError> exact) {
        if (actual.length != exact.size()) {
            throw new AssertionError(
                    "%s of %s: %s entries instead of %s".formatted(quantity, where, actual.length, exact.size()));
        }
        double roundings = 0;
        int worst = 0;
        for (int k = 0; k < actual.length; k++) {
            double units = exact.get(k).unitsOff(actual[k]);
            if (!(units <= roundings)) {
                roundings = Double.isNaN(units) ? Double.POSITIVE_INFINITY : units;
                worst = k;
            }
        }
        Row row = rows.computeIfAbsent(quantity, name -> new Row());
        row.numbers += actual.length;
        if (roundings > row.roundings) {
            row.roundings = roundings;
            row.where = where;
        }
        if (roundings > limit) {
            mistake(String.format(
                    Locale.ROOT,
                    "%s of %s: entry %s is %s, expected %s: %.3g roundings",
                    quantity,
                    where,
                    worst,
                    actual[worst],
                    exact.get(worst).value(),
                    roundings));
        }
    }

    /** Counts that something was not computed, and said so. */
    public void refusal(String what) {
        refusals.merge(what, 1, Integer::sum);
    }

    /** Something else that is wrong. */
    public void mistake(String what) {
        mistakes.add(what);
    }

    /** What exceeded the limit, in the order in which it was found. */
    public List<String> mistakes() {
        return List.copyOf(mistakes);
    }

    /** How many numbers were compared. */
    public long numbers() {
        return rows.values().stream().mapToLong(row -> row.numbers).sum();
    }

    /** A line for each quantity, as Markdown. */
    public String table() {
        StringBuilder text = new StringBuilder("""
                | quantity | numbers | worst error, in roundings | where |
                |---|---|---|---|
                """);
        rows.forEach((quantity, row) -> text.append(String.format(
                Locale.ROOT, "| %s | %d | %.2g | %s |%n", quantity, row.numbers, row.roundings, row.where)));
        refusals.forEach(
                (what, count) -> text.append(String.format(Locale.ROOT, "%nrefused: %s %d times", what, count)));
        return text.append(System.lineSeparator()).toString();
    }
}
