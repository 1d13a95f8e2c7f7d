package dev.catena.compile.bytecode;

import java.util.Arrays;

/**
 * Vectorized code, which generated classes extend.
 *
 * <p>The scratch memory begins with a place for functions that are done lane by lane, sums of all inputs and outputs by
 * state, the least of the checked numbers, and constants.
 */
abstract class VectorKernel {
    static final int LANE_BY_LANE = 0;
    static final int SUMS = 1;
    static final int FIRST_CHECKED = 2;

    /** Blocks that are so many or more may be shifted, for which some states are done twice: a thirty-second at most. */
    private static final int FEWEST_TO_SHIFT = 32;

    /** Values that are not in registers, as many numbers each as there are lanes. */
    final double[] scratch;

    /** How far stores are from where they seem to go: nothing, but HotSpot must not know that. */
    int apart;

    /** Where the scratch memory of the first of two blocks begins, and that of the second. */
    private int first;

    private int second;

    /** Numbers that the scratch memory of a block has. */
    private final int room;

    /** What the first states of blocks are modulo the lanes, where there are many blocks. */
    private int phase;

    private final int lanes;
    private final int inputs;
    private final double[] bounds;
    private final double[] constants;

    /** Vectors of just one block, for what does not fill one. */
    private final double[][] padded;

    VectorKernel(CheckedProgram program, double[] constants, int lanes, int slots) {
        this.lanes = lanes;
        this.constants = constants;
        bounds = program.bounds();
        room = lanes * slots;
        scratch = new double[2 * room + lanes];
        inputs = program.inputs();
        padded = Arrays.stream(program.lengths())
                .mapToObj(length -> new double[lanes * length])
                .toArray(double[][]::new);
        beginAt(0);
    }

    /** Lets the scratch memory begin with one of its first numbers. */
    final void beginAt(int number) {
        first = number;
        second = number + room;
        for (int k = 0; k < constants.length; k++) {
            fill(first, FIRST_CHECKED + bounds.length + k, constants[k]);
            fill(second, FIRST_CHECKED + bounds.length + k, constants[k]);
        }
    }

    private void fill(int beginning, int place, double number) {
        int from = beginning + place * lanes;
        Arrays.fill(scratch, from, from + lanes, number);
    }

    /** Evaluates the states from {@code state} to {@code state + lanes − 1} in the scratch memory that begins there, and adds to its sums. */
    abstract void block(double[][] vectors, int stride, int state, int from);

    /** Two blocks at once, with scratch memory of their own. */
    abstract void pair(double[][] vectors, int stride, int state, int otherState, int from, int otherFrom);

    /** Does one of the parts of {@code block}; false if there are not so many. */
    abstract boolean segment(double[][] vectors, int stride, int state, int from, int number);

    /** As {@code segment}, with this kernel's scratch memory. */
    final boolean segment(double[][] vectors, int stride, int state, int number) {
        return segment(vectors, stride, state, first, number);
    }

    /** Lets blocks begin at a state and those that are multiples of the lanes away from it, if there are many of them. */
    final void beginBlocksAt(int state) {
        phase = state;
    }

    /** As {@link BatchKernel#evaluate}; angles that are too large for {@link VectorSineCosine} are among what is wrong. */
    final int evaluate(double[][] vectors, int stride, int from, int to) {
        beginChecks();
        int s = from;
        int ahead = Math.floorMod(phase - from, lanes);
        if (ahead > 0 && to - from >= FEWEST_TO_SHIFT * lanes) {
            block(vectors, stride, from, first);
            s = from + ahead;
        }
        for (; s + 2 * lanes <= to; s += 2 * lanes) {
            pair(vectors, stride, s, s + lanes, first, second);
        }
        if (s + lanes <= to) {
            block(vectors, stride, s, first);
            s += lanes;
        }
        if (s < to && to - from >= lanes) {
            block(vectors, stride, to - lanes, first);
        } else if (s < to) {
            remainder(vectors, stride, s, to - s);
        }
        return isSuspicious(first) || isSuspicious(second) ? evaluateByBlock(vectors, stride, from, to) : -1;
    }

    private void beginChecks() {
        fill(first, SUMS, 0);
        fill(second, SUMS, 0);
        for (int c = 0; c < bounds.length; c++) {
            fill(first, FIRST_CHECKED + c, Double.POSITIVE_INFINITY);
            fill(second, FIRST_CHECKED + c, Double.POSITIVE_INFINITY);
        }
    }

    private int evaluateByBlock(double[][] vectors, int stride, int from, int to) {
        for (int s = from; s < to; s += lanes) {
            beginChecks();
            if (to - s >= lanes) {
                block(vectors, stride, s, first);
            } else {
                remainder(vectors, stride, s, to - s);
            }
            if (isSuspicious(first)) {
                return s;
            }
        }
        return -1;
    }

    /** Whether something since the checks began may not be finite or is out of its bounds. */
    private boolean isSuspicious(int beginning) {
        double sum = 0;
        for (int k = SUMS * lanes; k < (SUMS + 1) * lanes; k++) {
            sum += scratch[beginning + k];
        }
        boolean suspicious = !(Math.abs(sum) <= Double.MAX_VALUE);
        for (int c = 0; c < bounds.length; c++) {
            double bound = bounds[c];
            for (int k = (FIRST_CHECKED + c) * lanes; k < (FIRST_CHECKED + c + 1) * lanes; k++) {
                suspicious |= !(scratch[beginning + k] > bound);
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
        block(padded, lanes, 0, first);
        for (int v = inputs; v < padded.length; v++) {
            for (int k = 0; k * lanes < padded[v].length; k++) {
                System.arraycopy(padded[v], k * lanes, vectors[v], k * stride + state, count);
            }
        }
    }

    /** tanh of numbers in the scratch memory. */
    static void hyperbolicTangents(double[] scratch, int from, int lanes) {
        for (int k = from; k < from + lanes; k++) {
            scratch[k] = Math.tanh(scratch[k]);
        }
    }
}
