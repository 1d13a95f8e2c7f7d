package dev.catena.app;

import dev.catena.app.report.JsonText;
import dev.catena.model.RobotModel;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code catena info}: what a robot is made of. */
@Command(
        name = "info",
        description = "Show a robot: its tree, masses, joints, limits, and what is suspicious about it.",
        footer = {"", "Example: catena info panda"})
final class InfoCommand implements Runnable {
    private final Console console;

    @Parameters(index = "0", paramLabel = "ROBOT", description = RobotOptions.ROBOT)
    @SuppressWarnings("NullAway.Init")
    private String robotName;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    @Mixin
    private final RobotOptions options = new RobotOptions();

    InfoCommand(Console console) {
        this.console = console;
    }

    @Override
    public void run() {
        RobotModel robot = options.readWithLoops(robotName);
        RobotSummary summary = new RobotSummary(robot);
        console.print(json ? JsonText.indented(summary.toJson()) : summary.toText());
        if (!json) {
            console.warnings(robot.warnings());
        }
    }
}
