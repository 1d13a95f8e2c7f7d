package dev.catena.planning;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.catena.nlp.NonlinearProgram;
import dev.catena.planning.function.CyclicEnd;
import dev.catena.planning.function.EndState;
import dev.catena.planning.function.Evaluators;
import dev.catena.planning.function.MotionInputs;
import dev.catena.planning.function.MotionState;
import dev.catena.planning.function.StandingPoints;
import dev.catena.planning.function.StateFunction;
import dev.catena.planning.terms.PathState;
import dev.catena.planning.terms.ReducedMotion;
import dev.catena.planning.transcription.BalancedInputs;
import dev.catena.planning.transcription.ControlPoints;
import dev.catena.planning.transcription.InputLayout;
import dev.catena.planning.transcription.IntegralCost;
import dev.catena.planning.transcription.LimitCheck;
import dev.catena.planning.transcription.SampledLimit;
import dev.catena.spline.Spline;
import dev.catena.spline.SplineBasis;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A motion that is wanted: from where to where, within which limits, best in which sense, as a B-spline of which degree
 * and how many control points. Immutable, and free to be planned by several threads at a time: it keeps copies of all that
 * it was built from, whatever happens to limits, objective and builder later. {@link MotionPlanner} solves it.
 *
 * <pre>{@code
 * MotionLimits limits = new MotionLimits(robot).torque(10, 10);
 * MotionProblem problem = MotionProblem.builder(limits, new MotionObjective(limits).time(1))
 *         .start(EndState.atRest(0, -2))
 *         .goal(EndState.atRest(1, -1))
 *         .controlPoints(30)
 *         .samples(150)
 *         .build();
 * }</pre>
 */
public final class MotionProblem {
    /** What is this part of what a coordinate counts in, or less, is rounding. */
    private static final double NO_SIZE = 1e-12;

    private final LimitsInForce inForce;
    private final int n;
    private final SplineBasis basis;
    private final PlannedEnds ends;
    private final @Nullable ReducedMotion reduced;
    private final int samples;
    private final MotionDuration duration;
    private final int highestOrder;
    private final ControlPoints points;
    private final List<SampledLimit> limits;
    private final double timeWeight;
    private final List<IntegralCost> costs;
    private final @Nullable CyclicEnd cycle;
    private final double[] held;
    private final double[] units;
    private final double[] costMoments;
    private final InputLayout layout;
    private final @Nullable Spline guess;

    private MotionProblem(Builder given, PlannedEnds ends, List<Bound> bounds, List<IntegralCost> terms) {
        inForce = new LimitsInForce(given.limits);
        this.ends = ends;
        n = ends.size();
        reduced = ends.reduced();
        units = reduced == null ? given.limits.units() : reduced.ownUnits();
        samples = given.samples;
        duration = given.duration;
        basis = SplineBasis.uniform(given.degree(bounds, terms), given.controlPoints);
        cycle = ends.cycle();
        held = given.held.clone();
        costMoments = given.sampledCosts ? moments(0, 1) : new double[0];
        limits = sampledLimits(bounds);
        layout = new InputLayout(given.inputs, inputMoments(), 0);
        highestOrder = Builder.highestOrder(bounds, terms);
        points = controlPoints();
        guess = given.guess == null
                ? null
                : GuessedMotion.of(given.guess, given.limits.coordinates(), ends.coordinates());
        timeWeight = given.objective.timeWeight();
        costs = terms.stream().map(term -> term.with(along(term.function()))).toList();
    }

    /** The same problem with control points of its own, and functions of an evaluating thread. */
    private MotionProblem(
            MotionProblem other,
            @Nullable ReducedMotion reduced,
            List<SampledLimit> limits,
            List<IntegralCost> costs,
            double[] costMoments) {
        inForce = other.inForce;
        n = other.n;
        units = other.units;
        ends = other.ends;
        samples = other.samples;
        duration = other.duration;
        basis = other.basis;
        cycle = other.cycle;
        held = other.held;
        guess = other.guess;
        highestOrder = other.highestOrder;
        timeWeight = other.timeWeight;
        this.reduced = reduced;
        this.limits = limits;
        this.costs = costs;
        this.costMoments = costMoments;
        layout = new InputLayout(other.layout.inputs, inputMoments(), 0);
        points = controlPoints();
    }

    /** With functions of its own, to be evaluated by one thread. */
    MotionProblem copy() {
        Evaluators evaluators = new Evaluators();
        return new MotionProblem(
                this,
                reduced == null ? null : reduced.copy(evaluators),
                limits.stream().map(limit -> limit.copy(evaluators)).toList(),
                costs.stream()
                        .map(cost -> cost.with(cost.function().copy(evaluators)))
                        .toList(),
                costMoments);
    }

