package dev.catena.compile;

import dev.catena.compile.bytecode.BatchKernelFactory;
import dev.catena.compile.bytecode.Kernel;
import dev.catena.compile.bytecode.KernelFactory;
import dev.catena.compile.graph.InputVector;
import dev.catena.compile.graph.OperationCount;
import dev.catena.compile.graph.Program;
import java.util.List;
import java.util.stream.Stream;

/**
 * A quantity of one robot as machine code. {@code evaluate} takes the input vectors, then the output vectors, in the
 * order of {@link #inputs} and {@link #outputs}; matrices are row-major. No output may be the same array as an input.
 *
 * <p>An instance has scratch memory and serves one thread; {@link #copy} makes another one from the same code. No
 * allocation.
 */
public final class CompiledFunction {
    private final String robot;
    private final Quantity quantity;
    private final Program program;
    private final KernelFactory factory;
    private final Kernel kernel;
    private final int[] lengths;

    CompiledFunction(String robot, Quantity quantity, Program program, KernelFactory factory) {
        this.robot = robot;
        this.quantity = quantity;
        this.program = program;
        this.factory = factory;
        kernel = factory.create();
        lengths = Stream.concat(
                        program.inputs().stream().map(InputVector::length),
                        program.outputs().stream().map(Program.Output::length))
                .mapToInt(length -> length)
                .toArray();
    }

    /** The same function for another thread. */
    public CompiledFunction copy() {
        return new CompiledFunction(robot, quantity, program, factory);
    }

    public Quantity quantity() {
        return quantity;
    }

    /** Name of the robot that the code is for. */
    public String robot() {
        return robot;
    }

    /** The assignments that the code consists of. */
    public Program program() {
        return program;
    }

    public OperationCount count() {
        return program.count();
    }

    /** Names of the input vectors: those of the quantity, and "parameters" if bodies were left open. */
    public List<String> inputs() {
        return program.inputs().stream().map(InputVector::name).toList();
    }

    /** Names of the output vectors. */
    public List<String> outputs() {
        return program.outputs().stream().map(Program.Output::name).toList();
    }

    /** Length of an input or output vector, inputs first. */
    public int length(int vector) {
        return lengths[vector];
    }

    BatchKernelFactory batchCode() {
        return BatchKernelFactory.of(program, factory);
    }

    /** How many vectors there are, inputs and outputs. */
    int vectors() {
        return lengths.length;
    }

    private void checkCount(int given) {
        if (given != lengths.length) {
            throw new IllegalArgumentException(
                    "%s vectors given, but %s takes %s and gives %s".formatted(given, quantity, inputs(), outputs()));
        }
    }

    private void check(int vector, double[] values) {
        if (values.length != lengths[vector]) {
            throw wrongLength(vector, values.length);
        }
    }

    // kept out of line so that the check itself stays small enough to inline
    private IllegalArgumentException wrongLength(int vector, int length) {
        return new IllegalArgumentException("%s has length %s, but %s of robot \"%s\" needs %s"
                .formatted(name(vector), length, quantity, robot, lengths[vector]));
    }

    String name(int vector) {
        int inputs = program.inputs().size();
        return vector < inputs
                ? program.inputs().get(vector).name()
                : program.outputs().get(vector - inputs).name();
    }

    public void evaluate(double[] a, double[] b) {
        checkCount(2);
        check(0, a);
        check(1, b);
        kernel.evaluate(a, b);
    }

    public void evaluate(double[] a, double[] b, double[] c) {
        checkCount(3);
        check(0, a);
        check(1, b);
        check(2, c);
        kernel.evaluate(a, b, c);
    }

    public void evaluate(double[] a, double[] b, double[] c, double[] d) {
        checkCount(4);
        check(0, a);
        check(1, b);
        check(2, c);
        check(3, d);
        kernel.evaluate(a, b, c, d);
    }

    public void evaluate(double[] a, double[] b, double[] c, double[] d, double[] e) {
        checkCount(5);
        check(0, a);
        check(1, b);
        check(2, c);
        check(3, d);
        check(4, e);
        kernel.evaluate(a, b, c, d, e);
    }

    public void evaluate(double[] a, double[] b, double[] c, double[] d, double[] e, double[] f) {
        checkCount(6);
        check(0, a);
        check(1, b);
        check(2, c);
        check(3, d);
        check(4, e);
        check(5, f);
        kernel.evaluate(a, b, c, d, e, f);
    }

    public void evaluate(double[] a, double[] b, double[] c, double[] d, double[] e, double[] f, double[] g) {
        checkCount(7);
        check(0, a);
        check(1, b);
        check(2, c);
        check(3, d);
        check(4, e);
        check(5, f);
        check(6, g);
        kernel.evaluate(a, b, c, d, e, f, g);
    }

    public void evaluate(
            double[] a, double[] b, double[] c, double[] d, double[] e, double[] f, double[] g, double[] h) {
        checkCount(8);
        check(0, a);
        check(1, b);
        check(2, c);
        check(3, d);
        check(4, e);
        check(5, f);
        check(6, g);
        check(7, h);
        kernel.evaluate(a, b, c, d, e, f, g, h);
    }
}
