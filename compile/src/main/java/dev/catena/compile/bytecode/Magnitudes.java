package dev.catena.compile.bytecode;

import dev.catena.compile.graph.Operation;
import dev.catena.compile.graph.Program;
import java.util.Arrays;

/**
 * How large the numbers of a program can get if its inputs are no larger than {@link #LARGEST}. Inputs of which only
 * sines and cosines are taken may have any size.
 */
final class Magnitudes {
    /** Far beyond what moves, and its powers still far from overflow. */
    static final double LARGEST = 1e30;

    /** Vectors that are longer are looked at in loops. */
    static final int LONGEST = 36;

    /** Bounds are rounded as the numbers are, and there may be many operations. */
    private static final double OVERFLOW = 1e300;

    private final Program program;
    private final boolean[] isBounded;
    private boolean overflows;

    Magnitudes(Program program) {
        this.program = program;
        isBounded = new boolean[program.size()];
        double[] bound = new double[program.size()];
        for (int k = 0; k < bound.length; k++) {
            bound[k] = bound(k, bound);
            overflows |= !(bound[k] <= OVERFLOW);
            if (!Schedule.isTrigonometric(program, k)) {
                for (int operand = 0; operand < program.operation(k).operands(); operand++) {
                    isBounded[operand == 0 ? program.left(k) : program.right(k)] = true;
                }
            }
        }
        for (Program.Output output : program.outputs()) {
            for (int c = 0; c < output.length(); c++) {
                isBounded[output.node(c)] = true;
            }
        }
    }

    private double bound(int k, double[] bound) {
        int left = program.left(k);
        int right = program.right(k);
        return switch (program.operation(k)) {
            case CONSTANT -> Math.abs(program.value(k));
            case INPUT -> LARGEST;
            case ADD, SUBTRACT -> bound[left] + bound[right];
            case MULTIPLY -> bound[left] * bound[right];
            case DIVIDE -> Double.POSITIVE_INFINITY;
            case NEGATE -> bound[left];
            case SQUARE_ROOT -> Math.sqrt(bound[left]);
            case SINE, COSINE, HYPERBOLIC_TANGENT, SIGN -> 1;
        };
    }

    /** Whether something can overflow although all inputs are within their bounds. */
    boolean canOverflow() {
        return overflows;
    }

    /** By component of an input vector: whether it may have any size; where results can overflow anyway, all may. */
    boolean[] mayBeLarge(int vector) {
        boolean[] large = new boolean[program.inputs().get(vector).length()];
        Arrays.fill(large, true);
        if (overflows) {
            return large;
        }
        for (int k = 0; k < program.size(); k++) {
            if (program.operation(k) == Operation.INPUT && program.left(k) == vector) {
                large[program.right(k)] = !isBounded[k];
            }
        }
        return large;
    }

    /** By component of an input vector: whether only its sine and cosine are taken; of long vectors this is not said. */
    boolean[] isAngle(int vector) {
        boolean[] angle = new boolean[program.inputs().get(vector).length()];
        for (int k = 0; k < program.size(); k++) {
            if (isAngleOfInput(k) && program.left(k) == vector) {
                angle[program.right(k)] = true;
            }
        }
        return angle;
    }

    /** Whether an assignment is a component of which {@link #isAngle} says so. */
    boolean isAngleOfInput(int k) {
        return program.operation(k) == Operation.INPUT
                && !isBounded[k]
                && program.inputs().get(program.left(k)).length() <= LONGEST;
    }
}
