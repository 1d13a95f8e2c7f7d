package dev.catena.app;

import dev.catena.app.bench.RobotBench;
import dev.catena.app.console.UserError;
import dev.catena.app.report.JsonText;
import dev.catena.model.RobotModel;
import dev.catena.quantity.Quantity;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code catena bench}: how long the quantities of a robot take. */
@Command(
        name = "bench",
        description = "Measure the quantities of a robot: hand-written, compiled, and in batches.",
        footer = {
            "",
            "Nanoseconds for one state, the fastest of several rounds after a warm-up in the same process. That is "
                    + "quick and tells what to expect of this robot on this machine; for figures to publish there are "
                    + "the JMH benchmarks. The last column is the largest difference of compiled and hand-written "
                    + "results, relative to the largest result.",
            "",
            "Example: catena bench panda"
        })
final class BenchCommand implements Runnable {
    private static final List<Quantity> USUAL = List.of(
            Quantity.TORQUE,
            Quantity.TORQUE_RATE,
            Quantity.ACCELERATION,
            Quantity.MASS_MATRIX,
            Quantity.TORQUE_SENSITIVITY);

    private final Console console;

    @Parameters(index = "0", paramLabel = "ROBOT", description = RobotOptions.ROBOT)
    @SuppressWarnings("NullAway.Init")
    private String robotName;

    @Option(
            names = "--quantity",
            paramLabel = "NAME",
            split = ",",
            description = {
                "What to measure, separated by commas; the usual ones unless told otherwise. One of",
                "${COMPLETION-CANDIDATES}."
            },
            completionCandidates = CompileCommand.QuantityNames.class)
    private List<String> quantities = new ArrayList<>();

    @Option(
            names = "--time",
            paramLabel = "SECONDS",
            defaultValue = "0.5",
            description = "How long to measure each time, after a warm-up; ${DEFAULT-VALUE} unless told otherwise.")
    private double seconds;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    @Mixin
    private final RobotOptions options = new RobotOptions();

    BenchCommand(Console console) {
        this.console = console;
    }

    @Override
    public void run() {
        if (!(seconds > 0 && seconds <= 60)) {
            throw new UserError("--time is %s, but should be above 0 and at most 60 seconds".formatted(seconds));
        }
        List<Quantity> asked = quantities.isEmpty()
                ? USUAL
                : quantities.stream().map(CompileCommand::quantity).distinct().toList();
        RobotModel robot = options.read(robotName);
        RobotOptions.requireMovingJoint(robot, "compiled code");
        console.warnings(robot.warnings());
        RobotBench bench = new RobotBench(robot, seconds);
        console.watch("bench", asked.size(), done -> {
            for (int k = 0; k < asked.size(); k++) {
                console.doing("measuring %s of robot \"%s\" with %s joints"
                        .formatted(asked.get(k).key(), robot.name(), robot.jointCount()));
                bench.measure(asked.get(k));
                done.accept(k + 1);
            }
        });
        console.print(json ? JsonText.indented(bench.toJson()) : bench.toText());
    }
}
