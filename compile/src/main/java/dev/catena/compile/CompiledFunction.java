package dev.catena.compile;

import dev.catena.compile.bytecode.BatchKernelFactory;
import dev.catena.compile.bytecode.CheckedProgram;
import dev.catena.compile.bytecode.Kernel;
import dev.catena.compile.bytecode.KernelFactory;
import dev.catena.compile.graph.InputVector;
import dev.catena.compile.graph.OperationCount;
import dev.catena.compile.graph.Program;
import dev.catena.model.RobotModel;
import dev.catena.quantity.Quantity;
import dev.catena.tree.Guard;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * A quantity of one robot as machine code. {@code evaluate} takes the input vectors, then the output vectors, in the
 * order of {@link #inputs} and {@link #outputs}; matrices are row-major. Inputs must be finite, no output may be the same
 * array as another vector, and what has no finite result is a {@link dev.catena.model.NumericalException}.
 *
 * <p>An instance has scratch memory and serves one thread; {@code function.copy()} makes another one from the same code
 * for another thread. No allocation.
 */
public final class CompiledFunction {
    private final String robot;
    private final @Nullable RobotModel model;
    private final Quantity quantity;
    private final CheckedProgram checked;
    private final KernelFactory factory;
    private final Kernel kernel;
    private final Guard guard;
    private final List<Check> checks;
    private final int inputs;
    private final int[] lengths;

    /**
     * Code for a program.
     *
     * @param checks of what is checked beside the outputs of the quantity
     */
    CompiledFunction(
            RobotModel model, Quantity quantity, CheckedProgram checked, List<Check> checks, KernelFactory factory) {
        this(model.name(), model, quantity, checks, checked, factory);
    }

    /** @param model null for what is no robot model, as parallel robots are not */
    CompiledFunction(
            String robot,
            @Nullable RobotModel model,
            Quantity quantity,
            List<Check> checks,
            CheckedProgram checked,
            KernelFactory factory) {
        this.robot = robot;
        this.model = model;
        this.quantity = quantity;
        this.checked = checked;
        this.checks = List.copyOf(checks);
        this.factory = factory;
        kernel = factory.create();
        guard = guard(CompiledFunction.class);
        inputs = checked.program().inputs().size();
        lengths = checked.lengths();
    }

    /** The same function for another thread. */
    public CompiledFunction copy() {
        return new CompiledFunction(robot, model, quantity, checks, checked, factory);
    }

    public Quantity quantity() {
        return quantity;
    }

    /** Name of the robot that the code is for. */
    public String robot() {
        return robot;
    }

    /** The model of the robot that the code is for. */
    RobotModel model() {
        if (model == null) {
            throw new IllegalStateException("robot \"%s\" is given by no model of joints".formatted(robot));
        }
        return model;
    }

    Guard guard(Class<?> algorithm) {
        return model == null ? new Guard(algorithm, "robot \"" + robot + "\"") : new Guard(algorithm, model);
    }

    /** The assignments that the code consists of. */
    public Program program() {
        return checked.program();
    }

    public OperationCount count() {
        return program().count();
    }

    /** Names of the input vectors: those of the quantity, then those of {@link dev.catena.compile.inputs.CodeInputs}. */
    public List<String> inputs() {
        return program().inputs().stream().map(InputVector::name).toList();
    }

    /** Names of the output vectors. */
    public List<String> outputs() {
        return checked.given().stream().map(Program.Output::name).toList();
    }

    /** Length of an input or output vector, inputs first. */
    public int length(int vector) {
        return lengths[vector];
    }

    /** What the numbers of a last output of {@link #program} are compared with; empty if it has none for that. */
    public List<Check> checks() {
        return checks;
    }

    BatchKernelFactory batchCode() {
        return BatchKernelFactory.of(checked, factory);
    }

    /**
     * The same function in code that rounds each product and each sum by itself: slower, but the same bits on all machines, and
     * those of WebAssembly.
     */
    public CompiledFunction unfused() {
        return new CompiledFunction(robot, model, quantity, checks, checked, KernelFactory.unfused(checked));
    }

    BatchKernelFactory stateByStateCode() {
        return BatchKernelFactory.stateByState(checked, factory);
    }

    /** How many vectors there are, inputs and outputs. */
    int vectors() {
        return lengths.length;
    }

    /** How many of the vectors are inputs. */
    int inputCount() {
        return inputs;
    }

    String name(int vector) {
        return vector < inputs
                ? program().inputs().get(vector).name()
                : program().outputs().get(vector - inputs).name();
    }

    public void evaluate(double[] a, double[] b) {
        guard.begin();
        int status = kernel.evaluate(a, b);
        if (status != Kernel.DONE) {
            settle(status, a, b);
        }
    }

    public void evaluate(double[] a, double[] b, double[] c) {
        guard.begin();
        int status = kernel.evaluate(a, b, c);
        if (status != Kernel.DONE) {
            settle(status, a, b, c);
        }
    }

    public void evaluate(double[] a, double[] b, double[] c, double[] d) {
        guard.begin();
        int status = kernel.evaluate(a, b, c, d);
        if (status != Kernel.DONE) {
            settle(status, a, b, c, d);
        }
    }

    public void evaluate(double[] a, double[] b, double[] c, double[] d, double[] e) {
        guard.begin();
        int status = kernel.evaluate(a, b, c, d, e);
        if (status != Kernel.DONE) {
            settle(status, a, b, c, d, e);
        }
    }

    public void evaluate(double[] a, double[] b, double[] c, double[] d, double[] e, double[] f) {
        guard.begin();
        int status = kernel.evaluate(a, b, c, d, e, f);
        if (status != Kernel.DONE) {
            settle(status, a, b, c, d, e, f);
        }
    }

    public void evaluate(double[] a, double[] b, double[] c, double[] d, double[] e, double[] f, double[] g) {
        guard.begin();
        int status = kernel.evaluate(a, b, c, d, e, f, g);
        if (status != Kernel.DONE) {
            settle(status, a, b, c, d, e, f, g);
        }
    }

    /** Evaluates with all vectors in one list, as many as there are. */
    public void evaluateAll(double[][] vectors) {
        guard.begin();
        int status = kernel.evaluateAll(vectors);
        if (status != Kernel.DONE) {
            settle(status, vectors);
        }
    }

    // kept out of line so that evaluate stays small

    private IllegalArgumentException wrongCount(int given) {
        return new IllegalArgumentException("%s vectors given, but %s of robot \"%s\" takes %s and gives %s"
                .formatted(given, quantity, robot(), inputs(), outputs()));
    }

    /** Says what was wrong, if anything was: numbers may be large, or their sum overflow, and all be well yet. */
    private void settle(int status, double[]... x) {
        if (status == Kernel.REFUSED) {
            refuse(x);
            evaluateByStep(x);
        } else {
            // a number without a value may be on either side of its bound
            check(kernel::checked);
        }
        for (int v = inputs; v < x.length; v++) {
            guard.checkResult(name(v), x[v]);
        }
    }

    private void refuse(double[]... x) {
        if (x.length != lengths.length) {
            throw wrongCount(x.length);
        }
        for (int v = 0; v < x.length; v++) {
            guard.checkLength(name(v), x[v], lengths[v]);
        }
        for (int v = inputs; v < x.length; v++) {
            for (int other = 0; other < v; other++) {
                guard.checkDistinct(name(v), x[v], name(other), x[other]);
            }
        }
        for (int v = 0; v < inputs; v++) {
            guard.checkFinite(name(v), x[v]);
        }
    }

    private void evaluateByStep(double[]... x) {
        double[][] results = program().evaluate(Arrays.copyOf(x, inputs));
        if (checked.bounds().length > 0) {
            check(number -> results[results.length - 1][number]);
        }
        for (int v = inputs; v < x.length; v++) {
            System.arraycopy(results[v - inputs], 0, x[v], 0, x[v].length);
        }
    }

    private void check(IntToDoubleFunction number) {
        for (int k = 0; k < checks.size(); k++) {
            double found = number.applyAsDouble(k);
            if (!(found > checks.get(k).least())) {
                throw checks.get(k).refusal().apply(found);
            }
        }
    }
}
