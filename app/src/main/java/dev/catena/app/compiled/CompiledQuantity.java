package dev.catena.app.compiled;

import dev.catena.compile.Compiler;
import dev.catena.compile.Quantity;
import dev.catena.compile.graph.Program;
import dev.catena.model.RobotModel;
import java.util.List;
import java.util.stream.Stream;

/** A quantity of a robot as compiled code, for one state and for many; vectors are inputs, then outputs. */
public final class CompiledQuantity {
    private final Program program;

    private CompiledQuantity(Program program) {
        this.program = program;
    }

    public static CompiledQuantity of(RobotModel robot, Quantity quantity) {
        return new CompiledQuantity(Compiler.program(robot, quantity));
    }

    /** Names of the input vectors. */
    public List<String> inputs() {
        return program.inputs().stream().map(input -> input.name()).toList();
    }

    /** How many components each vector has. */
    public int[] lengths() {
        return Stream.concat(
                        program.inputs().stream().map(input -> input.length()),
                        program.outputs().stream().map(Program.Output::length))
                .mapToInt(length -> length)
                .toArray();
    }

    /** One state. */
    public void compute(double[][] vectors) {
        double[][] out = program.evaluate(
                java.util.Arrays.copyOf(vectors, program.inputs().size()));
        for (int v = 0; v < out.length; v++) {
            System.arraycopy(out[v], 0, vectors[program.inputs().size() + v], 0, out[v].length);
        }
    }

    /** How batches are computed on this machine. */
    public static String batchKind() {
        return "interpreted";
    }

    /** As {@link #computeAll} with one thread. */
    public void computeAllOnOneCore(double[][] vectors, int states) {
        computeAll(vectors, states);
    }

    /** Many states: component k of state s of a vector is its entry {@code k · states + s}. */
    public void computeAll(double[][] vectors, int states) {
        int[] lengths = lengths();
        double[][] one = new double[lengths.length][];
        for (int v = 0; v < lengths.length; v++) {
            one[v] = new double[lengths[v]];
        }
        for (int s = 0; s < states; s++) {
            for (int v = 0; v < lengths.length; v++) {
                for (int k = 0; k < lengths[v]; k++) {
                    one[v][k] = vectors[v][k * states + s];
                }
            }
            compute(one);
            for (int v = inputs().size(); v < lengths.length; v++) {
                for (int k = 0; k < lengths[v]; k++) {
                    vectors[v][k * states + s] = one[v][k];
                }
            }
        }
    }
}
