package dev.catena.compile.graph;

import dev.catena.compile.graph.Program.Assignment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Writes a program anew, with some of its values as their negatives. */
final class SignedProgram {
    private final Program program;
    private final boolean[] isNegative;
    private final List<Assignment> assignments = new ArrayList<>();
    private final Map<Double, Integer> constants = new HashMap<>();

    /** By assignment: its number in the new program. */
    private final int[] number;

    /** @param isNegative signs of {@link FusibleSigns}: never two that would have to be turned back */
    SignedProgram(Program program, boolean[] isNegative) {
        this.program = program;
        this.isNegative = isNegative;
        number = new int[program.size()];
        for (int k = 0; k < number.length; k++) {
            number[k] = add(k);
        }
    }

    /** The new program. */
    Program program() {
        return new Program(
                program.inputs(),
                assignments,
                program.outputs().stream().map(this::output).toList());
    }

    private Program.Output output(Program.Output output) {
        int[] references = new int[output.length()];
        for (int c = 0; c < references.length; c++) {
            int reference = Graph.reference(number[output.node(c)]);
            boolean negative = output.isNegative(c) != isNegative[output.node(c)];
            references[c] = negative ? Graph.negated(reference) : reference;
        }
        return new Program.Output(output.name(), references);
    }

    private int add(int k) {
        Operation operation = program.operation(k);
        int left = program.left(k);
        int right = program.right(k);
        return switch (operation) {
            case CONSTANT -> constant(program.value(k));
            case INPUT -> add(Operation.INPUT, left, right);
            case ADD -> addSum(k, left, right, false);
            case SUBTRACT -> addSum(k, left, right, true);
            case MULTIPLY -> addProduct(k, left, right);
            case SINE, COSINE -> addPhased(k);
            default -> add(operation, number[left], operation.operands() > 1 ? number[right] : right);
        };
    }

    private int addPhased(int k) {
        assignments.add(new Assignment(
                program.operation(k), number[program.left(k)], program.quarterTurns(k), program.value(k)));
        return assignments.size() - 1;
    }

    private int addSum(int k, int left, int right, boolean isDifference) {
        if (isNegative[k] != isNegative[left]) {
            return add(Operation.SUBTRACT, number[right], number[left]);
        }
        boolean isSubtracted = isDifference != (isNegative[k] != isNegative[right]);
        return add(isSubtracted ? Operation.SUBTRACT : Operation.ADD, number[left], number[right]);
    }

    private int addProduct(int k, int left, int right) {
        if (program.operation(left) == Operation.CONSTANT) {
            return add(Operation.MULTIPLY, factor(left, isNegative[k] != isNegative[right]), number[right]);
        }
        if (program.operation(right) == Operation.CONSTANT) {
            return add(Operation.MULTIPLY, number[left], factor(right, isNegative[k] != isNegative[left]));
        }
        return add(Operation.MULTIPLY, number[left], number[right]);
    }

    private int factor(int k, boolean negative) {
        return constant(negative ? -program.value(k) : program.value(k));
    }

    private int constant(double value) {
        return constants.computeIfAbsent(value, x -> {
            assignments.add(new Assignment(Operation.CONSTANT, 0, 0, x));
            return assignments.size() - 1;
        });
    }

    private int add(Operation operation, int left, int right) {
        assignments.add(new Assignment(operation, left, right, 0));
        return assignments.size() - 1;
    }
}
