package dev.catena.compile.bytecode;

import dev.catena.compile.bytecode.FusedProgram.Instruction;
import dev.catena.compile.bytecode.FusedProgram.Kind;
import dev.catena.compile.graph.Program;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * A fused program as a {@link FusedKernel}, in methods one after the other. In as few bytecodes as possible, since first calls are
 * interpreted: what is read once stays on the stack, and variables are used again, as beyond 255 they need longer ones.
 */
final class FusedCode {
    private static final String NAME = "dev/catena/compile/bytecode/Fused";
    private static final String KERNEL = "dev/catena/compile/bytecode/FusedKernel";
    private static final String MATH = "java/lang/Math";
    private static final String SIGNATURE = "([[DII)V";

    /**
     * Instructions in one method: what later ones read is stored and loaded again, which first calls, that are interpreted, wait for
     * (derivatives of 1,024 states of a general chain of seven 37 ms, with 150 instructions 44).
     */
    private static final int INSTRUCTIONS = 250;

    // parameters, variables of all methods, and the first of those for values
    private static final int VECTORS = 1;
    private static final int STRIDE = 2;
    private static final int STATE = 3;
    private static final int KEPT = 4;
    private static final int SUM = 5;
    private static final int FIRST_VARIABLE = 7;

    private static final int NONE = -1;

    /** Most values on the stack that wait for one another. */
    private static final int DEEPEST = 8;

    private final ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    private final CheckedProgram checked;
    private final FusedProgram fused;
    private final List<Instruction> instructions;

    /** By value: outputs that it is, as vector and component. */
    private final List<List<int[]>> outputs = new ArrayList<>();

    /** By value: the method that computes it, and the last one that reads it. */
    private final int[] computedIn;

    private final int[] lastReadIn;

    /** By value: whether it is computed on the stack where its only reader wants it. */
    private final boolean[] isInline;

    /** By value: how many readers are still to come in the method that is being written. */
    private final int[] readers;

    /** By value: where it is kept for later methods, or NONE. */
    private final int[] place;

    /** By value: its variable in the method that is being written, or NONE. */
    private final int[] variable;

    /** Variables of values that nobody reads any more. */
    private final Deque<Integer> free = new ArrayDeque<>();

    /** By input vector and component: whether it has been added to the sum. */
    private final boolean[][] summed;

    private int places;
    private int methods;

    /** Instructions of the methods up to the one that is being written. */
    private int counted;

    private int nextVariable;
    private MethodVisitor method;
    private CodeWriter code;

    FusedCode(CheckedProgram checked, FusedProgram fused) {
        this.checked = checked;
        this.fused = fused;
        instructions = fused.instructions();
        computedIn = new int[instructions.size()];
        lastReadIn = new int[instructions.size()];
        isInline = new boolean[instructions.size()];
        readers = new int[instructions.size()];
        place = new int[instructions.size()];
        variable = new int[instructions.size()];
        Arrays.fill(place, NONE);
        places = FusedKernel.FIRST_CHECKED + checked.bounds().length;
        summed = checked.program().inputs().stream()
                .map(input -> new boolean[input.length()])
                .toArray(boolean[][]::new);
        findOutputs();
        findReaders();
        findInline();
        writer.visit(Opcodes.V17, Opcodes.ACC_FINAL | Opcodes.ACC_SUPER, NAME, null, KERNEL, null);
        begin();
        writeInstructions();
        writeOthers();
        end();
        evaluate();
        constructor();
        writer.visitEnd();
    }

    /** The class file; its constructor has the parameters of {@link FusedKernel}'s. */
    byte[] classFile() {
        return writer.toByteArray();
    }

    /** How many numbers are kept. */
    int places() {
        return places;
    }

