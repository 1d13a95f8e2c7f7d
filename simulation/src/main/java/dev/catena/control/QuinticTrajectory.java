package dev.catena.control;

/**
 * From point to point, starting and ending at rest and without acceleration: every joint follows the polynomial
 * s³ (10 − 15 s + 6 s²) of the elapsed part s of the duration. Before and after, it stays at its ends.
 */
public final class QuinticTrajectory implements Trajectory {
    private final double[] from;
    private final double[] distance;
    private final double startTime;
    private final double duration;

    public QuinticTrajectory(double[] from, double[] to, double startTime, double duration) {
        if (from.length != to.length) {
            throw new IllegalArgumentException(
                    "the trajectory starts with %s joints and ends with %s".formatted(from.length, to.length));
        }
        if (!(duration > 0) || Double.isInfinite(duration)) {
            throw new IllegalArgumentException("the duration of a trajectory must be positive, but is " + duration);
        }
        this.from = from.clone();
        this.startTime = startTime;
        this.duration = duration;
        distance = new double[from.length];
        for (int i = 0; i < from.length; i++) {
            distance[i] = to[i] - from[i];
        }
    }

    @Override
    public void at(double time, double[] qOut, double[] qdOut, double[] qddOut) {
        if (qOut.length != from.length) {
            throw new IllegalArgumentException(
                    "the trajectory is one of %s joints, but the robot has %s".formatted(from.length, qOut.length));
        }
        double s = Math.max(0, Math.min(1, (time - startTime) / duration));
        double position = s * s * s * (10 + s * (-15 + 6 * s));
        double rate = 30 * s * s * (1 - s) * (1 - s) / duration;
        double acceleration = 60 * s * (1 - s) * (1 - 2 * s) / (duration * duration);
        for (int i = 0; i < from.length; i++) {
            qOut[i] = from[i] + position * distance[i];
            qdOut[i] = rate * distance[i];
            qddOut[i] = acceleration * distance[i];
        }
    }

    /** Its start and its end, where the jerk jumps. */
    @Override
    public double nextSwitch(double time) {
        if (time < startTime) {
            return startTime;
        }
        return time < startTime + duration ? startTime + duration : Double.POSITIVE_INFINITY;
    }
}
