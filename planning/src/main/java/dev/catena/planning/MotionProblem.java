package dev.catena.planning;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.catena.nlp.NonlinearProgram;
import dev.catena.planning.function.CyclicEnd;
import dev.catena.planning.function.EndState;
import dev.catena.planning.function.Evaluators;
import dev.catena.planning.function.MotionInputs;
import dev.catena.planning.function.MotionState;
import dev.catena.planning.function.StateFunction;
import dev.catena.planning.terms.AlongPath;
import dev.catena.planning.terms.CoordinateFunction;
import dev.catena.planning.terms.PathState;
import dev.catena.planning.transcription.ControlPoints;
import dev.catena.planning.transcription.InputLayout;
import dev.catena.planning.transcription.IntegralCost;
import dev.catena.planning.transcription.SampledLimit;
import dev.catena.spline.Spline;
import dev.catena.spline.SplineBasis;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
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
    private final List<String> joints;
    private final List<String> drives;
    private final Map<JointQuantity, JointRanges> inForce;
    private final int n;
    private final SplineBasis basis;
    private final EndState start;
    private final EndState goal;
    private final TreeMap<Double, double[]> vias;
    private final double @Nullable [] goalGuess;
    private final @Nullable Spline path;
    private final int samples;
    private final MotionDuration duration;
    private final int highestOrder;
    private final ControlPoints points;
    private final List<SampledLimit> limits;
    private final double timeWeight;
    private final List<IntegralCost> costs;
    private final @Nullable CyclicEnd cycle;
    private final double[] held;
    private final double[] costMoments;
    private final InputLayout layout;
    private final @Nullable Spline guess;

    private MotionProblem(Builder given, List<Bound> bounds, List<IntegralCost> terms) {
        joints = List.copyOf(given.limits.coordinates());
        drives = List.copyOf(given.limits.drives());
        inForce = new EnumMap<>(JointQuantity.class);
        for (JointQuantity quantity : JointQuantity.values()) {
            inForce.put(quantity, given.limits.inForce(quantity));
        }
        n = given.n;
        start = given.start;
        goal = given.goal;
        vias = new TreeMap<>();
        given.vias.forEach((moment, position) -> vias.put(moment, position.clone()));
        goalGuess = given.goalGuess == null ? null : given.goalGuess.clone();
        path = given.path == null ? null : given.path.copy();
        samples = given.samples;
        duration = given.duration;
        basis = SplineBasis.uniform(given.degree(bounds, terms), given.controlPoints);
        cycle = given.cycle;
        held = given.held.clone();
        costMoments = given.sampledCosts ? moments(0, 1) : new double[0];
        limits = sampledLimits(bounds);
        layout = new InputLayout(given.inputs, inputMoments(), 0);
        highestOrder = Builder.highestOrder(bounds, terms);
        points = new ControlPoints(basis, n, start, goal, cycle, held, duration.fixed(), layout, highestOrder);
        guess = given.guess == null ? null : given.guess.copy();
        timeWeight = given.objective.timeWeight();
        costs = terms.stream().map(term -> term.with(along(term.function()))).toList();
    }

    /** The same problem with functions and control points of its own, to be evaluated by one thread. */
    private MotionProblem(MotionProblem other) {
        joints = other.joints;
        drives = other.drives;
        inForce = other.inForce;
        n = other.n;
        start = other.start;
        goal = other.goal;
        vias = other.vias;
        goalGuess = other.goalGuess;
        path = other.path;
        samples = other.samples;
        duration = other.duration;
        basis = other.basis;
        cycle = other.cycle;
        held = other.held;
        costMoments = other.costMoments;
        layout = other.layout;
        guess = other.guess;
        highestOrder = other.highestOrder;
        points = new ControlPoints(basis, n, start, goal, cycle, held, duration.fixed(), layout, highestOrder);
        Evaluators evaluators = new Evaluators();
        limits = other.limits.stream().map(limit -> limit.copy(evaluators)).toList();
        timeWeight = other.timeWeight;
        costs = other.costs.stream()
                .map(cost -> cost.with(cost.function().copy(evaluators)))
                .toList();
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
                    bound.only().length == 0
                            && bound.from() < bound.to()
                            && !bound.function().hasInputs()));
        }
        StateFunction position = new CoordinateFunction(0, joints);
        vias.forEach((moment, via) -> sampled.add(new SampledLimit(position, via, via, new double[] {moment}, false)));
        if (path != null) {
            double[] zero = {0};
            double[] any = {Double.POSITIVE_INFINITY};
            StateFunction speed = new CoordinateFunction(1, List.of("the path parameter"));
            sampled.add(new SampledLimit(speed, zero, any, moments(0, 1), true));
        }
        sampled.removeIf(limit -> limit.rows.length == 0);
        return List.copyOf(sampled);
    }

    private StateFunction along(StateFunction function) {
        return path == null ? function : new AlongPath(function, path);
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

    MotionProblem copy() {
        return new MotionProblem(this);
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
    Spline path() {
        return path;
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
        return ranges(quantity).lower[row(quantity, joint)];
    }

    /** The upper limit of a joint's quantity that is in force; ∞ for none. */
    public double upper(JointQuantity quantity, String joint) {
        return ranges(quantity).upper[row(quantity, joint)];
    }

    private JointRanges ranges(JointQuantity quantity) {
        JointRanges ranges = inForce.get(quantity);
        if (ranges == null) {
            throw new IllegalStateException("no limits of " + quantity);
        }
        return ranges;
    }

    private int row(JointQuantity quantity, String joint) {
        boolean ofDrives = quantity == JointQuantity.TORQUE || quantity == JointQuantity.TORQUE_RATE;
        List<String> names = ofDrives ? drives : joints;
        int row = names.indexOf(joint);
        if (row < 0) {
            throw new IllegalArgumentException(
                    "there is no joint \"%s\" that has a %s; there are %s".formatted(joint, quantity, names));
        }
        return row;
    }

    /** How large coordinates are, by what is prescribed of them; zero where nothing is. */
    double[] coordinateSizes() {
        double[] straight = startingControlPoints();
        double[] sizes = new double[n];
        for (int k = 0; k < straight.length; k++) {
            sizes[k % n] = Math.max(sizes[k % n], Math.abs(straight[k]));
        }
        return sizes;
    }

    /** Control points to start from: those of a guess, or on straight lines. */
    double[] startingControlPoints() {
        if (guess == null) {
            return straightControlPoints();
        }
        return GuessedMotion.controlPoints(guess, basis);
    }

    /** Control points on straight lines from start over the vias to the goal. */
    double[] straightControlPoints() {
        TreeMap<Double, double[]> stations = new TreeMap<>(vias);
        double[] first = new double[n];
        double[] last = new double[n];
        for (int i = 0; i < n; i++) {
            double fallback = goalGuess != null ? goalGuess[i] : start.position(i);
            first[i] = start.isPositionFree() ? goal.position(i) : start.position(i);
            last[i] = goal.isPositionFree() ? fallback : goal.position(i);
            last[i] += cycle == null ? 0 : cycle.shift(i);
        }
        stations.put(0.0, first);
        stations.put(1.0, last);
        return GuessedMotion.straight(stations, basis, n);
    }

    /** Collects what a problem needs; every {@link #build()} is a problem of its own. */
    public static final class Builder {
        private final MotionLimits limits;
        private final MotionObjective objective;
        private int n;
        private @Nullable Spline path;
        private EndState start;
        private EndState goal;
        private boolean startGiven;
        private boolean goalGiven;
        private final TreeMap<Double, double[]> vias = new TreeMap<>();
        private double @Nullable [] goalGuess;
        private int degree;
        private int controlPoints = 20;
        private int samples = 100;
        private boolean sampledCosts;
        private @Nullable CyclicEnd cycle;
        private double[] held = new double[0];
        private @Nullable Spline guess;
        private MotionInputs inputs = MotionInputs.NONE;
        private MotionDuration duration = MotionDuration.FREE;

        private Builder(MotionLimits limits, MotionObjective objective) {
            this.limits = limits;
            this.objective = objective;
            n = limits.size();
            start = EndState.anywhereAtRest(n);
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

        /** A motion to start from, a curve over any range, fitted where its knots are others. */
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
            path = givenPath.copy();
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
            n = limits.size();
            if (path != null) {
                followPath(path, highestOrder(bounds, terms));
            } else if (!startGiven || (!goalGiven && cycle == null)) {
                throw new IllegalArgumentException("a motion needs a start and a goal, or a path");
            }
            if (cycle != null) {
                checkCycle(cycle);
            }
            if (inputs.count() == 0
                    && terms.stream().anyMatch(term -> term.function().hasInputs())) {
                throw new IllegalArgumentException("a term of the objective has inputs, but the problem has none");
            }
            int stateOrder = limits.driveFunctions().stateOrder();
            start = start.restingUpTo(stateOrder);
            goal = goal.restingUpTo(stateOrder);
            if (limits.driveFunctions().dependsOnTime() && !duration.isFixed()) {
                throw new IllegalArgumentException(
                        "the base moves as told, by the clock: the duration must be given, it cannot be looked for");
            }
            start.check("the start", n);
            goal.check("the goal", n);
            vias.forEach((moment, via) -> EndState.at(via).check("the via point at " + moment, n));
            if (guess != null && guess.dimension() != n) {
                throw new IllegalArgumentException(
                        "the guess has %s coordinates, but the motion has %s".formatted(guess.dimension(), n));
            }
            if (goalGuess != null) {
                EndState.at(goalGuess).check("the guess of the goal", n);
            }
            if (path == null) {
                EndCheck ends = new EndCheck(limits);
                ends.check(start, goal, vias);
                ends.checkHeld(held, start, goal, vias, cycle);
            }
            duration.check();
            ProgramSize.check(n, controlPoints, samples, degree(bounds, terms), bounds);
            return new MotionProblem(this, bounds, terms);
        }

        private void checkCycle(CyclicEnd end) {
            if (path != null || goalGiven || !start.isFree()) {
                throw new IllegalArgumentException(
                        "a motion that goes on as it began has neither a goal, nor a given start, nor a path");
            }
            if (end.size() != n) {
                throw new IllegalArgumentException(
                        "the end is of %s coordinates, but the motion has %s".formatted(end.size(), n));
            }
            goal = EndState.free();
        }

        private void followPath(Spline given, int highestOrder) {
            if (limits.driveFunctions().stateOrder() > 1) {
                throw new IllegalArgumentException(
                        "a given path is followed by robots with rigid joints; give start, goal and via points"
                                + " instead");
            }
            if (startGiven || goalGiven || !vias.isEmpty() || held.length > 0) {
                throw new IllegalArgumentException(
                        "along a path, start, goal and via points are given already, and nothing can be held");
            }
            if (given.dimension() != limits.size()) {
                throw new IllegalArgumentException("the path has %s coordinates, but the robot has %s"
                        .formatted(given.dimension(), limits.size()));
            }
            PathState.requireSmooth(given, highestOrder);
            n = 1;
            boolean still = highestOrder == MotionState.HIGHEST_ORDER;
            double from = given.basis().start();
            double to = given.basis().end();
            start = still ? EndState.still(from) : EndState.atRest(from);
            goal = still ? EndState.still(to) : EndState.atRest(to);
        }
    }
}
