package dev.catena.formats.file;

import java.util.OptionalDouble;

/** Numbers as text: decimal and finite, nothing else. */
public final class DecimalNumber {
    private DecimalNumber() {}

    /** Empty where the text is no decimal number, or one too large for a double. */
    public static OptionalDouble parse(String text) {
        String trimmed = text.strip();
        if (!isDecimal(trimmed)) {
            return OptionalDouble.empty();
        }
        double value = Double.parseDouble(trimmed);
        return Double.isFinite(value) ? OptionalDouble.of(value) : OptionalDouble.empty();
    }

    /** The digits that give back the same double. */
    public static String format(double value) {
        return Double.toString(value);
    }

    /** Keeps out what {@link Double#parseDouble} lets in: NaN, Infinity, hexadecimal digits, the suffixes f and d. */
    private static boolean isDecimal(String text) {
        int i = signEnd(text, 0);
        int first = i;
        i = digitsEnd(text, i);
        int digits = i - first;
        if (i < text.length() && text.charAt(i) == '.') {
            int fraction = digitsEnd(text, i + 1);
            digits += fraction - (i + 1);
            i = fraction;
        }
        if (digits == 0) {
            return false;
        }
        if (i < text.length() && (text.charAt(i) == 'e' || text.charAt(i) == 'E')) {
            int exponent = signEnd(text, i + 1);
            i = digitsEnd(text, exponent);
            if (i == exponent) {
                return false;
            }
        }
        return i == text.length();
    }

    private static int signEnd(String text, int from) {
        boolean signed = from < text.length() && (text.charAt(from) == '-' || text.charAt(from) == '+');
        return signed ? from + 1 : from;
    }

    private static int digitsEnd(String text, int from) {
        int i = from;
        while (i < text.length() && text.charAt(i) >= '0' && text.charAt(i) <= '9') {
            i++;
        }
        return i;
    }
}
