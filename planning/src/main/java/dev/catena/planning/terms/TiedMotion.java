package dev.catena.planning.terms;

import dev.catena.nlp.EvaluationException;
import dev.catena.planning.function.EndState;
import dev.catena.planning.function.Evaluators;
import dev.catena.planning.function.MotionState;
import dev.catena.planning.function.StandingPoints;
import dev.catena.planning.function.StateFunction;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.stream.IntStream;

/**
 * The motion of a robot whose points stand, by the coordinates that they leave free: all others follow exactly. Remembers what
 * it computed for each moment, so that all functions of a program compute it once.
 */
public final class TiedMotion implements ReducedMotion {
    private static final int MOST_REMEMBERED = 400;

    /** Postures between prescribed ones, from which others are found. */
    private static final int REFERENCES = 48;

    /** Columns below this share of the largest add nothing to those before. */
    private static final double DEPENDENT = 1e-7;

    /** Prescribed numbers that contacts make others by more than this contradict them. */
    private static final double CONTRADICTS = 1e-6;

    /** Dependent coordinates of one assembly that have their points in place nearly are not farther apart, rad or m. */
    private static final double OTHER_ASSEMBLY = 0.1;

    private final TiedPosture posture;
    private final Object origin;
    private final double[][] references;

    /** How many curves besides the coordinates are planned too. */
    private final int loads;

    private final Map<Double, TieSeries> byMoment = new HashMap<>();

    private TiedMotion(TiedPosture posture, int loads, Object origin, double[][] references) {
        this.loads = loads;
        this.posture = posture;
        this.origin = origin;
        this.references = references;
    }

    /**
     * A motion on points that stand.
     *
     * @param stations postures that are prescribed, by moment, the start among them
     * @throws IllegalArgumentException if they do not have the points in place, or no motion on them is found in between
     */
    public static TiedMotion through(StandingPoints points, NavigableMap<Double, double[]> stations) {
        return through(points, 0, stations);
    }

    /** The same with so many numbers of {@link dev.catena.planning.function.StandingLoads}, which are planned besides. */
    public static TiedMotion through(StandingPoints points, int loads, NavigableMap<Double, double[]> stations) {
        int[] independent = independent(points, stations);
        TiedPosture posture = new TiedPosture(points, independent);
        if (independent.length == 0) {
            throw new IllegalArgumentException("the contacts leave robot \"%s\" no motion at all"
                    .formatted(points.robot().name()));
        }
        double[] moments = new double[stations.size()];
        double[][] settled = new double[moments.length][];
        int k = 0;
        for (Map.Entry<Double, double[]> station : stations.entrySet()) {
            moments[k] = station.getKey();
            settled[k++] = settled(posture, points, station.getKey(), station.getValue());
        }
        return new TiedMotion(posture, loads, new Object(), references(posture, moments, settled));
    }

    private static double[] settled(TiedPosture posture, StandingPoints points, double moment, double[] given) {
        double off = posture.place(given, posture.series(0));
        double[] settled = given.clone();
        try {
            if (off <= points.tolerance()) {
                posture.settle(settled);
                return settled;
            }
        } catch (EvaluationException e) {
            throw new IllegalArgumentException(
                    "the posture at %s of the time cannot be kept by contacts: %s".formatted(moment, e.getMessage()));
        }
        throw new IllegalArgumentException(
                "the posture at %s of the time has a contact %s m from its place, where %s m are allowed"
                        .formatted(moment, off, points.tolerance()));
    }

    /** Postures along straight lines of the independent coordinates from station to station, each found from the one before. */
    private static double[][] references(TiedPosture posture, double[] moments, double[][] settled) {
        double[][] references = new double[REFERENCES + 1][];
        double[] q = settled[0].clone();
        double[] x = new double[posture.independent.length];
        int before = 0;
        for (int k = 0; k <= REFERENCES; k++) {
            double moment = (double) k / REFERENCES;
            while (before < moments.length - 1 && moments[before + 1] <= moment) {
                before++;
                follow(posture, q, settled[before], x, moments[before]);
                requireSame(posture, q, settled[before], moments[before]);
            }
            int after = Math.min(before + 1, moments.length - 1);
            double share = after == before ? 0 : (moment - moments[before]) / (moments[after] - moments[before]);
            double[] between = settled[before].clone();
            for (int i : posture.independent) {
                between[i] += share * (settled[after][i] - settled[before][i]);
            }
            follow(posture, q, between, x, moment);
            references[k] = q.clone();
        }
        return references;
    }

    private static void follow(TiedPosture posture, double[] q, double[] goal, double[] x, double moment) {
        for (int k = 0; k < x.length; k++) {
            x[k] = goal[posture.independent[k]];
        }
        try {
            posture.follow(q, x);
        } catch (EvaluationException e) {
            throw new IllegalArgumentException(
                    "%s of the time on the straight way from one prescribed posture to the next: %s; give a via point"
                            .formatted(moment, e.getMessage()));
        }
    }

    private static void requireSame(TiedPosture posture, double[] q, double[] station, double moment) {
        for (int i : posture.dependent) {
            if (Math.abs(q[i] - station[i]) > OTHER_ASSEMBLY) {
                throw new IllegalArgumentException(
                        "at %s of the time, %s is prescribed to be %s, but on contacts the motion arrives with %s: the robot would have to be assembled anew"
                                .formatted(moment, posture.robot.jointNames().get(i), station[i], q[i]));
            }
        }
    }

