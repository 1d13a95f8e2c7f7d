package dev.catena.compile.bytecode;

/**
 * A fused program as code for one state, which generated classes extend: compiled as soon as any code for one
 * state, and rounds as vectorized code does.
 */
abstract class FusedKernel {
    static final int SUM = 0;
    static final int FIRST_CHECKED = 1;

    /** The sum of all inputs and outputs of a state, checked numbers, and what one method leaves to the next. */
    final double[] kept;

    private final double[] bounds;

    FusedKernel(double[] bounds, int places) {
        this.bounds = bounds;
        kept = new double[places];
    }

    /** Evaluates one state. */
    abstract void evaluate(double[][] vectors, int stride, int state);

    /** As {@link BatchKernel#evaluate}; of the states after the one that is returned nothing is known. */
    final int evaluate(double[][] vectors, int stride, int from, int to) {
        for (int s = from; s < to; s++) {
            evaluate(vectors, stride, s);
            if (isSuspicious()) {
                return s;
            }
        }
        return -1;
    }

    private boolean isSuspicious() {
        boolean suspicious = !(Math.abs(kept[SUM]) <= Double.MAX_VALUE);
        for (int c = 0; c < bounds.length; c++) {
            suspicious |= !(kept[FIRST_CHECKED + c] > bounds[c]);
        }
        return suspicious;
    }
}
