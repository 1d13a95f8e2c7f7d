package dev.catena.app.plan;

import dev.catena.formats.file.DecimalNumber;
import dev.catena.formats.yaml.YamlMap;
import dev.catena.ground.Foot;
import dev.catena.kinematics.Kinematics;
import dev.catena.model.Joint;
import dev.catena.model.JointKind;
import dev.catena.model.RobotModel;
import dev.catena.model.RobotModelBuilder;
import dev.catena.model.Vector3;
import dev.catena.planning.GroundFunctions;
import dev.catena.planning.MotionFunctions;
import dev.catena.planning.MotionLimits;
import dev.catena.planning.MotionObjective;
import dev.catena.planning.MotionProblem;
import dev.catena.planning.function.CyclicEnd;
import dev.catena.planning.function.StandingPoints;
import dev.catena.planning.function.StateFunction;
import dev.catena.planning.function.Support;
import dev.catena.planning.function.Surroundings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What a plan file says about standing and walking: feet and phases, contacts, distances, an end that repeats the start. */
final class PlanGround {
    private static final double INF = Double.POSITIVE_INFINITY;

    private final YamlMap top;
    private final RobotModel robot;
    private final MotionLimits limits;
    private final Surroundings around;
    private @Nullable Support support;
    private @Nullable StandingPoints standing;
    private @Nullable GroundFunctions ground;
    private List<String> undriven = List.of();

    /** Whether torques are those of motors behind springs, which know the loads of contacts by themselves. */
    private final boolean springs;

    /** @param robot with the limits of effort that count with the feet loaded */
    PlanGround(YamlMap top, RobotModel robot, MotionLimits limits, Surroundings around) {
        this.top = top;
        this.robot = robot;
        this.limits = limits;
        this.around = around;
        springs = PlanContacts.hasSprings(top, robot);
    }

    /** Whether the plan has feet or contacts whose loads are inputs, so that torques are those of {@link GroundFunctions}. */
    static boolean isGrounded(YamlMap top, RobotModel robot) {
        return (top.has("feet") || top.has("contacts")) && !PlanContacts.hasSprings(top, robot);
    }

    /** The point at the height of the world's origin that a body is above or below: moments of loads about it stay small. */
    static Vector3 near(RobotModel robot, double[] posture, String body) {
        Kinematics kinematics = new Kinematics(robot);
        kinematics.compute(posture);
        Vector3 place = kinematics.worldFromBody(robot.bodyIndex(body)).position();
        double weight = robot.gravity().norm();
        Vector3 up = weight > 0 ? robot.gravity().times(1 / weight) : Vector3.ZERO;
        return place.minus(up.times(up.dot(place)));
    }

    /** The robot without limits of effort: torques that do not know the ground's loads must not be limited. */
    static RobotModel withoutEffortLimits(RobotModel robot) {
        RobotModelBuilder builder = robot.toBuilder();
        for (Joint joint : robot.movingJoints()) {
            builder.replace(joint.with(joint.limits().withEffort(INF).withEffortRate(INF)));
        }
        return builder.build();
    }

    /** Reads contacts that stand all the time, if there are any. */
    void readContacts(double[] start) {
        if (!top.has("contacts")) {
            return;
        }
        if (top.has("feet") || top.has("phases")) {
            top.problem(
                    "contacts", "contacts stand all the time; feet and phases say who stands when: give one of both");
            return;
        }
        PlanContacts contacts = PlanContacts.read(top, robot);
        if (contacts.isEmpty()) {
            top.problem("contacts", "there are no contacts to stand on");
            return;
        }
        attempt(top, "contacts", () -> {
            undriven = PlanContacts.undriven();
            if (springs) {
                ground = new GroundFunctions(contacts.loads(start, around));
            } else {
                Support carried = contacts.support(start, around);
                ground = new GroundFunctions(carried);
                support = carried;
                PlanContacts.balance(limits, ground);
            }
            contacts.limit(limits, ground);
            standing = contacts.standing(start);
        });
    }

