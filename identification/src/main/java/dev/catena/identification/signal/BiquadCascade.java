package dev.catena.identification.signal;

import java.util.Arrays;

/**
 * A low-pass filter as a chain of second-order sections, made from analog poles by the bilinear transform; frequencies are
 * parts of the Nyquist frequency, half the sampling rate. [OppenheimSchafer 7]
 *
 * <p>Sections lose far fewer digits than one polynomial of high order, whose roots crowd near 1 at low cutoffs. Immutable.
 */
public final class BiquadCascade {
    /** What is left of a step after the transient counts as nothing. */
    private static final double FORGOTTEN = 1e-11;

    private final int order;

    /** By section: b₀, b₁, b₂, a₁, a₂ of y = b₀x + b₁x′ + b₂x″ − a₁y′ − a₂y″. */
    private final double[][] section;

    /** By section: the state of a constant input 1 to the whole chain. */
    private final double[][] steadyState;

    private final double slowest;

    private BiquadCascade(int order, double[][] analogPoles, double gainAtZero) {
        this.order = order;
        section = new double[analogPoles.length][];
        steadyState = new double[analogPoles.length][2];
        double radius = 0;
        for (int s = 0; s < section.length; s++) {
            double[] pole = analogPoles[s];
            section[s] = pole.length == 3 ? firstOrder(pole[0]) : secondOrder(pole[0], pole[1]);
            radius = Math.max(radius, radius(section[s]));
        }
        for (int k = 0; k < 3; k++) {
            section[0][k] *= gainAtZero;
        }
        double level = 1;
        for (int s = 0; s < section.length; s++) {
            double[] c = section[s];
            double gain = (c[0] + c[1] + c[2]) / (1 + c[3] + c[4]);
            steadyState[s][0] = level * (gain - c[0]);
            steadyState[s][1] = level * (c[2] - c[4] * gain);
            level *= gain;
        }
        slowest = radius;
    }

    /**
     * Butterworth's filter: flat where it passes, 1/√2 at the cutoff.
     *
     * @param cutoff as a part of the Nyquist frequency, between 0 and 1
     */
    public static BiquadCascade butterworth(int order, double cutoff) {
        check(order, cutoff);
        return new BiquadCascade(order, poles(order, 1, 1, warped(cutoff)), 1);
    }

    /**
     * Chebyshev's filter of the first kind: falls more steeply, and its gain varies where it passes.
     *
     * @param ripple how far the gain falls below 1 before the cutoff, in decibels
     * @param cutoff where the gain leaves the ripple, as a part of the Nyquist frequency
     */
    public static BiquadCascade chebyshev(int order, double ripple, double cutoff) {
        check(order, cutoff);
        if (!(ripple > 0 && ripple < 20)) {
            throw new IllegalArgumentException("ripple is %s dB, but must be between 0 and 20".formatted(ripple));
        }
        double epsilon = Math.sqrt(Math.pow(10, ripple / 10) - 1);
        double mu = Math.log(1 / epsilon + Math.sqrt(1 / (epsilon * epsilon) + 1)) / order;
        double gain = order % 2 == 0 ? 1 / Math.sqrt(1 + epsilon * epsilon) : 1;
        return new BiquadCascade(order, poles(order, Math.sinh(mu), Math.cosh(mu), warped(cutoff)), gain);
    }

    private static void check(int order, double cutoff) {
        if (order < 1 || order > 20) {
            throw new IllegalArgumentException("order is %s, but must be between 1 and 20".formatted(order));
        }
        if (!(cutoff > 1e-5 && cutoff < 1)) {
            throw new IllegalArgumentException(
                    "cutoff is %s of the Nyquist frequency, but must be between 0.00001 and 1".formatted(cutoff));
        }
    }

    /** The analog frequency that the bilinear transform s = (z − 1)/(z + 1) takes to the cutoff. */
    private static double warped(double cutoff) {
        return Math.tan(0.5 * Math.PI * cutoff);
    }

