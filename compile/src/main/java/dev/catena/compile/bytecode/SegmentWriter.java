package dev.catena.compile.bytecode;

import dev.catena.compile.graph.Operation;
import dev.catena.compile.graph.Program;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.objectweb.asm.MethodVisitor;

/**
 * Writes one segment of a schedule as one method. What a number is on the operand stack, a double or a vector of them,
 * is the subclass's affair.
 */
abstract class SegmentWriter {
    /** HotSpot compiles no method larger than this. */
    static final int LARGEST = 8000;

    /** Operations between two ends of blocks: 16 to 25 do about as well. */
    private static final int BLOCK = 20;

    private static final int NONE = -1;

    final Schedule schedule;
    final Program program;
    final CodeWriter code;
    private final int number;

    /** How often a value has still to be read. */
    private final int[] reads;

    /** The variable of a value, or NONE. */
    private final int[] variable;

    private final Deque<Integer> free = new ArrayDeque<>();
    private int nextVariable;

    SegmentWriter(Schedule schedule, int number, MethodVisitor method, int firstVariable) {
        this.schedule = schedule;
        this.number = number;
        program = schedule.program;
        code = new CodeWriter(method);
        reads = schedule.readsIn(number);
        variable = new int[program.size()];
        Arrays.fill(variable, NONE);
        nextVariable = firstVariable;
    }

    /** Width of a variable in slots. */
    abstract int variableWidth();

    /** Stack: → the constant. */
    abstract void pushConstant(double value);

    /** Stack: → the input. */
    abstract void pushInput(int vector, int component);

    /** Stack: → what an earlier segment kept. */
    abstract void pushKept(int k);

    /** Keeps the value of a variable for later segments. */
    abstract void keep(int k, int fromVariable);

    abstract void pushVariable(int slot);

    /** Stack: value →. */
    abstract void popVariable(int slot);

    /** Stack: operands → result, for everything but sine and cosine. */
    abstract void operate(Operation operation);

    /** Stack: value, constant factor already known → product. */
    abstract void multiplyBy(double factor);

    /** Stack: a, b, c → a b + c. */
    abstract void fuse();

    /** Whether a product is to be one instruction with the sum it is a term of. */
    abstract boolean canFuse(int product);

    /** Stack: angle →; computes two values, one of which may be −1 for not needed. */
    abstract void sineAndCosine(int sine, int cosine);

    /**
     * Ends a block that HotSpot orders instructions in. In a longer one it does first what waits for nothing, loads above all,
     * and then has no registers left for the values.
     *
     * @param number counts the ends of a segment
     */
    abstract void endBlock(int number);

    /** Whether a value of this segment has been kept without a variable. */
    abstract boolean isKept(int k);

    /** Writes a component of an output, negated or not. */
    abstract void writeOutput(int vector, int component, int k, boolean negative);

    /** Writes the whole segment but for the end of the method. */
    final void write() {
        int inBlock = 0;
        int blocks = 0;
        for (int k : schedule.members(number)) {
            inBlock++;
            if (!schedule.isInline[k]) {
                compute(k);
                if (inBlock >= BLOCK) {
                    inBlock = 0;
                    endBlock(++blocks);
                }
            }
        }
        for (int v = 0; v < program.outputs().size(); v++) {
            Program.Output output = program.outputs().get(v);
            for (int c = 0; c < output.length(); c++) {
                if (schedule.outputSegment[v][c] == number) {
                    writeOutput(v, c, output.node(c), output.isNegative(c));
                }
            }
        }
    }

    private void compute(int k) {
        if (Schedule.isTrigonometric(program, k)) {
            computeAngle(k);
        } else {
            evaluate(k);
            variable[k] = newVariable();
            popVariable(variable[k]);
            keepIfNeeded(k);
        }
    }

    private void computeAngle(int k) {
        int other = schedule.partner[k];
        if (other >= 0 && other < k) {
            return;
        }
        boolean isSine = program.operation(k) == Operation.SINE;
        push(program.left(k));
        sineAndCosine(isSine ? k : other, isSine ? other : k);
    }

    /** Gives a value a variable that holds it already. */
    final void settle(int k, int slot) {
        if (k >= 0) {
            variable[k] = slot;
            keepIfNeeded(k);
        } else {
            free.push(slot);
        }
    }

    private void keepIfNeeded(int k) {
        if (schedule.crosses[k]) {
            keep(k, variable[k]);
        }
        if (reads[k] == 0) {
            free.push(variable[k]);
        }
    }

    final int newVariable() {
        if (!free.isEmpty()) {
            return free.pop();
        }
        int slot = nextVariable;
        nextVariable += variableWidth();
        return slot;
    }

    final void release(int... slots) {
        for (int slot : slots) {
            free.push(slot);
        }
    }

    /** Stack: → the value of an assignment, computed here if it has no variable. */
    final void push(int k) {
        if (program.operation(k) == Operation.CONSTANT) {
            pushConstant(program.value(k));
            return;
        }
        reads[k]--;
        if (variable[k] != NONE) {
            pushVariable(variable[k]);
            if (reads[k] == 0) {
                free.push(variable[k]);
            }
        } else if (Schedule.isComputed(program, k) && schedule.segment[k] == number && !isKept(k)) {
            evaluate(k);
        } else {
            pushFromOutside(k);
        }
    }

    private void pushFromOutside(int k) {
        if (program.operation(k) == Operation.INPUT) {
            pushInput(program.left(k), program.right(k));
        } else {
            pushKept(k);
        }
        if (reads[k] > 0) {
            variable[k] = newVariable();
            popVariable(variable[k]);
            pushVariable(variable[k]);
        }
    }

    /** Stack: → the result of an operation. */
    private void evaluate(int k) {
        int left = program.left(k);
        int right = program.right(k);
        Operation operation = program.operation(k);
        if (operation == Operation.ADD && isFusible(right)) {
            fused(right, left);
        } else if (operation == Operation.ADD && isFusible(left)) {
            fused(left, right);
        } else if (program.isDoubling(k)) {
            push(right);
            multiplyBy(2);
        } else if (operation == Operation.MULTIPLY && program.operation(left) == Operation.CONSTANT) {
            push(right);
            multiplyBy(program.value(left));
        } else {
            push(left);
            if (operation.operands() > 1) {
                push(right);
            }
            operate(operation);
        }
    }

    /** Whether a value is a product that is computed where it is used. */
    private boolean isFusible(int k) {
        return program.operation(k) == Operation.MULTIPLY
                && schedule.isInline[k]
                && schedule.segment[k] == number
                && canFuse(k);
    }

    /** a b + term. */
    private void fused(int product, int term) {
        reads[product]--;
        push(program.left(product));
        push(program.right(product));
        push(term);
        fuse();
    }
}
