package dev.catena.sweep.source;

import java.util.List;

/**
 * Points that fill the space more evenly than random ones: coordinate d of point i is i + 1 in the base of the d-th
 * prime, mirrored at the point, [Halton]. Digits are multiplied by a number of the base's own, without which coordinates
 * of large bases go up together, [FaureLemieux]; and all points are shifted by a vector of the seed.
 */
public final class HaltonStates extends DrawnStates {
    /** Digits are used as long as their weights can be told apart in a double. */
    private static final double MOST_POINTS = 0x1p52;

    private final int[] bases;

    public HaltonStates(List<Variable> variables, long states, long seed) {
        super("halton", variables, states, (long) MOST_POINTS, seed);
        bases = primes(variables.size());
    }

    private static int[] primes(int count) {
        int[] primes = new int[count];
        int found = 0;
        for (int candidate = 2; found < count; candidate++) {
            boolean prime = true;
            for (int k = 0; k < found && prime; k++) {
                prime = candidate % primes[k] != 0;
            }
            if (prime) {
                primes[found++] = candidate;
            }
        }
        return primes;
    }

    @Override
    public Pass open() {
        return () -> this::read;
    }

    private void read(long first, int count, List<Target> targets) {
        for (int v = 0; v < variables.size(); v++) {
            fill(v, first, count, targets.get(v));
        }
    }

    private void fill(int v, long first, int count, Target target) {
        Variable variable = variables.get(v);
        double shift = CounterRandom.uniform(seed, v);
        Mirror mirror = new Mirror(bases[v], first + 1);
        for (int k = 0; k < count; k++) {
            double u = mirror.value() + shift;
            u -= u >= 1 ? 1 : 0;
            target.array()[target.at() + k] = variable.from() + variable.width() * u;
            mirror.next();
        }
    }

    /** A number and its mirror image, Σ c dₖ p⁻ᵏ⁻¹ over its digits d, as a whole number of the least weight. */
    static final class Mirror {
        private final int base;
        private final int factor;
        private final int[] digits;
        private final long[] weights;
        private final double unit;
        private long image;

        Mirror(int base, long number) {
            this.base = base;
            factor = Math.max(1, (int) Math.round(base * 0.6180339887498949));
            int length = 0;
            long all = 1;
            while (all <= (long) MOST_POINTS / base) {
                all *= base;
                length++;
            }
            unit = 1.0 / all;
            digits = new int[length];
            weights = new long[length];
            long rest = number;
            long weight = all;
            for (int k = 0; k < length; k++) {
                weight /= base;
                weights[k] = weight;
                digits[k] = (int) (rest % base);
                rest /= base;
                image += weight * scrambled(digits[k]);
            }
        }

        private long scrambled(int digit) {
            return (long) digit * factor % base;
        }

        double value() {
            return image * unit;
        }

        void next() {
            int k = 0;
            while (k < digits.length && digits[k] == base - 1) {
                image -= weights[k] * scrambled(base - 1);
                digits[k] = 0;
                k++;
            }
            if (k < digits.length) {
                image += weights[k] * (scrambled(digits[k] + 1) - scrambled(digits[k]));
                digits[k]++;
            }
        }
    }
}
