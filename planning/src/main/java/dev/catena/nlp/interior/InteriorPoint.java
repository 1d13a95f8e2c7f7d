package dev.catena.nlp.interior;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.catena.nlp.Status;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The primal-dual interior-point iteration with a filter line search, on a {@link SlackForm}: the program's own, or that of
 * the restoration phase [WaechterBiegler]. Follows the paper's algorithm A, its numbers and its names.
 */
final class InteriorPoint {
    private static final double SMALLEST_TAU = 0.99;
    private static final double BARRIER_TOLERANCE_FACTOR = 10;
    private static final double BARRIER_FACTOR = 0.2;
    private static final double BARRIER_EXPONENT = 1.5;
    private static final double ERROR_SCALE = 100;
    private static final double LARGEST_THETA_FACTOR = 1e4;
    private static final double SMALL_THETA_FACTOR = 1e-4;
    private static final double LARGEST_FIRST_MULTIPLIER = 1000;
    private static final double TINY_STEP = 10 * Math.ulp(1.0);
    /** With a larger violation a tiny step is no sign of convergence. */
    private static final double TINY_STEP_THETA = 1e-4;

    /** Watches the iteration and decides what it cannot decide itself. */
    interface Supervisor {
        /** Called at each point, the first included; not null ends the iteration. */
        @Nullable
        Status check(InteriorPoint iteration);

        /** Called before each step: whether to look for a feasible point rather than to go on. */
        boolean wantsRestoration(InteriorPoint iteration);

        /** Called where the line search fails, or where restoration is wanted; moves the point, or says why the run ends. */
        @Nullable
        Status restore(InteriorPoint iteration);
    }

    private final SlackForm form;
    private final Supervisor supervisor;
    private final int n;
    private final double smallestBarrier;
    private final BarrierTerms barrier;
    private final KktSystem kkt;
    private final Filter filter = new Filter();
    private final LineSearch lineSearch;
    private final @Nullable LimitedMemoryHessian memory;

    private final Iterate current;
    private final Iterate trial;
    private final double[] y;
    private final double[] zLower;
    private final double[] zUpper;
    private final double[] gradient;
    private final double[] barrierGradient;
    private final double[] dual; // ∇f + Aᵀy − z_L + z_U
    private final double[] right;
    private final double[] rightRows;
    private final double[] sigma;
    private final double[] dv;
    private final double[] dy;
    private final double[] dzLower;
    private final double[] dzUpper;
    private final double[] lagrangianBefore;
    private final double[] stepBefore;
    private double mu;
    private double largestTheta;
    private double stepNorm;
    private double stepLength;
    private boolean tinyStep;

    InteriorPoint(SlackForm form, boolean limitedMemory, double tolerance, Supervisor supervisor) {
        this.form = form;
        this.supervisor = supervisor;
        n = form.variableCount();
        smallestBarrier = tolerance / (BARRIER_TOLERANCE_FACTOR + 1);
        barrier = new BarrierTerms(form.lower(), form.upper());
        kkt = new KktSystem(form);
        lineSearch = new LineSearch(form, barrier, kkt, filter);
        memory = limitedMemory ? new LimitedMemoryHessian(n) : null;
        current = new Iterate(form);
        trial = new Iterate(form);
        int size = barrier.size();
        y = new double[form.rowCount()];
        zLower = new double[size];
        zUpper = new double[size];
        gradient = new double[size];
        barrierGradient = new double[size];
        dual = new double[size];
        right = new double[size];
        rightRows = new double[form.rowCount()];
        sigma = new double[size];
        dv = new double[size];
        dy = new double[form.rowCount()];
        dzLower = new double[size];
        dzUpper = new double[size];
        lagrangianBefore = new double[n];
        stepBefore = new double[n];
    }

    // ---------------------------------------------------------------- start

    /** Starts at x, pushed into the interior, with slacks to match; multipliers of the rows by least squares. */
    boolean start(double[] x, double initialBarrier) {
        System.arraycopy(x, 0, current.v, 0, n);
        barrier.push(current.v, 0, n);
        Arrays.fill(current.v, n, current.v.length, 0);
        if (!form.constraints(current.v, current.residual)) {
            return false;
        }
        for (int j = 0; j < form.slackCount(); j++) {
            current.v[n + j] = -form.slackSign(j) * current.residual[form.slackRow(j)];
        }
        barrier.push(current.v, n, current.v.length);
        barrier.fillMultipliers(1, zLower, zUpper);
        setBarrier(initialBarrier);
        if (!current.evaluate(form) || !form.derivatives(current.v, gradient)) {
            return false;
        }
        estimateMultipliers();
        rememberTheta();
        return true;
    }

    /** Starts at a point given in full. */
    boolean start(double[] v, double[] newZLower, double[] newZUpper, double initialBarrier) {
        System.arraycopy(v, 0, current.v, 0, v.length);
        System.arraycopy(newZLower, 0, zLower, 0, v.length);
        System.arraycopy(newZUpper, 0, zUpper, 0, v.length);
        setBarrier(initialBarrier);
        if (!current.evaluate(form) || !form.derivatives(current.v, gradient)) {
            return false;
        }
        rememberTheta();
        return true;
    }

