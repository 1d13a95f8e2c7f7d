package dev.catena.formats.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Numbers as text and back, against the library. */
class DecimalTextTest {
    private static final int NUMBERS = 100_000;
    private static final String BEHIND = ",1.25,".repeat(DecimalReader.PLAIN_ROOM / 6 + 1);

    private final DecimalReader reader = new DecimalReader();
    private final byte[] bytes = new byte[64];
    private int plain;

    private double read(String text) {
        byte[] ascii = text.getBytes(StandardCharsets.US_ASCII);
        assertThat(reader.parse(ascii, 0, ascii.length)).as(text).isTrue();
        assertThat(reader.end()).as(text).isEqualTo(ascii.length);
        double alone = reader.value();
        // with more behind it, which plain numbers are read otherwise for
        byte[] amid = ("," + text + BEHIND).getBytes(StandardCharsets.US_ASCII);
        assertThat(reader.parse(amid, 1, amid.length)).as(text).isTrue();
        assertThat(reader.end()).as(text).isEqualTo(1 + ascii.length);
        same(reader.value(), alone, text);
        int end = reader.parsePlain(amid, 1);
        if (end >= 0) {
            plain++;
            assertThat(end).as(text).isEqualTo(1 + ascii.length);
            same(reader.value(), alone, text);
        }
        return alone;
    }

    private String written(double value) {
        int end = DecimalWriter.write(value, bytes, 3);
        return new String(bytes, 3, end - 3, StandardCharsets.US_ASCII);
    }

    private static void same(double actual, double expected, String text) {
        if (Double.doubleToRawLongBits(actual) != Double.doubleToRawLongBits(expected)) {
            throw new AssertionError("%s is read as %s, not as %s".formatted(text, actual, expected));
        }
    }

    @Test
    void powersOfTenAreThoseOfLongDivision() {
        for (int q = PowersOfTen.LEAST; q <= PowersOfTen.LARGEST; q++) {
            BigInteger five = BigInteger.valueOf(5).pow(Math.abs(q));
            BigInteger number = (q < 0 ? BigInteger.ONE.shiftLeft(2000).divide(five) : five.shiftLeft(2000));
            BigInteger cut = number.shiftRight(number.bitLength() - 128);
            BigInteger expected = q < 0 && q >= -27 ? cut.add(BigInteger.ONE) : cut;
            int at = 2 * (q - PowersOfTen.LEAST);
            assertThat(bits(PowersOfTen.FIVES, at, 64)).as("5^%s", q).isEqualTo(expected);
            assertThat(bits(PowersOfTen.TENS, at, 63))
                    .as("10^%s", q)
                    .isEqualTo(cut.shiftRight(2).add(BigInteger.ONE));
        }
    }

    private static BigInteger bits(long[] table, int at, int width) {
        return new BigInteger(Long.toUnsignedString(table[at]))
                .shiftLeft(width)
                .add(new BigInteger(Long.toUnsignedString(table[at + 1])));
    }

    @Test
    void anyDoubleIsReadAsTheLibraryReadsIt() {
        SplittableRandom random = new SplittableRandom(1);
        for (int k = 0; k < NUMBERS; k++) {
            double value = Double.longBitsToDouble(random.nextLong());
            if (Double.isFinite(value)) {
                String text = Double.toString(value);
                same(read(text), value, text);
            }
        }
    }

    @Test
    void anyDigitsAreReadAsTheLibraryReadsThem() {
        SplittableRandom random = new SplittableRandom(2);
        for (int k = 0; k < NUMBERS; k++) {
            StringBuilder text = new StringBuilder(random.nextBoolean() ? "-" : "");
            int digits = 1 + random.nextInt(21);
            int point = random.nextInt(digits + 1);
            for (int d = 0; d < digits; d++) {
                text.append(d == point ? "." : "").append((char) ('0' + random.nextInt(10)));
            }
            if (random.nextInt(3) > 0) {
                text.append(random.nextBoolean() ? 'e' : 'E').append(random.nextInt(-345, 330));
            }
            double expected = Double.parseDouble(text.toString());
            if (!DecimalNumber.vanished(expected, text.toString())) {
                same(read(text.toString()), expected, text.toString());
            }
        }
        assertThat(plain).as("read as plain ones").isGreaterThan(NUMBERS / 10);
    }

