package dev.catena.algebra;

import org.jspecify.annotations.Nullable;

/**
 * Products and their sums, each added in one instruction and rounded once where the processor has it: torques of a six-axis
 * arm in 220 instead of 265 ns, its accelerations in 445 instead of 497. Where it has not, Java computes {@link Math#fma} in
 * decimal numbers, a thousand times slower, and products are rounded before they are added here. The results differ by that.
 *
 * <p>Differences of two products stay as they are written: fused, equal products would no longer cancel (v × v would not be
 * zero), and turning a sign takes the time that is gained.
 */
public final class Fused {
    /** A constant, so that compiled code keeps no trace of the question. {@code -Dcatena.fma=false} is for comparisons. */
    private static final boolean IN_HARDWARE = inHardware(System.getProperty("catena.fma"));

    private Fused() {}

    /** Whether {@link Math#fma} is an instruction: those hand on the NaN they are given, Java's own code has one for all. */
    private static boolean inHardware(@Nullable String told) {
        if (told != null) {
            return Boolean.parseBoolean(told);
        }
        long unusual = Double.doubleToRawLongBits(Double.NaN) + 1;
        return Double.doubleToRawLongBits(Math.fma(Double.longBitsToDouble(unusual), 1, 1)) == unusual;
    }

    /** Whether a x + c is one instruction here. */
    public static boolean isInstruction() {
        return IN_HARDWARE;
    }

    /** a x + c. */
    public static double fma(double a, double x, double c) {
        return IN_HARDWARE ? Math.fma(a, x, c) : a * x + c;
    }

    /** a x + b y. */
    public static double sum(double a, double x, double b, double y) {
        return fma(a, x, b * y);
    }

    /** a x + b y + c z. */
    public static double sum(double a, double x, double b, double y, double c, double z) {
        return fma(a, x, fma(b, y, c * z));
    }

    /** start + a x + b y. */
    public static double sum(double start, double a, double x, double b, double y) {
        return fma(a, x, fma(b, y, start));
    }

    /** start + a x + b y + c z. */
    public static double sum(double start, double a, double x, double b, double y, double c, double z) {
        return fma(a, x, fma(b, y, fma(c, z, start)));
    }
}
