package dev.catena.planning;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.catena.model.JointLimits;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.Rotation;
import dev.catena.model.Vector3;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What a motion must keep: bounds on positions, velocities, accelerations, jerks, torques, torque rates, forces inside
 * joints, and on where bodies are. Bounds may be infinite. Those of bodies hold all the time, in a part of it, or at one
 * moment; moments are fractions of the duration.
 *
 * <pre>{@code
 * MotionLimits limits = new MotionLimits(robot).ofRobot().reactionForce("joint2", 300);
 * }</pre>
 */
public final class MotionLimits {
    private final MotionDynamics dynamics;
    private final @Nullable RobotModel robot;
    private final int n;
    private final List<Bound> bounds = new ArrayList<>();

    /** A function within bounds from a moment to another, which may be the same. */
    record Bound(StateFunction function, double[] lower, double[] upper, double from, double to) {}

    /** For a tree, or for closed loops, whose coordinates are those of the independent joints. */
    public MotionLimits(RobotModel robot) {
        this(robot.hasLoops() ? new LoopDynamics(robot) : new TreeDynamics(robot), robot);
    }

    /** For a mechanism that is known by its dynamics alone; limits on bodies and inside joints are not to be had. */
    public MotionLimits(MotionDynamics dynamics) {
        this(dynamics, null);
    }

    private MotionLimits(MotionDynamics dynamics, @Nullable RobotModel robot) {
        this.dynamics = dynamics;
        this.robot = robot;
        n = dynamics.coordinates().size();
    }

    /** What moves, with its coordinates. */
    public MotionDynamics dynamics() {
        return dynamics;
    }

    List<Bound> bounds() {
        return List.copyOf(bounds);
    }

    private RobotModel robot() {
        if (robot == null) {
            throw new IllegalArgumentException("this limit needs a robot model, not its dynamics alone");
        }
        return robot;
    }

    /** All limits that the robot's joints have: position, velocity, effort and effort rate. */
    @CanIgnoreReturnValue
    public MotionLimits ofRobot() {
        position(of(JointLimits::lower), of(JointLimits::upper));
        velocity(of(JointLimits::velocity));
        torque(of(JointLimits::effort));
        return torqueRate(of(JointLimits::effortRate));
    }

    private double[] of(ToDoubleFunction<JointLimits> limit) {
        RobotModel model = robot();
        return dynamics.coordinates().stream()
                .map(name -> model.movingJoints().get(model.coordinate(name)).limits())
                .mapToDouble(limit)
                .toArray();
    }

    /** The robot, for limits on bodies and inside joints, which are those of trees. */
    private RobotModel tree() {
        robot().requireTree("a limit on bodies or inside joints");
        return robot();
    }

    @CanIgnoreReturnValue
    public MotionLimits position(double[] lower, double[] upper) {
        return add(new CoordinateFunction(0, dynamics.coordinates()), lower, upper);
    }

    /** |q̇| at most, by coordinate. */
    @CanIgnoreReturnValue
    public MotionLimits velocity(double... most) {
        return symmetric(new CoordinateFunction(1, dynamics.coordinates()), most);
    }

    @CanIgnoreReturnValue
    public MotionLimits velocity(double[] lower, double[] upper) {
        return add(new CoordinateFunction(1, dynamics.coordinates()), lower, upper);
    }

    /** |q̈| at most, by coordinate. */
    @CanIgnoreReturnValue
    public MotionLimits acceleration(double... most) {
        return symmetric(new CoordinateFunction(2, dynamics.coordinates()), most);
    }

    /** |q⃛| at most, by coordinate. */
    @CanIgnoreReturnValue
    public MotionLimits jerk(double... most) {
        return symmetric(new CoordinateFunction(3, dynamics.coordinates()), most);
    }

    /** |τ| at most, by drive. */
    @CanIgnoreReturnValue
    public MotionLimits torque(double... most) {
        return symmetric(new TorqueFunction(dynamics), most);
    }

    @CanIgnoreReturnValue
    public MotionLimits torque(double[] lower, double[] upper) {
        return add(new TorqueFunction(dynamics), lower, upper);
    }

    /** |τ̇| at most, by drive. */
    @CanIgnoreReturnValue
    public MotionLimits torqueRate(double... most) {
        return symmetric(new TorqueRateFunction(dynamics), most);
    }

    /** The norm of the force that a joint carries inside, at most; of the force along the axis too, if it slides. */
    @CanIgnoreReturnValue
    public MotionLimits reactionForce(String joint, double most) {
        if (!robot().hasCoordinate(joint)) {
            throw new IllegalArgumentException("robot \"%s\" has no moving joint \"%s\"; there are %s"
                    .formatted(robot().name(), joint, String.join(", ", robot().jointNames())));
        }
        requirePositive("the reaction force of " + joint, most);
        return add(
                new ReactionForceFunction(TreeDynamics.smooth(tree()), List.of(joint)),
                new double[] {Double.NEGATIVE_INFINITY},
                new double[] {most * most});
    }

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
        Vector3 at = worldFromBody.position();
        double[] center = {at.x(), at.y(), at.z()};
        box(
                body,
                Vector3.ZERO,
                Arrays.stream(center).map(x -> x - distance).toArray(),
                Arrays.stream(center).map(x -> x + distance).toArray(),
                moment,
                moment);
        return orientation(body, worldFromBody.rotation(), angle, moment, moment);
    }

    /** A body turned away from an orientation by at most an angle below π/2 about each axis of the world. */
    @CanIgnoreReturnValue
    public MotionLimits orientation(String body, Rotation worldFromBody, double angle, double from, double to) {
        if (!(angle >= 0 && angle < Math.PI / 2)) {
            throw new IllegalArgumentException("the angle is %s, but must be from 0 to below π/2".formatted(angle));
        }
        double most = Math.sin(angle);
        double any = Double.POSITIVE_INFINITY;
        return add(
                new OrientationFunction(tree(), body, worldFromBody),
                new double[] {-most, -most, -most, 0},
                new double[] {most, most, most, any},
                from,
                to);
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
        if (lower.length != function.rows() || upper.length != function.rows()) {
            throw new IllegalArgumentException("%s, …: %s lower and %s upper bounds, but %s are needed"
                    .formatted(function.name(0), lower.length, upper.length, function.rows()));
        }
        for (int row = 0; row < lower.length; row++) {
            if (!(lower[row] <= upper[row]) || lower[row] == Double.POSITIVE_INFINITY) {
                throw new IllegalArgumentException("%s: the lower bound %s is not below the upper bound %s"
                        .formatted(function.name(row), lower[row], upper[row]));
            }
        }
        if (!(from >= 0 && from <= to && to <= 1)) {
            throw new IllegalArgumentException(
                    "%s, …: the time from %s to %s is not within 0 and 1".formatted(function.name(0), from, to));
        }
        bounds.add(new Bound(function, lower.clone(), upper.clone(), from, to));
        return this;
    }

    private MotionLimits symmetric(StateFunction function, double[] most) {
        if (most.length != function.rows()) {
            throw new IllegalArgumentException(
                    "%s, …: %s limits, but %s are needed".formatted(function.name(0), most.length, function.rows()));
        }
        IntStream.range(0, most.length)
                .forEach(row -> requirePositive("the limit on " + function.name(row), most[row]));
        return add(function, Arrays.stream(most).map(limit -> -limit).toArray(), most);
    }

    private static void requirePositive(String what, double value) {
        if (!(value > 0)) {
            throw new IllegalArgumentException("%s is %s, but must be positive".formatted(what, value));
        }
    }

    /** How many coordinates the motion has. */
    int size() {
        return n;
    }
}