    private void rememberTheta() {
        largestTheta = LARGEST_THETA_FACTOR * Math.max(1, current.theta);
        lineSearch.setSmallTheta(SMALL_THETA_FACTOR * Math.max(1, current.theta));
        filter.reset(largestTheta);
    }

    @CanIgnoreReturnValue
    private boolean setBarrier(double value) {
        mu = value;
        return form.barrierChanged(value);
    }

    // y that makes ∇f + Aᵀy − z_L + z_U smallest: the system with W + Σ = I; zero if that is unreasonably large
    private void estimateMultipliers() {
        Arrays.fill(y, 0);
        Arrays.fill(kkt.hessian(), 0);
        Arrays.fill(sigma, 1);
        if (form.rowCount() == 0 || !kkt.factor(sigma, mu)) {
            return;
        }
        for (int i = 0; i < right.length; i++) {
            right[i] = -(gradient[i] - zLower[i] + zUpper[i]);
        }
        Arrays.fill(rightRows, 0);
        kkt.solve(right, rightRows, dv, dy);
        if (kkt.isAccurate() && Norms.largest(dy) <= LARGEST_FIRST_MULTIPLIER) {
            System.arraycopy(dy, 0, y, 0, y.length);
        }
    }

    // ---------------------------------------------------------------- the iteration

    /** Iterates until something ends it. */
    Status run() {
        while (true) {
            computeDual();
            Status end = supervisor.check(this);
            if (end != null) {
                return end;
            }
            if (!updateBarrier()) {
                return Status.NUMERICAL_TROUBLE;
            }
            boolean found = !supervisor.wantsRestoration(this) && computeStep() && takeStep();
            if (!found) {
                end = supervisor.restore(this);
                if (end != null) {
                    return end;
                }
            }
            if (!form.derivatives(current.v, gradient)) {
                return Status.EVALUATION_ERROR;
            }
            if (found) {
                learnCurvature();
            }
        }
    }

    private void computeDual() {
        for (int i = 0; i < dual.length; i++) {
            dual[i] = gradient[i] - zLower[i] + zUpper[i];
        }
        addRowForces(y, dual);
    }

    // out += Aᵀy
    private void addRowForces(double[] multipliers, double[] out) {
        form.jacobian().addTransposeTimes(multipliers, out);
        for (int j = 0; j < form.slackCount(); j++) {
            out[n + j] += form.slackSign(j) * multipliers[form.slackRow(j)];
        }
    }

    // μ ← max(μ_min, min(0.2 μ, μ^1.5)) while the barrier problem is solved to 10 μ; false if nothing can move any more
    private boolean updateBarrier() {
        while (tinyStep || error(mu) <= BARRIER_TOLERANCE_FACTOR * mu) {
            double next = Math.max(smallestBarrier, Math.min(BARRIER_FACTOR * mu, Math.pow(mu, BARRIER_EXPONENT)));
            if (next >= mu) {
                return !tinyStep;
            }
            tinyStep = false;
            if (setBarrier(next)) {
                current.objective = form.objective(current.v);
                if (!form.derivatives(current.v, gradient)) {
                    return false;
                }
                computeDual();
            }
            filter.reset(largestTheta);
        }
        return true;
    }

    private boolean computeHessian() {
        if (memory != null) {
            memory.write(kkt.hessian());
            return true;
        }
        Arrays.fill(kkt.hessian(), 0);
        return form.addHessian(current.v, y, kkt.hessian());
    }

    private boolean computeStep() {
        if (!computeHessian()) {
            return false;
        }
        barrier.sigma(current.v, zLower, zUpper, sigma);
        System.arraycopy(gradient, 0, barrierGradient, 0, gradient.length);
        barrier.addGradient(current.v, mu, barrierGradient);
        System.arraycopy(barrierGradient, 0, right, 0, right.length);
        addRowForces(y, right);
        for (int i = 0; i < right.length; i++) {
            right[i] = -right[i];
        }
        for (int r = 0; r < rightRows.length; r++) {
            rightRows[r] = -current.residual[r];
        }
        if (!kkt.factor(sigma, mu)) {
            return false;
        }
        kkt.solve(right, rightRows, dv, dy);
        if (!kkt.isAccurate() && kkt.factorWithShiftedConstraints(mu)) {
            kkt.solve(right, rightRows, dv, dy);
        }
        stepNorm = Norms.largest(dv);
        return Double.isFinite(stepNorm) && Double.isFinite(Norms.largest(dy));
    }

