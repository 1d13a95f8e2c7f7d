package dev.catena.compile.bytecode;

import dev.catena.algebra.SineCosine;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * The method {@code sineCosine(int at)} of vectorized code: replaces the angles at a place of the scratch array by their
 * sines and what follows them by the cosines, as core's {@link SineCosine} does for one.
 */
final class VectorSineCosine {
    private static final String LONGS = VectorWriter.API + "LongVector";
    private static final String LONGS_TYPE = "L" + LONGS + ";";
    private static final String OPERATORS = VectorWriter.API + "VectorOperators";
    private static final String MASK = VectorWriter.API + "VectorMask";

    private static final int AT = 1;
    private static final int SCRATCH = 2;
    private static final int ANGLE = 3;
    private static final int SHIFTED = 4;
    private static final int QUADRANT = 5;
    private static final int NEAR = 6;
    private static final int R = 7;
    private static final int Z = 8;
    private static final int ZZ = 9;
    private static final int SINE = 10;
    private static final int COSINE = 11;
    private static final int BITS = 12;
    private static final int MASKED = 13;

    private final MethodVisitor method;
    private final String owner;
    private final int lanes;

    private VectorSineCosine(ClassWriter writer, String owner, int lanes) {
        this.owner = owner;
        this.lanes = lanes;
        method = writer.visitMethod(Opcodes.ACC_PRIVATE, "sineCosine", "(I)V", null, null);
    }

    static void write(ClassWriter writer, String owner, int lanes) {
        new VectorSineCosine(writer, owner, lanes).write();
    }

    private void write() {
        method.visitCode();
        method.visitVarInsn(Opcodes.ALOAD, 0);
        method.visitFieldInsn(Opcodes.GETFIELD, owner, "scratch", "[D");
        method.visitVarInsn(Opcodes.ASTORE, SCRATCH);
        loadAngle();
        reduce();
        square(R, Z);
        square(Z, ZZ);
        polynomials();
        exchange();
        method.visitInsn(Opcodes.RETURN);
        method.visitMaxs(0, 0);
        method.visitEnd();
    }

    /** Angles beyond what the reduction can do go the slow way first. */
    private void loadAngle() {
        Label near = new Label();
        angleFromScratch();
        load(ANGLE);
        call("abs", "()" + VectorWriter.DOUBLES_TYPE);
        method.visitFieldInsn(Opcodes.GETSTATIC, OPERATORS, "LE", "L" + OPERATORS + "$Comparison;");
        method.visitLdcInsn(SineCosine.REDUCIBLE);
        call("compare", "(L" + OPERATORS + "$Comparison;D)L" + MASK + ";");
        method.visitMethodInsn(Opcodes.INVOKEVIRTUAL, MASK, "allTrue", "()Z", false);
        method.visitJumpInsn(Opcodes.IFNE, near);
        method.visitVarInsn(Opcodes.ALOAD, SCRATCH);
        method.visitVarInsn(Opcodes.ILOAD, AT);
        method.visitLdcInsn(lanes);
        method.visitMethodInsn(Opcodes.INVOKESTATIC, VectorWriter.KERNEL, "reduce", "([DII)V", false);
        angleFromScratch();
        method.visitLabel(near);
        method.visitFrame(Opcodes.F_APPEND, 2, new Object[] {"[D", VectorWriter.DOUBLES}, 0, null);
    }

    private void angleFromScratch() {
        method.visitFieldInsn(Opcodes.GETSTATIC, VectorWriter.DOUBLES, "SPECIES_PREFERRED", VectorWriter.SPECIES_TYPE);
        method.visitVarInsn(Opcodes.ALOAD, SCRATCH);
        method.visitVarInsn(Opcodes.ILOAD, AT);
        method.visitMethodInsn(
                Opcodes.INVOKESTATIC,
                VectorWriter.DOUBLES,
                "fromArray",
                "(" + VectorWriter.SPECIES_TYPE + "[DI)" + VectorWriter.DOUBLES_TYPE,
                false);
        store(ANGLE);
    }

    /** r = angle − quadrant π/2, with π/2 in three parts. */
    private void reduce() {
        load(ANGLE);
        number("mul", SineCosine.TWO_OVER_PI);
        number("add", SineCosine.ROUNDER);
        store(SHIFTED);
        load(SHIFTED);
        number("sub", SineCosine.ROUNDER);
        store(QUADRANT);
        load(ANGLE);
        quadrantTimes(SineCosine.HALF_PI_1);
        vector("sub");
        store(NEAR);
        load(NEAR);
        quadrantTimes(SineCosine.HALF_PI_2);
        vector("sub");
        store(R);
        load(R);
        load(R);
        load(NEAR);
        vector("sub");
        quadrantTimes(SineCosine.HALF_PI_2);
        vector("add");
        quadrantTimes(SineCosine.HALF_PI_3);
        vector("add");
        vector("sub");
        store(R);
    }

    private void quadrantTimes(double part) {
        load(QUADRANT);
        number("mul", part);
    }

