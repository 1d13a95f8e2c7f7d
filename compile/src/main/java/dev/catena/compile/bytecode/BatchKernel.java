package dev.catena.compile.bytecode;

import dev.catena.compile.graph.InputVector;
import dev.catena.compile.graph.Program;
import java.util.Arrays;
import java.util.stream.Stream;

/**
 * Code for many states: component k of state s of a vector is its entry {@code k · stride + s}. An instance has scratch
 * memory and serves one thread.
 */
public abstract class BatchKernel {
    /** Values that cross a cut, as many numbers each as there are lanes. */
    final double[] scratch;

    private final int lanes;
    private final int inputs;

    /** Vectors of just one block, for what does not fill one. */
    private final double[][] padded;

    BatchKernel(Program program, int lanes, int slots) {
        this.lanes = lanes;
        scratch = new double[lanes * slots];
        inputs = program.inputs().size();
        padded = Stream.concat(
                        program.inputs().stream().map(InputVector::length),
                        program.outputs().stream().map(Program.Output::length))
                .map(length -> new double[lanes * length])
                .toArray(double[][]::new);
    }

    /** Evaluates the states from {@code state} to {@code state + lanes − 1}. */
    abstract void block(double[][] vectors, int stride, int state);

    /** How many states are done at once. */
    public final int lanes() {
        return lanes;
    }

    /** Evaluates the states {@code from} to {@code to − 1}; inputs, then outputs. No output may be an input. */
    public final void evaluate(double[][] vectors, int stride, int from, int to) {
        int s = from;
        for (; s + lanes <= to; s += lanes) {
            block(vectors, stride, s);
        }
        if (s < to) {
            remainder(vectors, stride, s, to - s);
        }
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
