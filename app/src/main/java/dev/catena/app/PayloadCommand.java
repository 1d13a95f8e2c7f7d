package dev.catena.app;

import dev.catena.app.console.UserError;
import dev.catena.app.identify.LogFormat;
import dev.catena.app.identify.PayloadReport;
import dev.catena.app.report.JsonText;
import dev.catena.identification.Payload;
import dev.catena.identification.PayloadIdentification;
import dev.catena.identification.log.MotionLog;
import dev.catena.model.RobotModel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code catena payload}: what a robot carries. */
@Command(
        name = "payload",
        description = "Find mass, mass center and inertia of a load from motions without and with it.",
        footer = {
            "",
            "Parameters of robot and load are estimated together. With --known-mass the command also says what"
                    + " measured efforts are to be multiplied by, for torque constants are often wrong by a tenth.",
            "",
            "The exit code is 0, or 3 if some joint is not explained, 2 for bad input.",
            "",
            "Example: catena payload robot.urdf --unloaded empty.csv --loaded full.csv --html load.html"
        })
final class PayloadCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(index = "0", paramLabel = "ROBOT", description = RobotOptions.ROBOT)
    private String robot = "";

    @Option(names = "--unloaded", required = true, paramLabel = "LOG.csv", description = "Motions without the load.")
    private List<Path> unloaded = new ArrayList<>();

    @Option(names = "--loaded", required = true, paramLabel = "LOG.csv", description = "Motions with the load.")
    private List<Path> loaded = new ArrayList<>();

    @Option(
            names = "--body",
            paramLabel = "NAME",
            description = "The body that carries the load; the last one unless told.")
    private @Nullable String body;

    @Option(
            names = "--known-mass",
            paramLabel = "KG",
            description = "Mass of the load by a scale, for the gain of the drives.")
    private @Nullable Double knownMass;

    @Option(names = "--html", paramLabel = "FILE", description = "Write a report.")
    private @Nullable Path html;

    @Option(names = "--json", description = "Print the result as JSON.")
    private boolean json;

    @Mixin
    private final LogOptions logOptions = new LogOptions();

    @Mixin
    private final RobotOptions options = new RobotOptions();

    PayloadCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        OutputPlaces.check(html);
        if (knownMass != null && !(knownMass > 0)) {
            throw new UserError("--known-mass is %s kg, but must be positive".formatted(knownMass));
        }
        RobotModel model = options.readWithLoops(robot);
        console.warnings(model.warnings());
        console.noteRigid("payload", model);
        LogFormat format = logOptions.format(model);
        LogOptions.requireDistinct(
                Stream.concat(unloaded.stream(), loaded.stream()).toList());
        List<MotionLog> without = logOptions.read(unloaded, format);
        List<MotionLog> with = logOptions.read(loaded, format);
        logOptions.refuseIdle(Stream.concat(without.stream(), with.stream()).toList());
        console.doing("looking for the load of robot \"%s\"".formatted(model.name()));
        Payload payload;
        try {
            payload = PayloadIdentification.run(
                    model,
                    body == null ? model.bodies().get(model.bodies().size() - 1).name() : body,
                    without,
                    with,
                    logOptions.drives(format),
                    logOptions.signals(without.get(0)),
                    logOptions.deadZone(format.joints().size()));
        } catch (IllegalArgumentException e) {
            throw new UserError(String.valueOf(e.getMessage()));
        }
        PayloadReport report = new PayloadReport(model, payload, knownMass);
        if (html != null) {
            Reports.write(report.toPage(), console, html);
            console.note("wrote " + html);
        }
        console.print(json ? JsonText.indented(report.toJson()) : report.toText());
        return report.isUsable() ? 0 : IdentifyCommand.NOT_EXPLAINED;
    }
}