    @Test
    void halfWaysGoToTheEvenNeighbor() {
        SplittableRandom random = new SplittableRandom(3);
        for (int k = 0; k < NUMBERS / 10; k++) {
            // a whole number with 54 bits, the last of which is set, is half-way between two doubles
            long half = (1L << 53) + (random.nextLong() >>> 11 << 1) + 1;
            for (String text : new String[] {half + "", half + ".0", half + "0e-1", half - 1 + ".5", half + "e3"}) {
                same(read(text), Double.parseDouble(text), text);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "-0",
                "+0.0",
                "-0.0e5",
                "1",
                ".5",
                "5.",
                "007",
                "1e23",
                "8.5e22",
                "9007199254740993",
                "4.9e-324",
                "2.4703282292062328e-324",
                "2.2250738585072011e-308",
                "2.2250738585072014e-308",
                "1.7976931348623157e308",
                "1.7976931348623158e308",
                "1.7976931348623159e308",
                "1e309",
                "-1e400",
                "1e99999999999",
                "0.000000000000000000000000000000000001",
                "00000000000000000000001.5",
                "123456789012345678901234567890",
                "9223372036854775807",
                "9223372036854775808",
                "18446744073709551615",
                "0.3e1",
                "1E+5",
                "7.2057594037927933e16",
                "0.0012345678901234567",
                "0.00098765432109876543",
                "0.0009876543210987654321",
                "0.1234567890123456789",
                "9.1234567890123456789",
                "99.1234567890123456",
                "99.12345678901234567",
                "999.1234567890123456",
                "-1.2345678901234567E-4",
                "-1.5e+300",
                "1.5e-0300",
                "1.5e1000",
                "1.00000000000000033306690738754696"
            })
    void oddNumbersAreReadAsTheLibraryReadsThem(String text) {
        same(read(text), Double.parseDouble(text), text);
    }

    /** Nor is it zero. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "2.4703282292062327e-324",
                "1e-400",
                "-1.5e-1000",
                "1e-99999999999",
                "0.00000000000000000001234567890123456789e-310",
                "12345678901234567890e-350"
            })
    void whatIsTooSmallForADoubleIsNoNumber(String text) {
        byte[] alone = text.getBytes(StandardCharsets.US_ASCII);
        assertThat(reader.parse(alone, 0, alone.length)).isFalse();
        byte[] amid = (text + BEHIND).getBytes(StandardCharsets.US_ASCII);
        assertThat(reader.parse(amid, 0, amid.length)).isFalse();
        assertThat(reader.parsePlain(amid, 0)).isNegative();
        assertThat(DecimalNumber.parse(text)).isEmpty();
        assertThat(DecimalNumber.expected(text)).isEqualTo("decimal number that is 0 or at least 4.9e-324 in size");
        String zero = text.replaceAll("(?<!e-?[0-9]{0,11})[1-9]", "0");
        assertThat(DecimalNumber.parse(zero)).as(zero).hasValue(Double.parseDouble(zero));
        same(read(zero), Double.parseDouble(zero), zero);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-", "+", ".", "e5", "-.e1", "1e", "1e+", "x", "NaN", "Infinity", "--1"})
    void whatIsNoNumberIsNone(String text) {
        byte[] ascii = text.getBytes(StandardCharsets.US_ASCII);
        assertThat(reader.parse(ascii, 0, ascii.length)).isFalse();
    }

    @Test
    void aNumberEndsWhereItsTextEnds() {
        byte[] ascii = "12.5,7".getBytes(StandardCharsets.US_ASCII);
        assertThat(reader.parse(ascii, 1, 6)).isTrue();
        assertThat(reader.value()).isEqualTo(2.5);
        assertThat(reader.end()).isEqualTo(4);
    }

    /** Digits behind the point are read eight at a time; any other byte ends them, wherever it stands. */
    @Test
    void anyOtherByteEndsTheDigitsBehindThePoint() {
        for (int digits = 0; digits <= 17; digits++) {
            String number = "3." + "12345678987654321".substring(0, digits);
            for (int other = 0; other < 256; other++) {
                boolean goesOn = (other >= '0' && other <= '9') || other == 'e' || other == 'E';
                if (!goesOn) {
                    byte[] text = (number + (char) other + "99999999").getBytes(StandardCharsets.ISO_8859_1);
                    DecimalReader reader = new DecimalReader();
                    assertThat(reader.parse(text, 0, text.length)).isTrue();
                    assertThat(reader.end()).isEqualTo(number.length());
                    assertThat(reader.value()).isEqualTo(Double.parseDouble(number));
                    byte[] more = (number + (char) other + "9".repeat(40)).getBytes(StandardCharsets.ISO_8859_1);
                    assertThat(reader.parsePlain(more, 0)).isEqualTo(number.length());
                    assertThat(reader.value()).isEqualTo(Double.parseDouble(number));
                }
            }
        }
    }

    /** A minus is a sign, and a plus; a blank, or any other byte before a number, is none and no number begins there. */
    @Test
    void noOtherByteThanMinusTurnsTheSign() {
        for (int other = 0; other < 256; other++) {
            byte[] text = ((char) other + "1.5" + BEHIND).getBytes(StandardCharsets.ISO_8859_1);
            boolean isDigit = other >= '0' && other <= '9';
            int plainEnd = reader.parsePlain(text, 0);
            assertThat(plainEnd).as("plain after byte %s", other).isEqualTo(isDigit || other == '-' ? 4 : -1);
            assertThat(reader.parse(text, 0, text.length))
                    .as("after byte %s", other)
                    .isEqualTo(isDigit || other == '-' || other == '+' || other == '.');
            if (other == '-' || other == '+') {
                assertThat(reader.value()).isEqualTo(other == '-' ? -1.5 : 1.5);
            }
        }
    }

    @Test
    void writtenNumbersGiveBackTheSameDoubleWithNoDigitTooMany() {
        SplittableRandom random = new SplittableRandom(4);
        for (int k = 0; k < NUMBERS; k++) {
            double value = switch (k % 4) {
                case 0 -> Double.longBitsToDouble(random.nextLong());
                case 1 -> random.nextDouble(-10, 10);
                case 2 -> random.nextInt(-100_000, 100_000) / 1000.0;
                default -> Math.scalb(1.0, random.nextInt(-1074, 1024));
            };
            checkWritten(value);
        }
        for (long bits : new long[] {0, 1, 2, 3, 4, 9, 10, 99, (1L << 52) - 1, 1L << 52, 0x7FEFFFFFFFFFFFFFL}) {
            checkWritten(Double.longBitsToDouble(bits));
            checkWritten(-Double.longBitsToDouble(bits));
        }
        for (int e = -5; e < 25; e++) {
            checkWritten(Math.pow(10, e));
        }
    }

    /** From 19 on, the library writes the shortest digits too. */
    private void checkWritten(double value) {
        String text = written(value);
        String library = Double.toString(value);
        boolean same = Runtime.version().feature() >= 19
                ? text.equals(library)
                : Double.isNaN(value)
                        ? text.equals("NaN")
                        : Double.doubleToRawLongBits(Double.parseDouble(text)) == Double.doubleToRawLongBits(value)
                                && text.length() <= library.length();
        if (!same) {
            throw new AssertionError("%s is written for %s".formatted(text, library));
        }
    }

    @ParameterizedTest
    @ValueSource(
            doubles = {2e-3, 1e-3, 9.999e-4, 1e7, 9999999, 12345678, 0.5, 100, 1, 4.9e-324, 1.7976931348623157e308})
    void theNotationIsThatOfTheLibrary(double value) {
        assertThat(written(value)).isEqualTo(Double.toString(value));
    }

    /** Two numbers of as few digits are equally near: the even one is written. */
    @Test
    void halfWaysAreWrittenAsTheEvenDigit() {
        double large = 0x1p50;
        assertThat(written(large + 0.25)).isEqualTo("1.1258999068426242E15");
        assertThat(written(large + 0.75)).isEqualTo("1.1258999068426248E15");
        assertThat(written(-large - 1.25)).isEqualTo("-1.1258999068426252E15");
        assertThat(written(large + 1.75)).isEqualTo("1.1258999068426258E15");
    }

    @Test
    void shortNumbersStayShort() {
        assertThat(written(Double.parseDouble("2.0E-44"))).isEqualTo("2.0E-44");
        assertThat(written(Double.parseDouble("2.0E23"))).isEqualTo("2.0E23");
        assertThat(written(0.1)).isEqualTo("0.1");
        assertThat(written(Double.MIN_VALUE)).isEqualTo("4.9E-324");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 7, -7, 10, 99, 100, 2147483647L, 2147483648L, 9999999999L, Long.MAX_VALUE, Long.MIN_VALUE})
    void wholeNumbersAreWritten(long value) {
        int end = DecimalWriter.write(value, bytes, 0);
        assertThat(new String(bytes, 0, end, StandardCharsets.US_ASCII)).isEqualTo(Long.toString(value));
    }
}
