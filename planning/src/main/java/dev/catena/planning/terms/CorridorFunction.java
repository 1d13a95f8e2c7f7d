package dev.catena.planning.terms;

import dev.catena.model.RobotModel;
import dev.catena.model.Vector3;
import dev.catena.planning.function.MotionState;
import dev.catena.planning.function.StateFunction;

/** A point of a body beside a straight line: the square of its distance from the line, and how far it is along it. */
public final class CorridorFunction implements StateFunction {
    private final RobotModel robot;
    private final String body;
    private final Vector3 pointInBody;
    private final Vector3 to;
    private final PointFunction point;
    private final Vector3 from;
    private final Vector3 direction;
    private final int n;
    private final double[] position = new double[3];
    private final double[] jacobian;
    private final double[] multipliers = new double[3];

    public CorridorFunction(RobotModel robot, String body, Vector3 pointInBody, Vector3 from, Vector3 to) {
        this.robot = robot;
        this.body = body;
        this.pointInBody = pointInBody;
        this.to = to;
        point = new PointFunction(robot, body, pointInBody);
        this.from = from;
        direction = to.minus(from).normalized();
        n = robot.jointCount();
        jacobian = new double[3 * n];
    }

    @Override
    public int rows() {
        return 2;
    }

    @Override
    public int order() {
        return 0;
    }

    @Override
    public String name(int row) {
        return (row == 0 ? "distance from the corridor's line of " : "way along the corridor of ") + body;
    }

    @Override
    public double display(int row, double value) {
        return row == 0 ? Math.sqrt(value) : value;
    }

    @Override
    public boolean dependsOn(int row, int coordinate) {
        return point.dependsOn(0, coordinate);
    }

    /** position = r − d (d·r), the way from the line to the point; returns d·r. */
    private double across(MotionState state) {
        point.value(state, position);
        double x = position[0] - from.x();
        double y = position[1] - from.y();
        double z = position[2] - from.z();
        double along = x * direction.x() + y * direction.y() + z * direction.z();
        position[0] = x - along * direction.x();
        position[1] = y - along * direction.y();
        position[2] = z - along * direction.z();
        return along;
    }

    @Override
    public void value(MotionState state, double[] out) {
        out[1] = across(state);
        out[0] = position[0] * position[0] + position[1] * position[1] + position[2] * position[2];
    }

    @Override
    public void jacobian(MotionState state, double[] out) {
        double unused = across(state);
        point.jacobian(state, jacobian);
        for (int i = 0; i < n; i++) {
            out[i] =
                    2 * (position[0] * jacobian[i] + position[1] * jacobian[n + i] + position[2] * jacobian[2 * n + i]);
            out[n + i] = along(i);
        }
    }

    /** d·∂r. */
    private double along(int i) {
        return direction.x() * jacobian[i] + direction.y() * jacobian[n + i] + direction.z() * jacobian[2 * n + i];
    }

    @Override
    public void addCurvature(MotionState state, double[] lambda, double[] out) {
        double unused = across(state);
        point.jacobian(state, jacobian);
        multipliers[0] = 2 * lambda[0] * position[0] + lambda[1] * direction.x();
        multipliers[1] = 2 * lambda[0] * position[1] + lambda[1] * direction.y();
        multipliers[2] = 2 * lambda[0] * position[2] + lambda[1] * direction.z();
        // 2 ∂rᵀ(1 − d dᵀ)∂r + 2 (r − d d·r)·∂²r
        for (int a = 0; a < n; a++) {
            for (int b = 0; b < n; b++) {
                double sum = -along(a) * along(b);
                for (int axis = 0; axis < 3; axis++) {
                    sum += jacobian[axis * n + a] * jacobian[axis * n + b];
                }
                out[a * n + b] += 2 * lambda[0] * sum;
            }
        }
        point.addCurvature(state, multipliers, out);
    }

    @Override
    public StateFunction copy() {
        return new CorridorFunction(robot, body, pointInBody, from, to);
    }
}
