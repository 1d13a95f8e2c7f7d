package dev.catena.app;

import dev.catena.app.console.UserError;
import dev.catena.app.identify.LogFile;
import dev.catena.app.identify.LogFormat;
import dev.catena.formats.file.InputFile;
import dev.catena.identification.log.MotionLog;
import dev.catena.identification.observation.DriveModel;
import dev.catena.identification.observation.DriveTerm;
import dev.catena.identification.signal.Decimation;
import dev.catena.identification.signal.SignalOptions;
import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** How to read measured motions and what to look for in them: what identify and payload have in common. */
final class LogOptions {
    private static final Set<DriveTerm> WITH_SIGNS =
            Set.of(DriveTerm.COULOMB, DriveTerm.COULOMB_FORWARD, DriveTerm.COULOMB_BACKWARD, DriveTerm.LOAD_FRICTION);

    /** Nothing was given where no command line was read. */
    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec spec;

    @Option(
            names = "--log-format",
            paramLabel = "FILE.yaml",
            description = "Names, units and gears of the logs' columns.")
    private @Nullable Path formatFile;

    @Option(
            names = "--gear-ratios",
            paramLabel = "N",
            split = ",",
            description = "Angles and efforts of the logs are those of motors, with these ratios.")
    private double @Nullable [] gearRatios;

    @Option(names = "--motor-side", description = "The same with the gear ratios of the robot's own drives.")
    private boolean motorSide;

    @Option(
            names = "--cutoff",
            paramLabel = "HZ",
            defaultValue = "10",
            description =
                    "Low-pass filter on positions and velocities, without delay; 0 for none. ${DEFAULT-VALUE} unless told.")
    private double cutoff = 10;

    @Option(
            names = "--filter-order",
            paramLabel = "N",
            defaultValue = "4",
            description = "Order of that filter, ${DEFAULT-VALUE} unless told.")
    private int order = 4;

    @Option(
            names = "--decimate",
            paramLabel = "N",
            split = ",",
            description =
                    "Filter equations and efforts alike and keep one of so many, in stages such as 10,10; 1 keeps all. "
                            + "Unless told, about four times the cutoff are kept each second.")
    private int @Nullable [] decimate;

    @Option(
            names = "--edge",
            paramLabel = "N",
            description =
                    "Samples dropped at both ends of each stretch; unless told, as many as the filter spoils, 20 at least, "
                            + "and none where nothing is filtered.")
    private @Nullable Integer edge;

    @Option(
            names = "--dead-zone",
            paramLabel = "V",
            split = ",",
            description = "Leave equations out whose joint is slower, rad/s or m/s; one number or one for each joint.")
    private double @Nullable [] deadZone;

    @Option(
            names = "--drives",
            paramLabel = "TERM",
            split = ",",
            defaultValue = "inertia,viscous,coulomb,offset",
            description = "What drives add: inertia, viscous, coulomb, asymmetric, offset, stiffness, load, or none; "
                    + "${DEFAULT-VALUE} unless told.")
    private List<String> terms = List.of("inertia", "viscous", "coulomb", "offset");

    @Option(
            names = "--smoothing",
            paramLabel = "V",
            defaultValue = "0",
            description = "Coulomb friction as tanh(velocity/V) instead of its sign.")
    private double smoothing;

    LogFormat format(RobotModel robot) {
        RobotOptions.requireMovingJoint(robot, "identification");
        List<Joint> joints = robot.independentJoints();
        LogFormat format = formatFile == null
                ? LogFormat.plain(joints)
                : LogFormat.parse(
                        InputFile.text(formatFile, InputFile.LARGEST_DESCRIPTION), formatFile.toString(), joints);
        if (gearRatios != null && motorSide) {
            throw new UserError("--gear-ratios says the ratios and --motor-side takes the robot's: take one of them");
        }
        if (gearRatios != null) {
            return format.withGearRatios(gearRatios);
        }
        return motorSide ? format.withGearRatios(ownRatios(robot)) : format;
    }

    private static double[] ownRatios(RobotModel robot) {
        double[] ratios = new double[robot.independentJoints().size()];
        for (int j = 0; j < ratios.length; j++) {
            Joint joint = robot.independentJoints().get(j);
            if (joint.drive().rotor() == null) {
                throw new UserError("the drive of joint \"%s\" has no rotor with a gear ratio; --gear-ratios tells it"
                        .formatted(joint.name()));
            }
            ratios[j] = joint.drive().rotor().gearRatio();
        }
        return ratios;
    }

