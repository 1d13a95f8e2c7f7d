package dev.catena.app.plan;

import dev.catena.app.console.UserError;
import dev.catena.formats.yaml.YamlMap;
import dev.catena.function.RobotFunctions;
import dev.catena.model.Joint;
import dev.catena.model.JointKind;
import dev.catena.model.JointLimits;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.Vector3;
import dev.catena.planning.MotionLimits;
import dev.catena.planning.MotionObjective;
import dev.catena.planning.MotionProblem;
import dev.catena.planning.function.EndState;
import dev.catena.planning.function.StateFunction;
import dev.catena.planning.function.Surroundings;
import dev.catena.spline.Spline;
import dev.catena.spline.SplineBasis;
import dev.catena.spline.SplineFit;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.DoubleConsumer;
import java.util.function.ObjDoubleConsumer;
import org.jspecify.annotations.Nullable;

/** A planning problem as {@code docs/plan.md} describes it. */
public final class PlanFile {
    /** The version of the format that this reader understands. */
    private static final String VERSION = "1";

    private final String file;
    private final YamlMap top;
    private final String robotName;

    private PlanFile(YamlMap top, String file) {
        this.top = top;
        this.file = file;
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

    /**
     * Reads a plan.
     *
     * @param file what to call the file in messages
     */
    public static PlanFile parse(String text, String file) {
        return new PlanFile(YamlMap.parse(text, file), file);
    }

    /** A file, relative to the problem's, or a robot that ships. */
    public String robot() {
        return robotName;
    }

    /** The robot with what the file changes about it: its size, what it carries, joints that are held. */
    public RobotModel changed(RobotModel robot) {
        RobotModel changed = PlanContacts.placed(top, ChangedRobot.read(top, robot));
        top.throwProblems();
        return changed;
    }

    /**
     * What was read.
     *
     * @param tolerance by how much limits may be exceeded between samples, as a fraction
     * @param refinements how many times samples may be added
     * @param limits with what the problem computes with
     * @param around what acts on the robot
     * @param grounded torques with the loads of the ground, where feet or contacts stand
     */
    public record Contents(
            MotionProblem problem,
            double tolerance,
            int refinements,
            MotionLimits limits,
            Surroundings around,
            Optional<StateFunction> grounded) {}

    /**
     * Reads the problem for its robot.
     *
     * @param functions where torques and their derivatives come from
     * @throws dev.catena.formats.reading.FormatException with all problems of the file
     */
    public Contents read(RobotModel robot, RobotFunctions functions) {
        Reading reading = reading(robot, functions);
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
            throw new UserError(file + ": no motion is named");
        }
        try {
            return new Contents(
                    builder.build(), tolerance, refinements, reading.limits, reading.around, reading.ground.torques());
        } catch (IllegalArgumentException e) {
            throw new UserError("%s: %s".formatted(file, e.getMessage()));
        }
    }

