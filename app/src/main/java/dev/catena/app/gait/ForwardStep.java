package dev.catena.app.gait;

import dev.catena.dynamics.MassMatrix;
import dev.catena.ground.Footing;
import dev.catena.model.RobotModel;
import dev.catena.planning.PlannedMotion;
import dev.catena.planning.function.MotionState;
import dev.catena.planning.function.Support;
import dev.catena.textbook.DoubleDouble;
import dev.catena.textbook.Load;
import dev.catena.textbook.Motion;
import dev.catena.textbook.NewtonEuler;
import dev.catena.textbook.Placement;
import dev.catena.textbook.TextbookRobot;
import dev.catena.textbook.Vector;
import dev.catena.textbook.WorldKinematics;
import dev.catena.textbook.Wrench;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A step simulated forward over its whole length with the planned torques and loads of the feet, both functions of time alone.
 * Nothing holds the body on its way: a leg that carries the weight is a column of struts, and an error grows by some twenty
 * orders of magnitude until the next heel strikes (see {@link ErrorGrowth}), beyond what doubles can bear. So all numbers
 * have 106 bits here, and the integrator is of a high order: the modified midpoint rule, extrapolated [Hairer 9].
 *
 * <p>Torques are those of inverse dynamics along the splines at each stage, accelerations those with which inverse dynamics
 * at the simulated state needs these torques, found by corrections with the mass matrix in doubles.
 */
final class ForwardStep {
    private static final int COLUMNS = 10;
    private static final int CORRECTIONS = 6;

    /** After a correction below this, rad/s², what is left is below 1e-22: each is smaller by the digits of doubles. */
    private static final double EXACT = 1e-13;

    /** Difference of columns, rad or m, below which a step counts. */
    private static final double TOLERANCE = 1e-21;

    private static final double SAFETY = 0.85;

    /** As fractions of the duration. */
    private static final double SHORTEST = 1e-5;

    private static final double FIRST = 0.01;

    private final RobotModel robot;
    private final Support support;
    private final PlannedMotion plan;
    private final TextbookRobot<DoubleDouble> exact;
    private final MassMatrix massMatrix;
    private final int n;
    private final DoubleDouble perDuration;
    private final double[] matrix;

    // of the stretch that is integrated
    private Footing footing = Footing.none(0);
    private double[] given = {};
    private List<SpanPolynomials> span = List.of();
    private final Map<Double, Drive> drives = new HashMap<>();
    private int evaluations;
    private double length = FIRST;
    private double difference;

    /** What drives the body at a time: torques and loads of the feet about the world's origin. */
    private record Drive(
            List<DoubleDouble> torques, List<Wrench<DoubleDouble>> loads, List<DoubleDouble> acceleration) {}

    ForwardStep(WalkAnalysis analysis) {
        robot = analysis.robot();
        support = analysis.problem().support();
        plan = analysis.motion();
        exact = TextbookRobot.of(robot, DoubleDouble::of);
        massMatrix = new MassMatrix(robot);
        n = robot.jointCount();
        perDuration = DoubleDouble.ONE.dividedBy(DoubleDouble.of(plan.duration()));
        matrix = new double[n * n];
    }

    /** How often the equations of motion were evaluated. */
    int evaluations() {
        return evaluations;
    }

    /** The times between which torques are smooth: knots of the spline, borders of phases, changes of inputs. */
    private double[] borders(double[] moments) {
        TreeSet<Double> borders = new TreeSet<>();
        for (double u : plan.spline().basis().breakpoints()) {
            borders.add(u);
        }
        for (int k = 0; k < moments.length; k++) {
            borders.add(moments[k]);
            if (k > 0 && support.countAt((moments[k] + moments[k - 1]) / 2) > 0) {
                borders.add((moments[k] + moments[k - 1]) / 2);
            }
        }
        List<Double> distinct = new ArrayList<>();
        for (double u : borders) {
            if (distinct.isEmpty() || u - distinct.get(distinct.size() - 1) > 1e-9) {
                distinct.add(u);
            }
        }
        return distinct.stream().mapToDouble(u -> u).toArray();
    }

    /**
     * How far the simulated step is from the plan at most, rad or m.
     *
     * @param moments of the samples, from the first to that until which it is simulated
     */
    double largestError(double[] moments) {
        double last = moments[moments.length - 1];
        double[] borders =
                Arrays.stream(borders(moments)).filter(u -> u <= last).toArray();
        begin(0.5 * (borders[0] + borders[1]));
        List<DoubleDouble> state = planned(DoubleDouble.of(borders[0]));
        double worst = 0;
        for (int k = 1; k < borders.length; k++) {
            begin(0.5 * (borders[k - 1] + borders[k]));
            state = integrate(state, borders[k - 1], borders[k]);
            worst = Math.max(worst, distance(state, planned(DoubleDouble.of(borders[k]))));
        }
        return worst;
    }