    /** With other samples of the same functions; costs that are sampled are so where inputs are. */
    MotionProblem with(List<SampledLimit> refined) {
        TreeSet<Double> moments = new TreeSet<>();
        Arrays.stream(costMoments).forEach(moments::add);
        if (costMoments.length > 0 && stands()) {
            refined.stream()
                    .filter(SampledLimit::isShared)
                    .forEach(limit -> Arrays.stream(limit.moments).forEach(moments::add));
        }
        return new MotionProblem(
                this,
                reduced,
                refined,
                costs,
                moments.stream().mapToDouble(u -> u).toArray());
    }

    private ControlPoints controlPoints() {
        return new ControlPoints(
                basis, n, ends.start(), ends.goal(), cycle, held, duration.fixed(), layout, highestOrder);
    }

    /** Where functions with inputs are sampled. */
    private double[] inputMoments() {
        TreeSet<Double> found = new TreeSet<>();
        Arrays.stream(costMoments).forEach(found::add);
        for (SampledLimit limit : limits) {
            if (limit.hasInputs()) {
                Arrays.stream(limit.moments).forEach(found::add);
            }
        }
        return found.stream().mapToDouble(u -> u).toArray();
    }

    private List<SampledLimit> sampledLimits(List<Bound> bounds) {
        List<SampledLimit> sampled = new ArrayList<>();
        for (Bound bound : bounds) {
            sampled.add(new SampledLimit(
                    along(bound.function()),
                    bound.lower(),
                    bound.upper(),
                    bound.only().length > 0 ? bound.only() : moments(bound.from(), bound.to()),
                    bound.isThroughout() && !bound.function().hasInputs(),
                    bound.isThroughout()));
        }
        sampled.addAll(ends.passed(units));
        if (reduced instanceof PathState) {
            sampled.add(ends.forward(moments(0, 1)));
        }
        sampled.removeIf(limit -> limit.rows.length == 0);
        return List.copyOf(sampled);
    }

    private boolean stands() {
        return reduced != null && reduced.stands();
    }

    private StateFunction along(StateFunction function) {
        return reduced == null ? function : reduced.of(function);
    }

    /** The uniform samples from a moment to another, and these two. */
    private double[] moments(double from, double to) {
        if (from == to) {
            return new double[] {from};
        }
        List<Double> moments = new ArrayList<>();
        moments.add(from);
        for (int k = 0; k < samples; k++) {
            double u = (double) k / (samples - 1);
            if (u > from && u < to) {
                moments.add(u);
            }
        }
        moments.add(to);
        return moments.stream().mapToDouble(u -> u).toArray();
    }

    public static Builder builder(MotionLimits limits, MotionObjective objective) {
        return new Builder(limits, objective);
    }

    /**
     * The nonlinear program of the problem before any samples are added, its start included: for other solvers. A new one
     * each time, owned by the thread that uses it first.
     */
    public NonlinearProgram program() {
        MotionProblem own = copy();
        return MotionPlanner.program(own, own.limits, MotionPlanner.startOf(own));
    }

    ControlPoints points() {
        return points;
    }

    List<SampledLimit> limits() {
        return limits;
    }

    List<IntegralCost> costs() {
        return costs;
    }

    double timeWeight() {
        return timeWeight;
    }

    MotionDuration duration() {
        return duration;
    }

    @Nullable
    ReducedMotion reduced() {
        return reduced;
    }

    /** What inputs are between samples. */
    BalancedInputs balanced() {
        return new BalancedInputs(layout.inputs, limits, n);
    }

    /** Whether limits on what depends on inputs, such as torques with loads of feet, are looked at at samples alone. */
    public boolean limitsInputsAtSamplesOnly() {
        return layout.inputs.count() > 0 && !stands();
    }

    /** Looks between samples, at limits with inputs too where points stand. */
    LimitCheck check() {
        return new LimitCheck(points, stands() ? balanced() : null);
    }

    /** Where integrals are sampled; none for Gauss-Legendre. */
    double[] costMoments() {
        return costMoments;
    }

    /** The spline's degree. */
    public int degree() {
        return basis.degree();
    }

    /** Control points for each coordinate. */
    public int controlPointCount() {
        return basis.controlPoints();
    }

    /** Uniform samples of limits, before any are added. */
    public int samples() {
        return samples;
    }

    /** The lower limit of a joint's quantity that is in force; −∞ for none. */
    public double lower(JointQuantity quantity, String joint) {
        return inForce.lower(quantity, joint);
    }

    /** The upper limit of a joint's quantity that is in force; ∞ for none. */
    public double upper(JointQuantity quantity, String joint) {
        return inForce.upper(quantity, joint);
    }

