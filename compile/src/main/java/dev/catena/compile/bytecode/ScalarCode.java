package dev.catena.compile.bytecode;

import dev.catena.compile.graph.Program;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** A program as a class whose {@code evaluate} does one state. */
final class ScalarCode {
    private static final String KERNEL = "dev/catena/compile/bytecode/Kernel";
    private static final String NAME = "dev/catena/compile/bytecode/Scalar";

    /** Operations in one method: C2's time grows faster than the method. */
    private static final int OPERATIONS = 700;

    private ScalarCode() {}

    /** The class file. */
    static byte[] of(Program program) {
        for (int operations = OPERATIONS; ; operations /= 2) {
            Attempt attempt = new Attempt(Schedule.byOperations(program, operations));
            if (attempt.largest < SegmentWriter.LARGEST) {
                return attempt.bytes;
            }
        }
    }

    /** A class with segments of some size. */
    private static final class Attempt {
        private final ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        private final Schedule schedule;
        private final String signature;
        private final byte[] bytes;
        private int largest;

        Attempt(Schedule schedule) {
            this.schedule = schedule;
            Program program = schedule.program;
            signature = "("
                    + "[D".repeat(program.inputs().size() + program.outputs().size()) + ")V";
            writer.visit(Opcodes.V17, Opcodes.ACC_FINAL | Opcodes.ACC_SUPER, NAME, null, KERNEL, null);
            fields();
            constructor(writer, KERNEL);
            for (int s = 0; s < schedule.segments(); s++) {
                segment(s);
            }
            if (schedule.segments() > 1) {
                evaluate();
            }
            writer.visitEnd();
            bytes = writer.toByteArray();
        }

        private void fields() {
            for (int k = 0; k < schedule.program.size(); k++) {
                if (schedule.crosses[k]) {
                    writer.visitField(Opcodes.ACC_PRIVATE, ScalarWriter.fieldName(k), "D", null, null)
                            .visitEnd();
                }
            }
        }

        private void segment(int number) {
            boolean isOnly = schedule.segments() == 1;
            MethodVisitor method = writer.visitMethod(
                    isOnly ? Opcodes.ACC_PUBLIC : Opcodes.ACC_PRIVATE,
                    isOnly ? "evaluate" : "segment" + number,
                    signature,
                    null,
                    null);
            method.visitCode();
            int size = new ScalarWriter(schedule, number, method, NAME).write();
            method.visitInsn(Opcodes.RETURN);
            method.visitMaxs(0, 0);
            method.visitEnd();
            largest = Math.max(largest, size);
        }

        private void evaluate() {
            MethodVisitor method = writer.visitMethod(Opcodes.ACC_PUBLIC, "evaluate", signature, null, null);
            method.visitCode();
            int vectors = schedule.program.inputs().size()
                    + schedule.program.outputs().size();
            for (int s = 0; s < schedule.segments(); s++) {
                for (int v = 0; v <= vectors; v++) {
                    method.visitVarInsn(Opcodes.ALOAD, v);
                }
                method.visitMethodInsn(Opcodes.INVOKEVIRTUAL, NAME, "segment" + s, signature, false);
            }
            method.visitInsn(Opcodes.RETURN);
            method.visitMaxs(0, 0);
            method.visitEnd();
        }
    }

    /** A constructor without parameters. */
    static void constructor(ClassWriter writer, String superclass) {
        MethodVisitor method = writer.visitMethod(0, "<init>", "()V", null, null);
        method.visitCode();
        method.visitVarInsn(Opcodes.ALOAD, 0);
        method.visitMethodInsn(Opcodes.INVOKESPECIAL, superclass, "<init>", "()V", false);
        method.visitInsn(Opcodes.RETURN);
        method.visitMaxs(0, 0);
        method.visitEnd();
    }
}
