package dev.catena.identification.log;

import java.util.function.IntToDoubleFunction;

/** The median of numbers that are not held in memory. */
public final class Median {
    private static final int BITS = 16;

    private Median() {}

    /**
     * The number that stands at {@code count/2} when all are sorted as {@link Double#compare} does: found digit by digit, in four
     * rounds through the numbers.
     *
     * @param numbers by index; the same in every round
     */
    public static double of(int count, IntToDoubleFunction numbers) {
        if (count == 0) {
            throw new IllegalArgumentException("there is no median of no numbers");
        }
        long known = 0;
        long mask = 0;
        long rank = count / 2;
        for (int shift = Long.SIZE - BITS; shift >= 0; shift -= BITS) {
            long[] digits = new long[1 << BITS];
            for (int k = 0; k < count; k++) {
                long key = key(numbers.applyAsDouble(k));
                if ((key & mask) == known) {
                    digits[(int) (key >>> shift) & ((1 << BITS) - 1)]++;
                }
            }
            int digit = 0;
            while (rank >= digits[digit]) {
                rank -= digits[digit++];
            }
            known |= (long) digit << shift;
            mask |= ((1L << BITS) - 1) << shift;
        }
        return number(known);
    }

    /** Unsigned keys in the order of the numbers. */
    private static long key(double number) {
        long bits = Double.doubleToLongBits(number);
        return bits < 0 ? ~bits : bits | Long.MIN_VALUE;
    }

    private static double number(long key) {
        return Double.longBitsToDouble(key < 0 ? key & Long.MAX_VALUE : ~key);
    }
}
