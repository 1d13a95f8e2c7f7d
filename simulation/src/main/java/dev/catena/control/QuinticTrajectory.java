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
        WantedMotion.checkMove(from, to, startTime, duration);
        this.from = WantedMotion.finite("the start", from);
        double[] end = WantedMotion.finite("the end", to);
        this.startTime = startTime;
        this.duration = duration;
        distance = new double[from.length];
        for (int i = 0; i < from.length; i++) {
            distance[i] = end[i] - from[i];
        }
    }

    @Override
    public void at(double time, double[] qOut, double[] qdOut, double[] qddOut) {
        WantedMotion.checkOutputs(from.length, time, qOut, qdOut, qddOut);
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

    /** As {@link #at(double, double[], double[], double[])}, with the jerk; at both ends it is that of the move. */
    public void at(double time, double[] qOut, double[] qdOut, double[] qddOut, double[] jerkOut) {
        WantedMotion.checkOutputs(from.length, time, qOut, qdOut, jerkOut);
        WantedMotion.checkOutputs(from.length, time, qOut, qddOut, jerkOut);
        at(time, qOut, qdOut, qddOut);
        double s = (time - startTime) / duration;
        double jerk = s < 0 || s > 1 ? 0 : (60 + s * (-360 + s * 360)) / (duration * duration * duration);
        for (int i = 0; i < from.length; i++) {
            jerkOut[i] = jerk * distance[i];
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
