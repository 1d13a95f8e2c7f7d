package dev.catena.app.plan;

import dev.catena.app.reach.Goal;
import dev.catena.app.reach.PostureFinder;
import dev.catena.formats.yaml.YamlMap;
import dev.catena.model.BaseKind;
import dev.catena.model.Joint;
import dev.catena.model.JointLimits;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Rotation;
import dev.catena.model.Vector3;
import dev.catena.planning.MotionLimits;
import dev.catena.planning.MotionProblem;
import dev.catena.planning.function.EndState;
import dev.catena.planning.function.Surroundings;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A goal that is a pose of a body: {@code goal} with a {@code body} in it, or {@code goal-pose}. Inverse kinematics says whether
 * there is a posture, and where the search begins.
 */
final class PlanGoal {
    /** From how many postures inverse kinematics begins. */
    private static final int STARTS = 60;

    private static final List<String> TURNED = List.of("orientation", "rpy", "quaternion", "matrix");

    private final YamlMap top;
    private final RobotModel robot;
    private final MotionLimits limits;
    private final boolean baseMoves;
    private final String key;

    PlanGoal(YamlMap top, RobotModel robot, MotionLimits limits, Surroundings around) {
        this.top = top;
        this.robot = robot;
        this.limits = limits;
        baseMoves = robot.baseKind() == BaseKind.FLOATING || around.base().isPresent();
        key = top.has("goal-pose") ? "goal-pose" : "goal";
    }

    /** What is wanted of the body at the end. */
    private record Wanted(
            String body,
            @Nullable Vector3 position,
            @Nullable Rotation rotation,
            double distance,
            double angle) {
        boolean isExact() {
            return distance == 0 && angle == 0;
        }
    }

    /** Whether the goal is a pose. A robot may have a joint that is called body; it has a number then. */
    boolean isGiven() {
        if (key.equals("goal-pose")) {
            return true;
        }
        YamlMap map = top.isMap("goal") ? top.map("goal") : null;
        return map != null && map.has("body") && !limits.coordinates().contains("body");
    }

    /** @param guess where the search begins; null for what inverse kinematics finds near the start */
    void read(MotionProblem.Builder builder, boolean still, double[] start, double @Nullable [] guess) {
        for (String other : List.of("goal-velocity", "goal-acceleration")) {
            if (top.has(other)) {
                top.problem(other, "%s cannot be given together with goal-pose, which ends at rest".formatted(other));
            }
        }
        int n = limits.coordinates().size();
        builder.goal(still ? EndState.anywhereStill(n) : EndState.anywhereAtRest(n));
        Wanted wanted = wanted();
        if (wanted == null) {
            return;
        }
        if (robot.hasLoops()) {
            if (baseMoves) {
                top.problem(
                        key,
                        "the base of robot \"%s\" moves, and where a body is depends on that: give the positions of the joints"
                                .formatted(robot.name()));
                return;
            }
            posture(wanted, start)
                    .ifPresentOrElse(
                            q -> builder.goal(
                                    still
                                            ? EndState.moving(q, new double[n], new double[n])
                                            : EndState.moving(q, new double[n])),
                            () -> top.problem(key, unreachable(wanted)));
            return;
        }
        try {
            limit(wanted);
        } catch (IllegalArgumentException e) {
            top.problem(key, String.valueOf(e.getMessage()));
            return;
        }
        if (guess != null) {
            builder.goalGuess(guess);
            return;
        }
        Optional<double[]> found = posture(wanted, start);
        found.ifPresent(builder::goalGuess);
        if (found.isEmpty() && wanted.isExact()) {
            top.problem(key, unreachable(wanted));
        }
    }

    private String unreachable(Wanted wanted) {
        return "body \"%s\" of robot \"%s\" cannot be brought there within the limits of the joints: from %s starts inverse kinematics found no posture"
                .formatted(wanted.body, robot.name(), STARTS);
    }