    private void square(int x, int result) {
        load(x);
        load(x);
        vector("mul");
        store(result);
    }

    /** s = r + r (z p0 + z² ((p1 + p2 z) + z² ((p3 + p4 z) + z² p5))) and c = 1 − (½ z − z² Q(z)). */
    private void polynomials() {
        load(R);
        load(R);
        load(Z);
        number("mul", SineCosine.S0);
        load(ZZ);
        linear(SineCosine.S1, SineCosine.S2);
        load(ZZ);
        linear(SineCosine.S3, SineCosine.S4);
        load(ZZ);
        number("mul", SineCosine.S5);
        vector("add");
        vector("mul");
        vector("add");
        vector("mul");
        vector("add");
        vector("mul");
        vector("add");
        store(SINE);
        load(ZZ);
        polynomial(SineCosine.C0, SineCosine.C1, SineCosine.C2, SineCosine.C3, SineCosine.C4, SineCosine.C5);
        vector("mul");
        load(Z);
        number("mul", 0.5);
        vector("sub");
        number("add", 1);
        store(COSINE);
    }

    /** Stack: → (p0 + p1 z) + z² ((p2 + p3 z) + z² (p4 + p5 z)). */
    private void polynomial(double... p) {
        linear(p[0], p[1]);
        load(ZZ);
        linear(p[2], p[3]);
        load(ZZ);
        linear(p[4], p[5]);
        vector("mul");
        vector("add");
        vector("mul");
        vector("add");
    }

    private void linear(double p0, double p1) {
        load(Z);
        number("mul", p1);
        number("add", p0);
    }

    /** Odd quadrants exchange sine and cosine, then signs follow. */
    private void exchange() {
        load(SHIFTED);
        toLongs();
        store(BITS);
        load(SINE);
        toLongs();
        store(SINE);
        load(COSINE);
        toLongs();
        store(COSINE);
        // (sine ^ cosine) & −(n & 1)
        load(SINE);
        load(COSINE);
        longs("XOR");
        load(BITS);
        longsWith("and", 1);
        method.visitMethodInsn(Opcodes.INVOKEVIRTUAL, LONGS, "neg", "()" + LONGS_TYPE, false);
        longs("AND");
        store(MASKED);
        finish(SINE, 0, 0);
        finish(COSINE, 1, lanes);
    }

    /** (bits ^ masked) with the sign of bit 1 of n + added, to the scratch array. */
    private void finish(int bits, long added, int offset) {
        load(bits);
        load(MASKED);
        longs("XOR");
        load(BITS);
        if (added != 0) {
            longsWith("add", added);
        }
        longsWith("and", 2);
        method.visitFieldInsn(Opcodes.GETSTATIC, OPERATORS, "LSHL", "L" + OPERATORS + "$Binary;");
        method.visitLdcInsn(62L);
        method.visitMethodInsn(
                Opcodes.INVOKEVIRTUAL, LONGS, "lanewise", "(L" + OPERATORS + "$Binary;J)" + LONGS_TYPE, false);
        longs("XOR");
        method.visitMethodInsn(
                Opcodes.INVOKEVIRTUAL, LONGS, "reinterpretAsDoubles", "()" + VectorWriter.DOUBLES_TYPE, false);
        method.visitVarInsn(Opcodes.ALOAD, SCRATCH);
        method.visitVarInsn(Opcodes.ILOAD, AT);
        method.visitLdcInsn(offset);
        method.visitInsn(Opcodes.IADD);
        call("intoArray", "([DI)V");
    }

    private void toLongs() {
        call("reinterpretAsLongs", "()" + LONGS_TYPE);
    }

    /** Stack: longs, longs → longs. */
    private void longs(String operator) {
        // the operator goes between the operands
        method.visitFieldInsn(Opcodes.GETSTATIC, OPERATORS, operator, "L" + OPERATORS + "$Associative;");
        method.visitInsn(Opcodes.SWAP);
        method.visitMethodInsn(
                Opcodes.INVOKEVIRTUAL,
                LONGS,
                "lanewise",
                "(L" + OPERATORS + "$Binary;L" + VectorWriter.API + "Vector;)" + LONGS_TYPE,
                false);
    }

    private void longsWith(String name, long number) {
        method.visitLdcInsn(number);
        method.visitMethodInsn(Opcodes.INVOKEVIRTUAL, LONGS, name, "(J)" + LONGS_TYPE, false);
    }

    private void vector(String name) {
        call(name, "(L" + VectorWriter.API + "Vector;)" + VectorWriter.DOUBLES_TYPE);
    }

    private void number(String name, double number) {
        method.visitLdcInsn(number);
        call(name, "(D)" + VectorWriter.DOUBLES_TYPE);
    }

    private void call(String name, String type) {
        method.visitMethodInsn(Opcodes.INVOKEVIRTUAL, VectorWriter.DOUBLES, name, type, false);
    }

    private void load(int variable) {
        method.visitVarInsn(Opcodes.ALOAD, variable);
    }

    private void store(int variable) {
        method.visitVarInsn(Opcodes.ASTORE, variable);
    }
}
