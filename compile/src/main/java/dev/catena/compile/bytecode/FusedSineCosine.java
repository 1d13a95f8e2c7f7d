package dev.catena.compile.bytecode;

import dev.catena.algebra.SineCosine;

/** Sine and cosine as {@link VectorSineCosine} computes them, to the last bit. */
final class FusedSineCosine {
    private FusedSineCosine() {}

    /** Replaces angles by their sines and writes the cosines. */
    static void set(double[] angles, double[] sines, double[] cosines, int count) {
        for (int k = 0; k < count; k++) {
            double angle = Kernel.reduced(angles[k]);
            double shifted = Math.fma(angle, SineCosine.TWO_OVER_PI, SineCosine.ROUNDER);
            double quadrant = shifted - SineCosine.ROUNDER;
            double r = Math.fma(
                    quadrant,
                    -SineCosine.HALF_PI_3,
                    Math.fma(quadrant, -SineCosine.HALF_PI_2, Math.fma(quadrant, -SineCosine.HALF_PI_1, angle)));
            double z = r * r;
            double zz = z * z;
            long n = Double.doubleToRawLongBits(shifted);
            long sineBits = Double.doubleToRawLongBits(sine(r, z, zz));
            long cosineBits = Double.doubleToRawLongBits(cosine(z, zz));
            long exchange = (sineBits ^ cosineBits) & -(n & 1);
            sines[k] = Double.longBitsToDouble((sineBits ^ exchange) ^ ((n & 2) << 62));
            cosines[k] = Double.longBitsToDouble((cosineBits ^ exchange) ^ (((n + 1) & 2) << 62));
        }
    }

    private static double sine(double r, double z, double zz) {
        double high = Math.fma(zz, SineCosine.S5, Math.fma(z, SineCosine.S4, SineCosine.S3));
        double middle = Math.fma(high, zz, Math.fma(z, SineCosine.S2, SineCosine.S1));
        return Math.fma(Math.fma(middle, zz, z * SineCosine.S0), r, r);
    }

    private static double cosine(double z, double zz) {
        double high = Math.fma(z, SineCosine.C5, SineCosine.C4);
        double middle = Math.fma(high, zz, Math.fma(z, SineCosine.C3, SineCosine.C2));
        double low = Math.fma(middle, zz, Math.fma(z, SineCosine.C1, SineCosine.C0));
        return Math.fma(low, zz, Math.fma(z, -0.5, 1));
    }
}
