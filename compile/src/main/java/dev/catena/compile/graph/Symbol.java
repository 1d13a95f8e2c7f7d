package dev.catena.compile.graph;

import dev.catena.textbook.Scalar;

/** A number that is not known yet: a node of a graph, with a sign. Operations on it are recorded in the graph. */
public final class Symbol implements Scalar<Symbol> {
    private final Graph graph;
    private final int reference;

    Symbol(Graph graph, int reference) {
        this.graph = graph;
        this.reference = reference;
    }

    /** The graph that records what is done. */
    public Graph graph() {
        return graph;
    }

    /** Number of the node. */
    public int node() {
        return Graph.node(reference);
    }

    /** Whether the symbol is the negative of its node. */
    public boolean isNegative() {
        return Graph.isNegative(reference);
    }

    /** Whether the number is known beforehand. */
    public boolean isConstant() {
        return graph.isConstant(reference);
    }

    /** The node and its sign in one number. */
    int reference() {
        return reference;
    }

    private Symbol of(int newReference) {
        return new Symbol(graph, newReference);
    }

    @Override
    public Symbol plus(Symbol b) {
        return of(graph.add(reference, b.reference));
    }

    @Override
    public Symbol minus(Symbol b) {
        return of(graph.add(reference, Graph.negated(b.reference)));
    }

    @Override
    public Symbol times(Symbol b) {
        return of(graph.multiply(reference, b.reference));
    }

    @Override
    public Symbol dividedBy(Symbol b) {
        return of(graph.divide(reference, b.reference));
    }

    @Override
    public Symbol negate() {
        return of(graph.negate(reference));
    }

    @Override
    public Symbol sine() {
        return of(graph.sine(reference));
    }

    @Override
    public Symbol cosine() {
        return of(graph.cosine(reference));
    }

    @Override
    public Symbol squareRoot() {
        return of(graph.squareRoot(reference));
    }

    @Override
    public Symbol hyperbolicTangent() {
        return of(graph.odd(Operation.HYPERBOLIC_TANGENT, reference));
    }

    @Override
    public Symbol sign() {
        return of(graph.odd(Operation.SIGN, reference));
    }

    @Override
    public Symbol constant(double value) {
        return graph.constant(value);
    }

    /** The number, if it is known. */
    @Override
    public double value() {
        return graph.value(reference);
    }

    @Override
    public boolean isKnownZero() {
        return isConstant() && value() == 0;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Symbol symbol && symbol.graph == graph && symbol.reference == reference;
    }

    @Override
    public int hashCode() {
        return reference;
    }

    @Override
    public String toString() {
        return isConstant() ? Double.toString(value()) : (isNegative() ? "−x" : "x") + node();
    }
}
