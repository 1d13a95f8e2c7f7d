package dev.catena.app.plan;

import dev.catena.formats.yaml.YamlMap;
import dev.catena.model.Body;
import dev.catena.model.InertiaTensor;
import dev.catena.model.Joint;
import dev.catena.model.JointGeometry;
import dev.catena.model.JointKind;
import dev.catena.model.JointLimits;
import dev.catena.model.ModelException;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.SpatialInertia;
import dev.catena.model.Vector3;
import java.util.List;

/** A robot of other size, with loads, or with joints that are locked: what a plan asks "what if" about. */
public final class ChangedRobot {
    /** Where a plan file says that. */
    public static final List<String> KEYS = List.of("size", "carrying", "held");

    private ChangedRobot() {}

    /** The robot as the {@link #KEYS} of a plan file change it. */
    static RobotModel read(YamlMap top, RobotModel robot) {
        RobotModel changed = robot;
        YamlMap size = top.map("size");
        if (size != null) {
            double lengths = positive(size, "lengths");
            double masses = positive(size, "masses");
            size.finish();
            changed = attempt(top, "size", changed, () -> scaled(robot, lengths, masses));
        }
        for (YamlMap entry : top.maps("carrying")) {
            String body = entry.requiredText("body", robot.base().name());
            double mass = entry.requiredNumber("mass");
            Vector3 point = entry.vector("point", Vector3.ZERO);
            entry.finish();
            RobotModel before = changed;
            changed = attempt(entry, "body", before, () -> carrying(before, body, mass, point));
        }
        YamlMap held = top.map("held");
        if (held != null) {
            for (String joint : held.keys()) {
                RobotModel before = changed;
                boolean turns = before.hasCoordinate(joint)
                        && before.movingJoints().get(before.coordinate(joint)).kind() == JointKind.REVOLUTE;
                double at = held.coordinate(joint, turns, 0);
                changed = attempt(held, joint, before, () -> before.withHeld(joint, at));
            }
            held.finish();
        }
        return changed;
    }

    private interface Change {
        RobotModel make();
    }

    private static RobotModel attempt(YamlMap map, String key, RobotModel before, Change change) {
        try {
            return change.make();
        } catch (IllegalArgumentException | ModelException e) {
            map.problem(key, String.valueOf(e.getMessage()));
            return before;
        }
    }

    private static double positive(YamlMap map, String key) {
        double factor = map.number(key, 1);
        if (!(factor > 0)) {
            map.problem(key, "%s are changed by a factor, which must be positive".formatted(key));
            return 1;
        }
        return factor;
    }

    /**
     * A tree of the same proportions, [deLeva]: lengths and masses by factors, moments of inertia as mass times length
     * squared, limits of effort as mass times length, slides as lengths.
     */
    public static RobotModel scaled(RobotModel robot, double lengths, double masses) {
        robot.requireTree("a change of size");
        RobotModelBuilder builder = robot.toBuilder();
        for (Body body : robot.declaredBodies()) {
            SpatialInertia own = body.inertia();
            builder.replace(new Body(
                    body.name(),
                    SpatialInertia.aboutCenterOfMass(
                            own.mass() * masses,
                            own.centerOfMass().times(lengths),
                            times(own.tensorAboutCenter(), masses * lengths * lengths))));
        }
        for (Joint joint : robot.joints()) {
            JointGeometry geometry = joint.geometry();
            JointLimits limits = joint.limits();
            double travel = joint.kind() == JointKind.PRISMATIC ? lengths : 1;
            builder.replace(joint.with(new JointGeometry(
                            longer(geometry.parentFromJoint(), lengths),
                            geometry.axisInJoint(),
                            longer(geometry.jointFromBody(), lengths)))
                    .with(new JointLimits(
                            limits.lower() * travel,
                            limits.upper() * travel,
                            limits.velocity(),
                            limits.effort() * masses * lengths,
                            limits.effortRate())));
        }
        return builder.build();
    }

    private static Pose longer(Pose pose, double lengths) {
        return new Pose(pose.rotation(), pose.position().times(lengths));
    }

    private static InertiaTensor times(InertiaTensor tensor, double factor) {
        return new InertiaTensor(
                tensor.xx() * factor,
                tensor.xy() * factor,
                tensor.xz() * factor,
                tensor.yy() * factor,
                tensor.yz() * factor,
                tensor.zz() * factor);
    }

    /** With a point mass on a body. */
    public static RobotModel carrying(RobotModel robot, String body, double mass, Vector3 pointInBody) {
        if (!robot.hasBody(body)) {
            throw new IllegalArgumentException(
                    "robot \"%s\" has no body \"%s\" to carry anything".formatted(robot.name(), body));
        }
        if (!(mass >= 0) || Double.isInfinite(mass)) {
            throw new IllegalArgumentException("a load of %s kg cannot be carried".formatted(mass));
        }
        SpatialInertia load = SpatialInertia.aboutCenterOfMass(mass, pointInBody, InertiaTensor.ZERO);
        RobotModelBuilder builder = robot.toBuilder();
        for (Body declared : robot.declaredBodies()) {
            if (declared.name().equals(body)) {
                builder.replace(new Body(body, declared.inertia().plus(load)));
            }
        }
        return builder.build();
    }
}
