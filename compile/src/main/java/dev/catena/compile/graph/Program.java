package dev.catena.compile.graph;

import java.util.Arrays;
import java.util.List;

/**
 * What a graph has to compute for some outputs, and nothing else: assignments in an order in which operands come first.
 * Assignment k has an operation and up to two operands, which are numbers of earlier assignments; a constant has a
 * {@link #value}; an input is component {@link #right} of input vector {@link #left}.
 */
public final class Program {
    private final List<InputVector> inputs;
    private final List<Output> outputs;
    private final Operation[] operation;
    private final int[] left;
    private final int[] right;
    private final double[] value;
    private final int[] uses;

    /** A computed vector: component k is assignment {@code node(k)}, or its negative. */
    public static final class Output {
        private final String name;
        private final int[] references;

        Output(String name, int[] references) {
            this.name = name;
            this.references = references;
        }

        public String name() {
            return name;
        }

        public int length() {
            return references.length;
        }

        /** The same output where assignments have other numbers. */
        Output renumbered(int[] number) {
            return new Output(
                    name,
                    Arrays.stream(references)
                            .map(reference -> Graph.reference(number[Graph.node(reference)]) | (reference & 1))
                            .toArray());
        }

        /** The assignment of a component. */
        public int node(int component) {
            return Graph.node(references[component]);
        }

        /** Whether the component is the negative of its assignment. */
        public boolean isNegative(int component) {
            return Graph.isNegative(references[component]);
        }
    }

    private Program(Graph graph, List<OutputVector> results) {
        int[] number = number(graph, results);
        int size = 0;
        for (int k : number) {
            size = Math.max(size, k + 1);
        }
        inputs = graph.inputs();
        operation = new Operation[size];
        left = new int[size];
        right = new int[size];
        value = new double[size];
        uses = new int[size];
        for (int node = 0; node < number.length; node++) {
            if (number[node] >= 0) {
                add(graph, node, number);
            }
        }
        outputs = results.stream().map(vector -> output(vector, number)).toList();
    }

    /** The program for some outputs, all of one graph. */
    public static Program of(List<OutputVector> outputs) {
        return new Program(graphOf(outputs), outputs);
    }

    /** Assignments, made one after the other. */
    Program(List<InputVector> inputs, List<Assignment> assignments, List<Output> outputs) {
        int size = assignments.size();
        this.inputs = inputs;
        this.outputs = outputs;
        operation = new Operation[size];
        left = new int[size];
        right = new int[size];
        value = new double[size];
        uses = new int[size];
        for (int k = 0; k < size; k++) {
            Assignment assignment = assignments.get(k);
            operation[k] = assignment.operation();
            left[k] = assignment.left();
            right[k] = assignment.right();
            value[k] = assignment.value();
            if (operation[k].operands() > 0) {
                uses[left[k]]++;
            }
            if (operation[k].operands() > 1) {
                uses[right[k]]++;
            }
        }
        for (Output output : outputs) {
            for (int c = 0; c < output.length(); c++) {
                uses[output.node(c)]++;
            }
        }
    }

    /** An assignment as {@link Program} numbers them. */
    record Assignment(Operation operation, int left, int right, double value) {}

    /** The same assignments in another order. */
    private Program(Program other, int[] order) {
        int size = order.length;
        int[] number = new int[size];
        for (int k = 0; k < size; k++) {
            number[order[k]] = k;
        }
        inputs = other.inputs;
        operation = new Operation[size];
        left = new int[size];
        right = new int[size];
        value = new double[size];
        uses = new int[size];
        for (int k = 0; k < size; k++) {
            int old = order[k];
            int operands = other.operation[old].operands();
            operation[k] = other.operation[old];
            left[k] = operands > 0 ? number[other.left[old]] : other.left[old];
            right[k] = operands > 1 ? number[other.right[old]] : other.right[old];
            value[k] = other.value[old];
            uses[k] = other.uses[old];
        }
        outputs =
                other.outputs.stream().map(output -> output.renumbered(number)).toList();
    }

    /** The program of {@link #of} with common factors pulled out, in an order in which fewer values wait for their readers. */
    public static Program shortened(List<OutputVector> outputs) {
        Program program = of(Factoring.of(outputs));
        return new Program(program, Locality.of(program));
    }

