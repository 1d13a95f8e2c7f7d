package dev.catena.identification.physical;

import dev.catena.identification.estimate.LinearEstimate;
import dev.catena.identification.observation.BaseColumn;
import dev.catena.identification.observation.ObservationModel;
import dev.catena.identification.observation.StandardParameter;
import dev.catena.model.NumericalException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.LinearSolverFactory_DDRM;
import org.ejml.interfaces.linsol.LinearSolverDense;

/**
 * All standard parameters of a robot, such as bodies can have them: min ½‖Rβ − b‖² + λ B(χ) with β = K χ, the rows weighted by
 * their noise and B the barrier with its least value at the given model [LeeWensingPark]. What the data determine follows the
 * data; what they do not stays as near to the given model as it can.
 *
 * <p>The problem is convex, so that there is one solution. It is found by Newton's method with the exact Hessian on a path of
 * falling λ; unknowns are the base parameters and those standard ones that no base parameter is named after, in which the data
 * touch the former alone. {@link #gap} bounds how far the objective is above its least value: it is a certificate.
 */
public final class ConsistentEstimate {
    /** What a prior weighs beside one equation of unit noise. */
    public static final double DEFAULT_WEIGHT = 1e-3;

    /** λ falls by this factor from one point of the path to the next. */
    private static final double PATH = 0.3;

    /** Newton's decrement at which a point of the path is near enough, and at which the last one is. */
    private static final double NEAR = 0.1;

    private static final double EXACT = 1e-7;

    /** Of the whole path: where bodies hardly explain the efforts a point of it takes a hundred. */
    private static final int MOST_STEPS = 2000;

    /** Below this the decrement more than halves at each step, until rounding is all that is left. */
    private static final double QUADRATIC = 0.1;

    /** What is added to the diagonal of a Hessian, as a part of it, and what a Hessian that needs it is no more. */
    private static final double LEAST_ADDED = 1e-15;

    private static final double MOST_ADDED = 1e-6;

    /** A parameter of a drive of which nothing is known is thought this part of what it is grouped with. */
    private static final double SMALL_PART = 1e-2;

    private final double[] standard;
    private final double[] base;
    private final double[] prior;
    private final double gap;
    private final int steps;

    private ConsistentEstimate(double[] standard, double[] base, double[] prior, double gap, int steps) {
        this.standard = standard;
        this.base = base;
        this.prior = prior;
        this.gap = gap;
        this.steps = steps;
    }

    /** With the usual weight of the prior and no bounds. */
    public static ConsistentEstimate of(ObservationModel model, LinearEstimate weighted) {
        return of(model, weighted, DEFAULT_WEIGHT, List.of());
    }

    /**
     * With a weight of the prior and bounds.
     *
     * @param weighted an estimate whose rows were divided by their noise; they keep the weights that they have there
     * @param weight of the prior, λ: how many equations of unit noise it counts as
     * @param bounds that parameters keep besides; the given model has to keep them too
     */
    public static ConsistentEstimate of(
            ObservationModel model, LinearEstimate weighted, double weight, List<LinearBound> bounds) {
        if (!(weight > 0) || Double.isInfinite(weight)) {
            throw new IllegalArgumentException("the weight of the prior is %s, but must be positive".formatted(weight));
        }
        return new Search(model, weighted, bounds).run(weight);
    }

    /** All standard parameters. */
    public double[] standard() {
        return standard.clone();
    }

    /** The base parameters that they make. */
    public double[] base() {
        return base.clone();
    }

    /** What was believed of the standard parameters before, made such as bodies can have it. */
    public double[] prior() {
        return prior.clone();
    }

    /** How far the objective is above its least value, at most; infinite if Newton's method did not get near. */
    public double gap() {
        return gap;
    }

    /** How many Newton steps it took. */
    public int steps() {
        return steps;
    }

    private static final class Search {
        final ObservationModel model;
        final int p;
        final int count;

        /** R and b of the weighted rows. */
        final double[] r;

        /** By unknown: the standard parameter that it is, or that its base parameter is named after. */
        final int[] standardOf;

        final List<BaseColumn> columns;
        final double[] prior;
        final Barrier barrier;
        int steps;

        /** Whether the last Newton step was one of the Hessian itself. */
        boolean exact;

        Search(ObservationModel model, LinearEstimate weighted, List<LinearBound> bounds) {
            this.model = model;
            columns = model.columns();
            p = columns.size();
            count = model.standard().size();
            r = weighted.factor();
            standardOf = order();
            prior = prior(weighted);
            boolean[] positive = new boolean[count];
            for (int k = 0; k < count; k++) {
                positive[k] = model.standard().get(k).nonNegative();
            }
            barrier = new Barrier(model.inertialCount(), prior, positive, bounds);
            if (Double.isInfinite(barrier.value(prior))) {
                throw new IllegalArgumentException("the given model of robot \"%s\" does not keep the bounds itself"
                        .formatted(model.robot().name()));
            }
        }

