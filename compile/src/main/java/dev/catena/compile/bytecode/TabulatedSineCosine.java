package dev.catena.compile.bytecode;

import dev.catena.algebra.SineCosine;
import dev.catena.algebra.SineTable;
import org.objectweb.asm.Opcodes;

/** Sine and cosine by {@link SineTable} as instructions in line. */
final class TabulatedSineCosine {
    private static final String TABLE = "dev/catena/algebra/SineTable";

    private final SegmentWriter writer;
    private final CodeWriter code;

    /** Steps that are added to the angle, and what remains of its rest. */
    private final int firstStep;

    private final double beyond;

    /** For an angle to which so many quarter turns, and a rest of half of one at most, are added. */
    TabulatedSineCosine(SegmentWriter writer, int quarters, double rest) {
        this.writer = writer;
        double steps = Math.rint(rest * SineTable.STEPS_PER_RADIAN);
        firstStep = quarters * SineTable.QUARTER + (int) steps;
        beyond = Math.fma(steps, -SineTable.STEP_2, Math.fma(steps, -SineTable.STEP_1, rest));
        code = writer.code;
    }

    /** Stack: angle →. */
    void write(int sine, int cosine) {
        int shifted = writer.newVariable();
        int r = writer.newVariable();
        int z = writer.newVariable();
        int place = writer.newVariable();
        reduce(shifted, r);
        load(r);
        load(r);
        code.instruction(Opcodes.DMUL);
        store(z);
        place(shifted, place);
        // sin a = S + C s − S c, cos a = C − S s − C c with s = sin r, c = 1 − cos r
        int s = shifted;
        int c = r;
        sineOf(r, z, s);
        cosineOf(z, c);
        turn(place, 0, s, c, sine);
        turn(place, SineTable.QUARTER, s, c, cosine);
        writer.release(shifted, r, z, place);
    }

    /** Stack: angle →; r = angle + beyond − k step, where shifted is k and a number that makes an integer of it. */
    private void reduce(int shifted, int r) {
        store(r);
        load(r);
        if (beyond != 0) {
            code.constant(beyond);
            code.instruction(Opcodes.DADD);
        }
        code.constant(SineTable.STEPS_PER_RADIAN);
        code.constant(SineCosine.ROUNDER);
        code.fuse();
        store(shifted);
        pushSteps(shifted);
        code.constant(-SineTable.STEP_2);
        pushSteps(shifted);
        code.constant(-SineTable.STEP_1);
        load(r);
        code.fuse();
        if (beyond != 0) {
            code.constant(beyond);
            code.instruction(Opcodes.DADD);
        }
        code.fuse();
        store(r);
    }

    private void pushSteps(int shifted) {
        load(shifted);
        code.constant(-SineCosine.ROUNDER);
        code.instruction(Opcodes.DADD);
    }

    /** The low bits of the integer. */
    private void place(int shifted, int place) {
        load(shifted);
        code.call(Opcodes.INVOKESTATIC, "java/lang/Double", "doubleToRawLongBits", "(D)J");
        code.instruction(Opcodes.L2I);
        if (firstStep != 0) {
            code.constant(firstStep);
            code.instruction(Opcodes.IADD);
        }
        code.constant(SineTable.STEPS - 1);
        code.instruction(Opcodes.IAND);
        code.variable(Opcodes.ISTORE, place);
    }

    /** s = r (1 + z (S0 + z S1)). */
    private void sineOf(int r, int z, int s) {
        load(r);
        load(z);
        linear(z, SineTable.S0, SineTable.S1);
        code.constant(1.0);
        code.fuse();
        code.instruction(Opcodes.DMUL);
        store(s);
    }

    /** c = z (C0 + z C1). */
    private void cosineOf(int z, int c) {
        load(z);
        linear(z, SineTable.C0, SineTable.C1);
        code.instruction(Opcodes.DMUL);
        store(c);
    }

    /** Stack: → p0 + z p1. */
    private void linear(int z, double p0, double p1) {
        load(z);
        code.constant(p1);
        code.constant(p0);
        code.fuse();
    }

    /** T + T′ s − T c, where T is the table's, T′ that of a quarter turn more and −T that of two. */
    private void turn(int place, int from, int s, int c, int result) {
        table(place, from + 2 * SineTable.QUARTER);
        load(c);
        table(place, from + SineTable.QUARTER);
        load(s);
        table(place, from);
        code.fuse();
        code.fuse();
        store(result);
    }

    private void table(int place, int from) {
        code.field(Opcodes.GETSTATIC, TABLE, "SINES", "[D");
        code.variable(Opcodes.ILOAD, place);
        code.constant(from);
        code.instruction(Opcodes.IADD);
        code.instruction(Opcodes.DALOAD);
    }

    private void load(int slot) {
        code.variable(Opcodes.DLOAD, slot);
    }

    private void store(int slot) {
        code.variable(Opcodes.DSTORE, slot);
    }
}
