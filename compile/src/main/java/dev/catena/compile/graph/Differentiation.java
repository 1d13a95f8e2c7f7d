package dev.catena.compile.graph;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Derivatives of expressions as expressions of the same graph. */
public final class Differentiation {
    private final Graph graph;
    private final int zero;
    private final int one;

    private Differentiation(Graph graph) {
        this.graph = graph;
        zero = graph.constantReference(0);
        one = graph.constantReference(1);
    }

    /** How y changes with one input, by passing changes from the inputs to the outputs. */
    public static List<Symbol> forward(List<Symbol> y, Symbol input) {
        Graph graph = input.graph();
        return new Differentiation(graph).tangents(y, List.of(input), List.of(graph.constant(1)));
    }

    /** How y changes along a direction of inputs; a node among them counts as one, whatever it was made of. */
    public static List<Symbol> directional(List<Symbol> y, List<Symbol> inputs, List<Symbol> direction) {
        if (inputs.size() != direction.size()) {
            throw new IllegalArgumentException(
                    "a direction of %s numbers given for %s inputs".formatted(direction.size(), inputs.size()));
        }
        return inputs.isEmpty() ? List.of() : new Differentiation(inputs.get(0).graph()).tangents(y, inputs, direction);
    }

    /**
     * The gradient of Σ weights·y with respect to inputs, by passing weights from the outputs to the inputs; a node among
     * them counts as one, whatever it was made of.
     */
    public static List<Symbol> reverse(List<Symbol> y, List<Symbol> weights, List<Symbol> inputs) {
        if (y.size() != weights.size()) {
            throw new IllegalArgumentException(
                    "%s weights given for %s expressions".formatted(weights.size(), y.size()));
        }
        if (inputs.isEmpty()) {
            return List.of();
        }
        return new Differentiation(inputs.get(0).graph()).adjoints(y, weights, inputs);
    }

    /** ∂y/∂x row by row, in the way that takes fewer operations. */
    public static List<Symbol> jacobian(List<Symbol> y, List<Symbol> x) {
        List<Symbol> byColumns = jacobianForward(y, x);
        List<Symbol> byRows = jacobianReverse(y, x);
        return operations(byRows) < operations(byColumns) ? byRows : byColumns;
    }

    private static int operations(List<Symbol> symbols) {
        return Program.of(List.of(new OutputVector("jacobian", symbols)))
                .count()
                .arithmetic();
    }

    /** ∂y/∂x row by row, column after column by {@link #forward}. */
    public static List<Symbol> jacobianForward(List<Symbol> y, List<Symbol> x) {
        List<List<Symbol>> columns = x.stream().map(input -> forward(y, input)).toList();
        List<Symbol> entries = new ArrayList<>();
        for (int row = 0; row < y.size(); row++) {
            for (List<Symbol> column : columns) {
                entries.add(column.get(row));
            }
        }
        return List.copyOf(entries);
    }

    /** ∂y/∂x row by row, each by {@link #reverse}. */
    public static List<Symbol> jacobianReverse(List<Symbol> y, List<Symbol> x) {
        List<Symbol> entries = new ArrayList<>();
        for (Symbol component : y) {
            entries.addAll(reverse(List.of(component), List.of(component.constant(1)), x));
        }
        return List.copyOf(entries);
    }

    /** The symmetric matrix Σ weights·∂²y/∂x∂x row by row: the gradient by {@link #reverse}, its rows by {@link #forward}. */
    public static List<Symbol> contractedHessian(List<Symbol> y, List<Symbol> weights, List<Symbol> x) {
        List<Symbol> gradient = reverse(y, weights, x);
        int n = x.size();
        Symbol[] entries = new Symbol[n * n];
        for (int column = 0; column < n; column++) {
            List<Symbol> changes = forward(gradient.subList(column, n), x.get(column));
            for (int row = column; row < n; row++) {
                entries[row * n + column] = changes.get(row - column);
                entries[column * n + row] = changes.get(row - column);
            }
        }
        return List.of(entries);
    }

    private List<Symbol> tangents(List<Symbol> y, List<Symbol> inputs, List<Symbol> direction) {
        int size = highest(y) + 1;
        int[] tangent = new int[size];
        Arrays.fill(tangent, zero);
        boolean[] given = new boolean[size];
        for (int k = 0; k < inputs.size(); k++) {
            Symbol input = inputs.get(k);
            if (input.node() < size) {
                given[input.node()] = true;
                tangent[input.node()] = signed(direction.get(k).reference(), input.isNegative());
            }
        }
        boolean[] live = Program.live(graph, List.of(new OutputVector("y", y)));
        for (int node = 0; node < size; node++) {
            if (live[node] && !given[node]) {
                tangent[node] = tangent(node, tangent);
            }
        }
        return y.stream()
                .map(symbol -> new Symbol(graph, signed(tangent[symbol.node()], symbol.isNegative())))
                .toList();
    }

