package dev.catena.planning.function;

import dev.catena.kinematics.Kinematics;
import dev.catena.model.Extent;
import dev.catena.model.Pose;
import dev.catena.model.RobotModel;
import dev.catena.model.Vector3;
import java.util.ArrayList;
import java.util.List;

/**
 * Points of a robot's bodies that stay where they are all the time: contacts with the ground, one point of a contact that may
 * turn, three of one that may not. Points may repeat each other. Of a tree on a fixed base, which six joints may place
 * ({@code GlobalJoints}). Immutable; every method returns a changed copy.
 */
public final class StandingPoints {
    /** How far points may be from their places, as a share of the robot's length. */
    private static final double TOLERANCE = 2.5e-4;

    private final RobotModel robot;
    private final List<Held> held;
    private final double tolerance;

    /** A point of a body and where it is in the world. */
    public record Held(String body, Vector3 pointInBody, Vector3 placeInWorld) {}

    /** None so far. */
    public StandingPoints(RobotModel robot) {
        this(robot, List.of(), TOLERANCE * Extent.of(robot).length());
    }

    private StandingPoints(RobotModel robot, List<Held> held, double tolerance) {
        robot.requireTree("points that stand");
        robot.requireFixedBase("points that stand");
        this.robot = robot;
        this.held = held;
        this.tolerance = tolerance;
    }

    /**
     * Points of a body stay where they are in a posture.
     *
     * @throws IllegalArgumentException if the robot has no such body
     */
    public StandingPoints with(String body, double[] posture, Vector3... pointsInBody) {
        if (!robot.hasBody(body)) {
            throw new IllegalArgumentException("robot \"%s\" has no body \"%s\"".formatted(robot.name(), body));
        }
        Kinematics kinematics = new Kinematics(robot);
        kinematics.compute(posture);
        Pose pose = kinematics.worldFromBody(robot.bodyIndex(body));
        List<Held> longer = new ArrayList<>(held);
        for (Vector3 point : pointsInBody) {
            longer.add(new Held(body, point, pose.apply(point)));
        }
        return new StandingPoints(robot, List.copyOf(longer), tolerance);
    }

    /**
     * How far points may be from their places in postures that are prescribed, m, a 4000th of the robot's length ({@link Extent})
     * unless told otherwise; the motion passes the nearest posture that has them there exactly.
     */
    public StandingPoints tolerance(double meters) {
        if (!(meters > 0) || Double.isInfinite(meters)) {
            throw new IllegalArgumentException(
                    "the tolerance of points that stand is %s, but must be positive and finite".formatted(meters));
        }
        return new StandingPoints(robot, held, meters);
    }

    public RobotModel robot() {
        return robot;
    }

    public List<Held> held() {
        return held;
    }

    /** The robot's. */
    public double length() {
        return Extent.of(robot).length();
    }

    public double tolerance() {
        return tolerance;
    }
}
