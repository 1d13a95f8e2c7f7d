package dev.catena.formats.file;

import java.math.BigInteger;

/** Leading bits of powers of ten, computed once. */
final class PowersOfTen {
    static final int LEAST = -342;
    static final int LARGEST = 324;

    /**
     * Of 5^q, q from {@link #LEAST} on: the first 64 bits, then the next 64. The reciprocals of powers that fit into them
     * are rounded up, without which numbers half-way between two doubles would seem less.
     */
    static final long[] FIVES = new long[2 * (LARGEST - LEAST + 1)];

    /** Of 10^q: ⌊10^q 2^−r⌋ + 1 with r such that it has 126 bits; its upper and its lower 63. */
    static final long[] TENS = new long[FIVES.length];

    /** 5^27 has 63 bits. */
    private static final int SHORT = 27;

    /** Twice what is needed: none of the reciprocals has so many ones behind its first 128 bits that a carry gets through. */
    private static final int RECIPROCAL_BITS = 256;

    private static final BigInteger LOWER = BigInteger.ONE.shiftLeft(63).subtract(BigInteger.ONE);

    private PowersOfTen() {}

    static {
        BigInteger five = BigInteger.valueOf(5);
        BigInteger power = BigInteger.ONE;
        for (int q = 0; q <= LARGEST; q++) {
            // 10^q = 5^q 2^q has the same leading bits
            put(FIVES, q, leading(power, 128), 64);
            put(TENS, q, leading(power, 126).add(BigInteger.ONE), 63);
            power = power.multiply(five);
        }
        // one division for all reciprocals: each is five times the one before, and as exact
        BigInteger least = five.pow(-LEAST);
        BigInteger inverse =
                BigInteger.ONE.shiftLeft(least.bitLength() + RECIPROCAL_BITS).divide(least);
        for (int q = LEAST; q < 0; q++) {
            BigInteger cut = leading(inverse, 128);
            put(FIVES, q, -q <= SHORT ? cut.add(BigInteger.ONE) : cut, 64);
            put(TENS, q, leading(inverse, 126).add(BigInteger.ONE), 63);
            inverse = inverse.multiply(five);
        }
    }

    private static BigInteger leading(BigInteger number, int bits) {
        int shift = number.bitLength() - bits;
        return shift >= 0 ? number.shiftRight(shift) : number.shiftLeft(-shift);
    }

    private static void put(long[] table, int q, BigInteger number, int bits) {
        table[2 * (q - LEAST)] = number.shiftRight(bits).longValue();
        table[2 * (q - LEAST) + 1] =
                bits == 64 ? number.longValue() : number.and(LOWER).longValue();
    }
}
