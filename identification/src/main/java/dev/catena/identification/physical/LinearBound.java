package dev.catena.identification.physical;

import dev.catena.model.Vector3;
import java.util.List;

/**
 * Something that parameters of a body must keep: a sum of them, times constants, that is positive.
 *
 * @param parameters indices of standard parameters
 * @param coefficients what they are multiplied by
 * @param constant what is added
 */
@SuppressWarnings("ArrayRecordComponent")
public record LinearBound(int[] parameters, double[] coefficients, double constant) {
    private static final int MASS = 9;

    /** The mass of the body that a joint moves is between two values, kg. */
    public static List<LinearBound> massBetween(int joint, double least, double most) {
        int mass = PseudoInertia.PARAMETERS * joint + MASS;
        return List.of(
                new LinearBound(new int[] {mass}, new double[] {1}, -least),
                new LinearBound(new int[] {mass}, new double[] {-1}, most));
    }

    /** The mass center of the body that a joint moves is in a box of its joint frame. */
    public static List<LinearBound> centerIn(int joint, Vector3 lower, Vector3 upper) {
        int at = PseudoInertia.PARAMETERS * joint;
        double[] low = lower.toArray();
        double[] high = upper.toArray();
        LinearBound[] bounds = new LinearBound[6];
        for (int k = 0; k < 3; k++) {
            int[] parameters = {at + 6 + k, at + MASS};
            bounds[2 * k] = new LinearBound(parameters, new double[] {1, -low[k]}, 0);
            bounds[2 * k + 1] = new LinearBound(parameters, new double[] {-1, high[k]}, 0);
        }
        return List.of(bounds);
    }

    double value(double[] standard) {
        double value = constant;
        for (int k = 0; k < parameters.length; k++) {
            value += coefficients[k] * standard[parameters[k]];
        }
        return value;
    }
}
