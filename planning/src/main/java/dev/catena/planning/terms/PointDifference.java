package dev.catena.planning.terms;

import dev.catena.model.RobotModel;
import dev.catena.model.Vector3;
import dev.catena.planning.function.MotionState;
import dev.catena.planning.function.StateFunction;

/** How far the origin of a body is ahead of that of another along a direction of the world: d·(p − r). */
public final class PointDifference implements StateFunction {
    private final RobotModel robot;
    private final String body;
    private final String other;
    private final Vector3 direction;
    private final PointFunction ahead;
    private final PointFunction behind;
    private final int n;
    private final double[] p = new double[3];
    private final double[] r = new double[3];
    private final double[] slopes;
    private final double[] multipliers = new double[3];

    public PointDifference(RobotModel robot, String body, String other, Vector3 direction) {
        this.robot = robot;
        this.body = body;
        this.other = other;
        this.direction = direction;
        ahead = new PointFunction(robot, body, Vector3.ZERO);
        behind = new PointFunction(robot, other, Vector3.ZERO);
        n = robot.jointCount();
        slopes = new double[3 * n];
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
        return "swing of %s about %s".formatted(body, other);
    }

    @Override
    public boolean dependsOn(int row, int coordinate) {
        return ahead.dependsOn(0, coordinate) || behind.dependsOn(0, coordinate);
    }

    @Override
    public void value(MotionState state, double[] out) {
        ahead.value(state, p);
        behind.value(state, r);
        out[0] = direction.x() * (p[0] - r[0]) + direction.y() * (p[1] - r[1]) + direction.z() * (p[2] - r[2]);
    }

    @Override
    public void jacobian(MotionState state, double[] out) {
        ahead.jacobian(state, slopes);
        for (int i = 0; i < n; i++) {
            out[i] = along(i);
        }
        behind.jacobian(state, slopes);
        for (int i = 0; i < n; i++) {
            out[i] -= along(i);
        }
    }

    private double along(int i) {
        return direction.x() * slopes[i] + direction.y() * slopes[n + i] + direction.z() * slopes[2 * n + i];
    }

    @Override
    public void addCurvature(MotionState state, double[] lambda, double[] out) {
        multipliers[0] = lambda[0] * direction.x();
        multipliers[1] = lambda[0] * direction.y();
        multipliers[2] = lambda[0] * direction.z();
        ahead.addCurvature(state, multipliers, out);
        for (int axis = 0; axis < 3; axis++) {
            multipliers[axis] = -multipliers[axis];
        }
        behind.addCurvature(state, multipliers, out);
    }

    @Override
    public StateFunction copy() {
        return new PointDifference(robot, body, other, direction);
    }
}
