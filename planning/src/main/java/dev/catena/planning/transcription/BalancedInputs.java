package dev.catena.planning.transcription;

import dev.catena.planning.function.Evaluators;
import dev.catena.planning.function.MotionInputs;
import dev.catena.planning.function.MotionState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Inputs between samples: those interpolated, changed as little as equations with inputs ask that hold all the time, such as
 * that the ground exerts all that a base without drives needs. Least squares where no inputs could keep them.
 */
public final class BalancedInputs {
    /** Of the largest entry on the diagonal: where inputs cannot change an equation, they stay. */
    private static final double DAMPING = 1e-13;

    private static final int STEPS = 3;

    private final MotionInputs inputs;
    private final List<SampledLimit> equations;
    private final int count;
    private final int rows;
    private final double[] sizes;
    private final double[] residual;
    private final double[][] values;
    private final double[][] jacobians;
    private final double[] matrix;
    private final double[] normal;

    /** @param n coordinates that are planned */
    public BalancedInputs(MotionInputs inputs, List<SampledLimit> limits, int n) {
        this.inputs = inputs;
        count = inputs.count();
        List<SampledLimit> found = new ArrayList<>();
        for (SampledLimit limit : limits) {
            if (count > 0 && limit.isShared() && limit.isEquation()) {
                found.add(limit);
            }
        }
        equations = List.copyOf(found);
        rows = equations.stream().mapToInt(limit -> limit.rows.length).sum();
        sizes = IntStream.range(0, count).mapToDouble(inputs::size).toArray();
        residual = new double[rows];
        values = new double[equations.size()][];
        jacobians = new double[equations.size()][];
        for (int k = 0; k < values.length; k++) {
            int own = equations.get(k).function.rows();
            values[k] = new double[own];
            jacobians[k] = new double[own * ((equations.get(k).function.order() + 1) * n + count)];
        }
        matrix = new double[rows * count];
        normal = new double[rows * rows];
    }

    /** The same with functions of its own. */
    public BalancedInputs copy(int n) {
        Evaluators evaluators = new Evaluators();
        return new BalancedInputs(
                inputs, equations.stream().map(limit -> limit.copy(evaluators)).toList(), n);
    }

    /** Changes the inputs of a state. */
    public void balance(MotionState state) {
        int here = inputs.countAt(state.moment());
        if (rows == 0 || here == 0) {
            return;
        }
        for (int step = 0; step < STEPS; step++) {
            fill(state);
            factor();
            // Δ = S Aᵀ(A S² Aᵀ)⁻¹(−r), S the sizes of the inputs, which the columns of A contain
            substitute();
            for (int e = 0; e < here; e++) {
                double sum = 0;
                for (int r = 0; r < rows; r++) {
                    sum += matrix[r * count + e] * residual[r];
                }
                state.inputs()[e] -= sizes[e] * sum;
            }
        }
    }

    private void fill(MotionState state) {
        int row = 0;
        for (int k = 0; k < equations.size(); k++) {
            SampledLimit limit = equations.get(k);
            int width = jacobians[k].length / values[k].length;
            boolean holds =
                    limit.moments[0] <= state.moment() && state.moment() <= limit.moments[limit.moments.length - 1];
            if (holds) {
                limit.function.value(state, values[k]);
                limit.function.jacobian(state, jacobians[k]);
            }
            for (int own : limit.rows) {
                residual[row] = holds ? (values[k][own] - limit.lower[own]) / limit.scale[own] : 0;
                for (int e = 0; e < count; e++) {
                    double slope = jacobians[k][(own + 1) * width - count + e] / limit.scale[own];
                    matrix[row * count + e] = holds ? slope * sizes[e] : 0;
                }
                row++;
            }
        }
    }

    /** A Aᵀ, damped, as L Lᵀ below the diagonal. */
    private void factor() {
        double largest = 0;
        Arrays.fill(normal, 0);
        for (int r = 0; r < rows; r++) {
            for (int s = 0; s <= r; s++) {
                for (int e = 0; e < count; e++) {
                    normal[r * rows + s] += matrix[r * count + e] * matrix[s * count + e];
                }
            }
            largest = Math.max(largest, normal[r * rows + r]);
        }
        double damping = largest > 0 ? DAMPING * largest : 1;
        for (int r = 0; r < rows; r++) {
            normal[r * rows + r] += damping;
            for (int s = 0; s <= r; s++) {
                double sum = normal[r * rows + s];
                for (int k = 0; k < s; k++) {
                    sum -= normal[r * rows + k] * normal[s * rows + k];
                }
                normal[r * rows + s] = r == s ? Math.sqrt(Math.max(sum, damping)) : sum / normal[s * rows + s];
            }
        }
    }

    private void substitute() {
        for (int r = 0; r < rows; r++) {
            double sum = residual[r];
            for (int k = 0; k < r; k++) {
                sum -= normal[r * rows + k] * residual[k];
            }
            residual[r] = sum / normal[r * rows + r];
        }
        for (int r = rows - 1; r >= 0; r--) {
            double sum = residual[r];
            for (int k = r + 1; k < rows; k++) {
                sum -= normal[k * rows + r] * residual[k];
            }
            residual[r] = sum / normal[r * rows + r];
        }
    }
}