    /** Limits of a robot with springs on contacts. */
    static MotionLimits withSprings(YamlMap top, RobotModel robot, double[] start, Surroundings around) {
        PlanContacts contacts = PlanContacts.read(top, robot);
        if (contacts.isEmpty()) {
            top.problem("contacts", "there are no contacts to stand on");
        }
        top.throwProblems();
        return MotionLimits.standing(contacts.loads(start, around));
    }

    /** Limits torques with the feet loaded: as given, and as the robot file says where nothing is given. */
    void limitTorques(double[] given, boolean ofRobot, boolean always) {
        GroundFunctions functions = ground;
        if (functions == null || springs) {
            return;
        }
        for (int i = 0; i < given.length; i++) {
            String name = robot.jointNames().get(i);
            double own = robot.movingJoints().get(i).limits().effort();
            double most = Double.isNaN(given[i]) ? (ofRobot ? own : INF) : always ? Math.min(own, given[i]) : given[i];
            if (most < INF && !undriven.contains(name)) {
                limits.add(functions.torques(List.of(name)), new double[] {-most}, new double[] {most});
            }
        }
    }

    /** Limits the force inside a joint with the feet loaded, in N. */
    void limitForce(String joint, double most) {
        GroundFunctions functions = ground;
        if (functions != null && most < INF) {
            double weights = most / functions.support().weight();
            limits.add(functions.jointForce(joint), new double[] {-INF}, new double[] {weights * weights});
        }
    }

    /** Torques of all joints with the feet loaded, where something stands. */
    Optional<StateFunction> torques() {
        return springs
                ? Optional.empty()
                : Optional.ofNullable(ground).map(functions -> functions.torques(robot.jointNames()));
    }

    private static void attempt(YamlMap map, String key, Runnable step) {
        try {
            step.run();
        } catch (IllegalArgumentException e) {
            map.problem(key, String.valueOf(e.getMessage()));
        }
    }

    // ---------------------------------------------------------------- feet and phases

    /**
     * Reads feet and phases, if there are any.
     *
     * @param posture in which the robot is about where it will be
     */
    void readFeet(double[] posture) {
        if (!top.has("feet")) {
            return;
        }
        List<Foot> feet = new ArrayList<>();
        for (YamlMap entry : top.maps("feet")) {
            String body = body(entry, "body");
            String name = entry.text("name", body);
            Optional<Vector3> point =
                    entry.has("point") ? Optional.of(entry.vector("point", Vector3.ZERO)) : Optional.empty();
            feet.add(new Foot(name, body, point));
            entry.finish();
        }
        top.require("phases");
        attempt(
                top,
                "feet",
                () -> support = new Support(robot, feet)
                        .under(around)
                        .about(
                                feet.isEmpty()
                                        ? Vector3.ZERO
                                        : near(robot, posture, feet.get(0).body())));
        for (YamlMap entry : top.maps("phases")) {
            double[] during = during(entry);
            List<String> given = entry.texts("given");
            String rest = entry.text("rest");
            String carrier = entry.text("carried-by");
            List<String> blend = entry.texts("from-to");
            attempt(entry, "during", () -> support = phase(during, given, rest, carrier, blend));
            entry.finish();
        }
        Support read = support;
        if (read != null) {
            attempt(top, "feet", () -> ground = new GroundFunctions(read));
        }
    }

    private @Nullable Support phase(
            double[] during, List<String> given, @Nullable String rest, @Nullable String carrier, List<String> blend) {
        Support known = support;
        if (known == null) {
            return null;
        }
        String[] loads = given.toArray(String[]::new);
        if (carrier != null) {
            return known.carriedBy(during[0], during[1], carrier);
        }
        if (blend.size() == 2) {
            return known.blended(during[0], during[1], blend.get(0), blend.get(1));
        }
        if (given.isEmpty()) {
            throw new IllegalArgumentException("a phase has carried-by, from-to with two feet, or given");
        }
        return rest == null
                ? known.allGiven(during[0], during[1], loads)
                : known.given(during[0], during[1], rest, loads);
    }

