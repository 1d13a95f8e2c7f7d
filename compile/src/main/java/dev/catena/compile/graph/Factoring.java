package dev.catena.compile.graph;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/**
 * Pulls common factors out of sums, a b + a c = a (b + c), wherever the products are needed for nothing else. It sees a
 * whole sum at once, however it was put together.
 */
public final class Factoring {
    private static final int ROUNDS = 3;

    private final Graph from;
    private final Graph to = new Graph();
    private final boolean[] live;
    private final int[] uses;

    /** By node of the old graph: whether its only use is as a term of a sum. */
    private final boolean[] isOnlyTerm;

    private final int[] reference;

    /** By node of the new graph: in how many products of a sum it is a factor; zero but while they are counted. */
    private int[] occurrences = new int[0];

    /** A term of a sum in the new graph; {@code right} is −1 unless it is a product that may be taken apart. */
    private record Term(int left, int right) {
        boolean hasFactor(int node) {
            return right >= 0 && (Graph.node(left) == node || Graph.node(right) == node);
        }

        /** What remains when a factor is taken out, with the signs of both. */
        int without(int node) {
            return Graph.node(left) == node ? right ^ (left & 1) : left ^ (right & 1);
        }
    }

    private Factoring(Graph from, List<OutputVector> outputs) {
        this.from = from;
        live = Program.live(from, outputs);
        uses = new int[live.length];
        isOnlyTerm = new boolean[live.length];
        reference = new int[live.length];
        for (OutputVector vector : outputs) {
            vector.components().forEach(symbol -> uses[symbol.node()] += 2);
        }
        for (InputVector input : from.inputs()) {
            var unused = to.input(input.name(), input.length());
        }
    }

    /** The same outputs in a new graph with fewer multiplications. */
    public static List<OutputVector> of(List<OutputVector> outputs) {
        List<OutputVector> best = outputs;
        int fewest = operations(best);
        for (int round = 0; round < ROUNDS; round++) {
            List<OutputVector> next = new Factoring(Program.graphOf(best), best).rewrite(best);
            int operations = operations(next);
            if (operations >= fewest) {
                return best;
            }
            best = next;
            fewest = operations;
        }
        return best;
    }

    /** As {@link OperationCount#arithmetic} counts. */
    private static int operations(List<OutputVector> outputs) {
        Graph graph = Program.graphOf(outputs);
        boolean[] live = Program.live(graph, outputs);
        int count = 0;
        for (int node = 0; node < live.length; node++) {
            if (live[node] && graph.operation(node).isArithmetic()) {
                count++;
            }
        }
        return count;
    }

    private List<OutputVector> rewrite(List<OutputVector> outputs) {
        countUses();
        for (int node = 0; node < live.length; node++) {
            if (live[node] && !(isOnlyTerm[node] && isSum(node))) {
                reference[node] = isSum(node) ? sum(node) : copy(node);
            }
        }
        return outputs.stream()
                .map(vector -> new OutputVector(
                        vector.name(),
                        vector.components().stream()
                                .map(symbol -> new Symbol(to, reference[symbol.node()] ^ (symbol.reference() & 1)))
                                .toList()))
                .toList();
    }

    private boolean isSum(int node) {
        return from.operation(node) == Operation.ADD || from.operation(node) == Operation.SUBTRACT;
    }

    private void countUses() {
        for (int node = 0; node < live.length; node++) {
            if (live[node] && from.operation(node).operands() > 0) {
                uses[from.left(node)]++;
                isOnlyTerm[from.left(node)] = isSum(node);
                if (from.operation(node).operands() > 1) {
                    uses[from.right(node)]++;
                    isOnlyTerm[from.right(node)] = isSum(node);
                }
            }
        }
        for (int node = 0; node < live.length; node++) {
            isOnlyTerm[node] &= uses[node] == 1;
        }
    }

