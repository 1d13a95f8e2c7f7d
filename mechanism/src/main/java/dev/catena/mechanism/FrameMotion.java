package dev.catena.mechanism;

import dev.catena.kinematics.Kinematics;
import dev.catena.model.Pose;

/** Pose and motion of one frame of a cut joint in world axes, and the derivatives of directions fixed in it. */
final class FrameMotion {
    final int body;

    /** Rotation matrix row by row, then position. */
    final double[] pose = new double[12];

    /** x, y and z axes. */
    final double[][] axis = new double[3][3];

    /** Linear, then angular. */
    final double[] velocity = new double[6];

    final double[] acceleration = new double[6];
    final double[] jerk = new double[6];

    FrameMotion(int body) {
        this.body = body;
    }

    /** A frame of the world, which no body carries. */
    static FrameMotion fixed(Pose worldFromFrame) {
        FrameMotion frame = new FrameMotion(-1);
        System.arraycopy(worldFromFrame.rotation().toArray(), 0, frame.pose, 0, 9);
        System.arraycopy(worldFromFrame.position().toArray(), 0, frame.pose, 9, 3);
        frame.takeAxes();
        return frame;
    }

    void place(Kinematics kinematics) {
        kinematics.worldFromBody(body, pose);
        takeAxes();
    }

    private void takeAxes() {
        for (int k = 0; k < 3; k++) {
            axis[k][0] = pose[k];
            axis[k][1] = pose[3 + k];
            axis[k][2] = pose[6 + k];
        }
    }

    /** @param order 2 for velocity and acceleration, 3 for the jerk too */
    void move(Kinematics kinematics, int order) {
        kinematics.velocityInWorld(body, velocity);
        kinematics.accelerationInWorld(body, acceleration);
        if (order > 2) {
            kinematics.jerkInWorld(body, jerk);
        }
    }

    /** Velocity, then acceleration. */
    void note(double[] out) {
        System.arraycopy(velocity, 0, out, 0, 6);
        System.arraycopy(acceleration, 0, out, 6, 6);
    }

    /**
     * A direction fixed in the frame and its time derivatives: ẋ = ω × x, ẍ = ω̇ × x + ω × ẋ,
     * x⃛ = ω̈ × x + 2 ω̇ × ẋ + ω × ẍ.
     *
     * @param out by order of differentiation, up to that of its length
     */
    void differentiate(double[] x, double[][] out) {
        System.arraycopy(x, 0, out[0], 0, 3);
        setCross(velocity, 3, out[0], out[1]);
        setCross(acceleration, 3, out[0], out[2]);
        addCross(1, velocity, 3, out[1], out[2]);
        if (out.length > 3) {
            setCross(jerk, 3, out[0], out[3]);
            addCross(2, acceleration, 3, out[1], out[3]);
            addCross(1, velocity, 3, out[2], out[3]);
        }
    }

    static double dot(double[] a, double[] b) {
        return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    }

    static void setCross(double[] a, int at, double[] b, double[] out) {
        out[0] = 0;
        out[1] = 0;
        out[2] = 0;
        addCross(1, a, at, b, out);
    }

    /** out += factor · a × b, where a begins at an index of its array. */
    static void addCross(double factor, double[] a, int at, double[] b, double[] out) {
        double ax = factor * a[at];
        double ay = factor * a[at + 1];
        double az = factor * a[at + 2];
        out[0] += ay * b[2] - az * b[1];
        out[1] += az * b[0] - ax * b[2];
        out[2] += ax * b[1] - ay * b[0];
    }
}
