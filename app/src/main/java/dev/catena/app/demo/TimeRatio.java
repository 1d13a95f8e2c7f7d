package dev.catena.app.demo;

import dev.catena.control.QuinticTrajectory;
import dev.catena.dynamics.ForceRate;
import dev.catena.dynamics.InverseDynamics;
import dev.catena.model.RobotModel;

/**
 * What rates cost, measured: the time of torques with their rates over that of torques alone. Both are warmed up, then
 * take turns; the best batch of each counts, so that other work on the machine disturbs little.
 *
 * @param torque nanoseconds for torques
 * @param torqueAndRate nanoseconds for torques and rates
 */
record TimeRatio(double torque, double torqueAndRate) {
    private static final int STATES = 64;
    private static final int CALLS = 4096;
    private static final int WARM_UP = 20;
    private static final int BATCHES = 60;

    double ratio() {
        return torqueAndRate / torque;
    }

    static TimeRatio measure(RobotModel robot, QuinticTrajectory motion) {
        Course course = new Course(robot, motion);
        for (int k = 0; k < WARM_UP; k++) {
            course.torques();
            course.torquesAndRates();
        }
        double torque = Double.POSITIVE_INFINITY;
        double both = Double.POSITIVE_INFINITY;
        for (int k = 0; k < BATCHES; k++) {
            long start = System.nanoTime();
            course.torques();
            long middle = System.nanoTime();
            course.torquesAndRates();
            long end = System.nanoTime();
            torque = Math.min(torque, (double) (middle - start) / CALLS);
            both = Math.min(both, (double) (end - middle) / CALLS);
        }
        return new TimeRatio(torque, both);
    }

    /** States along the motion, and the two algorithms that run over them. */
    private static final class Course {
        private final double[][] q;
        private final double[][] qd;
        private final double[][] qdd;
        private final double[][] qddd;
        private final double[] tau;
        private final double[] tauRate;
        private final InverseDynamics inverseDynamics;
        private final ForceRate forceRate;

        private Course(RobotModel robot, QuinticTrajectory motion) {
            int n = robot.jointCount();
            q = new double[STATES][n];
            qd = new double[STATES][n];
            qdd = new double[STATES][n];
            qddd = new double[STATES][n];
            tau = new double[n];
            tauRate = new double[n];
            for (int k = 0; k < STATES; k++) {
                motion.at(StanfordDemo.DURATION * k / STATES, q[k], qd[k], qdd[k], qddd[k]);
            }
            inverseDynamics = new InverseDynamics(robot);
            forceRate = new ForceRate(robot);
        }

        private void torques() {
            for (int call = 0; call < CALLS; call++) {
                int k = call & (STATES - 1);
                inverseDynamics.compute(q[k], qd[k], qdd[k], tau);
            }
        }

        private void torquesAndRates() {
            for (int call = 0; call < CALLS; call++) {
                int k = call & (STATES - 1);
                forceRate.compute(q[k], qd[k], qdd[k], qddd[k], tau, tauRate);
            }
        }
    }
}
