package dev.catena.compile.parameters;

import dev.catena.model.BaseKind;
import dev.catena.model.Joint;
import dev.catena.model.JointKind;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.Rotation;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import java.util.Arrays;

/**
 * The moving bodies of a robot in joint frames: fixed in each body, origin on the joint axis, z along it. Index 0 is the
 * base in its own frame; moving bodies are 1 to n, parents first. Arrays are read, never written, once it is made.
 */
final class JointTree {
    final int n;
    final boolean floating;
    final Vector3 gravity;

    /** Index of the moving parent, 0 for the base. */
    final int[] parent;

    /** Index of the joint in joint vectors. */
    final int[] coordinate;

    final boolean[] revolute;

    /** The frame at q = 0 in that of the parent. */
    final Pose[] atZero;

    /** The ten parameters of each body. */
    final double[][] inertia;

    private JointTree(RobotModel model) {
        int bodies = model.bodies().size();
        n = model.jointCount();
        floating = model.baseKind() == BaseKind.FLOATING;
        gravity = model.gravity();
        parent = new int[n + 1];
        coordinate = new int[n + 1];
        revolute = new boolean[n + 1];
        atZero = new Pose[n + 1];
        inertia = new double[n + 1][];
        Arrays.fill(atZero, Pose.IDENTITY);
        SpatialInertia[] merged = new SpatialInertia[n + 1];
        Arrays.fill(merged, SpatialInertia.ZERO);
        int[] carrier = new int[bodies];
        Pose[] frame = new Pose[bodies];
        int moving = 0;
        for (int b = 0; b < bodies; b++) {
            Joint joint = model.jointOf(b).orElse(null);
            if (joint == null) {
                frame[b] = Pose.IDENTITY;
            } else {
                Pose carrierFromJoint =
                        frame[model.parent(b)].times(joint.geometry().parentFromJoint());
                if (joint.kind() == JointKind.FIXED) {
                    carrier[b] = carrier[model.parent(b)];
                    frame[b] = carrierFromJoint.times(joint.geometry().jointFromBody());
                } else {
                    moving++;
                    Pose axis =
                            Pose.rotation(Rotation.withAxisZ(joint.geometry().axisInJoint()));
                    carrier[b] = moving;
                    parent[moving] = carrier[model.parent(b)];
                    coordinate[moving] = model.coordinate(joint.name());
                    revolute[moving] = joint.kind() == JointKind.REVOLUTE;
                    atZero[moving] = carrierFromJoint.times(axis);
                    frame[b] = axis.inverse().times(joint.geometry().jointFromBody());
                }
            }
            merged[carrier[b]] =
                    merged[carrier[b]].plus(model.bodies().get(b).inertia().in(frame[b]));
        }
        for (int i = 0; i <= n; i++) {
            inertia[i] = TenParameters.of(merged[i]);
        }
    }

    static JointTree of(RobotModel model) {
        return new JointTree(model);
    }
}
