package dev.catena.planning.terms;

import dev.catena.model.RobotModel;
import dev.catena.model.Vector3;
import dev.catena.planning.function.MotionState;
import dev.catena.planning.function.StateFunction;

/** A function of where a body is: of the joints on its way from the base, and of their positions alone. */
abstract class PlacementFunction implements StateFunction {
    final RobotModel robot;
    final String body;
    final BodyPlacement placement;
    final int n;
    private final String[] names;

    /** @param names of the rows */
    PlacementFunction(RobotModel robot, String body, Vector3 pointInBody, String... names) {
        this.robot = robot;
        this.body = body;
        this.names = names;
        placement = new BodyPlacement(robot, body, pointInBody);
        n = placement.size();
    }

    @Override
    public final int rows() {
        return names.length;
    }

    @Override
    public final int order() {
        return 0;
    }

    @Override
    public final String name(int row) {
        return names[row] + " of " + body;
    }

    @Override
    public final boolean dependsOn(int row, int coordinate) {
        return placement.dependsOn(coordinate);
    }

    /** λᵀ∂²/∂qᵢ∂qⱼ of the rows at the placement, coordinate i not beyond j on the way. */
    abstract double curvature(int i, int j, double[] lambda);

    @Override
    public final void addCurvature(MotionState state, double[] lambda, double[] out) {
        placement.placeWithJacobian(state.position());
        for (int a = 0; a < placement.pathLength(); a++) {
            int i = placement.onPath(a);
            for (int b = a; b < placement.pathLength(); b++) {
                int j = placement.onPath(b);
                double entry = curvature(i, j, lambda);
                out[i * n + j] += entry;
                if (i != j) {
                    out[j * n + i] += entry;
                }
            }
        }
    }
}