    private double distance(List<DoubleDouble> state, List<DoubleDouble> planned) {
        double largest = 0;
        for (int i = 0; i < n; i++) {
            largest = Math.max(
                    largest, Math.abs(state.get(i).minus(planned.get(i)).value()));
        }
        return largest;
    }

    /** Takes span, footing and inputs from the middle of a stretch, so that they hold at its ends too. */
    private void begin(double middle) {
        span = List.of(new SpanPolynomials(plan.spline(), middle));
        footing = support.footing(middle);
        given = new double[6 * support.feet().size()];
        MotionState state = plan.at(middle * plan.duration());
        for (int e = 0; e < support.countAt(middle); e++) {
            given[support.column(e, middle)] = state.inputs()[e];
        }
    }

    /** (q, q̇) of the plan at a moment. */
    private List<DoubleDouble> planned(DoubleDouble u) {
        List<DoubleDouble> state = new ArrayList<>(span.get(0).derivative(0, u));
        span.get(0).derivative(1, u).forEach(rate -> state.add(rate.times(perDuration)));
        return state;
    }

    // ---------------------------------------------------------------- integration

    /** Steps within a stretch, each as long as the two best columns of its table agree. */
    private List<DoubleDouble> integrate(List<DoubleDouble> from, double start, double end) {
        List<DoubleDouble> state = from;
        double at = start;
        while (at < end) {
            int parts = (int) Math.ceil((end - at) / length - 1e-6);
            double next = parts <= 1 ? end : at + (end - at) / parts;
            List<DoubleDouble> reached = step(state, at, next);
            length = (next - at) * factor(difference);
            if (difference <= TOLERANCE || next - at < SHORTEST) {
                state = reached;
                at = next;
            }
        }
        return state;
    }

    /** By how much longer the next step may be than one whose columns differ so much. */
    private static double factor(double difference) {
        double ratio = Math.pow(TOLERANCE / Math.max(difference, 1e-40), 1.0 / (2 * COLUMNS - 1));
        return Math.min(2, Math.max(0.3, SAFETY * ratio));
    }

    /** One step: T_jk = T_j,k−1 + (T_j,k−1 − T_j−1,k−1)/((n_j/n_j−k)² − 1). */
    private List<DoubleDouble> step(List<DoubleDouble> from, double start, double end) {
        drives.clear();
        List<List<DoubleDouble>> before = new ArrayList<>();
        for (int j = 0; j < COLUMNS; j++) {
            List<List<DoubleDouble>> row = new ArrayList<>();
            row.add(midpoint(from, start, end, 2 * (j + 1)));
            for (int k = 1; k <= j; k++) {
                DoubleDouble divisor = DoubleDouble.of((double) (j + 1) * (j + 1))
                        .dividedBy(DoubleDouble.of((double) (j + 1 - k) * (j + 1 - k)))
                        .minus(DoubleDouble.ONE);
                row.add(extrapolated(row.get(k - 1), before.get(k - 1), divisor));
            }
            before = row;
        }
        List<DoubleDouble> best = before.get(COLUMNS - 1);
        difference = distance(best, before.get(COLUMNS - 2));
        return best;
    }

    private static List<DoubleDouble> extrapolated(
            List<DoubleDouble> fine, List<DoubleDouble> coarse, DoubleDouble divisor) {
        List<DoubleDouble> result = new ArrayList<>();
        for (int i = 0; i < fine.size(); i++) {
            result.add(fine.get(i).plus(fine.get(i).minus(coarse.get(i)).dividedBy(divisor)));
        }
        return result;
    }

    /** Gragg's rule with an even number of steps. */
    private List<DoubleDouble> midpoint(List<DoubleDouble> from, double start, double end, int steps) {
        DoubleDouble length = DoubleDouble.of(end).minus(DoubleDouble.of(start));
        DoubleDouble h = length.times(DoubleDouble.of(plan.duration())).dividedBy(DoubleDouble.of(steps));
        List<DoubleDouble> last = from;
        List<DoubleDouble> now = sum(from, rate(start, length, 0, steps, from), h);
        DoubleDouble twice = h.plus(h);
        for (int k = 1; k < steps; k++) {
            List<DoubleDouble> next = sum(last, rate(start, length, k, steps, now), twice);
            last = now;
            now = next;
        }
        return now;
    }

    private static List<DoubleDouble> sum(List<DoubleDouble> a, List<DoubleDouble> b, DoubleDouble factor) {
        List<DoubleDouble> sum = new ArrayList<>();
        for (int i = 0; i < a.size(); i++) {
            sum.add(a.get(i).plus(b.get(i).times(factor)));
        }
        return sum;
    }

    // ---------------------------------------------------------------- equations of motion

