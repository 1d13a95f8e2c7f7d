package dev.catena.app;

import dev.catena.dynamics.InverseDynamics;
import dev.catena.formats.ShippedRobots;

/** Three seconds of a motion of the two-link arm and the efforts that it takes, at 100 Hz. */
final class SwingingLog {
    private static final int SAMPLES = 300;

    private SwingingLog() {}

    static String text() {
        return text("");
    }

    /** @param middle what stands for one of the efforts, if it is not empty */
    static String text(String middle) {
        InverseDynamics dynamics = new InverseDynamics(ShippedRobots.load("two-link"));
        StringBuilder text = new StringBuilder("time,q_shoulder,q_elbow,tau_shoulder,tau_elbow\n");
        double[] tau = new double[2];
        for (int k = 0; k < SAMPLES; k++) {
            double t = k / 100.0;
            double[] q = {Math.sin(2 * t) + 0.5 * Math.cos(3.1 * t), Math.cos(2.6 * t) - 0.3 * Math.sin(4.3 * t)};
            double[] qd = {
                2 * Math.cos(2 * t) - 1.55 * Math.sin(3.1 * t), -2.6 * Math.sin(2.6 * t) - 1.29 * Math.cos(4.3 * t)
            };
            double[] qdd = {
                -4 * Math.sin(2 * t) - 4.805 * Math.cos(3.1 * t), -6.76 * Math.cos(2.6 * t) + 5.547 * Math.sin(4.3 * t)
            };
            dynamics.compute(q, qd, qdd, tau);
            boolean other = k == SAMPLES / 2 && !middle.isEmpty();
            text.append("%s,%s,%s,%s,%s\n".formatted(t, q[0], q[1], other ? middle : tau[0], tau[1]));
        }
        return text.toString();
    }
}
