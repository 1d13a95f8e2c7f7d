package dev.catena.compile.bytecode;

/**
 * Generated code: reads its input vectors and writes its output vectors, in the order of the program. The lengths are
 * the caller's to check, and no output may be an input. An instance has scratch memory and serves one thread.
 */
public abstract class Kernel {
    /** Angles beyond this are reduced before the fast sine and cosine, which would lose digits. */
    static final double REDUCIBLE = 500_000;

    /** Only generated code extends it. */
    protected Kernel() {}

    public void evaluate(double[] a, double[] b) {
        throw wrongNumber(2);
    }

    public void evaluate(double[] a, double[] b, double[] c) {
        throw wrongNumber(3);
    }

    public void evaluate(double[] a, double[] b, double[] c, double[] d) {
        throw wrongNumber(4);
    }

    public void evaluate(double[] a, double[] b, double[] c, double[] d, double[] e) {
        throw wrongNumber(5);
    }

    public void evaluate(double[] a, double[] b, double[] c, double[] d, double[] e, double[] f) {
        throw wrongNumber(6);
    }

    public void evaluate(double[] a, double[] b, double[] c, double[] d, double[] e, double[] f, double[] g) {
        throw wrongNumber(7);
    }

    public void evaluate(
            double[] a, double[] b, double[] c, double[] d, double[] e, double[] f, double[] g, double[] h) {
        throw wrongNumber(8);
    }

    /** The largest number of vectors, inputs and outputs together. */
    public static final int MOST_VECTORS = 8;

    /** Evaluates with all vectors in one list. */
    public final void evaluateAll(double[][] x) {
        switch (x.length) {
            case 2 -> evaluate(x[0], x[1]);
            case 3 -> evaluate(x[0], x[1], x[2]);
            case 4 -> evaluate(x[0], x[1], x[2], x[3]);
            case 5 -> evaluate(x[0], x[1], x[2], x[3], x[4]);
            case 6 -> evaluate(x[0], x[1], x[2], x[3], x[4], x[5]);
            case 7 -> evaluate(x[0], x[1], x[2], x[3], x[4], x[5], x[6]);
            case 8 -> evaluate(x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7]);
            default -> throw wrongNumber(x.length);
        }
    }

    private static IllegalArgumentException wrongNumber(int given) {
        return new IllegalArgumentException("%s vectors given, but the code has another number".formatted(given));
    }

    /** An angle with the same sine and cosine that the fast ones can do. */
    static double reduced(double angle) {
        return Math.abs(angle) <= REDUCIBLE ? angle : Math.atan2(Math.sin(angle), Math.cos(angle));
    }
}
