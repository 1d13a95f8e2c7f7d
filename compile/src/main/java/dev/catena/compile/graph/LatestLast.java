package dev.catena.compile.graph;

import dev.catena.compile.graph.Program.Assignment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;

/**
 * A program whose sums take their terms in the order in which these are there: what comes last waits for one addition, not for
 * those of all others. Recursions from body to body are such waiting, where a program is short enough for the processor to look
 * far ahead. It has as many operations as before, of which more can be fused, and rounds otherwise.
 */
final class LatestLast {
    /** Cycles of a product, a sum, or both in one. */
    private static final int ARITHMETIC = 4;

    private final Program program;
    private final List<Assignment> assignments = new ArrayList<>();

    /** By assignment: its number in the new program; partial sums have none. */
    private final int[] number;

    /** By assignment: when its value is there, in cycles. */
    private final int[] time;

    /** By assignment: whether it is a sum that is read once, by another sum. */
    private final boolean[] isPartial;

    private record Term(int assignment, boolean isNegative) {}

    private LatestLast(Program program) {
        this.program = program;
        int size = program.size();
        number = new int[size];
        time = new int[size];
        isPartial = new boolean[size];
        for (int k = 0; k < size; k++) {
            if (isSum(k)) {
                notePartial(program.left(k));
                notePartial(program.right(k));
            }
        }
        for (int k = 0; k < size; k++) {
            if (isSum(k) && !isPartial[k]) {
                addSum(k);
            } else if (!isSum(k)) {
                addOther(k);
            }
        }
    }

    static Program of(Program program) {
        LatestLast written = new LatestLast(program);
        return new Program(
                program.inputs(),
                written.assignments,
                program.outputs().stream().map(written::output).toList());
    }

    private boolean isSum(int k) {
        return program.operation(k) == Operation.ADD || program.operation(k) == Operation.SUBTRACT;
    }

    private void notePartial(int k) {
        isPartial[k] = isSum(k) && program.uses(k) == 1;
    }

    private Program.Output output(Program.Output output) {
        int[] references = new int[output.length()];
        for (int c = 0; c < references.length; c++) {
            int reference = Graph.reference(number[output.node(c)]);
            references[c] = output.isNegative(c) ? Graph.negated(reference) : reference;
        }
        return new Program.Output(output.name(), references);
    }

    private void addOther(int k) {
        Operation operation = program.operation(k);
        int left = program.left(k);
        int right = program.right(k);
        int operands = operation.operands();
        int begin = Math.max(operands > 0 ? time[left] : 0, operands > 1 ? time[right] : 0);
        time[k] = begin + latency(operation);
        number[k] = add(
                operation, operands > 0 ? number[left] : left, operands > 1 ? number[right] : right, program.value(k));
    }

    private void addSum(int k) {
        List<Term> terms = terms(k);
        terms.sort(Comparator.comparingInt(this::timeOf));
        Term first = terms.get(0);
        int sum = number[first.assignment];
        boolean isNegative = first.isNegative;
        int ready = time[first.assignment];
        for (Term term : terms.subList(1, terms.size())) {
            int next = number[term.assignment];
            if (isNegative == term.isNegative) {
                sum = add(Operation.ADD, sum, next, 0);
            } else {
                // one that is positive makes the sum so
                sum = isNegative ? add(Operation.SUBTRACT, next, sum, 0) : add(Operation.SUBTRACT, sum, next, 0);
                isNegative = false;
            }
            ready = Math.max(ready, timeOf(term)) + ARITHMETIC;
        }
        number[k] = sum;
        time[k] = ready;
    }

    /** Terms of a whole sum, in their old order; at least one of them is positive. */
    private List<Term> terms(int k) {
        List<Term> terms = new ArrayList<>();
        Deque<Term> waiting = new ArrayDeque<>();
        waiting.push(new Term(k, false));
        while (!waiting.isEmpty()) {
            Term term = waiting.pop();
            int at = term.assignment;
            if (at == k || isPartial[at]) {
                boolean isDifference = program.operation(at) == Operation.SUBTRACT;
                waiting.push(new Term(program.right(at), term.isNegative != isDifference));
                waiting.push(new Term(program.left(at), term.isNegative));
            } else {
                terms.add(term);
            }
        }
        return terms;
    }

    /** When a term is there; of a product that is fused with the sum, its factors. */
    private int timeOf(Term term) {
        int k = term.assignment;
        boolean isFusible = program.operation(k) == Operation.MULTIPLY && program.uses(k) == 1;
        return isFusible ? time[k] - ARITHMETIC : time[k];
    }

    private int add(Operation operation, int left, int right, double value) {
        assignments.add(new Assignment(operation, left, right, value));
        return assignments.size() - 1;
    }

    private static int latency(Operation operation) {
        return switch (operation) {
            case CONSTANT -> 0;
            case INPUT -> 5;
            case ADD, SUBTRACT, MULTIPLY, NEGATE -> ARITHMETIC;
            case DIVIDE -> 14;
            case SQUARE_ROOT -> 18;
            case SINE, COSINE, HYPERBOLIC_TANGENT, SIGN -> 50;
        };
    }
}
