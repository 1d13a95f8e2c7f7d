package dev.catena.planning.terms;

import dev.catena.model.RobotModel;
import dev.catena.model.Rotation;
import dev.catena.model.Vector3;
import dev.catena.planning.function.MotionState;
import dev.catena.planning.function.StateFunction;
import java.util.Arrays;

/**
 * How far a body is turned away from a wanted orientation: e = ½ Σ d × r over the columns d of the wanted rotation and r of
 * the actual one, which is sin θ times the axis of the turn θ between them, in world axes; and cos θ, which tells a small
 * turn from one near π.
 */
public final class OrientationFunction extends PlacementFunction {
    private final Rotation orientation;
    private final double[] wanted;
    private final double[] first = new double[3];
    private final double[] second = new double[3];
    private final double[] entry = new double[4];

    public OrientationFunction(RobotModel robot, String body, Rotation wanted) {
        super(robot, body, Vector3.ZERO, "turn about x", "turn about y", "turn about z", "cosine of the turn");
        orientation = wanted;
        this.wanted = wanted.toArray();
    }

    @Override
    public void value(MotionState state, double[] out) {
        placement.place(state.position());
        Arrays.fill(out, 0, 4, 0);
        for (int column = 0; column < 3; column++) {
            add(
                    column,
                    placement.rotation(0, column),
                    placement.rotation(1, column),
                    placement.rotation(2, column),
                    out);
        }
        out[3] -= 0.5;
    }

    /** out += (½ d × v, ½ d·v) for a column d of the wanted rotation. */
    private void add(int column, double x, double y, double z, double[] out) {
        double dx = wanted[column];
        double dy = wanted[3 + column];
        double dz = wanted[6 + column];
        out[0] += (dy * z - dz * y) / 2;
        out[1] += (dz * x - dx * z) / 2;
        out[2] += (dx * y - dy * x) / 2;
        out[3] += (dx * x + dy * y + dz * z) / 2;
    }

    @Override
    public void jacobian(MotionState state, double[] out) {
        placement.placeWithJacobian(state.position());
        Arrays.fill(out, 0, 4 * n, 0);
        for (int k = 0; k < placement.pathLength(); k++) {
            int i = placement.onPath(k);
            Arrays.fill(entry, 0);
            for (int column = 0; column < 3; column++) {
                turnColumn(i, column);
                add(column, first[0], first[1], first[2], entry);
            }
            for (int row = 0; row < 4; row++) {
                out[row * n + i] = entry[row];
            }
        }
    }

    /** first = ωᵢ × r. */
    private void turnColumn(int i, int column) {
        placement.turn(
                i, placement.rotation(0, column), placement.rotation(1, column), placement.rotation(2, column), first);
    }

    @Override
    double curvature(int i, int j, double[] lambda) {
        Arrays.fill(entry, 0);
        for (int column = 0; column < 3; column++) {
            // ∂²r = ωᵢ × (ωⱼ × r)
            turnColumn(j, column);
            placement.turn(i, first[0], first[1], first[2], second);
            add(column, second[0], second[1], second[2], entry);
        }
        double sum = 0;
        for (int row = 0; row < 4; row++) {
            sum += lambda[row] * entry[row];
        }
        return sum;
    }

    @Override
    public StateFunction copy() {
        return new OrientationFunction(robot, body, orientation);
    }
}
