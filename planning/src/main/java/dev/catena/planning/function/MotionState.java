package dev.catena.planning.function;

/**
 * One moment of a motion: n coordinates and their first three derivatives by time, and inputs, numbers that a problem has
 * besides at some moments (loads of feet). Written by whoever evaluates.
 */
public final class MotionState {
    /** The highest derivative that is kept: jerk. */
    public static final int HIGHEST_ORDER = 3;

    private final double[][] derivatives;
    private final double[] inputs;
    private double moment;

    public MotionState(int coordinates) {
        this(coordinates, 0);
    }

    public MotionState(int coordinates, int inputs) {
        derivatives = new double[HIGHEST_ORDER + 1][coordinates];
        this.inputs = new double[inputs];
    }

    /** When this is, as a fraction of the duration. */
    public double moment() {
        return moment;
    }

    public void setMoment(double fraction) {
        moment = fraction;
    }

    /** The inputs; zero where there are none at this moment. Not a copy. */
    public double[] inputs() {
        return inputs;
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
