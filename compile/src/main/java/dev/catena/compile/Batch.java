package dev.catena.compile;

import dev.catena.compile.bytecode.BatchKernel;
import dev.catena.compile.bytecode.BatchKernelFactory;
import dev.catena.tree.Guard;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntConsumer;

/**
 * A compiled quantity of many states, on all cores and, where the virtual machine runs with
 * {@code --add-modules jdk.incubator.vector}, several states by one instruction. Until HotSpot has compiled the code for
 * that, which takes seconds for derivatives and is seen to by a thread of its own, batches run state by state or step
 * by step, at about the speed of the code for one state or faster, and with the same results ({@link #isWarm}).
 *
 * <p>Vectors are laid out by component: component k of state s is entry {@code k · states + s}, so that the states of
 * one coordinate lie side by side. Inputs must be finite, and what has no finite result is a
 * {@link dev.catena.model.NumericalException}; either names the first such state, and what was written to the outputs is
 * worthless then. No allocation. Results do not depend on the number of threads, nor on which states are evaluated
 * together.
 *
 * <p>An instance has threads of its own and serves one caller's thread; {@code batch.copy()} makes another one from the
 * same code for another.
 */
public final class Batch {
    private static final System.Logger LOGGER = System.getLogger(Batch.class.getName());
    private static final AtomicBoolean SAID = new AtomicBoolean();

    /** Here, since linking it in the first call would take that some kilobytes. */
    @SuppressWarnings("UnnecessaryLambda")
    private static final IntConsumer NOBODY = done -> {};

    private final CompiledFunction function;
    private final BatchKernelFactory code;
    private final Guard guard;
    private final List<BatchKernel> kernels = new ArrayList<>();
    private final BatchRun run;

    /** Work of threads other than the caller's. */
    private final List<BatchHelper> helpers = new ArrayList<>();

    /** On as many threads as there are processors. */
    public Batch(CompiledFunction function) {
        this(function, Runtime.getRuntime().availableProcessors());
    }

    /** On some threads, the caller's own included. */
    public Batch(CompiledFunction function, int threads) {
        this(function, threads, function.batchCode());
        if (!isVectorized() && !SAID.getAndSet(true)) {
            LOGGER.log(
                    System.Logger.Level.INFO,
                    "batches run state by state; --add-modules jdk.incubator.vector would speed them up");
        }
    }

    /**
     * On the caller's thread and one state after the other, with the bits of the function itself; those of
     * {@link CompiledFunction#unfused} are the same on all machines.
     */
    public static Batch stateByState(CompiledFunction function) {
        return stateByState(function, 1);
    }

    /** As above on some threads, the caller's own included. */
    public static Batch stateByState(CompiledFunction function, int threads) {
        return new Batch(function, threads, function.stateByStateCode());
    }

    private Batch(CompiledFunction function, int threads, BatchKernelFactory code) {
        if (threads < 1) {
            throw new IllegalArgumentException("%s threads given, but at least 1 is needed".formatted(threads));
        }
        this.function = function;
        this.code = code;
        guard = function.guard(Batch.class);
        run = new BatchRun(function);
        for (int t = 0; t < threads; t++) {
            kernels.add(code.create());
            if (t > 0) {
                BatchHelper helper = new BatchHelper(run, kernels.get(t));
                helper.prepare();
                helpers.add(helper);
            }
        }
    }

    /** The same batch for another thread. */
    public Batch copy() {
        return new Batch(function, threads(), code);
    }

    /** Whether several states are done by one instruction. */
    public boolean isVectorized() {
        return code.isVectorized();
    }

    /**
     * Whether batches are as fast as they will be: HotSpot has compiled the vectorized code, or there is none. It begins with
     * that when it has become worth while, after some thousand states.
     */
    public boolean isWarm() {
        return kernels.get(0).isWarm();
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
        evaluate(states, NOBODY, vectors);
    }

    /** As above; {@code progress} is told, by any of the threads, how many more states are done. */
    public void evaluate(int states, IntConsumer progress, double[]... vectors) {
        guard.begin();
        check(states, vectors);
        run(0, states, states, progress, vectors);
    }

    /**
     * Evaluates some of the states that the vectors have room for, and leaves the others alone: with room for c states,
     * component k of state s is entry {@code k · c + s}. A last block that is not full needs no arrays of its own so.
     *
     * @param from the first state
     * @param count how many states
     * @param vectors as for all states; all have room for the same number of states
     */
    public void evaluate(int from, int count, double[]... vectors) {
        guard.begin();
        checkCount(vectors);
        int room = vectors[0].length / function.length(0);
        if (from < 0 || count < 0 || count > room - from) {
            throw new IllegalArgumentException(
                    "%s states from state %s on of robot \"%s\" asked for, but the vectors have room for %s states"
                            .formatted(count, from, function.robot(), room));
        }
        check(room, vectors);
        run(from, count, room, NOBODY, vectors);
    }

    private void run(int from, int count, int room, IntConsumer progress, double[][] vectors) {
        run.begin(from, count, room, vectors, progress);
        int helping = Math.min(kernels.size(), run.chunks()) - 1;
        for (int t = 0; t < helping; t++) {
            helpers.get(t).begin();
        }
        try {
            run.work(kernels.get(0));
        } finally {
            for (int t = 0; t < helping; t++) {
                helpers.get(t).end();
            }
        }
        run.finish();
    }

    private void check(int states, double[][] vectors) {
        if (states < 0) {
            throw new IllegalArgumentException("%s states of robot \"%s\" given".formatted(states, function.robot()));
        }
        checkCount(vectors);
        for (int v = 0; v < vectors.length; v++) {
            long needed = (long) states * function.length(v);
            if (vectors[v] == null || vectors[v].length != needed) {
                throw Guard.unfit(
                        function.name(v),
                        vectors[v],
                        "%s states of %s components of robot \"%s\" need %s"
                                .formatted(states, function.length(v), function.robot(), needed));
            }
            for (int other = 0; v >= function.inputCount() && other < v; other++) {
                guard.checkDistinct(function.name(v), vectors[v], function.name(other), vectors[other]);
            }
        }
    }

    private void checkCount(double[][] vectors) {
        if (vectors.length != function.vectors()) {
            throw new IllegalArgumentException("%s vectors given, but %s of robot \"%s\" takes %s and gives %s"
                    .formatted(
                            vectors.length,
                            function.quantity(),
                            function.robot(),
                            function.inputs(),
                            function.outputs()));
        }
    }
}