        private int[] order() {
            int[] order = new int[count];
            boolean[] leads = new boolean[count];
            for (int c = 0; c < p; c++) {
                order[c] = columns.get(c).terms().get(0).parameter();
                leads[order[c]] = true;
            }
            int next = p;
            for (int k = 0; k < count; k++) {
                if (!leads[k]) {
                    order[next++] = k;
                }
            }
            return order;
        }

        /** The given model, and where it is silent about drives what least squares say of them. */
        private double[] prior(LinearEstimate weighted) {
            double[] given = model.standard().stream()
                    .mapToDouble(StandardParameter::prior)
                    .toArray();
            int inertial = model.inertialCount();
            double[] bodies = PriorBodies.of(Arrays.copyOf(given, inertial));
            System.arraycopy(bodies, 0, given, 0, inertial);
            for (int c = 0; c < p; c++) {
                for (BaseColumn.Term term : columns.get(c).terms()) {
                    int k = term.parameter();
                    if (k >= inertial && model.standard().get(k).nonNegative() && !(given[k] > 0)) {
                        double part = columns.get(c).isGroup() ? SMALL_PART : 1;
                        double size = Math.max(Math.abs(weighted.value(c)), weighted.whiteDeviation(c));
                        given[k] = Math.max(part * size, 1e-9);
                    }
                }
            }
            for (int k = inertial; k < count; k++) {
                if (model.standard().get(k).nonNegative() && !(given[k] > 0)) {
                    given[k] = 1e-3;
                }
            }
            return given;
        }

        ConsistentEstimate run(double weight) {
            double[] y = unknowns(prior);
            if (barrier.value(standard(y)) == Double.POSITIVE_INFINITY) {
                throw new NumericalException(
                        "the physically consistent estimate of robot \"%s\" failed: what drives seem to have outweighs the inertias of its bodies by more digits than numbers have"
                                .formatted(model.robot().name()));
            }
            double lambda = Math.max(weight, misfit(y));
            while (true) {
                boolean last = lambda <= weight;
                double decrement = descend(y, lambda, last ? EXACT : NEAR);
                if (last || steps == MOST_STEPS) {
                    double[] chi = standard(y);
                    return new ConsistentEstimate(
                            chi,
                            model.base(chi),
                            prior,
                            last ? bound(lambda, decrement) : Double.POSITIVE_INFINITY,
                            steps);
                }
                lambda = Math.max(weight, PATH * lambda);
            }
        }

        /** F − F* ≤ λ δ² for a self-concordant F/λ and δ below 0.68. */
        private double bound(double lambda, double decrement) {
            return exact && decrement < 0.68 ? lambda * decrement * decrement : Double.POSITIVE_INFINITY;
        }

        private double[] unknowns(double[] chi) {
            double[] base = model.base(chi);
            double[] y = new double[count];
            for (int k = 0; k < count; k++) {
                y[k] = k < p ? base[k] : chi[standardOf[k]];
            }
            return y;
        }

        /** χ of the unknowns: the parameter that a base parameter is named after is what the others leave of it. */
        private double[] standard(double[] y) {
            double[] chi = new double[count];
            for (int k = p; k < count; k++) {
                chi[standardOf[k]] = y[k];
            }
            for (int c = 0; c < p; c++) {
                double left = y[c];
                List<BaseColumn.Term> terms = columns.get(c).terms();
                for (BaseColumn.Term term : terms.subList(1, terms.size())) {
                    left -= term.coefficient() * chi[term.parameter()];
                }
                chi[standardOf[c]] = left;
            }
            return chi;
        }

        /** ½‖Rβ − b‖² less what no β explains. */
        private double misfit(double[] y) {
            double sum = 0;
            for (int i = 0; i < p; i++) {
                double e = residual(y, i);
                sum += 0.5 * e * e;
            }
            return sum;
        }

        private double residual(double[] y, int i) {
            double e = -r[i * (p + 1) + p];
            for (int c = i; c < p; c++) {
                e += r[i * (p + 1) + c] * y[c];
            }
            return e;
        }

        /** Newton's method at one λ; returns the decrement of the objective divided by λ. */
        private double descend(double[] y, double lambda, double tolerance) {
            double decrement = Double.POSITIVE_INFINITY;
            double last = Double.POSITIVE_INFINITY;
            while (steps < MOST_STEPS) {
                double[] gradient = new double[count];
                DMatrixRMaj hessian = new DMatrixRMaj(count, count);
                differentiate(y, lambda, gradient, hessian);
                double[] step = solve(hessian, gradient);
                double slope = 0;
                for (int i = 0; i < count; i++) {
                    slope += gradient[i] * step[i];
                }
                decrement = Math.sqrt(Math.max(0, -slope / lambda));
                boolean rounding = last < QUADRATIC && decrement > 0.5 * last;
                if (decrement < tolerance || rounding) {
                    return decrement;
                }
                last = decrement;
                if (!advance(y, step, slope, lambda)) {
                    return decrement;
                }
                steps++;
            }
            return decrement;
        }