    /** Null where something is wrong. */
    private @Nullable Wanted wanted() {
        YamlMap map = top.map(key);
        if (map == null) {
            return null;
        }
        String body = map.requiredText("body", robot.base().name());
        double distance = map.number("distance", 0);
        double angle = map.angle("angle", 0);
        boolean anyOrientation = map.flag("any-orientation");
        map.requireAtMostOne("position", "xyz");
        map.requireAtMostOne(TURNED.toArray(String[]::new));
        boolean isTurned = TURNED.stream().anyMatch(map::has);
        if (anyOrientation) {
            for (String other : List.of("orientation", "rpy", "quaternion", "matrix", "angle")) {
                if (map.has(other)) {
                    map.problem(other, "%s means nothing where any-orientation is true".formatted(other));
                }
            }
        }
        boolean isPlaced = map.has("position") || map.has("xyz");
        Pose pose = map.pose();
        Vector3 position = map.has("position") ? map.vector("position", Vector3.ZERO) : pose.position();
        Rotation rotation = map.has("orientation") ? orientation(map) : pose.rotation();
        map.finish();
        if (!robot.hasBody(body)) {
            map.problem("body", "robot \"%s\" has no body \"%s\"".formatted(robot.name(), body));
            return null;
        }
        // a goal-pose has both, whatever is given; a goal what is given
        boolean both = key.equals("goal-pose");
        if (!both && !isPlaced && !isTurned) {
            top.problem(key, "the goal of body \"%s\" needs a position, an orientation or both".formatted(body));
            return null;
        }
        if (robot.hasLoops() && (distance != 0 || angle != 0)) {
            top.problem(
                    key, "the goal of a robot with closed loops is met exactly: distance and angle are not to be had");
            return null;
        }
        return new Wanted(
                body,
                both || isPlaced ? position : null,
                !anyOrientation && (both || isTurned) ? rotation : null,
                distance,
                angle);
    }

    /** Roll, pitch, yaw, or a quaternion. */
    private static Rotation orientation(YamlMap map) {
        try {
            if (map.isListOf("orientation", 4)) {
                double[] q = map.numbers("orientation", 4);
                return q == null ? Rotation.IDENTITY : Rotation.fromQuaternion(q[0], q[1], q[2], q[3]);
            }
            double[] angles = map.angles("orientation", 3);
            return angles == null ? Rotation.IDENTITY : Rotation.fromRollPitchYaw(angles[0], angles[1], angles[2]);
        } catch (IllegalArgumentException e) {
            map.problem("orientation", String.valueOf(e.getMessage()));
            return Rotation.IDENTITY;
        }
    }

    private void limit(Wanted wanted) {
        if (wanted.position == null && wanted.rotation != null) {
            limits.orientation(wanted.body, wanted.rotation, wanted.angle, 1, 1);
        } else if (wanted.position != null && wanted.rotation != null) {
            limits.pose(wanted.body, new Pose(wanted.rotation, wanted.position), wanted.distance, wanted.angle, 1);
        } else if (wanted.position != null) {
            double[] at = wanted.position.toArray();
            limits.box(
                    wanted.body,
                    Vector3.ZERO,
                    Arrays.stream(at).map(x -> x - wanted.distance).toArray(),
                    Arrays.stream(at).map(x -> x + wanted.distance).toArray(),
                    1,
                    1);
        }
    }

    /** The posture that meets the goal and is nearest to the start, within the limits of the plan. */
    private Optional<double[]> posture(Wanted wanted, double[] start) {
        RobotModel limited;
        try {
            limited = limited();
        } catch (IllegalArgumentException e) {
            top.problem("limits", String.valueOf(e.getMessage()));
            return Optional.empty();
        }
        Goal goal = Goal.of(key, limited, wanted.body, wanted.position, wanted.rotation);
        PostureFinder finder = new PostureFinder(limited, List.of(goal), STARTS);
        List<String> names = limits.coordinates();
        double[] all = PostureFinder.home(limited);
        for (int i = 0; i < start.length; i++) {
            all[limited.coordinate(names.get(i))] = start[i];
        }
        List<String> searched = limited.loops().independentJoints();
        return finder.nearest(finder.coordinates(all))
                .map(found -> names.stream()
                        .mapToDouble(name -> found.coordinates()[searched.indexOf(name)])
                        .toArray());
    }

    /** The robot with the limits of the plan. */
    private RobotModel limited() {
        RobotModelBuilder builder = robot.toBuilder();
        double[] lower = limits.lowestPositions();
        double[] upper = limits.highestPositions();
        for (int i = 0; i < lower.length; i++) {
            Joint joint = robot.movingJoints()
                    .get(robot.coordinate(limits.coordinates().get(i)));
            JointLimits own = joint.limits();
            builder.replace(
                    joint.with(new JointLimits(lower[i], upper[i], own.velocity(), own.effort(), own.effortRate())));
        }
        return builder.build();
    }
}
