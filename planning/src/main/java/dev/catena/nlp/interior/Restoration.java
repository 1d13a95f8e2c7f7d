package dev.catena.nlp.interior;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.catena.nlp.SolverOptions;
import dev.catena.nlp.Status;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The feasibility restoration phase: the interior-point iteration on an {@link ElasticProgram}, until a point is acceptable
 * to the filter of the iteration that called it, or until the violation has come to a minimum [WaechterBiegler 3.3].
 */
final class Restoration implements InteriorPoint.Supervisor {
    private static final double ACCEPTABLE_ERROR = 1e-6;
    private static final int ACCEPTABLE_ITERATIONS = 10;

    private final InteriorPointRun run;
    private final ScaledProgram base;
    private final InteriorPoint outer;
    private final SolverOptions options;
    private final ElasticProgram elastic;
    private final InteriorPoint iteration;
    private final double sufficientTheta;
    private final int size; // of the base form
    private final int rows;
    private final double[] residual;
    private boolean first = true;
    private boolean left;
    private int acceptableInRow;
    private int resets;
    private String detail = "";

    /** A phase that may end when θ is down to a fraction of what it is now. */
    Restoration(
            InteriorPointRun run,
            ScaledProgram base,
            InteriorPoint outer,
            boolean limitedMemory,
            SolverOptions options,
            double reduction) {
        this.run = run;
        this.base = base;
        this.outer = outer;
        this.options = options;
        size = base.variableCount() + base.slackCount();
        rows = base.rowCount();
        sufficientTheta = reduction * outer.current().theta;
        residual = new double[rows];
        elastic = new ElasticProgram(base, outer.current().v);
        iteration = new InteriorPoint(elastic, limitedMemory, options.tolerance(), this);
    }

    String detail() {
        return detail;
    }

    /** By how much each row holds the sum of violations up: from −1 at a lower limit to 1 at an upper one. */
    double[] rowWeights() {
        double[] weights = iteration.rowMultipliers().clone();
        for (int r = 0; r < weights.length; r++) {
            weights[r] /= ElasticProgram.penalty();
        }
        return weights;
    }

    /** The same for the bounds of the variables. */
    double[] boundWeights() {
        double[] weights = new double[base.variableCount()];
        for (int i = 0; i < weights.length; i++) {
            weights[i] = (iteration.upperMultipliers()[i] - iteration.lowerMultipliers()[i]) / ElasticProgram.penalty();
        }
        return weights;
    }

    /** Moves the outer iteration to a better point and returns null, or says why there is none. */
    @Nullable
    Status run() {
        Iterate from = outer.current();
        double mu = Math.max(outer.barrierParameter(), Norms.largest(from.residual));
        double[] v = Arrays.copyOf(from.v, size + 2 * rows);
        double[] zLower = Arrays.copyOf(outer.lowerMultipliers(), v.length);
        double[] zUpper = Arrays.copyOf(outer.upperMultipliers(), v.length);
        elastic.setElastic(from.residual, mu, v);
        for (int i = 0; i < size; i++) {
            zLower[i] = Math.min(zLower[i], ElasticProgram.penalty());
            zUpper[i] = Math.min(zUpper[i], ElasticProgram.penalty());
        }
        for (int i = size; i < v.length; i++) {
            zLower[i] = mu / v[i];
        }
        if (!iteration.start(v, zLower, zUpper, mu)) {
            return Status.EVALUATION_ERROR;
        }
        Status status = iteration.run();
        Iterate at = iteration.current();
        if (left) {
            return outer.continueFrom(
                            at.v, iteration.lowerMultipliers(), iteration.upperMultipliers(), ElasticProgram.penalty())
                    ? null
                    : Status.EVALUATION_ERROR;
        }
        baseResidual(at);
        // the point of least violation is what there is to show
        System.arraycopy(at.v, 0, from.v, 0, size);
        System.arraycopy(residual, 0, from.residual, 0, rows);
        return status;
    }

    // c(x) + B w of the base form: that of the elastic one with p and n taken off
    @CanIgnoreReturnValue
    private double baseResidual(Iterate at) {
        double theta = 0;
        for (int r = 0; r < rows; r++) {
            residual[r] = at.residual[r] + at.v[size + r] - at.v[size + rows + r];
            theta += Math.abs(residual[r]);
        }
        return theta;
    }

    @Override
    public @Nullable Status check(InteriorPoint ip) {
        Iterate at = ip.current();
        double theta = baseResidual(at);
        double violation = base.violation(at.v, residual);
        double objective = base.objective(at.v);
        if (first) {
            first = false; // the outer iteration has logged this point
        } else {
            run.log(ip, base.unscaledObjective(objective), violation, true);
            double[] v = Arrays.copyOf(at.v, size);
            if (theta <= sufficientTheta
                    && Double.isFinite(objective)
                    && outer.filterAccepts(theta, outer.barrierFunction(v, objective))) {
                left = true;
                return Status.ACCEPTABLE;
            }
            Status interruption = run.interruption();
            if (interruption != null) {
                return interruption;
            }
        }
        return converged(ip, violation, objective);
    }

    private @Nullable Status converged(InteriorPoint ip, double violation, double objective) {
        double error = ip.error(0);
        acceptableInRow = error <= ACCEPTABLE_ERROR ? acceptableInRow + 1 : 0;
        if (error > options.tolerance() && acceptableInRow < ACCEPTABLE_ITERATIONS) {
            return null;
        }
        if (violation > options.feasibilityTolerance()) {
            return Status.INFEASIBLE;
        }
        if (Double.isFinite(objective)) {
            // feasible, but not better in the filter's eyes: go on from here all the same
            outer.clearFilter();
            left = true;
            return Status.ACCEPTABLE;
        }
        return Status.EVALUATION_ERROR;
    }

    @Override
    public boolean wantsRestoration(InteriorPoint ip) {
        return false;
    }

    @Override
    public @Nullable Status restore(InteriorPoint ip) {
        if (ip.forgetCurvature()) {
            return null;
        }
        Iterate at = ip.current();
        baseResidual(at);
        boolean stuck = resets++ > 5;
        if (stuck) {
            detail = "the search for a feasible point makes no progress";
            return base.violation(at.v, residual) > options.feasibilityTolerance() && ip.error(0) < 1e-3
                    ? Status.INFEASIBLE
                    : Status.NUMERICAL_TROUBLE;
        }
        double[] v = at.v.clone();
        elastic.setElastic(residual, ip.barrierParameter(), v);
        double[] zLower = ip.lowerMultipliers().clone();
        for (int i = size; i < v.length; i++) {
            zLower[i] = ip.barrierParameter() / v[i];
        }
        ip.clearFilter();
        return ip.continueFrom(v, zLower, ip.upperMultipliers().clone(), Double.POSITIVE_INFINITY)
                ? null
                : Status.EVALUATION_ERROR;
    }
}
