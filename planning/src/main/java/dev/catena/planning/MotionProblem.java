package dev.catena.planning;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.catena.nlp.NonlinearProgram;
import dev.catena.spline.Spline;
import dev.catena.spline.SplineBasis;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A motion that is wanted: from where to where, within which limits, best in which sense, as a B-spline of which degree
 * and how many control points. Immutable; {@link MotionPlanner} solves it.
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
    /** Duration that {@link MotionPlanner} is to find a start for. */
    private static final double UNKNOWN = Double.NaN;

    private final Builder given;
    private final SplineBasis basis;
    private final ControlPoints points;
    private final List<SampledLimit> limits;
    private final List<IntegralCost> costs;

    private MotionProblem(Builder given) {
        this.given = given;
        basis = SplineBasis.uniform(given.degree(), given.controlPoints);
        points = new ControlPoints(basis, given.n, given.start, given.goal, given.fixedDuration);
        limits = sampledLimits();
        costs = given.objective.costs().stream()
                .map(cost -> new IntegralCost(cost.name(), along(cost.function()), cost.weight()))
                .toList();
    }

    private List<SampledLimit> sampledLimits() {
        List<SampledLimit> sampled = new ArrayList<>();
        for (MotionLimits.Bound bound : given.limits.bounds()) {
            sampled.add(new SampledLimit(
                    along(bound.function()),
                    bound.lower(),
                    bound.upper(),
                    moments(bound.from(), bound.to()),
                    bound.from() < bound.to()));
        }
        StateFunction position =
                new CoordinateFunction(0, given.limits.dynamics().coordinates());
        given.vias.forEach(
                (moment, via) -> sampled.add(new SampledLimit(position, via, via, new double[] {moment}, false)));
        if (given.path != null) {
            double[] zero = {0};
            double[] any = {Double.POSITIVE_INFINITY};
            StateFunction speed = new CoordinateFunction(1, List.of("the path parameter"));
            sampled.add(new SampledLimit(speed, zero, any, moments(0, 1), true));
        }
        sampled.removeIf(limit -> limit.rows.length == 0);
        return sampled;
    }

    private StateFunction along(StateFunction function) {
        return given.path == null ? function : new AlongPath(function, given.path);
    }

    /** The uniform samples from a moment to another, and these two. */
    private double[] moments(double from, double to) {
        if (from == to) {
            return new double[] {from};
        }
        List<Double> moments = new ArrayList<>();
        moments.add(from);
        for (int k = 0; k < given.samples; k++) {
            double u = (double) k / (given.samples - 1);
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

    /** The nonlinear program of the problem before any samples are added, its start included: for other solvers. */
    public NonlinearProgram program() {
        return MotionPlanner.program(this, limits, MotionPlanner.startOf(this));
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
        return given.objective.timeWeight();
    }

    double leastDuration() {
        return given.leastDuration;
    }

    double largestDuration() {
        return given.largestDuration;
    }

    /** NaN if the planner is to find one. */
    double durationGuess() {
        return Double.isNaN(given.fixedDuration) ? given.durationGuess : given.fixedDuration;
    }

    @Nullable
    Spline path() {
        return given.path;
    }

    /** The spline's degree. */
    public int degree() {
        return basis.degree();
    }

    /** Control points for each coordinate. */
    public int controlPointCount() {
        return given.controlPoints;
    }

    /** Uniform samples of limits, before any are added. */
    public int samples() {
        return given.samples;
    }

    /** Control points on straight lines from start over the vias to the goal. */
    double[] straightControlPoints() {
        TreeMap<Double, double[]> stations = new TreeMap<>(given.vias);
        double[] first = new double[given.n];
        double[] last = new double[given.n];
        double[] guess = given.goalGuess;
        for (int i = 0; i < given.n; i++) {
            double fallback = guess != null ? guess[i] : given.start.position(i);
            first[i] = given.start.isPositionFree() ? given.goal.position(i) : given.start.position(i);
            last[i] = given.goal.isPositionFree() ? fallback : given.goal.position(i);
        }
        stations.put(0.0, first);
        stations.put(1.0, last);
        double[] abscissae = basis.grevilleAbscissae();
        double[] straight = new double[abscissae.length * given.n];
        for (int j = 0; j < abscissae.length; j++) {
            Map.Entry<Double, double[]> before = stations.floorEntry(Math.min(abscissae[j], 1));
            Map.Entry<Double, double[]> after = stations.higherEntry(before.getKey());
            double[] to = after == null ? before.getValue() : after.getValue();
            double share = after == null ? 0 : (abscissae[j] - before.getKey()) / (after.getKey() - before.getKey());
            for (int i = 0; i < given.n; i++) {
                straight[j * given.n + i] = before.getValue()[i] + share * (to[i] - before.getValue()[i]);
            }
        }
        return straight;
    }

    /** Collects what a problem needs. */
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
        private double fixedDuration = UNKNOWN;
        private double durationGuess = UNKNOWN;
        private double leastDuration = 1e-3;
        private double largestDuration = 1e3;

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

        /** Where to look first, if the goal's position is free. */
        @CanIgnoreReturnValue
        public Builder goalGuess(double... position) {
            goalGuess = position.clone();
            return this;
        }

        /** A position to pass at a fraction of the duration, between 0 and 1. */
        @CanIgnoreReturnValue
        public Builder via(double moment, double... position) {
            if (!(moment > 0 && moment < 1)) {
                throw new IllegalArgumentException(
                        "a via point is at %s of the duration, but must be between 0 and 1".formatted(moment));
            }
            vias.put(moment, position.clone());
            return this;
        }

        /**
         * Follow this path from its start to its end instead of choosing one; only the time law is planned. It begins and
         * ends at rest, and still if torque rates or jerks are limited.
         */
        @CanIgnoreReturnValue
        public Builder along(Spline givenPath) {
            path = givenPath;
            return this;
        }

        /** Degree of the spline; 3 unless told otherwise, 5 where jerks or torque rates count. */
        @CanIgnoreReturnValue
        public Builder degree(int value) {
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
            fixedDuration = positive(seconds);
            return this;
        }

        /** Bounds of the duration; 1 ms and 1000 s unless told otherwise. */
        @CanIgnoreReturnValue
        public Builder durationBetween(double least, double most) {
            leastDuration = positive(least);
            largestDuration = positive(most);
            if (least > most) {
                throw new IllegalArgumentException("no duration is between %s s and %s s".formatted(least, most));
            }
            return this;
        }

        /** A duration to start from; found unless told otherwise. */
        @CanIgnoreReturnValue
        public Builder durationGuess(double seconds) {
            durationGuess = positive(seconds);
            return this;
        }

        private static double positive(double seconds) {
            if (!(seconds > 0) || Double.isInfinite(seconds)) {
                throw new IllegalArgumentException("a duration is %s s, but must be positive".formatted(seconds));
            }
            return seconds;
        }

        private int degree() {
            return degree > 0 ? degree : usesJerk() ? 5 : 3;
        }

        private boolean usesJerk() {
            return limits.bounds().stream().anyMatch(bound -> bound.function().order() == 3 && isBounded(bound))
                    || objective.costs().stream()
                            .anyMatch(cost -> cost.function().order() == 3);
        }

        private static boolean isBounded(MotionLimits.Bound bound) {
            return Arrays.stream(bound.lower()).anyMatch(Double::isFinite)
                    || Arrays.stream(bound.upper()).anyMatch(Double::isFinite);
        }

        public MotionProblem build() {
            if (path != null) {
                followPath(path);
            } else if (!startGiven || !goalGiven) {
                throw new IllegalArgumentException("a motion needs a start and a goal, or a path");
            }
            start.check("the start", n);
            goal.check("the goal", n);
            vias.forEach((moment, via) -> EndState.at(via).check("the via point at " + moment, n));
            if (goalGuess != null) {
                EndState.at(goalGuess).check("the guess of the goal", n);
            }
            if (objective.timeWeight() == 0 && objective.costs().isEmpty()) {
                throw new IllegalArgumentException("the objective is empty; what is to be least?");
            }
            checkEnds();
            return new MotionProblem(this);
        }

        private void followPath(Spline given) {
            if (startGiven || goalGiven || !vias.isEmpty()) {
                throw new IllegalArgumentException("along a path, start, goal and via points are given already");
            }
            if (given.dimension() != limits.size()) {
                throw new IllegalArgumentException("the path has %s coordinates, but the robot has %s"
                        .formatted(given.dimension(), limits.size()));
            }
            n = 1;
            double from = given.basis().start();
            double to = given.basis().end();
            start = usesJerk() ? EndState.still(from) : EndState.atRest(from);
            goal = usesJerk() ? EndState.still(to) : EndState.atRest(to);
        }

        /** Positions that are given must keep the limits on positions, or nothing can be found. */
        private void checkEnds() {
            for (MotionLimits.Bound bound : limits.bounds()) {
                if (path == null && bound.function() instanceof CoordinateFunction f && f.order() == 0) {
                    checkEnd("the start", start, bound);
                    checkEnd("the goal", goal, bound);
                    vias.forEach((moment, via) -> checkEnd("the via point at " + moment, EndState.at(via), bound));
                }
            }
        }

        private void checkEnd(String what, EndState end, MotionLimits.Bound bound) {
            for (int i = 0; i < n && !end.isPositionFree(); i++) {
                double q = end.position(i);
                if (q < bound.lower()[i] || q > bound.upper()[i]) {
                    throw new IllegalArgumentException("%s: %s is %s, which is not within %s and %s"
                            .formatted(what, bound.function().name(i), q, bound.lower()[i], bound.upper()[i]));
                }
            }
        }
    }
}
