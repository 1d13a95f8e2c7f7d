package dev.catena.compile.bytecode;

import dev.catena.compile.bytecode.FusedProgram.Instruction;
import dev.catena.compile.bytecode.FusedProgram.Kind;
import dev.catena.compile.bytecode.ProductSum.Product;
import dev.catena.compile.graph.Program;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A fused program one instruction after the other, each for many states in a loop. All programs share the loops, which
 * HotSpot has compiled sooner than vectorized code: faster than code for one state then (torques of the Panda 82 and 87 ns,
 * derivatives of a general chain of seven 680 and 1,080). Rounds as vectorized code does.
 */
final class StepByStep {
    /**
     * States that are done together: 256 rather than 128, since short loops are mostly beginning and end (derivatives of
     * a general chain of seven 715 → 678 ns a state with AVX-512), and not 512, which is no better.
     */
    private static final int ROOM = 256;

    /** An instruction and the columns that it reads and writes; sums of products have none of them. */
    private record Step(
            Kind kind,
            double[] a,
            double[] b,
            double[] result,
            double[] second,
            @Nullable ProductSum sum) {}

    /** A column that is copied from or to a component of a vector. */
    private record Port(double[] column, int vector, int component, boolean isNegative) {}

    private final double[] bounds;
    private final Step[] steps;
    private final Port[] inputs;
    private final Port[] outputs;
    private final double[] sums = new double[ROOM];
    private final FusedSineCosine sineCosine = new FusedSineCosine(ROOM);

    StepByStep(CheckedProgram checked, FusedProgram fused) {
        bounds = checked.bounds();
        Columns columns = new Columns(fused, checked.program());
        List<Step> made = new ArrayList<>();
        List<Port> read = new ArrayList<>();
        List<Instruction> instructions = fused.instructions();
        for (int k = 0; k < instructions.size(); k++) {
            Instruction instruction = instructions.get(k);
            switch (instruction.kind()) {
                case CONSTANT, COSINE -> {}
                case INPUT -> read.add(new Port(columns.hold(k), instruction.a(), instruction.b(), false));
                case MULTIPLY, MULTIPLY_ADD -> {
                    if (!columns.isTakenIn(k)) {
                        made.add(columns.sum(k, instruction));
                    }
                }
                default -> made.add(columns.step(k, instruction));
            }
        }
        addUnread(checked.program(), read);
        steps = made.toArray(Step[]::new);
        inputs = read.toArray(Port[]::new);
        outputs = outputs(checked, fused, columns);
    }

    /** Inputs that no instruction reads must be finite too. */
    private static void addUnread(Program program, List<Port> read) {
        for (int v = 0; v < program.inputs().size(); v++) {
            for (int c = 0; c < program.inputs().get(v).length(); c++) {
                int vector = v;
                int component = c;
                if (read.stream().noneMatch(port -> port.vector == vector && port.component == component)) {
                    read.add(new Port(new double[ROOM], v, c, false));
                }
            }
        }
    }

    private static Port[] outputs(CheckedProgram checked, FusedProgram fused, Columns columns) {
        List<Port> written = new ArrayList<>();
        List<Program.Output> all = checked.program().outputs();
        for (int v = 0; v < all.size(); v++) {
            for (int c = 0; c < all.get(v).length(); c++) {
                double[] column = columns.of(fused.valueOf(all.get(v).node(c)));
                written.add(new Port(column, checked.inputs() + v, c, all.get(v).isNegative(c)));
            }
        }
        return written.toArray(Port[]::new);
    }

    /** Gives values columns, which are used again where nobody reads a value any more; outputs keep theirs. */
    private static final class Columns {
        private final List<Instruction> instructions;
        private final double[][] column;
        private final int[] readers;

        /** By value: the last instruction that reads it, itself or through one that it takes in. */
        private final int[] lastReader;

        /** By value: the sum of products that takes it in, or −1. */
        private final int[] takenIn;

        private final Deque<double[]> free = new ArrayDeque<>();

