package dev.catena.algebra;

/**
 * Products and sums in one instruction each, rounded once, where the processor has it: a fifth less time for torques of a
 * six-axis arm. Where it has not, Java would compute {@link Math#fma} in decimal numbers, a thousand times slower, and
 * products are rounded before they are added. Results of the two differ by rounding.
 */
public final class Fused {
    /** A constant, so that compiled code has no trace of the question. */
    private static final boolean AVAILABLE = available(System.getProperty("catena.fma"));

    private Fused() {}

    /**
     * Whether {@link Math#fma} is an instruction: those hand on which NaN they were given, Java's own code returns the
     * usual one.
     */
    private static boolean available(@org.jspecify.annotations.Nullable String wish) {
        if (wish != null) {
            return Boolean.parseBoolean(wish);
        }
        long unusual = Double.doubleToRawLongBits(Double.NaN) + 1;
        return Double.doubleToRawLongBits(Math.fma(Double.longBitsToDouble(unusual), 1, 1)) == unusual;
    }

    /** a b + c. */
    public static double fma(double a, double b, double c) {
        return AVAILABLE ? Math.fma(a, b, c) : a * b + c;
    }

    /** a x + b y. */
    public static double sum(double a, double x, double b, double y) {
        return fma(a, x, b * y);
    }

    /** a x + b y + c z. */
    public static double sum(double a, double x, double b, double y, double c, double z) {
        return fma(a, x, fma(b, y, c * z));
    }

    /** start + a x + b y + c z. */
    public static double sum(double start, double a, double x, double b, double y, double c, double z) {
        return fma(a, x, fma(b, y, fma(c, z, start)));
    }

    /** start + a x − b y. */
    public static double difference(double start, double a, double x, double b, double y) {
        return fma(-b, y, fma(a, x, start));
    }

    /** a x − b y. */
    public static double difference(double a, double x, double b, double y) {
        return fma(-b, y, a * x);
    }
}