        /** Goes along a step as far as the objective falls; false where rounding lets it fall no more. */
        private boolean advance(double[] y, double[] step, double slope, double lambda) {
            double before = misfit(y) + lambda * barrier.value(standard(y));
            double length = 1;
            for (int halving = 0; halving < 50; halving++) {
                double[] trial = y.clone();
                for (int i = 0; i < count; i++) {
                    trial[i] += length * step[i];
                }
                double after = misfit(trial) + lambda * barrier.value(standard(trial));
                if (after <= before + 0.1 * length * slope) {
                    System.arraycopy(trial, 0, y, 0, count);
                    return true;
                }
                length *= 0.5;
            }
            return false;
        }

        private void differentiate(double[] y, double lambda, double[] gradientOut, DMatrixRMaj hessianOut) {
            double[] ofStandard = new double[count];
            double[] second = new double[count * count];
            barrier.differentiate(standard(y), ofStandard, second);
            // ∂χ/∂y: one for the parameter itself, −coefficient for what it is taken from
            List<List<BaseColumn.Term>> effects = effects();
            for (int a = 0; a < count; a++) {
                for (BaseColumn.Term i : effects.get(a)) {
                    gradientOut[a] += lambda * i.coefficient() * ofStandard[i.parameter()];
                }
            }
            double[] half = new double[count];
            for (int a = 0; a < count; a++) {
                Arrays.fill(half, 0);
                for (BaseColumn.Term i : effects.get(a)) {
                    for (int k = 0; k < count; k++) {
                        half[k] += i.coefficient() * second[i.parameter() * count + k];
                    }
                }
                for (int b = 0; b < count; b++) {
                    double sum = 0;
                    for (BaseColumn.Term i : effects.get(b)) {
                        sum += i.coefficient() * half[i.parameter()];
                    }
                    hessianOut.set(a, b, lambda * sum);
                }
            }
            for (int i = 0; i < p; i++) {
                double e = residual(y, i);
                for (int a = i; a < p; a++) {
                    double entry = r[i * (p + 1) + a];
                    gradientOut[a] += entry * e;
                    for (int b = i; b < p; b++) {
                        hessianOut.add(a, b, entry * r[i * (p + 1) + b]);
                    }
                }
            }
        }

        private List<List<BaseColumn.Term>> effects() {
            List<List<BaseColumn.Term>> effects = new ArrayList<>();
            int[] unknownOf = new int[count];
            for (int k = 0; k < count; k++) {
                effects.add(new ArrayList<>(List.of(new BaseColumn.Term(standardOf[k], 1))));
                unknownOf[standardOf[k]] = k;
            }
            for (int c = 0; c < p; c++) {
                List<BaseColumn.Term> terms = columns.get(c).terms();
                for (BaseColumn.Term term : terms.subList(1, terms.size())) {
                    effects.get(unknownOf[term.parameter()])
                            .add(new BaseColumn.Term(standardOf[c], -term.coefficient()));
                }
            }
            return effects;
        }

        /** −H⁻¹ g, rows and columns scaled to a unit diagonal first. */
        private double[] solve(DMatrixRMaj hessian, double[] gradient) {
            double[] scale = new double[count];
            for (int i = 0; i < count; i++) {
                double diagonal = hessian.get(i, i);
                scale[i] = diagonal > 0 ? 1 / Math.sqrt(diagonal) : 1;
            }
            DMatrixRMaj right = new DMatrixRMaj(count, 1);
            for (int i = 0; i < count; i++) {
                right.data[i] = -scale[i] * gradient[i];
                for (int k = 0; k < count; k++) {
                    hessian.set(i, k, hessian.get(i, k) * scale[i] * scale[k]);
                }
                // a free parameter that no data touch stays where it is
                if (hessian.get(i, i) == 0) {
                    hessian.set(i, i, 1);
                }
            }
            DMatrixRMaj x = new DMatrixRMaj(count, 1);
            factored(hessian).solve(right, x);
            for (int i = 0; i < count; i++) {
                x.data[i] *= scale[i];
            }
            return x.data;
        }

        /** A Hessian of unit diagonal, made definite where rounding left it otherwise. */
        private LinearSolverDense<DMatrixRMaj> factored(DMatrixRMaj hessian) {
            LinearSolverDense<DMatrixRMaj> solver = LinearSolverFactory_DDRM.symmPosDef(count);
            for (double added = LEAST_ADDED; added < MOST_ADDED; added *= 10) {
                DMatrixRMaj definite = hessian.copy();
                for (int i = 0; i < count; i++) {
                    definite.add(i, i, added);
                }
                if (solver.setA(definite)) {
                    exact = added == LEAST_ADDED;
                    return solver;
                }
            }
            throw new NumericalException(
                    "no physically consistent parameters of robot \"%s\" were found: no bodies explain the efforts; see whether joints, signs and units of the logs are those of the robot"
                            .formatted(model.robot().name()));
        }
    }
}
