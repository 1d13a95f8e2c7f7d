package dev.catena.identification.excitation;

import dev.catena.dynamics.ForceRate;
import dev.catena.identification.observation.DriveModel;
import dev.catena.identification.observation.ObservationModel;
import dev.catena.model.RobotModel;
import dev.catena.nlp.Result;
import dev.catena.nlp.Solution;
import dev.catena.nlp.SolverOptions;
import dev.catena.nlp.solver.InteriorPointSolver;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;

/**
 * Motions to identify a robot with: periodic, within the limits of positions, speeds, efforts and their rates, and such that
 * every base parameter shows. Immutable; every method that sets something returns a changed copy.
 *
 * <pre>{@code
 * ExcitationPlan plan = Excitation.of(robot).period(10).harmonics(5).plan();
 * }</pre>
 */
public final class Excitation {
    private static final int STARTS = 30;
    private static final int DENSE = 20;
    private static final int LEAST_SAMPLES = 20;
    private static final int MOST_SAMPLES = 100_000;
    private static final double SHORTEST = 1e-6;
    private static final double LONGEST = 1e9;

    private final RobotModel robot;
    private final ExcitationLimits limits;
    private final Criterion criterion;
    private final int harmonics;
    private final double period;
    private final int samples;
    private final boolean fromRest;
    private final int iterations;
    private final Duration time;
    private final long seed;

    private Excitation(
            RobotModel robot,
            ExcitationLimits limits,
            Criterion criterion,
            int harmonics,
            double period,
            int samples,
            boolean fromRest,
            int iterations,
            Duration time,
            long seed) {
        this.robot = robot;
        this.limits = limits;
        this.criterion = criterion;
        this.harmonics = harmonics;
        this.period = period;
        this.samples = samples;
        this.fromRest = fromRest;
        this.iterations = iterations;
        this.time = time;
        this.seed = seed;
    }

    /** Of a tree: five harmonics of 10 s, the robot's own limits, small condition numbers, from rest, within 30 s of time. */
    public static Excitation of(RobotModel robot) {
        robot.requireTree("excitation");
        robot.requireFixedBase("excitation");
        robot.requireMovingJoint("excitation");
        int iterations = SolverOptions.defaults().iterationLimit();
        return new Excitation(
                robot,
                ExcitationLimits.of(robot),
                Criterion.CONDITION,
                5,
                10,
                100,
                true,
                iterations,
                Duration.ofSeconds(30),
                1);
    }

    public Excitation limits(ExcitationLimits newLimits) {
        return new Excitation(
                robot, newLimits, criterion, harmonics, period, samples, fromRest, iterations, time, seed);
    }

    public Excitation criterion(Criterion newCriterion) {
        return new Excitation(
                robot, limits, newCriterion, harmonics, period, samples, fromRest, iterations, time, seed);
    }

    public Excitation harmonics(int count) {
        if (count < 1 || count > 50) {
            throw new IllegalArgumentException(
                    "%s harmonics were asked for, but 1 to 50 are possible".formatted(count));
        }
        int enough = Math.max(samples, 8 * count);
        return new Excitation(robot, limits, criterion, count, period, enough, fromRest, iterations, time, seed);
    }

    /** How long a period takes, s. */
    public Excitation period(double seconds) {
        if (!(seconds >= SHORTEST && seconds <= LONGEST)) {
            throw new IllegalArgumentException(
                    "the period is %s s, but %s s to %s s are possible".formatted(seconds, SHORTEST, LONGEST));
        }
        return new Excitation(robot, limits, criterion, harmonics, seconds, samples, fromRest, iterations, time, seed);
    }

    /** At how many moments of a period the motion is judged. */
    public Excitation samples(int count) {
        if (count < LEAST_SAMPLES || count > MOST_SAMPLES) {
            throw new IllegalArgumentException("%s samples were asked for, but %s to %s are possible"
                    .formatted(count, LEAST_SAMPLES, MOST_SAMPLES));
        }
        return new Excitation(robot, limits, criterion, harmonics, period, count, fromRest, iterations, time, seed);
    }

    /** Whether it begins, and so ends, with speeds and accelerations zero. */
    public Excitation fromRest(boolean rests) {
        return new Excitation(robot, limits, criterion, harmonics, period, samples, rests, iterations, time, seed);
    }

    /** How many steps to take towards a better one, each time the limits are narrowed; the same on every machine. */
    public Excitation iterationLimit(int most) {
        if (most < 1) {
            throw new IllegalArgumentException("%s iterations were asked for, but 1 is the least".formatted(most));
        }
        return new Excitation(robot, limits, criterion, harmonics, period, samples, fromRest, most, time, seed);
    }

    /** How long to look for a better one. A slower machine comes less far within it. */
    public Excitation timeLimit(Duration most) {
        return new Excitation(robot, limits, criterion, harmonics, period, samples, fromRest, iterations, most, seed);
    }

    /** Other seeds begin with other motions. */
    public Excitation seed(long newSeed) {
        return new Excitation(
                robot, limits, criterion, harmonics, period, samples, fromRest, iterations, time, newSeed);
    }

