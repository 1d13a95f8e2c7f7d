package dev.catena.compile.graph;

import java.util.Arrays;

/**
 * A program some of whose values are negatives of another's, so that more products are added and fewer are subtracted: a b + c is
 * one instruction, c − a b is two to HotSpot. Signs of sums, and of products with constants, are turned one by one as long as
 * that saves instructions. Where each operation is rounded, numbers stay the same to the last bit.
 */
final class FusibleSigns {
    private static final int ROUNDS = 6;

    /** More than any gain: −a − b is no sum, and roots and sines want their operand as it is. */
    private static final int IMPOSSIBLE = 1_000_000;

    private final Program program;
    private final boolean withConstants;

    /** By assignment: whether its negative is computed. */
    private final boolean[] isNegative;

    /** By assignment: who reads it. */
    private final int[][] readers;

    /** By assignment: how many outputs it is, less those that are its negative. */
    private final int[] outputs;

    /** By assignment: the last question in which its cost was counted. */
    private final int[] counted;

    private int question;

    private FusibleSigns(Program program, boolean withConstants) {
        this.program = program;
        this.withConstants = withConstants;
        int size = program.size();
        isNegative = new boolean[size];
        counted = new int[size];
        outputs = new int[size];
        for (Program.Output output : program.outputs()) {
            for (int c = 0; c < output.length(); c++) {
                outputs[output.node(c)] += output.isNegative(c) ? -1 : 1;
            }
        }
        readers = readers(program);
    }

    private static int[][] readers(Program program) {
        int[] count = new int[program.size()];
        int[][] readers = new int[program.size()][];
        Arrays.setAll(readers, k -> new int[program.uses(k)]);
        for (int k = 0; k < readers.length; k++) {
            for (int which = 0; which < program.operation(k).operands(); which++) {
                int operand = which == 0 ? program.left(k) : program.right(k);
                readers[operand][count[operand]++] = k;
            }
        }
        Arrays.setAll(readers, k -> Arrays.copyOf(readers[k], count[k]));
        return readers;
    }

    /** By assignment: whether to compute its negative. */
    static boolean[] of(Program program, boolean withConstants) {
        FusibleSigns signs = new FusibleSigns(program, withConstants);
        boolean isBetter = true;
        for (int round = 0; round < ROUNDS && isBetter; round++) {
            isBetter = false;
            for (int k = program.size() - 1; k >= 0; k--) {
                isBetter |= signs.isFree(k) && signs.turnIfBetter(k);
            }
        }
        signs.adapt();
        return signs.isNegative;
    }

    private boolean turnIfBetter(int k) {
        question++;
        int before = cost(k);
        turn(k);
        question++;
        boolean isBetter = cost(k) < before;
        if (!isBetter) {
            turn(k);
        }
        return isBetter;
    }

    /** Constants take the sign that the sum needs. */
    private void adapt() {
        for (int k = 0; k < isNegative.length; k++) {
            if (isSum(k)) {
                int left = program.left(k);
                int right = program.right(k);
                isNegative[left] ^= isAdaptable(left) && isLeftSubtracted(k);
                isNegative[right] ^= isAdaptable(right) && isRightSubtracted(k);
            }
        }
    }

    /** Whether a term is a product with a constant, whose sign nobody else sees. */
    private boolean isAdaptable(int k) {
        return program.operation(k) == Operation.MULTIPLY && program.uses(k) == 1 && program.hasConstant(k);
    }

    private boolean isFusible(int k) {
        return program.operation(k) == Operation.MULTIPLY
                && program.uses(k) == 1
                && (withConstants || !program.hasConstant(k));
    }

    private boolean isSum(int k) {
        return program.operation(k) == Operation.ADD || program.operation(k) == Operation.SUBTRACT;
    }

    private boolean isFree(int k) {
        return isSum(k) || (program.operation(k) == Operation.MULTIPLY && program.hasConstant(k));
    }

    /** Whether a value has the sign that its operands give it. */
    private boolean isDerived(int k) {
        return program.operation(k) == Operation.DIVIDE
                || (program.operation(k) == Operation.MULTIPLY && !program.hasConstant(k));
    }

    /** Turns a value and those whose sign follows from it. */
    private void turn(int k) {
        isNegative[k] ^= true;
        for (int reader : readers[k]) {
            if (isDerived(reader)) {
                turn(reader);
            }
        }
    }

    /** Instructions of all sums that a sign has a part in, up to a constant. */
    private int cost(int k) {
        int cost = costOfSum(k) + (isNegative[k] ? outputs[k] : 0);
        for (int reader : readers[k]) {
            if (isDerived(reader)) {
                cost += cost(reader);
            } else if (isSum(reader)) {
                cost += costOfSum(reader);
            } else if (program.operation(reader) != Operation.MULTIPLY && isNegative[k]) {
                cost += IMPOSSIBLE;
            }
        }
        return cost;
    }

    /** Two if a product that could be fused is not, since it or the other term is subtracted. */
    private int costOfSum(int k) {
        if (!isSum(k) || counted[k] == question) {
            return 0;
        }
        counted[k] = question;
        boolean isLeftSubtracted = !isAdaptable(program.left(k)) && isLeftSubtracted(k);
        boolean isRightSubtracted = !isAdaptable(program.right(k)) && isRightSubtracted(k);
        if (isLeftSubtracted && isRightSubtracted) {
            return IMPOSSIBLE;
        }
        boolean hasProduct = isFusible(program.left(k)) || isFusible(program.right(k));
        return hasProduct && (isLeftSubtracted || isRightSubtracted) ? 2 : 1;
    }

    private boolean isLeftSubtracted(int k) {
        return isNegative[k] != isNegative[program.left(k)];
    }

    private boolean isRightSubtracted(int k) {
        return (program.operation(k) == Operation.SUBTRACT) != (isNegative[k] != isNegative[program.right(k)]);
    }
}