    private void findOutputs() {
        instructions.forEach(instruction -> outputs.add(new ArrayList<>()));
        List<Program.Output> all = checked.program().outputs();
        for (int v = 0; v < all.size(); v++) {
            for (int c = 0; c < all.get(v).length(); c++) {
                outputs.get(fused.valueOf(all.get(v).node(c))).add(new int[] {v, c});
            }
        }
    }

    private void findReaders() {
        int written = 0;
        for (int k = 0; k < instructions.size(); k++) {
            Instruction instruction = instructions.get(k);
            Kind kind = instruction.kind();
            computedIn[k] = written / INSTRUCTIONS;
            if (!isComputed(kind)) {
                continue;
            }
            written++;
            for (int p = 0; kind != Kind.COSINE && p < kind.operands(); p++) {
                lastReadIn[instruction.operand(p)] = computedIn[k];
            }
        }
    }

    /** Finds what one instruction or output of the same method reads, and nobody else. */
    private void findInline() {
        int[] all = new int[instructions.size()];
        int[] depth = new int[instructions.size()];
        for (int k = 0; k < all.length; k++) {
            countReaders(k, all);
        }
        for (int k = 0; k < all.length; k++) {
            Kind kind = instructions.get(k).kind();
            if (!isComputed(kind) || kind == Kind.COSINE) {
                continue;
            }
            for (int p = 0; p < kind.operands(); p++) {
                int operand = instructions.get(k).operand(p);
                if (isComputed(instructions.get(operand).kind())
                        && !isTurn(operand)
                        && all[operand] == 1
                        && computedIn[operand] == computedIn[k]
                        && depth[operand] < DEEPEST) {
                    isInline[operand] = true;
                    depth[k] = Math.max(depth[k], depth[operand] + 1);
                }
            }
            isInline[k] = !isTurn(k) && all[k] == 1 && outputs.get(k).size() == 1;
        }
    }

    private boolean isTurn(int k) {
        return instructions.get(k).kind() == Kind.SINE || instructions.get(k).kind() == Kind.COSINE;
    }

    /** Counts what an instruction reads, and the outputs that it is. */
    private void countReaders(int k, int[] counts) {
        Kind kind = instructions.get(k).kind();
        if (isComputed(kind)) {
            counts[k] += outputs.get(k).size();
            for (int p = 0; kind != Kind.COSINE && p < kind.operands(); p++) {
                counts[instructions.get(k).operand(p)]++;
            }
        }
    }

    private static boolean isComputed(Kind kind) {
        return kind != Kind.CONSTANT && kind != Kind.INPUT;
    }

    private void begin() {
        method = writer.visitMethod(Opcodes.ACC_PRIVATE, "segment" + methods++, SIGNATURE, null, null);
        method.visitCode();
        code = new CodeWriter(method);
        Arrays.fill(variable, NONE);
        Arrays.fill(readers, 0);
        for (; counted < instructions.size() && computedIn[counted] < methods; counted++) {
            countReaders(counted, readers);
        }
        free.clear();
        nextVariable = FIRST_VARIABLE;
        code.variable(Opcodes.ALOAD, 0);
        code.field(Opcodes.GETFIELD, NAME, "kept", "[D");
        code.variable(Opcodes.ASTORE, KEPT);
        if (methods == 1) {
            code.instruction(Opcodes.DCONST_0);
        } else {
            pushKept(FusedKernel.SUM);
        }
        code.variable(Opcodes.DSTORE, SUM);
    }

    private void end() {
        keep(SUM, FusedKernel.SUM);
        code.instruction(Opcodes.RETURN);
        finish(method);
    }

    private void cut() {
        end();
        begin();
    }

    private void writeInstructions() {
        for (int k = 0; k < instructions.size(); k++) {
            Kind kind = instructions.get(k).kind();
            if (!isComputed(kind)) {
                continue;
            }
            if (computedIn[k] >= methods) {
                cut();
            }
            if (kind == Kind.SINE) {
                turn(k);
            } else if (kind != Kind.COSINE && !isInline[k]) {
                compute(k);
            }
            for (int[] output : outputs.get(k)) {
                write(output, k);
            }
        }
    }

