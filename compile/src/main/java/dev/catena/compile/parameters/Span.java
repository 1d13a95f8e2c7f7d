package dev.catena.compile.parameters;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A linear space that grows by vectors whose lengths matter: the basis is orthogonal, longest vectors first, and each is
 * as long as what has been added reaches beyond those before it. So a direction that is there by a small angle only stays
 * a short vector, and rounding, which has no more right to be a direction than to be long, stays shorter.
 */
final class Span {
    /** What reaches no farther beyond the space is rounding; vectors are made from unit vectors by geometry of size 1. */
    static final double TOLERANCE = 3e-13;

    /** Longer than maps can make a unit vector. */
    private static final double MAP_SIZE = 4;

    /** Growth of a basis vector that is worth another round. */
    private static final double GROWTH = 1.01;

    private final int dimension;
    private List<double[]> basis = new ArrayList<>();

    Span(int dimension) {
        this.dimension = dimension;
    }

    /** The whole space of a dimension. */
    static Span all(int dimension) {
        Span span = new Span(dimension);
        for (int k = 0; k < dimension; k++) {
            double[] unit = new double[dimension];
            unit[k] = 1;
            span.add(unit);
        }
        return span;
    }

    List<double[]> basis() {
        return basis;
    }

    /** Adds a vector; does nothing where it lies in the space already, and the space reaches as far. */
    void add(double[] vector) {
        List<double[]> all = new ArrayList<>(basis.stream().map(double[]::clone).toList());
        all.add(vector.clone());
        basis = orthogonal(all);
    }

    /** Orthogonalization with pivoting; takes the vectors apart. */
    private List<double[]> orthogonal(List<double[]> vectors) {
        List<double[]> done = new ArrayList<>();
        while (!vectors.isEmpty() && done.size() < dimension) {
            double[] longest = vectors.remove(longest(vectors));
            // once more, so that it is orthogonal to rounding
            done.forEach(b -> subtractProjection(longest, b));
            if (norm(longest) <= TOLERANCE) {
                break;
            }
            done.add(longest);
            vectors.forEach(v -> subtractProjection(v, longest));
        }
        return done;
    }

    private static int longest(List<double[]> vectors) {
        int longest = 0;
        for (int k = 1; k < vectors.size(); k++) {
            if (norm(vectors.get(k)) > norm(vectors.get(longest))) {
                longest = k;
            }
        }
        return longest;
    }

    private static void subtractProjection(double[] v, double[] b) {
        double along = dot(b, v) / dot(b, b);
        for (int k = 0; k < v.length; k++) {
            v[k] -= along * b[k];
        }
    }

    /** Adds what a map makes of the vectors of the space until it makes nothing new of them. */
    void closeUnder(UnaryOperator<double[]> map) {
        boolean grows = true;
        while (grows) {
            List<double[]> before = basis;
            for (double[] b : before) {
                double[] image = map.apply(b);
                for (int k = 0; k < image.length; k++) {
                    image[k] /= MAP_SIZE;
                }
                add(image);
            }
            grows = basis.size() > before.size();
            for (int k = 0; k < Math.min(before.size(), basis.size()); k++) {
                grows |= norm(basis.get(k)) > GROWTH * norm(before.get(k));
            }
        }
    }

    static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int k = 0; k < a.length; k++) {
            sum += a[k] * b[k];
        }
        return sum;
    }

    private static double norm(double[] v) {
        return Math.sqrt(dot(v, v));
    }
}
