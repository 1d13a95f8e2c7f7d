package dev.catena.compile;

import dev.catena.compile.bytecode.BatchKernel;
import dev.catena.compile.bytecode.BatchKernelFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/**
 * A compiled quantity of many states, on all cores and, where the virtual machine runs with
 * {@code --add-modules jdk.incubator.vector}, several states by one instruction.
 *
 * <p>Vectors are laid out by component: component k of state s is entry {@code k · states + s}, so that the states of
 * one coordinate lie side by side. No allocation per state. One call at a time.
 */
public final class Batch {
    /** States that a thread takes at a time. */
    private static final int CHUNK = 512;

    private static final System.Logger LOGGER = System.getLogger(Batch.class.getName());
    private static final AtomicBoolean SAID = new AtomicBoolean();

    private final CompiledFunction function;
    private final List<BatchKernel> kernels = new ArrayList<>();
    private final boolean isVectorized;

    /** On as many threads as there are processors. */
    public Batch(CompiledFunction function) {
        this(function, Runtime.getRuntime().availableProcessors());
    }

    /** On some threads, the caller's own included. */
    public Batch(CompiledFunction function, int threads) {
        if (threads < 1) {
            throw new IllegalArgumentException("%s threads given, but at least 1 is needed".formatted(threads));
        }
        this.function = function;
        BatchKernelFactory code = function.batchCode();
        isVectorized = code.isVectorized();
        for (int t = 0; t < threads; t++) {
            kernels.add(code.create());
        }
        if (!isVectorized && !SAID.getAndSet(true)) {
            LOGGER.log(
                    System.Logger.Level.INFO,
                    "batches run state by state; --add-modules jdk.incubator.vector would speed them up");
        }
    }

    /** Whether several states are done by one instruction. */
    public boolean isVectorized() {
        return isVectorized;
    }

    /** How many states are done by one instruction. */
    public int lanes() {
        return kernels.get(0).lanes();
    }

    public int threads() {
        return kernels.size();
    }

    /**
     * Evaluates all states.
     *
     * @param vectors the input vectors, then the output vectors, of which none is an input too
     */
    public void evaluate(int states, double[]... vectors) {
        evaluate(states, done -> {}, vectors);
    }

    /** As above; {@code progress} is told, by any of the threads, how many more states are done. */
    public void evaluate(int states, IntConsumer progress, double[]... vectors) {
        check(states, vectors);
        AtomicInteger next = new AtomicInteger();
        int helpers = Math.min(kernels.size(), (states + CHUNK - 1) / CHUNK) - 1;
        List<ForkJoinTask<?>> tasks = new ArrayList<>();
        for (int t = 1; t <= helpers; t++) {
            BatchKernel kernel = kernels.get(t);
            tasks.add(ForkJoinPool.commonPool().submit(() -> work(kernel, states, next, progress, vectors)));
        }
        try {
            work(kernels.get(0), states, next, progress, vectors);
        } finally {
            tasks.forEach(ForkJoinTask::join);
        }
    }

    private static void work(
            BatchKernel kernel, int states, AtomicInteger next, IntConsumer progress, double[][] vectors) {
        for (int from = next.getAndAdd(CHUNK); from < states && from >= 0; from = next.getAndAdd(CHUNK)) {
            int to = Math.min(states, from + CHUNK);
            kernel.evaluate(vectors, states, from, to);
            progress.accept(to - from);
        }
    }

    private void check(int states, double[][] vectors) {
        if (states < 0) {
            throw new IllegalArgumentException("%s states given".formatted(states));
        }
        if (vectors.length != function.vectors()) {
            throw new IllegalArgumentException("%s vectors given, but %s takes %s and gives %s"
                    .formatted(vectors.length, function.quantity(), function.inputs(), function.outputs()));
        }
        for (int v = 0; v < vectors.length; v++) {
            long needed = (long) states * function.length(v);
            if (vectors[v].length != needed) {
                throw new IllegalArgumentException("%s has length %s, but %s states of %s components need %s"
                        .formatted(function.name(v), vectors[v].length, states, function.length(v), needed));
            }
        }
    }
}
