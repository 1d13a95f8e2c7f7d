package dev.catena.planning.function;

/** One moment of a motion: n coordinates and their first three derivatives by time. Written by whoever evaluates. */
public final class MotionState {
    /** The highest derivative that is kept: jerk. */
    public static final int HIGHEST_ORDER = 3;

    private final double[][] derivatives;

    public MotionState(int coordinates) {
        derivatives = new double[HIGHEST_ORDER + 1][coordinates];
    }

    /** How many coordinates. */
    public int size() {
        return derivatives[0].length;
    }

    /** The derivative of an order: 0 position, 1 velocity, 2 acceleration, 3 jerk. Not a copy. */
    public double[] derivative(int order) {
        return derivatives[order];
    }

    public double[] position() {
        return derivatives[0];
    }

    public double[] velocity() {
        return derivatives[1];
    }

    public double[] acceleration() {
        return derivatives[2];
    }

    public double[] jerk() {
        return derivatives[3];
    }
}
