package dev.catena.planning.terms;

import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.Function;

/** Derivatives by central differences of eighth order: about twelve digits of a smooth function. */
public final class Differences {
    private static final double[] WEIGHTS = {4.0 / 5, -1.0 / 5, 4.0 / 105, -1.0 / 280};
    private static final double STEP = 1e-3;

    private Differences() {}

    /** ∂f/∂x, one column for each entry of x: rows × x.length, row-major. */
    public static double[] jacobian(double[] x, Function<double[], double[]> f) {
        double[] at = x.clone();
        int rows = f.apply(at).length;
        double[] jacobian = new double[rows * x.length];
        for (int c = 0; c < x.length; c++) {
            double step = STEP * Math.max(1, Math.abs(x[c]));
            for (int k = 1; k <= 4; k++) {
                at[c] = x[c] + k * step;
                double[] after = f.apply(at).clone();
                at[c] = x[c] - k * step;
                double[] before = f.apply(at).clone();
                for (int r = 0; r < rows; r++) {
                    jacobian[r * x.length + c] += WEIGHTS[k - 1] * (after[r] - before[r]) / step;
                }
            }
            at[c] = x[c];
        }
        return jacobian;
    }

    /** A function that fills an array, as one that returns it. */
    public static double[] filled(int size, Consumer<double[]> fill) {
        double[] out = new double[size];
        fill.accept(out);
        return out;
    }

    /** What a function adds to an array that has other numbers already. */
    public static double[] added(int size, Consumer<double[]> add) {
        double[] out = new double[size];
        Arrays.setAll(out, k -> 1 + k % 7);
        add.accept(out);
        for (int k = 0; k < size; k++) {
            out[k] -= 1 + k % 7;
        }
        return out;
    }
}
