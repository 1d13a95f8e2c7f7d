package dev.catena.planning.terms;

/** Puts the derivatives by q, q̇, … side by side. */
final class StateMatrix {
    private StateMatrix() {}

    /** Rows of n numbers for each order, made to rows of orders · n numbers. */
    static void join(double[][] byOrder, int rows, int n, double[] out) {
        int width = byOrder.length * n;
        for (int order = 0; order < byOrder.length; order++) {
            for (int row = 0; row < rows; row++) {
                System.arraycopy(byOrder[order], row * n, out, row * width + order * n, n);
            }
        }
    }
}
