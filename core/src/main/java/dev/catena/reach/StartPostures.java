package dev.catena.reach;

import java.util.Arrays;

/** Postures spread evenly over the ranges of the joints, always the same ones in the same order: Halton points. */
final class StartPostures {
    private final double[] lower;
    private final double[] width;
    private final int[] bases;

    /** @param length how far a sliding joint without limits is tried */
    StartPostures(double[] lowest, double[] highest, boolean[] turns, double length) {
        int n = lowest.length;
        lower = new double[n];
        width = new double[n];
        bases = primes(n);
        for (int j = 0; j < n; j++) {
            double free = turns[j] ? Math.PI : length;
            lower[j] = Double.isFinite(lowest[j])
                    ? lowest[j]
                    : Double.isFinite(highest[j]) ? highest[j] - 2 * free : -free;
            double upper = Double.isFinite(highest[j]) ? highest[j] : lower[j] + 2 * free;
            width[j] = upper - lower[j];
        }
    }

    /** Posture number k, k ≥ 1. */
    void posture(int k, double[] out) {
        for (int j = 0; j < out.length; j++) {
            out[j] = lower[j] + width[j] * halton(k, bases[j]);
        }
    }

    /** The digits of k, mirrored at the point; turned by a part of the base, so that joints of large bases differ early. */
    private static double halton(int k, int base) {
        double sum = 0;
        double digit = 1;
        for (int rest = k; rest > 0; rest /= base) {
            digit /= base;
            sum += digit * (rest % base);
        }
        double shifted = sum + 0.618033988749895 * base;
        return shifted - Math.floor(shifted);
    }

    private static int[] primes(int count) {
        int[] primes = new int[count];
        int candidate = 2;
        for (int found = 0; found < count; candidate++) {
            int c = candidate;
            if (Arrays.stream(primes, 0, found).noneMatch(p -> c % p == 0)) {
                primes[found++] = candidate;
            }
        }
        return primes;
    }
}
