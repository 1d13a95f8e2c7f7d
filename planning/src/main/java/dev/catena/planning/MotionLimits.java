package dev.catena.planning;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.catena.function.RobotFunctions;
import dev.catena.model.Joint;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.Rotation;
import dev.catena.model.Vector3;
import dev.catena.planning.function.JointUnits;
import dev.catena.planning.function.MotionDynamics;
import dev.catena.planning.function.MotionState;
import dev.catena.planning.function.StandingLoads;
import dev.catena.planning.function.StateFunction;
import dev.catena.planning.function.Surroundings;
import dev.catena.planning.function.TreeDynamics;
import dev.catena.planning.terms.CoordinateFunction;
import dev.catena.planning.terms.CorridorFunction;
import dev.catena.planning.terms.DriveFunctions;
import dev.catena.planning.terms.DynamicsDrives;
import dev.catena.planning.terms.OrientationFunction;
import dev.catena.planning.terms.PointFunction;
import dev.catena.planning.terms.ReactionForceFunction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What a motion must keep: bounds on positions, velocities, accelerations, jerks, torques, torque rates and forces inside
 * joints, and on where bodies are. Bounds may be infinite. Those of bodies hold all the time, in a part of it, or at one
 * moment; moments are fractions of the duration.
 *
 * <pre>{@code
 * MotionLimits limits = new MotionLimits(robot).ofRobot().velocity("joint1", 0.5).reactionForce("joint2", 300);
 * }</pre>
 *
 * <p>Of limits by joint there is one in force for each joint and quantity: the one given last, whether it is tighter or
 * wider than the robot's own; an infinite one takes the limit away. {@link #ofRobot()} puts the robot's own limits where
 * none is given, before or after; with {@link #alwaysOfRobot()} they hold besides, so that those given can only tighten.
 * Limits on bodies and on functions add up.
 *
 * <p>Collects; a {@link MotionProblem} takes what is here when it is built and keeps it, whatever is added later.
 */
public final class MotionLimits {
    private enum RobotLimits {
        IGNORED,
        WHERE_NONE_IS_GIVEN,
        ALWAYS
    }

    private final DriveFunctions drives;
    private final Surroundings around;
    private final @Nullable RobotModel robot;
    private final RobotFunctions functions;
    private final int n;
    private final Map<JointQuantity, JointRanges> given = new EnumMap<>(JointQuantity.class);
    private final List<Bound> others = new ArrayList<>();
    private RobotLimits robotLimits = RobotLimits.IGNORED;

    /** For a tree, for closed loops, whose coordinates are those of the independent joints, or for a robot that floats. */
    public MotionLimits(RobotModel robot) {
        this(robot, RobotFunctions.automatic());
    }

    /**
     * The same with torques and their derivatives by hand or compiled; those of closed loops are hand-written. A motion that
     * is planned once does not pay for the compiler; many with the same limits do.
     *
     * @param functions where they come from; {@link RobotFunctions#automatic} unless told otherwise
     */
    public MotionLimits(RobotModel robot, RobotFunctions functions) {
        this(robot, functions, Surroundings.NONE);
    }

    /**
     * The same under wrenches of the environment, or on a base that moves as told, whose clock starts with the motion. Any
     * rigid tree, closed loops (wrenches only), elastic joints (wrenches only), and a base that floats, from rest, where
     * nothing acts.
     */
    public MotionLimits(RobotModel robot, RobotFunctions functions, Surroundings around) {
        this(DriveChoice.of(robot, functions, around), robot, functions, around);
    }

    /**
     * For a robot with elastic joints that stands on feet all the time, placed in the world by joints: torques are those of the motors with the
     * feet loaded. Problems need {@link MotionProblem.Builder#standing} besides.
     *
     * @throws IllegalArgumentException if no joint is elastic, feet cannot exert every wrench, or motors spin on bodies that move
     */
    public static MotionLimits standing(StandingLoads loads) {
        return new MotionLimits(DriveChoice.of(loads), loads.robot(), RobotFunctions.automatic(), Surroundings.NONE);
    }

    /** For a mechanism that is known by its dynamics alone; limits on bodies and inside joints are not to be had. */
    public MotionLimits(MotionDynamics dynamics) {
        this(new DynamicsDrives(dynamics), null, RobotFunctions.automatic(), Surroundings.NONE);
    }

    private MotionLimits(
            DriveFunctions drives, @Nullable RobotModel robot, RobotFunctions functions, Surroundings around) {
        this.drives = drives;
        this.around = around;
        this.robot = robot;
        this.functions = functions;
        n = drives.coordinates().size();
    }

    /** The names of the coordinates that move. */
    public List<String> coordinates() {
        return drives.coordinates();
    }

    /** The names of the drives, one for each torque. */
    public List<String> drives() {
        return drives.drives();
    }

    /**
     * Where the motors behind springs are in a motion, and how they move, in the order of their joints in the robot. Nothing is
     * written where all drives are rigid.
     *
     * @param state with as many derivatives as {@link #torque} reads
     */
    public void motors(MotionState state, double[] positionsOut, double[] velocitiesOut) {
        drives.motors(state, positionsOut, velocitiesOut);
    }

    /** The torques of the drives, in a function of its own. */
    public StateFunction torque() {
        return drives.torque();
    }

    /** Their rates, in a function of its own. */
    public StateFunction torqueRate() {
        return drives.torqueRate();
    }

    /** How torques are computed, in words. */
    public String origin() {
        return drives.origin();
    }

    /** Whether torques may come from compiled code. */
    public boolean isCompilable() {
        return drives instanceof DynamicsDrives known && known.dynamics() instanceof TreeDynamics;
    }

    DriveFunctions driveFunctions() {
        return drives;
    }

    @Nullable
    RobotModel robotOrNull() {
        return robot;
    }

    /** Whether they are those of a robot or of a variant of it; of dynamics alone, whether they have its coordinates. */
    public boolean isOf(RobotModel other) {
        return robot != null
                ? robot.isVariantOf(other)
                : coordinates()
                        .equals(other.independentJoints().stream()
                                .map(Joint::name)
                                .toList());
    }

    /** How many coordinates the motion has. */
    public int size() {
        return n;
    }

    /** What positions of coordinates count in; one where the robot is not known. */
    double[] units() {
        if (robot != null) {
            return JointUnits.of(robot, coordinates());
        }
        double[] units = new double[n];
        Arrays.fill(units, 1);
        return units;
    }

    private RobotModel robot() {
        if (robot == null) {
            throw new IllegalArgumentException("this limit needs a robot model, not its dynamics alone");
        }
        return robot;
    }

    /** The robot, for limits on bodies and inside joints, which are those of trees. */
    private RobotModel tree() {
        robot().requireTree("a limit on bodies or inside joints");
        robot().requireFixedBase("a limit on bodies or inside joints");
        if (around.base().isPresent()) {
            throw new IllegalArgumentException(
                    "the base of robot \"%s\" moves as told: limits on bodies and inside joints are for a base at rest"
                            .formatted(robot().name()));
        }
        return robot();
    }

    // ---------------------------------------------------------------- by joint

    /**
     * The robot's own limits of position, velocity, effort and effort rate, for all joints for which none is given; of position and velocity
     * also those of joints of closed loops that follow the independent ones.
     */
    @CanIgnoreReturnValue
    public MotionLimits ofRobot() {
        RobotModel unused = robot();
        robotLimits = RobotLimits.WHERE_NONE_IS_GIVEN;
        return this;
    }

    /** The robot's own limits besides those given: of both, the tighter one counts. */
    @CanIgnoreReturnValue
    public MotionLimits alwaysOfRobot() {
        RobotModel unused = robot();
        robotLimits = RobotLimits.ALWAYS;
        return this;
    }

    @CanIgnoreReturnValue
    public MotionLimits position(double[] lower, double[] upper) {
        return ranges(JointQuantity.POSITION, lower, upper);
    }

    @CanIgnoreReturnValue
    public MotionLimits position(String joint, double lower, double upper) {
        return range(JointQuantity.POSITION, joint, lower, upper);
    }

    /** |q̇| at most, by coordinate. */
    @CanIgnoreReturnValue
    public MotionLimits velocity(double... most) {
        return symmetric(JointQuantity.VELOCITY, most);
    }

    @CanIgnoreReturnValue
    public MotionLimits velocity(double[] lower, double[] upper) {
        return ranges(JointQuantity.VELOCITY, lower, upper);
    }

    /** |q̇| of one coordinate at most. */
    @CanIgnoreReturnValue
    public MotionLimits velocity(String joint, double most) {
        return symmetric(JointQuantity.VELOCITY, joint, most);
    }

    /** |q̈| at most, by coordinate. */
    @CanIgnoreReturnValue
    public MotionLimits acceleration(double... most) {
        return symmetric(JointQuantity.ACCELERATION, most);
    }

    /** |q̈| of one coordinate at most. */
    @CanIgnoreReturnValue
    public MotionLimits acceleration(String joint, double most) {
        return symmetric(JointQuantity.ACCELERATION, joint, most);
    }

    /** |q⃛| at most, by coordinate. */
    @CanIgnoreReturnValue
    public MotionLimits jerk(double... most) {
        return symmetric(JointQuantity.JERK, most);
    }

    /** |q⃛| of one coordinate at most. */
    @CanIgnoreReturnValue
    public MotionLimits jerk(String joint, double most) {
        return symmetric(JointQuantity.JERK, joint, most);
    }

    /** |τ| at most, by drive. */
    @CanIgnoreReturnValue
    public MotionLimits torque(double... most) {
        return symmetric(JointQuantity.TORQUE, most);
    }

    @CanIgnoreReturnValue
    public MotionLimits torque(double[] lower, double[] upper) {
        return ranges(JointQuantity.TORQUE, lower, upper);
    }

    /** |τ| of one drive at most. */
    @CanIgnoreReturnValue
    public MotionLimits torque(String drive, double most) {
        return symmetric(JointQuantity.TORQUE, drive, most);
    }

    /** |τ̇| at most, by drive. */
    @CanIgnoreReturnValue
    public MotionLimits torqueRate(double... most) {
        return symmetric(JointQuantity.TORQUE_RATE, most);
    }

    /** |τ̇| of one drive at most. */
    @CanIgnoreReturnValue
    public MotionLimits torqueRate(String drive, double most) {
        return symmetric(JointQuantity.TORQUE_RATE, drive, most);
    }

    /** The norm of the force that a joint carries inside, at most; of the force along the axis too, if it slides. */
    @CanIgnoreReturnValue
    public MotionLimits reactionForce(String joint, double most) {
        requireUnloaded();
        return symmetric(JointQuantity.REACTION_FORCE, joint, most);
    }

    private void requireUnloaded() {
        if (!tree().elasticJoints().isEmpty() || !around.isEmpty()) {
            throw new IllegalArgumentException(
                    "forces inside joints of robot \"%s\" are limited where drives are rigid and no wrenches act"
                            .formatted(robot().name()));
        }
    }

    private List<String> names(JointQuantity quantity) {
        return switch (quantity) {
            case TORQUE, TORQUE_RATE -> drives.drives();
            default -> drives.coordinates();
        };
    }

    private MotionLimits symmetric(JointQuantity quantity, String joint, double most) {
        int row = row(quantity, joint);
        requirePositive("the limit on %s of %s".formatted(quantity, joint), most);
        return set(quantity, row, -most, most);
    }

    private MotionLimits range(JointQuantity quantity, String joint, double lower, double upper) {
        int row = row(quantity, joint);
        Bound.requireRange("%s of %s".formatted(quantity, joint), lower, upper);
        return set(quantity, row, lower, upper);
    }

    private int row(JointQuantity quantity, String joint) {
        int row = names(quantity).indexOf(joint);
        if (row < 0) {
            throw new IllegalArgumentException("%s has no moving joint \"%s\" of which %s may be limited; there are %s"
                    .formatted(subject(), joint, quantity, String.join(", ", names(quantity))));
        }
        return row;
    }

    private String subject() {
        return robot == null ? "the mechanism" : "robot \"%s\"".formatted(robot.name());
    }

    @CanIgnoreReturnValue
    private MotionLimits set(JointQuantity quantity, int row, double lower, double upper) {
        given.computeIfAbsent(quantity, key -> new JointRanges(names(quantity).size()))
                .set(row, lower, upper);
        return this;
    }

    private MotionLimits symmetric(JointQuantity quantity, double[] most) {
        List<String> names = names(quantity);
        if (most.length != names.size()) {
            throw new IllegalArgumentException("%s: %s limits, but %s are needed for %s"
                    .formatted(quantity, most.length, names.size(), subject()));
        }
        for (int row = 0; row < most.length; row++) {
            requirePositive("the limit on %s of %s".formatted(quantity, names.get(row)), most[row]);
        }
        for (int row = 0; row < most.length; row++) {
            set(quantity, row, -most[row], most[row]);
        }
        return this;
    }

    private MotionLimits ranges(JointQuantity quantity, double[] lower, double[] upper) {
        List<String> names = names(quantity);
        if (lower.length != names.size() || upper.length != names.size()) {
            throw new IllegalArgumentException("%s: %s lower and %s upper limits, but %s are needed for %s"
                    .formatted(quantity, lower.length, upper.length, names.size(), subject()));
        }
        for (int row = 0; row < lower.length; row++) {
            Bound.requireRange("%s of %s".formatted(quantity, names.get(row)), lower[row], upper[row]);
        }
        for (int row = 0; row < lower.length; row++) {
            set(quantity, row, lower[row], upper[row]);
        }
        return this;
    }

    /** The least positions in force, by coordinate; infinite where there is no limit. */
    public double[] lowestPositions() {
        return inForce(JointQuantity.POSITION).lower.clone();
    }

    /** The greatest positions in force, by coordinate; infinite where there is no limit. */
    public double[] highestPositions() {
        return inForce(JointQuantity.POSITION).upper.clone();
    }

    /**
     * The limits of a quantity that are in force, by joint; infinite where there is none.
     *
     * @throws IllegalArgumentException if a limit given and one of the robot exclude each other
     */
    JointRanges inForce(JointQuantity quantity) {
        List<String> names = names(quantity);
        int joints = names.size();
        JointRanges none = JointRanges.unlimited(joints);
        JointRanges own = robotLimits == RobotLimits.IGNORED ? none : JointRanges.of(robot(), quantity, names);
        JointRanges ranges =
                given.getOrDefault(quantity, new JointRanges(joints)).copy();
        if (robotLimits == RobotLimits.ALWAYS) {
            ranges.fillFrom(none);
            ranges.tightenTo(own);
        } else {
            ranges.fillFrom(own);
        }
        for (int row = 0; row < joints; row++) {
            Bound.requireRange(
                    "%s of %s, by limits given and those of the robot".formatted(quantity, names.get(row)),
                    ranges.lower[row],
                    ranges.upper[row]);
        }
        return ranges;
    }

    /** Everything that is in force, in functions of its own. */
    List<Bound> bounds() {
        List<Bound> bounds = new ArrayList<>();
        for (JointQuantity quantity : JointQuantity.values()) {
            JointRanges ranges = inForce(quantity);
            if (quantity == JointQuantity.REACTION_FORCE) {
                addReactions(ranges, bounds);
            } else if (IntStream.range(0, ranges.lower.length).anyMatch(ranges::isLimited)) {
                bounds.add(new Bound(function(quantity), ranges.lower, ranges.upper, 0, 1));
            }
        }
        if (robotLimits != RobotLimits.IGNORED) {
            bounds.addAll(DependentRanges.of(robot()));
        }
        if (robot != null) {
            bounds.addAll(DependentRanges.closed(robot));
        }
        for (Bound bound : others) {
            bounds.add(new Bound(
                    bound.function().copy(), bound.lower(), bound.upper(), bound.from(), bound.to(), bound.only()));
        }
        return bounds;
    }

    private StateFunction function(JointQuantity quantity) {
        return switch (quantity) {
            case TORQUE -> drives.torque();
            case TORQUE_RATE -> drives.torqueRate();
            case POSITION -> new CoordinateFunction(0, drives.coordinates(), units());
            case VELOCITY -> new CoordinateFunction(1, drives.coordinates(), units());
            case ACCELERATION -> new CoordinateFunction(2, drives.coordinates(), units());
            case JERK -> new CoordinateFunction(3, drives.coordinates(), units());
            case REACTION_FORCE -> throw new IllegalArgumentException("reaction forces have functions by joint");
        };
    }

    private void addReactions(JointRanges ranges, List<Bound> bounds) {
        List<String> joints = new ArrayList<>();
        List<Double> squares = new ArrayList<>();
        for (int row = 0; row < ranges.upper.length; row++) {
            if (Double.isFinite(ranges.upper[row])) {
                joints.add(drives.coordinates().get(row));
                squares.add(ranges.upper[row] * ranges.upper[row]);
            }
        }
        if (!joints.isEmpty()) {
            double[] lower = new double[joints.size()];
            Arrays.fill(lower, Double.NEGATIVE_INFINITY);
            bounds.add(new Bound(
                    new ReactionForceFunction(TreeDynamics.smooth(tree()), joints, functions),
                    lower,
                    squares.stream().mapToDouble(square -> square).toArray(),
                    0,
                    1));
        }
    }

    // ---------------------------------------------------------------- bodies and functions

    /** A point of a body in a box, in the world. */
    @CanIgnoreReturnValue
    public MotionLimits box(String body, Vector3 pointInBody, double[] lower, double[] upper, double from, double to) {
        return add(new PointFunction(tree(), body, pointInBody), lower, upper, from, to);
    }

    /**
     * A body at a pose at one moment.
     *
     * @param distance by which each coordinate of the origin may be off
     * @param angle by which the body may be turned about each axis of the world, below π/2
     */
    @CanIgnoreReturnValue
    public MotionLimits pose(String body, Pose worldFromBody, double distance, double angle, double moment) {
        requireNotNegative("the distance by which the pose may be off", distance);
        StateFunction turn = new OrientationFunction(tree(), body, worldFromBody.rotation());
        double[] sines = sines(angle);
        Vector3 at = worldFromBody.position();
        double[] center = {at.x(), at.y(), at.z()};
        box(
                body,
                Vector3.ZERO,
                Arrays.stream(center).map(x -> x - distance).toArray(),
                Arrays.stream(center).map(x -> x + distance).toArray(),
                moment,
                moment);
        return add(turn, lowerTurn(sines), sines, moment, moment);
    }

    /** A body turned away from an orientation by at most an angle below π/2 about each axis of the world. */
    @CanIgnoreReturnValue
    public MotionLimits orientation(String body, Rotation worldFromBody, double angle, double from, double to) {
        double[] sines = sines(angle);
        return add(new OrientationFunction(tree(), body, worldFromBody), lowerTurn(sines), sines, from, to);
    }

    private static double[] sines(double angle) {
        if (!(angle >= 0 && angle < Math.PI / 2)) {
            throw new IllegalArgumentException("the angle is %s, but must be from 0 to below π/2".formatted(angle));
        }
        double most = Math.sin(angle);
        return new double[] {most, most, most, Double.POSITIVE_INFINITY};
    }

    private static double[] lowerTurn(double[] sines) {
        return new double[] {-sines[0], -sines[1], -sines[2], 0};
    }

    /** A point of a body within a radius of the straight line between two points, and not beyond them by more. */
    @CanIgnoreReturnValue
    public MotionLimits corridor(
            String body, Vector3 pointInBody, Vector3 start, Vector3 end, double radius, double from, double to) {
        requirePositive("the radius of the corridor", radius);
        double length = end.minus(start).norm();
        requirePositive("the length of the corridor", length);
        return add(
                new CorridorFunction(tree(), body, pointInBody, start, end),
                new double[] {Double.NEGATIVE_INFINITY, -radius},
                new double[] {radius * radius, length + radius},
                from,
                to);
    }

    /** Bounds on any function. */
    @CanIgnoreReturnValue
    public MotionLimits add(StateFunction function, double[] lower, double[] upper) {
        return add(function, lower, upper, 0, 1);
    }

    /** Bounds on any function from a moment to another. */
    @CanIgnoreReturnValue
    public MotionLimits add(StateFunction function, double[] lower, double[] upper, double from, double to) {
        return add(function, lower, upper, from, to, new double[0]);
    }

    /** Bounds on any function at some moments alone, whatever the samples; equal bounds make equations. */
    @CanIgnoreReturnValue
    public MotionLimits at(StateFunction function, double[] lower, double[] upper, double... moments) {
        double[] ascending = Arrays.stream(moments).sorted().distinct().toArray();
        if (ascending.length == 0) {
            throw new IllegalArgumentException("%s, …: no moment is given".formatted(function.name(0)));
        }
        return add(function, lower, upper, ascending[0], ascending[ascending.length - 1], ascending);
    }

    private MotionLimits add(
            StateFunction function, double[] lower, double[] upper, double from, double to, double[] only) {
        others.add(Bound.checked(function, lower, upper, from, to, only));
        return this;
    }

    // ---------------------------------------------------------------- checks

    private static void requirePositive(String what, double value) {
        if (!(value > 0)) {
            throw new IllegalArgumentException("%s is %s, but must be positive".formatted(what, value));
        }
    }

    private static void requireNotNegative(String what, double value) {
        if (!(value >= 0)) {
            throw new IllegalArgumentException("%s is %s, but must be zero or positive".formatted(what, value));
        }
    }
}
