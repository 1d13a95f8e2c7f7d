package dev.catena.compile.bytecode;

import dev.catena.compile.bytecode.FusedProgram.Instruction;
import dev.catena.compile.bytecode.FusedProgram.Kind;
import dev.catena.compile.graph.Program;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Which values are in registers, one local variable each. Where there are too many, the one goes that is used last,
 * [Belady]; an input is then loaded again, any other value is stored once.
 */
final class VectorRegisters {
    /** Vector registers that values may stay in, of 16; the others are for operands, results and sums. */
    private static final int FEW = 12;

    /**
     * Of the 32 that vectors of eight numbers have (torques of six general joints 17.2 → 15.0 ns a state); with 27 HotSpot stores some
     * itself, and they take 19.6.
     */
    private static final int MANY = 20;

    private static final int NEVER = Integer.MAX_VALUE;
    private static final int NONE = -1;

    private final List<Instruction> instructions;
    private final CheckedProgram checked;
    private final FusedProgram fused;
    private final ScratchLayout layout;

    /** By value: the instructions that read it, in order. */
    private final List<List<Integer>> readers = new ArrayList<>();

    /** By value: how many of them are done. */
    private final int[] done;

    /** By value: outputs that it is, as vector and component. */
    private final List<List<int[]>> outputs = new ArrayList<>();

    /** By register: the value that is in it, or NONE. */
    private final int[] content;

    /** By value: its register, or NONE. */
    private final int[] register;

    VectorRegisters(CheckedProgram checked, FusedProgram fused, ScratchLayout layout, int lanes) {
        this.checked = checked;
        this.fused = fused;
        this.layout = layout;
        instructions = fused.instructions();
        done = new int[instructions.size()];
        register = new int[instructions.size()];
        Arrays.fill(register, NONE);
        content = new int[lanes <= VectorSineCosine.LANES_WITH_FEW_REGISTERS ? FEW : MANY];
        Arrays.fill(content, NONE);
        for (int k = 0; k < instructions.size(); k++) {
            readers.add(new ArrayList<>());
            outputs.add(new ArrayList<>());
            Instruction instruction = instructions.get(k);
            for (int p = 0;
                    instruction.kind() != Kind.COSINE && p < instruction.kind().operands();
                    p++) {
                readers.get(instruction.operand(p)).add(k);
            }
        }
        Program program = checked.program();
        for (int v = 0; v < program.outputs().size(); v++) {
            for (int c = 0; c < program.outputs().get(v).length(); c++) {
                int node = program.outputs().get(v).node(c);
                if (Schedule.isComputed(program, node)) {
                    outputs.get(fused.valueOf(node)).add(new int[] {v, c});
                }
            }
        }
    }

    /** How many values are in registers. */
    int held() {
        return (int) Arrays.stream(content).filter(value -> value != NONE).count();
    }

    /** Computes a value and writes it where it is an output. */
    void compute(int k, VectorWriter code) {
        Instruction instruction = instructions.get(k);
        Kind kind = instruction.kind();
        pushOperands(instruction, code);
        if (kind == Kind.SINE) {
            layout.take(k, 2);
            code.angle(layout.place(k));
            code.sineCosines(layout.place(k), 1);
            writeTurn(k, code);
            return;
        }
        code.operate(kind);
        for (int[] output : outputs.get(k)) {
            code.duplicate();
            write(output, code);
        }
        if (nextUse(k) == NEVER) {
            code.drop();
        } else {
            keep(k, code);
        }
    }

    /**
     * Of a product that is added, a constant is the second factor: only that is an operand in memory to HotSpot, which loads the
     * first by an instruction of its own.
     */
    private void pushOperands(Instruction instruction, VectorWriter code) {
        if (instruction.kind() == Kind.MULTIPLY_ADD
                && instructions.get(instruction.a()).kind() == Kind.CONSTANT) {
            push(instruction.b(), code);
            push(instruction.a(), code);
            push(instruction.c(), code);
            return;
        }
        for (int p = 0; p < instruction.kind().operands(); p++) {
            push(instruction.operand(p), code);
        }
    }

    /** The sines that the program begins with, all of inputs. */
    List<Integer> firstSines() {
        List<Integer> sines = new ArrayList<>();
        for (int k = 0;
                k < instructions.size() && isInputOrSine(instructions.get(k).kind());
                k++) {
            if (instructions.get(k).kind() == Kind.SINE) {
                sines.add(k);
                layout.take(k, 2);
            }
        }
        return sines;
    }