    private Reading reading(RobotModel robot, RobotFunctions functions) {
        try {
            return new Reading(robot, functions);
        } catch (IllegalArgumentException e) {
            throw new UserError("%s: %s".formatted(file, e.getMessage()));
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
        private final Surroundings around;
        private final PlanGround ground;

        /** Whether torques are those with the loads of the ground. */
        private final boolean grounded;

        /** Which joints turn. */
        private final boolean[] turns;

        private double @Nullable [][] pathPostures;
        private boolean isPathRead;

        Reading(RobotModel robot, RobotFunctions functions) {
            this.robot = robot;
            around = PlanSurroundings.read(top, robot);
            grounded = PlanGround.isGrounded(top, robot);
            boolean springs = PlanContacts.hasSprings(top, robot);
            RobotModel driven = grounded ? PlanGround.withoutEffortLimits(robot) : robot;
            MotionLimits plain =
                    springs ? null : new MotionLimits(driven, functions, grounded ? Surroundings.NONE : around);
            names = plain == null ? robot.jointNames() : plain.coordinates();
            n = names.size();
            turns = new boolean[n];
            for (int i = 0; i < n; i++) {
                turns[i] = joint(i).kind() == JointKind.REVOLUTE;
            }
            limits = plain == null ? PlanGround.withSprings(top, robot, first(), around) : plain;
            ground = new PlanGround(top, robot, limits, around);
        }

        private Joint joint(int i) {
            return robot.movingJoints().get(robot.coordinate(names.get(i)));
        }

        MotionProblem.@Nullable Builder problem() {
            ground.readFeet(first());
            if (top.has("contacts")) {
                ground.readContacts(first());
            }
            readLimits();
            MotionObjective objective = objective();
            MotionProblem.Builder builder = MotionProblem.builder(limits, objective);
            readShape(builder);
            readTime(builder);
            ground.addInputs(builder);
            if (ground.readCycle(builder)) {
                readVias(builder);
                if (top.has("guess")) {
                    builder.guess(standing(positions(top, "guess")));
                }
                return builder;
            }
            if (top.has("path")) {
                refuseEnds();
                return readPath(builder) ? builder : null;
            }
            top.require("start");
            boolean still = top.flag("still");
            builder.start(end("start", still));
            PlanGoal pose = new PlanGoal(top, robot, limits, around);
            if (pose.isGiven()) {
                pose.read(
                        builder,
                        still,
                        positions(top, "start"),
                        top.has("goal-pose") && top.has("goal") ? positions(top, "goal") : null);
            } else {
                top.require("goal");
                builder.goal(end("goal", still));
            }
            readVias(builder);
            if (top.has("guess")) {
                Map<Double, double[]> ends = new HashMap<>(Map.of(0.0, positions(top, "start")));
                if (!pose.isGiven()) {
                    ends.put(1.0, positions(top, "goal"));
                }
                Spline guess = PlanGuess.read(top, ends, this::positions);
                attempt(top, "guess", () -> builder.guess(guess));
            }
            return builder;
        }

        private void readVias(MotionProblem.Builder builder) {
            for (YamlMap via : top.maps("via")) {
                via.require("position");
                double at = via.requiredNumber("at");
                double[] position = positions(via, "position");
                attempt(via, "at", () -> builder.via(at, position));
                via.finish();
            }
        }

        /** A posture in which the motion begins, or near which it is looked for. */
        private double[] first() {
            double @Nullable [][] through = through();
            return through != null && through.length > 0
                    ? through[0]
                    : positions(top, top.has("cyclic") ? "guess" : "start");
        }

        /** The postures of a path, read once. */
        private double @Nullable [][] through() {
            YamlMap path = top.map("path");
            if (path != null && !isPathRead) {
                pathPostures = path.coordinateLists("through", turns);
                isPathRead = true;
            }
            return pathPostures;
        }

        /** A motion that stays where it is. */
        private Spline standing(double[] position) {
            double[] points = new double[4 * n];
            for (int k = 0; k < points.length; k++) {
                points[k] = position[k % n];
            }
            return new Spline(SplineBasis.uniform(3, 4), n, points);
        }

        /** A path begins and ends at its own ends, at rest. */
        private void refuseEnds() {
            for (String key : List.of(
                    "start",
                    "start-velocity",
                    "start-acceleration",
                    "goal",
                    "goal-velocity",
                    "goal-acceleration",
                    "goal-pose",
                    "still",
                    "via")) {
                if (top.has(key)) {
                    top.problem(
                            key,
                            "%s cannot be given together with path, which begins and ends by itself".formatted(key));
                }
            }
        }

        private EndState end(String key, boolean still) {
            double[] position = positions(top, key);
            double[] velocity = positions(top, key + "-velocity");
            boolean hasAcceleration = top.has(key + "-acceleration");
            double[] acceleration = positions(top, key + "-acceleration");
            return still || hasAcceleration
                    ? EndState.moving(position, velocity, acceleration)
                    : EndState.moving(position, velocity);
        }

        private boolean readPath(MotionProblem.Builder builder) {
            YamlMap map = top.map("path");
            if (map == null) {
                return false;
            }
            map.require("through");
            double @Nullable [][] points = through();
            int degree = whole(map, "degree", 5, 2, 9);
            map.finish();
            if (points == null) {
                return false;
            }
            double[] strung =
                    Arrays.stream(points).flatMapToDouble(Arrays::stream).toArray();
            attempt(
                    top,
                    "path",
                    () -> builder.along(SplineFit.through(degree, n, strung), SplineFit.parameters(n, strung)));
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
                double[] none = new double[n];
                Arrays.fill(none, Double.NaN);
                ground.limitTorques(none, true, false);
                return;
            }
            String ofRobot = map.text("of-robot", "true");
            switch (ofRobot) {
                case "true" -> limits.ofRobot();
                case "always" -> limits.alwaysOfRobot();
                case "false" -> {
                    // those that are given and no others
                }
                default ->
                    map.problem("of-robot", "of-robot must be true, always or false, but is \"%s\"".formatted(ofRobot));
            }
            readPositions(map, ofRobot.equals("true"));
            symmetric(map, "velocity", turns, limits::velocity);
            symmetric(map, "acceleration", turns, limits::acceleration);
            symmetric(map, "jerk", turns, limits::jerk);
            if (grounded) {
                double[] most = limits(map, "torque", new boolean[n]);
                ground.limitTorques(most, !ofRobot.equals("false"), ofRobot.equals("always"));
                if (map.has("torque-rate")) {
                    map.problem("torque-rate", "rates of torques are not known where feet or contacts stand");
                }
            } else {
                symmetric(map, "torque", new boolean[n], limits::torque);
                symmetric(map, "torque-rate", new boolean[n], limits::torqueRate);
            }
            readReactions(map);
            readBodies(map);
            ground.readLimits(map);
            map.finish();
        }

        /** A lower limit alone leaves the upper one as it is, and the reverse. */
        private void readPositions(YamlMap map, boolean besideOfRobot) {
            YamlMap position = map.map("position");
            if (position == null) {
                return;
            }
            double[] lower = limits(position, "lower", turns);
            double[] upper = limits(position, "upper", turns);
            position.finish();
            for (int i = 0; i < n; i++) {
                if (Double.isNaN(lower[i]) && Double.isNaN(upper[i])) {
                    continue;
                }
                JointLimits own = besideOfRobot ? joint(i).limits() : JointLimits.NONE;
                double low = Double.isNaN(lower[i]) ? own.lower() : lower[i];
                double high = Double.isNaN(upper[i]) ? own.upper() : upper[i];
                String name = names.get(i);
                attempt(map, "position", () -> limits.position(name, low, high));
            }
        }

        private void symmetric(YamlMap map, String key, boolean[] isAngle, ObjDoubleConsumer<String> limit) {
            double[] most = limits(map, key, isAngle);
            for (int i = 0; i < n; i++) {
                if (!Double.isNaN(most[i])) {
                    String name = names.get(i);
                    double value = most[i];
                    attempt(map, key, () -> limit.accept(name, value));
                }
            }
        }

        private void readReactions(YamlMap map) {
            YamlMap reactions = map.map("reaction-force");
            if (reactions != null) {
                for (String joint : reactions.keys()) {
                    double most = reactions.limit(joint, false, Double.POSITIVE_INFINITY);
                    attempt(reactions, joint, () -> {
                        if (grounded) {
                            ground.limitForce(joint, most);
                        } else {
                            limits.reactionForce(joint, most);
                        }
                    });
                }
            }
        }

        private void readBodies(YamlMap map) {
            during(map, "box", (entry, time) -> {
                String body = body(entry);
                Vector3 point = entry.vector("point", Vector3.ZERO);
                double any = Double.POSITIVE_INFINITY;
                double[] lower = orElse(entry.limits("lower", false, false, false), -any);
                double[] upper = orElse(entry.limits("upper", false, false, false), any);
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
            term(map, "effort", weight -> ground.effort(objective, weight, false));
            term(map, "relative-effort", weight -> ground.effort(objective, weight, true));
            if (grounded) {
                for (String key : List.of("torque-rate", "energy", "work")) {
                    if (map.has(key)) {
                        map.problem(key, "%s does not know the loads of feet and contacts; take effort".formatted(key));
                    }
                }
            } else {
                term(map, "torque-rate", objective::torqueRate);
                term(map, "energy", objective::energy);
                term(map, "work", objective::work);
            }
            term(map, "acceleration", objective::acceleration);
            term(map, "jerk", objective::jerk);
            term(map, "posture", weight -> objective.position(weight, turning()));
            map.finish();
            return objective;
        }

        /** One for joints that turn, zero for those that slide. */
        private double[] turning() {
            double[] weights = new double[n];
            Arrays.setAll(weights, i -> turns[i] ? 1 : 0);
            return weights;
        }

        private void term(YamlMap map, String name, DoubleConsumer add) {
            if (map.has(name)) {
                double weight = map.number(name, 0);
                attempt(map, name, () -> add.accept(weight));
            }
        }

        /** Finite numbers, zero for joints that are not named; angles may end in deg. */
        private double[] positions(YamlMap map, String key) {
            return numbers(map, key, 0, turns, map::coordinates, YamlMap::coordinate);
        }

        /** Limits, NaN for joints that are not named; {@code .inf} for none. */
        private double[] limits(YamlMap map, String key, boolean[] isAngle) {
            return numbers(map, key, Double.NaN, isAngle, map::limits, YamlMap::limit);
        }

        /** Reads the entry of a key that is a number or an angle. */
        private interface Entry {
            double read(YamlMap map, String key, boolean isAngle, double fallback);
        }

        /** One number for all joints, a list, or numbers by joint. */
        private double[] numbers(
                YamlMap map,
                String key,
                double fallback,
                boolean[] isAngle,
                BiFunction<String, boolean[], double @Nullable []> list,
                Entry entry) {
            double[] values = new double[n];
            Arrays.fill(values, fallback);
            if (map.isList(key)) {
                double[] given = list.apply(key, isAngle);
                return given == null ? values : given;
            }
            YamlMap byName = map.isMap(key) ? map.map(key) : null;
            if (byName == null) {
                boolean allTurn = true;
                for (boolean turn : isAngle) {
                    allTurn &= turn;
                }
                Arrays.fill(values, entry.read(map, key, allTurn, fallback));
                return values;
            }
            for (int i = 0; i < n; i++) {
                values[i] = entry.read(byName, names.get(i), isAngle[i], fallback);
            }
            byName.finish();
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
