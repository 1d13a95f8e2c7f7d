package dev.catena.app.compiled;

import dev.catena.app.console.UserError;
import dev.catena.compile.Batch;
import dev.catena.compile.CompiledFunction;
import dev.catena.compile.RobotCompiler;
import dev.catena.model.RobotModel;
import dev.catena.quantity.Quantity;
import java.util.List;

/** A quantity of a robot as compiled code, for one state and for many; vectors are inputs, then outputs. */
public final class CompiledQuantity {
    private final CompiledFunction function;
    private final Batch onOneCore;
    private final Batch onAllCores;
    private final int[] lengths;

    private CompiledQuantity(CompiledFunction function) {
        this.function = function;
        onOneCore = new Batch(function, 1);
        onAllCores = new Batch(function);
        lengths = new int[function.inputs().size() + function.outputs().size()];
        for (int v = 0; v < lengths.length; v++) {
            lengths[v] = function.length(v);
        }
    }

    /**
     * Compiles.
     *
     * @throws UserError for a robot that is too large
     */
    public static CompiledQuantity of(RobotModel robot, Quantity quantity) {
        try {
            return new CompiledQuantity(RobotCompiler.compile(robot, quantity));
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
        switch (x.length) {
            case 2 -> function.evaluate(x[0], x[1]);
            case 3 -> function.evaluate(x[0], x[1], x[2]);
            case 4 -> function.evaluate(x[0], x[1], x[2], x[3]);
            case 5 -> function.evaluate(x[0], x[1], x[2], x[3], x[4]);
            case 6 -> function.evaluate(x[0], x[1], x[2], x[3], x[4], x[5]);
            default -> throw new IllegalArgumentException("%s vectors".formatted(x.length));
        }
    }

    /** Many states: component k of state s of a vector is its entry {@code k · states + s}. */
    public void computeAll(double[][] vectors, int states) {
        onAllCores.evaluate(states, vectors);
    }

    /** As {@link #computeAll} with one thread. */
    public void computeAllOnOneCore(double[][] vectors, int states) {
        onOneCore.evaluate(states, vectors);
    }
}
