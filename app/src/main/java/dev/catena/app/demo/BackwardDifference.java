package dev.catena.app.demo;

import dev.catena.control.QuinticTrajectory;
import dev.catena.dynamics.ForceRate;
import dev.catena.model.RobotModel;

/**
 * How far the usual substitute is from the torque rate: |τ̇(tₖ) − (τ(tₖ) − τ(tₖ₋₁)) / Ts| along a motion, k ≥ 1.
 *
 * @param samplingTime Ts in seconds
 * @param times t₁, t₂, …
 * @param error by sample and joint
 */
record BackwardDifference(double samplingTime, double[] times, double[][] error) {
    static BackwardDifference along(QuinticTrajectory motion, RobotModel robot, double samplingTime) {
        int n = robot.jointCount();
        int samples = (int) Math.round(StanfordDemo.DURATION / samplingTime);
        ForceRate forceRate = new ForceRate(robot);
        double[] q = new double[n];
        double[] qd = new double[n];
        double[] qdd = new double[n];
        double[] qddd = new double[n];
        double[] before = new double[n];
        double[] tau = new double[n];
        double[] tauRate = new double[n];
        motion.at(0, q, qd, qdd, qddd);
        forceRate.compute(q, qd, qdd, qddd, before, tauRate);
        double[] times = new double[samples];
        double[][] error = new double[samples][n];
        for (int k = 1; k <= samples; k++) {
            times[k - 1] = k * samplingTime;
            motion.at(times[k - 1], q, qd, qdd, qddd);
            forceRate.compute(q, qd, qdd, qddd, tau, tauRate);
            for (int j = 0; j < n; j++) {
                error[k - 1][j] = Math.abs(tauRate[j] - (tau[j] - before[j]) / samplingTime);
                before[j] = tau[j];
            }
        }
        return new BackwardDifference(samplingTime, times, error);
    }

    /** The largest error of each joint. */
    double[] largest() {
        double[] largest = new double[error[0].length];
        for (double[] sample : error) {
            for (int j = 0; j < largest.length; j++) {
                largest[j] = Math.max(largest[j], sample[j]);
            }
        }
        return largest;
    }

    /** The error of one joint over time. */
    double[] ofJoint(int joint) {
        double[] values = new double[error.length];
        for (int k = 0; k < values.length; k++) {
            values[k] = error[k][joint];
        }
        return values;
    }
}
