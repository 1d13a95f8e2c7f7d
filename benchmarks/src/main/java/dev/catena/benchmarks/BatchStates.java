package dev.catena.benchmarks;

import dev.catena.compile.Batch;
import dev.catena.compile.CompiledFunction;
import dev.catena.compile.RobotCompiler;
import dev.catena.model.RobotModel;
import dev.catena.quantity.Quantity;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/** Random states for a compiled quantity: side by side for a batch, and the same number one by one. */
final class BatchStates {
    /** States of the usual batch. */
    static final int COUNT = 1024;

    private static final long SEED = 20240607;
    private static final int DISTINCT = 64;
    private static final long WARM_UP_NANOS = 2_000_000_000L;
    private static final long LONGEST_WARM_UP_NANOS = 100_000_000_000L;

    private final int states;
    private final CompiledFunction function;
    private final Batch batch;
    private final double[][] vectors;
    private boolean isAwaited;
    private final double[][][] single = new double[DISTINCT][][];

    BatchStates(RobotModel model, Quantity quantity, int threads) {
        this(model, quantity, threads, COUNT);
    }

    BatchStates(RobotModel model, Quantity quantity, int threads, int states) {
        this.states = states;
        function = RobotCompiler.compile(model, quantity);
        batch = new Batch(function, threads);
        if (!batch.isVectorized()) {
            throw new IllegalStateException("the virtual machine runs without jdk.incubator.vector");
        }
        vectors = vectors(states, new SplittableRandom(SEED));
        SplittableRandom random = new SplittableRandom(SEED + 1);
        for (int s = 0; s < DISTINCT; s++) {
            single[s] = vectors(1, random);
        }
    }

    /** Runs until HotSpot has compiled the vectorized code, which takes up to some ten seconds for derivatives. */
    private void awaitCode() {
        isAwaited = true;
        long begun = System.nanoTime();
        while (!batch.isWarm()) {
            if (System.nanoTime() - begun > LONGEST_WARM_UP_NANOS) {
                throw new IllegalStateException("vectorized code has not been compiled");
            }
            Object unused = runBatch();
        }
        warmUp(this::runBatch);
    }

    /** Runs something until it has become no faster for so long that HotSpot has certainly compiled it. */
    static void warmUp(Supplier<?> code) {
        double best = Double.MAX_VALUE;
        long since = System.nanoTime();
        while (System.nanoTime() - since < WARM_UP_NANOS) {
            long begun = System.nanoTime();
            Object unused = code.get();
            double nanos = System.nanoTime() - begun;
            if (nanos < 0.8 * best) {
                best = nanos;
                since = System.nanoTime();
            }
        }
    }

    private double[][] vectors(int count, SplittableRandom random) {
        int inputs = function.inputs().size();
        double[][] made = new double[inputs + function.outputs().size()][];
        for (int v = 0; v < made.length; v++) {
            int length = count * function.length(v);
            made[v] = v < inputs ? random.doubles(length, -3, 3).toArray() : new double[length];
        }
        return made;
    }

    double[] runBatch() {
        if (!isAwaited) {
            awaitCode();
        }
        batch.evaluate(states, vectors);
        return vectors[vectors.length - 1];
    }

    double[] runSingle() {
        for (int s = 0; s < states; s++) {
            double[][] x = single[s & (DISTINCT - 1)];
            switch (x.length) {
                case 2 -> function.evaluate(x[0], x[1]);
                case 4 -> function.evaluate(x[0], x[1], x[2], x[3]);
                default -> function.evaluate(x[0], x[1], x[2], x[3], x[4], x[5]);
            }
        }
        return single[0][1];
    }
}