    /** The same numbers up to rounding, by sums whose terms are added in the order in which they are there. */
    public Program latestLast() {
        Program program = LatestLast.of(this);
        return new Program(program, Locality.of(program));
    }

    /** The same numbers up to rounding, with sines and cosines of sums of an angle and a number, which code from a table has for less. */
    public Program phased() {
        return PhasedAngles.of(this);
    }

    /** Quarter turns that are added to the angle of a sine or cosine, beside {@link #value}. */
    public int quarterTurns(int k) {
        return right[k];
    }

    /**
     * The same numbers, or negatives of them, so that more products are added than subtracted; outputs are what they were.
     *
     * @param withConstants whether products with constants are to be fused with sums too
     */
    public Program fusible(boolean withConstants) {
        return new SignedProgram(this, FusibleSigns.of(this, withConstants)).program();
    }

    static Graph graphOf(List<OutputVector> outputs) {
        return outputs.stream()
                .flatMap(vector -> vector.components().stream())
                .findFirst()
                .orElseThrow(
                        () -> new IllegalArgumentException("there is nothing to compute: no output has a component"))
                .graph();
    }

    /** Which nodes some outputs need. */
    static boolean[] live(Graph graph, List<OutputVector> outputs) {
        boolean[] live = new boolean[graph.size()];
        for (OutputVector vector : outputs) {
            for (Symbol symbol : vector.components()) {
                if (symbol.graph() != graph) {
                    throw new IllegalArgumentException(
                            "output \"%s\" belongs to another graph".formatted(vector.name()));
                }
                live[symbol.node()] = true;
            }
        }
        for (int node = live.length - 1; node >= 0; node--) {
            if (live[node]) {
                int operands = graph.operation(node).operands();
                if (operands > 0) {
                    live[graph.left(node)] = true;
                }
                if (operands > 1) {
                    live[graph.right(node)] = true;
                }
            }
        }
        return live;
    }

    /** New numbers of the nodes that are needed, −1 for the others. */
    private static int[] number(Graph graph, List<OutputVector> outputs) {
        boolean[] live = live(graph, outputs);
        int[] number = new int[live.length];
        int next = 0;
        for (int node = 0; node < live.length; node++) {
            number[node] = live[node] ? next++ : -1;
        }
        return number;
    }

    private void add(Graph graph, int node, int[] number) {
        int k = number[node];
        operation[k] = graph.operation(node);
        left[k] = graph.left(node);
        right[k] = graph.right(node);
        value[k] = graph.constantOf(node);
        if (operation[k] == Operation.INPUT && left[k] < 0) {
            throw new IllegalArgumentException("an output depends on an unknown");
        }
        if (operation[k].operands() > 0) {
            left[k] = number[left[k]];
            uses[left[k]]++;
        }
        if (operation[k].operands() > 1) {
            right[k] = number[right[k]];
            uses[right[k]]++;
        }
    }

    private Output output(OutputVector vector, int[] number) {
        int[] references = new int[vector.components().size()];
        for (int k = 0; k < references.length; k++) {
            Symbol symbol = vector.components().get(k);
            int node = number[symbol.node()];
            uses[node]++;
            references[k] = symbol.isNegative() ? Graph.negated(Graph.reference(node)) : Graph.reference(node);
        }
        return new Output(vector.name(), references);
    }

    /** The vectors that are read; some components may not be needed. */
    public List<InputVector> inputs() {
        return inputs;
    }

    public List<Output> outputs() {
        return outputs;
    }

    /** How many assignments there are, constants and inputs included. */
    public int size() {
        return operation.length;
    }

    public Operation operation(int k) {
        return operation[k];
    }

    /** The first operand; of an input, the number of its vector. */
    public int left(int k) {
        return left[k];
    }

    /** The second operand; of an input, the component of its vector. */
    public int right(int k) {
        return right[k];
    }

    /** The number of a constant; of a sine or cosine, what is added to its angle. */
    public double value(int k) {
        return value[k];
    }