    /**
     * The coordinates that are left when those that stay farthest from depending on each other, in the first posture and in the
     * last, are taken as dependent.
     */
    private static int[] independent(StandingPoints points, NavigableMap<Double, double[]> stations) {
        TiedPosture all = new TiedPosture(
                points, IntStream.range(0, points.robot().jointCount()).toArray());
        int n = all.n;
        double[][] columns = new double[2][];
        int rank = Integer.MAX_VALUE;
        List<double[]> ends =
                List.of(stations.firstEntry().getValue(), stations.lastEntry().getValue());
        for (int e = 0; e < 2; e++) {
            all.place(ends.get(e), all.series(0));
            columns[e] = all.matrix.clone();
            int own = new ColumnChoice(all.rows, n, DEPENDENT, all.matrix.clone())
                    .chosen()
                    .size();
            if (e > 0 && own != rank) {
                throw new IllegalArgumentException(
                        "the contacts tie %s coordinates at the start and %s at the end: one of these postures is singular, such as with stretched legs"
                                .formatted(rank, own));
            }
            rank = own;
        }
        List<Integer> dependent = new ColumnChoice(all.rows, n, DEPENDENT, columns).chosen();
        if (dependent.size() < rank) {
            throw new IllegalArgumentException(
                    "no coordinates of robot \"%s\" are independent on its contacts both at the start and at the end"
                            .formatted(points.robot().name()));
        }
        return IntStream.range(0, n).filter(i -> !dependent.contains(i)).toArray();
    }

    // ---------------------------------------------------------------- ends

    /** What is prescribed at an end, of the independent coordinates. */
    public EndState reduced(String what, EndState end, double moment) {
        if (end.isFree()) {
            return end;
        }
        EndState own = end.of(posture.independent);
        if (!end.isPositionFree() && end.order() > 0) {
            int order = end.order();
            MotionState free = new MotionState(posture.independent.length + loads, 0, order);
            free.setMoment(moment);
            for (int k = 0; k < posture.independent.length; k++) {
                free.position()[k] = own.position(k);
                for (int o = 1; o <= order; o++) {
                    free.derivative(o)[k] = own.derivative(o, k);
                }
            }
            MotionState full = follow(free);
            for (int o = 1; o <= order; o++) {
                for (int i = 0; i < posture.n; i++) {
                    double given = end.derivative(o, i);
                    if (!(Math.abs(given - full.derivative(o)[i]) <= CONTRADICTS * (1 + Math.abs(given)))) {
                        throw new IllegalArgumentException(
                                "%s: the derivative of order %s of %s is %s, but the contacts make it %s"
                                        .formatted(
                                                what,
                                                o,
                                                posture.robot.jointNames().get(i),
                                                given,
                                                full.derivative(o)[i]));
                    }
                }
            }
        }
        return own.withAnywhere(loads);
    }

    /** The independent coordinates of a posture, and no loads. */
    public double[] reduced(double[] q) {
        double[] own = Arrays.stream(posture.independent).mapToDouble(i -> q[i]).toArray();
        return Arrays.copyOf(own, own.length + loads);
    }

    /** How many curves besides the coordinates are planned too, behind these. */
    public int loads() {
        return loads;
    }

    // ---------------------------------------------------------------- motion

    @Override
    public List<String> coordinates() {
        List<String> names = posture.robot.jointNames();
        return IntStream.range(0, posture.independent.length + loads)
                .mapToObj(k -> k < posture.independent.length
                        ? names.get(posture.independent[k])
                        : "load " + (k - posture.independent.length + 1))
                .toList();
    }

    @Override
    public MotionState follow(MotionState reduced) {
        TieSeries series = at(reduced);
        System.arraycopy(reduced.inputs(), 0, series.state.inputs(), 0, reduced.inputs().length);
        series.state.setMoment(reduced.moment());
        series.state.setTime(reduced.time());
        return series.state;
    }

    /** What is known of a moment, computed if the motion is another than before. */
    TieSeries at(MotionState reduced) {
        if (byMoment.size() > MOST_REMEMBERED) {
            byMoment.clear();
        }
        int highest = reduced.highestOrder();
        TieSeries series = byMoment.get(reduced.moment());
        if (series == null
                || series.state.highestOrder() != highest
                || series.state.inputs().length != reduced.inputs().length) {
            series = new TieSeries(posture, loads, reduced.inputs().length, highest);
        } else if (isOf(series, reduced)) {
            return series;
        }
        byMoment.remove(reduced.moment());
        for (int order = 0; order <= highest; order++) {
            System.arraycopy(reduced.derivative(order), 0, series.x[order], 0, series.x[order].length);
        }
        double place = Math.min(Math.max(reduced.moment(), 0), 1) * REFERENCES;
        series.compute(references[(int) Math.rint(place)]);
        byMoment.put(reduced.moment(), series);
        return series;
    }

    private static boolean isOf(TieSeries series, MotionState reduced) {
        for (int order = 0; order < series.x.length; order++) {
            if (!Arrays.equals(series.x[order], reduced.derivative(order))) {
                return false;
            }
        }
        return true;
    }

    int coordinateCount() {
        return posture.n;
    }

    @Override
    public StateFunction of(StateFunction function) {
        return new TiedFunction(function, this);
    }

    @Override
    public TiedMotion copy() {
        return new TiedMotion(posture.copy(), loads, origin, references);
    }

    @Override
    public TiedMotion copy(Evaluators evaluators) {
        return evaluators.of(origin, TiedMotion.class, this::copy);
    }
}
