package dev.catena.algebra;

/**
 * Sines of 64ths of a turn, and polynomials for what an angle is beyond one of them, at most π/64: sixteen operations for a
 * sine and its cosine where products are fused, against 35 where they are not, and no quadrants to tell apart. The error is
 * below 2⁻⁵².
 */
public final class SineTable {
    /** Steps of a turn. */
    public static final int STEPS = 64;

    /** Places from a sine to that of a quarter turn more, which is the cosine; their negatives come after. */
    public static final int QUARTER = STEPS / 4;

    public static final double STEPS_PER_RADIAN = 0x1.45f306dc9c883p3;

    // a step in two parts: a fused product with a number of steps loses nothing
    public static final double STEP_1 = 0x1.921fb54442d18p-4;
    public static final double STEP_2 = 0x1.1a62633145c07p-58;

    // (sin r − r) / r³ and (1 − cos r) / r² as polynomials in r², interpolated at Chebyshev nodes of |r| ≤ π/64
    public static final double S0 = -0.16666666666666546;
    public static final double S1 = 0.008333333324333671;
    public static final double S2 = -0.00019840273844946323;
    public static final double C0 = 0.4999999999999892;
    public static final double C1 = -0.04166666658567028;
    public static final double C2 = 0.001388799249710663;

    private static final double[] OF_QUARTER = {
        0,
        0.0980171403295606,
        0.19509032201612828,
        0.2902846772544624,
        0.3826834323650898,
        0.47139673682599764,
        0.5555702330196022,
        0.6343932841636455,
        0.7071067811865476,
        0.773010453362737,
        0.8314696123025452,
        0.881921264348355,
        0.9238795325112867,
        0.9569403357322088,
        0.9807852804032304,
        0.9951847266721969,
        1
    };

    /**
     * sin(2π k / {@value #STEPS}), a turn and three quarters; generated code reads it. Zeros are negative, so that a zero angle
     * keeps its sign.
     */
    public static final double[] SINES = sines();

    private SineTable() {}

    private static double[] sines() {
        double[] sines = new double[STEPS + 3 * QUARTER];
        for (int k = 0; k < sines.length; k++) {
            int ofHalf = k % (2 * QUARTER);
            double sine = OF_QUARTER[Math.min(ofHalf, 2 * QUARTER - ofHalf)];
            boolean isNegative = ofHalf == 0 || k / (2 * QUARTER) % 2 == 1;
            sines[k] = isNegative ? -sine : sine;
        }
        return sines;
    }
}