    /** How often a value is read, by other assignments and by outputs. */
    public int uses(int k) {
        return uses[k];
    }

    /** Whether an operand of an assignment with two is a constant. */
    public boolean hasConstant(int k) {
        return operation[left[k]] == Operation.CONSTANT || operation[right[k]] == Operation.CONSTANT;
    }

    public OperationCount count() {
        int[] counts = new int[Operation.values().length];
        int doublings = 0;
        for (int k = 0; k < size(); k++) {
            counts[operation[k].ordinal()]++;
            if (isDoubling(k)) {
                doublings++;
            }
        }
        return new OperationCount(
                counts[Operation.MULTIPLY.ordinal()] - doublings,
                counts[Operation.ADD.ordinal()] + counts[Operation.SUBTRACT.ordinal()] + doublings,
                counts[Operation.DIVIDE.ordinal()],
                counts[Operation.SINE.ordinal()],
                counts[Operation.COSINE.ordinal()],
                counts[Operation.SQUARE_ROOT.ordinal()],
                counts[Operation.HYPERBOLIC_TANGENT.ordinal()] + counts[Operation.SIGN.ordinal()]);
    }

    /** Whether an assignment is a product with two, which is a sum of a number with itself. */
    public boolean isDoubling(int k) {
        return operation[k] == Operation.MULTIPLY && operation[left[k]] == Operation.CONSTANT && value[left[k]] == 2;
    }

    /** Whether another program does the same with the same constants. */
    public boolean isSameAs(Program other) {
        return Arrays.equals(operation, other.operation)
                && Arrays.equals(left, other.left)
                && Arrays.equals(right, other.right)
                && Arrays.equals(value, other.value);
    }

    /** Runs the program step by step, slowly: what generated code is checked against. */
    public double[][] evaluate(double[]... arguments) {
        checkArguments(arguments);
        double[] x = new double[size()];
        for (int k = 0; k < x.length; k++) {
            x[k] = switch (operation[k]) {
                case CONSTANT -> value[k];
                case INPUT -> arguments[left[k]][right[k]];
                case ADD -> x[left[k]] + x[right[k]];
                case SUBTRACT -> x[left[k]] - x[right[k]];
                case MULTIPLY -> x[left[k]] * x[right[k]];
                case DIVIDE -> x[left[k]] / x[right[k]];
                case NEGATE -> -x[left[k]];
                case SINE -> sine(x[left[k]], right[k], value[k]);
                case COSINE -> sine(x[left[k]], right[k] + 1, value[k]);
                case SQUARE_ROOT -> Math.sqrt(x[left[k]]);
                case HYPERBOLIC_TANGENT -> Math.tanh(x[left[k]]);
                case SIGN -> Math.signum(x[left[k]]);
            };
        }
        double[][] results = new double[outputs.size()][];
        Arrays.setAll(results, v -> {
            Output output = outputs.get(v);
            double[] result = new double[output.length()];
            Arrays.setAll(result, c -> output.isNegative(c) ? -x[output.node(c)] : x[output.node(c)]);
            return result;
        });
        return results;
    }

    /** sin(angle + quarters π/2 + rest), without the sum, which would lose digits. */
    private static double sine(double angle, int quarters, double rest) {
        double s = Math.sin(angle);
        double c = Math.cos(angle);
        double sine = rest == 0 ? s : s * Math.cos(rest) + c * Math.sin(rest);
        double cosine = rest == 0 ? c : c * Math.cos(rest) - s * Math.sin(rest);
        return switch (quarters & 3) {
            case 0 -> sine;
            case 1 -> cosine;
            case 2 -> -sine;
            default -> -cosine;
        };
    }

    private void checkArguments(double[][] arguments) {
        if (arguments.length != inputs.size()) {
            throw new IllegalArgumentException(
                    "%s vectors given, but the program reads %s".formatted(arguments.length, inputs.size()));
        }
        for (int v = 0; v < arguments.length; v++) {
            InputVector input = inputs.get(v);
            if (arguments[v].length != input.length()) {
                throw new IllegalArgumentException("%s has length %s, but the program reads %s numbers"
                        .formatted(input.name(), arguments[v].length, input.length()));
            }
        }
    }
}
