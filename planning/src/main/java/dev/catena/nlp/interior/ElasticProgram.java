package dev.catena.nlp.interior;

import dev.catena.nlp.run.CompressedRows;
import java.util.Arrays;

/**
 * The feasibility problem of the restoration phase, in the same form [WaechterBiegler 3.3]:
 *
 * <pre>
 *   min ρ Σ (p + n) + ζ/2 ‖D (x − x_R)‖²   subject to   c(x) + B w − p + n = 0,   p, n ≥ 0
 * </pre>
 *
 * where x_R is the point that was left. Its minimum is where the sum of violations is least near x_R. With v = (x, w, p, n).
 */
final class ElasticProgram implements SlackForm {
    private static final double RHO = 1000;
    private static final double SMALLEST = 1e-16;

    private final ScaledProgram base;
    private final int n;
    private final int m;
    private final int baseSlacks;
    private final double[] reference;
    private final double[] weight; // squares of D
    private final double[] lower;
    private final double[] upper;
    private final double[] baseGradient;
    private double zeta;

    ElasticProgram(ScaledProgram base, double[] reference) {
        this.base = base;
        this.reference = reference.clone();
        n = base.variableCount();
        m = base.rowCount();
        baseSlacks = base.slackCount();
        int size = n + baseSlacks;
        lower = Arrays.copyOf(base.lower(), size + 2 * m);
        upper = Arrays.copyOf(base.upper(), size + 2 * m);
        Arrays.fill(upper, size, size + 2 * m, Double.POSITIVE_INFINITY);
        baseGradient = new double[size];
        weight = new double[n];
        for (int i = 0; i < n; i++) {
            double d = 1 / Math.max(1, Math.abs(reference[i]));
            weight[i] = d * d;
        }
    }

    /** The price of a violation. */
    static double penalty() {
        return RHO;
    }

    /**
     * Writes those p and n of every row that are best for the residual of the base program and the barrier parameter:
     * n = (μ − ρc)/2ρ + √(((μ − ρc)/2ρ)² + μc/2ρ), p = c + n [WaechterBiegler 33]; for negative c the two change places, so
     * that the smaller one is never a difference of larger numbers.
     */
    void setElastic(double[] residual, double mu, double[] v) {
        int size = n + baseSlacks;
        for (int r = 0; r < m; r++) {
            double c = Math.abs(residual[r]);
            double a = (mu - RHO * c) / (2 * RHO);
            double b = mu * c / (2 * RHO);
            double root = Math.sqrt(a * a + b);
            double smaller = Math.max(a < 0 ? b / (root - a) : a + root, SMALLEST);
            double larger = c + smaller;
            v[size + r] = residual[r] < 0 ? smaller : larger;
            v[size + m + r] = residual[r] < 0 ? larger : smaller;
        }
    }

    @Override
    public boolean barrierChanged(double mu) {
        zeta = Math.sqrt(mu);
        return true;
    }

    @Override
    public int variableCount() {
        return n;
    }

    @Override
    public int rowCount() {
        return m;
    }

    @Override
    public int slackCount() {
        return baseSlacks + 2 * m;
    }

    @Override
    public int slackRow(int slack) {
        return slack < baseSlacks ? base.slackRow(slack) : (slack - baseSlacks) % m;
    }

    @Override
    public double slackSign(int slack) {
        return slack < baseSlacks + m ? -1 : 1;
    }

    @Override
    public double[] lower() {
        return lower;
    }

    @Override
    public double[] upper() {
        return upper;
    }

    @Override
    public double objective(double[] v) {
        double violation = 0;
        for (int k = n + baseSlacks; k < v.length; k++) {
            violation += v[k];
        }
        double distance = 0;
        for (int i = 0; i < n; i++) {
            double d = v[i] - reference[i];
            distance += weight[i] * d * d;
        }
        return RHO * violation + 0.5 * zeta * distance;
    }

    @Override
    public boolean constraints(double[] v, double[] out) {
        if (!base.constraints(v, out)) {
            return false;
        }
        int size = n + baseSlacks;
        for (int r = 0; r < m; r++) {
            out[r] += v[size + m + r] - v[size + r];
        }
        return true;
    }

    @Override
    public boolean derivatives(double[] v, double[] gradientOut) {
        if (!base.derivatives(v, baseGradient)) {
            return false;
        }
        Arrays.fill(gradientOut, n, n + baseSlacks, 0);
        Arrays.fill(gradientOut, n + baseSlacks, gradientOut.length, RHO);
        for (int i = 0; i < n; i++) {
            gradientOut[i] = zeta * weight[i] * (v[i] - reference[i]);
        }
        return true;
    }

    @Override
    public CompressedRows jacobian() {
        return base.jacobian();
    }

    @Override
    public boolean addHessian(double[] v, double[] y, double[] matrix) {
        for (int i = 0; i < n; i++) {
            matrix[i * n + i] += zeta * weight[i];
        }
        return base.addHessian(v, 0, y, matrix);
    }
}
