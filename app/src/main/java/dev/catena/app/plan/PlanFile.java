package dev.catena.app.plan;

import dev.catena.app.UserError;
import dev.catena.formats.YamlMap;
import dev.catena.model.JointKind;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.Vector3;
import dev.catena.planning.EndState;
import dev.catena.planning.MotionLimits;
import dev.catena.planning.MotionObjective;
import dev.catena.planning.MotionProblem;
import dev.catena.spline.SplineFit;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.DoubleConsumer;
import org.jspecify.annotations.Nullable;

/** A planning problem as {@code docs/plan.md} describes it. */
public final class PlanFile {
    /** The version of the format that this reader understands. */
    private static final String VERSION = "1";

    private final YamlMap top;
    private final String robotName;

    private PlanFile(YamlMap top) {
        this.top = top;
        top.require("catena-plan");
        String version = top.text("catena-plan", VERSION);
        if (!version.equals(VERSION)) {
            top.problem("catena-plan", "the version is \"%s\", but must be %s".formatted(version, VERSION));
        }
        robotName = top.requiredText("robot", "");
        if (robotName.isEmpty()) {
            top.throwProblems();
        }
    }

    /** @param file what to call the file in messages */
    public static PlanFile parse(String text, String file) {
        return new PlanFile(YamlMap.parse(text, file));
    }

    /** A file, relative to the problem's, or a robot that ships. */
    public String robot() {
        return robotName;
    }

    /**
     * What was read.
     *
     * @param tolerance by how much limits may be exceeded between samples, as a fraction
     * @param refinements how many times samples may be added
     */
    public record Contents(MotionProblem problem, JointBounds bounds, double tolerance, int refinements) {}

    /**
     * Reads the problem for its robot.
     *
     * @throws dev.catena.formats.FormatException with all problems of the file
     */
    public Contents read(RobotModel robot) {
        Reading reading = reading(robot);
        MotionProblem.@Nullable Builder builder = reading.problem();
        double tolerance = 1e-3;
        int refinements = 9;
        YamlMap refinement = top.map("refinement");
        if (refinement != null) {
            tolerance = refinement.number("tolerance", tolerance);
            refinements = whole(refinement, "times", refinements, 0, 100);
            if (!(tolerance > 0)) {
                refinement.problem("tolerance", "the tolerance must be positive");
            }
            refinement.finish();
        }
        top.finish();
        top.throwProblems();
        if (builder == null) {
            throw new UserError("the problem file names no motion");
        }
        try {
            return new Contents(builder.build(), reading.bounds, tolerance, refinements);
        } catch (IllegalArgumentException e) {
            throw new UserError(String.valueOf(e.getMessage()));
        }
    }

    private Reading reading(RobotModel robot) {
        try {
            return new Reading(robot);
        } catch (IllegalArgumentException e) {
            throw new UserError(String.valueOf(e.getMessage()));
        }
    }

    /** A whole number within bounds. */
    private static int whole(YamlMap map, String key, int fallback, int least, int most) {
        double given = map.number(key, fallback);
        if (given != Math.rint(given) || given < least || given > most) {
            map.problem(
                    key,
                    "%s must be a whole number from %s to %s, but is %s"
                            .formatted(key, least, most, String.valueOf(map.text(key))));
            return fallback;
        }
        return (int) given;
    }

    /** One reading of the file, for one robot. */
    private final class Reading {
        private final RobotModel robot;
        private final List<String> names;
        private final int n;
        private final MotionLimits limits;
        private final JointBounds bounds;

        Reading(RobotModel robot) {
            this.robot = robot;
            limits = new MotionLimits(robot);
            names = limits.dynamics().coordinates();
            n = names.size();
            bounds = new JointBounds(robot, names);
        }

        MotionProblem.@Nullable Builder problem() {
            readLimits();
            MotionObjective objective = objective();
            MotionProblem.Builder builder = MotionProblem.builder(limits, objective);
            readShape(builder);
            readTime(builder);
            if (top.has("path")) {
                return readPath(builder) ? builder : null;
            }
            top.require("start");
            boolean still = top.flag("still");
            double[] start = joints(top, "start", 0);
            EndState from = end("start", start, still);
            builder.start(from);
            if (top.has("goal-pose")) {
                readGoalPose(builder, still);
            } else {
                top.require("goal");
                builder.goal(end("goal", joints(top, "goal", 0), still));
            }
            for (YamlMap via : top.maps("via")) {
                via.require("position");
                double at = via.requiredNumber("at");
                double[] position = joints(via, "position", 0);
                attempt(via, "at", () -> builder.via(at, position));
                via.finish();
            }
            return builder;
        }

