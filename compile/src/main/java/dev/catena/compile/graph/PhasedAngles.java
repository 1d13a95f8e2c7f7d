package dev.catena.compile.graph;

import dev.catena.compile.graph.Program.Assignment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A program in which the pairs a cos q − b sin q and b cos q + a sin q with a² + b² = 1, which joints with an offset begin with, are
 * cosine and sine of a sum of angles. Of such an assignment, {@link Program#right} has the quarter turns of what is added to the
 * angle, and {@link Program#value} the rest of it.
 */
final class PhasedAngles {
    /** Factors are a cosine and a sine but for rounding. */
    private static final double ROUNDING = 1e-15;

    private static final double QUARTER_TURN = Math.PI / 2;

    private final Program program;

    /** By assignment: what it becomes, null where it stays. */
    private final @Nullable Assignment[] phased;

    /** a cosine + b sine of an angle. */
    private record Sum(int assignment, int angle, double a, double b) {}

    private PhasedAngles(Program program) {
        this.program = program;
        phased = new Assignment[program.size()];
        List<Sum> sums = new ArrayList<>();
        for (int k = 0; k < program.size(); k++) {
            if (program.operation(k) == Operation.ADD || program.operation(k) == Operation.SUBTRACT) {
                addSum(k, sums);
            }
        }
        for (int first = 0; first < sums.size(); first++) {
            for (Sum second : sums.subList(first + 1, sums.size())) {
                replace(sums.get(first), second);
            }
        }
    }

    static Program of(Program program) {
        return new PhasedAngles(program).rewritten();
    }

    /** Products of a number and a sine or cosine, all of them read once, and these twice: by the two sums of a pair. */
    private boolean isTerm(int k) {
        return program.operation(k) == Operation.MULTIPLY
                && program.uses(k) == 1
                && program.operation(program.left(k)) == Operation.CONSTANT
                && isTrigonometric(program.right(k))
                && program.uses(program.right(k)) == 2;
    }

    private boolean isTrigonometric(int k) {
        return program.operation(k) == Operation.SINE || program.operation(k) == Operation.COSINE;
    }

    private void addSum(int k, List<Sum> sums) {
        int left = program.left(k);
        int right = program.right(k);
        if (!isTerm(left) || !isTerm(right)) {
            return;
        }
        int first = program.right(left);
        int second = program.right(right);
        if (program.left(first) != program.left(second) || first == second) {
            return;
        }
        double ofFirst = program.value(program.left(left));
        double sign = program.operation(k) == Operation.SUBTRACT ? -1 : 1;
        double ofSecond = sign * program.value(program.left(right));
        boolean isCosineFirst = program.operation(first) == Operation.COSINE;
        Sum sum =
                new Sum(k, program.left(first), isCosineFirst ? ofFirst : ofSecond, isCosineFirst ? ofSecond : ofFirst);
        if (Math.abs(sum.a * sum.a + sum.b * sum.b - 1) <= ROUNDING) {
            sums.add(sum);
        }
    }

    private void replace(Sum x, Sum y) {
        if (x.angle == y.angle && y.a == -x.b && y.b == x.a) {
            setPhased(x, y, Math.atan2(y.a, y.b));
        } else if (x.angle == y.angle && y.a == x.b && y.b == -x.a) {
            setPhased(y, x, Math.atan2(x.a, x.b));
        }
    }

    private void setPhased(Sum cosine, Sum sine, double phase) {
        int quarters = (int) Math.rint(phase / QUARTER_TURN);
        // sine and cosine of what is left have the digits that a phase near half a turn has lost
        double s = quarters % 2 == 0 ? sine.a : sine.b;
        double c = quarters % 2 == 0 ? sine.b : sine.a;
        double rest = switch (quarters & 3) {
            case 0 -> Math.atan2(s, c);
            case 1 -> Math.atan2(-s, c);
            case 2 -> Math.atan2(-s, -c);
            default -> Math.atan2(s, -c);
        };
        phased[cosine.assignment] = new Assignment(Operation.COSINE, cosine.angle, quarters & 3, rest);
        phased[sine.assignment] = new Assignment(Operation.SINE, sine.angle, quarters & 3, rest);
    }

    /** The program without what nothing reads any more. */
    private Program rewritten() {
        boolean[] isLive = new boolean[program.size()];
        for (Program.Output output : program.outputs()) {
            for (int c = 0; c < output.length(); c++) {
                isLive[output.node(c)] = true;
            }
        }
        for (int k = isLive.length - 1; k >= 0; k--) {
            if (isLive[k]) {
                Assignment assignment = assignment(k);
                int operands = assignment.operation().operands();
                if (operands > 0) {
                    isLive[assignment.left()] = true;
                }
                if (operands > 1) {
                    isLive[assignment.right()] = true;
                }
            }
        }
        return renumbered(isLive);
    }

    private Assignment assignment(int k) {
        Assignment found = phased[k];
        return found != null
                ? found
                : new Assignment(program.operation(k), program.left(k), program.right(k), program.value(k));
    }

    private Program renumbered(boolean[] isLive) {
        int[] number = new int[program.size()];
        List<Assignment> assignments = new ArrayList<>();
        for (int k = 0; k < number.length; k++) {
            if (isLive[k]) {
                number[k] = assignments.size();
                Assignment old = assignment(k);
                int operands = old.operation().operands();
                assignments.add(new Assignment(
                        old.operation(),
                        operands > 0 ? number[old.left()] : old.left(),
                        operands > 1 ? number[old.right()] : old.right(),
                        old.value()));
            }
        }
        return new Program(
                program.inputs(),
                assignments,
                program.outputs().stream()
                        .map(output -> output.renumbered(number))
                        .toList());
    }
}
