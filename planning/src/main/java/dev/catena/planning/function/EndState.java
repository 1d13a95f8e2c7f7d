package dev.catena.planning.function;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What is prescribed at an end of a motion: position, velocity, acceleration and zero for higher derivatives, each only together with those before it, but
 * for the position, which may be left free (where the pose of a body is prescribed instead), or nothing. Immutable.
 */
public final class EndState {
    private final double @Nullable [] position;
    private final double[][] derivatives;

    /** So many of the last coordinates are anywhere. */
    private final int anywhere;

    private EndState(double @Nullable [] position, double[]... derivatives) {
        this(0, position, derivatives);
    }

    private EndState(int anywhere, double @Nullable [] position, double[]... derivatives) {
        this.anywhere = anywhere;
        this.position = position == null ? null : position.clone();
        this.derivatives = Arrays.stream(derivatives).map(double[]::clone).toArray(double[][]::new);
        if (position != null) {
            checkFinite("position", position);
        }
        for (int order = 1; order <= derivatives.length; order++) {
            checkFinite(order == 1 ? "velocity" : order == 2 ? "acceleration" : "derivative", derivatives[order - 1]);
        }
    }

    private static void checkFinite(String what, double[] values) {
        for (int i = 0; i < values.length; i++) {
            if (!Double.isFinite(values[i])) {
                throw new IllegalArgumentException(
                        "%s[%s] is %s, but a prescribed state needs finite numbers".formatted(what, i, values[i]));
            }
        }
    }

    /** At a position, velocity zero, acceleration free. */
    public static EndState atRest(double... position) {
        return new EndState(position, new double[position.length]);
    }

    /** At a position, velocity and acceleration zero: torques begin or end with those that hold the robot. */
    public static EndState still(double... position) {
        return new EndState(position, new double[position.length], new double[position.length]);
    }

    /** At a position with whatever velocity. */
    public static EndState at(double... position) {
        return new EndState(position);
    }

    public static EndState moving(double[] position, double[] velocity) {
        return new EndState(position, velocity);
    }

    public static EndState moving(double[] position, double[] velocity, double[] acceleration) {
        return new EndState(position, velocity, acceleration);
    }

    /** Anywhere, velocity and acceleration zero. */
    public static EndState anywhereStill(int coordinates) {
        return new EndState(null, new double[coordinates], new double[coordinates]);
    }

    /** Anywhere, velocity zero. */
    public static EndState anywhereAtRest(int coordinates) {
        return new EndState(null, new double[coordinates]);
    }

    /** Nothing is prescribed: the posture, the velocity and all else are found. */
    public static EndState free() {
        return new EndState(null);
    }

    /**
     * The same end, and if its velocity is prescribed, zero for all derivatives up to an order that are not: motors behind
     * springs are at rest too then.
     */
    public EndState restingUpTo(int order) {
        if (derivatives.length == 0 || derivatives.length >= order) {
            return this;
        }
        double[][] all = new double[order][derivatives[0].length];
        System.arraycopy(derivatives, 0, all, 0, derivatives.length);
        return new EndState(position, all);
    }

    /** The same of some coordinates alone. */
    public EndState of(int... coordinates) {
        double[][] some = new double[derivatives.length][];
        Arrays.setAll(
                some,
                k -> Arrays.stream(coordinates)
                        .mapToDouble(i -> derivatives[k][i])
                        .toArray());
        double[] own = position;
        return new EndState(
                own == null
                        ? null
                        : Arrays.stream(coordinates).mapToDouble(i -> own[i]).toArray(),
                some);
    }

    /** The same with more coordinates behind, anywhere, whose derivatives are zero up to the same order. */
    public EndState withAnywhere(int coordinates) {
        if (isFree() || coordinates == 0) {
            return this;
        }
        double[][] longer = new double[derivatives.length][];
        Arrays.setAll(longer, k -> Arrays.copyOf(derivatives[k], derivatives[k].length + coordinates));
        return new EndState(
                coordinates, position == null ? null : Arrays.copyOf(position, position.length + coordinates), longer);
    }

    /** Whether nothing is prescribed at all. */
    public boolean isFree() {
        return position == null && derivatives.length == 0;
    }

    public boolean isPositionFree() {
        return position == null;
    }

    /** Whether the position of a coordinate is free. */
    public boolean isPositionFree(int i) {
        return position == null || i >= position.length - anywhere;
    }

    /** The order of the highest derivative prescribed. */
    public int order() {
        return derivatives.length;
    }

    /** Coordinate i, zero where it is free. */
    public double position(int i) {
        return position == null ? 0 : position[i];
    }

    public double derivative(int order, int i) {
        return derivatives[order - 1][i];
    }

    public void check(String what, int coordinates) {
        if (isFree()) {
            return;
        }
        int length = position == null ? derivatives[0].length : position.length;
        for (double[] values : derivatives) {
            length = values.length == coordinates ? length : values.length;
        }
        if (length != coordinates) {
            throw new IllegalArgumentException(
                    "%s has %s numbers, but the robot has %s coordinates".formatted(what, length, coordinates));
        }
    }
}
