package dev.catena.planning.terms;

import dev.catena.mechanism.LoopException;
import dev.catena.mechanism.LoopKinematics;
import dev.catena.model.RobotModel;
import dev.catena.planning.function.MotionState;
import dev.catena.planning.function.StateFunction;
import java.util.Arrays;
import java.util.List;

/**
 * Positions or velocities of joints of closed loops that follow the independent ones, q_d(q) and G q̇. Derivatives are those of q_d along
 * straight lines of q: γ(u) = ∂²q_d(u, u) and κ(u) = ∂³q_d(u, u, u) have those of different directions in them,
 *
 * <pre>
 *   4 ∂²q_d(a, b) = γ(a + b) − γ(a − b)
 *   24 ∂³q_d(a, b, c) = κ(a + b + c) − κ(a + b − c) − κ(a − b + c) + κ(a − b − c)
 * </pre>
 */
public final class DependentJoints implements StateFunction {
    private final RobotModel robot;
    private final List<String> names;
    private final int order;
    private final int n;
    private final int[] coordinates;
    private final LoopKinematics loops;
    private final double[] all;
    private final double[] rates;
    private final double[] still;
    private final double[] direction;
    private final double[] sum;

    /** @param order 0 for positions, 1 for velocities */
    public DependentJoints(RobotModel robot, List<String> names, int order) {
        this.robot = robot;
        this.names = List.copyOf(names);
        this.order = order;
        loops = new LoopKinematics(robot);
        n = robot.independentJoints().size();
        coordinates = names.stream().mapToInt(robot::coordinate).toArray();
        all = new double[robot.jointCount()];
        rates = new double[robot.jointCount() * n];
        still = new double[n];
        direction = new double[n];
        sum = new double[names.size()];
    }

    @Override
    public int rows() {
        return coordinates.length;
    }

    @Override
    public int order() {
        return order;
    }

    @Override
    public String name(int row) {
        return (order == 0 ? "position of " : "velocity of ") + names.get(row);
    }

    private void close(MotionState state) {
        if (!loops.close(state.position()).isClosed()) {
            throw new LoopException(loops.closure());
        }
    }

    @Override
    public void value(MotionState state, double[] out) {
        close(state);
        if (order == 0) {
            loops.positions(all);
        } else {
            loops.move(state.velocity());
            loops.velocities(all);
        }
        for (int row = 0; row < coordinates.length; row++) {
            out[row] = all[coordinates[row]];
        }
    }

    @Override
    public void jacobian(MotionState state, double[] out) {
        close(state);
        loops.rates(rates);
        int width = (order + 1) * n;
        for (int row = 0; row < coordinates.length; row++) {
            System.arraycopy(rates, coordinates[row] * n, out, row * width + order * n, n);
        }
        double length = order == 0 ? 0 : length(state.velocity());
        for (int c = 0; order == 1 && c < n; c++) {
            double factor = length == 0 ? 0 : 1 / (4 * length);
            Arrays.fill(sum, 0);
            addSecond(state.velocity(), length, c, factor);
            addSecond(state.velocity(), -length, c, -factor);
            for (int row = 0; row < coordinates.length; row++) {
                out[row * width + c] = sum[row];
            }
        }
    }

    private static double length(double[] velocity) {
        return Arrays.stream(velocity).map(Math::abs).max().orElse(0);
    }

    /** sum += factor · γ(u + by · e). */
    private void addSecond(double[] u, double by, int axis, double factor) {
        System.arraycopy(u, 0, direction, 0, n);
        direction[axis] += by;
        addAlong(false, factor);
    }

    /** sum += factor · γ, or κ, of the direction. */
    private void addAlong(boolean isThird, double factor) {
        if (factor == 0) {
            return;
        }
        loops.move(direction);
        loops.accelerate(still);
        if (isThird) {
            loops.secondRateTimesVelocity(all);
        } else {
            loops.rateTimesVelocity(all);
        }
        for (int row = 0; row < coordinates.length; row++) {
            sum[row] += factor * all[coordinates[row]];
        }
    }

    @Override
    public void addCurvature(MotionState state, double[] lambda, double[] out) {
        close(state);
        int width = (order + 1) * n;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                double second = second(i, j, lambda);
                if (order == 0) {
                    out[i * width + j] += second;
                } else {
                    out[i * width + n + j] += second;
                    out[(n + i) * width + j] += second;
                    out[i * width + j] += third(i, j, state.velocity(), lambda);
                }
            }
        }
    }

    private double second(int i, int j, double[] lambda) {
        Arrays.fill(sum, 0);
        for (int sign = 1; sign >= -1; sign -= 2) {
            Arrays.fill(direction, 0);
            direction[i] = 1;
            direction[j] += sign;
            addAlong(false, 0.25 * sign);
        }
        return weighted(lambda);
    }

    private double third(int i, int j, double[] velocity, double[] lambda) {
        Arrays.fill(sum, 0);
        double length = length(velocity);
        if (length == 0) {
            return 0;
        }
        for (int signs = 0; signs < 4; signs++) {
            int b = signs % 2 == 0 ? 1 : -1;
            int c = signs < 2 ? 1 : -1;
            for (int k = 0; k < n; k++) {
                direction[k] = c * velocity[k];
            }
            direction[i] += length;
            direction[j] += b * length;
            addAlong(true, b * c / (24 * length * length));
        }
        return weighted(lambda);
    }

    private double weighted(double[] lambda) {
        double total = 0;
        for (int row = 0; row < sum.length; row++) {
            total += lambda[row] * sum[row];
        }
        return total;
    }

    @Override
    public StateFunction copy() {
        return new DependentJoints(robot, names, order);
    }
}
