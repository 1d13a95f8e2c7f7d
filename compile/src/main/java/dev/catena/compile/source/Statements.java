package dev.catena.compile.source;

import dev.catena.compile.graph.Operation;
import dev.catena.compile.graph.Program;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;

/**
 * A program as assignments for people: values that are used once are written where they are used, as long as the line
 * stays short; sines and cosines are named after their angle. Operations keep their order, so that the results are the
 * program's to the last bit, sines and cosines apart. What outputs read of inputs stands alone, so that all inputs are
 * read before the first output is written, which may be the same array.
 */
final class Statements {
    private static final int LONGEST = 90;

    private static final int SUM = 1;
    private static final int PRODUCT = 2;
    private static final int ATOM = 3;

    private final Program program;
    private final Dialect dialect;

    /** By assignment: whether it stands alone. */
    private final boolean[] named;

    private final String[] names;
    private final List<Integer> order = new ArrayList<>();

    /** How a language writes what differs. */
    interface Dialect {
        String function(Operation operation);

        /** The name of the sine or cosine of an input. */
        String angleName(Operation operation, String vector, int component);

        /** A component of an input. */
        default String input(String vector, int component) {
            return "%s[%s]".formatted(vector, component);
        }
    }

    private record Text(String text, int binding) {
        String within(int needed) {
            return binding < needed ? "(" + text + ")" : text;
        }
    }

    Statements(Program program, Dialect dialect) {
        this.program = program;
        this.dialect = dialect;
        named = new boolean[program.size()];
        names = new String[program.size()];
        chooseNamed();
        chooseNames();
    }

    /**
     * What stands alone: what is used more than once, functions, outputs that are read elsewhere too, long lines, outputs that
     * read inputs.
     */
    private void chooseNamed() {
        int[] length = new int[program.size()];
        boolean[] isGiven = given();
        boolean[] readsInput = new boolean[program.size()];
        for (int k = 0; k < program.size(); k++) {
            Operation operation = program.operation(k);
            switch (operation) {
                case CONSTANT -> length[k] = Double.toString(program.value(k)).length();
                case INPUT -> {
                    length[k] = program.inputs().get(program.left(k)).name().length() + 4;
                    readsInput[k] = true;
                    named[k] = isGiven[k];
                }
                default -> {
                    int right = operation.operands() > 1 ? program.right(k) : program.left(k);
                    length[k] = 5 + length[program.left(k)];
                    length[k] += operation.operands() > 1 ? length[right] : 0;
                    readsInput[k] = readsInput[program.left(k)] || readsInput[right];
                    boolean isFunction = operation.operands() == 1 && operation != Operation.NEGATE;
                    boolean isLate = isGiven[k] && readsInput[k];
                    named[k] = isFunction || isLate || program.uses(k) > 1 || length[k] > LONGEST;
                }
            }
            if (named[k]) {
                order.add(k);
                length[k] = 5;
                readsInput[k] = false;
            }
        }
    }

    /** By assignment: whether it is a component of an output. */
    private boolean[] given() {
        boolean[] given = new boolean[program.size()];
        for (Program.Output output : program.outputs()) {
            for (int c = 0; c < output.length(); c++) {
                given[output.node(c)] = true;
            }
        }
        return given;
    }

    private void chooseNames() {
        Set<String> taken = new HashSet<>();
        int next = 1;
        for (int k : order) {
            String name = angleName(k);
            if (name.isEmpty() || !taken.add(name)) {
                name = "t" + next++;
            }
            names[k] = name;
        }
    }

    private String angleName(int k) {
        Operation operation = program.operation(k);
        if (operation != Operation.SINE && operation != Operation.COSINE) {
            return "";
        }
        int angle = program.left(k);
        Operation kind = program.operation(angle);
        if (kind == Operation.ADD || kind == Operation.SUBTRACT) {
            // a coordinate and its offset
            angle = program.operation(program.left(angle)) == Operation.INPUT
                    ? program.left(angle)
                    : program.right(angle);
        }
        return program.operation(angle) == Operation.INPUT
                ? dialect.angleName(
                        operation, program.inputs().get(program.left(angle)).name(), program.right(angle))
                : "";
    }

    /** The assignments that stand alone, in the order in which they can be made. */
    List<Integer> order() {
        return order;
    }

    String name(int k) {
        return names[k];
    }

    /** What an assignment is; other values are written as told. */
    String expression(int k, IntFunction<String> reference) {
        return operation(k, reference).text();
    }

    /** A component of an output. */
    String output(Program.Output output, int component, IntFunction<String> reference) {
        Text text = text(output.node(component), reference);
        return output.isNegative(component) ? "-" + text.within(ATOM) : text.text();
    }

    /** The assignments that stand alone and that this one, or an output, reads. */
    List<Integer> reads(int k, boolean isOutput) {
        List<Integer> reads = new ArrayList<>();
        gather(k, isOutput, reads);
        return reads;
    }

    private void gather(int k, boolean mayBeItself, List<Integer> reads) {
        if (mayBeItself && named[k]) {
            reads.add(k);
            return;
        }
        int operands = program.operation(k).operands();
        if (operands > 0) {
            gather(program.left(k), true, reads);
        }
        if (operands > 1) {
            gather(program.right(k), true, reads);
        }
    }

    /** The input vectors of which something is read. */
    boolean[] inputsRead() {
        boolean[] read = new boolean[program.inputs().size()];
        for (int k = 0; k < program.size(); k++) {
            if (program.operation(k) == Operation.INPUT) {
                read[program.left(k)] = true;
            }
        }
        return read;
    }

    boolean uses(Operation operation) {
        return Arrays.stream(operations()).anyMatch(used -> used == operation);
    }

    private Operation[] operations() {
        Operation[] all = new Operation[program.size()];
        Arrays.setAll(all, program::operation);
        return all;
    }

    private Text text(int k, IntFunction<String> reference) {
        return named[k] ? new Text(reference.apply(k), ATOM) : operation(k, reference);
    }

    private Text operation(int k, IntFunction<String> reference) {
        Operation operation = program.operation(k);
        if (operation == Operation.CONSTANT) {
            return new Text(Double.toString(program.value(k)), ATOM);
        }
        if (operation == Operation.INPUT) {
            return new Text(dialect.input(program.inputs().get(program.left(k)).name(), program.right(k)), ATOM);
        }
        Text left = text(program.left(k), reference);
        if (operation == Operation.NEGATE) {
            return new Text("-" + left.within(ATOM), PRODUCT);
        }
        if (operation.operands() == 1) {
            return new Text("%s(%s)".formatted(dialect.function(operation), left.text()), ATOM);
        }
        Text right = text(program.right(k), reference);
        return switch (operation) {
            case ADD -> new Text(left.within(SUM) + " + " + right.within(PRODUCT), SUM);
            case SUBTRACT -> new Text(left.within(SUM) + " - " + right.within(PRODUCT), SUM);
            case MULTIPLY -> new Text(left.within(PRODUCT) + " * " + right.within(ATOM), PRODUCT);
            case DIVIDE -> new Text(left.within(PRODUCT) + " / " + right.within(ATOM), PRODUCT);
            default -> throw new IllegalStateException("no operator for " + operation);
        };
    }
}
