package dev.catena.app;

import dev.catena.app.console.UserError;
import dev.catena.app.report.JsonText;
import dev.catena.compile.parameters.BaseParameters;
import dev.catena.identification.parameters.LoopParameters;
import dev.catena.model.BaseKind;
import dev.catena.model.RobotModel;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code catena info}: what a robot is made of. */
@Command(
        name = "info",
        description = "Show a robot: its tree, masses, joints, limits, and what is suspicious about it.",
        footer = {"", "Example: catena info panda", "Example: catena info puma560 --base-parameters"})
final class InfoCommand implements Runnable {
    /** The sums of base parameters grow with the square of the number of joints. */
    private static final int MOST_JOINTS = 1000;

    /** The rank of a regressor grows with the cube. */
    private static final int MOST_COUPLED = 200;

    private final Console console;

    @Parameters(index = "0", paramLabel = "ROBOT", description = RobotOptions.ROBOT)
    @SuppressWarnings("NullAway.Init")
    private String robotName;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    @Option(
            names = "--base-parameters",
            description = "Show the base inertial parameters: which parameters torques depend on, alone or as sums.")
    private boolean baseParameters;

    @Option(
            names = "--with-drives",
            description = "Count reflected inertia (IA), viscous (FV) and Coulomb friction (FC) among them.")
    private boolean withDrives;

    @Mixin
    private final RobotOptions options = new RobotOptions();

    InfoCommand(Console console) {
        this.console = console;
    }

    @Override
    public void run() {
        RobotModel robot = options.readWithLoops(robotName);
        console.doing("describing the %s bodies of robot \"%s\""
                .formatted(robot.bodies().size(), robot.name()));
        RobotSummary summary = new RobotSummary(robot);
        if (baseParameters || withDrives) {
            if (robot.jointCount() > MOST_JOINTS) {
                throw new UserError(
                        "the base parameters of %s joints are sums of up to %s terms each, more than fit in memory or on a screen; they are shown for at most %s joints"
                                .formatted(robot.jointCount(), 10 * robot.jointCount(), MOST_JOINTS));
            }
            BaseParameterSummary base = baseParameters(robot);
            console.print(json ? JsonText.indented(both(summary, base)) : summary.toText() + base.toText());
        } else {
            console.print(json ? JsonText.indented(summary.toJson()) : summary.toText());
        }
        if (!json) {
            console.warnings(robot.warnings());
        }
    }

    private BaseParameterSummary baseParameters(RobotModel robot) {
        boolean cut = robot.hasLoops() && robot.baseKind() == BaseKind.FLOATING;
        if (cut) {
            console.note("base parameters are those of the tree, its loops cut");
        }
        RobotModel tried = cut ? robot.openTree() : robot;
        if (!tried.hasLoops() && !tried.hasCouplings()) {
            return new BaseParameterSummary(withDrives ? BaseParameters.withDrives(tried) : BaseParameters.of(tried));
        }
        int joints = tried.jointCount() + tried.coupledJoints().size();
        if (tried.hasCouplings() && joints > MOST_COUPLED) {
            throw new UserError(
                    "the base parameters of coupled joints are found by the rank of a matrix, too large for %s joints; they are shown for at most %s"
                            .formatted(joints, MOST_COUPLED));
        }
        LoopParameters parameters = withDrives ? LoopParameters.withDrives(tried) : LoopParameters.of(tried);
        console.note(
                tried.hasLoops()
                        ? "base parameters are those of the closed loops; the tree, its loops cut, has %s"
                                .formatted(parameters.countOfTree())
                        : "base parameters are those of the coupled joints; with a coordinate for each there would be %s"
                                .formatted(parameters.countOfTree()));
        return new BaseParameterSummary(parameters);
    }

    private static Map<String, Object> both(RobotSummary summary, BaseParameterSummary base) {
        Map<String, Object> both = summary.toJson();
        both.put("baseParameters", base.toJson());
        return both;
    }
}
