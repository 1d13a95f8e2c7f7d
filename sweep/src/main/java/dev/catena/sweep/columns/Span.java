package dev.catena.sweep.columns;

/**
 * Where a whole number z of 64 bits and a sign is placed: center + scale z, from one number to another.
 *
 * @param scale what one step of z is
 */
public record Span(double center, double scale) {
    /** 2⁶³. */
    private static final double HALF = 0x1p63;

    /** Never below {@code from} and never above {@code to}, however it is rounded: roundings keep the order of numbers. */
    public static Span of(double from, double to) {
        double center = 0.5 * from + 0.5 * to;
        double scale = Math.min(center - from, to - center) / HALF;
        while (scale > 0 && (center - scale * HALF < from || center + scale * HALF > to)) {
            scale = Math.nextDown(scale);
        }
        return new Span(center, scale);
    }

    /** Rounded once, so that vectors give the same bits. */
    double place(long z) {
        return Math.fma(scale, (double) z, center);
    }
}
