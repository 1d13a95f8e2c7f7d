package dev.catena.planning.transcription;

import java.util.Arrays;

/** The variables that act between two knots: those of degree + 1 control points, and the duration last. */
final class LocalVariables {
    /** Distinct, ascending. */
    final int[] variables;

    /** By local control point and coordinate: where its variable is among the variables; −1 for none. */
    final int[] slot;

    /** Where the duration is; −1 if it is fixed. */
    final int timeSlot;

    LocalVariables(ControlPoints points, int first) {
        int count = (points.basis.degree() + 1) * points.n;
        int[] all = Arrays.copyOfRange(points.variable, first * points.n, first * points.n + count);
        int[] distinct =
                Arrays.stream(all).filter(v -> v >= 0).sorted().distinct().toArray();
        slot = new int[count];
        for (int k = 0; k < count; k++) {
            slot[k] = all[k] < 0 ? -1 : Arrays.binarySearch(distinct, all[k]);
        }
        if (points.timeVariable >= 0) {
            timeSlot = distinct.length;
            variables = Arrays.copyOf(distinct, distinct.length + 1);
            variables[timeSlot] = points.timeVariable;
        } else {
            timeSlot = -1;
            variables = distinct;
        }
    }

    int size() {
        return variables.length;
    }
}