    /** Outputs that are inputs or constants, and inputs that nothing reads, which must be finite too. */
    private void writeOthers() {
        int written = 0;
        for (int k = 0; k < instructions.size(); k++) {
            for (int[] output : isComputed(instructions.get(k).kind()) ? List.<int[]>of() : outputs.get(k)) {
                if (written++ % INSTRUCTIONS == INSTRUCTIONS - 1) {
                    cut();
                }
                write(output, k);
            }
        }
        for (int v = 0; v < summed.length; v++) {
            for (int c = 0; c < summed[v].length; c++) {
                if (!summed[v][c]) {
                    pushInput(v, c);
                    code.instruction(Opcodes.POP2);
                }
            }
        }
    }

    /** Computes a value into a variable, or a place for later methods, or both. */
    private void compute(int k) {
        boolean isKept = lastReadIn[k] > computedIn[k];
        if (isKept) {
            place[k] = places++;
            code.variable(Opcodes.ALOAD, KEPT);
            code.constant(place[k]);
        }
        pushNew(k);
        if (isKept && readers[k] > 0) {
            code.instruction(Opcodes.DUP2);
        }
        if (!isKept || readers[k] > 0) {
            hold(k);
        }
        if (isKept) {
            code.instruction(Opcodes.DASTORE);
        }
    }

    /** Stack: → a value that is computed now. */
    private void pushNew(int k) {
        Instruction instruction = instructions.get(k);
        for (int p = 0; p < instruction.kind().operands(); p++) {
            push(instruction.operand(p));
        }
        operate(instruction.kind());
    }

    private void operate(Kind kind) {
        switch (kind) {
            case ADD -> code.instruction(Opcodes.DADD);
            case SUBTRACT -> code.instruction(Opcodes.DSUB);
            case MULTIPLY -> code.instruction(Opcodes.DMUL);
            case DIVIDE -> code.instruction(Opcodes.DDIV);
            case MULTIPLY_ADD -> code.fuse();
            case NEGATE -> code.instruction(Opcodes.DNEG);
            case SQUARE_ROOT -> code.call(Opcodes.INVOKESTATIC, MATH, "sqrt", "(D)D");
            case HYPERBOLIC_TANGENT -> code.call(Opcodes.INVOKESTATIC, MATH, "tanh", "(D)D");
            case SIGN -> code.call(Opcodes.INVOKESTATIC, MATH, "signum", "(D)D");
            case CONSTANT, INPUT, SINE, COSINE ->
                throw new IllegalArgumentException(kind + " is not an operation on the stack");
        }
    }

    /** A sine and its cosine go to places side by side. */
    private void turn(int sine) {
        place[sine] = places++;
        place[sine + 1] = places++;
        push(instructions.get(sine).a());
        code.variable(Opcodes.ALOAD, KEPT);
        code.constant(place[sine]);
        code.call(Opcodes.INVOKESTATIC, "dev/catena/compile/bytecode/FusedSineCosine", "setOne", "(D[DI)V");
    }

    /** Stack: → value, which has a variable from then on if it is read again. */
    private void push(int value) {
        Instruction instruction = instructions.get(value);
        if (instruction.kind() == Kind.CONSTANT) {
            code.constant(instruction.value());
            return;
        }
        if (isInline[value]) {
            pushNew(value);
            return;
        }
        readers[value]--;
        if (variable[value] != NONE) {
            code.variable(Opcodes.DLOAD, variable[value]);
            if (readers[value] == 0) {
                free.push(variable[value]);
                variable[value] = NONE;
            }
            return;
        }
        if (place[value] == NONE) {
            pushInput(instruction.a(), instruction.b());
        } else {
            pushKept(place[value]);
        }
        boolean isToKeep = place[value] == NONE && lastReadIn[value] >= methods;
        if (readers[value] > 0 || isToKeep) {
            code.instruction(Opcodes.DUP2);
            hold(value);
        }
        if (isToKeep) {
            place[value] = places++;
            keep(variable[value], place[value]);
        }
    }

