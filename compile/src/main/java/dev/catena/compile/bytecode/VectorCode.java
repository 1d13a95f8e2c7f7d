package dev.catena.compile.bytecode;

import dev.catena.compile.graph.Operation;
import dev.catena.compile.graph.Program;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** A program as a class whose {@code block} does as many states as a vector has lanes. */
final class VectorCode {
    private static final String NAME = "dev/catena/compile/bytecode/Vectors";
    private static final String SIGNATURE = "([[DII)V";

    /**
     * Most calls of the Vector API in one method. HotSpot's first compiler takes in all that the API's methods consist of
     * and runs out of registers at about 170, which leaves a method slow for good.
     */
    private static final int MOST_CALLS = 130;

    /** Smaller segments are not tried. */
    private static final int FEWEST_CALLS = 30;

    private static final String PROGRAM = "Ldev/catena/compile/bytecode/CheckedProgram;";

    private final ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    private final CheckedProgram checked;
    private final Schedule schedule;
    private final int lanes;
    private final boolean fusing;
    private final int[] slot;

    /** By input vector and component: whether some segment adds it to the sums. */
    private final boolean[][] summed;

    /** How many slots of the scratch array are used. */
    private int slots;

    /** The most calls that a segment has. */
    private int mostCalls;

    private VectorCode(CheckedProgram checked, int lanes, boolean fusing, int calls) {
        this.checked = checked;
        this.lanes = lanes;
        this.fusing = fusing;
        schedule = Schedule.byCalls(checked.program(), calls);
        slots = BatchKernel.FIRST_CHECKED + checked.bounds().length;
        summed = checked.program().inputs().stream()
                .map(input -> new boolean[input.length()])
                .toArray(boolean[][]::new);
        slot = assignSlots();
        writer.visit(Opcodes.V17, Opcodes.ACC_FINAL | Opcodes.ACC_SUPER, NAME, null, VectorWriter.KERNEL, null);
        constructor();
        VectorSineCosine.write(writer, NAME, lanes);
        for (int s = 0; s < schedule.segments(); s++) {
            segment(s);
        }
        block();
        writer.visitEnd();
    }

    /** The class file; its constructor has the program as parameter. */
    static byte[] of(CheckedProgram program, int lanes, boolean fusing) {
        for (int calls = MOST_CALLS * 9 / 10; ; calls = calls * 4 / 5) {
            VectorCode code = new VectorCode(program, lanes, fusing, calls);
            if (code.mostCalls <= MOST_CALLS || calls <= FEWEST_CALLS) {
                return code.writer.toByteArray();
            }
        }
    }

    /** Places in the scratch array, used again when no later segment reads them; a sine and its cosine side by side. */
    private int[] assignSlots() {
        Program program = schedule.program;
        int[] place = new int[program.size()];
        Arrays.fill(place, -1);
        Deque<Integer> free = new ArrayDeque<>();
        for (int s = 0; s < schedule.segments(); s++) {
            for (int k = 0; k < program.size(); k++) {
                if (!Schedule.isComputed(program, k) || schedule.segment[k] != s || place[k] >= 0) {
                    continue;
                }
                if (Schedule.isTrigonometric(program, k)) {
                    assignPair(k, place);
                } else if (schedule.crosses[k]) {
                    place[k] = free.isEmpty() ? slots++ : free.pop();
                }
            }
            for (int k = 0; k < program.size(); k++) {
                boolean isDone = place[k] >= 0 && schedule.lastReader[k] == s && schedule.crosses[k];
                if (isDone && !Schedule.isTrigonometric(program, k)) {
                    free.push(place[k]);
                }
            }
        }
        return place;
    }

    private void assignPair(int k, int[] place) {
        boolean isSine = schedule.program.operation(k) == Operation.SINE;
        place[k] = isSine ? slots : slots + 1;
        if (schedule.partner[k] >= 0) {
            place[schedule.partner[k]] = isSine ? slots + 1 : slots;
        }
        slots += 2;
    }

    private void constructor() {
        MethodVisitor method = writer.visitMethod(0, "<init>", "(" + PROGRAM + ")V", null, null);
        method.visitCode();
        method.visitVarInsn(Opcodes.ALOAD, 0);
        method.visitVarInsn(Opcodes.ALOAD, 1);
        method.visitLdcInsn(lanes);
        method.visitLdcInsn(slots);
        method.visitMethodInsn(Opcodes.INVOKESPECIAL, VectorWriter.KERNEL, "<init>", "(" + PROGRAM + "II)V", false);
        method.visitInsn(Opcodes.RETURN);
        method.visitMaxs(0, 0);
        method.visitEnd();
    }

    private void segment(int number) {
        MethodVisitor method = writer.visitMethod(Opcodes.ACC_PRIVATE, "segment" + number, SIGNATURE, null, null);
        method.visitCode();
        VectorWriter code = new VectorWriter(checked, schedule, number, method, NAME, lanes, slot, fusing, summed);
        code.begin();
        code.write();
        code.end(number == schedule.segments() - 1);
        mostCalls = Math.max(mostCalls, code.code.calls());
        method.visitInsn(Opcodes.RETURN);
        method.visitMaxs(0, 0);
        method.visitEnd();
    }

    private void block() {
        MethodVisitor method = writer.visitMethod(0, "block", SIGNATURE, null, null);
        method.visitCode();
        for (int s = 0; s < schedule.segments(); s++) {
            method.visitVarInsn(Opcodes.ALOAD, 0);
            method.visitVarInsn(Opcodes.ALOAD, 1);
            method.visitVarInsn(Opcodes.ILOAD, 2);
            method.visitVarInsn(Opcodes.ILOAD, 3);
            method.visitMethodInsn(Opcodes.INVOKEVIRTUAL, NAME, "segment" + s, SIGNATURE, false);
        }
        method.visitInsn(Opcodes.RETURN);
        method.visitMaxs(0, 0);
        method.visitEnd();
    }
}
