package dev.catena.compile.bytecode;

import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;

/**
 * What code for one state does before and after its assignments: it refuses vectors of the wrong length, outputs that are
 * other vectors too, and inputs that are not finite or so large that results could overflow. Where results may overflow
 * all the same, their sum is looked at: it is finite only if they are.
 */
final class ScalarChecks {
    private static final String KERNEL = "dev/catena/compile/bytecode/Kernel";

    private final CheckedProgram checked;
    private final Magnitudes magnitudes;
    private final boolean fuses;
    private final CodeWriter code;
    private final int[] lengths;

    ScalarChecks(CheckedProgram checked, Magnitudes magnitudes, boolean fuses, CodeWriter code) {
        this.fuses = fuses;
        this.checked = checked;
        this.magnitudes = magnitudes;
        this.code = code;
        lengths = checked.lengths();
    }

    /** Returns from the method unless all is as it should be. */
    void before() {
        for (int v = 0; v < lengths.length; v++) {
            code.variable(Opcodes.ALOAD, 1 + v);
            returnUnless(Opcodes.IFNONNULL);
            code.variable(Opcodes.ALOAD, 1 + v);
            code.instruction(Opcodes.ARRAYLENGTH);
            code.constant(lengths[v]);
            returnUnless(Opcodes.IF_ICMPEQ);
        }
        for (int v = checked.inputs(); v < lengths.length; v++) {
            for (int other = 0; other < v; other++) {
                code.variable(Opcodes.ALOAD, 1 + v);
                code.variable(Opcodes.ALOAD, 1 + other);
                returnUnless(Opcodes.IF_ACMPNE);
            }
        }
        for (int v = 0; v < checked.inputs(); v++) {
            reduceAngles(v, magnitudes.isAngle(v));
        }
        boolean isSummed = false;
        for (int v = 0; v < checked.inputs(); v++) {
            boolean isMore = pushSize(v);
            if (isSummed && isMore) {
                code.instruction(Opcodes.DADD);
            }
            isSummed |= isMore;
        }
        if (isSummed) {
            code.constant(magnitudes.canOverflow() ? Double.MAX_VALUE : Magnitudes.LARGEST * Magnitudes.LARGEST);
            code.instruction(Opcodes.DCMPG);
            returnUnless(Opcodes.IFLE);
        }
    }

    /**
     * Replaces a vector by a copy if it has angles that are too large for the fast sine: one branch instead of one for each (mass matrix
     * of six general joints 66.6 → 63.1 ns).
     */
    private void reduceAngles(int vector, boolean[] isAngle) {
        if (!pushSumOfSquares(vector, isAngle)) {
            return;
        }
        Label fine = new Label();
        code.constant(Kernel.REDUCIBLE * Kernel.REDUCIBLE);
        code.instruction(Opcodes.DCMPG);
        code.jump(Opcodes.IFLE, fine);
        code.variable(Opcodes.ALOAD, 0);
        code.constant(vector);
        code.variable(Opcodes.ALOAD, 1 + vector);
        code.constant(bits(isAngle));
        code.call(Opcodes.INVOKEVIRTUAL, KERNEL, "withoutLarge", "(I[DJ)[D");
        code.variable(Opcodes.ASTORE, 1 + vector);
        code.variable(Opcodes.ALOAD, 1 + vector);
        returnUnless(Opcodes.IFNONNULL);
        code.label(fine);
    }

    private static long bits(boolean[] flags) {
        long bits = 0;
        for (int k = 0; k < flags.length; k++) {
            bits |= flags[k] ? 1L << k : 0;
        }
        return bits;
    }

    private void returnUnless(int jump) {
        Label fine = new Label();
        code.jump(jump, fine);
        code.constant(Kernel.REFUSED);
        code.instruction(Opcodes.IRETURN);
        code.label(fine);
    }

    /** Stack: → Σ x² of what must not be large, and |Σ x| of what may be and is no angle; false if there is neither. */
    private boolean pushSize(int vector) {
        if (lengths[vector] > Magnitudes.LONGEST) {
            pushLongSum(vector, "sumOfSquares");
            return true;
        }
        boolean[] isAngle = magnitudes.isAngle(vector);
        boolean[] mayBeLarge = magnitudes.mayBeLarge(vector);
        boolean[] isLimited = new boolean[isAngle.length];
        boolean[] isUnlimited = new boolean[isAngle.length];
        for (int c = 0; c < isAngle.length; c++) {
            isLimited[c] = !isAngle[c] && !mayBeLarge[c];
            isUnlimited[c] = !isAngle[c] && mayBeLarge[c];
        }
        boolean any = pushMagnitudeOfSum(vector, isUnlimited);
        boolean more = pushSumOfSquares(vector, isLimited);
        if (any && more) {
            code.instruction(Opcodes.DADD);
        }
        return any || more;
    }

