package dev.catena.nlp.interior;

/** Sums over vectors. */
public final class Norms {
    private Norms() {}

    /** ‖a‖∞. */
    public static double largest(double[] a) {
        double largest = 0;
        for (double value : a) {
            largest = Math.max(largest, Math.abs(value));
        }
        return largest;
    }

    /** ‖a‖₁. */
    static double sum(double[] a) {
        double sum = 0;
        for (double value : a) {
            sum += Math.abs(value);
        }
        return sum;
    }

    /** aᵀb. */
    public static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }
}
