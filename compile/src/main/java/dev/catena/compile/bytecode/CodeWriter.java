package dev.catena.compile.bytecode;

import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Writes instructions and counts their bytes, never too few. */
final class CodeWriter {
    private final MethodVisitor method;
    private int size;
    private int calls;

    CodeWriter(MethodVisitor method) {
        this.method = method;
    }

    int size() {
        return size;
    }

    /** How many calls were written. */
    int calls() {
        return calls;
    }

    /** An instruction without operands. */
    void instruction(int opcode) {
        size++;
        method.visitInsn(opcode);
    }

    /** A load or store of a local variable. */
    void variable(int opcode, int slot) {
        size += slot < 4 ? 1 : slot < 256 ? 2 : 4;
        method.visitVarInsn(opcode, slot);
    }

    /** Stack: a, b, c → a b + c, rounded once. */
    void fuse() {
        call(Opcodes.INVOKESTATIC, "java/lang/Math", "fma", "(DDD)D");
    }

    void constant(double value) {
        size += 3;
        method.visitLdcInsn(value);
    }

    void constant(long value) {
        size += 3;
        method.visitLdcInsn(value);
    }

    void constant(int value) {
        if (value >= -1 && value <= 5) {
            instruction(Opcodes.ICONST_0 + value);
        } else if (value >= Short.MIN_VALUE && value <= Short.MAX_VALUE) {
            size += 3;
            method.visitIntInsn(
                    value >= Byte.MIN_VALUE && value <= Byte.MAX_VALUE ? Opcodes.BIPUSH : Opcodes.SIPUSH, value);
        } else {
            size += 3;
            method.visitLdcInsn(value);
        }
    }

    void jump(int opcode, Label target) {
        size += 3;
        method.visitJumpInsn(opcode, target);
    }

    /** A place that is jumped to where nothing but the method's parameters is there. */
    void label(Label here) {
        method.visitLabel(here);
        method.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
    }

    void field(int opcode, String owner, String name, String type) {
        size += 3;
        method.visitFieldInsn(opcode, owner, name, type);
    }

    void call(int opcode, String owner, String name, String type) {
        size += 3;
        calls++;
        method.visitMethodInsn(opcode, owner, name, type, false);
    }
}
