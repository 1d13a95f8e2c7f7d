package dev.catena.mechanism.parallel;

import dev.catena.model.Pose;
import dev.catena.model.Rotation;
import dev.catena.model.Vector3;

/** Integrates the motion of a platform under constant efforts: classical Runge-Kutta on position, quaternion, velocity. */
final class PlatformRun {
    private final ParallelRobot robot;
    private final ParallelForwardDynamics dynamics;
    private final int m;
    private double[] state = new double[0];

    PlatformRun(ParallelRobot robot) {
        this.robot = robot;
        dynamics = new ParallelForwardDynamics(robot);
        m = robot.freedoms().count();
    }

    void start(Pose pose, double[] velocity) {
        state = new double[7 + m];
        System.arraycopy(pose.position().toArray(), 0, state, 0, 3);
        System.arraycopy(pose.rotation().toQuaternion(), 0, state, 3, 4);
        System.arraycopy(velocity, 0, state, 7, m);
    }

    Pose pose() {
        return pose(state);
    }

    double[] velocity() {
        return java.util.Arrays.copyOfRange(state, 7, 7 + m);
    }

    private static Pose pose(double[] y) {
        return new Pose(Rotation.fromQuaternion(y[3], y[4], y[5], y[6]), new Vector3(y[0], y[1], y[2]));
    }

    void advance(double[] efforts, double time, int steps) {
        double h = time / steps;
        for (int k = 0; k < steps; k++) {
            double[] k1 = rate(state, efforts);
            double[] k2 = rate(sum(state, h / 2, k1), efforts);
            double[] k3 = rate(sum(state, h / 2, k2), efforts);
            double[] k4 = rate(sum(state, h, k3), efforts);
            for (int i = 0; i < state.length; i++) {
                state[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
            }
        }
    }

    private static double[] sum(double[] y, double h, double[] rate) {
        double[] out = y.clone();
        for (int i = 0; i < out.length; i++) {
            out[i] += h * rate[i];
        }
        return out;
    }

    private double[] rate(double[] y, double[] efforts) {
        double[] velocity = java.util.Arrays.copyOfRange(y, 7, 7 + m);
        double[] acceleration = new double[m];
        dynamics.compute(pose(y), velocity, efforts, acceleration);
        double[] v = new double[6];
        robot.freedoms().expand(velocity, v);
        double[] out = new double[7 + m];
        System.arraycopy(v, 0, out, 0, 3);
        // ṗ = ½ ω p with ω in world axes
        out[3] = (v[3] * y[6] + v[4] * y[5] - v[5] * y[4]) / 2;
        out[4] = (v[4] * y[6] + v[5] * y[3] - v[3] * y[5]) / 2;
        out[5] = (v[5] * y[6] + v[3] * y[4] - v[4] * y[3]) / 2;
        out[6] = -(v[3] * y[3] + v[4] * y[4] + v[5] * y[5]) / 2;
        System.arraycopy(acceleration, 0, out, 7, m);
        return out;
    }
}
