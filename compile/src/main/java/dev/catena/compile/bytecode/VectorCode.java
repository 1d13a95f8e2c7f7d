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
    private static final String SIGNATURE = "([[DII)V";

    /**
     * Most calls of the Vector API in one method. HotSpot's first compiler takes in all that the API's methods consist of
     * and runs out of registers at about 170; its second does not, but takes twice as
     * long for all of them with 400 in each (derivatives of seven torques are vectorized after 20 s instead of 10, at 158 instead of 162
     * ns a state). What is not between two methods stays in registers (torques of the Panda 51 → 46 ns a state).
     */
    static final int LONG = 250;

    /**
     * For the first method, during which the API itself is compiled, and all that comes if long ones fail: if HotSpot is
     * busy, its first compiler is asked for code without counters, and there is no way on from that.
     */
    static final int SHORT = 130;

    private static final String PROGRAM = "Ldev/catena/compile/bytecode/CheckedProgram;";

    private final ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    private final CheckedProgram checked;
    private final FusedProgram fused;
    private final ScratchLayout layout;
    private final VectorRegisters registers;
    private final int lanes;
    private final int mostCalls;
    private int segments;

    /** By input vector and component: whether some segment adds it to the sums. */
    private final boolean[][] summed;

    /** @param mostCalls of the Vector API in one method but the first */
    VectorCode(CheckedProgram checked, FusedProgram fused, int lanes, int mostCalls) {
        this.checked = checked;
        this.mostCalls = mostCalls;
        this.lanes = lanes;
        this.fused = fused;
        layout = new ScratchLayout(checked, fused);
        registers = new VectorRegisters(checked, fused, layout);
        summed = checked.program().inputs().stream()
                .map(input -> new boolean[input.length()])
                .toArray(boolean[][]::new);
        writer.visit(Opcodes.V17, Opcodes.ACC_FINAL | Opcodes.ACC_SUPER, NAME, null, VectorWriter.KERNEL, null);
        VectorSineCosine.write(writer, lanes, layout.firstConstant());
        writeSegments();
        block();
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
        VectorWriter code = begin();
        for (int k = 0; k < instructions.size(); k++) {
            Kind kind = instructions.get(k).kind();
            if (kind == Kind.CONSTANT || kind == Kind.INPUT || kind == Kind.COSINE) {
                continue;
            }
            if (code.calls() + registers.held() > mostCalls() - VectorWriter.MOST_CALLS_OF_ONE) {
                code = cut(code);
            }
            registers.compute(k, code);
        }
        for (int v = 0; v < checked.program().outputs().size(); v++) {
            Program.Output output = checked.program().outputs().get(v);
            for (int c = 0; c < output.length(); c++) {
                if (!Schedule.isComputed(checked.program(), output.node(c))) {
                    if (code.calls() > mostCalls() - VectorWriter.MOST_CALLS_OF_ONE) {
                        code = cut(code);
                    }
                    registers.writeOutput(v, c, code);
                }
            }
        }
        for (int v = 0; v < summed.length; v++) {
            for (int c = 0; c < summed[v].length; c++) {
                if (!summed[v][c]) {
                    if (code.calls() > mostCalls() - VectorWriter.MOST_CALLS_OF_ONE) {
                        code = cut(code);
                    }
                    code.addInput(v, c);
                }
            }
        }
        code.end();
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
        VectorWriter code = new VectorWriter(checked, method, lanes, summed);
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

    /** {@code segment(vectors, stride, state, number)}: one of the segments, or if the number is too large none. */
    private void segment() {
        MethodVisitor method = writer.visitMethod(0, "segment", "([[DIII)Z", null, null);
        method.visitCode();
        Label none = new Label();
        Label[] labels = new Label[segments];
        Arrays.setAll(labels, s -> new Label());
        method.visitVarInsn(Opcodes.ILOAD, 4);
        method.visitTableSwitchInsn(0, segments - 1, none, labels);
        for (int s = 0; s < segments; s++) {
            method.visitLabel(labels[s]);
            method.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
            callSegment(method, s);
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

    private static void callSegment(MethodVisitor method, int number) {
        method.visitVarInsn(Opcodes.ALOAD, 0);
        method.visitVarInsn(Opcodes.ALOAD, 1);
        method.visitVarInsn(Opcodes.ILOAD, 2);
        method.visitVarInsn(Opcodes.ILOAD, 3);
        method.visitMethodInsn(Opcodes.INVOKEVIRTUAL, NAME, "segment" + number, SIGNATURE, false);
    }

    private void block() {
        MethodVisitor method = writer.visitMethod(0, "block", SIGNATURE, null, null);
        method.visitCode();
        for (int s = 0; s < segments; s++) {
            callSegment(method, s);
        }
        method.visitInsn(Opcodes.RETURN);
        method.visitMaxs(0, 0);
        method.visitEnd();
    }
}
