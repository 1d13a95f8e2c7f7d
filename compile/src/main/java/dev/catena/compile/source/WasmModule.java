package dev.catena.compile.source;

import dev.catena.compile.Check;
import dev.catena.compile.CompiledFunction;
import dev.catena.compile.graph.InputVector;
import dev.catena.compile.graph.Operation;
import dev.catena.compile.graph.Program;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Quantities of one robot as a module of WebAssembly, [WebAssembly]: one memory, in which every vector has its place, and
 * one function without arguments for each quantity, which reads and writes there. Inputs of the same name are one vector
 * for all functions. Results are those of {@link CompiledFunction} bit by bit.
 *
 * <p>A function returns {@link #DONE}, {@link #INPUT_NOT_FINITE}, {@link #RESULT_NOT_FINITE}, or {@link #NO_ANSWER} plus
 * the number of one of {@link #complaints}. The module imports {@code math.reduced} (an angle without its full
 * turns, asked beyond 500,000 only) and {@code math.tanh} where it has sines or smoothed friction.
 */
public final class WasmModule {
    public static final int DONE = 0;
    public static final int INPUT_NOT_FINITE = 1;
    public static final int RESULT_NOT_FINITE = 2;
    public static final int NO_ANSWER = 3;

    private static final int PAGE = 65_536;

    // numbers of function types
    private static final int RETURNING = 0;
    private static final int PLAIN = 1;
    private static final int PAIR = 2;
    private static final int MAP = 3;
    private static final int CHECK = 4;

    /**
     * A vector in the memory.
     *
     * @param offset of its first number, in bytes
     * @param length how many numbers it has
     */
    public record Vector(String name, int offset, int length) {}

    /** A function of the module: its name, what it reads and what it writes. */
    public record Function(String name, List<Vector> inputs, List<Vector> outputs) {
        public Function {
            inputs = List.copyOf(inputs);
            outputs = List.copyOf(outputs);
        }
    }

    private static final String BASE = "base";

    private final Map<String, Vector> inputs = new LinkedHashMap<>();
    private final List<Function> functions = new ArrayList<>();
    private final List<String> complaints = new ArrayList<>();
    private final List<String> imports = new ArrayList<>();
    private final List<Integer> types = new ArrayList<>();
    private final List<WasmBytes> bodies = new ArrayList<>();
    private final WasmBytes exports = new WasmBytes();
    private final byte[] bytes;
    private int memory;
    private int exportCount;

    private WasmModule(Map<String, CompiledFunction> named) {
        List<CompiledFunction> quantities = List.copyOf(named.values());
        for (CompiledFunction quantity : quantities) {
            for (InputVector input : quantity.program().inputs()) {
                Vector known = inputs.get(input.name());
                if (known == null) {
                    inputs.put(input.name(), place(input.name(), longest(quantities, input)));
                } else if (known.length() != input.length() && !input.name().equals(BASE)) {
                    throw new IllegalArgumentException(
                            "functions of different robots: %s has %s numbers for one and %s for another"
                                    .formatted(input.name(), known.length(), input.length()));
                }
            }
        }
        boolean hasSines = quantities.stream().anyMatch(f -> uses(f.program(), Operation.SINE, Operation.COSINE));
        boolean hasTanh = quantities.stream().anyMatch(f -> uses(f.program(), Operation.HYPERBOLIC_TANGENT));
        int reduced = hasSines ? imported("reduced") : 0;
        int tanh = hasTanh ? imported("tanh") : 0;
        int sineCosine = hasSines ? add(PAIR, WasmSineCosine.body(reduced)) : 0;
        int finite = add(CHECK, finite());
        named.forEach((name, quantity) -> add(name, quantity, sineCosine, tanh, finite));
        export("memory", 2, 0);
        bytes = module();
    }

    /** A module of some functions, all of one robot and of different quantities, after which they are named. */
    public static WasmModule of(List<CompiledFunction> quantities) {
        Map<String, CompiledFunction> named = new LinkedHashMap<>();
        quantities.forEach(quantity -> named.put(quantity.quantity().key(), quantity));
        if (named.size() < quantities.size()) {
            throw new IllegalArgumentException("a quantity is there twice: " + named.keySet());
        }
        return of(named);
    }

    /** A module of some functions by name, of robots with the same joints. */
    public static WasmModule of(Map<String, CompiledFunction> named) {
        return new WasmModule(new LinkedHashMap<>(named));
    }

    /** The module as a file would have it. */
    public byte[] bytes() {
        return bytes.clone();
    }

    public List<Function> functions() {
        return List.copyOf(functions);
    }

    /** What functions complain of where they have no answer: a joint that feels no inertia, loops that are not closed. */
    public List<String> complaints() {
        return List.copyOf(complaints);
    }

    private int complaint(String text) {
        if (!complaints.contains(text)) {
            complaints.add(text);
        }
        return complaints.indexOf(text);
    }

    /** Names of the functions that it takes from the module {@code math}: of {@code reduced} and {@code tanh} what is needed. */
    public List<String> imports() {
        return List.copyOf(imports);
    }

    /** Of the base, functions read a pose and a velocity, or accelerations and jerks behind them too. */
    private static int longest(List<CompiledFunction> quantities, InputVector input) {
        return !input.name().equals(BASE)
                ? input.length()
                : quantities.stream()
                        .flatMap(quantity -> quantity.program().inputs().stream())
                        .filter(other -> other.name().equals(BASE))
                        .mapToInt(InputVector::length)
                        .max()
                        .orElseThrow();
    }

    private static boolean uses(Program program, Operation... operations) {
        List<Operation> wanted = List.of(operations);
        for (int k = 0; k < program.size(); k++) {
            if (wanted.contains(program.operation(k))) {
                return true;
            }
        }
        return false;
    }

    private Vector place(String name, int length) {
        Vector vector = new Vector(name, memory, length);
        memory += Double.BYTES * length;
        return vector;
    }

    private int imported(String name) {
        imports.add(name);
        return imports.size() - 1;
    }

    private int add(int type, WasmBytes body) {
        types.add(type);
        bodies.add(body);
        return imports.size() + bodies.size() - 1;
    }

    private void export(String name, int kind, int number) {
        exports.text(name).put(kind).number(number);
        exportCount++;
    }

    private void add(String name, CompiledFunction quantity, int sineCosine, int tanh, int finite) {
        Program program = quantity.program();
        List<Vector> read = program.inputs().stream()
                .map(input -> new Vector(
                        input.name(),
                        Objects.requireNonNull(inputs.get(input.name())).offset(),
                        input.length()))
                .toList();
        List<Vector> written = program.outputs().stream()
                .map(output -> place(output.name(), output.length()))
                .toList();
        WasmSegments segments = new WasmSegments(
                program,
                new WasmSegments.Places(
                        read.stream().mapToInt(Vector::offset).toArray(),
                        written.stream().mapToInt(Vector::offset).toArray(),
                        memory,
                        sineCosine,
                        tanh));
        memory += Double.BYTES * segments.scratchNumbers();
        List<Integer> parts = new ArrayList<>();
        segments.bodies().forEach(body -> parts.add(add(PLAIN, body)));
        int outputs = quantity.outputs().size();
        WasmBytes body = new WasmBytes().number(0);
        read.forEach(vector -> check(body, vector, finite, INPUT_NOT_FINITE));
        parts.forEach(body::call);
        List<Check> checks = quantity.checks();
        for (int k = 0; k < checks.size(); k++) {
            body.load(written.get(outputs).offset() + Double.BYTES * k);
            body.constant(checks.get(k).least()).put(WasmBytes.F64_GT, WasmBytes.I32_EQZ);
            returnIf(body, NO_ANSWER + complaint(checks.get(k).complaint()));
        }
        written.subList(0, outputs).forEach(vector -> check(body, vector, finite, RESULT_NOT_FINITE));
        body.integer(DONE).put(WasmBytes.END);
        export(name, 0, add(RETURNING, body));
        functions.add(new Function(name, read, written.subList(0, outputs)));
    }

    private static void check(WasmBytes body, Vector vector, int finite, int status) {
        body.integer(vector.offset()).integer(vector.offset() + Double.BYTES * vector.length());
        body.call(finite).put(WasmBytes.I32_EQZ);
        returnIf(body, status);
    }

    private static void returnIf(WasmBytes body, int status) {
        body.put(WasmBytes.IF, WasmBytes.NOTHING)
                .integer(status)
                .put(WasmBytes.RETURN)
                .put(WasmBytes.END);
    }

    /** Whether all numbers from one address to another are finite: the sum of their products with zero is zero. */
    private static WasmBytes finite() {
        int loop = 0x03;
        int branchIf = 0x0d;
        int lessThan = 0x48;
        int plus = 0x6a;
        int sum = 2;
        WasmBytes body = new WasmBytes().number(1).number(1).put(WasmBytes.F64);
        body.get(0).get(1).put(lessThan).put(WasmBytes.IF, WasmBytes.NOTHING).put(loop, WasmBytes.NOTHING);
        body.get(sum).get(0).put(WasmBytes.F64_LOAD).number(3).number(0).constant(0);
        body.put(WasmBytes.F64_MUL, WasmBytes.F64_ADD).set(sum);
        body.get(0).integer(Double.BYTES).put(plus).tee(0).get(1).put(lessThan);
        body.put(branchIf).number(0).put(WasmBytes.END).put(WasmBytes.END);
        return body.get(sum).constant(0).put(WasmBytes.F64_EQ).put(WasmBytes.END);
    }

    private byte[] module() {
        WasmBytes module = new WasmBytes().put(0, 'a', 's', 'm', 1, 0, 0, 0);
        WasmBytes signatures = new WasmBytes().number(5);
        signatures.put(0x60).number(0).number(1).put(WasmBytes.I32);
        signatures.put(0x60).number(0).number(0);
        signatures.put(0x60).number(1).put(WasmBytes.F64).number(2).put(WasmBytes.F64, WasmBytes.F64);
        signatures.put(0x60).number(1).put(WasmBytes.F64).number(1).put(WasmBytes.F64);
        signatures
                .put(0x60)
                .number(2)
                .put(WasmBytes.I32, WasmBytes.I32)
                .number(1)
                .put(WasmBytes.I32);
        section(module, 1, signatures);
        WasmBytes imported = new WasmBytes().number(imports.size());
        imports.forEach(name -> imported.text("math").text(name).put(0).number(MAP));
        section(module, 2, imported);
        WasmBytes declared = new WasmBytes().number(types.size());
        types.forEach(declared::number);
        section(module, 3, declared);
        section(module, 5, new WasmBytes().number(1).put(0).number((memory + PAGE - 1) / PAGE));
        section(module, 7, new WasmBytes().number(exportCount).put(exports));
        WasmBytes code = new WasmBytes().number(bodies.size());
        bodies.forEach(code::sized);
        section(module, 10, code);
        return module.toArray();
    }

    private static void section(WasmBytes module, int number, WasmBytes content) {
        module.put(number).sized(content);
    }
}