    /** Poles on an ellipse, one of each conjugate pair, the real one with a third number. */
    private static double[][] poles(int order, double real, double imaginary, double frequency) {
        double[][] poles = new double[(order + 1) / 2][];
        for (int k = 0; k < order / 2; k++) {
            double angle = Math.PI * (2 * k + 1) / (2 * order);
            poles[k] = new double[] {
                -frequency * real * Math.sin(angle), frequency * imaginary * Math.cos(angle),
            };
        }
        if (order % 2 == 1) {
            poles[order / 2] = new double[] {-frequency * real, 0, 0};
        }
        return poles;
    }

    /** |p|²/((s − p)(s − p̄)) with s = (z − 1)/(z + 1). */
    private static double[] secondOrder(double real, double imaginary) {
        double square = real * real + imaginary * imaginary;
        double a0 = 1 - 2 * real + square;
        double b = square / a0;
        return new double[] {b, 2 * b, b, 2 * (square - 1) / a0, (1 + 2 * real + square) / a0};
    }

    /** −p/(s − p) with s = (z − 1)/(z + 1). */
    private static double[] firstOrder(double real) {
        double b = -real / (1 - real);
        return new double[] {b, b, 0, (-1 - real) / (1 - real), 0};
    }

    private static double radius(double[] c) {
        double discriminant = c[3] * c[3] - 4 * c[4];
        return discriminant < 0 ? Math.sqrt(c[4]) : 0.5 * (Math.abs(c[3]) + Math.sqrt(discriminant));
    }

    public int order() {
        return order;
    }

    /** After how many samples nothing of an input is left but rounding. */
    public int memory() {
        return settling(FORGOTTEN) + 3 * (order + 1);
    }

    /** After how many samples the slowest pole has left this part of a step. */
    int settling(double part) {
        return (int) Math.ceil(Math.log(part) / Math.log(slowest));
    }

    /** |H|² at a frequency, a part of the Nyquist frequency: what filtering forward and backward multiplies it by. */
    public double squaredGain(double frequency) {
        double w = Math.PI * frequency;
        double gain = 1;
        for (double[] c : section) {
            double nr = c[0] + c[1] * Math.cos(w) + c[2] * Math.cos(2 * w);
            double ni = c[1] * Math.sin(w) + c[2] * Math.sin(2 * w);
            double dr = 1 + c[3] * Math.cos(w) + c[4] * Math.cos(2 * w);
            double di = c[3] * Math.sin(w) + c[4] * Math.sin(2 * w);
            gain *= (nr * nr + ni * ni) / (dr * dr + di * di);
        }
        return gain;
    }

    /** Filters in place, as if the first value had been there forever. */
    void run(double[] x, int from, int to, boolean backward) {
        run(start(x[backward ? to - 1 : from]), x, from, to, backward);
    }

    /** By section: what it remembers of a value that has been there forever. */
    double[][] start(double level) {
        double[][] memory = new double[section.length][2];
        for (int s = 0; s < section.length; s++) {
            memory[s][0] = level * steadyState[s][0];
            memory[s][1] = level * steadyState[s][1];
        }
        return memory;
    }

    /** Filters the next values in place, after those that are remembered. */
    void run(double[][] memory, double[] x, int from, int to, boolean backward) {
        int step = backward ? -1 : 1;
        int first = backward ? to - 1 : from;
        int end = backward ? from - 1 : to;
        for (int s = 0; s < section.length; s++) {
            double[] c = section[s];
            double b0 = c[0];
            double b1 = c[1];
            double b2 = c[2];
            double a1 = c[3];
            double a2 = c[4];
            double z1 = memory[s][0];
            double z2 = memory[s][1];
            for (int k = first; k != end; k += step) {
                double in = x[k];
                double out = b0 * in + z1;
                z1 = b1 * in - a1 * out + z2;
                z2 = b2 * in - a2 * out;
                x[k] = out;
            }
            memory[s][0] = z1;
            memory[s][1] = z2;
        }
    }

    @Override
    public String toString() {
        return "BiquadCascade of order %s: %s".formatted(order, Arrays.deepToString(section));
    }
}