    private int copy(int node) {
        int a = from.operation(node).operands() > 0 ? reference[from.left(node)] : 0;
        int b = from.operation(node).operands() > 1 ? reference[from.right(node)] : 0;
        return switch (from.operation(node)) {
            case CONSTANT -> to.constantReference(from.constantOf(node));
            case INPUT -> to.inputReference(from.left(node), from.right(node));
            case ADD -> to.add(a, b);
            case SUBTRACT -> to.add(a, Graph.negated(b));
            case MULTIPLY -> to.multiply(a, b);
            case DIVIDE -> to.divide(a, b);
            case NEGATE -> to.negate(a);
            case SINE -> to.sine(a);
            case COSINE -> to.cosine(a);
            case SQUARE_ROOT -> to.squareRoot(a);
            case HYPERBOLIC_TANGENT, SIGN -> to.odd(from.operation(node), a);
        };
    }

    private int sum(int root) {
        List<Term> terms = terms(root);
        for (int factor = commonFactor(terms); factor >= 0; factor = commonFactor(terms)) {
            pullOut(factor, terms);
        }
        int sum = to.constantReference(0);
        for (Term term : terms) {
            sum = to.add(sum, term.right < 0 ? term.left : to.multiply(term.left, term.right));
        }
        return sum;
    }

    /** All terms of a sum, in the order in which they are written. */
    private List<Term> terms(int root) {
        List<Term> terms = new ArrayList<>();
        Deque<Integer> open = new ArrayDeque<>();
        open.push(Graph.reference(root));
        while (!open.isEmpty()) {
            int term = open.pop();
            int node = Graph.node(term);
            int sign = term & 1;
            if (isSum(node) && (node == root || isOnlyTerm[node])) {
                int second = from.operation(node) == Operation.SUBTRACT ? sign ^ 1 : sign;
                open.push(Graph.reference(from.right(node)) ^ second);
                open.push(Graph.reference(from.left(node)) ^ sign);
            } else if (from.operation(node) == Operation.MULTIPLY && isOnlyTerm[node]) {
                terms.add(new Term(reference[from.left(node)] ^ sign, reference[from.right(node)]));
            } else {
                terms.add(new Term(reference[node] ^ sign, -1));
            }
        }
        return terms;
    }

    /** The node that most products have as a factor, the first of several; −1 if none is in two. */
    private int commonFactor(List<Term> terms) {
        if (occurrences.length < to.size()) {
            occurrences = Arrays.copyOf(occurrences, 2 * to.size());
        }
        for (Term term : terms) {
            if (term.right >= 0) {
                occurrences[Graph.node(term.left)]++;
                occurrences[Graph.node(term.right)] += Graph.node(term.left) == Graph.node(term.right) ? 0 : 1;
            }
        }
        int best = -1;
        int most = 1;
        for (Term term : terms) {
            if (term.right >= 0) {
                best = occurrences[Graph.node(term.left)] > most ? Graph.node(term.left) : best;
                most = Math.max(most, occurrences[Graph.node(term.left)]);
                best = occurrences[Graph.node(term.right)] > most ? Graph.node(term.right) : best;
                most = Math.max(most, occurrences[Graph.node(term.right)]);
            }
        }
        for (Term term : terms) {
            if (term.right >= 0) {
                occurrences[Graph.node(term.left)] = 0;
                occurrences[Graph.node(term.right)] = 0;
            }
        }
        return best;
    }

    private void pullOut(int factor, List<Term> terms) {
        int rest = to.constantReference(0);
        int place = -1;
        for (int k = 0; k < terms.size(); ) {
            if (terms.get(k).hasFactor(factor)) {
                rest = to.add(rest, terms.get(k).without(factor));
                place = place < 0 ? k : place;
                var unused = terms.remove(k);
            } else {
                k++;
            }
        }
        terms.add(place, new Term(to.multiply(Graph.reference(factor), rest), -1));
    }
}
