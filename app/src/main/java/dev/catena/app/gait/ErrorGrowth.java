package dev.catena.app.gait;

import dev.catena.ground.Footing;
import dev.catena.ground.GroundReaction;
import dev.catena.planning.PlannedMotion;
import dev.catena.planning.function.MotionState;
import dev.catena.planning.function.Support;
import java.util.Random;

/**
 * By how much an error at the start of a step grows until its end, if torques and loads of the feet are functions of time
 * alone: M δq̈ = −∂τ/∂q δq − ∂τ/∂q̇ δq̇ along the step, from some random errors.
 */
final class ErrorGrowth {
    private static final int TRIALS = 4;
    private static final int STEPS = 500;

    private final Support support;
    private final PlannedMotion plan;
    private final GroundReaction ground;
    private final Footing loaded;
    private final int n;
    private final double[] rows;
    private final double[] slopes;
    private final double[] mass;

    ErrorGrowth(WalkAnalysis analysis) {
        support = analysis.problem().support();
        plan = analysis.motion();
        ground = new GroundReaction(analysis.robot(), support.feet());
        Footing all = Footing.none(support.feet().size());
        for (int f = 0; f < support.feet().size(); f++) {
            all = all.given(f);
        }
        loaded = all;
        n = analysis.robot().jointCount();
        rows = new double[ground.rowCount()];
        slopes = new double[ground.rowCount() * ground.columnCount()];
        mass = new double[n * n];
    }

    /** The largest error of a coordinate over the largest one at the start. */
    double factor() {
        Random random = new Random(1);
        double[][] x = new double[TRIALS][2 * n];
        double first = 0;
        for (double[] trial : x) {
            for (int i = 0; i < trial.length; i++) {
                trial[i] = random.nextGaussian();
                first = Math.max(first, Math.abs(trial[i]));
            }
        }
        double h = plan.duration() / STEPS;
        double largest = 0;
        for (int k = 0; k < STEPS; k++) {
            // δ(t + h) = exp(A h) δ(t), A taken at the middle
            linearize((k + 0.5) * h);
            CholeskyFactor factor = new CholeskyFactor(n, mass);
            for (double[] trial : x) {
                largest = Math.max(largest, advance(trial, factor, h));
            }
        }
        return largest / first;
    }

    private void linearize(double t) {
        MotionState state = plan.at(t);
        double moment = state.moment();
        double[] given = new double[6 * support.feet().size()];
        for (int e = 0; e < support.countAt(moment); e++) {
            given[support.column(e, moment)] = state.inputs()[e];
        }
        ground.compute(state.position(), state.velocity(), state.acceleration(), support.footing(moment), given);
        ground.rows(rows);
        System.arraycopy(rows, n, given, 0, given.length);
        ground.compute(state.position(), state.velocity(), state.acceleration(), loaded, given);
        ground.derivatives(slopes);
        for (int i = 0; i < n; i++) {
            System.arraycopy(slopes, i * ground.columnCount() + 2 * n, mass, i * n, n);
        }
    }

    /** The series of the exponential; returns the largest coordinate. */
    private double advance(double[] x, CholeskyFactor factor, double h) {
        double[] term = x.clone();
        double[] force = new double[n];
        for (int order = 1; order <= 12; order++) {
            for (int i = 0; i < n; i++) {
                double sum = 0;
                int row = i * ground.columnCount();
                for (int j = 0; j < 2 * n; j++) {
                    sum -= slopes[row + j] * term[j];
                }
                force[i] = sum;
            }
            factor.solve(force);
            for (int i = 0; i < n; i++) {
                term[i] = term[n + i] * h / order;
                term[n + i] = force[i] * h / order;
                x[i] += term[i];
                x[n + i] += term[n + i];
            }
        }
        double largest = 0;
        for (int i = 0; i < n; i++) {
            largest = Math.max(largest, Math.abs(x[i]));
        }
        return largest;
    }
}
