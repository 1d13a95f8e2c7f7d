package dev.catena.compile.bytecode;

import dev.catena.algebra.SineCosine;
import org.objectweb.asm.Opcodes;

/**
 * Core's {@link SineCosine} as instructions in line, so that those of several angles overlap. Each product is rounded by itself,
 * as in WebAssembly, which has no other way.
 */
final class ScalarSineCosine {
    private static final String DOUBLE = "java/lang/Double";

    private final SegmentWriter writer;
    private final CodeWriter code;

    ScalarSineCosine(SegmentWriter writer) {
        this.writer = writer;
        code = writer.code;
    }

    /** Stack: angle →. */
    void write(int sine, int cosine) {
        int angle = writer.newVariable();
        int shifted = writer.newVariable();
        int quadrant = writer.newVariable();
        int near = writer.newVariable();
        int r = writer.newVariable();
        int z = writer.newVariable();
        int zz = writer.newVariable();
        reduce(angle, shifted, quadrant, near, r);
        square(r, z);
        square(z, zz);
        sineOf(r, z, zz, sine);
        cosineOf(z, zz, cosine);
        exchange(shifted, angle, quadrant, near, sine, cosine);
        writer.release(angle, shifted, quadrant, near, r, z, zz);
    }

    /** r = angle − quadrant π/2, with π/2 in three parts. */
    private void reduce(int angle, int shifted, int quadrant, int near, int r) {
        store(angle);
        load(angle);
        times(SineCosine.TWO_OVER_PI);
        plus(SineCosine.ROUNDER);
        store(shifted);
        load(shifted);
        plus(-SineCosine.ROUNDER);
        store(quadrant);
        load(angle);
        load(quadrant);
        times(SineCosine.HALF_PI_1);
        code.instruction(Opcodes.DSUB);
        store(near);
        load(near);
        load(quadrant);
        times(SineCosine.HALF_PI_2);
        code.instruction(Opcodes.DSUB);
        store(r);
        load(r);
        load(r);
        load(near);
        code.instruction(Opcodes.DSUB);
        load(quadrant);
        times(SineCosine.HALF_PI_2);
        code.instruction(Opcodes.DADD);
        load(quadrant);
        times(SineCosine.HALF_PI_3);
        code.instruction(Opcodes.DADD);
        code.instruction(Opcodes.DSUB);
        store(r);
    }

    private void square(int x, int square) {
        load(x);
        load(x);
        code.instruction(Opcodes.DMUL);
        store(square);
    }

    /** s = r + r (z p0 + z² ((p1 + p2 z) + z² ((p3 + p4 z) + z² p5))). */
    private void sineOf(int r, int z, int zz, int sine) {
        load(r);
        load(r);
        load(z);
        times(SineCosine.S0);
        load(zz);
        linear(z, SineCosine.S1, SineCosine.S2);
        load(zz);
        linear(z, SineCosine.S3, SineCosine.S4);
        load(zz);
        times(SineCosine.S5);
        code.instruction(Opcodes.DADD);
        code.instruction(Opcodes.DMUL);
        code.instruction(Opcodes.DADD);
        code.instruction(Opcodes.DMUL);
        code.instruction(Opcodes.DADD);
        code.instruction(Opcodes.DMUL);
        code.instruction(Opcodes.DADD);
        store(sine);
    }

    /** c = 1 − (½ z − z² P(z)). */
    private void cosineOf(int z, int zz, int cosine) {
        code.constant(1.0);
        load(z);
        times(0.5);
        load(zz);
        polynomial(z, zz, SineCosine.C0, SineCosine.C1, SineCosine.C2, SineCosine.C3, SineCosine.C4, SineCosine.C5);
        code.instruction(Opcodes.DMUL);
        code.instruction(Opcodes.DSUB);
        code.instruction(Opcodes.DSUB);
        store(cosine);
    }

    /** Stack: → (p0 + p1 z) + z² ((p2 + p3 z) + z² (p4 + p5 z)). */
    private void polynomial(int z, int zz, double... p) {
        linear(z, p[0], p[1]);
        load(zz);
        linear(z, p[2], p[3]);
        load(zz);
        linear(z, p[4], p[5]);
        code.instruction(Opcodes.DMUL);
        code.instruction(Opcodes.DADD);
        code.instruction(Opcodes.DMUL);
        code.instruction(Opcodes.DADD);
    }

    private void linear(int z, double p0, double p1) {
        load(z);
        times(p1);
        plus(p0);
    }

    /** Odd quadrants exchange sine and cosine, then signs follow; done on the bits, without branches. */
    private void exchange(int shifted, int n, int sineBits, int mask, int sine, int cosine) {
        load(shifted);
        bits();
        code.variable(Opcodes.LSTORE, n);
        load(sine);
        bits();
        code.variable(Opcodes.LSTORE, sineBits);
        // (sine ^ cosine) & −(n & 1)
        code.variable(Opcodes.LLOAD, sineBits);
        load(cosine);
        bits();
        code.instruction(Opcodes.LXOR);
        code.variable(Opcodes.LLOAD, n);
        code.instruction(Opcodes.LCONST_1);
        code.instruction(Opcodes.LAND);
        code.instruction(Opcodes.LNEG);
        code.instruction(Opcodes.LAND);
        code.variable(Opcodes.LSTORE, mask);
        code.variable(Opcodes.LLOAD, sineBits);
        finish(mask, n, 0, sine);
        load(cosine);
        bits();
        finish(mask, n, 1, cosine);
    }

    /** Stack: bits →; the number is (bits ^ mask) with the sign of bit 1 of n + added. */
    private void finish(int mask, int n, long added, int result) {
        code.variable(Opcodes.LLOAD, mask);
        code.instruction(Opcodes.LXOR);
        code.variable(Opcodes.LLOAD, n);
        if (added != 0) {
            code.instruction(Opcodes.LCONST_1);
            code.instruction(Opcodes.LADD);
        }
        code.constant(2L);
        code.instruction(Opcodes.LAND);
        code.constant(62);
        code.instruction(Opcodes.LSHL);
        code.instruction(Opcodes.LXOR);
        code.call(Opcodes.INVOKESTATIC, DOUBLE, "longBitsToDouble", "(J)D");
        store(result);
    }

    private void bits() {
        code.call(Opcodes.INVOKESTATIC, DOUBLE, "doubleToRawLongBits", "(D)J");
    }

    private void load(int slot) {
        code.variable(Opcodes.DLOAD, slot);
    }

    private void store(int slot) {
        code.variable(Opcodes.DSTORE, slot);
    }

    private void times(double factor) {
        code.constant(factor);
        code.instruction(Opcodes.DMUL);
    }

    private void plus(double term) {
        code.constant(term);
        code.instruction(Opcodes.DADD);
    }
}
