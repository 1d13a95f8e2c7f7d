package dev.catena.compile;

import dev.catena.compile.bytecode.BatchKernel;
import dev.catena.model.NumericalException;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** Evaluations of a batch, one after the other, on each of which several threads work in chunks. */
final class BatchRun {
    /** States that a thread takes at a time. */
    private static final int CHUNK = 512;

    private static final double[] NO_VECTOR = {};

    private final CompiledFunction function;
    private final AtomicInteger next = new AtomicInteger();
    private int first;
    private int states;

    /** How many states the vectors have room for. */
    private int stride;

    private final double[][] vectors;
    private IntConsumer progress = done -> {};

    /** The failure of the chunk that comes first; chunks are taken in order, so that it is there when all have ended. */
    private @Nullable Throwable failure;

    private int failedChunk;

    BatchRun(CompiledFunction function) {
        this.function = function;
        vectors = new double[function.vectors()][];
    }

    /** Begins a run when no thread works on another any more. */
    synchronized void begin(int from, int count, int room, double[][] given, IntConsumer told) {
        first = from;
        states = count;
        stride = room;
        System.arraycopy(given, 0, vectors, 0, vectors.length);
        progress = told;
        failure = null;
        failedChunk = Integer.MAX_VALUE;
        next.set(0);
    }

    int chunks() {
        return states / CHUNK + (states % CHUNK == 0 ? 0 : 1);
    }

    /** Evaluates chunks until none is left, or one fails. */
    void work(BatchKernel kernel) {
        for (int chunk = next.getAndIncrement(); chunk < chunks(); chunk = next.getAndIncrement()) {
            int from = first + chunk * CHUNK;
            int to = from + Math.min(CHUNK, first + states - from);
            try {
                evaluate(kernel, from, to);
                progress.accept(to - from);
            } catch (RuntimeException | Error e) {
                fail(chunk, e);
            }
        }
    }

    private synchronized void fail(int chunk, Throwable e) {
        next.set(chunks());
        if (chunk < failedChunk) {
            failedChunk = chunk;
            failure = e;
        }
    }

    /** Throws what has failed, when all work has ended. */
    synchronized void finish() {
        Arrays.fill(vectors, NO_VECTOR);
        if (failure instanceof Error error) {
            throw error;
        }
        if (failure instanceof RuntimeException exception) {
            throw exception;
        }
    }

    private void evaluate(BatchKernel kernel, int from, int to) {
        int suspicious = kernel.evaluate(vectors, stride, from, to);
        while (suspicious >= 0) {
            int after = suspicious + Math.min(kernel.lanes(), to - suspicious);
            evaluateOneByOne(kernel, suspicious, after);
            suspicious = after < to ? kernel.evaluate(vectors, stride, after, to) : -1;
        }
    }

    /** Says what is wrong with a state, if anything is: sums of large numbers are not finite where the numbers still are. */
    private void evaluateOneByOne(BatchKernel kernel, int from, int to) {
        CompiledFunction alone = function.copy();
        double[][] one = new double[vectors.length][];
        for (int v = 0; v < one.length; v++) {
            one[v] = new double[function.length(v)];
        }
        for (int state = from; state < to; state++) {
            for (int v = 0; v < function.inputCount(); v++) {
                for (int k = 0; k < one[v].length; k++) {
                    one[v][k] = vectors[v][k * stride + state];
                }
            }
            evaluateOne(alone, state, one);
            if (!kernel.evaluateAlone(vectors, stride, state)) {
                write(state, one);
            }
        }
    }

    private void write(int state, double[][] one) {
        for (int v = function.inputCount(); v < one.length; v++) {
            for (int k = 0; k < one[v].length; k++) {
                vectors[v][k * stride + state] = one[v][k];
            }
        }
    }

    private static void evaluateOne(CompiledFunction alone, int state, double[][] one) {
        try {
            alone.evaluateAll(one);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("state %s: %s".formatted(state, e.getMessage()), e);
        } catch (NumericalException e) {
            NumericalException named = new NumericalException("state %s: %s".formatted(state, e.getMessage()));
            named.initCause(e);
            throw named;
        }
    }
}
