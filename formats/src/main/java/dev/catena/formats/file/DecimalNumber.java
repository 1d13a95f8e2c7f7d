package dev.catena.formats.file;

import java.util.OptionalDouble;

/** Numbers as text: decimal and finite, nothing else. */
public final class DecimalNumber {
    private DecimalNumber() {}

    /** Empty where the text is no decimal number, or one too large for a double, or so small that it would become zero. */
    public static OptionalDouble parse(String text) {
        String trimmed = text.strip();
        if (!isDecimal(trimmed)) {
            return OptionalDouble.empty();
        }
        double value = Double.parseDouble(trimmed);
        return Double.isFinite(value) && !vanished(value, trimmed) ? OptionalDouble.of(value) : OptionalDouble.empty();
    }

    /** What a text that is none should have been, for messages. */
    public static String expected(String text) {
        String trimmed = text.strip();
        return isDecimal(trimmed) && Double.parseDouble(trimmed) == 0
                ? "decimal number that is 0 or at least 4.9e-324 in size"
                : "finite decimal number";
    }

    /** Whether the digits of a decimal number are not all zeros, though its value is zero. */
    public static boolean vanished(double value, String text) {
        return value == 0 && text.chars().takeWhile(c -> (c | 0x20) != 'e').anyMatch(c -> c >= '1' && c <= '9');
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