        Columns(FusedProgram fused, Program program) {
            instructions = fused.instructions();
            int size = instructions.size();
            column = new double[size][];
            readers = new int[size];
            lastReader = new int[size];
            takenIn = new int[size];
            Arrays.fill(takenIn, -1);
            for (Program.Output output : program.outputs()) {
                for (int c = 0; c < output.length(); c++) {
                    lastReader[fused.valueOf(output.node(c))] = Integer.MAX_VALUE;
                }
            }
            countReaders();
            takeIn();
            findLastReaders();
        }

        private static int operands(Instruction instruction) {
            return instruction.kind() == Kind.INPUT ? 0 : instruction.kind().operands();
        }

        private void countReaders() {
            for (Instruction instruction : instructions) {
                for (int p = 0; p < operands(instruction); p++) {
                    readers[instruction.operand(p)]++;
                }
            }
        }

        /** A product or sum that nobody but the next sum reads is computed there, if it has taken in none itself. */
        private void takeIn() {
            boolean[] isFull = new boolean[instructions.size()];
            for (int k = 0; k < instructions.size(); k++) {
                int term = instructions.get(k).c();
                if (instructions.get(k).kind() != Kind.MULTIPLY_ADD || readers[term] > 1 || lastReader[term] > 0) {
                    continue;
                }
                Kind kind = instructions.get(term).kind();
                if ((kind == Kind.MULTIPLY || kind == Kind.MULTIPLY_ADD) && !isFull[term]) {
                    takenIn[term] = k;
                    isFull[k] = true;
                }
            }
        }

        private void findLastReaders() {
            for (int k = 0; k < instructions.size(); k++) {
                int reader = takenIn[k] < 0 ? k : takenIn[k];
                for (int p = 0; p < operands(instructions.get(k)); p++) {
                    int operand = instructions.get(k).operand(p);
                    lastReader[operand] = Math.max(lastReader[operand], reader);
                }
            }
        }

        boolean isTakenIn(int value) {
            return takenIn[value] >= 0;
        }

        /** The column of a value; a constant gets its own when it is first asked for. */
        double[] of(int value) {
            if (column[value] == null) {
                Arrays.fill(hold(value), instructions.get(value).value());
            }
            return column[value];
        }

        /** A column that stays that value's. */
        double[] hold(int value) {
            column[value] = new double[ROOM];
            lastReader[value] = Integer.MAX_VALUE;
            return column[value];
        }

        private double[] take(int value) {
            column[value] = free.isEmpty() ? new double[ROOM] : free.pop();
            return column[value];
        }

        /** Frees the columns of what an instruction reads, if it is the last. */
        private void release(Instruction instruction, int k) {
            for (int p = 0; p < operands(instruction); p++) {
                int operand = instruction.operand(p);
                if (lastReader[operand] == k && column[operand] != null) {
                    lastReader[operand] = -1;
                    free.push(column[operand]);
                }
            }
        }

        Step step(int k, Instruction instruction) {
            double[] result = take(k);
            double[] second = instruction.kind() == Kind.SINE ? take(k + 1) : result;
            double[] a = of(instruction.a());
            double[] b = operands(instruction) > 1 ? of(instruction.b()) : a;
            release(instruction, k);
            return new Step(instruction.kind(), a, b, result, second, null);
        }

        Step sum(int k, Instruction instruction) {
            double[] result = take(k);
            boolean isSum = instruction.kind() == Kind.MULTIPLY_ADD;
            Product last = product(instruction);
            ProductSum sum;
            if (isSum && takenIn[instruction.c()] == k) {
                Instruction term = instructions.get(instruction.c());
                double[] start = term.kind() == Kind.MULTIPLY_ADD ? of(term.c()) : null;
                sum = new ProductSum(start, product(term), last, result);
                release(term, k);
                lastReader[instruction.c()] = -1;
            } else {
                sum = new ProductSum(isSum ? of(instruction.c()) : null, last, null, result);
            }
            release(instruction, k);
            return new Step(instruction.kind(), result, result, result, result, sum);
        }