    private boolean takeStep() {
        double tau = Math.max(SMALLEST_TAU, 1 - mu);
        tinyStep = isTiny();
        if (tinyStep) {
            stepLength = barrier.largestStep(current.v, dv, tau);
            trial.setStep(current, stepLength, dv);
            if (!trial.evaluate(form)) {
                return false;
            }
        } else {
            double slope = Norms.dot(barrierGradient, dv);
            if (!lineSearch.search(current, trial, right, dv, dy, slope, mu, tau)) {
                return false;
            }
            stepLength = lineSearch.alpha();
        }
        barrier.multiplierStep(current.v, dv, mu, zLower, zUpper, dzLower, dzUpper);
        double dualLength = Math.min(
                barrier.largestStepOfMultipliers(zLower, dzLower, tau),
                barrier.largestStepOfMultipliers(zUpper, dzUpper, tau));
        rememberBefore();
        current.set(trial);
        for (int r = 0; r < y.length; r++) {
            y[r] += stepLength * dy[r];
        }
        for (int i = 0; i < zLower.length; i++) {
            zLower[i] += dualLength * dzLower[i];
            zUpper[i] += dualLength * dzUpper[i];
        }
        barrier.safeguard(current.v, mu, zLower, zUpper);
        finishBefore();
        return true;
    }

    private boolean isTiny() {
        for (int i = 0; i < dv.length; i++) {
            if (Math.abs(dv[i]) > TINY_STEP * (1 + Math.abs(current.v[i]))) {
                return false;
            }
        }
        return current.theta < TINY_STEP_THETA;
    }

    // ---------------------------------------------------------------- curvature from gradients

    private void rememberBefore() {
        if (memory != null) {
            System.arraycopy(current.v, 0, stepBefore, 0, n);
        }
    }

    // gradient of the Lagrangian at the point left, with the new multipliers: the Jacobian is still the old one
    private void finishBefore() {
        if (memory != null) {
            System.arraycopy(gradient, 0, lagrangianBefore, 0, n);
            form.jacobian().addTransposeTimes(y, lagrangianBefore);
        }
    }

    private void learnCurvature() {
        if (memory == null) {
            return;
        }
        double[] change = new double[n];
        System.arraycopy(gradient, 0, change, 0, n);
        form.jacobian().addTransposeTimes(y, change);
        double[] step = new double[n];
        for (int i = 0; i < n; i++) {
            change[i] -= lagrangianBefore[i];
            step[i] = current.v[i] - stepBefore[i];
        }
        memory.add(step, change);
    }

    /** Forgets curvature learned; false if there was none to forget. */
    boolean forgetCurvature() {
        if (memory == null || memory.isEmpty()) {
            return false;
        }
        memory.reset();
        return true;
    }

    // ---------------------------------------------------------------- errors

    /** Scaled error of the optimality conditions of the barrier problem; of the program itself for zero [WaechterBiegler 5]. */
    double error(double barrierParameter) {
        double sumZ = Norms.sum(zLower) + Norms.sum(zUpper);
        double all = Norms.sum(y) + sumZ;
        double dualScale = Math.max(ERROR_SCALE, all / Math.max(1, y.length + zLower.length)) / ERROR_SCALE;
        double complementarityScale = Math.max(ERROR_SCALE, sumZ / zLower.length) / ERROR_SCALE;
        double complementarity = barrier.complementarity(current.v, zLower, zUpper, barrierParameter);
        return Math.max(
                Math.max(Norms.largest(dual) / dualScale, Norms.largest(current.residual)),
                complementarity / complementarityScale);
    }

    /** Whether a linear system was singular. */
    boolean wasSingular() {
        return kkt.wasSingular();
    }

    double dualInfeasibility() {
        return Norms.largest(dual);
    }

    double barrierParameter() {
        return mu;
    }

    double stepNorm() {
        return stepNorm;
    }

    double stepLength() {
        return stepLength;
    }

    double regularization() {
        return kkt.hessianShift();
    }

    /** Rows of the matrix that gave the last step. */
    int factoredSize() {
        return kkt.factoredSize();
    }

    Iterate current() {
        return current;
    }

    double[] rowMultipliers() {
        return y;
    }

    double[] lowerMultipliers() {
        return zLower;
    }

    double[] upperMultipliers() {
        return zUpper;
    }

    // ---------------------------------------------------------------- restoration

    /** φ at a point of this form with f given. */
    double barrierFunction(double[] v, double objective) {
        return objective + barrier.value(v, mu);
    }

    /** Keeps the iteration from coming back to where it is now. */
    void blockCurrent() {
        filter.add(current.theta, barrierFunction(current.v, current.objective));
    }

    /** Whether the filter lets a point in. */
    boolean filterAccepts(double theta, double phi) {
        return filter.accepts(theta, phi);
    }

    void clearFilter() {
        filter.reset(largestTheta);
    }

    /** Goes on from another point. Multipliers of rows start again from zero, those of bounds from one if any is too large. */
    boolean continueFrom(double[] v, double[] newZLower, double[] newZUpper, double largestMultiplier) {
        System.arraycopy(v, 0, current.v, 0, current.v.length);
        if (!current.evaluate(form)) {
            return false;
        }
        System.arraycopy(newZLower, 0, zLower, 0, zLower.length);
        System.arraycopy(newZUpper, 0, zUpper, 0, zUpper.length);
        if (Math.max(Norms.largest(zLower), Norms.largest(zUpper)) > largestMultiplier) {
            barrier.fillMultipliers(1, zLower, zUpper);
        }
        Arrays.fill(y, 0);
        if (memory != null) {
            memory.reset();
        }
        tinyStep = false;
        return true;
    }
}
