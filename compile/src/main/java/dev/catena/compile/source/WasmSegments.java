package dev.catena.compile.source;

import dev.catena.compile.graph.Operation;
import dev.catena.compile.graph.Program;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A program as functions of WebAssembly that are called one after the other, because engines allow 50,000 locals and
 * compile long functions slowly. What crosses from one to the next goes through memory. Operations are those of
 * {@link Program#evaluate}, in its order of operands.
 */
final class WasmSegments {
    /** Operations in one function. */
    static final int OPERATIONS = 1500;

    /** Deeper expressions get a local in between. */
    private static final int DEEPEST = 40;

    private static final int NONE = -1;

    /** Where the module has what the program needs. */
    @SuppressWarnings("ArrayRecordComponent")
    record Places(int[] inputs, int[] outputs, int scratch, int sineCosine, int tanh) {}

    private final Program program;
    private final Places places;
    private final int[] segment;
    private final int[] partner;
    private final boolean[] inline;
    private final int[] kept;
    private int keptCount;
    private int segments = 1;

    /** By assignment: its local in the function that is written now. */
    private final int[] local;

    private int locals;
    private WasmBytes code = new WasmBytes();

    WasmSegments(Program program, Places places) {
        this.program = program;
        this.places = places;
        segment = new int[program.size()];
        partner = new int[program.size()];
        inline = new boolean[program.size()];
        kept = new int[program.size()];
        local = new int[program.size()];
        Arrays.fill(partner, NONE);
        Arrays.fill(kept, NONE);
        findPartners();
        cut();
        choose();
    }

    /** How many numbers cross from one function to another. */
    int scratchNumbers() {
        return keptCount;
    }

    /** Sines and cosines of the same angle are computed together. */
    private void findPartners() {
        int[] first = new int[program.size()];
        Arrays.fill(first, NONE);
        for (int k = 0; k < program.size(); k++) {
            if (isTrigonometric(k)) {
                int other = first[program.left(k)];
                if (other != NONE) {
                    partner[k] = other;
                    partner[other] = k;
                }
                first[program.left(k)] = k;
            }
        }
    }

    private void cut() {
        int count = 0;
        for (int k = 0; k < program.size(); k++) {
            if (!isComputed(k)) {
                segment[k] = NONE;
            } else if (isSecondOfPair(k)) {
                segment[k] = segment[partner[k]];
            } else {
                if (count++ >= OPERATIONS) {
                    segments++;
                    count = 1;
                }
                segment[k] = segments - 1;
            }
        }
    }

    private void choose() {
        boolean[] crosses = new boolean[program.size()];
        for (int k = 0; k < program.size(); k++) {
            int operands = program.operation(k).operands();
            for (int operand = 0; operand < operands; operand++) {
                int x = operand == 0 ? program.left(k) : program.right(k);
                crosses[x] |= isComputed(x) && segment[x] != segment[k];
            }
        }
        boolean[] isOutput = new boolean[program.size()];
        for (Program.Output output : program.outputs()) {
            for (int c = 0; c < output.length(); c++) {
                isOutput[output.node(c)] = true;
            }
        }
        int[] depth = new int[program.size()];
        for (int k = 0; k < program.size(); k++) {
            if (isComputed(k)) {
                depth[k] = 1 + Math.max(depth(program.left(k), depth), depth(program.right(k), depth));
                inline[k] = program.uses(k) == 1
                        && !isOutput[k]
                        && !crosses[k]
                        && !isTrigonometric(k)
                        && depth[k] < DEEPEST;
                if (crosses[k]) {
                    kept[k] = keptCount++;
                }
            }
        }
    }

    private int depth(int operand, int[] depth) {
        return isComputed(operand) && inline[operand] ? depth[operand] : 0;
    }

    private boolean isComputed(int k) {
        return program.operation(k).operands() > 0;
    }

    private boolean isTrigonometric(int k) {
        return program.operation(k) == Operation.SINE || program.operation(k) == Operation.COSINE;
    }

    private boolean isSecondOfPair(int k) {
        return partner[k] != NONE && partner[k] < k;
    }

    /** The bodies of the functions, to be called in this order. */
    List<WasmBytes> bodies() {
        List<List<int[]>> outputsOf = outputsByAssignment();
        List<WasmBytes> bodies = new ArrayList<>();
        int k = 0;
        for (int s = 0; s < segments; s++) {
            begin();
            for (; k < program.size() && segment[k] <= s; k++) {
                if (isComputed(k) && !inline[k] && !isSecondOfPair(k)) {
                    assign(k);
                    write(k, outputsOf);
                    if (partner[k] != NONE) {
                        write(partner[k], outputsOf);
                    }
                }
            }
            bodies.add(end());
        }
        bodies.addAll(others(outputsOf));
        return bodies;
    }

    /** Outputs that are constants or inputs. */
    private List<WasmBytes> others(List<List<int[]>> outputsOf) {
        begin();
        for (int k = 0; k < program.size(); k++) {
            if (!isComputed(k)) {
                for (int[] place : outputsOf.get(k)) {
                    code.integer(0);
                    push(k);
                    storeOutput(place);
                }
            }
        }
        return code.size() == 0 ? List.of() : List.of(end());
    }

    /** By assignment: vector and component of the outputs that it is. */
    private List<List<int[]>> outputsByAssignment() {
        List<List<int[]>> places = new ArrayList<>();
        for (int k = 0; k < program.size(); k++) {
            places.add(List.of());
        }
        for (int v = 0; v < program.outputs().size(); v++) {
            Program.Output output = program.outputs().get(v);
            for (int c = 0; c < output.length(); c++) {
                List<int[]> all = new ArrayList<>(places.get(output.node(c)));
                all.add(new int[] {v, c});
                places.set(output.node(c), all);
            }
        }
        return places;
    }

    private void begin() {
        code = new WasmBytes();
        locals = 0;
        Arrays.fill(local, NONE);
    }

    private WasmBytes end() {
        WasmBytes body = new WasmBytes();
        if (locals == 0) {
            body.number(0);
        } else {
            body.number(1).number(locals).put(WasmBytes.F64);
        }
        return body.put(code).put(WasmBytes.END);
    }

    /** Computes an assignment into its local; a sine with its cosine. */
    private void assign(int k) {
        if (!isTrigonometric(k)) {
            evaluate(k);
            local[k] = locals++;
            code.set(local[k]);
            return;
        }
        push(program.left(k));
        code.call(places.sineCosine);
        boolean isSine = program.operation(k) == Operation.SINE;
        take(isSine ? partner[k] : k);
        take(isSine ? k : partner[k]);
    }

    private void take(int k) {
        if (k == NONE) {
            code.put(WasmBytes.DROP);
        } else {
            local[k] = locals++;
            code.set(local[k]);
        }
    }

    /** What was computed goes where others read it. */
    private void write(int k, List<List<int[]>> outputsOf) {
        if (kept[k] != NONE) {
            code.integer(0).get(local[k]).store(address(kept[k]));
        }
        for (int[] place : outputsOf.get(k)) {
            code.integer(0).get(local[k]);
            storeOutput(place);
        }
    }

    private void storeOutput(int[] place) {
        if (program.outputs().get(place[0]).isNegative(place[1])) {
            code.put(WasmBytes.F64_NEG);
        }
        code.store(places.outputs[place[0]] + Double.BYTES * place[1]);
    }

    private int address(int keptNumber) {
        return places.scratch + Double.BYTES * keptNumber;
    }

    /** Stack: → a value. */
    private void push(int k) {
        if (program.operation(k) == Operation.CONSTANT) {
            code.constant(program.value(k));
        } else if (local[k] != NONE) {
            code.get(local[k]);
        } else if (program.operation(k) == Operation.INPUT) {
            code.load(places.inputs[program.left(k)] + Double.BYTES * program.right(k));
            local[k] = locals++;
            code.tee(local[k]);
        } else if (inline[k]) {
            evaluate(k);
        } else {
            code.load(address(kept[k]));
            local[k] = locals++;
            code.tee(local[k]);
        }
    }

    /** Stack: → the result of an operation. */
    private void evaluate(int k) {
        Operation operation = program.operation(k);
        push(program.left(k));
        if (operation.operands() > 1) {
            push(program.right(k));
        }
        switch (operation) {
            case ADD -> code.put(WasmBytes.F64_ADD);
            case SUBTRACT -> code.put(WasmBytes.F64_SUB);
            case MULTIPLY -> code.put(WasmBytes.F64_MUL);
            case DIVIDE -> code.put(WasmBytes.F64_DIV);
            case NEGATE -> code.put(WasmBytes.F64_NEG);
            case SQUARE_ROOT -> code.put(WasmBytes.F64_SQRT);
            case HYPERBOLIC_TANGENT -> code.call(places.tanh);
            case SIGN -> sign();
            case CONSTANT, INPUT, SINE, COSINE ->
                throw new IllegalArgumentException(operation + " is not an operation on the stack");
        }
    }

    /** Stack: x → ±1 with the sign of x, or x itself where that is zero or no number. */
    private void sign() {
        int x = locals++;
        code.set(x).constant(1).get(x).put(WasmBytes.F64_COPYSIGN).get(x);
        code.get(x).put(WasmBytes.F64_ABS).constant(0).put(WasmBytes.F64_GT, WasmBytes.SELECT);
    }
}
