package dev.catena.compile.bytecode;

import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** A program as a class whose {@code evaluate} does one state. */
final class ScalarCode {
    private static final String KERNEL = "dev/catena/compile/bytecode/Kernel";
    private static final String NAME = "dev/catena/compile/bytecode/Scalar";

    /**
     * Most operations in one method. In blocks ({@link SegmentWriter#endBlock}) 340 are faster than 150, and both than 150 without (torques of
     * six general joints 66, 70 and 73 ns); with 440 JDK 25 takes 62 instead of 57 ns for torques of the Panda.
     */
    private static final int OPERATIONS = 340;

    /** Programs with more operations hardly fit into the instruction cache. */
    private static final int LONG = 3_000;

    private ScalarCode() {}

    /**
     * The class file.
     *
     * @param fuses whether products and sums are fused
     */
    static byte[] of(CheckedProgram given, boolean fuses) {
        boolean isLong = given.program().count().arithmetic() > LONG;
        Fusion fusion = !fuses ? Fusion.NONE : isLong ? Fusion.WITHOUT_CONSTANTS : Fusion.ALL;
        CheckedProgram checked = fuses ? fusible(given, isLong) : given;
        Magnitudes magnitudes = new Magnitudes(checked.program());
        for (int operations = OPERATIONS; ; operations /= 2) {
            Attempt attempt =
                    new Attempt(checked, fusion, magnitudes, Schedule.byOperations(checked.program(), operations));
            if (attempt.largest < SegmentWriter.LARGEST) {
                return attempt.bytes;
            }
        }
    }

    /**
     * Short programs wait for sums in the order of their terms (accelerations of the Panda 231 → 167 ns, mass matrix of six general
     * joints 107 → 92), long ones for instructions (torques of a floating humanoid 2,444 → 2,537). Where loops are closed, which takes
     * square roots, sums stay in the order in which their terms cancel.
     */
    private static CheckedProgram fusible(CheckedProgram given, boolean isLong) {
        boolean closesLoops = given.program().count().squareRoots() > 0;
        CheckedProgram phased = given.phased();
        return isLong || closesLoops
                ? phased.fusible(!isLong)
                : phased.latestLast().fusible(true);
    }

    /** A class with segments of some size. */
    private static final class Attempt {
        private final ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        private final CheckedProgram checked;
        private final Fusion fusion;
        private final Magnitudes magnitudes;
        private final Schedule schedule;
        private final String parameters;
        private final byte[] bytes;
        private int largest;

        Attempt(CheckedProgram checked, Fusion fusion, Magnitudes magnitudes, Schedule schedule) {
            this.checked = checked;
            this.fusion = fusion;
            this.magnitudes = magnitudes;
            this.schedule = schedule;
            parameters = "(" + "[D".repeat(checked.vectors()) + ")";
            writer.visit(Opcodes.V17, Opcodes.ACC_FINAL | Opcodes.ACC_SUPER, NAME, null, KERNEL, null);
            fields();
            constructor();
            for (int s = 0; s < schedule.segments(); s++) {
                segment(s);
            }
            if (schedule.segments() > 1) {
                evaluate();
            }
            if (checked.vectors() > Kernel.MOST_ARGUMENTS) {
                evaluateMany();
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
                    parameters + (isOnly ? "I" : "V"),
                    null,
                    null);
            method.visitCode();
            ScalarWriter segment = new ScalarWriter(checked, fusion, magnitudes, schedule, number, method, NAME);
            ScalarChecks checks = new ScalarChecks(checked, magnitudes, fusion != Fusion.NONE, segment.code);
            if (isOnly) {
                checks.before();
            }
            segment.write();
            if (isOnly) {
                checks.after();
                segment.code.label(segment.exit);
                segment.code.constant(Kernel.REFUSED);
                segment.code.instruction(Opcodes.IRETURN);
            } else {
                segment.code.label(segment.exit);
                segment.code.instruction(Opcodes.RETURN);
            }
            end(method);
            largest = Math.max(largest, segment.code.size());
        }

        private void evaluate() {
            MethodVisitor method = writer.visitMethod(Opcodes.ACC_PUBLIC, "evaluate", parameters + "I", null, null);
            method.visitCode();
            CodeWriter code = new CodeWriter(method);
            ScalarChecks checks = new ScalarChecks(checked, magnitudes, fusion != Fusion.NONE, code);
            checks.before();
            for (int s = 0; s < schedule.segments(); s++) {
                for (int v = 0; v <= checked.vectors(); v++) {
                    code.variable(Opcodes.ALOAD, v);
                }
                code.call(Opcodes.INVOKEVIRTUAL, NAME, "segment" + s, parameters + "V");
            }
            checks.after();
            end(method);
        }

        private void evaluateMany() {
            MethodVisitor method = writer.visitMethod(0, "evaluateMany", "([[D)I", null, null);
            method.visitCode();
            CodeWriter code = new CodeWriter(method);
            code.variable(Opcodes.ALOAD, 0);
            for (int v = 0; v < checked.vectors(); v++) {
                code.variable(Opcodes.ALOAD, 1);
                method.visitLdcInsn(v);
                method.visitInsn(Opcodes.AALOAD);
            }
            code.call(Opcodes.INVOKEVIRTUAL, NAME, "evaluate", parameters + "I");
            method.visitInsn(Opcodes.IRETURN);
            end(method);
        }

        private void constructor() {
            MethodVisitor method = writer.visitMethod(0, "<init>", "()V", null, null);
            method.visitCode();
            method.visitVarInsn(Opcodes.ALOAD, 0);
            method.visitLdcInsn(checked.bounds().length);
            method.visitLdcInsn(checked.vectors());
            method.visitMethodInsn(Opcodes.INVOKESPECIAL, KERNEL, "<init>", "(II)V", false);
            method.visitInsn(Opcodes.RETURN);
            end(method);
        }

        private static void end(MethodVisitor method) {
            method.visitMaxs(0, 0);
            method.visitEnd();
        }
    }
}