    private static int highest(List<Symbol> y) {
        return y.stream().mapToInt(Symbol::node).max().orElse(-1);
    }

    private int signed(int reference, boolean negative) {
        return negative ? graph.negate(reference) : reference;
    }

    private int tangent(int node, int[] tangent) {
        Operation operation = graph.operation(node);
        int da = operation.operands() > 0 ? tangent[graph.left(node)] : zero;
        int db = operation.operands() > 1 ? tangent[graph.right(node)] : zero;
        if (da == zero && db == zero) {
            return zero;
        }
        int a = Graph.reference(graph.left(node));
        int b = Graph.reference(graph.right(node));
        return switch (operation) {
            case ADD -> graph.add(da, db);
            case SUBTRACT -> graph.add(da, graph.negate(db));
            case MULTIPLY -> graph.add(graph.multiply(da, b), graph.multiply(a, db));
            case DIVIDE -> graph.divide(graph.add(da, graph.negate(graph.multiply(Graph.reference(node), db))), b);
            case NEGATE, SINE, COSINE, SQUARE_ROOT, HYPERBOLIC_TANGENT, SIGN -> graph.multiply(slope(node), da);
            case CONSTANT, INPUT -> zero;
        };
    }

    /** The derivative of a function of one operand. */
    private int slope(int node) {
        int x = Graph.reference(graph.left(node));
        int y = Graph.reference(node);
        return switch (graph.operation(node)) {
            case NEGATE -> graph.negate(one);
            case SINE -> graph.cosine(x);
            case COSINE -> graph.negate(graph.sine(x));
            case SQUARE_ROOT -> graph.divide(graph.constantReference(0.5), y);
            case HYPERBOLIC_TANGENT -> graph.add(one, graph.negate(graph.multiply(y, y)));
            // its jump has no derivative
            case SIGN -> zero;
            case ADD, SUBTRACT, MULTIPLY, DIVIDE, CONSTANT, INPUT ->
                throw new IllegalArgumentException("not a function of one operand");
        };
    }

    private List<Symbol> adjoints(List<Symbol> y, List<Symbol> weights, List<Symbol> inputs) {
        int size = highest(y) + 1;
        int[] adjoint = new int[Math.max(size, highest(inputs) + 1)];
        Arrays.fill(adjoint, zero);
        for (int k = 0; k < y.size(); k++) {
            Symbol symbol = y.get(k);
            add(adjoint, symbol.node(), signed(weights.get(k).reference(), symbol.isNegative()));
        }
        boolean[] given = new boolean[adjoint.length];
        inputs.forEach(input -> given[input.node()] = true);
        for (int node = size - 1; node >= 0; node--) {
            if (adjoint[node] != zero && !given[node]) {
                passOn(node, adjoint);
            }
        }
        return inputs.stream()
                .map(input -> new Symbol(graph, signed(adjoint[input.node()], input.isNegative())))
                .toList();
    }

    private void add(int[] adjoint, int node, int share) {
        adjoint[node] = graph.add(adjoint[node], share);
    }

    private void passOn(int node, int[] adjoint) {
        int w = adjoint[node];
        int left = graph.left(node);
        int right = graph.right(node);
        int a = Graph.reference(left);
        int b = Graph.reference(right);
        switch (graph.operation(node)) {
            case ADD -> {
                add(adjoint, left, w);
                add(adjoint, right, w);
            }
            case SUBTRACT -> {
                add(adjoint, left, w);
                add(adjoint, right, graph.negate(w));
            }
            case MULTIPLY -> {
                add(adjoint, left, graph.multiply(w, b));
                add(adjoint, right, graph.multiply(w, a));
            }
            case DIVIDE -> {
                int share = graph.divide(w, b);
                add(adjoint, left, share);
                add(adjoint, right, graph.negate(graph.multiply(share, Graph.reference(node))));
            }
            case NEGATE, SINE, COSINE, SQUARE_ROOT, HYPERBOLIC_TANGENT, SIGN ->
                add(adjoint, left, graph.multiply(w, slope(node)));
            case CONSTANT, INPUT -> {}
        }
    }
}
