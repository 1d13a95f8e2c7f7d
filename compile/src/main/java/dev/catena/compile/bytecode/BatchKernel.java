package dev.catena.compile.bytecode;

/**
 * Code for many states: component k of state s of a vector is its entry {@code k · stride + s}. An instance has scratch
 * memory and serves one thread.
 */
public abstract class BatchKernel {
    private final int lanes;

    BatchKernel(int lanes) {
        this.lanes = lanes;
    }

    /** How many states are done at once. */
    public final int lanes() {
        return lanes;
    }

    /** Whether it is as fast as it will be. */
    public boolean isWarm() {
        return true;
    }

    /**
     * Evaluates the states {@code from} to {@code to − 1}; inputs, then outputs. No output may be an input.
     *
     * @return −1, or a state up to which nothing is wrong; among it and those after it, as many as there are lanes,
     *     something may not be finite or out of its bounds, and later ones are not evaluated
     */
    public abstract int evaluate(double[][] vectors, int stride, int from, int to);

    /**
     * Evaluates a state alone, with the same results as together with others.
     *
     * @return whether that is possible and all results are finite
     */
    public abstract boolean evaluateAlone(double[][] vectors, int stride, int state);
}
