package dev.catena.reach;

import dev.catena.kinematics.Jacobian;
import dev.catena.kinematics.Kinematics;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.reach.PoseTarget.Aim;

/**
 * What is missing to one goal, and how the coordinates change it: rows of position in meters, rows of orientation as turns
 * about world axes times a length, all times the weight. Coordinates are those of the joints, after the six of a floating base:
 * the velocity of its origin and its angular velocity, in world axes.
 */
final class TargetRows {
    /** What the sums of a few positions of the size of a goal may be off by, in units of its last digit. */
    private static final double ROUNDINGS = 8;

    final int rows;
    private final PoseTarget target;
    private final int body;
    private final int joints;
    private final int first;
    private final double length;
    private final double turnScale;
    private final double[] goal = new double[12];
    private final double[] pose = new double[12];
    private final double[] turn = new double[3];
    private final double[] columns;
    private final double[] moving = new double[6];
    private double positionError;
    private double turnError;

    /** @param length what a radian is worth in meters */
    TargetRows(RobotModel robot, PoseTarget target, int baseCoordinates, double length) {
        this.target = target;
        rows = target.aim().rows();
        body = robot.bodyIndex(target.body());
        joints = robot.jointCount();
        first = baseCoordinates;
        this.length = length;
        turnScale = length * target.weight();
        columns = new double[6 * joints];
        goal[0] = goal[4] = goal[8] = 1;
    }

    void goal(Pose worldFromBody) {
        System.arraycopy(worldFromBody.rotation().toArray(), 0, goal, 0, 9);
        System.arraycopy(worldFromBody.position().toArray(), 0, goal, 9, 3);
    }

    /** The rotation matrix row by row, then the position of the point. */
    void goal(double[] worldFromBody) {
        System.arraycopy(worldFromBody, 0, goal, 0, 12);
    }

    void goal(TargetRows other) {
        goal(other.goal);
    }

    /** Whether the goal is met to a tolerance in radians, or as far as coordinates of its size have digits. */
    boolean isMet(double tolerance) {
        double largest = Math.max(Math.abs(goal[9]), Math.max(Math.abs(goal[10]), Math.abs(goal[11])));
        return positionError <= Math.max(length * tolerance, ROUNDINGS * Math.ulp(largest)) && turnError <= tolerance;
    }

    double positionError() {
        return positionError;
    }

    double turnError() {
        return turnError;
    }

    /** Takes the pose that the kinematics hold. */
    void place(Kinematics kinematics) {
        kinematics.worldFromBody(body, pose);
        placePoint();
    }

    /** e at the poses that the kinematics hold, from a row on. */
    void error(Kinematics kinematics, double[] e, int row) {
        place(kinematics);
        positionError = 0;
        turnError = 0;
        int at = row;
        if (target.aim() != Aim.ORIENTATION) {
            double sum = 0;
            for (int k = 0; k < 3; k++) {
                double missing = goal[9 + k] - pose[9 + k];
                sum += missing * missing;
                e[at++] = target.weight() * missing;
            }
            positionError = Math.sqrt(sum);
        }
        if (target.aim() != Aim.POSITION) {
            turnError = TurnBetween.rotations(pose, goal, turn);
            for (int k = 0; k < 3; k++) {
                e[at++] = turnScale * turn[k];
            }
        }
    }

    /** A motion of the point that is wanted, linear and then angular, as rows. */
    void wanted(double[] motions, int at, double[] rowsOut, int row) {
        int next = row;
        if (target.aim() != Aim.ORIENTATION) {
            for (int k = 0; k < 3; k++) {
                rowsOut[next++] = target.weight() * motions[at + k];
            }
        }
        if (target.aim() != Aim.POSITION) {
            for (int k = 3; k < 6; k++) {
                rowsOut[next++] = turnScale * motions[at + k];
            }
        }
    }

