package dev.catena.app.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Abscissae that many curves of a page share, each written once. */
final class Abscissae {
    private final List<double[]> known = new ArrayList<>();
    private boolean used;

    /** Says that a plot was written. */
    void use() {
        used = true;
    }

    boolean isEmpty() {
        return !used;
    }

    /** The place of these numbers in the list. */
    String reference(double[] x) {
        for (int k = 0; k < known.size(); k++) {
            if (known.get(k) == x || Arrays.equals(known.get(k), x)) {
                return String.valueOf(k);
            }
        }
        known.add(x);
        return String.valueOf(known.size() - 1);
    }

    String toJson() {
        return "[%s]"
                .formatted(String.join(",", known.stream().map(Abscissae::text).toList()));
    }

    /** An array with the digits that can be seen; null where there is no number. */
    static String text(double[] values) {
        StringBuilder text = new StringBuilder(8 * values.length + 2).append('[');
        for (int k = 0; k < values.length; k++) {
            text.append(k == 0 ? "" : ",").append(text(values[k]));
        }
        return text.append(']').toString();
    }

    static String text(double value) {
        if (!Double.isFinite(value)) {
            return "null";
        }
        if (value == Math.rint(value) && Math.abs(value) < 1e6) {
            return String.valueOf((int) value);
        }
        float few = (float) value;
        return Float.isFinite(few) ? Float.toString(few) : Double.toString(value);
    }
}
