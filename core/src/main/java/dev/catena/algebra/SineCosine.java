package dev.catena.algebra;

import static dev.catena.algebra.Fused.fma;

/**
 * Sine and cosine of one angle together, without branches on the quadrant, with an absolute error below 2⁻⁵²: by
 * {@link SineTable} where products are fused, which take a whole number of steps off an angle without loss; else by
 * polynomials for a quarter turn, with argument reduction in three parts after [CodyWaite].
 */
public final class SineCosine {
    /** Beyond this angle the reduction would lose digits, and the library's own is used. */
    public static final double REDUCIBLE = 500_000;

    /** Adding this to a number of moderate size rounds it to an integer, whose low bits are then those of the sum. */
    public static final double ROUNDER = 0x1.8p52;

    public static final double TWO_OVER_PI = 0.6366197723675814;

    // π/2 in three parts; the first two have 33 bits, so that their products with a quadrant number are exact
    public static final double HALF_PI_1 = 0x1.921fb544p0;
    public static final double HALF_PI_2 = 0x1.0b4611a6p-34;
    public static final double HALF_PI_3 = 2.0222662487959506e-21;

    // (sin r − r) / r³ and (cos r − 1 + r²/2) / r⁴ as polynomials in r², interpolated at Chebyshev nodes of |r| ≤ π/4
    public static final double S0 = -0.16666666666666666;
    public static final double S1 = 0.008333333333330948;
    public static final double S2 = -0.00019841269836756774;
    public static final double S3 = 2.7557316101617874e-06;
    public static final double S4 = -2.505113165023518e-08;
    public static final double S5 = 1.5918115263265974e-10;
    public static final double C0 = 0.041666666666666664;
    public static final double C1 = -0.0013888888888887398;
    public static final double C2 = 2.480158729876456e-05;
    public static final double C3 = -2.7557317271145144e-07;
    public static final double C4 = 2.087614614655861e-09;
    public static final double C5 = -1.1382623647474604e-11;

    public double sine;
    public double cosine = 1;

    public void set(double angle) {
        if (!(Math.abs(angle) <= REDUCIBLE)) {
            sine = Math.sin(angle);
            cosine = Math.cos(angle);
            return;
        }
        if (Fused.isInstruction()) {
            double shifted = fma(angle, SineTable.STEPS_PER_RADIAN, ROUNDER);
            double steps = shifted - ROUNDER;
            setBeyond(shifted, fma(steps, -SineTable.STEP_2, fma(steps, -SineTable.STEP_1, angle)));
            return;
        }
        double shifted = fma(angle, TWO_OVER_PI, ROUNDER);
        double quadrant = shifted - ROUNDER;
        set(shifted, quadrant, fma(-quadrant, HALF_PI_1, angle));
    }

    /**
     * Sine and cosine of angle + offset. The sum itself would lose the digits of the offset where the angle has many
     * turns; here it is formed from what is left of the angle without them.
     *
     * @param offset of a turn at most
     */
    public void setSum(double angle, double offset) {
        if (!(Math.abs(angle) <= REDUCIBLE)) {
            setTurned(angle, offset);
            return;
        }
        if (Fused.isInstruction()) {
            double shifted = fma(angle + offset, SineTable.STEPS_PER_RADIAN, ROUNDER);
            double steps = shifted - ROUNDER;
            setBeyond(shifted, fma(steps, -SineTable.STEP_2, fma(steps, -SineTable.STEP_1, angle) + offset));
            return;
        }
        double shifted = fma(angle + offset, TWO_OVER_PI, ROUNDER);
        double quadrant = shifted - ROUNDER;
        set(shifted, quadrant, fma(-quadrant, HALF_PI_1, angle) + offset);
    }

    private void setTurned(double angle, double offset) {
        double s = Math.sin(angle);
        double c = Math.cos(angle);
        double so = Math.sin(offset);
        double co = Math.cos(offset);
        sine = s * co + c * so;
        cosine = c * co - s * so;
    }

    /** Of r beyond the step whose number is the low bits of shifted. All steps leave a zero its sign. */
    private void setBeyond(double shifted, double r) {
        double z = r * r;
        double s = r * fma(z, fma(z, SineTable.S1, SineTable.S0), 1);
        double c = z * fma(z, SineTable.C1, SineTable.C0);

        // sin a = S + C s − S c, cos a = C − S s − C c with s = sin r, c = 1 − cos r
        int k = (int) Double.doubleToRawLongBits(shifted) & (SineTable.STEPS - 1);
        double S = SineTable.SINES[k];
        double C = SineTable.SINES[k + SineTable.QUARTER];
        double minusS = SineTable.SINES[k + 2 * SineTable.QUARTER];
        double minusC = SineTable.SINES[k + 3 * SineTable.QUARTER];
        sine = fma(minusS, c, fma(C, s, S));
        cosine = fma(minusC, c, fma(minusS, s, C));
    }

    /** Of quadrant π/2 + r, given r + quadrant (π/2 − its first part). All steps leave a zero its sign. */
    private void set(double shifted, double quadrant, double near) {
        double r0 = fma(-quadrant, HALF_PI_2, near);
        double r = r0 - fma(quadrant, HALF_PI_3, fma(quadrant, HALF_PI_2, r0 - near));

        double z = r * r;
        double zz = z * z;
        double sineTail = fma(zz, fma(zz, S5, fma(z, S4, S3)), fma(z, S2, S1));
        double cosineTail = fma(zz, fma(zz, fma(z, C5, C4), fma(z, C3, C2)), fma(z, C1, C0));
        double s = fma(r, fma(zz, sineTail, z * S0), r);
        double c = fma(zz, cosineTail, fma(-0.5, z, 1));

        // odd quadrants exchange sine and cosine, then signs follow; done on the bits because the quadrant of a joint
        // angle is unpredictable
        long n = Double.doubleToRawLongBits(shifted);
        long sineBits = Double.doubleToRawLongBits(s);
        long cosineBits = Double.doubleToRawLongBits(c);
        long exchange = (sineBits ^ cosineBits) & -(n & 1);
        sine = Double.longBitsToDouble((sineBits ^ exchange) ^ ((n & 2) << 62));
        cosine = Double.longBitsToDouble((cosineBits ^ exchange) ^ (((n + 1) & 2) << 62));
    }
}