        private EndState end(String key, double[] position, boolean still) {
            double[] velocity = joints(top, key + "-velocity", 0);
            boolean hasAcceleration = top.has(key + "-acceleration");
            double[] acceleration = joints(top, key + "-acceleration", 0);
            return still || hasAcceleration
                    ? EndState.moving(position, velocity, acceleration)
                    : EndState.moving(position, velocity);
        }

        private void readGoalPose(MotionProblem.Builder builder, boolean still) {
            YamlMap map = top.map("goal-pose");
            if (map == null) {
                return;
            }
            String body = body(map);
            double distance = map.number("distance", 0);
            double angle = map.angle("angle", 0);
            boolean anyOrientation = map.flag("any-orientation");
            Pose pose = map.pose();
            map.finish();
            builder.goal(still ? EndState.anywhereStill(n) : EndState.anywhereAtRest(n));
            if (top.has("goal")) {
                builder.goalGuess(joints(top, "goal", 0));
            }
            attempt(top, "goal-pose", () -> {
                if (anyOrientation) {
                    double[] at = pose.position().toArray();
                    limits.box(
                            body,
                            Vector3.ZERO,
                            Arrays.stream(at).map(x -> x - distance).toArray(),
                            Arrays.stream(at).map(x -> x + distance).toArray(),
                            1,
                            1);
                } else {
                    limits.pose(body, pose, distance, angle, 1);
                }
            });
        }

        private boolean readPath(MotionProblem.Builder builder) {
            YamlMap map = top.map("path");
            if (map == null) {
                return false;
            }
            map.require("through");
            double[] @Nullable [] points = map.angleLists("through", n);
            int degree = whole(map, "degree", 5, 1, 9);
            map.finish();
            if (points == null) {
                return false;
            }
            double[] strung =
                    Arrays.stream(points).flatMapToDouble(Arrays::stream).toArray();
            attempt(top, "path", () -> builder.along(SplineFit.through(degree, n, strung)));
            return true;
        }

        private void readShape(MotionProblem.Builder builder) {
            YamlMap map = top.map("spline");
            if (map == null) {
                return;
            }
            if (map.has("degree")) {
                builder.degree(whole(map, "degree", 3, 3, 9));
            }
            builder.controlPoints(whole(map, "control-points", 20, 4, 2000));
            builder.samples(whole(map, "samples", 100, 2, 20_000));
            map.finish();
        }

        private void readTime(MotionProblem.Builder builder) {
            if (top.isMap("time")) {
                YamlMap map = top.map("time");
                if (map != null) {
                    double least = map.number("least", 1e-3);
                    double most = map.number("most", 1e3);
                    attempt(top, "time", () -> builder.durationBetween(least, most));
                    if (map.has("guess")) {
                        double guess = map.number("guess", 1);
                        attempt(map, "guess", () -> builder.durationGuess(guess));
                    }
                    map.finish();
                }
            } else if (top.has("time")) {
                double seconds = top.number("time", 1);
                attempt(top, "time", () -> builder.duration(seconds));
            }
        }

        private void readLimits() {
            YamlMap map = top.map("limits");
            if (map == null) {
                limits.ofRobot();
                bounds.ofRobot();
                return;
            }
            String ofRobot = map.text("of-robot", "true");
            if (ofRobot.equals("true")) {
                limits.ofRobot();
                bounds.ofRobot();
            } else if (!ofRobot.equals("false")) {
                map.problem("of-robot", "of-robot must be true or false, but is \"%s\"".formatted(ofRobot));
            }
            readPositions(map);
            symmetric(map, "velocity", limits::velocity, bounds::velocity);
            symmetric(map, "acceleration", limits::acceleration, most -> {});
            symmetric(map, "jerk", limits::jerk, most -> {});
            symmetric(map, "torque", limits::torque, bounds::torque);
            symmetric(map, "torque-rate", limits::torqueRate, bounds::torqueRate);
            readReactions(map);
            readBodies(map);
            map.finish();
        }

        private void readPositions(YamlMap map) {
            YamlMap position = map.map("position");
            if (position != null) {
                double[] lower = joints(position, "lower", Double.NEGATIVE_INFINITY);
                double[] upper = joints(position, "upper", Double.POSITIVE_INFINITY);
                attempt(map, "position", () -> limits.position(lower, upper));
                bounds.position(lower, upper);
                position.finish();
            }
        }