    /** How large coordinates are: how far they go by what is prescribed, or where they are, as far as they count in such numbers. */
    double[] coordinateSizes() {
        double[] straight = startingControlPoints();
        double[] sizes = new double[n];
        for (int k = 0; k < straight.length; k++) {
            int i = k % n;
            double place = Math.min(Math.abs(straight[k]), units[i]);
            sizes[i] = Math.max(sizes[i], Math.max(Math.abs(straight[k] - straight[i]), place));
        }
        for (int i = 0; i < n; i++) {
            sizes[i] = sizes[i] > NO_SIZE * units[i] ? sizes[i] : units[i];
        }
        return sizes;
    }

    /** Control points to start from: those of a guess, or on straight lines. */
    double[] startingControlPoints() {
        return guess == null ? ends.straight(basis) : GuessedMotion.controlPoints(guess, basis);
    }

    /** Collects what a problem needs; every {@link #build()} is a problem of its own. */
    public static final class Builder {
        final MotionLimits limits;
        private final MotionObjective objective;

        @Nullable
        Spline path;

        double[] stations = new double[0];

        @Nullable
        StandingPoints standing;

        EndState start;
        EndState goal;
        boolean startGiven;
        boolean goalGiven;
        final TreeMap<Double, double[]> vias = new TreeMap<>();
        double @Nullable [] goalGuess;
        private int degree;
        private int controlPoints = 20;
        private int samples = 100;
        private boolean sampledCosts;

        @Nullable
        CyclicEnd cycle;

        double[] held = new double[0];

        @Nullable
        Spline guess;

        MotionInputs inputs = MotionInputs.NONE;
        private MotionDuration duration = MotionDuration.FREE;

        private Builder(MotionLimits limits, MotionObjective objective) {
            this.limits = limits;
            this.objective = objective;
            start = EndState.anywhereAtRest(limits.size());
            goal = start;
        }

        @CanIgnoreReturnValue
        public Builder start(EndState state) {
            start = state;
            startGiven = true;
            return this;
        }

        @CanIgnoreReturnValue
        public Builder goal(EndState state) {
            goal = state;
            goalGiven = true;
            return this;
        }

        /** The motion ends as it goes on from its start: the start is {@link EndState#free} unless given, and no goal is given. */
        @CanIgnoreReturnValue
        public Builder cyclic(CyclicEnd end) {
            cycle = end;
            if (!startGiven) {
                start = EndState.free();
                startGiven = true;
            }
            return this;
        }

        /**
         * Points of bodies stay where they are all the time. Planned are coordinates that they leave free, all others follow, so
         * that the points do not move at all, between samples neither.
         */
        @CanIgnoreReturnValue
        public Builder standing(StandingPoints points) {
            standing = points;
            return this;
        }

        /** A coordinate that stays where it is all the time; the others move. */
        @CanIgnoreReturnValue
        public Builder hold(String coordinate, double position) {
            List<String> names = limits.coordinates();
            int i = names.indexOf(coordinate);
            if (i < 0 || !Double.isFinite(position)) {
                throw new IllegalArgumentException("%s cannot be held at %s; there are %s, to be held at finite numbers"
                        .formatted(coordinate, position, names));
            }
            if (held.length == 0) {
                held = new double[names.size()];
                Arrays.fill(held, Double.NaN);
            }
            held[i] = position;
            return this;
        }

        /**
         * A motion to start from, a curve over any range, fitted where its knots are others. On contacts it may be one of all coordinates,
         * of which those that contacts leave free count.
         */
        @CanIgnoreReturnValue
        public Builder guess(Spline motion) {
            guess = motion.copy();
            return this;
        }

        /** Variables besides the coordinates, at each sample. Costs are sampled then too. */
        @CanIgnoreReturnValue
        public Builder inputs(MotionInputs motionInputs) {
            inputs = motionInputs;
            sampledCosts = true;
            return this;
        }

        /** Integrals of the objective by trapezoids between the samples rather than by Gauss-Legendre between knots. */
        @CanIgnoreReturnValue
        public Builder sampledCosts() {
            sampledCosts = true;
            return this;
        }

        /** Where to look first, if the goal's position is free. */
        @CanIgnoreReturnValue
        public Builder goalGuess(double... position) {
            goalGuess = position.clone();
            return this;
        }

        /** A position to pass at a fraction of the duration, between 0 and 1; one for each moment, in any order. */
        @CanIgnoreReturnValue
        public Builder via(double moment, double... position) {
            if (!(moment > 0 && moment < 1)) {
                throw new IllegalArgumentException(
                        "a via point is at %s of the duration, but must be between 0 and 1".formatted(moment));
            }
            if (vias.containsKey(moment)) {
                throw new IllegalArgumentException("two via points are at %s of the duration".formatted(moment));
            }
            vias.put(moment, position.clone());
            return this;
        }

