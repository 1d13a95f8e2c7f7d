package dev.catena.planning.function;

/**
 * One moment of a motion: n coordinates and their derivatives by time, at least three, and inputs, numbers that a problem has
 * besides at some moments (loads of feet). A robot with springs that stands has loads that are curves too, with derivatives, see
 * {@link StandingLoads}. Written by whoever evaluates.
 */
public final class MotionState {
    /** The highest derivative that every state has: jerk. */
    public static final int HIGHEST_ORDER = 3;

    private final double[][] derivatives;
    private final double[][] loads;
    private final double[] inputs;
    private double moment;
    private double time;

    public MotionState(int coordinates) {
        this(coordinates, 0);
    }

    public MotionState(int coordinates, int inputs) {
        this(coordinates, inputs, HIGHEST_ORDER);
    }

    /** @param highestOrder the highest derivative that is kept, at least the third */
    public MotionState(int coordinates, int inputs, int highestOrder) {
        this(coordinates, 0, inputs, highestOrder);
    }

    /** @param loads how many numbers of {@link StandingLoads} it has */
    public MotionState(int coordinates, int loads, int inputs, int highestOrder) {
        derivatives = new double[Math.max(HIGHEST_ORDER, highestOrder) + 1][coordinates];
        this.loads = new double[derivatives.length][loads];
        this.inputs = new double[inputs];
    }

    /** When this is, as a fraction of the duration. */
    public double moment() {
        return moment;
    }

    public void setMoment(double fraction) {
        moment = fraction;
    }

    /** When this is, in seconds from the start. */
    public double time() {
        return time;
    }

    public void setTime(double seconds) {
        time = seconds;
    }

    /** The highest derivative that is kept. */
    public int highestOrder() {
        return derivatives.length - 1;
    }

    /** The inputs; zero where there are none at this moment. Not a copy. */
    public double[] inputs() {
        return inputs;
    }

    /** How many coordinates. */
    public int size() {
        return derivatives[0].length;
    }

    /** The derivative of an order: 0 position, 1 velocity, 2 acceleration, 3 jerk and so on. Not a copy. */
    public double[] derivative(int order) {
        return derivatives[order];
    }

    /** The derivative of an order of the loads that are curves. Not a copy. */
    public double[] loads(int order) {
        return loads[order];
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
