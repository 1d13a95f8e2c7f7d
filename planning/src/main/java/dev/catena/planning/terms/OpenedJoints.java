package dev.catena.planning.terms;

import dev.catena.model.Joint;
import dev.catena.model.JointGeometry;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import java.util.List;

/**
 * A robot with three slides without mass before some of its joints, which always stand at zero: their efforts are the force
 * that a joint carries, and have the derivatives of torques.
 */
final class OpenedJoints {
    private static final Vector3[] AXES = {Vector3.X, Vector3.Y, Vector3.Z};

    private OpenedJoints() {}

    static RobotModel of(RobotModel robot, List<String> joints) {
        RobotModelBuilder builder = robot.toBuilder();
        for (String name : joints) {
            Joint joint = robot.movingJoints().get(robot.coordinate(name));
            Pose placed = joint.geometry().parentFromJoint();
            String parent = joint.parent();
            for (int axis = 0; axis < 3; axis++) {
                String slide = slide(name, axis);
                Pose pose = axis == 0 ? placed : Pose.IDENTITY;
                builder.body(slide, SpatialInertia.ZERO);
                builder.joint(Joint.prismatic(slide, parent, slide).with(JointGeometry.of(pose, AXES[axis])));
                parent = slide;
            }
            JointGeometry own = joint.geometry();
            builder.replace(new Joint(
                    name,
                    joint.kind(),
                    parent,
                    joint.child(),
                    new JointGeometry(Pose.IDENTITY, own.axisInJoint(), own.jointFromBody()),
                    joint.limits(),
                    joint.friction(),
                    joint.drive()));
        }
        return builder.build();
    }

    /** The name of a slide before a joint. */
    static String slide(String joint, int axis) {
        return "%s, force along %s".formatted(joint, "xyz".charAt(axis));
    }
}