    /** Stack: → |Σ x| of some components, if there are any. */
    private boolean pushMagnitudeOfSum(int vector, boolean[] isTerm) {
        boolean any = false;
        for (int c = 0; c < isTerm.length; c++) {
            if (isTerm[c]) {
                pushComponent(vector, c);
                if (any) {
                    code.instruction(Opcodes.DADD);
                }
                any = true;
            }
        }
        if (any) {
            code.call(Opcodes.INVOKESTATIC, "java/lang/Math", "abs", "(D)D");
        }
        return any;
    }

    /** Stack: → Σ x² of some components, if there are any. */
    private boolean pushSumOfSquares(int vector, boolean[] isTerm) {
        boolean any = false;
        for (int c = 0; c < isTerm.length; c++) {
            if (isTerm[c]) {
                pushComponent(vector, c);
                if (any && fuses) {
                    // sum, x → x, x, sum
                    code.instruction(Opcodes.DUP2_X2);
                    code.instruction(Opcodes.DUP2_X2);
                    code.instruction(Opcodes.POP2);
                    code.fuse();
                } else {
                    code.instruction(Opcodes.DUP2);
                    code.instruction(Opcodes.DMUL);
                    if (any) {
                        code.instruction(Opcodes.DADD);
                    }
                }
                any = true;
            }
        }
        return any;
    }

    private void pushComponent(int vector, int component) {
        code.variable(Opcodes.ALOAD, 1 + vector);
        code.constant(component);
        code.instruction(Opcodes.DALOAD);
    }

    private void pushLongSum(int vector, String method) {
        code.variable(Opcodes.ALOAD, 1 + vector);
        code.call(Opcodes.INVOKESTATIC, KERNEL, method, "([D)D");
    }

    /** Returns from the method with what became of it. */
    void after() {
        code.constant(Kernel.DONE);
        if (magnitudes.canOverflow()) {
            pushOverflow();
            code.instruction(Opcodes.IOR);
        }
        if (checked.bounds().length > 0) {
            pushOutOfBounds();
            code.instruction(Opcodes.IOR);
        }
        code.instruction(Opcodes.IRETURN);
    }

    /** Stack: → NOT_FINITE if the sum of all outputs is that, else 0. */
    private void pushOverflow() {
        for (int v = checked.inputs(); v < lengths.length; v++) {
            pushSumOfOutput(v);
            if (v > checked.inputs()) {
                code.instruction(Opcodes.DADD);
            }
        }
        code.call(Opcodes.INVOKESTATIC, "java/lang/Math", "abs", "(D)D");
        code.constant(Double.MAX_VALUE);
        code.instruction(Opcodes.DCMPG);
        // 1 → 2; 0 and −1 → 0
        code.instruction(Opcodes.ICONST_1);
        code.instruction(Opcodes.IADD);
        code.constant(Kernel.NOT_FINITE);
        code.instruction(Opcodes.IAND);
    }

    /** Stack: → the sum of an output, last components first: recursions to the base have those first. */
    private void pushSumOfOutput(int vector) {
        if (lengths[vector] > Magnitudes.LONGEST) {
            pushLongSum(vector, "sum");
            return;
        }
        for (int c = lengths[vector] - 1; c >= 0; c--) {
            code.variable(Opcodes.ALOAD, 1 + vector);
            code.constant(c);
            code.instruction(Opcodes.DALOAD);
            if (c < lengths[vector] - 1) {
                code.instruction(Opcodes.DADD);
            }
        }
    }

    /** Stack: → OUT_OF_BOUNDS if a number is that, else 0. The sign of number − bound says it. */
    private void pushOutOfBounds() {
        double[] bounds = checked.bounds();
        for (int c = 0; c < bounds.length; c++) {
            code.variable(Opcodes.ALOAD, 0);
            code.field(Opcodes.GETFIELD, KERNEL, "checked", "[D");
            code.constant(c);
            code.instruction(Opcodes.DALOAD);
            code.constant(bounds[c]);
            code.instruction(Opcodes.DSUB);
            code.call(Opcodes.INVOKESTATIC, "java/lang/Double", "doubleToRawLongBits", "(D)J");
            if (c > 0) {
                code.instruction(Opcodes.LOR);
            }
        }
        code.constant(61);
        code.instruction(Opcodes.LUSHR);
        code.instruction(Opcodes.L2I);
        code.constant(Kernel.OUT_OF_BOUNDS);
        code.instruction(Opcodes.IAND);
    }
}
