package dev.catena.identification;

import dev.catena.identification.estimate.ErrorAnalysis;
import dev.catena.identification.estimate.EssentialParameters;
import dev.catena.identification.estimate.JointFactors;
import dev.catena.identification.estimate.LeastSquares;
import dev.catena.identification.estimate.LinearEstimate;
import dev.catena.identification.estimate.RobustLeastSquares;
import dev.catena.identification.log.MotionLog;
import dev.catena.identification.observation.DriveModel;
import dev.catena.identification.observation.HeldRows;
import dev.catena.identification.observation.LogRows;
import dev.catena.identification.observation.ObservationModel;
import dev.catena.identification.observation.RowSource;
import dev.catena.identification.observation.TimeSlice;
import dev.catena.identification.physical.ConsistentEstimate;
import dev.catena.identification.physical.IdentifiedRobot;
import dev.catena.identification.physical.LinearBound;
import dev.catena.identification.signal.SignalOptions;
import dev.catena.model.NumericalException;
import dev.catena.model.RobotModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * From measured motions to a model: equations, base parameters with deviations, physically consistent parameters, the robot that
 * has them, and how well it predicts motions that it was not fitted to. Immutable; what sets something returns a changed copy.
 *
 * <pre>{@code
 * IdentificationResult result = Identification.of(robot).validation(List.of(other)).run(List.of(log));
 * RobotModel identified = result.robot();
 * }</pre>
 */
public final class Identification {
    private final RobotModel robot;
    private final DriveModel drives;
    private final @Nullable SignalOptions signals;
    private final double[] deadZone;
    private final Method method;
    private final double priorWeight;
    private final List<LinearBound> bounds;
    private final List<MotionLog> validation;
    private final double split;
    private final int threads;

    private Identification(
            RobotModel robot,
            DriveModel drives,
            @Nullable SignalOptions signals,
            double[] deadZone,
            Method method,
            double priorWeight,
            List<LinearBound> bounds,
            List<MotionLog> validation,
            double split,
            int threads) {
        this.robot = robot;
        this.drives = drives;
        this.signals = signals;
        this.deadZone = deadZone;
        this.method = method;
        this.priorWeight = priorWeight;
        this.bounds = List.copyOf(bounds);
        this.validation = List.copyOf(validation);
        this.split = split;
        this.threads = threads;
    }

    /** Of a robot whose geometry is known and whose inertias are roughly known. */
    public static Identification of(RobotModel robot) {
        robot.requireMovingJoint("identification");
        return new Identification(
                robot,
                DriveModel.standard(),
                null,
                new double[0],
                Method.WEIGHTED,
                ConsistentEstimate.DEFAULT_WEIGHT,
                List.of(),
                List.of(),
                Double.POSITIVE_INFINITY,
                1);
    }

    /** Which terms of drives are looked for. */
    public Identification drives(DriveModel newDrives) {
        return new Identification(
                robot, newDrives, signals, deadZone, method, priorWeight, bounds, validation, split, threads);
    }

    /** How signals are filtered; without this, up to 10 Hz. */
    public Identification signals(SignalOptions newSignals) {
        return new Identification(
                robot, drives, newSignals, deadZone, method, priorWeight, bounds, validation, split, threads);
    }

    /** Equations of a joint that is slower than this are left out. */
    public Identification deadZone(double... speeds) {
        return new Identification(
                robot, drives, signals, speeds.clone(), method, priorWeight, bounds, validation, split, threads);
    }

    public Identification method(Method newMethod) {
        return new Identification(
                robot, drives, signals, deadZone, newMethod, priorWeight, bounds, validation, split, threads);
    }

    /** How much the given model weighs beside the data. */
    public Identification priorWeight(double weight) {
        return new Identification(robot, drives, signals, deadZone, method, weight, bounds, validation, split, threads);
    }

    /** What parameters must keep besides being those of bodies. */
    public Identification bounds(List<LinearBound> newBounds) {
        return new Identification(
                robot, drives, signals, deadZone, method, priorWeight, newBounds, validation, split, threads);
    }

    /** Logs that are predicted, and not fitted. */
    public Identification validation(List<MotionLog> logs) {
        return new Identification(robot, drives, signals, deadZone, method, priorWeight, bounds, logs, split, threads);
    }

    /** Only what was measured before this time is fitted; the rest is predicted. */
    public Identification fitUntil(double time) {
        return new Identification(
                robot, drives, signals, deadZone, method, priorWeight, bounds, validation, time, threads);
    }

    /** On how many threads equations of several logs are factored; results do not depend on it. One unless told. */
    public Identification threads(int newThreads) {
        if (newThreads < 1) {
            throw new IllegalArgumentException("%s threads given, but at least 1 is needed".formatted(newThreads));
        }
        return new Identification(
                robot, drives, signals, deadZone, method, priorWeight, bounds, validation, split, newThreads);
    }

