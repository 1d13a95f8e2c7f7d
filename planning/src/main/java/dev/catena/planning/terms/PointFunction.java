package dev.catena.planning.terms;

import dev.catena.model.Extent;
import dev.catena.model.RobotModel;
import dev.catena.model.Vector3;
import dev.catena.planning.function.MotionState;
import dev.catena.planning.function.StateFunction;
import java.util.Arrays;

/** Coordinates of a point of a body along the axes of a frame. */
public final class PointFunction extends PlacementFunction {
    private final Vector3 pointInBody;
    private final double[] change = new double[3];

    public PointFunction(RobotModel robot, String body, Vector3 pointInBody) {
        super(robot, body, pointInBody, "x", "y", "z");
        this.pointInBody = pointInBody;
    }

    @Override
    public double unit(int row) {
        return Extent.of(robot).length();
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

    /** ∂²p/∂qᵢ∂qⱼ = ωᵢ × ∂p/∂qⱼ. */
    @Override
    double curvature(int i, int j, double[] lambda) {
        placement.turn(i, placement.linear(0, j), placement.linear(1, j), placement.linear(2, j), change);
        return lambda[0] * change[0] + lambda[1] * change[1] + lambda[2] * change[2];
    }

    @Override
    public StateFunction copy() {
        return new PointFunction(robot, body, pointInBody);
    }
}
