package dev.catena.planning.terms;

import dev.catena.model.RobotModel;
import dev.catena.model.Vector3;
import dev.catena.planning.function.MotionState;

/** The way from a point of a body to a point of another, in the world, with its derivatives by the coordinates. */
final class PointWay {
    final int n;

    /** The way, after {@link #compute}. */
    final double[] way = new double[3];

    /** ∂way/∂q, 3 × n, after {@link #differentiate}. */
    final double[] slopes;

    private final PointFunction to;
    private final PointFunction from;
    private final double[] start = new double[3];
    private final double[] startSlopes;
    private final double[] multipliers = new double[3];

    PointWay(RobotModel robot, String toBody, Vector3 toPoint, String fromBody, Vector3 fromPoint) {
        to = new PointFunction(robot, toBody, toPoint);
        from = new PointFunction(robot, fromBody, fromPoint);
        n = robot.jointCount();
        slopes = new double[3 * n];
        startSlopes = new double[3 * n];
    }

    boolean dependsOn(int coordinate) {
        return to.dependsOn(0, coordinate) || from.dependsOn(0, coordinate);
    }

    void compute(MotionState state) {
        to.value(state, way);
        from.value(state, start);
        for (int axis = 0; axis < 3; axis++) {
            way[axis] -= start[axis];
        }
    }

    void differentiate(MotionState state) {
        compute(state);
        to.jacobian(state, slopes);
        from.jacobian(state, startSlopes);
        for (int k = 0; k < slopes.length; k++) {
            slopes[k] -= startSlopes[k];
        }
    }

    /** d·∂way/∂qᵢ. */
    double slopeAlong(double[] direction, int i) {
        return direction[0] * slopes[i] + direction[1] * slopes[n + i] + direction[2] * slopes[2 * n + i];
    }

    /** out += factor · d·∂²way/∂q∂q. */
    void addCurvature(MotionState state, double factor, double[] direction, double[] out) {
        for (int axis = 0; axis < 3; axis++) {
            multipliers[axis] = factor * direction[axis];
        }
        to.addCurvature(state, multipliers, out);
        for (int axis = 0; axis < 3; axis++) {
            multipliers[axis] = -multipliers[axis];
        }
        from.addCurvature(state, multipliers, out);
    }
}