    /** Estimates from some logs. */
    public IdentificationResult run(List<MotionLog> logs) {
        if (logs.isEmpty()) {
            throw new IllegalArgumentException("there is no log to identify robot \"%s\" from".formatted(robot.name()));
        }
        double interval = logs.get(0).segments().get(0).interval();
        SignalOptions options = signals == null ? SignalOptions.forBandwidth(10, interval) : signals;
        ObservationModel model = ObservationModel.of(robot, drives);
        LogRows fitted = new LogRows(model, logs, options, deadZone);
        RowSource held = HeldRows.of(fitted);
        RowSource train = Double.isFinite(split) ? new TimeSlice(held, Double.NEGATIVE_INFINITY, split) : held;
        JointFactors factors = JointFactors.of(train, threads);
        if (factors.rows() == 0) {
            throw new IllegalArgumentException(
                    "no equations are left of %s: no joint of robot \"%s\" moves there, or none is fast enough, before what is not fitted"
                            .formatted(
                                    String.join(
                                            ", ",
                                            logs.stream().map(MotionLog::name).toList()),
                                    robot.name()));
        }
        boolean[] wanted = new boolean[model.columns().size()];
        Arrays.fill(wanted, true);
        LinearEstimate estimate = estimate(train, factors, wanted, model.prior());
        ErrorAnalysis errors = ErrorAnalysis.of(train, estimate);
        ConsistentEstimate consistent = consistent(model, factors, fitted, weighted(factors, estimate, wanted, model));
        List<String> notes = new ArrayList<>(fitted.notes());
        logs.forEach(log -> log.notes().forEach(note -> notes.add(log.name() + ": " + note)));
        RobotModel identified = IdentifiedRobot.of(model, consistent.standard(), notes);
        List<LogFit> fits = new ArrayList<>();
        double[] beta = consistent.base();
        if (Double.isFinite(split)) {
            TimeSlice rest = new TimeSlice(held, split, Double.POSITIVE_INFINITY);
            fits.add(predicted("from %s s on".formatted(split), model, rest, beta));
        }
        for (MotionLog log : validation) {
            LogRows rows = new LogRows(model, List.of(log), options, deadZone);
            rows.notes().forEach(notes::add);
            fits.add(predicted(log.name(), model, HeldRows.of(rows), beta));
        }
        String name = String.join(", ", logs.stream().map(MotionLog::name).toList());
        return new IdentificationResult(
                model,
                estimate,
                errors,
                EssentialParameters.choose(factors, EssentialParameters.THRESHOLD),
                consistent,
                identified,
                LogFit.of(name, model, train, beta),
                fits,
                Plausibility.of(model, factors, fitted, estimate),
                notes);
    }

    /** How well efforts are predicted that were not fitted, of which there must be some. */
    private LogFit predicted(String log, ObservationModel model, RowSource rows, double[] beta) {
        LogFit fit = LogFit.of(log, model, rows, beta);
        if (fit.joints().stream().allMatch(joint -> joint.rows() == 0)) {
            throw new IllegalArgumentException(
                    "there is nothing to predict in \"%s\": it has no equations of robot \"%s\", because no joint moves there or it has ended"
                            .formatted(log, robot.name()));
        }
        return fit;
    }

    /** Where there is none, because of other units or signs: say so. */
    private ConsistentEstimate consistent(
            ObservationModel model, JointFactors factors, LogRows fitted, LinearEstimate estimate) {
        try {
            return ConsistentEstimate.of(model, estimate, priorWeight, bounds);
        } catch (NumericalException e) {
            List<Finding> causes = Plausibility.units(model, factors, fitted);
            if (causes.isEmpty()) {
                throw e;
            }
            throw new IllegalArgumentException(causes.get(0).text() + "; " + e.getMessage(), e);
        }
    }

    private LinearEstimate estimate(RowSource rows, JointFactors factors, boolean[] wanted, double[] prior) {
        return switch (method) {
            case ORDINARY -> LeastSquares.ordinary(factors, wanted, prior);
            case WEIGHTED -> LeastSquares.weighted(factors, wanted, prior);
            case HUBER -> RobustLeastSquares.estimate(rows, RobustLeastSquares.Loss.HUBER, wanted, prior);
            case BISQUARE -> RobustLeastSquares.estimate(rows, RobustLeastSquares.Loss.BISQUARE, wanted, prior);
        };
    }

    /** Consistent estimates weigh joints by their noise, whatever the method was. */
    private LinearEstimate weighted(
            JointFactors factors, LinearEstimate estimate, boolean[] wanted, ObservationModel model) {
        return method == Method.ORDINARY ? LeastSquares.weighted(factors, wanted, model.prior()) : estimate;
    }
}