    /** The acceleration of the point that the kinematics hold, linear and then angular; after {@link #place}. */
    void acceleration(Kinematics kinematics, double[] out) {
        double x = target.pointInBody().x();
        double y = target.pointInBody().y();
        double z = target.pointInBody().z();
        double rx = pose[0] * x + pose[1] * y + pose[2] * z;
        double ry = pose[3] * x + pose[4] * y + pose[5] * z;
        double rz = pose[6] * x + pose[7] * y + pose[8] * z;
        kinematics.velocityInWorld(body, moving);
        double wx = moving[3];
        double wy = moving[4];
        double wz = moving[5];
        double ux = wy * rz - wz * ry;
        double uy = wz * rx - wx * rz;
        double uz = wx * ry - wy * rx;
        kinematics.accelerationInWorld(body, out);
        // a + γ × r + ω × (ω × r)
        out[0] += out[4] * rz - out[5] * ry + wy * uz - wz * uy;
        out[1] += out[5] * rx - out[3] * rz + wz * ux - wx * uz;
        out[2] += out[3] * ry - out[4] * rx + wx * uy - wy * ux;
    }

    /** The position of the point in place of that of the origin. */
    private void placePoint() {
        double x = target.pointInBody().x();
        double y = target.pointInBody().y();
        double z = target.pointInBody().z();
        for (int k = 0; k < 3; k++) {
            pose[9 + k] += pose[3 * k] * x + pose[3 * k + 1] * y + pose[3 * k + 2] * z;
        }
    }

    /** J at the poses that the kinematics hold, after {@link #place} or {@link #error}, from a row on; the base's origin is at (bx, by, bz). */
    void jacobian(Jacobian jacobian, Kinematics kinematics, double bx, double by, double bz, double[] J, int row) {
        jacobian.compute(kinematics, body, columns);
        // from the body's origin to the point, in world axes
        double x = target.pointInBody().x();
        double y = target.pointInBody().y();
        double z = target.pointInBody().z();
        double rx = pose[0] * x + pose[1] * y + pose[2] * z;
        double ry = pose[3] * x + pose[4] * y + pose[5] * z;
        double rz = pose[6] * x + pose[7] * y + pose[8] * z;
        int size = first + joints;
        int at = row * size;
        double w = target.weight();
        if (target.aim() != Aim.ORIENTATION) {
            int n = joints;
            // v + ω × r
            for (int j = 0; j < n; j++) {
                double wx = columns[3 * n + j];
                double wy = columns[4 * n + j];
                double wz = columns[5 * n + j];
                J[at + first + j] = w * (columns[j] + wy * rz - wz * ry);
                J[at + size + first + j] = w * (columns[n + j] + wz * rx - wx * rz);
                J[at + 2 * size + first + j] = w * (columns[2 * n + j] + wx * ry - wy * rx);
            }
            if (first > 0) {
                basePosition(J, at, size, pose[9] - bx, pose[10] - by, pose[11] - bz);
            }
            at += 3 * size;
        }
        if (target.aim() != Aim.POSITION) {
            for (int k = 0; k < 3; k++) {
                for (int j = 0; j < joints; j++) {
                    J[at + k * size + first + j] = turnScale * columns[(3 + k) * joints + j];
                }
                for (int j = 0; j < first; j++) {
                    J[at + k * size + j] = j == 3 + k ? turnScale : 0;
                }
            }
        }
    }

    /** Columns (1, −r×) of the base's velocities. */
    private void basePosition(double[] J, int at, int size, double rx, double ry, double rz) {
        double w = target.weight();
        for (int k = 0; k < 3; k++) {
            for (int j = 0; j < 6; j++) {
                J[at + k * size + j] = j == k ? w : 0;
            }
        }
        J[at + 4] = w * rz;
        J[at + 5] = -w * ry;
        J[at + size + 3] = -w * rz;
        J[at + size + 5] = w * rx;
        J[at + 2 * size + 3] = w * ry;
        J[at + 2 * size + 4] = -w * rx;
    }
}
