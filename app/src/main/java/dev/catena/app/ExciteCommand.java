package dev.catena.app;

import dev.catena.app.console.UserError;
import dev.catena.app.identify.ExcitationReport;
import dev.catena.app.report.JsonText;
import dev.catena.identification.excitation.Criterion;
import dev.catena.identification.excitation.Excitation;
import dev.catena.identification.excitation.ExcitationLimits;
import dev.catena.identification.excitation.ExcitationPlan;
import dev.catena.model.RobotModel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code catena excite}: a motion to identify a robot with. */
@Command(
        name = "excite",
        description = "Plan a periodic motion that shows every parameter of a robot, within its limits.",
        footer = {
            "",
            "The limits are those of the robot: positions, velocities, efforts and their rates. The CSV output has"
                    + " time, q, qd, qdd and tau of each joint. Collisions are not looked at.",
            "",
            "The exit code is 0 if the motion keeps all limits, 3 if none was found that does, 2 for bad input.",
            "",
            "Example: catena excite panda --time 10 --out excitation.csv --html excitation.html"
        })
final class ExciteCommand implements Callable<Integer> {
    private static final int NONE_FOUND = 3;

    private final Console console;

    @Parameters(index = "0", paramLabel = "ROBOT", description = RobotOptions.ROBOT)
    private String robot = "";

    @Option(
            names = "--time",
            paramLabel = "SECONDS",
            defaultValue = "10",
            description = "How long a period takes, ${DEFAULT-VALUE} unless told.")
    private double time = 10;

    @Option(names = "--harmonics", paramLabel = "N", defaultValue = "5", description = "${DEFAULT-VALUE} unless told.")
    private int harmonics = 5;

    @Option(
            names = "--criterion",
            paramLabel = "condition|determinant",
            defaultValue = "condition",
            description = "What is to be good; ${DEFAULT-VALUE} unless told.")
    private String criterion = "condition";

    @Option(
            names = "--samples",
            paramLabel = "N",
            defaultValue = "100",
            description = "Moments at which a period is judged, ${DEFAULT-VALUE} unless told.")
    private int samples = 100;

    @Option(names = "--acceleration", paramLabel = "A", description = "Largest acceleration of every joint.")
    private @Nullable Double acceleration;

    @Option(names = "--moving-start", description = "Let the motion begin and end at speed.")
    private boolean movingStart;

    @Option(
            names = "--time-limit",
            paramLabel = "SECONDS",
            defaultValue = "30",
            description = "How long to look for a better motion, ${DEFAULT-VALUE} unless told.")
    private double timeLimit = 30;

    @Option(
            names = "--iterations",
            paramLabel = "N",
            description =
                    "How many steps to take towards a better motion: the same motion on every machine, if the time"
                            + " limit is not reached before.")
    private @Nullable Integer iterations;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Other numbers begin with other motions.")
    private long seed = 1;

    @Option(
            names = "--rate",
            paramLabel = "HZ",
            defaultValue = "1000",
            description = "Samples per second of the CSV output, ${DEFAULT-VALUE} unless told.")
    private double rate = 1000;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "Write the motion as CSV, or as Parquet if the name ends so.")
    private @Nullable Path out;

    @Option(names = "--html", paramLabel = "FILE", description = "Write a report with plots.")
    private @Nullable Path html;

    @Option(names = "--json", description = "Print the result as JSON.")
    private boolean json;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private final RobotOptions options = new RobotOptions();

    ExciteCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        OutputPlaces.checkFolder(out);
        OutputPlaces.check(html);
        if (!(rate > 0) || Double.isInfinite(rate) || !(timeLimit > 0) || Double.isInfinite(timeLimit)) {
            throw new UserError(
                    "--rate is %s and --time-limit %s, but both must be positive".formatted(rate, timeLimit));
        }
        new GivenOptions(spec).refuse("--rate", out == null, "is for the table of --out FILE, which is not given");
        RobotModel model = options.read(robot);
        if (out != null) {
            int unused = ExcitationReport.rows(model, time, rate);
        }
        console.warnings(model.warnings());
        console.noteRigid("excite", model);
        console.doing("planning an exciting motion of robot \"%s\"".formatted(model.name()));
        ExcitationPlan plan;
        try {
            plan = excitation(model).plan();
        } catch (IllegalArgumentException e) {
            throw new UserError(String.valueOf(e.getMessage()));
        }
        ExcitationReport report = new ExcitationReport(model, plan);
        if (out != null && plan.isFeasible()) {
            report.write(rate, out);
            console.note("wrote " + out);
        } else if (out != null) {
            console.note("no motion within limits: nothing written to " + out);
        }
        if (html != null) {
            Reports.write(report.toPage(), console, html);
            console.note("wrote " + html);
        }
        console.print(json ? JsonText.indented(report.toJson()) : report.toText());
        return plan.isFeasible() ? 0 : NONE_FOUND;
    }

    private Excitation excitation(RobotModel model) {
        Criterion wanted = switch (criterion) {
            case "condition" -> Criterion.CONDITION;
            case "determinant" -> Criterion.DETERMINANT;
            default ->
                throw new UserError("--criterion is \"%s\", but knows condition and determinant".formatted(criterion));
        };
        ExcitationLimits limits = ExcitationLimits.of(model);
        if (acceleration != null) {
            double[] all = new double[model.jointCount()];
            Arrays.fill(all, acceleration);
            limits = limits.withAccelerations(all);
        }
        Excitation excitation = Excitation.of(model);
        if (iterations != null) {
            excitation = excitation.iterationLimit(iterations);
        }
        return excitation
                .limits(limits)
                .criterion(wanted)
                .period(time)
                .samples(samples)
                .harmonics(harmonics)
                .fromRest(!movingStart)
                .timeLimit(Duration.ofNanos((long) (1e9 * timeLimit)))
                .seed(seed);
    }
}