    private List<DoubleDouble> rate(double start, DoubleDouble length, int k, int steps, List<DoubleDouble> state) {
        evaluations++;
        DoubleDouble u =
                DoubleDouble.of(start).plus(length.times(DoubleDouble.of(k)).dividedBy(DoubleDouble.of(steps)));
        Drive drive = drives.computeIfAbsent((double) k / steps, share -> drive(u));
        List<DoubleDouble> q = state.subList(0, n);
        List<DoubleDouble> qd = state.subList(n, 2 * n);
        List<DoubleDouble> rate = new ArrayList<>(qd);
        rate.addAll(acceleration(q, qd, drive));
        return rate;
    }

    /** Torques that the plan needs at a moment, and the loads of the feet. */
    private Drive drive(DoubleDouble u) {
        List<DoubleDouble> q = span.get(0).derivative(0, u);
        List<DoubleDouble> qd = scaled(span.get(0).derivative(1, u), perDuration);
        List<DoubleDouble> qdd = scaled(span.get(0).derivative(2, u), perDuration.times(perDuration));
        Motion<DoubleDouble> motion = Motion.of(exact, q, qd, qdd);
        // what holds the base about the world's origin is what the ground must supply
        Wrench<DoubleDouble> rest = new NewtonEuler<>(exact, motion).baseReaction();
        List<Wrench<DoubleDouble>> loads = new ArrayList<>();
        for (int f = 0; f < support.feet().size(); f++) {
            Wrench<DoubleDouble> own = footing.isGiven(f) ? given(f) : Wrench.zero(DoubleDouble.ZERO);
            loads.add(own);
            rest = rest.minus(own);
        }
        for (int f = 0; f < loads.size(); f++) {
            if (footing.share(f) != 0) {
                DoubleDouble share = DoubleDouble.of(footing.share(f));
                loads.set(
                        f, new Wrench<>(rest.force().times(share), rest.moment().times(share)));
            }
        }
        List<DoubleDouble> torques = new NewtonEuler<>(exact, motion.withLoads(inBodies(motion, loads))).torques();
        return new Drive(torques, loads, qdd);
    }

    private static List<DoubleDouble> scaled(List<DoubleDouble> values, DoubleDouble factor) {
        return values.stream().map(value -> value.times(factor)).toList();
    }

    private Wrench<DoubleDouble> given(int foot) {
        int k = 6 * foot;
        return new Wrench<>(vector(given, k), vector(given, k + 3));
    }

    private static Vector<DoubleDouble> vector(double[] values, int k) {
        return new Vector<>(DoubleDouble.of(values[k]), DoubleDouble.of(values[k + 1]), DoubleDouble.of(values[k + 2]));
    }

    /** Loads about the world's origin, on the bodies of the feet where they are. */
    private Map<Integer, Load<DoubleDouble>> inBodies(Motion<DoubleDouble> motion, List<Wrench<DoubleDouble>> loads) {
        WorldKinematics<DoubleDouble> kinematics = new WorldKinematics<>(exact, motion);
        Map<Integer, Load<DoubleDouble>> byBody = new TreeMap<>();
        for (int f = 0; f < loads.size(); f++) {
            if (footing.isLoaded(f)) {
                int body = robot.bodyIndex(support.feet().get(f).body());
                Placement<DoubleDouble> placed = kinematics.worldFromBody(body);
                byBody.put(body, Load.constant(placed.applyInverse(loads.get(f))));
            }
        }
        return byBody;
    }

    /** q̈ with τ(q, q̇, q̈) as given: q̈ ← q̈ − M⁻¹(τ(q̈) − τ), M in doubles. */
    private List<DoubleDouble> acceleration(List<DoubleDouble> q, List<DoubleDouble> qd, Drive drive) {
        Motion<DoubleDouble> motion = Motion.of(exact, q, qd, drive.acceleration);
        motion = motion.withLoads(inBodies(motion, drive.loads));
        double[] position = q.stream().mapToDouble(DoubleDouble::value).toArray();
        massMatrix.compute(position, matrix);
        CholeskyFactor factor = new CholeskyFactor(n, matrix);
        List<DoubleDouble> qdd = new ArrayList<>(drive.acceleration);
        double[] step = new double[n];
        for (int round = 0; round < CORRECTIONS; round++) {
            List<DoubleDouble> needed = new NewtonEuler<>(exact, motion.withAcceleration(qdd)).torques();
            for (int i = 0; i < n; i++) {
                step[i] = drive.torques.get(i).minus(needed.get(i)).value();
            }
            factor.solve(step);
            double largest = 0;
            for (int i = 0; i < n; i++) {
                qdd.set(i, qdd.get(i).plus(DoubleDouble.of(step[i])));
                largest = Math.max(largest, Math.abs(step[i]));
            }
            if (largest < EXACT) {
                break;
            }
        }
        return qdd;
    }
}
