package dev.catena.planning.terms;

import dev.catena.model.RobotModel;
import dev.catena.nlp.EvaluationException;
import dev.catena.planning.function.CyclicEnd;
import dev.catena.planning.function.EndState;
import dev.catena.planning.function.Evaluators;
import dev.catena.planning.function.MotionState;
import dev.catena.planning.function.StandingPoints;
import dev.catena.planning.function.StateFunction;
import dev.catena.spline.Spline;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

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

    /** Prescribed numbers that contacts make others by more than this contradict them: rad, or robot's lengths, as all that follow. */
    private static final double CONTRADICTS = 1e-6;

    /** Dependent coordinates of one assembly that have their points in place nearly are not farther apart. */
    private static final double OTHER_ASSEMBLY = 0.1;

    /** Postures near a given one whose images are looked at, and how far they are away. */
    private static final int PROBES = 5;

    private static final double PROBED = 0.02;

    private final TiedPosture posture;
    private final Object origin;
    private final double[][] references;

    /** How many curves besides the coordinates are planned too. */
    private final int loads;

    private final Map<Double, TieSeries> byMoment = new HashMap<>();

    /** Whether others are found from the posture nearest to them, whenever that is, as along a path whose time law is planned. */
    private final boolean fromNearest;

    private TiedMotion(TiedPosture posture, int loads, Object origin, double[][] references, boolean fromNearest) {
        this.fromNearest = fromNearest;
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
        return through(points, loads, stations, null);
    }

    private static TiedMotion through(
            StandingPoints points, int loads, NavigableMap<Double, double[]> stations, @Nullable CyclicEnd cycle) {
        int[] independent = independent(points, stations, cycle);
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
        return new TiedMotion(posture, loads, new Object(), references(posture, moments, settled), false);
    }

    /**
     * A motion on points that stand which goes on as it began.
     *
     * @param stations postures near which it is, that at the start among them
     * @throws IllegalArgumentException also if the points would not be in their places as it goes on
     */
    public static TiedMotion cyclic(
            StandingPoints points, int loads, NavigableMap<Double, double[]> stations, CyclicEnd cycle) {
        if (loads > 0 && !cycle.isPeriodic()) {
            throw new IllegalArgumentException(
                    "of robot \"%s\", whose springs feel how contacts are loaded, what contacts exert against each other is planned too, and repeats as it is: leave out swap, reversed and shift, or plan withoutSprings(), on the command line --rigid"
                            .formatted(points.robot().name()));
        }
        TiedMotion motion = through(points, loads, stations, cycle);
        motion.requireRepeating(points.robot(), stations.firstEntry().getValue(), cycle);
        return motion;
    }

    /** Complains unless postures with the points in place have images that have, tried for some near a given one. */
    private void requireRepeating(RobotModel robot, double[] posture0, CyclicEnd cycle) {
        Random random = new Random(1);
        double[] q = posture0.clone();
        double[] x = new double[posture.independent.length];
        for (int k = 0; k < PROBES; k++) {
            for (int c = 0; c < x.length; c++) {
                int i = posture.independent[c];
                x[c] = posture0[i] + (k == 0 ? 0 : PROBED * posture.units[i] * (2 * random.nextDouble() - 1));
            }
            try {
                posture.follow(q, x);
            } catch (EvaluationException e) {
                q = posture0.clone();
                continue;
            }
            double[] image = new double[q.length];
            for (int i = 0; i < image.length; i++) {
                image[i] = cycle.sign(i) * q[cycle.partner(i)] + cycle.shift(i);
            }
            double off = posture.place(image, posture.series(0));
            if (!(off <= CONTRADICTS * posture.length)) {
                throw new IllegalArgumentException(
                        "as the motion of robot \"%s\" goes on, mirrored or shifted, a contact would be %s m from its place, but contacts stand all the time; to walk, give feet and phases instead of contacts"
                                .formatted(robot.name(), off));
            }
        }
    }

    /** How what is planned goes on. */
    public CyclicEnd reduced(CyclicEnd cycle) {
        return cycle.of(Arrays.stream(posture.independent).boxed().toList(), loads);
    }

    /**
     * A motion on points that stand, along a path of all coordinates of which those count that are free: others follow.
     *
     * @param stations parameters at which the path has postures with the points in place, both ends among them
     * @throws IllegalArgumentException if these do not, or contacts cannot be kept in between
     */
    public static TiedMotion along(StandingPoints points, int loads, Spline path, double... stations) {
        double from = path.basis().start();
        double length = path.basis().end() - from;
        TreeMap<Double, double[]> prescribed = new TreeMap<>();
        for (double s : stations) {
            prescribed.put((s - from) / length, at(path, s));
        }
        TiedPosture posture = new TiedPosture(points, independent(points, prescribed, null));
        double[] q = settled(posture, points, 0, at(path, from));
        double[] x = new double[posture.independent.length];
        double[][] references = new double[REFERENCES + 1][];
        for (int k = 0; k <= REFERENCES; k++) {
            double moment = (double) k / REFERENCES;
            for (Map.Entry<Double, double[]> passed : prescribed
                    .subMap((k - 1.0) / REFERENCES, false, moment, true)
                    .entrySet()) {
                double[] station = settled(posture, points, passed.getKey(), passed.getValue());
                follow(posture, q, station, x, passed.getKey());
                requireSame(posture, q, station, passed.getKey());
            }
            follow(posture, q, at(path, from + length * moment), x, moment);
            references[k] = q.clone();
        }
        return new TiedMotion(posture, loads, new Object(), references, true);
    }

    private static double[] at(Spline path, double s) {
        double[] q = new double[path.dimension()];
        path.evaluate(s, 0, q);
        return q;
    }

    /** What a path of all coordinates is of those that are free. */
    public Spline reduced(Spline path) {
        double[] all = path.controlPoints();
        int count = posture.independent.length;
        double[] own = new double[all.length / posture.n * count];
        for (int k = 0; k < own.length; k++) {
            own[k] = all[k / count * posture.n + posture.independent[k % count]];
        }
        return new Spline(path.basis(), count, own);
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
                    "the posture at %s of the way cannot be kept by contacts: %s".formatted(moment, e.getMessage()));
        }
        throw new IllegalArgumentException(
                "the posture at %s of the way has a contact %s m from its place, where %s m are allowed"
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
            if (Math.abs(q[i] - station[i]) > OTHER_ASSEMBLY * posture.units[i]) {
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
    private static int[] independent(
            StandingPoints points, NavigableMap<Double, double[]> stations, @Nullable CyclicEnd cycle) {
        TiedPosture all = new TiedPosture(
                points, IntStream.range(0, points.robot().jointCount()).toArray());
        int n = all.n;
        int[] self = IntStream.range(0, n).toArray();
        int[] partner =
                cycle == null ? self : IntStream.range(0, n).map(cycle::partner).toArray();
        double[][] columns = new double[2][];
        int rank = Integer.MAX_VALUE;
        List<double[]> ends =
                List.of(stations.firstEntry().getValue(), stations.lastEntry().getValue());
        for (int e = 0; e < 2; e++) {
            all.place(ends.get(e), all.series(0));
            columns[e] = all.toChooseBy();
            int own = new ColumnChoice(all.rows, n, DEPENDENT, self, columns[e])
                    .chosen()
                    .size();
            if (e > 0 && own != rank) {
                throw new IllegalArgumentException(
                        "the contacts tie %s coordinates at the start and %s at the end: one of these postures is singular, such as with stretched legs"
                                .formatted(rank, own));
            }
            rank = own;
        }
        List<Integer> chosen = new ColumnChoice(all.rows, n, DEPENDENT, partner, columns).chosen();
        // where pairs no longer fit at the end, they come first
        if (chosen.size() < rank) {
            chosen = ColumnChoice.pairsFirst(all.rows, n, DEPENDENT, partner, columns)
                    .chosen();
        }
        List<Integer> dependent = List.copyOf(chosen);
        if (dependent.size() < rank) {
            throw new IllegalArgumentException(
                    "no coordinates of robot \"%s\" are independent on its contacts both at the start and at the end%s"
                            .formatted(
                                    points.robot().name(),
                                    cycle == null ? "" : ", each together with its mirror image"));
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
                    if (!(Math.abs(given - full.derivative(o)[i])
                            <= CONTRADICTS * (posture.units[i] + Math.abs(given)))) {
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

    @Override
    public int loads() {
        return loads;
    }

    @Override
    public boolean stands() {
        return true;
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
        series.compute(references[fromNearest ? nearest(reduced.position()) : (int) Math.rint(place)]);
        byMoment.put(reduced.moment(), series);
        return series;
    }

    private int nearest(double[] x) {
        int nearest = 0;
        double least = Double.POSITIVE_INFINITY;
        for (int k = 0; k < references.length; k++) {
            double square = 0;
            for (int c = 0; c < posture.independent.length; c++) {
                int i = posture.independent[c];
                double off = (x[c] - references[k][i]) / posture.units[i];
                square += off * off;
            }
            if (square < least) {
                least = square;
                nearest = k;
            }
        }
        return nearest;
    }

    private static boolean isOf(TieSeries series, MotionState reduced) {
        for (int order = 0; order < series.x.length; order++) {
            if (!Arrays.equals(series.x[order], reduced.derivative(order))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public double[] units() {
        return posture.units;
    }

    @Override
    public double[] ownUnits() {
        double[] units = new double[posture.independent.length + loads];
        Arrays.setAll(units, k -> k < posture.independent.length ? posture.units[posture.independent[k]] : 1);
        return units;
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
        return new TiedMotion(posture.copy(), loads, origin, references, fromNearest);
    }

    @Override
    public TiedMotion copy(Evaluators evaluators) {
        return evaluators.of(origin, TiedMotion.class, this::copy);
    }
}