    /** Refuses options that have no effect on any of the logs. */
    void refuseIdle(List<MotionLog> logs) {
        if (spec == null) {
            return;
        }
        GivenOptions given = new GivenOptions(spec);
        boolean known =
                logs.stream().flatMap(log -> log.segments().stream()).allMatch(segment -> segment.hasAcceleration());
        String why = "is for logs without accelerations: where these are given, signals are known and not filtered";
        given.refuse("--cutoff", known && cutoff != 0, why);
        given.refuse("--filter-order", known, why);
        given.refuse("--filter-order", cutoff == 0, "is that of a filter, which --cutoff 0 leaves out");
    }

    /** Refuses a log that is given twice: it would count double, or be compared with itself. */
    static void requireDistinct(List<Path> files) {
        for (int k = 0; k < files.size(); k++) {
            for (Path earlier : files.subList(0, k)) {
                if (DistinctFiles.isSame(files.get(k), earlier)) {
                    throw new UserError("the log %s is given twice, as %s: one motion tells no more than once"
                            .formatted(files.get(k), earlier));
                }
            }
        }
    }

    List<MotionLog> read(List<Path> files, LogFormat format) {
        List<MotionLog> logs = new ArrayList<>();
        files.forEach(file -> logs.add(LogFile.read(file, format)));
        return logs;
    }

    SignalOptions signals(MotionLog log) {
        double interval = log.segments().get(0).interval();
        if (!(cutoff >= 0)) {
            throw new UserError("--cutoff is %s, but must be positive, or 0 for none".formatted(cutoff));
        }
        try {
            boolean known = log.segments().get(0).hasAcceleration();
            double pass = cutoff == 0 ? Double.POSITIVE_INFINITY : cutoff;
            Decimation thinning = decimate != null
                    ? Decimation.by(Arrays.stream(decimate).filter(n -> n != 1).toArray())
                    : cutoff == 0 || known ? Decimation.by() : Decimation.about(1 / (4 * cutoff * interval));
            int dropped = edge != null ? edge : cutoff == 0 || known ? 0 : SignalOptions.edge(cutoff, order, interval);
            return new SignalOptions(pass, order, dropped, thinning);
        } catch (IllegalArgumentException e) {
            throw new UserError(String.valueOf(e.getMessage()));
        }
    }

    double[] deadZone(int joints) {
        if (deadZone == null) {
            return new double[0];
        }
        if (deadZone.length != 1 && deadZone.length != joints) {
            throw new UserError(
                    "--dead-zone has %s numbers, but must have one, or %s".formatted(deadZone.length, joints));
        }
        double[] all = new double[joints];
        for (int j = 0; j < joints; j++) {
            all[j] = deadZone[deadZone.length == 1 ? 0 : j];
        }
        return all;
    }

    DriveModel drives(LogFormat format) {
        List<DriveTerm> chosen = new ArrayList<>();
        for (String term : terms) {
            switch (term.strip().toLowerCase(Locale.ROOT)) {
                case "inertia" -> chosen.add(DriveTerm.REFLECTED_INERTIA);
                case "viscous" -> chosen.add(DriveTerm.VISCOUS);
                case "coulomb" -> chosen.add(DriveTerm.COULOMB);
                case "asymmetric" -> {
                    chosen.add(DriveTerm.COULOMB_FORWARD);
                    chosen.add(DriveTerm.COULOMB_BACKWARD);
                }
                case "offset" -> chosen.add(DriveTerm.OFFSET);
                case "stiffness" -> chosen.add(DriveTerm.STIFFNESS);
                case "load" -> chosen.add(DriveTerm.LOAD_FRICTION);
                case "none" -> chosen.clear();
                default ->
                    throw new UserError(
                            "--drives has \"%s\", but knows inertia, viscous, coulomb, asymmetric, offset, stiffness, load and none"
                                    .formatted(term));
            }
        }
        if (smoothing != 0 && chosen.stream().noneMatch(WITH_SIGNS::contains)) {
            throw new UserError(
                    "--smoothing is for Coulomb friction, but --drives has none: coulomb, asymmetric or load");
        }
        try {
            return format.coupled(
                    DriveModel.of(chosen.toArray(DriveTerm[]::new)).smoothed(smoothing));
        } catch (IllegalArgumentException e) {
            throw new UserError(String.valueOf(e.getMessage()));
        }
    }
}
