package dev.catena.compile.bytecode;

import java.util.Arrays;

/**
 * Code for many states: component k of state s of a vector is its entry {@code k · stride + s}. An instance has scratch
 * memory and serves one thread.
 *
 * <p>The scratch memory begins with a place for functions that are done lane by lane, sums of all inputs and outputs by
 * state, and the checked numbers.
 */
public abstract class BatchKernel {
    static final int LANE_BY_LANE = 0;
    static final int SUMS = 1;
    static final int FIRST_CHECKED = 2;

    /** Values that cross a cut, as many numbers each as there are lanes. */
    final double[] scratch;

    private final int lanes;
    private final int inputs;
    private final double[] bounds;

    /** Vectors of just one block, for what does not fill one. */
    private final double[][] padded;

    BatchKernel(CheckedProgram program, int lanes, int slots) {
        this.lanes = lanes;
        bounds = program.bounds();
        scratch = new double[lanes * slots];
        inputs = program.inputs();
        padded = Arrays.stream(program.lengths())
                .mapToObj(length -> new double[lanes * length])
                .toArray(double[][]::new);
    }

    /** Evaluates the states from {@code state} to {@code state + lanes − 1}. */
    abstract void block(double[][] vectors, int stride, int state);

    /** How many states are done at once. */
    public final int lanes() {
        return lanes;
    }

    /**
     * Evaluates the states {@code from} to {@code to − 1}; inputs, then outputs. No output may be an input.
     *
     * @return −1, or the first state of the first block in which something may not be finite or out of its bounds; no
     *     later ones are evaluated then
     */
    public final int evaluate(double[][] vectors, int stride, int from, int to) {
        int s = from;
        for (; s + lanes <= to; s += lanes) {
            block(vectors, stride, s);
            if (isSuspicious()) {
                return s;
            }
        }
        if (s < to) {
            remainder(vectors, stride, s, to - s);
            if (isSuspicious()) {
                return s;
            }
        }
        return -1;
    }

    /** Whether something in the last block may not be finite or is out of its bounds. */
    boolean isSuspicious() {
        double sum = 0;
        for (int k = SUMS * lanes; k < (SUMS + 1) * lanes; k++) {
            sum += scratch[k];
        }
        boolean suspicious = !(Math.abs(sum) <= Double.MAX_VALUE);
        for (int c = 0; c < bounds.length; c++) {
            double bound = bounds[c];
            for (int k = (FIRST_CHECKED + c) * lanes; k < (FIRST_CHECKED + c + 1) * lanes; k++) {
                suspicious |= !(scratch[k] > bound);
            }
        }
        return suspicious;
    }

    /** A block filled up with copies of the last state. */
    private void remainder(double[][] vectors, int stride, int state, int count) {
        for (int v = 0; v < inputs; v++) {
            for (int k = 0; k * lanes < padded[v].length; k++) {
                System.arraycopy(vectors[v], k * stride + state, padded[v], k * lanes, count);
                Arrays.fill(padded[v], k * lanes + count, (k + 1) * lanes, vectors[v][k * stride + state + count - 1]);
            }
        }
        block(padded, lanes, 0);
        for (int v = inputs; v < padded.length; v++) {
            for (int k = 0; k * lanes < padded[v].length; k++) {
                System.arraycopy(padded[v], k * lanes, vectors[v], k * stride + state, count);
            }
        }
    }

    /** Reduces the angles in the scratch memory. */
    static void reduce(double[] scratch, int from, int lanes) {
        for (int k = from; k < from + lanes; k++) {
            scratch[k] = Kernel.reduced(scratch[k]);
        }
    }

    /** tanh of the first numbers in the scratch memory. */
    static void hyperbolicTangents(double[] scratch, int lanes) {
        for (int k = 0; k < lanes; k++) {
            scratch[k] = Math.tanh(scratch[k]);
        }
    }

    /** Signs of the first numbers in the scratch memory. */
    static void signs(double[] scratch, int lanes) {
        for (int k = 0; k < lanes; k++) {
            scratch[k] = Math.signum(scratch[k]);
        }
    }
}
