package dev.catena.planning.terms;

import dev.catena.model.RobotModel;
import dev.catena.model.Vector3;
import dev.catena.planning.function.MotionState;
import dev.catena.planning.function.StateFunction;

/** The square of the distance between points of two bodies: smooth where the distance is not. */
public final class DistanceFunction implements StateFunction {
    private final RobotModel robot;
    private final String firstBody;
    private final String secondBody;
    private final Vector3 firstPoint;
    private final Vector3 secondPoint;
    private final PointFunction first;
    private final PointFunction second;
    private final int n;
    private final double[] a = new double[3];
    private final double[] b = new double[3];
    private final double[] slopes;
    private final double[] otherSlopes;
    private final double[] multipliers = new double[3];

    public DistanceFunction(
            RobotModel robot, String firstBody, Vector3 firstPoint, String secondBody, Vector3 secondPoint) {
        this.robot = robot;
        this.firstBody = firstBody;
        this.secondBody = secondBody;
        this.firstPoint = firstPoint;
        this.secondPoint = secondPoint;
        first = new PointFunction(robot, firstBody, firstPoint);
        second = new PointFunction(robot, secondBody, secondPoint);
        n = robot.jointCount();
        slopes = new double[3 * n];
        otherSlopes = new double[3 * n];
    }

    @Override
    public int rows() {
        return 1;
    }

    @Override
    public int order() {
        return 0;
    }

    @Override
    public String name(int row) {
        return "distance between points of %s and %s".formatted(firstBody, secondBody);
    }

    @Override
    public double display(int row, double value) {
        return Math.sqrt(Math.max(0, value));
    }

    @Override
    public boolean dependsOn(int row, int coordinate) {
        return first.dependsOn(0, coordinate) || second.dependsOn(0, coordinate);
    }

    /** a = the way from the second point to the first. */
    private void way(MotionState state) {
        first.value(state, a);
        second.value(state, b);
        for (int axis = 0; axis < 3; axis++) {
            a[axis] -= b[axis];
        }
    }

    private void waySlopes(MotionState state) {
        first.jacobian(state, slopes);
        second.jacobian(state, otherSlopes);
        for (int k = 0; k < slopes.length; k++) {
            slopes[k] -= otherSlopes[k];
        }
    }

    @Override
    public void value(MotionState state, double[] out) {
        way(state);
        out[0] = a[0] * a[0] + a[1] * a[1] + a[2] * a[2];
    }

    @Override
    public void jacobian(MotionState state, double[] out) {
        way(state);
        waySlopes(state);
        for (int i = 0; i < n; i++) {
            out[i] = 2 * (a[0] * slopes[i] + a[1] * slopes[n + i] + a[2] * slopes[2 * n + i]);
        }
    }

    @Override
    public void addCurvature(MotionState state, double[] lambda, double[] out) {
        way(state);
        waySlopes(state);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                double sum = 0;
                for (int axis = 0; axis < 3; axis++) {
                    sum += slopes[axis * n + i] * slopes[axis * n + j];
                }
                out[i * n + j] += 2 * lambda[0] * sum;
            }
        }
        for (int axis = 0; axis < 3; axis++) {
            multipliers[axis] = 2 * lambda[0] * a[axis];
        }
        first.addCurvature(state, multipliers, out);
        for (int axis = 0; axis < 3; axis++) {
            multipliers[axis] = -multipliers[axis];
        }
        second.addCurvature(state, multipliers, out);
    }

    @Override
    public StateFunction copy() {
        return new DistanceFunction(robot, firstBody, firstPoint, secondBody, secondPoint);
    }
}
