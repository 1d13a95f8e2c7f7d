package dev.catena.compile.bytecode;

import dev.catena.compile.bytecode.FusedProgram.Instruction;
import dev.catena.compile.bytecode.FusedProgram.Kind;
import dev.catena.compile.graph.Program;
import java.util.Arrays;
import java.util.List;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * A program as a class whose {@code block} does as many states as a vector has lanes, in methods one after the other.
 * Values that do not fit into registers are stored in the scratch array and loaded again where they are used: left to
 * HotSpot, as many again would be.
 */
final class VectorCode {
    static final String NAME = "dev/catena/compile/bytecode/Vectors";
    private static final String SIGNATURE = "([[DIII)V";

    /**
     * Most calls of the Vector API in one method, since values that cross a cut are stored and loaded again: with 250 torques of six
     * general joints take 13.2 instead of 12.0 ns a state, their accelerations 25.0 instead of 22.7. With 500 accelerations of the Panda are slower again, and
     * HotSpot compiles no method with 1,000. Its first compiler takes in all that the API's methods consist of and runs out of registers at
     * about 170; its second does not.
     */
    static final int LONG = 400;

    /**
     * For the first method, during which the API itself is compiled, and all that comes if long ones fail: if HotSpot is
     * busy, its first compiler is asked for code without counters, and there is no way on from that.
     */
    static final int SHORT = 130;

    /** Variables of parameters. */
    private static final int STATE = 3;

    private static final int FROM = 4;

    private static final String PROGRAM = "Ldev/catena/compile/bytecode/CheckedProgram;";

    private final ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    private final CheckedProgram checked;
    private final FusedProgram fused;
    private final ScratchLayout layout;
    private final VectorRegisters registers;
    private final int lanes;
    private final int mostCalls;
    private int segments;

    /** The last place of the scratch array, which is known when all has been written once. */
    private final int highest;

    /** By input vector and component: whether some segment adds it to the sums. */
    private final boolean[][] summed;

    /** @param mostCalls of the Vector API in one method but the first */
    VectorCode(CheckedProgram checked, FusedProgram fused, int lanes, int mostCalls) {
        this(checked, fused, lanes, mostCalls, new VectorCode(checked, fused, lanes, mostCalls, 1).slots() - 1);
    }

    private VectorCode(CheckedProgram checked, FusedProgram fused, int lanes, int mostCalls, int highest) {
        this.highest = highest;
        this.checked = checked;
        this.mostCalls = mostCalls;
        this.lanes = lanes;
        this.fused = fused;
        layout = new ScratchLayout(checked, fused);
        registers = new VectorRegisters(checked, fused, layout, lanes);
        summed = checked.program().inputs().stream()
                .map(input -> new boolean[input.length()])
                .toArray(boolean[][]::new);
        writer.visit(Opcodes.V17, Opcodes.ACC_FINAL | Opcodes.ACC_SUPER, NAME, null, VectorWriter.KERNEL, null);
        VectorSineCosine.write(writer, lanes, layout.firstConstant());
        writeSegments();
        block();
        pair();
        segment();
        constructor();
        writer.visitEnd();
    }

    /** The class file; its constructor has the parameters of {@link VectorKernel}'s. */
    byte[] classFile() {
        return writer.toByteArray();
    }

    /** How many places the scratch array has. */
    int slots() {
        return layout.slots();
    }

    /** What the scratch array holds from the beginning. */
    double[] constants() {
        return ScratchLayout.constants(fused);
    }

    private void writeSegments() {
        List<Instruction> instructions = fused.instructions();
        List<Integer> sines = registers.firstSines();
        VectorWriter code = begin();
        for (int sine : sines) {
            code = withRoom(code, 0);
            registers.setAngle(sine, code);
        }
        registers.computeFirst(sines, code);
        for (int sine : sines) {
            code = withRoom(code, 0);
            registers.writeTurn(sine, code);
        }
        for (int k = 0; k < instructions.size(); k++) {
            Kind kind = instructions.get(k).kind();
            if (kind != Kind.CONSTANT && kind != Kind.INPUT && kind != Kind.COSINE && !sines.contains(k)) {
                code = withRoom(code, registers.held());
                registers.compute(k, code);
            }
        }
        for (int v = 0; v < checked.program().outputs().size(); v++) {
            Program.Output output = checked.program().outputs().get(v);
            for (int c = 0; c < output.length(); c++) {
                if (!Schedule.isComputed(checked.program(), output.node(c))) {
                    code = withRoom(code, 0);
                    registers.writeOutput(v, c, code);
                }
            }
        }
        for (int v = 0; v < summed.length; v++) {
            for (int c = 0; c < summed[v].length; c++) {
                if (!summed[v][c]) {
                    code = withRoom(code, 0);
                    code.addInput(v, c);
                }
            }
        }
        code.end();
    }

