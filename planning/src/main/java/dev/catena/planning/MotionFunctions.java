package dev.catena.planning;

import dev.catena.model.RobotModel;
import dev.catena.model.Vector3;
import dev.catena.planning.function.JointUnits;
import dev.catena.planning.function.StateFunction;
import dev.catena.planning.terms.CoordinateFunction;
import dev.catena.planning.terms.DistanceFunction;
import dev.catena.planning.terms.PointDifference;
import dev.catena.planning.terms.PointFunction;
import dev.catena.planning.terms.ProductFunction;
import dev.catena.planning.terms.VelocityFunction;

/**
 * Functions of where bodies are and how they move, for {@link MotionLimits#add} and {@link MotionLimits#at}: contact of points
 * (position and velocity), distances, products. Of trees, in the axes of the world.
 */
public final class MotionFunctions {
    private MotionFunctions() {}

    /** All coordinates of a tree. */
    public static StateFunction positions(RobotModel robot) {
        return new CoordinateFunction(0, robot.jointNames(), JointUnits.of(robot));
    }

    /** The three coordinates of a point of a body. */
    public static StateFunction point(RobotModel robot, String body, Vector3 pointInBody) {
        return new PointFunction(robot, body, pointInBody);
    }

    /** The velocity of a point of a body. */
    public static StateFunction velocity(RobotModel robot, String body, Vector3 pointInBody) {
        return new VelocityFunction(robot, body, pointInBody);
    }

    /** The square of the distance between points of two bodies. */
    public static StateFunction squaredDistance(
            RobotModel robot, String firstBody, Vector3 firstPoint, String secondBody, Vector3 secondPoint) {
        return new DistanceFunction(robot, firstBody, firstPoint, secondBody, secondPoint);
    }

    /** How far the origin of a body is ahead of that of another along a direction. */
    public static StateFunction ahead(RobotModel robot, String body, String other, Vector3 direction) {
        return new PointDifference(robot, body, other, direction.normalized());
    }

    /** The product of two functions of one row of a robot. */
    public static StateFunction product(RobotModel robot, StateFunction first, StateFunction second) {
        return new ProductFunction(first, second, robot.jointCount());
    }
}
