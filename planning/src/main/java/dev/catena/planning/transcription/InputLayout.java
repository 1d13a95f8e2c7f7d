package dev.catena.planning.transcription;

import dev.catena.planning.function.MotionInputs;
import java.util.Arrays;

/** Which variables the inputs are: those of each moment one after the other, behind all others. */
public final class InputLayout {
    public static final InputLayout NONE = new InputLayout(MotionInputs.NONE, new double[0], 0);

    public final MotionInputs inputs;
    private final double[] moments;
    private final int[] first;
    private final int variableCount;

    /** @param moments at which functions with inputs are sampled, ascending */
    public InputLayout(MotionInputs inputs, double[] moments, int firstVariable) {
        this.inputs = inputs;
        this.moments = Arrays.stream(moments).filter(u -> inputs.countAt(u) > 0).toArray();
        first = new int[this.moments.length + 1];
        first[0] = firstVariable;
        for (int k = 0; k < this.moments.length; k++) {
            first[k + 1] = first[k] + inputs.countAt(this.moments[k]);
        }
        variableCount = first[this.moments.length] - firstVariable;
    }

    InputLayout startingAt(int firstVariable) {
        return new InputLayout(inputs, moments, firstVariable);
    }

    /** How many variables inputs are at all moments together. */
    public int variableCount() {
        return variableCount;
    }

    /** The variables at a moment. */
    int[] variablesAt(double moment) {
        int k = Arrays.binarySearch(moments, moment);
        if (k < 0) {
            return new int[0];
        }
        int[] variables = new int[first[k + 1] - first[k]];
        Arrays.setAll(variables, e -> first[k] + e);
        return variables;
    }

    /** Writes the inputs of a moment, interpolated from both sides or of the nearest that has any, where some are due; zero elsewhere. */
    public void read(double[] x, double moment, double[] out) {
        Arrays.fill(out, 0);
        int count = inputs.countAt(moment);
        if (count == 0 || moments.length == 0) {
            return;
        }
        int nearest = 0;
        for (int k = 1; k < moments.length; k++) {
            nearest = Math.abs(moments[k] - moment) < Math.abs(moments[nearest] - moment) ? k : nearest;
        }
        int other = nearest + (moments[nearest] < moment ? 1 : -1);
        double share = 0;
        if (moments[nearest] != moment
                && other >= 0
                && other < moments.length
                && inputs.areAlike(moments[nearest], moment)
                && inputs.areAlike(moments[other], moment)) {
            share = (moment - moments[nearest]) / (moments[other] - moments[nearest]);
        }
        int known = Math.min(count, first[nearest + 1] - first[nearest]);
        for (int e = 0; e < known; e++) {
            double own = x[first[nearest] + e];
            out[e] = share == 0 ? own : own + share * (x[first[other] + e] - own);
        }
    }

    /** Variables of this layout as those of another, which is behind the same others. */
    public double[] moved(double[] x, InputLayout to) {
        double[] moved = Arrays.copyOf(x, to.first[0] + to.variableCount);
        double[] here = new double[inputs.count()];
        for (int k = 0; k < to.moments.length; k++) {
            read(x, to.moments[k], here);
            System.arraycopy(here, 0, moved, to.first[k], to.first[k + 1] - to.first[k]);
        }
        return moved;
    }

    /** The input that a variable is. */
    int inputOf(int variable) {
        return variable - first[momentOf(variable)];
    }

    private int momentOf(int variable) {
        int k = 0;
        while (variable >= first[k + 1]) {
            k++;
        }
        return k;
    }

    /** Writes where to look first. */
    void guess(double[] xOut) {
        for (int k = 0; k < moments.length; k++) {
            for (int v = first[k]; v < first[k + 1]; v++) {
                xOut[v] = inputs.guess(v - first[k], moments[k]);
            }
        }
    }

    String name(int variable) {
        int k = momentOf(variable);
        return "%s at %s of the time".formatted(inputs.name(variable - first[k]), moments[k]);
    }
}
