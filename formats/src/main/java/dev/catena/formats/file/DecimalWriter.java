package dev.catena.formats.file;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * Writes doubles as the shortest decimal numbers that give them back, and of those the nearest, as [Giulietti] finds them:
 * the number and both ends of the interval that rounds to it are multiplied with one power of ten, rounded to odd, and
 * compared. The notation is that of {@link Double#toString(double)}: 0.001, 1234.5, 1.0E7.
 */
public final class DecimalWriter {
    /** No number has more bytes than this. */
    public static final int LONGEST = 26;

    private static final int LEAST_EXPONENT = -1074;
    private static final long HIDDEN = 1L << 52;
    private static final long LOWER_63 = Long.MAX_VALUE;
    private static final long[] TENS = new long[19];

    /** No double needs more digits. */
    private static final int WIDTH = 17;

    /** The least number of 17 digits. */
    private static final long LEAST_OF_17 = 10_000_000_000_000_000L;

    private static final long TEN_OF_59 = 10L << 59;
    private static final long LOWER_59 = (1L << 59) - 1;
    private static final long MIDDLE_OF_59 = 1L << 58;

    private static final long HUNDRED_MILLION = 100_000_000;

    /** Eight times the character 0. */
    private static final long ZEROS = 0x3030_3030_3030_3030L;

    /** The characters 0.000000, the first of them lowest. */
    private static final long ZERO_POINT = 0x3030_3030_3030_2E30L;

    private static final VarHandle EIGHT_BYTES =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    static {
        TENS[0] = 1;
        for (int k = 1; k < TENS.length; k++) {
            TENS[k] = 10 * TENS[k - 1];
        }
    }

    private DecimalWriter() {}

    /** Writes a number and returns the place after it; there must be room for the longest, and what is behind it may be overwritten. */
    public static int write(double value, byte[] out, int at) {
        long bits = Double.doubleToRawLongBits(value);
        long fraction = bits & (HIDDEN - 1);
        int biased = (int) (bits >>> 52) & 0x7FF;
        if (biased == 0x7FF) {
            return text(fraction != 0 ? "NaN" : value > 0 ? "Infinity" : "-Infinity", out, at);
        }
        out[at] = '-';
        int place = at + (int) (bits >>> 63);
        if (biased == 0) {
            if (fraction == 0) {
                return text("0.0", out, place);
            }
            // two digits are wanted of the very smallest, which have but one
            return fraction < 3
                    ? shortest(LEAST_EXPONENT, 10 * fraction, -1, out, place)
                    : shortest(LEAST_EXPONENT, fraction, 0, out, place);
        }
        long c = HIDDEN | fraction;
        int q = biased - 1075;
        if (q < 0 && q > -53 && Long.numberOfTrailingZeros(c) >= -q) {
            return decimal(c >> -q, 0, out, place);
        }
        return c == HIDDEN ? shortest(q, c, 0, out, place) : ofEqualHalves(q, c, out, place);
    }

    /** A whole number. */
    public static int write(long value, byte[] out, int at) {
        if (value == Long.MIN_VALUE) {
            return text("-9223372036854775808", out, at);
        }
        int place = at;
        if (value < 0) {
            out[place++] = '-';
        }
        long magnitude = Math.abs(value);
        int length = length(magnitude);
        wholeDigits(magnitude, out, place, length);
        return place + length;
    }

    private static int text(String text, byte[] out, int at) {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        System.arraycopy(bytes, 0, out, at, bytes.length);
        return at + bytes.length;
    }

    /**
     * As {@link #shortest} for c of 53 bits that is not the least of them, which has an interval of two equal halves. One
     * product tells the number to some 2^−63 of its last digit; where an end of the interval or the middle between two digits is
     * nearer than that to what is looked for, the ends have to be computed.
     */
    private static int ofEqualHalves(int q, long c, byte[] out, int at) {
        int k = (int) ((q * 661_971_961_083L) >> 41);
        int h = q + (int) ((-k * 913_124_641_741L) >> 38) + 2;
        int table = 2 * (-k - PowersOfTen.LEAST);
        long g1 = PowersOfTen.TENS[table];
        long scaled = c << h;
        long carried = ((g1 * scaled) >>> 1) + Math.multiplyHigh(PowersOfTen.TENS[table + 1], scaled);
        long s = Math.multiplyHigh(g1, scaled) + (carried >>> 63);
        long below = s / 10 * 10;
        long digit = s - below;
        // from the number with a digit less up to the number, and half of the interval's width, in units of 2^−59
        long rest = (digit << 59) | (carried & LOWER_63) >>> 4;
        long half = g1 >> (6 - h);
        long beyondBelow = rest - half;
        long beyondAbove = TEN_OF_59 - rest - half;
        long beyondMiddle = (rest & LOWER_59) - MIDDLE_OF_59;
        if (isNearZero(beyondBelow) || isNearZero(beyondAbove) || isNearZero(beyondMiddle)) {
            return shortest(q, c, 0, out, at);
        }
        long isBelow = beyondBelow >> 63;
        long isAbove = beyondAbove >> 63;
        long either = (digit + 1 + (beyondMiddle >> 63)) & ~(isBelow | isAbove);
        long chosen = below + (either | (10 & isAbove));
        // it has 16 digits or 17
        long isShort = (chosen - LEAST_OF_17) >> 63;
        return decimalOf17(chosen + (9 * chosen & isShort), WIDTH + (int) isShort + k, out, at);
    }

    private static boolean isNearZero(long difference) {
        return (difference + 16) >>> 5 == 0;
    }

    /** The shortest decimal number of those that round to c 2^q. */
    private static int shortest(int q, long c, int shift, byte[] out, int at) {
        int odd = (int) c & 1;
        boolean regular = c != HIDDEN || q == LEAST_EXPONENT;
        // k = ⌊log₁₀ of the interval's width⌋, by whole numbers
        int k = (int) ((q * 661_971_961_083L - (regular ? 0 : 274_743_187_321L)) >> 41);
        int h = q + (int) ((-k * 913_124_641_741L) >> 38) + 2;
        int table = 2 * (-k - PowersOfTen.LEAST);
        long g1 = PowersOfTen.TENS[table];
        long g0 = PowersOfTen.TENS[table + 1];
        long middle = toOdd(g1, g0, (4 * c) << h);
        long lower = toOdd(g1, g0, (4 * c - (regular ? 2 : 1)) << h) + odd;
        long upper = toOdd(g1, g0, (4 * c + 2) << h) - odd;
        long s = middle >> 2;
        // a digit less, where one of both neighbors with it rounds to the number; words of ones say yes, for no branch
        // can be foreseen
        long below = s / 10 * 10;
        long belowFits = isLess(lower - 1, 4 * below);
        long aboveFits = isLess(4 * below + 39, upper);
        long isShorter = (belowFits ^ aboveFits) & isLess(99, s);
        long fits = isLess(lower - 1, 4 * s);
        long nextFits = isLess(4 * s + 3, upper);
        // half-way between both the even one
        long isNearer = isLess(middle - 4 * s - 2, 1 - (s & 1));
        long alone = fits ^ nextFits;
        long either = s + 1 + ((alone & fits) | (~alone & isNearer));
        long chosen = (isShorter & (below + (10 & ~belowFits))) | (~isShorter & either);
        return decimal(chosen, k + (shift & (int) ~isShorter), out, at);
    }

    /** Ones where a is less than b, and zeros where it is not. */
    private static long isLess(long a, long b) {
        return (a - b) >> 63;
    }

    /** g c 2^−127, rounded to odd: what is cut off leaves a last bit. */
    private static long toOdd(long g1, long g0, long c) {
        long carried = ((g1 * c) >>> 1) + Math.multiplyHigh(g0, c);
        long whole = Math.multiplyHigh(g1, c) + (carried >>> 63);
        return whole | (((carried & LOWER_63) + LOWER_63) >>> 63);
    }

    private static int length(long f) {
        // ⌊log₁₀⌋ from the number of bits, at most one too small
        int guess = ((64 - Long.numberOfLeadingZeros(f | 1)) * 1233) >> 12;
        return guess < TENS.length && f >= TENS[guess] ? guess + 1 : Math.max(1, guess);
    }

    /**
     * f 10^e in the notation of Java. Seventeen digits are written, first, middle eight and last eight, with zeros behind those
     * that f has; whole words of them, for bytes that were just written cannot be read at once as a word.
     */
    private static int decimal(long f, int e, byte[] out, int at) {
        int length = length(f);
        return decimalOf17(f * TENS[WIDTH - length], length + e, out, at);
    }

    private static int decimalOf17(long all, int point, byte[] out, int at) {
        int upper = (int) (all / HUNDRED_MILLION);
        int lower = (int) (all - upper * HUNDRED_MILLION);
        int first = upper / (int) HUNDRED_MILLION;
        long middle = eightDigits(upper - first * (int) HUNDRED_MILLION);
        long last = eightDigits(lower);
        int used = lower == 0
                ? 9 - Long.numberOfLeadingZeros(middle) / Byte.SIZE
                : WIDTH - Long.numberOfLeadingZeros(last) / Byte.SIZE;
        if (point > 0 && point <= 7) {
            // what is behind the point moves on by one
            long eight = (first | middle << Byte.SIZE) + ZEROS;
            long before = (1L << (Byte.SIZE * point)) - 1;
            long dot = (long) '.' << (Byte.SIZE * point);
            EIGHT_BYTES.set(out, at, (eight & before) | dot | (eight & ~before) << Byte.SIZE);
            EIGHT_BYTES.set(out, at + 8, (middle >>> (6 * Byte.SIZE)) + ZEROS);
            EIGHT_BYTES.set(out, at + 10, last + ZEROS);
            return at + 1 + Math.max(used, point + 1);
        }
        if (point > -3 && point <= 0) {
            EIGHT_BYTES.set(out, at, ZERO_POINT);
            int place = at + 2 - point;
            out[place] = (byte) ('0' + first);
            EIGHT_BYTES.set(out, place + 1, middle + ZEROS);
            EIGHT_BYTES.set(out, place + 9, last + ZEROS);
            return place + used;
        }
        out[at] = (byte) ('0' + first);
        out[at + 1] = '.';
        EIGHT_BYTES.set(out, at + 2, middle + ZEROS);
        EIGHT_BYTES.set(out, at + 10, last + ZEROS);
        int place = at + 1 + Math.max(used, 2);
        out[place++] = 'E';
        return write((long) (point - 1), out, place);
    }

    /**
     * The eight digits of a number, one in each byte, the first in the lowest: halves of four digits, quarters of two, then
     * digits, all of a step in one product that divides by shifting.
     */
    private static long eightDigits(int number) {
        long halves = ((long) number << 32) - number / 10_000 * ((10_000L << 32) - 1);
        // x / 100 = x · 10486 2⁻²⁰ for x < 10⁴, x / 10 = x · 103 2⁻¹⁰ for x < 100
        long hundreds = ((halves * 10_486) >>> 20) & 0x7F_0000_007FL;
        long quarters = (halves << 16) - hundreds * ((100 << 16) - 1);
        long tens = ((quarters * 103) >>> 10) & 0x000F_000F_000F_000FL;
        return (quarters << 8) - tens * ((10 << 8) - 1);
    }

    /** The digits of a number that has so many. */
    private static void wholeDigits(long number, byte[] out, int at, int length) {
        long rest = number;
        for (int place = at + length - 1; place >= at; place--) {
            out[place] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
    }
}
