package dev.catena.planning.transcription;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The variables that act at a moment between two knots: those of degree + 1 control points, the duration, and the inputs of
 * the moment.
 */
final class LocalVariables {
    /** Distinct; those of control points and inputs ascending. */
    final int[] variables;

    /** By local control point and coordinate: where its variables are among the variables. */
    final int[][] slots;

    /** What they are multiplied with. */
    final double[][] factors;

    /** Where the duration is; −1 if it is fixed. */
    final int timeSlot;

    /** Where the first input is, and how many follow. */
    final int inputSlot;

    final int inputCount;

    /** The entry of the program's Hessian of each pair of variables, lower triangle; filled by the program. */
    final int[] hessianEntry;

    /** By slot: the coordinates that its variable moves. */
    private final int[][] coordinates;

    LocalVariables(ControlPoints points, int first, double moment) {
        int n = points.n;
        int count = (points.basis.degree() + 1) * n;
        int[] distinct = IntStream.range(first * n, first * n + count)
                .flatMap(k -> Arrays.stream(points.variables[k]))
                .sorted()
                .distinct()
                .toArray();
        slots = new int[count][];
        factors = new double[count][];
        coordinates = new int[distinct.length][0];
        for (int k = 0; k < count; k++) {
            int[] own = points.variables[first * n + k];
            factors[k] = points.factors[first * n + k];
            slots[k] = Arrays.stream(own)
                    .map(v -> Arrays.binarySearch(distinct, v))
                    .toArray();
            for (int slot : slots[k]) {
                int[] known = coordinates[slot];
                coordinates[slot] = Arrays.copyOf(known, known.length + 1);
                coordinates[slot][known.length] = k % n;
            }
        }
        int[] inputs = points.inputs.variablesAt(moment);
        boolean free = points.timeVariable >= 0;
        timeSlot = free ? distinct.length : -1;
        inputSlot = distinct.length + (free ? 1 : 0);
        inputCount = inputs.length;
        variables = Arrays.copyOf(distinct, inputSlot + inputs.length);
        hessianEntry = new int[variables.length * variables.length];
        if (free) {
            variables[timeSlot] = points.timeVariable;
        }
        System.arraycopy(inputs, 0, variables, inputSlot, inputs.length);
    }

    int size() {
        return variables.length;
    }

    boolean isInput(int slot) {
        return slot >= inputSlot;
    }

    /** The coordinates that the variable of a slot moves; none for duration and inputs. */
    int[] coordinates(int slot) {
        return slot < coordinates.length ? coordinates[slot] : new int[0];
    }
}
