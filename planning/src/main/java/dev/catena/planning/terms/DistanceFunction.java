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
    private final PointWay between;
    private final int n;

    public DistanceFunction(
            RobotModel robot, String firstBody, Vector3 firstPoint, String secondBody, Vector3 secondPoint) {
        this.robot = robot;
        this.firstBody = firstBody;
        this.secondBody = secondBody;
        this.firstPoint = firstPoint;
        this.secondPoint = secondPoint;
        between = new PointWay(robot, firstBody, firstPoint, secondBody, secondPoint);
        n = between.n;
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
        return between.dependsOn(coordinate);
    }

    @Override
    public void value(MotionState state, double[] out) {
        between.compute(state);
        double[] a = between.way;
        out[0] = a[0] * a[0] + a[1] * a[1] + a[2] * a[2];
    }

    @Override
    public void jacobian(MotionState state, double[] out) {
        between.differentiate(state);
        for (int i = 0; i < n; i++) {
            out[i] = 2 * between.slopeAlong(between.way, i);
        }
    }

    @Override
    public void addCurvature(MotionState state, double[] lambda, double[] out) {
        between.differentiate(state);
        double[] slopes = between.slopes;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                double sum = 0;
                for (int axis = 0; axis < 3; axis++) {
                    sum += slopes[axis * n + i] * slopes[axis * n + j];
                }
                out[i * n + j] += 2 * lambda[0] * sum;
            }
        }
        between.addCurvature(state, 2 * lambda[0], between.way, out);
    }

    @Override
    public StateFunction copy() {
        return new DistanceFunction(robot, firstBody, firstPoint, secondBody, secondPoint);
    }
}
