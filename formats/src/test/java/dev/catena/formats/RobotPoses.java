package dev.catena.formats;

import dev.catena.model.Joint;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.Rotation;
import dev.catena.model.Vector3;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Poses of all bodies straight from the geometry of the joints, as an oracle. */
public final class RobotPoses {
    private RobotPoses() {}

    /** By index of the body. */
    public static List<Pose> worldFromBody(RobotModel robot, double[] q) {
        List<Pose> poses = new ArrayList<>();
        for (int body = 0; body < robot.bodies().size(); body++) {
            Optional<Joint> joint = robot.jointOf(body);
            Pose pose = Pose.IDENTITY;
            if (joint.isPresent()) {
                Joint j = joint.get();
                double coordinate = j.kind().moves() ? robot.coordinateOf(j.name(), q) : 0;
                pose = poses.get(robot.parent(body)).times(j.geometry().parentFromBody(j.kind(), coordinate));
            }
            poses.add(pose);
        }
        return poses;
    }

    public static Pose worldFromBody(RobotModel robot, double[] q, String body) {
        return worldFromBody(robot, q).get(robot.bodyIndex(body));
    }

    /** The largest difference of any entry of two poses. */
    public static double difference(Pose a, Pose b) {
        return Math.max(
                difference(a.rotation(), b.rotation()),
                a.position().minus(b.position()).norm());
    }

    public static double difference(Rotation a, Rotation b) {
        double largest = 0;
        double[] x = a.toArray();
        double[] y = b.toArray();
        for (int k = 0; k < 9; k++) {
            largest = Math.max(largest, Math.abs(x[k] - y[k]));
        }
        return largest;
    }

    public static double difference(Vector3 a, Vector3 b) {
        return Math.max(Math.abs(a.x() - b.x()), Math.max(Math.abs(a.y() - b.y()), Math.abs(a.z() - b.z())));
    }
}
