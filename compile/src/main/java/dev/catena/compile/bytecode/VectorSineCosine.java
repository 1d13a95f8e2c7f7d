package dev.catena.compile.bytecode;

import dev.catena.algebra.SineCosine;
import java.util.Arrays;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * The method {@code sineCosines(int at, int from, int count)} of vectorized code: of pairs of places of the scratch array, of which the
 * first has angles, it replaces these by their sines, and the second by the cosines. An angle is k π + r, and both have the sign of
 * k: the polynomials for half a turn are longer than core's for a quarter, but nothing is exchanged, which is 31 instead of 43
 * operations, for errors up to 1.5 · 2⁻⁵² instead of 0.8.
 * {@link FusedSineCosine} does the same for one angle. All angles of a program share one loop, whose constants stay in registers
 * where there are 32: with a call for each angle, loading them was a third of what torques of an arm took. Angles of {@link #REDUCIBLE} and beyond
 * are not done: a branch would cost more than the polynomials' last terms, and vectors that come from two ways are objects.
 */
final class VectorSineCosine {
    /** A power of 2, and not beyond core's. */
    static final double REDUCIBLE = 0x1p18;

    static final double ONE_OVER_PI = SineCosine.TWO_OVER_PI / 2;

    // π in three parts, as core's
    static final double PI_1 = 2 * SineCosine.HALF_PI_1;
    static final double PI_2 = 2 * SineCosine.HALF_PI_2;
    static final double PI_3 = 2 * SineCosine.HALF_PI_3;

    // (sin r / r − 1) / r² and (cos r − 1 + r²/2) / r⁴ as polynomials in r², interpolated at Chebyshev nodes of |r| ≤
    // π/2
    static final double S0 = -0.16666666666666666;
    static final double S1 = 0.008333333333333316;
    static final double S2 = -0.00019841269841254955;
    static final double S3 = 2.755731921915843e-06;
    static final double S4 = -2.5052107616384595e-08;
    static final double S5 = 1.6058977272815506e-10;
    static final double S6 = -7.643969031052769e-13;
    static final double S7 = 2.731428986122616e-15;
    static final double C0 = 0.04166666666666666;
    static final double C1 = -0.0013888888888884763;
    static final double C2 = 2.4801587298910888e-05;
    static final double C3 = -2.7557318572848315e-07;
    static final double C4 = 2.0876681513907184e-09;
    static final double C5 = -1.1466250478536745e-11;
    static final double C6 = 4.64640971522779e-14;

    // places of constants
    private static final int REVERSE = 0;
    private static final int ROUNDER = 1;
    private static final int PARTS = 2;
    private static final int HALF = 5;
    private static final int MINUS_TWO = 6;
    private static final int ONE = 7;
    private static final int MINUS_HALF = 8;
    private static final int S = 9;
    private static final int C = 17;
    private static final int IN_LOOP = 24;

    /**
     * Vectors of up to four numbers have 16 registers, those of eight 32. Where they do not suffice for the constants, these are
     * operands in memory: HotSpot would store them all before the loop and load each of them again by an instruction of its own.
     */
    static final int LANES_WITH_FEW_REGISTERS = 4;

    /** Place of a number whose product with an angle that is too large overflows. */
    static final int OVERFLOWING = 24;

    static final int ZERO = 25;
    static final int MINUS_ONE = 26;

    /** In the scratch array they are there for every lane: to broadcast each of them takes two instructions. */
    static final double[] CONSTANTS = {
        ONE_OVER_PI,
        SineCosine.ROUNDER,
        -PI_1,
        -PI_2,
        -PI_3,
        0.5,
        -2,
        1,
        -0.5,
        S0,
        S1,
        S2,
        S3,
        S4,
        S5,
        S6,
        S7,
        C0,
        C1,
        C2,
        C3,
        C4,
        C5,
        C6,
        0x1p1023 / (REDUCIBLE / 2),
        0,
        -1
    };

    private static final int AT = 1;
    private static final int LOADS = 2;
    private static final int COUNT = 3;
    private static final int SCRATCH = 4;
    private static final int FIRST_CONSTANT = 5;
    private static final int R = FIRST_CONSTANT + IN_LOOP;
    private static final int TURNS = R + 1;
    private static final int ODD = R + 2;
    private static final int SIGN = R + 3;
    private static final int Z = R + 4;
    private static final int ZZ = R + 5;

    private final MethodVisitor method;
    private final int lanes;
    private final int firstConstant;

    /** How many constants are loaded before the loop. */
    private final int inRegisters;

    private VectorSineCosine(ClassWriter writer, int lanes, int firstConstant) {
        this.lanes = lanes;
        this.firstConstant = firstConstant;
        inRegisters = lanes <= LANES_WITH_FEW_REGISTERS ? 0 : IN_LOOP;
        method = writer.visitMethod(Opcodes.ACC_PRIVATE, "sineCosines", "(III)V", null, null);
    }

    /** @param firstConstant place of the first of the constants */
    static void write(ClassWriter writer, int lanes, int firstConstant) {
        new VectorSineCosine(writer, lanes, firstConstant).write();
    }

    private void write() {
        method.visitCode();
        method.visitVarInsn(Opcodes.ALOAD, 0);
        method.visitFieldInsn(Opcodes.GETFIELD, VectorCode.NAME, "scratch", "[D");
        method.visitVarInsn(Opcodes.ASTORE, SCRATCH);
        for (int k = 0; k < inRegisters; k++) {
            fromScratch(k);
            store(FIRST_CONSTANT + k);
        }
        Label loop = new Label();
        method.visitLabel(loop);
        Object[] variables = new Object[FIRST_CONSTANT + inRegisters];
        Arrays.fill(variables, VectorWriter.DOUBLES);
        variables[0] = VectorCode.NAME;
        Arrays.fill(variables, AT, SCRATCH, Opcodes.INTEGER);
        variables[SCRATCH] = "[D";
        method.visitFrame(Opcodes.F_FULL, variables.length, variables, 0, new Object[0]);
        oneAngle();
        method.visitIincInsn(AT, 2 * lanes);
        method.visitIincInsn(COUNT, -1);
        method.visitVarInsn(Opcodes.ILOAD, COUNT);
        method.visitJumpInsn(Opcodes.IFGT, loop);
        method.visitInsn(Opcodes.RETURN);
        method.visitMaxs(0, 0);
        method.visitEnd();
    }

    private void oneAngle() {
        species();
        method.visitVarInsn(Opcodes.ALOAD, SCRATCH);
        method.visitVarInsn(Opcodes.ILOAD, AT);
        fromArray();
        store(R);
        reduce();
        sign();
        square(R, Z);
        square(Z, ZZ);
        sine();
        into(0);
        cosine();
        into(lanes);
    }

    private void species() {
        method.visitFieldInsn(Opcodes.GETSTATIC, VectorWriter.DOUBLES, "SPECIES_PREFERRED", VectorWriter.SPECIES_TYPE);
    }

    private void fromArray() {
        method.visitMethodInsn(
                Opcodes.INVOKESTATIC,
                VectorWriter.DOUBLES,
                "fromArray",
                "(" + VectorWriter.SPECIES_TYPE + "[DI)" + VectorWriter.DOUBLES_TYPE,
                false);
    }

    /** Stack: → a constant. */
    private void constant(int number) {
        if (number < inRegisters) {
            load(FIRST_CONSTANT + number);
        } else {
            fromScratch(number);
        }
    }

    private void fromScratch(int number) {
        species();
        method.visitVarInsn(Opcodes.ALOAD, SCRATCH);
        method.visitVarInsn(Opcodes.ILOAD, LOADS);
        method.visitLdcInsn((firstConstant + number) * lanes);
        method.visitInsn(Opcodes.IADD);
        fromArray();
    }

    /** Stack: a, b → a b + c, where c is pushed by a method. */
    private void multiplyAdd(Runnable pushTerm) {
        pushTerm.run();
        call("fma", "(" + VectorWriter.VECTOR_TYPE + VectorWriter.VECTOR_TYPE + ")" + VectorWriter.DOUBLES_TYPE);
    }

    /** Stack: → variable x times constant + term. */
    private void timesConstant(int x, int number, Runnable pushTerm) {
        load(x);
        constant(number);
        multiplyAdd(pushTerm);
    }

    /** r = angle − k π, with π in three parts. */
    private void reduce() {
        timesConstant(R, REVERSE, () -> constant(ROUNDER));
        subtractRounder();
        store(TURNS);
        for (int part = PARTS; part < PARTS + 3; part++) {
            timesConstant(TURNS, part, () -> load(R));
            store(R);
        }
    }

    private void subtractRounder() {
        constant(ROUNDER);
        vector("sub");
    }

    /**
     * odd = k − 2 round(k / 2) is ±1 or 0, and 1 − 2 odd² the sign. By arithmetic, since vectors of bits are by far the slowest objects
     * until HotSpot has compiled them, on JDK 25 above all, where that took seconds.
     */
    private void sign() {
        timesConstant(TURNS, HALF, () -> constant(ROUNDER));
        subtractRounder();
        constant(MINUS_TWO);
        multiplyAdd(() -> load(TURNS));
        store(ODD);
        load(ODD);
        load(ODD);
        constant(MINUS_TWO);
        vector("mul");
        multiplyAdd(() -> constant(ONE));
        store(SIGN);
    }

    private void square(int x, int result) {
        load(x);
        load(x);
        vector("mul");
        store(result);
    }

    /** Stack: → p0 + p1 z. */
    private void linear(int p0, int p1) {
        timesConstant(Z, p1, () -> constant(p0));
    }

    /** Stack: p → p z² + (p0 + p1 z). */
    private void next(int p0, int p1) {
        load(ZZ);
        multiplyAdd(() -> linear(p0, p1));
    }

    /** Stack: → r + r (z p0 + z² p), times the sign, which leaves a zero its own. */
    private void sine() {
        timesConstant(ZZ, S + 7, () -> linear(S + 5, S + 6));
        next(S + 3, S + 4);
        next(S + 1, S + 2);
        load(ZZ);
        multiplyAdd(() -> {
            load(Z);
            constant(S);
            vector("mul");
        });
        load(R);
        load(SIGN);
        vector("mul");
        store(R);
        load(R);
        multiplyAdd(() -> load(R));
    }

    /** Stack: → 1 − ½ z + z² p, times the sign. */
    private void cosine() {
        timesConstant(ZZ, C + 6, () -> linear(C + 4, C + 5));
        next(C + 2, C + 3);
        next(C, C + 1);
        load(ZZ);
        multiplyAdd(() -> timesConstant(Z, MINUS_HALF, () -> constant(ONE)));
        load(SIGN);
        vector("mul");
    }

    /** Stack: value →, which goes to the scratch array. */
    private void into(int offset) {
        method.visitVarInsn(Opcodes.ALOAD, SCRATCH);
        method.visitVarInsn(Opcodes.ILOAD, AT);
        method.visitLdcInsn(offset);
        method.visitInsn(Opcodes.IADD);
        call("intoArray", "([DI)V");
    }

    private void vector(String name) {
        call(name, "(" + VectorWriter.VECTOR_TYPE + ")" + VectorWriter.DOUBLES_TYPE);
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
