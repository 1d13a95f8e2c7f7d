package dev.catena.planning;

import java.util.List;
import java.util.Locale;

/** What the program of a motion takes of memory, before anything is allocated. */
final class ProgramSize {
    /** By entry of the Jacobian: pattern, values, and the compressed copy of a solver. */
    private static final double BYTES_BY_JACOBIAN_ENTRY = 64;

    /** By entry of the Hessian: pattern, values, and its place while the pattern is made. */
    private static final double BYTES_BY_HESSIAN_ENTRY = 120;

    /** By sample of a limit and basis function: four derivatives, at the sample and at moments between samples. */
    private static final double BYTES_BY_SAMPLE = 12 * 4 * 8;

    private ProgramSize() {}

    /**
     * Refuses a program that would not fit into the memory of this Java machine.
     *
     * @throws IllegalArgumentException with what it would take
     */
    static void check(int n, int controlPoints, int samples, int degree, List<Bound> bounds) {
        double width = degree + 1;
        double variables = (double) controlPoints * n + 1;
        double rows = 0;
        double momentsOfLimits = 0;
        for (Bound bound : bounds) {
            double moments = bound.from() < bound.to() ? samples : 1;
            rows += moments * bound.function().rows();
            momentsOfLimits += moments;
        }
        double jacobianEntries = rows * (width * n + 1);
        double hessianEntries = variables * width * n;
        double bytes = BYTES_BY_JACOBIAN_ENTRY * jacobianEntries
                + BYTES_BY_HESSIAN_ENTRY * hessianEntries
                + BYTES_BY_SAMPLE * width * momentsOfLimits;
        double available = Runtime.getRuntime().maxMemory();
        if (bytes > available || Math.max(jacobianEntries, hessianEntries) > 0.5 * Integer.MAX_VALUE) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "%s control points and %s samples make a program of %.0f variables and %.0f rows, which would take "
                            + "about %.3g GB, but this Java machine has %.3g GB: take fewer",
                    controlPoints,
                    samples,
                    variables,
                    rows,
                    bytes * 1e-9,
                    available * 1e-9));
        }
    }
}
