package dev.catena.app.demo;

/**
 * From rest to rest along a quintic: q = q₀ + (q₁ − q₀)(10s³ − 15s⁴ + 6s⁵), s = t / duration. Velocity and acceleration
 * vanish at both ends; the jerk does not.
 */
record QuinticMotion(double[] start, double[] end, double duration) {
    /** Coordinates and their first three derivatives at a time. */
    void at(double time, double[] q, double[] qd, double[] qdd, double[] qddd) {
        double s = time / duration;
        double value = s * s * s * (10 + s * (-15 + s * 6));
        double rate = s * s * (30 + s * (-60 + s * 30)) / duration;
        double acceleration = s * (60 + s * (-180 + s * 120)) / (duration * duration);
        double jerk = (60 + s * (-360 + s * 360)) / (duration * duration * duration);
        for (int k = 0; k < start.length; k++) {
            double distance = end[k] - start[k];
            q[k] = start[k] + distance * value;
            qd[k] = distance * rate;
            qdd[k] = distance * acceleration;
            qddd[k] = distance * jerk;
        }
    }
}
