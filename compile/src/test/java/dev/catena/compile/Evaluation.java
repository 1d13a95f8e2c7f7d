package dev.catena.compile;

import dev.catena.testkit.Agreement;
import java.util.Arrays;
import java.util.Random;

/** Random states of a compiled function, laid out for a batch. */
final class Evaluation {
    private final CompiledFunction function;
    private final int states;
    private final int inputs;
    private final double[][] vectors;

    Evaluation(CompiledFunction function, int states, Random random) {
        this(function, states, random, 3);
    }

    /** @param firstSize bound of the first input's entries, which are those of q */
    Evaluation(CompiledFunction function, int states, Random random, double firstSize) {
        this.function = function;
        this.states = states;
        inputs = function.inputs().size();
        vectors = new double[function.vectors()][];
        for (int v = 0; v < vectors.length; v++) {
            int size = states * function.length(v);
            double bound = v == 0 ? firstSize : 3;
            vectors[v] = v < inputs ? random.doubles(size, -bound, bound).toArray() : new double[size];
        }
    }

    /** The input vectors of a state. */
    double[][] inputs(int state) {
        double[][] x = new double[inputs][];
        for (int v = 0; v < inputs; v++) {
            x[v] = of(v, state);
        }
        return x;
    }

    private double[] of(int vector, int state) {
        double[] x = new double[function.length(vector)];
        for (int k = 0; k < x.length; k++) {
            x[k] = vectors[vector][k * states + state];
        }
        return x;
    }

    /** The output vectors of a state. */
    double[][] single(int state) {
        double[][] all = new double[vectors.length][];
        for (int v = 0; v < all.length; v++) {
            all[v] = v < inputs ? of(v, state) : new double[function.length(v)];
        }
        function.evaluateAll(all);
        return Arrays.copyOfRange(all, inputs, all.length);
    }

    /** Runs the batch on two threads and compares every state with its single evaluation. */
    void checkBatch(String what, double tolerance) {
        new Batch(function, 2).evaluate(states, vectors);
        for (int state = 0; state < states; state++) {
            double[][] expected = single(state);
            for (int v = inputs; v < vectors.length; v++) {
                Agreement.check(what + ", state " + state, of(v, state), expected[v - inputs], tolerance);
            }
        }
    }
}