    private static double[] during(YamlMap entry) {
        double[] time = entry.numbers("during", 2);
        return time == null ? new double[] {0, 1} : time;
    }

    private String body(YamlMap map, String key) {
        String body = map.requiredText(key, robot.base().name());
        if (!robot.hasBody(body)) {
            map.problem(key, "robot \"%s\" has no body \"%s\"".formatted(robot.name(), body));
            return robot.base().name();
        }
        return body;
    }

    // ---------------------------------------------------------------- limits

    /** Reads the keys of limits that are about contacts, distances and the ground. */
    void readLimits(YamlMap map) {
        for (YamlMap entry : map.maps("contact")) {
            readContact(entry);
            entry.finish();
        }
        for (YamlMap entry : map.maps("distance")) {
            String first = body(entry, "body");
            String second = body(entry, "other");
            Vector3 firstPoint = entry.vector("point", Vector3.ZERO);
            Vector3 secondPoint = entry.vector("other-point", Vector3.ZERO);
            double least = entry.requiredNumber("least");
            requireNotNegative(entry, "least", least);
            double[] time = during(entry);
            attempt(entry, "least", () -> {
                requirePlaced();
                limits.add(
                        MotionFunctions.squaredDistance(robot, first, firstPoint, second, secondPoint),
                        new double[] {least * least},
                        new double[] {INF},
                        time[0],
                        time[1]);
            });
            entry.finish();
        }
        for (YamlMap entry : map.maps("swing-together")) {
            readSwing(entry);
            entry.finish();
        }
        YamlMap own = map.map("ground");
        if (own != null) {
            readGround(own);
            own.finish();
        }
    }

    private static void requireNotNegative(YamlMap entry, String key, double value) {
        if (value < 0) {
            entry.problem(key, "%s is %s, but must be zero or positive".formatted(key, value));
        }
    }

    /** Points are those of a tree, in a world in which the base rests. */
    private void requireAtRest() {
        requirePlaced();
        if (around.base().isPresent()) {
            throw new IllegalArgumentException(
                    "the base of robot \"%s\" moves as told: limits on points in the world are for a base at rest"
                            .formatted(robot.name()));
        }
    }

    private void requirePlaced() {
        robot.requireTree("a limit on points");
        robot.requireFixedBase("a limit on points");
    }

    /** A point at a place, at rest, or above a height; at moments or all the time. */
    private void readContact(YamlMap entry) {
        String body = body(entry, "body");
        Vector3 point = entry.vector("point", Vector3.ZERO);
        double[] lower = entry.limits("lower", false, false, false);
        double[] upper = entry.limits("upper", false, false, false);
        double still = entry.has("still") ? entry.requiredNumber("still") : Double.NaN;
        double[] time = during(entry);
        double[] moments = moments(entry);
        if (lower != null || upper != null) {
            add(
                    entry,
                    () -> MotionFunctions.point(robot, body, point),
                    lower == null ? new double[] {-INF, -INF, -INF} : lower,
                    upper == null ? new double[] {INF, INF, INF} : upper,
                    time,
                    moments);
        }
        if (!Double.isNaN(still)) {
            add(
                    entry,
                    () -> MotionFunctions.velocity(robot, body, point),
                    new double[] {-still, -still, -still},
                    new double[] {still, still, still},
                    time,
                    moments);
        }
    }

    private void add(
            YamlMap entry,
            Supplier<StateFunction> function,
            double[] lower,
            double[] upper,
            double[] time,
            double[] moments) {
        attempt(entry, "body", () -> {
            requireAtRest();
            if (moments.length > 0) {
                limits.at(function.get(), lower, upper, moments);
            } else {
                limits.add(function.get(), lower, upper, time[0], time[1]);
            }
        });
    }

