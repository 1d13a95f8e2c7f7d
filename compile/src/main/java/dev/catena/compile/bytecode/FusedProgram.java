package dev.catena.compile.bytecode;

import dev.catena.compile.graph.Operation;
import dev.catena.compile.graph.Program;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A program for several states at once: products that are used once are fused with the sum or difference they are used in,
 * and sines come with their cosines. What is fused depends on the program alone, so that all code made of it rounds alike.
 *
 * <p>Instruction k computes value k from values a, b and c; a sine's value is followed by that of its cosine.
 */
final class FusedProgram {
    /** What an instruction does. */
    enum Kind {
        CONSTANT(0),
        INPUT(0),
        ADD(2),
        SUBTRACT(2),
        MULTIPLY(2),
        DIVIDE(2),
        /** a b + c, rounded once. */
        MULTIPLY_ADD(3),
        NEGATE(1),
        SQUARE_ROOT(1),
        HYPERBOLIC_TANGENT(1),
        SIGN(1),
        SINE(1),
        /** Of the sine before it, whose instruction computes both. */
        COSINE(1);

        private final int operands;

        Kind(int operands) {
            this.operands = operands;
        }

        int operands() {
            return operands;
        }
    }

    /** One instruction; of an input, {@code a} is the vector and {@code b} the component. */
    record Instruction(Kind kind, int a, int b, int c, double value) {
        int operand(int k) {
            return k == 0 ? a : k == 1 ? b : c;
        }
    }

    private final Program program;
    private final List<Instruction> instructions = new ArrayList<>();

    /** By assignment of the program: its value here, or −1. */
    private final int[] value;

    private final Map<Double, Integer> constants = new HashMap<>();
    private final Map<Integer, Integer> negatives = new HashMap<>();
    private final Map<Integer, Integer> sines = new HashMap<>();

    /** By assignment: in how many fused differences its negative is wanted. */
    private final int[] wanted;

    /** In the order of the program. */
    FusedProgram(Program program) {
        this(program, false);
    }

    /** @param sinesFirst whether sines of inputs come first, all together; the results are the same */
    FusedProgram(Program program, boolean sinesFirst) {
        this.program = program;
        value = new int[program.size()];
        wanted = new int[program.size()];
        Arrays.fill(value, -1);
        for (int k = 0; k < program.size(); k++) {
            countWanted(k);
        }
        boolean[] isFused = new boolean[program.size()];
        for (int k = 0; k < program.size(); k++) {
            if (product(k) >= 0) {
                isFused[product(k)] = true;
            }
        }
        for (int k = 0; k < program.size(); k++) {
            if (sinesFirst
                    && Schedule.isTrigonometric(program, k)
                    && program.operation(program.left(k)) == Operation.INPUT) {
                addSineOfInput(program.left(k));
            }
        }
        for (int k = 0; k < program.size(); k++) {
            if (!isFused[k] && value[k] < 0) {
                value[k] = add(k);
            }
        }
    }

    List<Instruction> instructions() {
        return instructions;
    }

    /** The value of an assignment that is an output. */
    int valueOf(int assignment) {
        return value[assignment];
    }

    private boolean isProduct(int k) {
        return program.operation(k) == Operation.MULTIPLY && program.uses(k) == 1;
    }

    private boolean isConstant(int k) {
        return program.operation(k) == Operation.CONSTANT;
    }

    /** A difference l − a b is (−a) b + l, and a b − r is a b + (−r): a negative that several share costs less than it saves. */
    private void countWanted(int k) {
        if (program.operation(k) != Operation.SUBTRACT) {
            return;
        }
        int left = program.left(k);
        int right = program.right(k);
        if (isProduct(right)) {
            wanted[program.left(right)]++;
            wanted[program.right(right)]++;
        } else if (isProduct(left)) {
            wanted[right]++;
        }
    }

    private boolean isCheaplyNegated(int k) {
        return isConstant(k) || wanted[k] > 1;
    }

    /** The product that a sum or difference takes in, or −1. */
    private int product(int k) {
        int left = program.left(k);
        int right = program.right(k);
        if (program.operation(k) == Operation.ADD) {
            return isProduct(right) ? right : isProduct(left) ? left : -1;
        }
        if (program.operation(k) == Operation.SUBTRACT) {
            if (isProduct(right) && (isCheaplyNegated(program.left(right)) || isCheaplyNegated(program.right(right)))) {
                return right;
            }
            return isProduct(left) && isCheaplyNegated(right) ? left : -1;
        }
        return -1;
    }

    private int add(int k) {
        int left = program.left(k);
        int right = program.right(k);
        int product = product(k);
        if (product >= 0) {
            return addFused(k, product, product == left ? right : left);
        }
        return switch (program.operation(k)) {
            case CONSTANT -> constant(program.value(k));
            case INPUT -> add(Kind.INPUT, left, right, -1);
            case ADD -> add(Kind.ADD, value[left], value[right], -1);
            case SUBTRACT -> add(Kind.SUBTRACT, value[left], value[right], -1);
            case MULTIPLY -> add(Kind.MULTIPLY, value[left], value[right], -1);
            case DIVIDE -> add(Kind.DIVIDE, value[left], value[right], -1);
            case NEGATE -> add(Kind.NEGATE, value[left], -1, -1);
            case SQUARE_ROOT -> add(Kind.SQUARE_ROOT, value[left], -1, -1);
            case HYPERBOLIC_TANGENT -> add(Kind.HYPERBOLIC_TANGENT, value[left], -1, -1);
            case SIGN -> add(Kind.SIGN, value[left], -1, -1);
            case SINE -> sine(value[left]);
            case COSINE -> sine(value[left]) + 1;
        };
    }

    /** The sum or difference k of a product a b and a term t: t + a b, t − a b or a b − t. */
    private int addFused(int k, int product, int term) {
        int a = program.left(product);
        int b = program.right(product);
        if (program.operation(k) == Operation.ADD) {
            return add(Kind.MULTIPLY_ADD, value[a], value[b], value[term]);
        }
        if (product == program.left(k)) {
            return add(Kind.MULTIPLY_ADD, value[a], value[b], negative(term));
        }
        boolean negateFirst = isConstant(a) || (!isConstant(b) && wanted[a] >= wanted[b]);
        return negateFirst
                ? add(Kind.MULTIPLY_ADD, negative(a), value[b], value[term])
                : add(Kind.MULTIPLY_ADD, value[a], negative(b), value[term]);
    }

    private int negative(int k) {
        return isConstant(k)
                ? constant(-program.value(k))
                : negatives.computeIfAbsent(value[k], positive -> add(Kind.NEGATE, positive, -1, -1));
    }

    private int constant(double number) {
        return constants.computeIfAbsent(number, x -> {
            instructions.add(new Instruction(Kind.CONSTANT, -1, -1, -1, x));
            return instructions.size() - 1;
        });
    }

    private int sine(int angle) {
        return sines.computeIfAbsent(angle, x -> {
            int sine = add(Kind.SINE, x, -1, -1);
            int unused = add(Kind.COSINE, x, -1, -1);
            return sine;
        });
    }

    private void addSineOfInput(int input) {
        if (value[input] < 0) {
            value[input] = add(input);
            int unused = sine(value[input]);
        }
    }

    private int add(Kind kind, int a, int b, int c) {
        instructions.add(new Instruction(kind, a, b, c, 0));
        return instructions.size() - 1;
    }
}
