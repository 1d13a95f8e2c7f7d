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

    private static final int[] NOTHING = {};

    private final Program program;

    /** By assignment: whether its negative is computed. */
    private final boolean[] isNegative;

    /** By assignment: whether it is a product that is one instruction with the sum it is a term of. */
    private final boolean[] isFusible;

    /** By assignment: whether it is a product with a constant, whose sign nobody sees but the sum it is a term of. */
    private final boolean[] isAdaptable;

    /** By assignment: what its negative costs where it is read or given. */
    private final int[] costOfNegative;

    /** By assignment whose sign may be chosen, empty for others: those that turn with it, and the sums that any of them has a part in. */
    private final int[][] turning;

    private final int[][] sums;

    private FusibleSigns(Program program, boolean withConstants) {
        this.program = program;
        int size = program.size();
        isNegative = new boolean[size];
        isFusible = new boolean[size];
        isAdaptable = new boolean[size];
        for (int k = 0; k < size; k++) {
            boolean isTerm = program.operation(k) == Operation.MULTIPLY && program.uses(k) == 1;
            isAdaptable[k] = isTerm && program.hasConstant(k);
            isFusible[k] = isTerm && (withConstants || !isAdaptable[k]);
        }
        int[][] readers = readers(program);
        costOfNegative = costOfNegative(readers);
        turning = new int[size][];
        sums = new int[size][];
        findWhatTurns(readers);
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

    private int[] costOfNegative(int[][] readers) {
        int[] cost = new int[readers.length];
        for (Program.Output output : program.outputs()) {
            for (int c = 0; c < output.length(); c++) {
                cost[output.node(c)] += output.isNegative(c) ? -1 : 1;
            }
        }
        for (int k = 0; k < cost.length; k++) {
            for (int reader : readers[k]) {
                boolean takesBoth =
                        isSum(reader) || isDerived(reader) || program.operation(reader) == Operation.MULTIPLY;
                cost[k] += takesBoth ? 0 : IMPOSSIBLE;
            }
        }
        return cost;
    }

    /** What an odd number of ways leads to turns; readers come after what they read. */
    private void findWhatTurns(int[][] readers) {
        int size = readers.length;
        boolean[] isOdd = new boolean[size];
        int[] reachedFrom = new int[size];
        int[] touchedFrom = new int[size];
        int[] waiting = new int[size];
        int[] turned = new int[size];
        int[] touched = new int[size];
        Arrays.fill(reachedFrom, -1);
        Arrays.fill(touchedFrom, -1);
        for (int root = 0; root < size; root++) {
            if (!isFree(root)) {
                turning[root] = NOTHING;
                sums[root] = NOTHING;
                continue;
            }
            int waitingCount = 0;
            int turnedCount = 0;
            int touchedCount = 0;
            if (isSum(root)) {
                touched[touchedCount++] = root;
            }
            isOdd[root] = true;
            waiting[waitingCount++] = root;
            while (waitingCount > 0) {
                int k = waiting[--waitingCount];
                if (isOdd[k]) {
                    turned[turnedCount++] = k;
                    // the last reader first, so that earlier ones wait behind it without being moved
                    for (int i = readers[k].length - 1; i >= 0; i--) {
                        int reader = readers[k][i];
                        if (isDerived(reader)) {
                            isOdd[reader] ^= true;
                            if (reachedFrom[reader] != root) {
                                reachedFrom[reader] = root;
                                insert(reader, waiting, waitingCount++);
                            }
                        } else if (isSum(reader) && touchedFrom[reader] != root) {
                            touchedFrom[reader] = root;
                            touched[touchedCount++] = reader;
                        }
                    }
                }
                isOdd[k] = false;
            }
            turning[root] = Arrays.copyOf(turned, turnedCount);
            sums[root] = Arrays.copyOf(touched, touchedCount);
        }
    }

    /** Puts an assignment among others that wait, the first of which is last. */
    private static void insert(int k, int[] waiting, int count) {
        int at = count;
        while (at > 0 && waiting[at - 1] < k) {
            waiting[at] = waiting[at - 1];
            at--;
        }
        waiting[at] = k;
    }

    /** By assignment: whether to compute its negative. */
    static boolean[] of(Program program, boolean withConstants) {
        FusibleSigns signs = new FusibleSigns(program, withConstants);
        boolean isBetter = true;
        for (int round = 0; round < ROUNDS && isBetter; round++) {
            isBetter = false;
            for (int k = program.size() - 1; k >= 0; k--) {
                isBetter |= signs.turnIfBetter(k);
            }
        }
        signs.adapt();
        return signs.isNegative;
    }

    private boolean turnIfBetter(int k) {
        int before = cost(k);
        turn(k);
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
                isNegative[left] ^= isAdaptable[left] && isLeftSubtracted(k);
                isNegative[right] ^= isAdaptable[right] && isRightSubtracted(k);
            }
        }
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
        for (int turned : turning[k]) {
            isNegative[turned] ^= true;
        }
    }

    /** Instructions of all sums that a sign has a part in, up to a constant. */
    private int cost(int k) {
        int cost = 0;
        for (int turned : turning[k]) {
            cost += isNegative[turned] ? costOfNegative[turned] : 0;
        }
        for (int sum : sums[k]) {
            cost += costOfSum(sum);
        }
        return cost;
    }

    /** Two if a product that could be fused is not, since it or the other term is subtracted. */
    private int costOfSum(int k) {
        int left = program.left(k);
        int right = program.right(k);
        boolean isLeftSubtracted = !isAdaptable[left] && isLeftSubtracted(k);
        boolean isRightSubtracted = !isAdaptable[right] && isRightSubtracted(k);
        if (isLeftSubtracted && isRightSubtracted) {
            return IMPOSSIBLE;
        }
        boolean hasProduct = isFusible[left] || isFusible[right];
        return hasProduct && (isLeftSubtracted || isRightSubtracted) ? 2 : 1;
    }

    private boolean isLeftSubtracted(int k) {
        return isNegative[k] != isNegative[program.left(k)];
    }

    private boolean isRightSubtracted(int k) {
        return (program.operation(k) == Operation.SUBTRACT) != (isNegative[k] != isNegative[program.right(k)]);
    }
}