    /** Brings the angle of one of the first sines to its place. */
    void setAngle(int sine, VectorWriter code) {
        int value = instructions.get(sine).a();
        done[value]++;
        code.angleOf(instructions.get(value).a(), instructions.get(value).b());
        code.angle(layout.place(sine));
    }

    /** Computes the first sines, whose angles are at their places, and the cosines. */
    void computeFirst(List<Integer> sines, VectorWriter code) {
        if (!sines.isEmpty()) {
            code.sineCosines(layout.place(sines.get(0)), sines.size());
        }
    }

    private static boolean isInputOrSine(Kind kind) {
        return kind == Kind.INPUT || kind == Kind.SINE || kind == Kind.COSINE;
    }

    /** Writes a sine and its cosine where they are outputs. */
    void writeTurn(int sine, VectorWriter code) {
        for (int part = sine; part < sine + 2; part++) {
            for (int[] output : outputs.get(part)) {
                code.load(layout.place(part));
                write(output, code);
            }
        }
    }

    /** Writes an output that is an input or a constant. */
    void writeOutput(int vector, int component, VectorWriter code) {
        int value = fused.valueOf(checked.program().outputs().get(vector).node(component));
        if (instructions.get(value).kind() == Kind.CONSTANT) {
            code.load(layout.place(value));
        } else {
            code.input(instructions.get(value).a(), instructions.get(value).b());
        }
        write(new int[] {vector, component}, code);
    }

    /** Stack: value →. */
    private void write(int[] output, VectorWriter code) {
        boolean isNegative = checked.program().outputs().get(output[0]).isNegative(output[1]);
        code.writeOutput(output[0], output[1], isNegative);
    }

    /** Stack: → value. */
    private void push(int value, VectorWriter code) {
        done[value]++;
        int next = nextUse(value);
        Instruction instruction = instructions.get(value);
        if (instruction.kind() == Kind.CONSTANT) {
            code.load(layout.place(value));
            return;
        }
        if (register[value] != NONE) {
            code.get(register[value]);
            if (next == NEVER) {
                content[register[value]] = NONE;
                register[value] = NONE;
            }
        } else {
            if (instruction.kind() == Kind.INPUT) {
                code.input(instruction.a(), instruction.b());
            } else {
                code.load(layout.place(value));
            }
            int worst = worst();
            if (next != NEVER && (content[worst] == NONE || nextUse(content[worst]) > next)) {
                code.duplicate();
                keep(value, code);
            }
        }
        if (next == NEVER && layout.place(value) >= 0 && instruction.kind() != Kind.INPUT) {
            layout.give(value);
        }
    }

    /** Stack: value →. */
    private void keep(int value, VectorWriter code) {
        int worst = worst();
        int old = content[worst];
        if (old != NONE) {
            if (nextUse(old) <= nextUse(value) && instructions.get(value).kind() != Kind.INPUT) {
                layout.take(value, 1);
                code.store(layout.place(value));
                return;
            }
            store(old, code);
            register[old] = NONE;
        }
        content[worst] = value;
        register[value] = worst;
        code.put(worst);
    }

    /** A register that is free, or else that of the value which is used last. */
    private int worst() {
        int worst = 0;
        for (int r = 0; r < content.length; r++) {
            if (content[r] == NONE) {
                return r;
            }
            if (nextUse(content[r]) > nextUse(content[worst])) {
                worst = r;
            }
        }
        return worst;
    }

    private int nextUse(int value) {
        return done[value] < readers.get(value).size() ? readers.get(value).get(done[value]) : NEVER;
    }

    /** Stores a value in a register, if it is not stored. */
    private void store(int value, VectorWriter code) {
        if (layout.place(value) < 0 && instructions.get(value).kind() != Kind.INPUT) {
            layout.take(value, 1);
            code.get(register[value]);
            code.store(layout.place(value));
        }
    }

    /** Stores all that is in registers, and forgets the registers. */
    void save(VectorWriter code) {
        for (int r = 0; r < content.length; r++) {
            if (content[r] != NONE) {
                store(content[r], code);
                register[content[r]] = NONE;
                content[r] = NONE;
            }
        }
    }
}