    /** Stack: → the input, which is added to the sum when it comes first. */
    private void pushInput(int vector, int component) {
        pushAddress(vector, component);
        code.instruction(Opcodes.DALOAD);
        if (!summed[vector][component]) {
            summed[vector][component] = true;
            addToSum();
        }
    }

    /** Stack: → vector, component · stride + state. */
    private void pushAddress(int vector, int component) {
        code.variable(Opcodes.ALOAD, VECTORS);
        code.constant(vector);
        code.instruction(Opcodes.AALOAD);
        code.variable(Opcodes.ILOAD, STRIDE);
        code.constant(component);
        code.instruction(Opcodes.IMUL);
        code.variable(Opcodes.ILOAD, STATE);
        code.instruction(Opcodes.IADD);
    }

    /** Stack: value → value. */
    private void addToSum() {
        code.instruction(Opcodes.DUP2);
        code.variable(Opcodes.DLOAD, SUM);
        code.instruction(Opcodes.DADD);
        code.variable(Opcodes.DSTORE, SUM);
    }

    /** Stack: value →. */
    private void hold(int value) {
        if (free.isEmpty()) {
            free.push(nextVariable);
            nextVariable += 2;
        }
        variable[value] = free.pop();
        code.variable(Opcodes.DSTORE, variable[value]);
    }

    private void pushKept(int at) {
        code.variable(Opcodes.ALOAD, KEPT);
        code.constant(at);
        code.instruction(Opcodes.DALOAD);
    }

    private void keep(int fromVariable, int at) {
        code.variable(Opcodes.ALOAD, KEPT);
        code.constant(at);
        code.variable(Opcodes.DLOAD, fromVariable);
        code.instruction(Opcodes.DASTORE);
    }

    private void write(int[] output, int value) {
        boolean isChecked = output[0] >= checked.given().size();
        if (isChecked) {
            code.variable(Opcodes.ALOAD, KEPT);
            code.constant(FusedKernel.FIRST_CHECKED + output[1]);
        } else {
            pushAddress(checked.inputs() + output[0], output[1]);
        }
        push(value);
        if (checked.program().outputs().get(output[0]).isNegative(output[1])) {
            code.instruction(Opcodes.DNEG);
        }
        if (!isChecked) {
            addToSum();
        }
        code.instruction(Opcodes.DASTORE);
    }

    private void evaluate() {
        MethodVisitor all = writer.visitMethod(0, "evaluate", SIGNATURE, null, null);
        all.visitCode();
        for (int s = 0; s < methods; s++) {
            all.visitVarInsn(Opcodes.ALOAD, 0);
            all.visitVarInsn(Opcodes.ALOAD, VECTORS);
            all.visitVarInsn(Opcodes.ILOAD, STRIDE);
            all.visitVarInsn(Opcodes.ILOAD, STATE);
            all.visitMethodInsn(Opcodes.INVOKEVIRTUAL, NAME, "segment" + s, SIGNATURE, false);
        }
        all.visitInsn(Opcodes.RETURN);
        finish(all);
    }

    private void constructor() {
        MethodVisitor made = writer.visitMethod(0, "<init>", "([DI)V", null, null);
        made.visitCode();
        made.visitVarInsn(Opcodes.ALOAD, 0);
        made.visitVarInsn(Opcodes.ALOAD, 1);
        made.visitVarInsn(Opcodes.ILOAD, 2);
        made.visitMethodInsn(Opcodes.INVOKESPECIAL, KERNEL, "<init>", "([DI)V", false);
        made.visitInsn(Opcodes.RETURN);
        finish(made);
    }

    private static void finish(MethodVisitor written) {
        written.visitMaxs(0, 0);
        written.visitEnd();
    }
}