    private static double[] moments(YamlMap entry) {
        List<Double> moments = new ArrayList<>();
        for (String text : entry.texts("at")) {
            DecimalNumber.parse(text)
                    .ifPresentOrElse(
                            moments::add,
                            () -> entry.problem(
                                    "at", "\"%s\" is no moment; moments are numbers from 0 to 1".formatted(text)));
        }
        return moments.stream().mapToDouble(u -> u).toArray();
    }

    private void readSwing(YamlMap entry) {
        List<String> first = entry.texts("first");
        List<String> second = entry.texts("second");
        Vector3 along = entry.vector("along", Vector3.X);
        double[] time = during(entry);
        if (first.size() != 2 || second.size() != 2) {
            entry.problem("first", "first and second are two bodies each: what swings, and about what");
            return;
        }
        attempt(entry, "first", () -> {
            requireAtRest();
            limits.add(
                    MotionFunctions.product(
                            robot,
                            MotionFunctions.ahead(robot, first.get(0), first.get(1), along),
                            MotionFunctions.ahead(robot, second.get(0), second.get(1), along)),
                    new double[] {0},
                    new double[] {INF},
                    time[0],
                    time[1]);
        });
    }

    private void readGround(YamlMap own) {
        GroundFunctions functions = ground;
        if (functions == null) {
            own.problem("left-over", "limits of the ground need feet and phases");
            return;
        }
        if (own.has("left-over")) {
            undriven = own.texts("left-over");
            double[] zero = new double[undriven.size()];
            attempt(own, "left-over", () -> limits.add(functions.torques(undriven), zero, zero));
        }
        for (YamlMap entry : own.maps("foot")) {
            String foot = entry.requiredText("name", "");
            double[] time = during(entry);
            double least = entry.number("pressing", 0);
            attempt(
                    entry,
                    "name",
                    () -> limits.add(
                            functions.pressing(foot), new double[] {least}, new double[] {INF}, time[0], time[1]));
            if (entry.has("friction")) {
                double friction = entry.number("friction", 0);
                requireNotNegative(entry, "friction", friction);
                double[] most = {INF, INF, INF, INF};
                attempt(
                        entry,
                        "friction",
                        () -> limits.add(functions.friction(friction, foot), new double[4], most, time[0], time[1]));
            }
            entry.finish();
        }
        for (YamlMap entry : own.maps("joint-force")) {
            String joint = entry.requiredText("joint", "");
            double most = entry.requiredNumber("most");
            requireNotNegative(entry, "most", most);
            double[] time = during(entry);
            attempt(
                    entry,
                    "joint",
                    () -> limits.add(
                            functions.jointForce(joint),
                            new double[] {-INF},
                            new double[] {most * most},
                            time[0],
                            time[1]));
            entry.finish();
        }
        for (YamlMap entry : own.maps("by-distance")) {
            readSharing(entry, functions);
            entry.finish();
        }
        for (YamlMap entry : own.maps("pressure")) {
            String[] feet = entry.texts("feet").toArray(String[]::new);
            double[] @Nullable [] given = entry.coordinateLists("corners", false, false, false);
            double[] time = during(entry);
            List<Vector3> corners = given == null
                    ? List.of()
                    : Arrays.stream(given)
                            .map(c -> new Vector3(c[0], c[1], c[2]))
                            .toList();
            attempt(entry, "corners", () -> {
                StateFunction inside = functions.pressure(corners, feet);
                double[] most = new double[inside.rows()];
                Arrays.fill(most, INF);
                limits.add(inside, new double[inside.rows()], most, time[0], time[1]);
            });
            entry.finish();
        }
    }

