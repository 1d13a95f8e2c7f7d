package dev.catena.model;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How large a robot is and where on its base it stands, so that algorithms can be indifferent to the unit of length and to what
 * is far away from the robot.
 *
 * @param length the largest offset of joints and cut frames on their bodies; what a base that rests carries counts by how far it is
 *     spread, and by its distance from the base's origin only where there is no other length; 1 where there is none at all
 * @param place the first joint or cut frame on a base that rests, in base coordinates; zero for one that floats
 */
public record Extent(double length, Vector3 place) {
    public static Extent of(RobotModel model) {
        @Nullable Pose[] baseFromBody = tiedToBase(model);
        List<Vector3> onBase = new ArrayList<>();
        double largest = 0;
        for (Joint joint : model.joints()) {
            Pose parent = baseFromBody[model.bodyIndex(joint.parent())];
            JointGeometry geometry = joint.geometry();
            if (parent == null || joint.kind().moves()) {
                largest = Math.max(largest, geometry.jointFromBody().position().norm());
                largest = Math.max(largest, offset(parent, geometry.parentFromJoint(), onBase));
            }
        }
        for (CutJoint cut : model.loops().cutJoints()) {
            Pose first = baseFromBody[model.bodyIndex(cut.first())];
            Pose second = baseFromBody[model.bodyIndex(cut.second())];
            largest = Math.max(largest, offset(first, cut.firstFromJoint(), onBase));
            largest = Math.max(largest, offset(second, cut.secondFromJoint(), onBase));
        }
        largest = Math.max(largest, spread(onBase));
        if (largest == 0) {
            largest = onBase.stream().mapToDouble(Vector3::norm).max().orElse(0);
        }
        return new Extent(largest == 0 ? 1 : largest, onBase.isEmpty() ? Vector3.ZERO : onBase.get(0));
    }

    /** What positions of a joint count in: a rad; of a slide the robot's length, or its way between limits where that is less. */
    public double unit(Joint joint) {
        double way = joint.limits().upper() - joint.limits().lower();
        return joint.kind() != JointKind.PRISMATIC ? 1 : way > 0 ? Math.min(length, way) : length;
    }

    /** By body, its pose where it is part of a base that rests; one that floats is a body like others. */
    private static @Nullable Pose[] tiedToBase(RobotModel model) {
        @Nullable Pose[] poses = new Pose[model.bodies().size()];
        if (model.baseKind() == BaseKind.FLOATING) {
            return poses;
        }
        poses[0] = Pose.IDENTITY;
        for (int b = 1; b < poses.length; b++) {
            Joint joint = model.jointOf(b).orElseThrow();
            Pose parent = poses[model.parent(b)];
            if (parent != null && !joint.kind().moves()) {
                poses[b] = parent.times(joint.geometry().parentFromBody(joint.kind(), 0));
            }
        }
        return poses;
    }

    /** How far a frame is from its body's origin; nothing, but noted, if the body is part of the base. */
    private static double offset(@Nullable Pose baseFromBody, Pose bodyFromFrame, List<Vector3> onBase) {
        if (baseFromBody == null) {
            return bodyFromFrame.position().norm();
        }
        onBase.add(baseFromBody.apply(bodyFromFrame.position()));
        return 0;
    }

    /** Twice the largest distance from the mean: the distance of two points. */
    private static double spread(List<Vector3> points) {
        if (points.isEmpty()) {
            return 0;
        }
        Vector3 first = points.get(0);
        Vector3 sum = Vector3.ZERO;
        for (Vector3 point : points) {
            sum = sum.plus(point.minus(first));
        }
        Vector3 mean = sum.times(1.0 / points.size());
        double largest = 0;
        for (Vector3 point : points) {
            largest = Math.max(largest, point.minus(first).minus(mean).norm());
        }
        return 2 * largest;
    }
}