        /**
         * Follow this path from its start to its end instead of choosing one; only the time law is planned. It begins and
         * ends at rest, and still if torque rates or jerks are limited. The path must have no corners: its first
         * derivative must be continuous, and its second where torque rates or jerks count.
         */
        @CanIgnoreReturnValue
        public Builder along(Spline givenPath) {
            return along(givenPath, givenPath.basis().start(), givenPath.basis().end());
        }

        /**
         * The same on points that stand: the path has these in place where it is given as a posture, and in between what they leave free
         * follows the path, all else the points.
         *
         * @param postures parameters at which the path is given, its ends among them
         */
        @CanIgnoreReturnValue
        public Builder along(Spline givenPath, double... postures) {
            path = givenPath.copy();
            stations = postures.clone();
            return this;
        }

        /**
         * Degree of the spline; 3 unless told otherwise, 5 where jerks or torque rates count. It must not be below the
         * order of any derivative that is limited or costs something.
         */
        @CanIgnoreReturnValue
        public Builder degree(int value) {
            if (value < 1 || value > SplineBasis.HIGHEST_DEGREE) {
                throw new IllegalArgumentException(
                        "the degree is %s, but must be from 1 to %s".formatted(value, SplineBasis.HIGHEST_DEGREE));
            }
            degree = value;
            return this;
        }

        /** Control points for each coordinate; 20 unless told otherwise. */
        @CanIgnoreReturnValue
        public Builder controlPoints(int count) {
            controlPoints = count;
            return this;
        }

        /** Uniform samples of the limits, both ends included; 100 unless told otherwise. */
        @CanIgnoreReturnValue
        public Builder samples(int count) {
            if (count < 2) {
                throw new IllegalArgumentException("%s samples are too few; both ends count".formatted(count));
            }
            samples = count;
            return this;
        }

        /** A duration that is given; it is free otherwise. */
        @CanIgnoreReturnValue
        public Builder duration(double seconds) {
            duration = duration.fixedTo(seconds);
            return this;
        }

        /**
         * Bounds of the duration. Unless they are given, the search goes from 1 ms to 1000 s, and a motion that would end
         * up at one of these is none: nothing limits its duration then.
         */
        @CanIgnoreReturnValue
        public Builder durationBetween(double least, double most) {
            duration = duration.between(least, most);
            return this;
        }

        /** A duration to start from; found unless told otherwise. */
        @CanIgnoreReturnValue
        public Builder durationGuess(double seconds) {
            duration = duration.guessed(seconds);
            return this;
        }

        private int degree(List<Bound> bounds, List<IntegralCost> terms) {
            int highest = highestOrder(bounds, terms);
            if (degree == 0) {
                return Math.max(highest >= MotionState.HIGHEST_ORDER ? 5 : 3, highest + 1);
            }
            if (degree < highest) {
                throw new IllegalArgumentException(
                        "splines of degree %s jump in derivatives that are limited or cost something; at least %s is needed"
                                .formatted(degree, highest));
            }
            return degree;
        }

        /** The highest derivative that is limited or costs something. */
        private static int highestOrder(List<Bound> bounds, List<IntegralCost> terms) {
            int highest = 0;
            for (Bound bound : bounds) {
                highest = Math.max(highest, bound.function().order());
            }
            for (IntegralCost term : terms) {
                highest = Math.max(highest, term.function().order());
            }
            return highest;
        }

        /**
         * The problem as it is known now.
         *
         * @throws IllegalArgumentException if something is missing, contradicts itself, or is too large for this machine
         */
        public MotionProblem build() {
            List<Bound> bounds = limits.bounds();
            List<IntegralCost> terms = objective.terms(limits);
            PlannedEnds ends = new GivenEnds(this).planned(highestOrder(bounds, terms));
            if (inputs.count() == 0
                    && terms.stream().anyMatch(term -> term.function().hasInputs())) {
                throw new IllegalArgumentException("a term of the objective has inputs, but the problem has none");
            }
            if (limits.driveFunctions().dependsOnTime() && !duration.isFixed()) {
                throw new IllegalArgumentException(
                        "the base moves as told, by the clock: the duration must be given, it cannot be looked for");
            }
            boolean isOfAll = standing != null && guess != null && guess.dimension() == limits.size();
            if (guess != null && !isOfAll && guess.dimension() != ends.size()) {
                throw new IllegalArgumentException("the guess has %s coordinates, but the motion has %s"
                        .formatted(guess.dimension(), ends.size()));
            }
            duration.check();
            ProgramSize.check(ends.size(), controlPoints, samples, degree(bounds, terms), bounds);
            return new MotionProblem(this, ends, bounds, terms);
        }
    }
}
