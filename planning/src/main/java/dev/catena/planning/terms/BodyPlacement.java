package dev.catena.planning.terms;

import dev.catena.kinematics.Jacobian;
import dev.catena.kinematics.Kinematics;
import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import dev.catena.model.Vector3;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Where a point of a body is and how the body is turned, with first and second derivatives by the joint positions.
 *
 * <p>Joint i turns all that lies beyond it: a column of the Jacobian of a joint j ≥ i on the way to the body changes with
 * qᵢ by ωᵢ × that column, ωᵢ being the angular part of column i.
 */
final class BodyPlacement {
    private final int n;
    private final int body;
    private final Vector3 pointInBody;
    private final Kinematics kinematics;
    private final Jacobian jacobian;
    private final double[] columns;
    private final double[] pose = new double[12];
    private final double[] point = new double[3];

    /** The coordinates on the way from the base to the body. */
    private final int[] path;

    BodyPlacement(RobotModel robot, String bodyName, Vector3 pointInBody) {
        n = robot.jointCount();
        body = robot.bodyIndex(bodyName);
        this.pointInBody = pointInBody;
        kinematics = new Kinematics(robot);
        jacobian = new Jacobian(robot);
        columns = new double[6 * n];
        List<Integer> onTheWay = new ArrayList<>();
        for (int b = body; b > 0; b = robot.parent(b)) {
            Optional<Joint> joint = robot.jointOf(b);
            joint.ifPresent(j -> requireOwnCoordinate(robot, j, bodyName));
            joint.filter(j -> j.kind().moves()).ifPresent(j -> onTheWay.add(0, robot.coordinate(j.name())));
        }
        path = onTheWay.stream().mapToInt(Integer::intValue).toArray();
    }

    /** Second derivatives are those of a chain whose joints move on their own. */
    private static void requireOwnCoordinate(RobotModel robot, Joint joint, String bodyName) {
        robot.couplingOf(joint.name()).ifPresent(coupling -> {
            throw new IllegalArgumentException(
                    "joint \"%s\" of robot \"%s\" follows joint \"%s\" and moves body \"%s\": limits and goals of positions are for bodies before such joints"
                            .formatted(joint.name(), robot.name(), coupling.leader(), bodyName));
        });
    }

    int size() {
        return n;
    }

    boolean dependsOn(int coordinate) {
        for (int k : path) {
            if (k == coordinate) {
                return true;
            }
        }
        return false;
    }

    void place(double[] q) {
        kinematics.compute(q);
        kinematics.worldFromBody(body, pose);
        for (int k = 0; k < 3; k++) {
            point[k] = pose[9 + k]
                    + pose[3 * k] * pointInBody.x()
                    + pose[3 * k + 1] * pointInBody.y()
                    + pose[3 * k + 2] * pointInBody.z();
        }
    }

    /** As {@link #place}, with the Jacobian. */
    void placeWithJacobian(double[] q) {
        place(q);
        jacobian.compute(kinematics, body, columns);
        double rx = point[0] - pose[9];
        double ry = point[1] - pose[10];
        double rz = point[2] - pose[11];
        // velocity of the point: v + ω × r
        for (int i : path) {
            double wx = angular(0, i);
            double wy = angular(1, i);
            double wz = angular(2, i);
            columns[i] += wy * rz - wz * ry;
            columns[n + i] += wz * rx - wx * rz;
            columns[2 * n + i] += wx * ry - wy * rx;
        }
    }

    /** A coordinate of the point in the world. */
    double point(int axis) {
        return point[axis];
    }

    /** An entry of the rotation matrix worldFromBody. */
    double rotation(int row, int column) {
        return pose[3 * row + column];
    }

    /** ∂ of the point by coordinate i. */
    double linear(int axis, int i) {
        return columns[axis * n + i];
    }

    /** The axis about which coordinate i turns the body; zero if it slides. */
    double angular(int axis, int i) {
        return columns[(3 + axis) * n + i];
    }

    int pathLength() {
        return path.length;
    }

    /** Coordinate number k on the way from the base. */
    int onPath(int k) {
        return path[k];
    }

    /** out = ωᵢ × v. */
    void turn(int i, double vx, double vy, double vz, double[] out) {
        double wx = angular(0, i);
        double wy = angular(1, i);
        double wz = angular(2, i);
        out[0] = wy * vz - wz * vy;
        out[1] = wz * vx - wx * vz;
        out[2] = wx * vy - wy * vx;
    }
}