    /** A method that has room for one more instruction and so many stores. */
    private VectorWriter withRoom(VectorWriter code, int stores) {
        return code.calls() + stores > mostCalls() - VectorWriter.MOST_CALLS_OF_ONE ? cut(code) : code;
    }

    private int mostCalls() {
        return segments <= 1 ? SHORT : mostCalls;
    }

    private VectorWriter cut(VectorWriter code) {
        registers.save(code);
        code.end();
        return begin();
    }

    private VectorWriter begin() {
        MethodVisitor method = writer.visitMethod(Opcodes.ACC_PRIVATE, "segment" + segments++, SIGNATURE, null, null);
        method.visitCode();
        VectorWriter code = new VectorWriter(checked, method, lanes, summed, highest);
        code.begin();
        return code;
    }

    private void constructor() {
        String signature = "(" + PROGRAM + "[DII)V";
        MethodVisitor method = writer.visitMethod(0, "<init>", signature, null, null);
        method.visitCode();
        method.visitVarInsn(Opcodes.ALOAD, 0);
        method.visitVarInsn(Opcodes.ALOAD, 1);
        method.visitVarInsn(Opcodes.ALOAD, 2);
        method.visitVarInsn(Opcodes.ILOAD, 3);
        method.visitVarInsn(Opcodes.ILOAD, 4);
        method.visitMethodInsn(Opcodes.INVOKESPECIAL, VectorWriter.KERNEL, "<init>", signature, false);
        method.visitInsn(Opcodes.RETURN);
        method.visitMaxs(0, 0);
        method.visitEnd();
    }

    /** {@code segment(vectors, stride, state, from, number)}: one of the segments, or if the number is too large none. */
    private void segment() {
        MethodVisitor method = writer.visitMethod(0, "segment", "([[DIIII)Z", null, null);
        method.visitCode();
        Label none = new Label();
        Label[] labels = new Label[segments];
        Arrays.setAll(labels, s -> new Label());
        method.visitVarInsn(Opcodes.ILOAD, 5);
        method.visitTableSwitchInsn(0, segments - 1, none, labels);
        for (int s = 0; s < segments; s++) {
            method.visitLabel(labels[s]);
            method.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
            callSegment(method, s, STATE, FROM);
            method.visitInsn(Opcodes.ICONST_1);
            method.visitInsn(Opcodes.IRETURN);
        }
        method.visitLabel(none);
        method.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
        method.visitInsn(Opcodes.ICONST_0);
        method.visitInsn(Opcodes.IRETURN);
        method.visitMaxs(0, 0);
        method.visitEnd();
    }

    private static void callSegment(MethodVisitor method, int number, int state, int from) {
        method.visitVarInsn(Opcodes.ALOAD, 0);
        method.visitVarInsn(Opcodes.ALOAD, 1);
        method.visitVarInsn(Opcodes.ILOAD, 2);
        method.visitVarInsn(Opcodes.ILOAD, state);
        method.visitVarInsn(Opcodes.ILOAD, from);
        method.visitMethodInsn(Opcodes.INVOKEVIRTUAL, NAME, "segment" + number, SIGNATURE, false);
    }

    private void block() {
        MethodVisitor method = writer.visitMethod(0, "block", SIGNATURE, null, null);
        method.visitCode();
        for (int s = 0; s < segments; s++) {
            callSegment(method, s, STATE, FROM);
        }
        method.visitInsn(Opcodes.RETURN);
        method.visitMaxs(0, 0);
        method.visitEnd();
    }

    /**
     * {@code pair(vectors, stride, state, otherState, from, otherFrom)}: two blocks, segment by segment in turn, so that the
     * processor has something to do where one of them waits for its own results: 4 to 8 % less time a state.
     */
    private void pair() {
        MethodVisitor method = writer.visitMethod(0, "pair", "([[DIIIII)V", null, null);
        method.visitCode();
        for (int s = 0; s < segments; s++) {
            callSegment(method, s, STATE, FROM + 1);
            callSegment(method, s, STATE + 1, FROM + 2);
        }
        method.visitInsn(Opcodes.RETURN);
        method.visitMaxs(0, 0);
        method.visitEnd();
    }
}
