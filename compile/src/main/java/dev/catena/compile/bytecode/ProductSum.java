package dev.catena.compile.bytecode;

import org.jspecify.annotations.Nullable;

/**
 * A step of many states: one or two products, added to a column if there is one, each rounded as by itself. Two products in
 * one loop, and constants that are no columns, read and write less than a loop for each (torques of the Panda 85 → 70 ns a
 * state without their sines).
 */
final class ProductSum {
    /** A product of two columns, or of a number and a column. */
    record Product(double @Nullable [] column, double number, double[] other) {
        private boolean isScaled() {
            return column == null;
        }

        /** The first column; what is never read where it is a number. */
        private double[] first() {
            return column == null ? other : column;
        }
    }

    private final double @Nullable [] start;
    private final Product first;
    private final @Nullable Product second;
    private final double[] result;

    /** result = start + first + second, of which the last comes last. */
    ProductSum(double @Nullable [] start, Product first, @Nullable Product second, double[] result) {
        this.start = start;
        this.first = first;
        this.second = second;
        this.result = result;
    }

    void run(int count) {
        if (second == null) {
            runOne(first, count);
        } else if (first.isScaled()) {
            runScaledAnd(second, count);
        } else {
            runColumnsAnd(second, count);
        }
    }

    private void runOne(Product product, int count) {
        double[] a = product.first();
        double p = product.number;
        double[] b = product.other;
        if (start == null) {
            if (product.isScaled()) {
                scale(p, b, result, count);
            } else {
                multiply(a, b, result, count);
            }
        } else if (product.isScaled()) {
            addScaled(start, p, b, result, count);
        } else {
            addProduct(start, a, b, result, count);
        }
    }

    private void runScaledAnd(Product last, int count) {
        double p = first.number;
        double[] b = first.other;
        double[] c = last.first();
        double q = last.number;
        double[] d = last.other;
        if (start == null) {
            if (last.isScaled()) {
                scaleTwo(p, b, q, d, result, count);
            } else {
                scaleAndMultiply(p, b, c, d, result, count);
            }
        } else if (last.isScaled()) {
            addScaledTwo(start, p, b, q, d, result, count);
        } else {
            addScaledAndProduct(start, p, b, c, d, result, count);
        }
    }

    private void runColumnsAnd(Product last, int count) {
        double[] a = first.first();
        double[] b = first.other;
        double[] c = last.first();
        double q = last.number;
        double[] d = last.other;
        if (start == null) {
            if (last.isScaled()) {
                multiplyAndScale(a, b, q, d, result, count);
            } else {
                multiplyTwo(a, b, c, d, result, count);
            }
        } else if (last.isScaled()) {
            addProductAndScaled(start, a, b, q, d, result, count);
        } else {
            addTwoProducts(start, a, b, c, d, result, count);
        }
    }

    private static void scale(double p, double[] b, double[] y, int count) {
        for (int k = 0; k < count; k++) {
            y[k] = p * b[k];
        }
    }

    private static void multiply(double[] a, double[] b, double[] y, int count) {
        for (int k = 0; k < count; k++) {
            y[k] = a[k] * b[k];
        }
    }

    private static void addScaled(double[] x, double p, double[] b, double[] y, int count) {
        for (int k = 0; k < count; k++) {
            y[k] = Math.fma(p, b[k], x[k]);
        }
    }

    private static void addProduct(double[] x, double[] a, double[] b, double[] y, int count) {
        for (int k = 0; k < count; k++) {
            y[k] = Math.fma(a[k], b[k], x[k]);
        }
    }

    private static void scaleTwo(double p, double[] b, double q, double[] d, double[] y, int count) {
        for (int k = 0; k < count; k++) {
            y[k] = Math.fma(q, d[k], p * b[k]);
        }
    }

    private static void scaleAndMultiply(double p, double[] b, double[] c, double[] d, double[] y, int count) {
        for (int k = 0; k < count; k++) {
            y[k] = Math.fma(c[k], d[k], p * b[k]);
        }
    }

    private static void multiplyAndScale(double[] a, double[] b, double q, double[] d, double[] y, int count) {
        for (int k = 0; k < count; k++) {
            y[k] = Math.fma(q, d[k], a[k] * b[k]);
        }
    }

    private static void multiplyTwo(double[] a, double[] b, double[] c, double[] d, double[] y, int count) {
        for (int k = 0; k < count; k++) {
            y[k] = Math.fma(c[k], d[k], a[k] * b[k]);
        }
    }

    private static void addScaledTwo(double[] x, double p, double[] b, double q, double[] d, double[] y, int count) {
        for (int k = 0; k < count; k++) {
            y[k] = Math.fma(q, d[k], Math.fma(p, b[k], x[k]));
        }
    }

    private static void addScaledAndProduct(
            double[] x, double p, double[] b, double[] c, double[] d, double[] y, int count) {
        for (int k = 0; k < count; k++) {
            y[k] = Math.fma(c[k], d[k], Math.fma(p, b[k], x[k]));
        }
    }

    private static void addProductAndScaled(
            double[] x, double[] a, double[] b, double q, double[] d, double[] y, int count) {
        for (int k = 0; k < count; k++) {
            y[k] = Math.fma(q, d[k], Math.fma(a[k], b[k], x[k]));
        }
    }

    private static void addTwoProducts(
            double[] x, double[] a, double[] b, double[] c, double[] d, double[] y, int count) {
        for (int k = 0; k < count; k++) {
            y[k] = Math.fma(c[k], d[k], Math.fma(a[k], b[k], x[k]));
        }
    }
}
