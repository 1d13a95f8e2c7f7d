package dev.catena.ground;

import dev.catena.model.BaseKind;
import dev.catena.model.Body;
import dev.catena.model.Joint;
import dev.catena.model.JointGeometry;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import java.util.ArrayList;
import java.util.List;

/**
 * Joints without drives that place a robot in the world, in the place of a base that floats: three that slide along the axes
 * of the world, then three that turn, first about the vertical. Their coordinates are what splines can be made of; the last
 * turn but one must stay away from ±90°.
 */
public final class GlobalJoints {
    /** The names of the six joints, in their order. */
    public static final List<String> NAMES =
            List.of("global_x", "global_y", "global_z", "global_turn", "global_tilt", "global_list");

    private static final String WORLD = "world";

    private GlobalJoints() {}

    /**
     * The robot with six joints before its base.
     *
     * @throws IllegalArgumentException if the base does not float, or the names are taken
     */
    public static RobotModel attach(RobotModel floating) {
        floating.requireFloatingBase("global joints");
        floating.requireTree("a robot with global joints");
        if (floating.hasBody(WORLD) || NAMES.stream().anyMatch(floating::hasCoordinate)) {
            throw new IllegalArgumentException(
                    "robot \"%s\" has a body or a joint with the name of one of global joints: %s, %s"
                            .formatted(floating.name(), WORLD, NAMES));
        }
        RobotModelBuilder builder = RobotModel.builder(floating.name())
                .gravity(floating.gravity())
                .inertiaPolicy(floating.inertiaPolicy())
                .base(WORLD);
        Vector3[] turns = turns(floating.gravity());
        Vector3[] axes = {Vector3.X, Vector3.Y, Vector3.Z, turns[0], turns[1], turns[2]};
        String parent = WORLD;
        for (int k = 0; k < 6; k++) {
            String child = k < 5 ? NAMES.get(k) + "_frame" : floating.base().name();
            builder.body(
                    child,
                    k < 5
                            ? SpatialInertia.ZERO
                            : floating.declaredBodies().get(0).inertia());
            Joint joint =
                    k < 3 ? Joint.prismatic(NAMES.get(k), parent, child) : Joint.revolute(NAMES.get(k), parent, child);
            builder.joint(joint.with(JointGeometry.of(Pose.IDENTITY, axes[k])));
            parent = child;
        }
        for (Body body :
                floating.declaredBodies().subList(1, floating.declaredBodies().size())) {
            builder.body(body);
        }
        floating.joints().forEach(builder::joint);
        for (Joint joint : floating.coupledJoints()) {
            builder.coupling(floating.couplingOf(joint.name()).orElseThrow());
        }
        floating.contacts().forEach(builder::contact);
        return builder.build();
    }

    /** The vertical first, then the other two axes in their order. */
    private static Vector3[] turns(Vector3 gravity) {
        Vector3[] axes = {Vector3.Z, Vector3.Y, Vector3.X};
        double x = Math.abs(gravity.x());
        double y = Math.abs(gravity.y());
        double z = Math.abs(gravity.z());
        if (y > z && y >= x) {
            return new Vector3[] {axes[1], axes[2], axes[0]};
        }
        return x > z && x > y ? new Vector3[] {axes[2], axes[0], axes[1]} : axes;
    }

    /**
     * The body that the global joints place: that of the sixth joint in a row from the base, or the last one before the robot
     * branches out, has a drive or is heavy.
     */
    static String lastBody(RobotModel model) {
        String body = model.base().name();
        for (int count = 0; count < 6; count++) {
            List<Joint> next = new ArrayList<>();
            for (Joint joint : model.movingJoints()) {
                if (joint.parent().equals(body)) {
                    next.add(joint);
                }
            }
            boolean isGlobal = next.size() == 1
                    && (count == 0
                            || model.bodies()
                                            .get(model.bodyIndex(body))
                                            .inertia()
                                            .mass()
                                    == 0);
            if (!isGlobal) {
                return body;
            }
            body = next.get(0).child();
        }
        return body;
    }

    /** Whether a robot's base floats, so that it needs them. */
    public static boolean isNeeded(RobotModel robot) {
        return robot.baseKind() == BaseKind.FLOATING;
    }
}
