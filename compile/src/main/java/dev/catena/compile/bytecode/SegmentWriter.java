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

    /** Whether a b + c is one instruction. */
    abstract boolean canFuse();

    /** Stack: angle →; the sine and the cosine go to variables. */
    abstract void sineAndCosine(int sineVariable, int cosineVariable);

    /** Writes a component of an output, negated or not. */
    abstract void writeOutput(int vector, int component, int k, boolean negative);

    /** Writes the whole segment but for the end of the method; gives the size in bytes. */
    final int write() {
        for (int k = 0; k < program.size(); k++) {
            if (Schedule.isComputed(program, k) && schedule.segment[k] == number && !schedule.isInline[k]) {
                compute(k);
            }
        }
        for (int v = 0; v < program.outputs().size(); v++) {
            Program.Output output = program.outputs().get(v);
            for (int c = 0; c < output.length(); c++) {
                if (schedule.segmentOfOutput(output.node(c)) == number) {
                    writeOutput(v, c, output.node(c), output.isNegative(c));
                }
            }
        }
        return code.size();
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
        if (variable[k] != NONE || (other >= 0 && other < k)) {
            return;
        }
        push(program.left(k));
        int one = newVariable();
        int two = newVariable();
        boolean isSine = program.operation(k) == Operation.SINE;
        sineAndCosine(isSine ? one : two, isSine ? two : one);
        variable[k] = one;
        keepIfNeeded(k);
        if (other >= 0) {
            variable[other] = two;
            keepIfNeeded(other);
        } else {
            free.push(two);
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
        } else if (Schedule.isComputed(program, k) && schedule.segment[k] == number) {
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
        boolean isSum = operation == Operation.ADD || operation == Operation.SUBTRACT;
        if (isSum && canFuse() && isFusible(right)) {
            fusedWithRight(operation, left, right);
        } else if (isSum && canFuse() && isFusible(left)) {
            fusedWithLeft(operation, left, right);
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
        return program.operation(k) == Operation.MULTIPLY && schedule.isInline[k] && schedule.segment[k] == number;
    }

    /** left ± a b. */
    private void fusedWithRight(Operation operation, int left, int right) {
        reads[right]--;
        push(program.left(right));
        if (operation == Operation.SUBTRACT) {
            operate(Operation.NEGATE);
        }
        push(program.right(right));
        push(left);
        fuse();
    }

    /** a b ± right. */
    private void fusedWithLeft(Operation operation, int left, int right) {
        reads[left]--;
        push(program.left(left));
        push(program.right(left));
        push(right);
        if (operation == Operation.SUBTRACT) {
            operate(Operation.NEGATE);
        }
        fuse();
    }
}
