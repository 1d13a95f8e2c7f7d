package dev.catena.compile.bytecode;

import dev.catena.compile.bytecode.FusedProgram.Instruction;
import dev.catena.compile.bytecode.FusedProgram.Kind;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/**
 * What lies where in the scratch array of vectorized code, in places of as many numbers as there are lanes: what
 * {@link VectorKernel} says, the constants of sines and of the program, then values.
 */
final class ScratchLayout {
    private final int firstConstant;
    private final int[] place;
    private final Deque<Integer> free = new ArrayDeque<>();
    private int slots;

    ScratchLayout(CheckedProgram checked, FusedProgram fused) {
        List<Instruction> instructions = fused.instructions();
        firstConstant = VectorKernel.FIRST_CHECKED + checked.bounds().length;
        slots = firstConstant + VectorSineCosine.CONSTANTS.length;
        place = new int[instructions.size()];
        Arrays.fill(place, -1);
        for (int k = 0; k < place.length; k++) {
            if (instructions.get(k).kind() == Kind.CONSTANT) {
                place[k] = slots++;
            }
        }
    }

    /** Where the constants of sines begin, after which those of the program come. */
    int firstConstant() {
        return firstConstant;
    }

    /** All constants in order of their places. */
    static double[] constants(FusedProgram fused) {
        double[] own = fused.instructions().stream()
                .filter(instruction -> instruction.kind() == Kind.CONSTANT)
                .mapToDouble(Instruction::value)
                .toArray();
        double[] all = Arrays.copyOf(VectorSineCosine.CONSTANTS, VectorSineCosine.CONSTANTS.length + own.length);
        System.arraycopy(own, 0, all, VectorSineCosine.CONSTANTS.length, own.length);
        return all;
    }

    /** The place of a value, which has none if it is −1. */
    int place(int value) {
        return place[value];
    }

    /** Gives a value a place, one after another if there are two of them. */
    void take(int value, int count) {
        if (count == 1 && !free.isEmpty()) {
            place[value] = free.pop();
        } else {
            for (int k = 0; k < count; k++) {
                place[value + k] = slots++;
            }
        }
    }

    /** The place may be used again. */
    void give(int value) {
        free.push(place[value]);
        place[value] = -1;
    }

    int slots() {
        return slots;
    }
}
