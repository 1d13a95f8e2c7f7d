package dev.catena.planning.terms;

import dev.catena.model.RobotModel;
import dev.catena.model.Vector3;
import dev.catena.planning.function.MotionState;
import dev.catena.planning.function.StateFunction;
import java.util.Arrays;

/** Coordinates of a point of a body along the axes of a frame. */
public final class PointFunction implements StateFunction {
    private static final String[] AXES = {"x", "y", "z"};

    private final RobotModel robot;
    private final String body;
    private final Vector3 pointInBody;
    private final BodyPlacement placement;
    private final int n;
    private final double[] change = new double[3];

    public PointFunction(RobotModel robot, String body, Vector3 pointInBody) {
        this.robot = robot;
        this.body = body;
        this.pointInBody = pointInBody;
        placement = new BodyPlacement(robot, body, pointInBody);
        n = placement.size();
    }

    @Override
    public int rows() {
        return 3;
    }

    @Override
    public int order() {
        return 0;
    }

    @Override
    public String name(int row) {
        return AXES[row] + " of " + body;
    }

    @Override
    public boolean dependsOn(int row, int coordinate) {
        return placement.dependsOn(coordinate);
    }

    @Override
    public void value(MotionState state, double[] out) {
        placement.place(state.position());
        for (int axis = 0; axis < 3; axis++) {
            out[axis] = placement.point(axis);
        }
    }

    @Override
    public void jacobian(MotionState state, double[] out) {
        placement.placeWithJacobian(state.position());
        Arrays.fill(out, 0, 3 * n, 0);
        for (int axis = 0; axis < 3; axis++) {
            for (int i = 0; i < n; i++) {
                out[axis * n + i] = placement.linear(axis, i);
            }
        }
    }

    @Override
    public void addCurvature(MotionState state, double[] lambda, double[] out) {
        placement.placeWithJacobian(state.position());
        for (int a = 0; a < placement.pathLength(); a++) {
            int i = placement.onPath(a);
            for (int b = a; b < placement.pathLength(); b++) {
                int j = placement.onPath(b);
                placement.turn(i, placement.linear(0, j), placement.linear(1, j), placement.linear(2, j), change);
                double entry = lambda[0] * change[0] + lambda[1] * change[1] + lambda[2] * change[2];
                out[i * n + j] += entry;
                if (i != j) {
                    out[j * n + i] += entry;
                }
            }
        }
    }

    @Override
    public StateFunction copy() {
        return new PointFunction(robot, body, pointInBody);
    }
}
