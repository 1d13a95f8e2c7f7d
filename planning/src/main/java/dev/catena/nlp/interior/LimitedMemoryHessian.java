package dev.catena.nlp.interior;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/**
 * Hessian of the Lagrangian from its gradients at the last points: damped BFGS updates [NocedalWright 18.3] of a multiple of the
 * identity, done again from scratch for each step, so that the oldest pair can be forgotten. Always positive definite.
 */
final class LimitedMemoryHessian {
    private static final int MEMORY = 20;
    private static final double DAMPING = 0.2;

    private record Pair(double[] s, double[] y) {}

    private final int n;
    private final Deque<Pair> pairs = new ArrayDeque<>();
    private final double[] product;

    LimitedMemoryHessian(int n) {
        this.n = n;
        product = new double[n];
    }

    void reset() {
        pairs.clear();
    }

    boolean isEmpty() {
        return pairs.isEmpty();
    }

    /** A step s and the change y of the Lagrangian's gradient along it. */
    void add(double[] s, double[] y) {
        double length = Norms.dot(s, s);
        if (!(length > 0) || !Double.isFinite(Norms.dot(y, y))) {
            return;
        }
        if (pairs.size() == MEMORY) {
            pairs.removeFirst();
        }
        pairs.addLast(new Pair(s.clone(), y.clone()));
    }

    /** Writes the matrix, upper triangle by rows. */
    void write(double[] b) {
        Arrays.fill(b, 0);
        double diagonal = initialDiagonal();
        for (int i = 0; i < n; i++) {
            b[i * n + i] = diagonal;
        }
        for (Pair pair : pairs) {
            update(b, pair.s, pair.y);
        }
    }

    // curvature along the last step that had one
    private double initialDiagonal() {
        double diagonal = 1;
        for (Pair pair : pairs) {
            double curvature = Norms.dot(pair.s, pair.y) / Norms.dot(pair.s, pair.s);
            if (curvature > 0) {
                diagonal = curvature;
            }
        }
        return Math.max(1e-8, Math.min(1e8, diagonal));
    }

    // B += r rᵀ/rᵀs − B s sᵀ B/sᵀBs with r between y and B s, so that rᵀs ≥ 0.2 sᵀBs
    private void update(double[] b, double[] s, double[] y) {
        multiply(b, s);
        double sBs = Norms.dot(s, product);
        double sy = Norms.dot(s, y);
        double theta = sy >= DAMPING * sBs ? 1 : (1 - DAMPING) * sBs / (sBs - sy);
        double rs = theta * sy + (1 - theta) * sBs;
        for (int i = 0; i < n; i++) {
            double ri = (theta * y[i] + (1 - theta) * product[i]) / rs;
            double pi = product[i] / sBs;
            int row = i * n;
            for (int j = i; j < n; j++) {
                b[row + j] += ri * (theta * y[j] + (1 - theta) * product[j]) - pi * product[j];
            }
        }
    }

    private void multiply(double[] b, double[] s) {
        Arrays.fill(product, 0);
        for (int i = 0; i < n; i++) {
            int row = i * n;
            double sum = b[row + i] * s[i];
            for (int j = i + 1; j < n; j++) {
                sum += b[row + j] * s[j];
                product[j] += b[row + j] * s[i];
            }
            product[i] += sum;
        }
    }
}
