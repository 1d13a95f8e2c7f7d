package dev.catena.planning.terms;

import dev.catena.model.Extent;
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
    private final PointWay between;
    private final double[] along;

    public PointDifference(RobotModel robot, String body, String other, Vector3 direction) {
        this.robot = robot;
        this.body = body;
        this.other = other;
        this.direction = direction;
        between = new PointWay(robot, body, Vector3.ZERO, other, Vector3.ZERO);
        along = direction.toArray();
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
    public double unit(int row) {
        return Extent.of(robot).length();
    }

    @Override
    public boolean dependsOn(int row, int coordinate) {
        return between.dependsOn(coordinate);
    }

    @Override
    public void value(MotionState state, double[] out) {
        between.compute(state);
        double[] way = between.way;
        out[0] = along[0] * way[0] + along[1] * way[1] + along[2] * way[2];
    }

    @Override
    public void jacobian(MotionState state, double[] out) {
        between.differentiate(state);
        for (int i = 0; i < between.n; i++) {
            out[i] = between.slopeAlong(along, i);
        }
    }

    @Override
    public void addCurvature(MotionState state, double[] lambda, double[] out) {
        between.addCurvature(state, lambda[0], along, out);
    }

    @Override
    public StateFunction copy() {
        return new PointDifference(robot, body, other, direction);
    }
}
