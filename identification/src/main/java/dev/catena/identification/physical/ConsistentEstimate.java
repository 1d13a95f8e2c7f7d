package dev.catena.identification.physical;

import dev.catena.identification.estimate.LinearEstimate;
import dev.catena.identification.observation.BaseColumn;
import dev.catena.identification.observation.ObservationModel;
import dev.catena.identification.observation.StandardParameter;
import dev.catena.model.Extent;
import dev.catena.model.NumericalException;
import dev.catena.model.RobotModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * All standard parameters of a robot, such as bodies can have them: min ½‖Rβ − b‖² + λ B(χ) with β = K χ, the rows weighted by
 * their noise and B the barrier with its least value at the given model [LeeWensingPark]. What the data determine follows the
 * data; what they do not stays as near to the given model as it can.
 *
 * <p>The problem is convex, so that there is one solution. It is found by Newton's method on a path of falling λ, with what holds
 * parameters inside of their {@linkplain Cone cones} as unknowns beside them; each step is one of least squares, so that no
 * digits are lost to squares. Other unknowns are the base parameters and those standard ones that no base parameter is named
 * after, in which the data touch the former alone. {@link #gap} bounds how far the objective is above its least value: it is a
 * certificate. Of efforts that no body explains the prior weighs no less than 10⁻⁹, and no less than rounding leaves of a path.
 */
public final class ConsistentEstimate {
    /** What a prior weighs beside one equation of unit noise. */
    public static final double DEFAULT_WEIGHT = 1e-3;

    /** What a prior weighs no less than, as a part of what bodies leave unexplained. */
    private static final double NEGLIGIBLE = 1e-9;

    /** Beside a prior that weighs so many times more than all that could be explained, data are nothing. */
    private static final double OVERWHELMING = 1e30;

    /** How far a step may go to where bodies end, and how much of a step is a long one. */
    private static final double MOST = 0.95;

    private static final double LONG = 0.9;

    /** Newton's decrement below which whole steps more than halve it, and at which the solution is exact. */
    private static final double NEAR = 0.25;

    private static final double EXACT = 1e-7;

    private static final int MOST_STEPS = 2000;

    /** How often the end of the path is tried before λ is thought too small for it. */
    private static final int PATIENCE = 5;

    /** A parameter of a drive of which nothing is known is thought this part of what it is grouped with. */
    private static final double SMALL_PART = 1e-2;

    /** What a drive has no less of, which is nothing, and what it has of what nothing could show. */
    private static final double LEAST_DRIVE = 1e-9;

    private static final double UNSEEN_DRIVE = 1e-3;

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

    /**
     * How far the objective is above its least value, at most; about that far where the prior had to weigh more than told; infinite
     * if the search ended early.
     */
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
        final List<List<BaseColumn.Term>> effects;
        final double[] prior;
        final Barrier barrier;
        int steps;

        Search(ObservationModel model, LinearEstimate weighted, List<LinearBound> bounds) {
            this.model = model;
            columns = model.columns();
            p = columns.size();
            count = model.standard().size();
            r = weighted.factor();
            standardOf = order();
            effects = effects();
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
            double unit = unit(model.robot());
            double[] bodies = PriorBodies.of(
                    Arrays.copyOf(given, inertial), Extent.of(model.robot()).length());
            System.arraycopy(bodies, 0, given, 0, inertial);
            for (int c = 0; c < p; c++) {
                for (BaseColumn.Term term : columns.get(c).terms()) {
                    int k = term.parameter();
                    if (k >= inertial && model.standard().get(k).nonNegative() && !(given[k] > 0)) {
                        double part = columns.get(c).isGroup() ? SMALL_PART : 1;
                        double size = Math.max(Math.abs(weighted.value(c)), weighted.whiteDeviation(c));
                        given[k] = Math.max(part * size, LEAST_DRIVE * unit);
                    }
                }
            }
            for (int k = inertial; k < count; k++) {
                if (model.standard().get(k).nonNegative() && !(given[k] > 0)) {
                    given[k] = UNSEEN_DRIVE * unit;
                }
            }
            return given;
        }

        /** What inertias and torques of drives count in: SI, and less where a robot is small and light. */
        private static double unit(RobotModel robot) {
            double length = Extent.of(robot).length();
            double inertia = robot.totalMass() * length * length;
            return inertia > 0 ? Math.min(1, inertia) : 1;
        }

        ConsistentEstimate run(double told) {
            double[] y = unknowns(prior);
            double weight = Math.min(told, OVERWHELMING * Math.max(1, misfit(y)));
            if (barrier.value(standard(y)) == Double.POSITIVE_INFINITY) {
                throw new NumericalException(
                        "the physically consistent estimate of robot \"%s\" failed: what drives seem to have outweighs the inertias of its bodies by more digits than numbers have"
                                .formatted(model.robot().name()));
            }
            double lambda = Math.max(weight, misfit(y));
            double part = 1;
            double rounded = weight;
            int tried = 0;
            barrier.center(standard(y), lambda);
            while (steps < MOST_STEPS) {
                double least = Math.max(rounded, NEGLIGIBLE * misfit(y));
                lambda = Math.max(least, fall(part) * barrier.lambda(standard(y)));
                part = follow(y, lambda);
                if (lambda == least && part > LONG) {
                    double[] end = y.clone();
                    double decrement = descend(end, lambda);
                    if (decrement < NEAR) {
                        return estimate(end, gap(end, lambda, weight, decrement));
                    }
                    // λ is less than the rounding of squares
                    if (++tried % PATIENCE == 0 && 2 * rounded < DEFAULT_WEIGHT) {
                        rounded *= 2;
                    }
                }
            }
            return estimate(y, Double.POSITIVE_INFINITY);
        }

        /** By how much λ falls after such a step; not at all where it was so short that the path is far. */
        private static double fall(double part) {
            if (part > LONG) {
                return 0.1;
            }
            return part > 0.5 * LONG ? 0.3 : part > 0.2 ? 0.7 : 1;
        }

        private ConsistentEstimate estimate(double[] y, double gap) {
            double[] chi = standard(y);
            return new ConsistentEstimate(chi, model.base(chi), prior, gap, steps);
        }

        /** F − F* ≤ λ δ² for a self-concordant F/λ and δ below 0.68; a larger λ than told leaves some degrees of B. */
        private double gap(double[] y, double lambda, double weight, double decrement) {
            double early = lambda > weight ? lambda * (barrier.degree() + barrier.value(standard(y))) : 0;
            return lambda * decrement * decrement + early;
        }

        /** A step along the path, with what holds parameters inside; returns how much of it was possible. */
        private double follow(double[] y, double lambda) {
            double[] chi = standard(y);
            double[] step = new StiffLeastSquares(rows(y, lambda), count).x();
            double[] moved = y.clone();
            for (int i = 0; i < count; i++) {
                moved[i] += step[i];
            }
            if (!Arrays.stream(moved).allMatch(Double::isFinite)) {
                throw new NumericalException(
                        "no physically consistent parameters of robot \"%s\" were found: no bodies explain the efforts; see whether joints, signs and units of the logs are those of the robot"
                                .formatted(model.robot().name()));
            }
            double[] change = standard(moved);
            for (int k = 0; k < count; k++) {
                change[k] -= chi[k];
            }
            double part = 1 / MOST;
            for (Cone cone : barrier.cones()) {
                part = Math.min(part, cone.prepare(chi, change, lambda));
            }
            part *= MOST;
            while (true) {
                double[] trial = y.clone();
                for (int i = 0; i < count; i++) {
                    trial[i] += part * step[i];
                }
                if (Double.isFinite(barrier.value(standard(trial)))) {
                    System.arraycopy(trial, 0, y, 0, count);
                    break;
                }
                part *= 0.5;
            }
            for (Cone cone : barrier.cones()) {
                cone.advance(part);
            }
            steps++;
            return part;
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

        /** Newton's method at one λ, near its solution; returns the decrement of the objective divided by λ. */
        private double descend(double[] y, double lambda) {
            double last = Double.POSITIVE_INFINITY;
            while (true) {
                barrier.center(standard(y), lambda);
                StiffLeastSquares newton = new StiffLeastSquares(rows(y, lambda), count);
                double decrement = newton.explained() / Math.sqrt(lambda);
                if (decrement < EXACT || decrement > 0.5 * last || !(decrement < NEAR)) {
                    return Math.min(decrement, last);
                }
                last = decrement;
                double[] step = newton.x();
                for (int i = 0; i < count; i++) {
                    y[i] += step[i];
                }
                steps++;
            }
        }

        /** Newton's step s is where ‖R s + e‖² + λ Σ (sᵢᵀs + wᵢ)² is least. */
        private double[][] rows(double[] y, double lambda) {
            List<double[]> rows = new ArrayList<>();
            for (int i = 0; i < p; i++) {
                double[] row = new double[count + 1];
                System.arraycopy(r, i * (p + 1) + i, row, i, p - i);
                row[count] = -residual(y, i);
                rows.add(row);
            }
            List<double[]> held = new ArrayList<>();
            double[] chi = standard(y);
            barrier.cones().forEach(cone -> cone.addRows(chi, lambda, held));
            for (double[] ofStandard : held) {
                double[] row = new double[count + 1];
                for (int a = 0; a < count; a++) {
                    for (BaseColumn.Term i : effects.get(a)) {
                        row[a] += i.coefficient() * ofStandard[i.parameter()];
                    }
                }
                row[count] = -ofStandard[count];
                rows.add(row);
            }
            return rows.toArray(double[][]::new);
        }

        /** ∂χ/∂y: one for the parameter itself, −coefficient for what it is taken from. */
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
    }
}
