package dev.catena.simulation;

/** Directions along which a vector has given parts; kept orthogonal to each other and of length one, in the order in which they came. */
final class GivenDirections {
    /** Directions that are left of others by less are the same. */
    private static final double SAME = 1e-8;

    private final int size;
    private final double[] basis;

    /** What the vector has along each. */
    private final double[] target;

    GivenDirections(int size) {
        this.size = size;
        basis = new double[size * size];
        target = new double[size];
    }

    /**
     * Adds what is new of a direction d behind those that count; 1 if anything is.
     *
     * @param along what dᵀz is to be
     * @param length what is less than a small part of it is nothing new
     */
    int add(double[] directions, int row, double along, double length, int count) {
        if (count == size) {
            return 0;
        }
        System.arraycopy(directions, row * size, basis, count * size, size);
        double missing = along;
        for (int pass = 0; pass < 2; pass++) {
            for (int k = 0; k < count; k++) {
                double part = product(k, count);
                missing -= part * target[k];
                for (int c = 0; c < size; c++) {
                    basis[count * size + c] -= part * basis[k * size + c];
                }
            }
        }
        double left = Math.sqrt(product(count, count));
        if (left <= SAME * length) {
            return 0;
        }
        for (int c = 0; c < size; c++) {
            basis[count * size + c] /= left;
        }
        target[count] = missing / left;
        return 1;
    }

    /** Whether so little is left of a vector that it is along what counts. */
    static boolean isSame(double left, double length) {
        return left <= SAME * length;
    }

    /** Gives a vector the parts that are wanted of it. */
    void lead(double[] v, int count) {
        for (int k = 0; k < count; k++) {
            add(v, k, target[k] - along(v, k));
        }
    }

    /** Takes off what a vector has along those that count; returns the length of what is left. */
    double remove(double[] v, int count) {
        for (int k = 0; k < count; k++) {
            add(v, k, -along(v, k));
        }
        double sum = 0;
        for (double entry : v) {
            sum += entry * entry;
        }
        return Math.sqrt(sum);
    }

    private double along(double[] v, int k) {
        double sum = 0;
        for (int c = 0; c < size; c++) {
            sum += basis[k * size + c] * v[c];
        }
        return sum;
    }

    private void add(double[] v, int k, double part) {
        for (int c = 0; c < size; c++) {
            v[c] += part * basis[k * size + c];
        }
    }

    private double product(int i, int j) {
        double sum = 0;
        for (int c = 0; c < size; c++) {
            sum += basis[i * size + c] * basis[j * size + c];
        }
        return sum;
    }
}