    /** Two feet whose loads are shared by their distances from the zero-moment point. */
    private void readSharing(YamlMap entry, GroundFunctions functions) {
        List<String> feet = entry.texts("feet");
        double[] @Nullable [] under = entry.coordinateLists("under", false, false, false);
        double[] time = during(entry);
        double[] moments = moments(entry);
        if (feet.size() != 2 || under == null || under.length != 2) {
            entry.problem("feet", "feet are two, and under has a point under each of them");
            return;
        }
        Vector3 first = new Vector3(under[0][0], under[0][1], under[0][2]);
        Vector3 second = new Vector3(under[1][0], under[1][1], under[1][2]);
        attempt(entry, "feet", () -> {
            StateFunction shared = functions.sharedByDistance(feet.get(0), first, feet.get(1), second);
            if (moments.length > 0) {
                limits.at(shared, new double[6], new double[6], moments);
            } else {
                limits.add(shared, new double[6], new double[6], time[0], time[1]);
            }
        });
    }

    // ---------------------------------------------------------------- objective and ends

    /**
     * Adds effort, with the feet loaded if there are any.
     *
     * @param isRelative as fractions of the largest efforts
     */
    void effort(MotionObjective objective, double weight, boolean isRelative) {
        GroundFunctions functions = springs ? null : ground;
        List<String> driven = robot.jointNames().stream()
                .filter(joint -> springs || !undriven.contains(joint))
                .toList();
        double[] weights = new double[driven.size()];
        for (int k = 0; k < weights.length; k++) {
            double most = robot.movingJoints()
                    .get(robot.coordinate(driven.get(k)))
                    .limits()
                    .effort();
            if (undriven.contains(driven.get(k))) {
                continue;
            }
            if (isRelative && !(most > 0 && most < INF)) {
                throw new IllegalArgumentException(
                        "joint \"%s\" has no limit of effort to which its own could be relative"
                                .formatted(driven.get(k)));
            }
            weights[k] = isRelative ? 1 / (most * most) : 1;
        }
        if (functions != null) {
            objective.integral("effort", functions.effort(driven, weights), weight);
        } else if (isRelative) {
            objective.effort(weight, weights);
        } else {
            objective.effort(weight);
        }
    }

    /** Whether the end is said to repeat the start; the problem needs neither start nor goal then. */
    boolean readCycle(MotionProblem.Builder builder) {
        YamlMap map = top.map("cyclic");
        if (map == null) {
            return false;
        }
        double order = map.number("order", 1);
        List<String> swapped = map.texts("swap");
        Set<String> reversed = Set.copyOf(map.texts("reversed"));
        if (order != Math.rint(order)) {
            map.problem("order", "the order must be 0, 1 or 2, but is %s".formatted(order));
        }
        if (!swapped.isEmpty() && swapped.size() != 2) {
            map.problem("swap", "swap has two endings of names that change places, but here %s".formatted(swapped));
        }
        List<String> names = limits.coordinates();
        YamlMap shift = map.map("shift");
        attempt(map, "order", () -> {
            // without endings every name is its own partner
            boolean isMirror = swapped.size() == 2;
            CyclicEnd end = CyclicEnd.mirrored(
                    names, isMirror ? swapped.get(0) : "", isMirror ? swapped.get(1) : "", reversed, (int) order);
            if (shift != null) {
                for (String joint : shift.keys()) {
                    int coordinate = names.indexOf(joint);
                    if (coordinate < 0) {
                        throw new IllegalArgumentException(
                                "%s cannot be shifted; there are %s".formatted(joint, names));
                    }
                    boolean turns =
                            robot.movingJoints().get(robot.coordinate(joint)).kind() == JointKind.REVOLUTE;
                    end = end.shifted(coordinate, shift.coordinate(joint, turns, 0));
                }
            }
            builder.cyclic(end);
        });
        map.finish();
        return true;
    }

    void addInputs(MotionProblem.Builder builder) {
        if (support != null) {
            builder.inputs(support);
        }
        if (standing != null) {
            builder.standing(standing);
        }
    }
}
