package dev.catena.spline;

import java.util.Arrays;
import java.util.Objects;

/**
 * The basis functions and their derivatives at many u: of each row only the degree + 1 entries that differ from zero.
 * Immutable.
 */
public final class BasisMatrix {
    private final SplineBasis basis;
    private final int orders;
    private final double[] parameters;
    private final int[] first;
    private final double[] entries;

    public BasisMatrix(SplineBasis basis, int highestDerivative, double... parameters) {
        this.basis = basis;
        this.parameters = parameters.clone();
        orders = highestDerivative + 1;
        int width = width();
        first = new int[parameters.length];
        entries = new double[parameters.length * orders * width];
        BasisValues values = new BasisValues(basis, highestDerivative);
        for (int row = 0; row < parameters.length; row++) {
            values.compute(parameters[row]);
            first[row] = values.first();
            for (int order = 0; order < orders; order++) {
                for (int k = 0; k < width; k++) {
                    entries[(row * orders + order) * width + k] = values.get(order, k);
                }
            }
        }
    }

    public SplineBasis basis() {
        return basis;
    }

    public int rows() {
        return first.length;
    }

    /** Entries of a row that differ from zero: degree + 1. */
    public int width() {
        return basis.degree() + 1;
    }

    /** The u of a row. */
    public double parameter(int row) {
        return parameters[row];
    }

    /** The column of a row's first entry. */
    public int first(int row) {
        return first[row];
    }

    /** Entry {@code first(row) + k} of a row of the derivative of an order. */
    public double get(int order, int row, int k) {
        return entries[place(order, row) + Objects.checkIndex(k, width())];
    }

    private int place(int order, int row) {
        return (Objects.checkIndex(row, first.length) * orders + Objects.checkIndex(order, orders)) * width();
    }

    /** All entries of the derivative of an order, zeros included: rows × control points, row-major. */
    public double[] toDense(int order) {
        int columns = basis.controlPoints();
        double[] dense = new double[rows() * columns];
        for (int row = 0; row < rows(); row++) {
            for (int k = 0; k < width(); k++) {
                dense[row * columns + first[row] + k] = get(order, row, k);
            }
        }
        return dense;
    }

    /** dᵒ/duᵒ Σ Bⱼ Pⱼ at a row's u, of control points of n numbers each, which may be any numbers. */
    public void combine(int order, int row, double[] controlPoints, int n, double[] out) {
        if (out.length != n || controlPoints.length != n * basis.controlPoints()) {
            throw new IllegalArgumentException(
                    "controlPoints has length %s and out %s, but %s points of %s numbers need %s and %s"
                            .formatted(
                                    controlPoints.length,
                                    out.length,
                                    basis.controlPoints(),
                                    n,
                                    basis.controlPoints() * n,
                                    n));
        }
        if (out == controlPoints) {
            throw new IllegalArgumentException("out and controlPoints are the same array");
        }
        int place = place(order, row);
        Arrays.fill(out, 0);
        for (int k = 0; k < width(); k++) {
            double entry = entries[place + k];
            int at = (first[row] + k) * n;
            for (int i = 0; i < n; i++) {
                out[i] += entry * controlPoints[at + i];
            }
        }
    }
}
