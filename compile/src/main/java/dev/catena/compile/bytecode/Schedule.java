package dev.catena.compile.bytecode;

import dev.catena.compile.graph.Operation;
import dev.catena.compile.graph.Program;
import java.util.Arrays;

/** A program cut into segments, and which of its values are worth a variable. */
final class Schedule {
    /** Deeper expressions get variables in between. */
    private static final int DEEPEST = 10;

    /** Operations that a sine with its cosine counts for: 30 of a table, 60 without. */
    private static final int COST_OF_SINE = 20;

    final Program program;

    private int segments = 1;

    /** How many segments there are. */
    int segments() {
        return segments;
    }

    /** By assignment: the segment that computes it; that of its first use for inputs and constants. */
    final int[] segment;

    /** By assignment: whether it is computed where it is used, which is once, in the same segment. */
    final boolean[] isInline;

    /** By assignment: whether a later segment reads it. */
    final boolean[] crosses;

    /** By assignment that is a sine or cosine: the other of the same angle, or −1. */
    final int[] partner;

    /** By output vector and component: the segment that writes it. */
    final int[][] outputSegment;

    /** By segment: what it computes, in order. */
    private int[][] members = {};

    /** By assignment: the last segment that reads it. */
    final int[] lastReader;

    private Schedule(Program program) {
        this.program = program;
        int size = program.size();
        segment = new int[size];
        isInline = new boolean[size];
        crosses = new boolean[size];
        partner = partners(program);
        lastReader = new int[size];
        outputSegment = new int[program.outputs().size()][];
    }

    /** Segments of about so many operations, a sine with its cosine counting for many. */
    static Schedule byOperations(Program program, int operations) {
        Schedule schedule = new Schedule(program);
        schedule.cut(operations);
        schedule.placeOutputs(operations);
        schedule.gatherMembers();
        schedule.chooseVariables();
        return schedule;
    }

    private static int[] partners(Program program) {
        int[] sine = new int[program.size()];
        int[] cosine = new int[program.size()];
        int[] partner = new int[program.size()];
        Arrays.fill(sine, -1);
        Arrays.fill(cosine, -1);
        Arrays.fill(partner, -1);
        for (int k = 0; k < program.size(); k++) {
            if (isTrigonometric(program, k)) {
                boolean isSine = program.operation(k) == Operation.SINE;
                int angle = program.left(k);
                (isSine ? sine : cosine)[angle] = k;
                if (sine[angle] >= 0 && cosine[angle] >= 0) {
                    partner[sine[angle]] = cosine[angle];
                    partner[cosine[angle]] = sine[angle];
                }
            }
        }
        return partner;
    }

    static boolean isTrigonometric(Program program, int k) {
        return program.operation(k) == Operation.SINE || program.operation(k) == Operation.COSINE;
    }

    /** Whether an assignment is neither a constant nor an input. */
    static boolean isComputed(Program program, int k) {
        return program.operation(k).operands() > 0;
    }

    /** Into as few segments as there can be, all about as long. */
    private void cut(int most) {
        int total = 0;
        for (int k = 0; k < program.size(); k++) {
            total += isComputed(program, k) ? cost(k) : 0;
        }
        int operations = total / (total / most + 1) + 1;
        int current = 0;
        int cost = 0;
        for (int k = 0; k < program.size(); k++) {
            if (isComputed(program, k)) {
                if (isSecondOfPair(k)) {
                    segment[k] = segment[partner[k]];
                    continue;
                }
                cost += cost(k);
                if (cost > operations) {
                    current++;
                    cost = 1;
                }
                segment[k] = current;
            }
        }
        segments = current + 1;
    }

    private int cost(int k) {
        return isSecondOfPair(k) ? 0 : isTrigonometric(program, k) ? COST_OF_SINE : 1;
    }

    private boolean isSecondOfPair(int k) {
        return partner[k] >= 0 && partner[k] < k;
    }

    private void gatherMembers() {
        int[] counts = new int[segments];
        for (int k = 0; k < program.size(); k++) {
            counts[segment[k]] += isComputed(program, k) ? 1 : 0;
        }
        members = new int[segments][];
        Arrays.setAll(members, s -> new int[counts[s]]);
        for (int k = program.size() - 1; k >= 0; k--) {
            if (isComputed(program, k)) {
                members[segment[k]][--counts[segment[k]]] = k;
            }
        }
    }

    /** The assignments that a segment computes, in order. */
    int[] members(int number) {
        return members[number];
    }

    private void chooseVariables() {
        int[] reader = new int[program.size()];
        int[] depth = new int[program.size()];
        for (int k = 0; k < program.size(); k++) {
            int operands = program.operation(k).operands();
            if (operands > 0) {
                reader[program.left(k)] = k;
                noteReader(program.left(k), segment[k]);
            }
            if (operands > 1) {
                reader[program.right(k)] = k;
                noteReader(program.right(k), segment[k]);
            }
        }
        boolean[] isOutput = new boolean[program.size()];
        for (Program.Output output : program.outputs()) {
            for (int c = 0; c < output.length(); c++) {
                isOutput[output.node(c)] = true;
            }
        }
        for (int k = 0; k < program.size(); k++) {
            if (isComputed(program, k)) {
                crosses[k] = lastReader[k] > segment[k];
                int inner = inlineDepth(program.left(k), depth);
                if (program.operation(k).operands() > 1) {
                    inner = Math.max(inner, inlineDepth(program.right(k), depth));
                }
                depth[k] = 1 + inner;
                isInline[k] = !isOutput[k]
                        && program.uses(k) == 1
                        && segment[reader[k]] == segment[k]
                        && !isTrigonometric(program, k)
                        && !isTrigonometric(program, reader[k])
                        && depth[k] < DEEPEST;
            }
        }
    }

    private int inlineDepth(int operand, int[] depth) {
        return isComputed(program, operand) && isInline[operand] ? depth[operand] : 0;
    }

    private void noteReader(int operand, int inSegment) {
        lastReader[operand] = Math.max(lastReader[operand], inSegment);
    }

    /** How often a segment reads a value, its own outputs included. */
    int[] readsIn(int number) {
        int[] reads = new int[program.size()];
        for (int k : members[number]) {
            if (!isSecondOfPair(k)) {
                reads[program.left(k)]++;
                if (program.operation(k).operands() > 1) {
                    reads[program.right(k)]++;
                }
            }
        }
        for (int v = 0; v < outputSegment.length; v++) {
            for (int c = 0; c < outputSegment[v].length; c++) {
                if (outputSegment[v][c] == number) {
                    reads[program.outputs().get(v).node(c)]++;
                }
            }
        }
        return reads;
    }

    /** Outputs are written where they are computed; constants and inputs in segments of their own at the end. */
    private void placeOutputs(int size) {
        int others = 0;
        int first = segments;
        for (int v = 0; v < outputSegment.length; v++) {
            Program.Output output = program.outputs().get(v);
            outputSegment[v] = new int[output.length()];
            for (int c = 0; c < output.length(); c++) {
                boolean isOther = !isComputed(program, output.node(c));
                outputSegment[v][c] = isOther ? first + others++ / size : segment[output.node(c)];
                segments = Math.max(segments, outputSegment[v][c] + 1);
            }
        }
    }
}