        private Product product(Instruction instruction) {
            Instruction a = instructions.get(instruction.a());
            Instruction b = instructions.get(instruction.b());
            if (a.kind() == Kind.CONSTANT) {
                return new Product(null, a.value(), of(instruction.b()));
            }
            if (b.kind() == Kind.CONSTANT) {
                return new Product(null, b.value(), of(instruction.a()));
            }
            return new Product(of(instruction.a()), 0, of(instruction.b()));
        }
    }

    /** As {@link BatchKernel#evaluate}, but among the states after the one that is returned nothing is known. */
    int evaluate(double[][] vectors, int stride, int from, int to) {
        for (int s = from; s < to; s += ROOM) {
            int count = Math.min(ROOM, to - s);
            run(vectors, stride, s, count);
            int suspicious = suspicious(count);
            if (suspicious < count) {
                return s + suspicious;
            }
        }
        return -1;
    }

    /** Evaluates up to {@value #ROOM} states. */
    private void run(double[][] vectors, int stride, int state, int count) {
        for (Port port : inputs) {
            System.arraycopy(vectors[port.vector], port.component * stride + state, port.column, 0, count);
        }
        for (Step step : steps) {
            run(step, count);
        }
        for (Port port : outputs) {
            if (port.vector < vectors.length) {
                write(port, vectors[port.vector], port.component * stride + state, count);
            }
        }
    }

    private static void write(Port port, double[] vector, int at, int count) {
        if (port.isNegative) {
            for (int k = 0; k < count; k++) {
                vector[at + k] = -port.column[k];
            }
        } else {
            System.arraycopy(port.column, 0, vector, at, count);
        }
    }

    private void run(Step step, int count) {
        if (step.sum != null) {
            step.sum.run(count);
            return;
        }
        switch (step.kind) {
            case ADD -> add(step.a, step.b, step.result, count);
            case SUBTRACT -> subtract(step.a, step.b, step.result, count);
            case NEGATE -> negate(step.a, step.result, count);
            case SINE -> sineCosine.set(step.a, step.result, step.second, count);
            default -> runRare(step, count);
        }
    }

    private static void add(double[] a, double[] b, double[] result, int count) {
        for (int k = 0; k < count; k++) {
            result[k] = a[k] + b[k];
        }
    }

    private static void subtract(double[] a, double[] b, double[] result, int count) {
        for (int k = 0; k < count; k++) {
            result[k] = a[k] - b[k];
        }
    }

    private static void negate(double[] a, double[] result, int count) {
        for (int k = 0; k < count; k++) {
            result[k] = -a[k];
        }
    }

    private static void runRare(Step step, int count) {
        double[] a = step.a;
        double[] result = step.result;
        for (int k = 0; k < count; k++) {
            result[k] = switch (step.kind) {
                case DIVIDE -> a[k] / step.b[k];
                case SQUARE_ROOT -> Math.sqrt(a[k]);
                case HYPERBOLIC_TANGENT -> Math.tanh(a[k]);
                case SIGN -> Math.signum(a[k]);
                default -> throw new IllegalArgumentException(step.kind + " is not done here");
            };
        }
    }

    /** The first state of those just done with something that may not be finite or out of its bounds, or their count. */
    private int suspicious(int count) {
        Arrays.fill(sums, 0, count, 0);
        for (Port port : inputs) {
            add(sums, port.column, sums, count);
        }
        int firstBound = outputs.length - bounds.length;
        for (int k = 0; k < firstBound; k++) {
            add(sums, outputs[k].column, sums, count);
        }
        int first = count;
        for (int s = count - 1; s >= 0; s--) {
            boolean suspicious = !(Math.abs(sums[s]) <= Double.MAX_VALUE);
            for (int c = 0; c < bounds.length; c++) {
                Port port = outputs[firstBound + c];
                double found = port.isNegative ? -port.column[s] : port.column[s];
                suspicious |= !(found > bounds[c]);
            }
            first = suspicious ? s : first;
        }
        return first;
    }

    /** As {@link BatchKernel#evaluateAlone}. */
    boolean evaluateAlone(double[][] vectors, int stride, int state) {
        run(vectors, stride, state, 1);
        boolean finite = true;
        for (Port port : outputs) {
            finite &= Math.abs(port.column[0]) <= Double.MAX_VALUE;
        }
        return finite;
    }
}
