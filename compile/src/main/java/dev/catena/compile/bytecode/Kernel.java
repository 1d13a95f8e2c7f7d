package dev.catena.compile.bytecode;

import org.jspecify.annotations.Nullable;

/**
 * Generated code: reads its input vectors and writes its output vectors, in the order of the program, and says how that
 * went. No output may be an input. An instance has scratch memory and serves one thread.
 */
public abstract class Kernel {
    /** All went well. */
    public static final int DONE = 0;

    /**
     * A vector has the wrong length or is passed twice, or an input is not finite, or so large that results may overflow;
     * nothing was written.
     */
    public static final int REFUSED = 1;

    /** The sum of all outputs is not finite. */
    public static final int NOT_FINITE = 2;

    /** A checked number is not greater than its bound; other bits may be set too. */
    public static final int OUT_OF_BOUNDS = 4;

    /** Programs with more vectors, inputs and outputs together, take them in one list only. */
    static final int MOST_ARGUMENTS = 12;

    /** The largest number of vectors: what a method can take. */
    public static final int MOST_VECTORS = 250;

    /** Angles beyond this are reduced before the fast sine and cosine, which would lose digits. */
    static final double REDUCIBLE = 500_000;

    /** What is compared with bounds. */
    final double[] checked;

    /** Always 0; generated code compares it with other numbers. */
    int never;

    private final int vectors;

    /** By input vector: a copy of it without large angles. */
    private final double[][] withoutLarge;

    /** Only generated code extends it. */
    protected Kernel(int checkedNumbers, int vectors) {
        checked = new double[checkedNumbers];
        this.vectors = vectors;
        withoutLarge = new double[vectors][];
    }

    // the wrong number of vectors is refused too

    public int evaluate(double[] a, double[] b) {
        return REFUSED;
    }

    public int evaluate(double[] a, double[] b, double[] c) {
        return REFUSED;
    }

    public int evaluate(double[] a, double[] b, double[] c, double[] d) {
        return REFUSED;
    }

    public int evaluate(double[] a, double[] b, double[] c, double[] d, double[] e) {
        return REFUSED;
    }

    public int evaluate(double[] a, double[] b, double[] c, double[] d, double[] e, double[] f) {
        return REFUSED;
    }

    public int evaluate(double[] a, double[] b, double[] c, double[] d, double[] e, double[] f, double[] g) {
        return REFUSED;
    }

    public int evaluate(
            double[] a, double[] b, double[] c, double[] d, double[] e, double[] f, double[] g, double[] h) {
        return REFUSED;
    }

    public int evaluate(
            double[] a,
            double[] b,
            double[] c,
            double[] d,
            double[] e,
            double[] f,
            double[] g,
            double[] h,
            double[] i) {
        return REFUSED;
    }

    public int evaluate(
            double[] a,
            double[] b,
            double[] c,
            double[] d,
            double[] e,
            double[] f,
            double[] g,
            double[] h,
            double[] i,
            double[] j) {
        return REFUSED;
    }

    public int evaluate(
            double[] a,
            double[] b,
            double[] c,
            double[] d,
            double[] e,
            double[] f,
            double[] g,
            double[] h,
            double[] i,
            double[] j,
            double[] k) {
        return REFUSED;
    }

    public int evaluate(
            double[] a,
            double[] b,
            double[] c,
            double[] d,
            double[] e,
            double[] f,
            double[] g,
            double[] h,
            double[] i,
            double[] j,
            double[] k,
            double[] l) {
        return REFUSED;
    }

    /** Evaluates with all vectors in one list. */
    public final int evaluateAll(double[][] x) {
        return switch (x.length) {
            case 2 -> evaluate(x[0], x[1]);
            case 3 -> evaluate(x[0], x[1], x[2]);
            case 4 -> evaluate(x[0], x[1], x[2], x[3]);
            case 5 -> evaluate(x[0], x[1], x[2], x[3], x[4]);
            case 6 -> evaluate(x[0], x[1], x[2], x[3], x[4], x[5]);
            case 7 -> evaluate(x[0], x[1], x[2], x[3], x[4], x[5], x[6]);
            case 8 -> evaluate(x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7]);
            case 9 -> evaluate(x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7], x[8]);
            case 10 -> evaluate(x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7], x[8], x[9]);
            case 11 -> evaluate(x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7], x[8], x[9], x[10]);
            case 12 -> evaluate(x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7], x[8], x[9], x[10], x[11]);
            default -> x.length == vectors ? evaluateMany(x) : REFUSED;
        };
    }

    /** More vectors than {@value #MOST_ARGUMENTS}, as many as there are. */
    int evaluateMany(double[][] x) {
        return REFUSED;
    }

    /** A number that is compared with a bound. */
    public final double checked(int component) {
        return checked[component];
    }

    /** An angle with the same sine and cosine that the fast ones can do. */
    static double reduced(double angle) {
        return Math.abs(angle) <= REDUCIBLE ? angle : Math.atan2(Math.sin(angle), Math.cos(angle));
    }

    /**
     * A copy of an input vector in which angles are reduced; null if one of them has no sine.
     *
     * @param angles by bit: whether a component is an angle
     */
    final double @Nullable [] withoutLarge(int vector, double[] x, long angles) {
        if (withoutLarge[vector] == null) {
            withoutLarge[vector] = new double[x.length];
        }
        double[] y = withoutLarge[vector];
        for (int k = 0; k < x.length; k++) {
            boolean isAngle = (angles >> k & 1) != 0;
            y[k] = isAngle ? reduced(x[k]) : x[k];
            if (isAngle && Double.isNaN(y[k])) {
                return null;
            }
        }
        return y;
    }

    /** The sum of the squares of a vector. */
    static double sumOfSquares(double[] x) {
        double even = 0;
        double odd = 0;
        for (int k = 1; k < x.length; k += 2) {
            even += x[k - 1] * x[k - 1];
            odd += x[k] * x[k];
        }
        double last = (x.length & 1) == 0 ? 0 : x[x.length - 1];
        return even + odd + last * last;
    }

    /** The sum of a vector. */
    static double sum(double[] x) {
        double even = 0;
        double odd = 0;
        for (int k = 1; k < x.length; k += 2) {
            even += x[k - 1];
            odd += x[k];
        }
        return (x.length & 1) == 0 ? even + odd : even + odd + x[x.length - 1];
    }
}
