package dev.catena.app.compiled;

import dev.catena.app.console.UserError;
import dev.catena.compile.Batch;
import dev.catena.compile.CompiledFunction;
import dev.catena.compile.RobotCompiler;
import dev.catena.compile.inputs.CodeInputs;
import dev.catena.model.RobotModel;
import dev.catena.quantity.Quantity;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A quantity of a robot as compiled code, for one state and for many; vectors are inputs, then outputs. */
public final class CompiledQuantity {
    private static final boolean HAS_VECTORS =
            ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent();

    private final CompiledFunction function;
    private final Batch onOneCore;
    private @Nullable Batch onAllCores;
    private final int[] lengths;

    private CompiledQuantity(CompiledFunction function) {
        this.function = function;
        onOneCore = batch(function, 1);
        lengths = new int[function.inputs().size() + function.outputs().size()];
        for (int v = 0; v < lengths.length; v++) {
            lengths[v] = function.length(v);
        }
    }

    /** Without vectors that is the same code, and nobody is told to add a module. */
    private static Batch batch(CompiledFunction function, int threads) {
        return HAS_VECTORS ? new Batch(function, threads) : Batch.stateByState(function, threads);
    }

    /**
     * Compiles.
     *
     * @throws UserError for a robot that is too large
     */
    public static CompiledQuantity of(RobotModel robot, Quantity quantity) {
        return of(robot, quantity, CodeInputs.of(robot));
    }

    /** As above, with a base that moves, and wrenches. */
    public static CompiledQuantity of(RobotModel robot, Quantity quantity, CodeInputs inputs) {
        try {
            return new CompiledQuantity(RobotCompiler.compile(robot, quantity, inputs));
        } catch (IllegalArgumentException e) {
            throw new UserError("%s cannot be compiled: %s".formatted(quantity.key(), e.getMessage()));
        }
    }

    /** Names of the input vectors. */
    public List<String> inputs() {
        return function.inputs();
    }

    /** How many components each vector has. */
    public int[] lengths() {
        return lengths.clone();
    }

    /** How batches are computed on this machine. */
    public String batchKind() {
        return onOneCore.isVectorized()
                ? "batches %s states at a time".formatted(onOneCore.lanes())
                : "batches state by state (no jdk.incubator.vector)";
    }

    /** One state. */
    public void compute(double[][] x) {
        function.evaluateAll(x);
    }

    /** Many states: component k of state s of a vector is its entry {@code k · states + s}. */
    public void computeAll(double[][] vectors, int states) {
        Batch batch = onAllCores;
        if (batch == null) {
            batch = batch(function, Runtime.getRuntime().availableProcessors());
            onAllCores = batch;
        }
        batch.evaluate(states, vectors);
    }

    /** The batch for a thread of the caller's own. */
    public Batch batchOnOneCore() {
        return onOneCore.copy();
    }

    /** As {@link #computeAll} with one thread. */
    public void computeAllOnOneCore(double[][] vectors, int states) {
        onOneCore.evaluate(states, vectors);
    }
}
