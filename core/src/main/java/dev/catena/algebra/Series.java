package dev.catena.algebra;

import java.util.Arrays;

/**
 * A number that changes in time, as a truncated Taylor series: c₀ + c₁ t + … + c_d tᵈ. A coefficient of a sum or product
 * depends on no higher ones, so that those beyond what is known do no harm below. The receiver of a product must not be
 * one of its factors.
 */
public final class Series {
    public final double[] c;

    public Series(int order) {
        c = new double[order + 1];
    }

    public static Series[] array(int length, int order) {
        Series[] all = new Series[length];
        for (int i = 0; i < length; i++) {
            all[i] = new Series(order);
        }
        return all;
    }

    public void setZero() {
        Arrays.fill(c, 0);
    }

    /** A number that stays. */
    public void setConstant(double value) {
        setZero();
        c[0] = value;
    }

    public void set(Series a) {
        System.arraycopy(a.c, 0, c, 0, c.length);
    }

    public void add(Series a) {
        addScaled(1, a);
    }

    public void addScaled(double factor, Series a) {
        double[] sum = c;
        double[] x = a.c;
        for (int k = 0; k < sum.length; k++) {
            sum[k] += factor * x[k];
        }
    }

    /** this += factor a b. */
    public void addProduct(double factor, Series a, Series b) {
        double[] out = c;
        double[] x = a.c;
        double[] y = b.c;
        for (int k = 0; k < out.length; k++) {
            double sum = 0;
            for (int j = 0; j <= k; j++) {
                sum += x[j] * y[k - j];
            }
            out[k] += factor * sum;
        }
    }

    /** The derivative; its last coefficient is not known and becomes zero. */
    public void setDerivative(Series a) {
        for (int k = 0; k + 1 < c.length; k++) {
            c[k] = (k + 1) * a.c[k + 1];
        }
        c[c.length - 1] = 0;
    }

    /** sine ← sin x, cosine ← cos x, by s′ = c x′ and c′ = −s x′. */
    public static void setSineAndCosine(Series x, Series sine, Series cosine) {
        sine.c[0] = Math.sin(x.c[0]);
        cosine.c[0] = Math.cos(x.c[0]);
        for (int k = 1; k < x.c.length; k++) {
            double s = 0;
            double t = 0;
            for (int j = 1; j <= k; j++) {
                s += j * x.c[j] * cosine.c[k - j];
                t -= j * x.c[j] * sine.c[k - j];
            }
            sine.c[k] = s / k;
            cosine.c[k] = t / k;
        }
    }

    /** this ← tanh(factor x), by t′ = (1 − t²) factor x′. */
    public void setHyperbolicTangent(double factor, Series x) {
        c[0] = Math.tanh(factor * x.c[0]);
        for (int k = 1; k < c.length; k++) {
            double sum = 0;
            for (int j = 1; j <= k; j++) {
                sum += j * factor * x.c[j] * oneLessSquare(k - j);
            }
            c[k] = sum / k;
        }
    }

    /** Coefficient k of 1 − c². */
    private double oneLessSquare(int k) {
        double sum = k == 0 ? 1 : 0;
        for (int j = 0; j <= k; j++) {
            sum -= c[j] * c[k - j];
        }
        return sum;
    }
}
