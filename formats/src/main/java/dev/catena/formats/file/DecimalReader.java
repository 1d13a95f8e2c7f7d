package dev.catena.formats.file;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * Reads decimal numbers out of bytes, to the nearest double: what {@link Double#parseDouble} gives, by one product with
 * the leading bits of a power of five, [Lemire]. What that does not decide, and more than nineteen digits, is left to the
 * library.
 *
 * <p>{@link #parse} leaves the number in {@link #value} and where it ended in {@link #end}; one thread.
 */
public final class DecimalReader {
    private static final int MOST_DIGITS = 19;

    /** Powers of ten that doubles hold exactly. */
    private static final double[] EXACT = {
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22
    };

    /** Exponents are cut off here, far beyond what a double can have. */
    private static final int LARGEST_EXPONENT = 100_000;

    /** Of ten, that a double can have. */
    private static final int LARGEST_POWER = 308;

    /** Bytes that plain numbers are looked for in: a sign, eight, a point, and three times eight. */
    public static final int PLAIN_ROOM = 2 + 4 * Long.BYTES;

    /** Eight times the character 0. */
    private static final long ZEROS = 0x3030_3030_3030_3030L;

    private static final long[] TENS = {1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000};

    private static final long SIXTEEN = 10_000_000_000_000_000L;

    /** By the number of digits that follow: numbers from here on would get more than nineteen. */
    private static final long[] TOO_LARGE = {Long.MAX_VALUE, 100 * SIXTEEN, 10 * SIXTEEN, SIXTEEN, SIXTEEN / 10};

    private static final VarHandle EIGHT = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private double value;
    private int end;

    /** The number that was read. */
    public double value() {
        return value;
    }

    /** The place after its last byte. */
    public int end() {
        return end;
    }

    /**
     * Reads the number that begins at a place, without blanks.
     *
     * @return whether there is one; it may be infinite where it is too large for a double, but is not zero where it is too
     *     small for one
     */
    public boolean parse(byte[] text, int from, int to) {
        if (to - from >= PLAIN_ROOM) {
            end = parsePlain(text, from);
            if (end > 0) {
                return true;
            }
        }
        return parseAny(text, from, to);
    }

    /**
     * Reads a plain number: digits, a point, digits, nineteen that count at most, and perhaps an exponent. One branch alone
     * depends on how many there are: whether sixteen are behind the point.
     *
     * @param from where {@link #PLAIN_ROOM} bytes can be read
     * @return where it ends, or −1 for any other, which may still be a number
     */
    public int parsePlain(byte[] text, int from) {
        int sign = (((text[from] ^ '-') & 0xFF) - 1) >>> 31;
        int first = from + sign;
        long digits = (long) text[first] - '0';
        int whole = 1;
        if (text[first + 1] != '.' || digits < 0 || digits > 9) {
            long word = eight(text, first) ^ ZEROS;
            whole = digitsOf(word);
            digits = number(leading(word, whole));
            if (whole == 0 || text[first + whole] != '.') {
                return -1;
            }
        }
        int i = first + whole + 1;
        long upper = eight(text, i) ^ ZEROS;
        long middle = eight(text, i + Long.BYTES) ^ ZEROS;
        int fraction;
        if ((others(upper) | others(middle)) == 0) {
            // sixteen digits, as most numbers have there, and some more
            long lower = eight(text, i + 2 * Long.BYTES) ^ ZEROS;
            int ofLower = digitsOf(lower);
            digits = digits * SIXTEEN + number(upper) * TENS[Long.BYTES] + number(middle);
            if (whole > 2 || ofLower >= TOO_LARGE.length || digits >= TOO_LARGE[ofLower]) {
                return -1;
            }
            digits = digits * TENS[ofLower] + numberOfFour(lower, ofLower);
            fraction = 2 * Long.BYTES + ofLower;
        } else {
            // behind a word that has fewer digits than eight nothing counts
            int ofUpper = digitsOf(upper);
            int ofMiddle = digitsOf(middle) & -(ofUpper >> 3);
            digits = digits * TENS[ofUpper] + number(leading(upper, ofUpper));
            digits = digits * TENS[ofMiddle] + number(leading(middle, ofMiddle));
            fraction = ofUpper + ofMiddle;
            if (whole + fraction > MOST_DIGITS) {
                return -1;
            }
        }
        i += fraction;
        if (digits == 0) {
            return -1;
        }
        if ((text[i] | 0x20) == 'e') {
            return shortExponentEnd(text, i + 1, digits, fraction, sign);
        }
        long bits = bitsOf(digits, fraction);
        value = Double.longBitsToDouble(bits | (long) sign << 63);
        return bits >= 0 ? i : -1;
    }

    /** Reads an exponent of three digits at most; the number ends with it. Where there is none, −1. */
    private int shortExponentEnd(byte[] text, int from, long digits, int fraction, int sign) {
        boolean negative = text[from] == '-';
        int first = negative || text[from] == '+' ? from + 1 : from;
        int i = first;
        int written = 0;
        while (i < first + 4 && isDigit(text[i])) {
            written = 10 * written + (text[i++] - '0');
        }
        int exponent = (negative ? -written : written) - fraction;
        if (i == first || i == first + 4 || exponent < PowersOfTen.LEAST || exponent > LARGEST_POWER) {
            return -1;
        }
        double magnitude = byProduct(digits, exponent);
        value = sign == 0 ? magnitude : -magnitude;
        return magnitude >= 0 ? i : -1;
    }

    /**
     * The bits of digits · 10^−fraction, or less than zero where a product of 128 bits does not decide; mostly 64 do, and
     * nothing can be half-way then, too large or too small.
     */
    private static long bitsOf(long digits, int fraction) {
        int zeros = Long.numberOfLeadingZeros(digits);
        long w = digits << zeros;
        long five = PowersOfTen.FIVES[2 * (-fraction - PowersOfTen.LEAST)];
        // the upper half of a product of unsigned numbers, both of which have their first bit set
        long upper = Math.multiplyHigh(w, five) + w + five;
        if ((upper & 0x1FF) == 0x1FF || fraction < 5) {
            return Double.doubleToRawLongBits(byProduct(digits, -fraction));
        }
        int top = (int) (upper >>> 63);
        long mantissa = upper >>> (top + 9);
        int power = powerOfTwo(-fraction, top, zeros);
        // what carries over into the 54th bit is one more in the exponent
        return ((long) (power - 1) << 52) + ((mantissa + (mantissa & 1)) >>> 1);
    }

    /** ⌊exponent log₂10⌋ + 63, as a product of whole numbers, and what makes it the exponent of a double. */
    private static int powerOfTwo(int exponent, int top, int zeros) {
        return ((217706 * exponent) >> 16) + 63 + top - zeros + 1023;
    }

    /** How many of eight bytes, zeros taken off, are digits before the first that is none. */
    private static int digitsOf(long eight) {
        return Long.numberOfTrailingZeros(others(eight)) / Byte.SIZE;
    }

    /** Zero where all bytes are digits, zeros taken off; else its lowest bit is in the first that is none. */
    private static long others(long eight) {
        // bytes above 9 have a bit in their upper half, or get one when 6 is added
        return (eight | (eight + 0x0606060606060606L)) & 0xF0F0F0F0F0F0F0F0L;
    }

    /** The number of the first digits, four at most. */
    private static long numberOfFour(long eight, int count) {
        long ones = eight << (Byte.SIZE * (4 - count)) & 0x0F0F0F0FL;
        long twos = (10 * ones + (ones >>> 8)) & 0x00FF00FFL;
        return (100 * twos + (twos >>> 16)) & 0xFFFFL;
    }

    /** The first bytes at the end of a word, behind zeros. */
    private static long leading(long eight, int count) {
        int half = Long.SIZE / 2 - Byte.SIZE / 2 * count;
        return eight << half << half;
    }

    private boolean parseAny(byte[] text, int from, int to) {
        int i = from;
        boolean negative = i < to && text[i] == '-';
        if (i < to && (text[i] == '-' || text[i] == '+')) {
            i++;
        }
        int first = i;
        long digits = 0;
        int exponent = 0;
        while (i < to && isDigit(text[i])) {
            digits = 10 * digits + (text[i] - '0');
            i++;
        }
        int count = i - first;
        if (i < to && text[i] == '.') {
            i++;
            int fraction = i;
            for (; i + Long.BYTES <= to && areDigits(eight(text, i)); i += Long.BYTES) {
                digits = 100_000_000 * digits + number(eight(text, i) ^ ZEROS);
            }
            while (i < to && isDigit(text[i])) {
                digits = 10 * digits + (text[i] - '0');
                i++;
            }
            exponent = fraction - i;
            count += i - fraction;
        }
        if (count == 0) {
            return false;
        }
        if (i < to && (text[i] | 0x20) == 'e') {
            int written = exponent(text, i + 1, to);
            if (end < 0) {
                return false;
            }
            exponent += written;
            i = end;
        }
        end = i;
        if (count > MOST_DIGITS && significant(text, first, i) > MOST_DIGITS) {
            value = byLibrary(text, from, i);
        } else {
            double magnitude = magnitude(digits, exponent, text, first, i);
            value = negative ? -magnitude : magnitude;
        }
        return value != 0 || significant(text, first, i) == 0;
    }

    /** The written exponent; its end is −1 where there is none. */
    private int exponent(byte[] text, int from, int to) {
        int i = from;
        boolean negative = i < to && text[i] == '-';
        if (i < to && (text[i] == '-' || text[i] == '+')) {
            i++;
        }
        int first = i;
        int number = 0;
        while (i < to && isDigit(text[i])) {
            number = Math.min(LARGEST_EXPONENT, 10 * number + (text[i] - '0'));
            i++;
        }
        end = i == first ? -1 : i;
        return negative ? -number : number;
    }

    /** Digits without leading zeros. */
    private static int significant(byte[] text, int from, int to) {
        int i = from;
        while (i < to && (text[i] == '0' || text[i] == '.')) {
            i++;
        }
        int count = 0;
        for (; i < to && (isDigit(text[i]) || text[i] == '.'); i++) {
            count += text[i] == '.' ? 0 : 1;
        }
        return count;
    }

    /** The next eight bytes, the first of them lowest. */
    private static long eight(byte[] text, int at) {
        return (long) EIGHT.get(text, at);
    }

    /** Whether all of eight bytes are from 0x30 to 0x39: so are their upper halves, also when 6 is added. */
    private static boolean areDigits(long eight) {
        long upper = 0xF0F0F0F0F0F0F0F0L;
        return (eight & upper) == 0x3030303030303030L && ((eight + 0x0606060606060606L) & upper) == 0x3030303030303030L;
    }

    /** The number of eight digits, zeros taken off: neighbors are put together to two, those to four and eight at once. */
    private static long number(long eight) {
        long twos = 10 * eight + (eight >>> 8);
        long first = (twos & 0x0000_00FF_0000_00FFL) * (100L + (1_000_000L << 32));
        long second = ((twos >>> 16) & 0x0000_00FF_0000_00FFL) * (1L + (10_000L << 32));
        return (first + second) >>> 32;
    }

    private static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }

    private static double byLibrary(byte[] text, int from, int to) {
        return Double.parseDouble(new String(text, from, to - from, StandardCharsets.ISO_8859_1));
    }

    private static double magnitude(long digits, int exponent, byte[] text, int from, int to) {
        if (digits == 0) {
            return 0;
        }
        if (digits > 0 && digits <= 1L << 53 && exponent >= -22 && exponent <= 22) {
            return exponent < 0 ? digits / EXACT[-exponent] : digits * EXACT[exponent];
        }
        if (exponent < PowersOfTen.LEAST) {
            return 0;
        }
        if (exponent > LARGEST_POWER) {
            return Double.POSITIVE_INFINITY;
        }
        double found = byProduct(digits, exponent);
        return found >= 0 ? found : byLibrary(text, from, to);
    }

    /** digits · 10^exponent, or −1 where a product of 128 bits does not decide. */
    private static double byProduct(long digits, int exponent) {
        int zeros = Long.numberOfLeadingZeros(digits);
        long w = digits << zeros;
        int at = 2 * (exponent - PowersOfTen.LEAST);
        // the upper half of a product of unsigned numbers, both of which have their first bit set
        long upper = Math.multiplyHigh(w, PowersOfTen.FIVES[at]) + w + PowersOfTen.FIVES[at];
        long lower = w * PowersOfTen.FIVES[at];
        if ((upper & 0x1FF) == 0x1FF) {
            long more = upperProduct(w, PowersOfTen.FIVES[at + 1]);
            lower += more;
            if (Long.compareUnsigned(lower, more) < 0) {
                upper++;
            }
        }
        if (lower == -1 && (exponent < -27 || exponent > 55)) {
            return -1;
        }
        int top = (int) (upper >>> 63);
        int shift = top + 9;
        long mantissa = upper >>> shift;
        int power = powerOfTwo(exponent, top, zeros);
        if (power <= 0 || power >= 2046) {
            return -1;
        }
        // half-way cases go to the even neighbor; they are exact only for these exponents
        boolean halfWay = Long.compareUnsigned(lower, 1) <= 0
                && exponent >= -4
                && exponent <= 23
                && (mantissa & 3) == 1
                && (mantissa << shift) == upper;
        if (halfWay) {
            mantissa &= ~1L;
        }
        mantissa += mantissa & 1;
        mantissa >>>= 1;
        if (mantissa >= 1L << 53) {
            mantissa = 1L << 52;
            power++;
        }
        return Double.longBitsToDouble((mantissa & ((1L << 52) - 1)) | ((long) power << 52));
    }

    /** The upper half of a product of unsigned numbers. */
    private static long upperProduct(long a, long b) {
        return Math.multiplyHigh(a, b) + ((a >> 63) & b) + ((b >> 63) & a);
    }
}
