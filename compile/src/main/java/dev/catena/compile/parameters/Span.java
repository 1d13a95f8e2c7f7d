package dev.catena.compile.parameters;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** A linear space that grows by vectors, held as an orthonormal basis. */
final class Span {
    /** A vector whose part outside the space is smaller than this share of it lies in the space. */
    static final double TOLERANCE = 1e-9;

    /** A vector shorter than this is rounding: vectors are made from unit vectors by geometry of about a meter. */
    private static final double ROUNDING = 1e-12;

    private final int dimension;
    private final List<double[]> basis = new ArrayList<>();

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

    /** Adds a vector; does nothing where it lies in the space already. */
    void add(double[] vector) {
        double length = norm(vector);
        if (length < ROUNDING || basis.size() == dimension) {
            return;
        }
        double[] rest = vector.clone();
        scale(rest, 1 / length);
        // twice, so that what is left is orthogonal to rounding
        for (int pass = 0; pass < 2; pass++) {
            for (double[] b : basis) {
                double along = dot(b, rest);
                for (int k = 0; k < dimension; k++) {
                    rest[k] -= along * b[k];
                }
            }
        }
        double left = norm(rest);
        if (left > TOLERANCE) {
            scale(rest, 1 / left);
            basis.add(rest);
        }
    }

    /** Adds what a map makes of the vectors of the space until it makes nothing new of them. */
    void closeUnder(UnaryOperator<double[]> map) {
        for (int k = 0; k < basis.size(); k++) {
            add(map.apply(basis.get(k)));
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

    private static void scale(double[] v, double factor) {
        for (int k = 0; k < v.length; k++) {
            v[k] *= factor;
        }
    }
}
