package dev.catena.drive;

/** The classical method of order four for q̈ = f(q, q̇), small enough to be beyond doubt. */
final class RungeKutta {
    /** Accelerations of a state. */
    interface Motion {
        void accelerations(double[] q, double[] qd, double[] qddOut);
    }

    private static final double[] SHARE = {0, 0.5, 0.5, 1};
    private static final double[] WEIGHT = {1 / 6.0, 1 / 3.0, 1 / 3.0, 1 / 6.0};

    private final Motion motion;
    private final double[] q;
    private final double[] qd;

    RungeKutta(double[] q, double[] qd, Motion motion) {
        this.q = q.clone();
        this.qd = qd.clone();
        this.motion = motion;
    }

    double[] q() {
        return q;
    }

    double[] qd() {
        return qd;
    }

    void advance(double time, int steps) {
        for (int s = 0; s < steps; s++) {
            step(time / steps);
        }
    }

    private void step(double h) {
        int n = q.length;
        double[] qSum = q.clone();
        double[] qdSum = qd.clone();
        double[] velocity = qd.clone();
        double[] acceleration = new double[n];
        double[] qAt = new double[n];
        double[] qdAt = new double[n];
        for (int stage = 0; stage < 4; stage++) {
            for (int i = 0; i < n; i++) {
                qAt[i] = q[i] + SHARE[stage] * h * velocity[i];
                qdAt[i] = qd[i] + SHARE[stage] * h * acceleration[i];
            }
            motion.accelerations(qAt, qdAt, acceleration);
            for (int i = 0; i < n; i++) {
                velocity[i] = qdAt[i];
                qSum[i] += WEIGHT[stage] * h * velocity[i];
                qdSum[i] += WEIGHT[stage] * h * acceleration[i];
            }
        }
        System.arraycopy(qSum, 0, q, 0, n);
        System.arraycopy(qdSum, 0, qd, 0, n);
    }
}
