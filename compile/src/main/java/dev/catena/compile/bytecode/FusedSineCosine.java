package dev.catena.compile.bytecode;

import dev.catena.algebra.SineCosine;

/**
 * Sines and cosines as {@link VectorSineCosine} computes them, to the last bit, in short loops that HotSpot vectorizes. On JDK
 * 17 it has no vectors for the bits of a number, so that signs are found by arithmetic: 5.1 → 1.4 ns an angle. Sums are in an order for
 * which it still unrolls the loops: written as by Horner's rule in z², sines alone take four times as long.
 */
final class FusedSineCosine {
    private final double[] turns;

    /** @param room the most angles at once */
    FusedSineCosine(int room) {
        turns = new double[room];
    }

    /** Writes sines and cosines; the three columns differ. */
    void set(double[] angles, double[] sines, double[] cosines, int count) {
        boolean areReducible = true;
        for (int k = 0; k < count; k++) {
            areReducible &= Math.abs(angles[k]) <= Kernel.REDUCIBLE;
        }
        if (areReducible) {
            reduce(angles, sines, turns, count);
        } else {
            for (int k = 0; k < count; k++) {
                cosines[k] = Kernel.reduced(angles[k]);
            }
            reduce(cosines, sines, turns, count);
        }
        setSigns(turns, sines, count);
        setCosines(sines, cosines, turns, count);
        setSines(sines, count);
    }

    /** Writes the sine of an angle, and after it the cosine. */
    static void setOne(double angle, double[] result, int at) {
        double reduced = Kernel.reduced(angle);
        double turns = turns(reduced);
        double sign = sign(turns);
        double rest = rest(reduced, turns) * sign;
        result[at] = sine(rest);
        result[at + 1] = cosine(rest, sign);
    }

    /** angle = turns π + rest. */
    private static void reduce(double[] angles, double[] rests, double[] turns, int count) {
        for (int k = 0; k < count; k++) {
            double angle = angles[k];
            double turn = turns(angle);
            turns[k] = turn;
            rests[k] = rest(angle, turn);
        }
    }

    private static double turns(double angle) {
        return Math.fma(angle, VectorSineCosine.ONE_OVER_PI, SineCosine.ROUNDER) - SineCosine.ROUNDER;
    }

    private static double rest(double angle, double turn) {
        return Math.fma(
                turn,
                -VectorSineCosine.PI_3,
                Math.fma(turn, -VectorSineCosine.PI_2, Math.fma(turn, -VectorSineCosine.PI_1, angle)));
    }

    /** Replaces numbers of half turns by −1 where they are odd, else 1, and gives rests these signs. */
    private static void setSigns(double[] turns, double[] rests, int count) {
        for (int k = 0; k < count; k++) {
            double sign = sign(turns[k]);
            turns[k] = sign;
            rests[k] = rests[k] * sign;
        }
    }

    private static double sign(double turns) {
        double half = Math.fma(turns, 0.5, SineCosine.ROUNDER) - SineCosine.ROUNDER;
        double odd = Math.fma(half, -2, turns);
        return Math.fma(odd, odd * -2, 1);
    }

    /** Cosines of rests. */
    private static void setCosines(double[] rests, double[] cosines, double[] signs, int count) {
        for (int k = 0; k < count; k++) {
            cosines[k] = cosine(rests[k], signs[k]);
        }
    }

    private static double cosine(double rest, double sign) {
        double z = rest * rest;
        double zz = z * z;
        double p = Math.fma(zz, VectorSineCosine.C6, Math.fma(z, VectorSineCosine.C5, VectorSineCosine.C4));
        p = Math.fma(p, zz, Math.fma(z, VectorSineCosine.C3, VectorSineCosine.C2));
        p = Math.fma(p, zz, Math.fma(z, VectorSineCosine.C1, VectorSineCosine.C0));
        return Math.fma(p, zz, Math.fma(z, -0.5, 1)) * sign;
    }

    /** Replaces rests by their sines. */
    private static void setSines(double[] rests, int count) {
        for (int k = 0; k < count; k++) {
            rests[k] = sine(rests[k]);
        }
    }

    private static double sine(double rest) {
        double z = rest * rest;
        double zz = z * z;
        double p = Math.fma(zz, VectorSineCosine.S7, Math.fma(z, VectorSineCosine.S6, VectorSineCosine.S5));
        p = Math.fma(p, zz, Math.fma(z, VectorSineCosine.S4, VectorSineCosine.S3));
        p = Math.fma(p, zz, Math.fma(z, VectorSineCosine.S2, VectorSineCosine.S1));
        return Math.fma(Math.fma(p, zz, z * VectorSineCosine.S0), rest, rest);
    }
}
