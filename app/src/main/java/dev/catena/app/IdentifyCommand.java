package dev.catena.app;

import dev.catena.app.console.UserError;
import dev.catena.app.identify.IdentificationReport;
import dev.catena.app.identify.LogFormat;
import dev.catena.app.report.JsonText;
import dev.catena.identification.Identification;
import dev.catena.identification.IdentificationResult;
import dev.catena.identification.Method;
import dev.catena.identification.estimate.StribeckSearch;
import dev.catena.identification.log.MotionLog;
import dev.catena.identification.observation.DriveModel;
import dev.catena.identification.observation.LogRows;
import dev.catena.identification.observation.ObservationModel;
import dev.catena.identification.signal.SignalOptions;
import dev.catena.model.RobotModel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code catena identify}: the parameters of a robot from measured motions. */
@Command(
        name = "identify",
        description = "Find the inertial and drive parameters of a robot from measured motions.",
        footer = {
            "",
            "Logs are CSV files with a time, and the position and effort of each joint; velocities and accelerations"
                    + " are taken where they are there. docs/identify.md says more. The robot file that is written passes"
                    + " --strict; it has the base parameters that the data determine, and is nearest to the given model in"
                    + " what they do not.",
            "",
            "The exit code is 0 if the model can be used, 3 if some joint is not explained, a validation"
                    + " fails, or no best parameters of bodies were found, 2 for bad input.",
            "",
            "Example: catena identify robot.urdf log1.csv log2.csv --validate log3.csv --out identified.yaml --html"
                    + " report.html"
        })
final class IdentifyCommand implements Callable<Integer> {
    /** Exit code of a model that should not be used. */
    static final int NOT_EXPLAINED = 3;

    private final Console console;

    @Parameters(index = "0", paramLabel = "ROBOT", description = RobotOptions.ROBOT)
    private String robot = "";

    @Parameters(
            index = "1..*",
            arity = "1..*",
            paramLabel = "LOG",
            description = "Measured motions to fit: .csv or .parquet files.")
    private List<Path> logs = new ArrayList<>();

    @Option(names = "--validate", paramLabel = "LOG", description = "Measured motions to predict, not to fit.")
    private List<Path> validation = new ArrayList<>();

    @Option(
            names = "--fit-until",
            paramLabel = "SECONDS",
            description = "Fit what was measured before this time only, and predict the rest.")
    private @Nullable Double fitUntil;

    @Option(names = "--out", paramLabel = "FILE", description = "Write the identified robot as .yaml or .urdf.")
    private @Nullable Path out;

    @Option(names = "--html", paramLabel = "FILE", description = "Write a report with plots.")
    private @Nullable Path html;

    @Option(names = "--json", description = "Print the result as JSON.")
    private boolean json;

    @Option(
            names = "--method",
            paramLabel = "weighted|ordinary|huber|bisquare",
            defaultValue = "weighted",
            description = "How base parameters are estimated; ${DEFAULT-VALUE} unless told.")
    private String method = "weighted";

    @Option(
            names = "--prior-weight",
            paramLabel = "W",
            defaultValue = "0.001",
            description = "How many equations the given model counts as; ${DEFAULT-VALUE} unless told.")
    private double priorWeight = 0.001;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "How many threads; one for each processor unless told. Results do not depend on it.")
    private int threads = Runtime.getRuntime().availableProcessors();

    @Option(names = "--stribeck", description = "Look for friction that falls with speed too.")
    private boolean stribeck;

    @Mixin
    private final LogOptions logOptions = new LogOptions();

    @Mixin
    private final RobotOptions options = new RobotOptions();

    IdentifyCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        if (threads < 1) {
            throw new UserError("--threads is %s, but must be 1 or more".formatted(threads));
        }
        OutputPlaces.checkFolder(out);
        RobotOutput.check(out);
        OutputPlaces.check(html);
        RobotModel model = options.readWithLoops(robot);
        console.warnings(model.warnings());
        console.noteRigid("identify", model);
        LogFormat format = logOptions.format(model);
        console.doing("reading %s logs".formatted(logs.size() + validation.size()));
        LogOptions.requireDistinct(
                Stream.concat(logs.stream(), validation.stream()).toList());
        List<MotionLog> fitted = logOptions.read(logs, format);
        List<MotionLog> others = logOptions.read(validation, format);
        logOptions.refuseIdle(Stream.concat(fitted.stream(), others.stream()).toList());
        console.doing("identifying robot \"%s\"".formatted(model.name()));
        IdentificationResult result;
        try {
            result = identify(model, format, fitted, others);
        } catch (IllegalArgumentException e) {
            throw new UserError(String.valueOf(e.getMessage()));
        }
        IdentificationReport report = new IdentificationReport(result);
        if (out != null) {
            RobotOutput.write(result.robot(), out, console);
        }
        if (html != null) {
            Reports.write(report.toPage(), console, html);
            console.note("wrote " + html);
        }
        console.print(json ? JsonText.indented(report.toJson()) : report.toText());
        return result.isUsable() ? 0 : NOT_EXPLAINED;
    }

    /** One log, as the command works it up unless told otherwise. */
    static IdentificationResult ofOne(RobotModel model, Path log, Console console) {
        IdentifyCommand command = new IdentifyCommand(console);
        LogFormat format = command.logOptions.format(model);
        return command.identify(model, format, command.logOptions.read(List.of(log), format), List.of());
    }

    private Method method() {
        try {
            return Method.valueOf(method.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new UserError(
                    "--method is \"%s\", but knows weighted, ordinary, huber and bisquare".formatted(method));
        }
    }

    private IdentificationResult identify(
            RobotModel model, LogFormat format, List<MotionLog> fitted, List<MotionLog> others) {
        SignalOptions signals = logOptions.signals(fitted.get(0));
        double[] deadZone = logOptions.deadZone(format.joints().size());
        DriveModel drives = logOptions.drives(format);
        if (stribeck) {
            drives = StribeckSearch.search(
                    ObservationModel.of(model, drives),
                    columns -> new LogRows(columns, fitted, signals, deadZone),
                    1e-3,
                    1);
        }
        Identification identification = Identification.of(model)
                .drives(drives)
                .signals(signals)
                .deadZone(deadZone)
                .method(method())
                .priorWeight(priorWeight)
                .threads(threads)
                .validation(others);
        return (fitUntil == null ? identification : identification.fitUntil(fitUntil)).run(fitted);
    }
}
