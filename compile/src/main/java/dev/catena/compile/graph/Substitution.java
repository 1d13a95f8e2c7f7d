package dev.catena.compile.graph;

import java.util.List;

/** Expressions with other expressions in the place of some symbols, folded anew. */
public final class Substitution {
    private final Graph graph;

    private Substitution(Graph graph) {
        this.graph = graph;
    }

    /** Expressions of some symbols at values of those. */
    public static List<Symbol> of(List<Symbol> expressions, List<Symbol> symbols, List<Symbol> values) {
        if (symbols.size() != values.size()) {
            throw new IllegalArgumentException(
                    "%s values given for %s symbols".formatted(values.size(), symbols.size()));
        }
        if (expressions.isEmpty()) {
            return List.of();
        }
        return new Substitution(expressions.get(0).graph()).replaced(expressions, symbols, values);
    }

    private List<Symbol> replaced(List<Symbol> expressions, List<Symbol> symbols, List<Symbol> values) {
        boolean[] live = Program.live(graph, List.of(new OutputVector("expressions", expressions)));
        int[] now = new int[live.length];
        boolean[] given = new boolean[live.length];
        for (int k = 0; k < symbols.size(); k++) {
            Symbol symbol = symbols.get(k);
            int value = values.get(k).reference();
            now[symbol.node()] = symbol.isNegative() ? graph.negate(value) : value;
            given[symbol.node()] = true;
        }
        for (int node = 0; node < live.length; node++) {
            if (live[node] && !given[node]) {
                now[node] = again(node, now);
            }
        }
        return expressions.stream()
                .map(symbol -> {
                    int reference = now[symbol.node()];
                    return new Symbol(graph, symbol.isNegative() ? graph.negate(reference) : reference);
                })
                .toList();
    }

    private int again(int node, int[] now) {
        Operation operation = graph.operation(node);
        int a = operation.operands() > 0 ? now[graph.left(node)] : 0;
        int b = operation.operands() > 1 ? now[graph.right(node)] : 0;
        return switch (operation) {
            case CONSTANT, INPUT -> Graph.reference(node);
            case ADD -> graph.add(a, b);
            case SUBTRACT -> graph.add(a, graph.negate(b));
            case MULTIPLY -> graph.multiply(a, b);
            case DIVIDE -> graph.divide(a, b);
            case NEGATE -> graph.negate(a);
            case SINE -> graph.sine(a);
            case COSINE -> graph.cosine(a);
            case SQUARE_ROOT -> graph.squareRoot(a);
            case HYPERBOLIC_TANGENT, SIGN -> graph.odd(operation, a);
        };
    }
}