        private void symmetric(YamlMap map, String key, Consumer<double[]> limit, Consumer<double[]> bound) {
            if (map.has(key)) {
                double[] most = joints(map, key, Double.POSITIVE_INFINITY);
                attempt(map, key, () -> limit.accept(most));
                bound.accept(most);
            }
        }

        private void readReactions(YamlMap map) {
            YamlMap reactions = map.map("reaction-force");
            if (reactions != null) {
                for (String joint : reactions.keys()) {
                    double most = reactions.number(joint, 0);
                    attempt(reactions, joint, () -> limits.reactionForce(joint, most));
                    bounds.reactionForce(joint, most);
                }
            }
        }

        private void readBodies(YamlMap map) {
            during(map, "box", (entry, time) -> {
                String body = body(entry);
                Vector3 point = entry.vector("point", Vector3.ZERO);
                double any = Double.POSITIVE_INFINITY;
                double[] lower = orElse(entry.numbers("lower", 3), -any);
                double[] upper = orElse(entry.numbers("upper", 3), any);
                attempt(entry, "body", () -> limits.box(body, point, lower, upper, time[0], time[1]));
            });
            during(map, "orientation", (entry, time) -> {
                String body = body(entry);
                double angle = entry.angle("angle", 0);
                Pose pose = entry.pose();
                attempt(entry, "body", () -> limits.orientation(body, pose.rotation(), angle, time[0], time[1]));
            });
            during(map, "corridor", (entry, time) -> {
                String body = body(entry);
                Vector3 point = entry.vector("point", Vector3.ZERO);
                entry.require("from");
                entry.require("to");
                Vector3 from = entry.vector("from", Vector3.ZERO);
                Vector3 to = entry.vector("to", Vector3.X);
                double radius = entry.requiredNumber("radius");
                attempt(entry, "body", () -> limits.corridor(body, point, from, to, radius, time[0], time[1]));
            });
        }

        private double[] orElse(double @Nullable [] given, double fallback) {
            return given == null ? new double[] {fallback, fallback, fallback} : given;
        }

        private void during(YamlMap map, String key, BiConsumer<YamlMap, double[]> read) {
            for (YamlMap entry : map.maps(key)) {
                double[] time = entry.numbers("during", 2);
                read.accept(entry, time == null ? new double[] {0, 1} : time);
                entry.finish();
            }
        }

        private String body(YamlMap map) {
            String body = map.requiredText("body", robot.base().name());
            if (!robot.hasBody(body)) {
                map.problem("body", "robot \"%s\" has no body \"%s\"".formatted(robot.name(), body));
                return robot.base().name();
            }
            return body;
        }

        private MotionObjective objective() {
            MotionObjective objective = new MotionObjective(limits);
            YamlMap map = top.map("objective");
            if (map == null) {
                return objective.time(1);
            }
            term(map, "time", objective::time);
            term(map, "effort", objective::effort);
            term(map, "torque-rate", objective::torqueRate);
            term(map, "energy", objective::energy);
            term(map, "work", objective::work);
            term(map, "acceleration", objective::acceleration);
            term(map, "jerk", objective::jerk);
            map.finish();
            return objective;
        }

        private void term(YamlMap map, String name, DoubleConsumer add) {
            if (map.has(name)) {
                double weight = map.number(name, 0);
                attempt(map, name, () -> add.accept(weight));
            }
        }

        /** One number for all joints, a list, or numbers by joint; angles may end in deg. */
        private double[] joints(YamlMap map, String key, double fallback) {
            double[] values = new double[n];
            Arrays.fill(values, fallback);
            if (map.isList(key)) {
                double[] list = map.angles(key, n);
                return list == null ? values : list;
            }
            if (map.isMap(key)) {
                YamlMap byName = map.map(key);
                for (int i = 0; i < n && byName != null; i++) {
                    int joint = robot.coordinate(names.get(i));
                    boolean turns = robot.movingJoints().get(joint).kind() == JointKind.REVOLUTE;
                    values[i] = byName.limit(names.get(i), turns, fallback);
                }
                if (byName != null) {
                    byName.finish();
                }
                return values;
            }
            Arrays.fill(values, map.limit(key, true, fallback));
            return values;
        }

        /** What the library refuses becomes a problem of the file, with its line. */
        private void attempt(YamlMap map, String key, Runnable step) {
            try {
                step.run();
            } catch (IllegalArgumentException e) {
                map.problem(key, String.valueOf(e.getMessage()));
            }
        }
    }
}
