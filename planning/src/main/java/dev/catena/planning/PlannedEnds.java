package dev.catena.planning;

import dev.catena.planning.function.CyclicEnd;
import dev.catena.planning.function.EndState;
import dev.catena.planning.function.MotionState;
import dev.catena.planning.function.StandingPoints;
import dev.catena.planning.function.StateFunction;
import dev.catena.planning.terms.CoordinateFunction;
import dev.catena.planning.terms.PathState;
import dev.catena.planning.terms.ReducedMotion;
import dev.catena.planning.terms.TiedMotion;
import dev.catena.planning.transcription.SampledLimit;
import dev.catena.spline.Spline;
import dev.catena.spline.SplineBasis;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a motion is planned of, and what is prescribed of that: the robot's coordinates, the parameter of a path, or what
 * contacts leave free.
 *
 * @param cycle how the motion goes on at its end; null if it does not
 * @param reduced how all coordinates follow; null if all are planned
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record PlannedEnds(
        List<String> coordinates,
        EndState start,
        EndState goal,
        TreeMap<Double, double[]> vias,
        double @Nullable [] goalGuess,
        @Nullable CyclicEnd cycle,
        @Nullable ReducedMotion reduced) {

    int size() {
        return coordinates.size();
    }

    static PlannedEnds of(
            List<String> coordinates,
            EndState start,
            EndState goal,
            TreeMap<Double, double[]> vias,
            double @Nullable [] goalGuess,
            @Nullable CyclicEnd cycle) {
        TreeMap<Double, double[]> own = new TreeMap<>();
        vias.forEach((moment, via) -> own.put(moment, via.clone()));
        return new PlannedEnds(
                coordinates, start, goal, own, goalGuess == null ? null : goalGuess.clone(), cycle, null);
    }

    /**
     * Along a path, from its start to its end.
     *
     * @param standing points that stand all the time; null for none
     * @param stations parameters at which the path has postures that have these in place
     */
    static PlannedEnds along(
            Spline path, @Nullable StandingPoints standing, double[] stations, MotionLimits limits, int highestOrder) {
        if (path.dimension() != limits.size()) {
            throw new IllegalArgumentException(
                    "the path has %s coordinates, but the robot has %s".formatted(path.dimension(), limits.size()));
        }
        PathState.requireSmooth(path, highestOrder);
        double from = path.basis().start();
        double to = path.basis().end();
        ReducedMotion reduced = new PathState(path);
        if (standing != null) {
            TiedMotion tied = TiedMotion.along(standing, limits.driveFunctions().loads(), path, stations);
            reduced = new PathState(tied.reduced(path), tied);
        }
        int rest = Math.max(
                highestOrder == MotionState.HIGHEST_ORDER ? 2 : 1,
                limits.driveFunctions().stateOrder());
        return new PlannedEnds(
                reduced.coordinates(),
                EndState.atRest(from).restingUpTo(rest).withAnywhere(reduced.loads()),
                EndState.atRest(to).restingUpTo(rest).withAnywhere(reduced.loads()),
                new TreeMap<>(),
                null,
                null,
                reduced);
    }

    /** How many of the coordinates are loads, anywhere at ends and via points; they are the last ones. */
    int loads() {
        return reduced == null ? 0 : reduced.loads();
    }

    /**
     * Where the via points are passed.
     *
     * @param units what positions count in
     */
    List<SampledLimit> passed(double[] units) {
        StateFunction position = new CoordinateFunction(0, coordinates, units);
        List<SampledLimit> passed = new ArrayList<>();
        vias.forEach((moment, via) -> {
            double[] lower = via.clone();
            double[] upper = via.clone();
            Arrays.fill(lower, size() - loads(), size(), Double.NEGATIVE_INFINITY);
            Arrays.fill(upper, size() - loads(), size(), Double.POSITIVE_INFINITY);
            passed.add(new SampledLimit(position, lower, upper, new double[] {moment}, false));
        });
        return passed;
    }

    /** The parameter of a path, the first coordinate, never goes back. */
    SampledLimit forward(double[] moments) {
        double[] any = new double[size()];
        Arrays.fill(any, Double.POSITIVE_INFINITY);
        double[] lower = new double[size()];
        Arrays.fill(lower, 1, size(), Double.NEGATIVE_INFINITY);
        return new SampledLimit(new CoordinateFunction(1, coordinates), lower, any, moments, true);
    }

    /** These, if torques do not depend on loads of feet. */
    PlannedEnds withoutLoads(MotionLimits limits) {
        if (limits.driveFunctions().loads() > 0) {
            throw new IllegalArgumentException(
                    "torques are those of a robot that stands: say which points stand, by standing(…)");
        }
        return this;
    }

    /** The same of what points that stand leave free, and of so many loads. */
    PlannedEnds on(StandingPoints points, int loads) {
        if (start.isPositionFree()) {
            throw new IllegalArgumentException("a motion on contacts begins in a posture that is given");
        }
        TreeMap<Double, double[]> stations = new TreeMap<>(vias);
        stations.put(0.0, posture(start));
        if (!goal.isPositionFree()) {
            stations.put(1.0, posture(goal));
        }
        TiedMotion tied = TiedMotion.through(points, loads, stations);
        TreeMap<Double, double[]> own = new TreeMap<>();
        vias.forEach((moment, via) -> own.put(moment, tied.reduced(via)));
        return new PlannedEnds(
                tied.coordinates(),
                tied.reduced("the start", start, 0),
                tied.reduced("the goal", goal, 1),
                own,
                null,
                null,
                tied);
    }

    /** The same of a motion that goes on as it began, from a posture that has the points in place. */
    PlannedEnds cyclicOn(StandingPoints points, int loads, double[] posture) {
        CyclicEnd whole = Objects.requireNonNull(cycle);
        TreeMap<Double, double[]> stations = new TreeMap<>(vias);
        stations.put(0.0, posture);
        TiedMotion tied = TiedMotion.cyclic(points, loads, stations, whole);
        TreeMap<Double, double[]> own = new TreeMap<>();
        vias.forEach((moment, via) -> own.put(moment, tied.reduced(via)));
        return new PlannedEnds(tied.coordinates(), start, goal, own, null, tied.reduced(whole), tied);
    }

    private double[] posture(EndState end) {
        double[] q = new double[size()];
        for (int i = 0; i < q.length; i++) {
            q[i] = end.position(i);
        }
        return q;
    }

    /** Control points on straight lines from start over the vias to the goal. */
    double[] straight(SplineBasis basis) {
        int n = size();
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
}