    /** Looks for the motion. Its limits are checked between the samples too, and narrowed where it passes them there. */
    public ExcitationPlan plan() {
        ObservationModel model = ObservationModel.of(robot, DriveModel.of());
        long end = System.nanoTime() + time.toNanos();
        ExcitationLimits kept = limits.scaled(0.98);
        double[] x = best(model, kept);
        String message = "";
        for (int round = 0; round < 3; round++) {
            ExcitationProgram program =
                    new ExcitationProgram(model, kept, criterion, harmonics, period, samples, fromRest, x);
            Duration left = Duration.ofNanos(Math.max(1, end - System.nanoTime()));
            Result result = new InteriorPointSolver()
                    .solve(
                            program,
                            SolverOptions.defaults()
                                    .tolerance(1e-4)
                                    .iterationLimit(iterations)
                                    .timeLimit(left));
            message = result.message();
            Solution found = result.bestFeasible().orElseGet(result::lastPoint);
            x = found.point();
            double worst = worst(x);
            if (worst <= 1) {
                return report(model, x, message, true);
            }
            kept = kept.scaled(0.995 / worst);
        }
        return report(model, x, message, worst(x) <= 1);
    }

    private ExcitationPlan report(ObservationModel model, double[] x, String message, boolean feasible) {
        ExcitationProgram program =
                new ExcitationProgram(model, limits, criterion, harmonics, period, samples, fromRest, x);
        double unused = program.objective(x);
        double[] gram = program.gram();
        int p = model.columns().size();
        return new ExcitationPlan(
                new FourierTrajectory(robot.jointCount(), harmonics, period, x),
                p,
                Informativeness.condition(gram, p, true),
                Informativeness.condition(gram, p, false),
                feasible && Double.isFinite(unused),
                worst(x),
                message);
    }

    /** The largest ratio of a quantity to its limit, at many more moments than samples. */
    private double worst(double[] x) {
        int n = robot.jointCount();
        FourierTrajectory trajectory = new FourierTrajectory(n, harmonics, period, x);
        ForceRate forceRate = new ForceRate(ExcitationProgram.smooth(robot));
        double[][] motion = new double[4][n];
        double[] tau = new double[n];
        double[] rate = new double[n];
        double worst = 0;
        for (int k = 0; k < DENSE * samples; k++) {
            for (int order = 0; order < 4; order++) {
                trajectory.evaluate(order, period * k / (DENSE * samples), motion[order]);
            }
            forceRate.compute(motion[0], motion[1], motion[2], motion[3], tau, rate);
            for (int j = 0; j < n; j++) {
                double middle = 0.5 * (limits.lower()[j] + limits.upper()[j]);
                double half = 0.5 * (limits.upper()[j] - limits.lower()[j]);
                worst = Math.max(worst, Math.abs(motion[0][j] - middle) / half);
                worst = Math.max(worst, Math.abs(motion[1][j]) / limits.velocity()[j]);
                worst = Math.max(worst, Math.abs(motion[2][j]) / limits.acceleration()[j]);
                worst = Math.max(worst, Math.abs(tau[j]) / limits.effort()[j]);
                worst = Math.max(worst, Math.abs(rate[j]) / limits.effortRate()[j]);
            }
        }
        return worst;
    }

    /** The best of some random motions within the limits of positions and speeds. */
    private double[] best(ObservationModel model, ExcitationLimits kept) {
        Random random = new Random(seed);
        double[] best = new double[0];
        double least = Double.POSITIVE_INFINITY;
        for (int s = 0; s < STARTS; s++) {
            double[] x = random(random, kept);
            ExcitationProgram program =
                    new ExcitationProgram(model, kept, criterion, harmonics, period, samples, fromRest, x);
            double value = program.objective(x);
            if (best.length == 0 || value < least) {
                best = x;
                least = value;
            }
        }
        return best;
    }

    private double[] random(Random random, ExcitationLimits kept) {
        int n = robot.jointCount();
        int block = 2 * harmonics + 1;
        double[] x = new double[n * block];
        for (int j = 0; j < n; j++) {
            double half = 0.5 * (kept.upper()[j] - kept.lower()[j]);
            double[] own = Arrays.copyOfRange(x, j * block, (j + 1) * block);
            for (int c = 1; c < block; c++) {
                own[c] = random.nextGaussian();
            }
            FourierTrajectory one = new FourierTrajectory(1, harmonics, period, own);
            double[] value = new double[1];
            double far = 0;
            double fast = 0;
            for (int k = 0; k < samples; k++) {
                one.evaluate(0, period * k / samples, value);
                far = Math.max(far, Math.abs(value[0]));
                one.evaluate(1, period * k / samples, value);
                fast = Math.max(fast, Math.abs(value[0]));
            }
            double scale = Math.min(0.8 * half / far, 0.8 * kept.velocity()[j] / fast);
            for (int c = 1; c < block; c++) {
                x[j * block + c] = scale * own[c];
            }
            x[j * block] = 0.5 * (kept.upper()[j] + kept.lower()[j]);
        }
        return x;
    }
}
