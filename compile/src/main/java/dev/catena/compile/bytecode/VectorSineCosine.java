package dev.catena.compile.bytecode;

import dev.catena.algebra.SineCosine;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * The method {@code sineCosine(int at)} of vectorized code: replaces the angles at a place of the scratch array by their
 * sines and what follows them by the cosines. The polynomials are those of core's {@link SineCosine}, with products and
 * sums fused; {@link FusedSineCosine} does the same for one angle. Angles of {@link #REDUCIBLE} and beyond are not done:
 * a branch would cost more than the polynomials' last terms, and vectors that come from two ways are objects.
 */
final class VectorSineCosine {
    /** A power of 2, and not beyond core's. */
    static final double REDUCIBLE = 0x1p18;

    // places of constants
    private static final int TWO_OVER_PI = 0;
    private static final int ROUNDER = 1;
    private static final int PARTS = 2;
    private static final int S = 5;
    private static final int C = 11;
    private static final int MINUS_HALF = 17;
    private static final int ONE = 18;
    private static final int HALF = 19;
    private static final int MINUS_QUARTER = 20;

    /** Place of a number whose product with an angle that is too large overflows. */
    static final int OVERFLOWING = 21;

    static final int ZERO = 22;
    static final int MINUS_ONE = 23;
    private static final int MINUS_TWO = 24;
    private static final int TWO = 25;

    /** In the scratch array they are there for every lane: to broadcast each of them takes two instructions. */
    static final double[] CONSTANTS = {
        SineCosine.TWO_OVER_PI,
        SineCosine.ROUNDER,
        -SineCosine.HALF_PI_1,
        -SineCosine.HALF_PI_2,
        -SineCosine.HALF_PI_3,
        SineCosine.S0,
        SineCosine.S1,
        SineCosine.S2,
        SineCosine.S3,
        SineCosine.S4,
        SineCosine.S5,
        SineCosine.C0,
        SineCosine.C1,
        SineCosine.C2,
        SineCosine.C3,
        SineCosine.C4,
        SineCosine.C5,
        -0.5,
        1,
        0.5,
        -0.25,
        0x1p1023 / (REDUCIBLE / 2),
        0,
        -1,
        -2,
        2
    };

    private static final int AT = 1;
    private static final int SCRATCH = 2;
    private static final int LOADS = 3;
    private static final int ANGLE = 4;
    private static final int QUADRANT = 6;
    private static final int R = 7;
    private static final int Z = 8;
    private static final int ZZ = 9;
    private static final int SINE = 10;
    private static final int COSINE = 11;
    private static final int ODD = 5;
    private static final int EXCHANGE = 12;
    private static final int PAIR = 13;
    private static final int SIGN = 14;
    private static final int STAY = 15;

    private final MethodVisitor method;
    private final int lanes;
    private final int firstConstant;

    private VectorSineCosine(ClassWriter writer, int lanes, int firstConstant) {
        this.lanes = lanes;
        this.firstConstant = firstConstant;
        method = writer.visitMethod(Opcodes.ACC_PRIVATE, "sineCosine", "(I)V", null, null);
    }

    /** @param firstConstant place of the first of the constants */
    static void write(ClassWriter writer, int lanes, int firstConstant) {
        new VectorSineCosine(writer, lanes, firstConstant).write();
    }

    private void write() {
        method.visitCode();
        field("scratch", "[D");
        method.visitVarInsn(Opcodes.ASTORE, SCRATCH);
        field("loadsFrom", "I");
        method.visitVarInsn(Opcodes.ISTORE, LOADS);
        angleFromScratch();
        store(ANGLE);
        reduce();
        square(R, Z);
        square(Z, ZZ);
        sine();
        cosine();
        quadrants();
        place();
        method.visitInsn(Opcodes.RETURN);
        method.visitMaxs(0, 0);
        method.visitEnd();
    }

    private void field(String name, String type) {
        method.visitVarInsn(Opcodes.ALOAD, 0);
        method.visitFieldInsn(Opcodes.GETFIELD, VectorCode.NAME, name, type);
    }

    /** Stack: → angles. */
    private void angleFromScratch() {
        species();
        method.visitVarInsn(Opcodes.ALOAD, SCRATCH);
        method.visitVarInsn(Opcodes.ILOAD, LOADS);
        method.visitVarInsn(Opcodes.ILOAD, AT);
        method.visitInsn(Opcodes.IADD);
        fromArray();
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
        species();
        method.visitVarInsn(Opcodes.ALOAD, SCRATCH);
        method.visitVarInsn(Opcodes.ILOAD, LOADS);
        method.visitLdcInsn((firstConstant + number) * lanes);
        method.visitInsn(Opcodes.IADD);
        fromArray();
    }

    /** Stack: a, b, c → a b + c, where c is pushed by a method. */
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

    /** r = angle − quadrant π/2, with π/2 in three parts. */
    private void reduce() {
        timesConstant(ANGLE, TWO_OVER_PI, () -> constant(ROUNDER));
        subtractRounder();
        store(QUADRANT);
        timesConstant(QUADRANT, PARTS, () -> load(ANGLE));
        store(R);
        timesConstant(QUADRANT, PARTS + 1, () -> load(R));
        store(R);
        timesConstant(QUADRANT, PARTS + 2, () -> load(R));
        store(R);
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

    /** s = r + r (z p0 + z² ((p1 + p2 z) + z² ((p3 + p4 z) + z² p5))), which leaves a zero its sign. */
    private void sine() {
        timesConstant(ZZ, S + 5, () -> linear(S + 3, S + 4));
        load(ZZ);
        multiplyAdd(() -> linear(S + 1, S + 2));
        load(ZZ);
        multiplyAdd(() -> {
            load(Z);
            constant(S);
            vector("mul");
        });
        load(R);
        multiplyAdd(() -> load(R));
        store(SINE);
    }

    /** c = 1 − ½ z + z² ((p0 + p1 z) + z² ((p2 + p3 z) + z² (p4 + p5 z))). */
    private void cosine() {
        linear(C + 4, C + 5);
        load(ZZ);
        multiplyAdd(() -> linear(C + 2, C + 3));
        load(ZZ);
        multiplyAdd(() -> linear(C, C + 1));
        load(ZZ);
        multiplyAdd(() -> timesConstant(Z, MINUS_HALF, () -> constant(ONE)));
        store(COSINE);
    }

    /**
     * Quadrants are told apart by arithmetic. By bits, torques of the Panda take 23 instead of 24 ns, but vectors of bits are by
     * far the slowest objects until HotSpot has compiled them, on JDK 25 above all, where that took seconds.
     */
    private void quadrants() {
        // odd = quadrant − 2 round(quadrant / 2); −1 in odd quadrants, else −0
        timesConstant(QUADRANT, HALF, () -> constant(ROUNDER));
        subtractRounder();
        constant(MINUS_TWO);
        multiplyAdd(() -> load(QUADRANT));
        store(ODD);
        load(ODD);
        constant(MINUS_ONE);
        vector("mul");
        load(ODD);
        vector("mul");
        store(EXCHANGE);
        // the same for pairs of quadrants; 1 − 2 odd² is −1 in the third and fourth quadrants, else 1
        timesConstant(QUADRANT, HALF, () -> constant(MINUS_QUARTER));
        constant(ROUNDER);
        vector("add");
        subtractRounder();
        store(PAIR);
        timesConstant(PAIR, HALF, () -> constant(ROUNDER));
        subtractRounder();
        constant(MINUS_TWO);
        multiplyAdd(() -> load(PAIR));
        store(ODD);
        load(ODD);
        load(ODD);
        constant(MINUS_TWO);
        vector("mul");
        multiplyAdd(() -> constant(ONE));
        store(SIGN);
    }

    private void subtractRounder() {
        constant(ROUNDER);
        vector("sub");
    }

    /** Exchanges (s, c) for (c, −s) in odd quadrants, and gives both their sign; −0 leaves a zero the sign it has. */
    private void place() {
        load(EXCHANGE);
        constant(ONE);
        vector("add");
        store(STAY);
        exchanged(SINE, COSINE);
        timesConstant(EXCHANGE, TWO, () -> constant(ONE));
        vector("mul");
        finish(0);
        exchanged(COSINE, SINE);
        finish(lanes);
    }

    /** Stack: → x stay + y exchange. */
    private void exchanged(int x, int y) {
        load(x);
        load(STAY);
        multiplyAdd(() -> {
            load(y);
            load(EXCHANGE);
            vector("mul");
        });
    }

    /** Stack: value →, which goes with its sign to the scratch array. */
    private void finish(int offset) {
        load(SIGN);
        vector("mul");
        method.visitVarInsn(Opcodes.ALOAD, SCRATCH);
        field("storesFrom", "I");
        method.visitVarInsn(Opcodes.ILOAD, AT);
        method.visitInsn(Opcodes.IADD);
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
