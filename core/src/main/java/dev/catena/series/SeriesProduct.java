package dev.catena.series;

/** Products of series whose coefficients lie somewhere in arrays. */
public final class SeriesProduct {
    private SeriesProduct() {}

    /** out += a b. */
    public static void add(double[] a, int i, double[] b, int j, double[] out, int to, int terms) {
        addScaled(1, a, i, b, j, out, to, terms);
    }

    /** out += factor a b. */
    public static void addScaled(double factor, double[] a, int i, double[] b, int j, double[] out, int to, int terms) {
        for (int k = 0; k < terms; k++) {
            double first = factor * a[i + k];
            for (int l = 0; k + l < terms; l++) {
                out[to + k + l] += first * b[j + l];
            }
        }
    }
}
