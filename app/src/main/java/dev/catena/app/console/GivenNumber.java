package dev.catena.app.console;

import dev.catena.formats.file.DecimalNumber;
import java.math.BigInteger;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Numbers as users give them, decimal as in all files: what Java reads besides, as 0x1p3, 1d or digits of other scripts, is refused. */
public final class GivenNumber {
    private GivenNumber() {}

    /**
     * A finite decimal number.
     *
     * @param where the option, or the place in a file, for messages
     */
    public static double parse(String where, String text) {
        return DecimalNumber.parse(text).orElseThrow(() -> new UserError("%s: %s".formatted(where, complaint(text))));
    }

    private static String complaint(String text) {
        return "\"%s\" is no %s".formatted(text.strip(), DecimalNumber.expected(text));
    }

    /** Lets all options of a command and its subcommands, as far as they are known, be read in this way. */
    public static void ofOptions(CommandLine line) {
        line.registerConverter(double.class, new Decimal());
        line.registerConverter(Double.class, new Decimal());
        line.registerConverter(int.class, new Whole());
        line.registerConverter(Integer.class, new Whole());
        line.registerConverter(long.class, new Long64());
        line.registerConverter(Long.class, new Long64());
    }

    private static final class Decimal implements ITypeConverter<Double> {
        @Override
        public Double convert(String text) {
            return DecimalNumber.parse(text).orElseThrow(() -> new TypeConversionException(complaint(text)));
        }
    }

    private static final class Whole implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String text) {
            return (int) whole(text, Integer.MIN_VALUE, Integer.MAX_VALUE);
        }
    }

    private static final class Long64 implements ITypeConverter<Long> {
        @Override
        public Long convert(String text) {
            return whole(text, Long.MIN_VALUE, Long.MAX_VALUE);
        }
    }

    private static long whole(String text, long least, long largest) {
        String digits = text.strip();
        if (!digits.matches("[+-]?[0-9]+")) {
            throw new TypeConversionException("\"%s\" is no whole number".formatted(digits));
        }
        BigInteger value = new BigInteger(digits);
        if (value.compareTo(BigInteger.valueOf(least)) < 0 || value.compareTo(BigInteger.valueOf(largest)) > 0) {
            throw new TypeConversionException("%s is not from %s to %s".formatted(digits, least, largest));
        }
        return value.longValue();
    }
}
