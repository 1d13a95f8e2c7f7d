package dev.catena.compile.graph;

import java.util.List;

/** Expressions of one graph in another, where equal ones are shared; inputs are those of the same name. */
public final class Transfer {
    private final Graph from;
    private final Graph to;

    private Transfer(Graph from, Graph to) {
        this.from = from;
        this.to = to;
    }

    /**
     * The same expressions in another graph.
     *
     * @throws IllegalArgumentException where it has no input of a name
     */
    public static List<Symbol> of(List<Symbol> expressions, Graph to) {
        return expressions.isEmpty()
                ? List.of()
                : new Transfer(expressions.get(0).graph(), to).all(expressions);
    }

    private List<Symbol> all(List<Symbol> expressions) {
        boolean[] live = Program.live(from, List.of(new OutputVector("expressions", expressions)));
        int[] now = new int[live.length];
        for (int node = 0; node < live.length; node++) {
            if (live[node]) {
                now[node] = again(node, now);
            }
        }
        return expressions.stream()
                .map(symbol -> {
                    int reference = now[symbol.node()];
                    return new Symbol(to, symbol.isNegative() ? to.negate(reference) : reference);
                })
                .toList();
    }

    private int again(int node, int[] now) {
        Operation operation = from.operation(node);
        int a = operation.operands() > 0 ? now[from.left(node)] : 0;
        int b = operation.operands() > 1 ? now[from.right(node)] : 0;
        return switch (operation) {
            case CONSTANT -> to.constant(from.constantOf(node)).reference();
            case INPUT -> input(from.inputs().get(from.left(node)).name(), from.right(node));
            case ADD -> to.add(a, b);
            case SUBTRACT -> to.add(a, to.negate(b));
            case MULTIPLY -> to.multiply(a, b);
            case DIVIDE -> to.divide(a, b);
            case NEGATE -> to.negate(a);
            case SINE -> to.sine(a);
            case COSINE -> to.cosine(a);
            case SQUARE_ROOT -> to.squareRoot(a);
            case HYPERBOLIC_TANGENT, SIGN -> to.odd(operation, a);
        };
    }

    private int input(String name, int component) {
        List<InputVector> inputs = to.inputs();
        for (int v = 0; v < inputs.size(); v++) {
            if (inputs.get(v).name().equals(name) && component < inputs.get(v).length()) {
                return to.inputReference(v, component);
            }
        }
        throw new IllegalArgumentException("there is no input \"%s\" of %s components".formatted(name, component + 1));
    }
}
