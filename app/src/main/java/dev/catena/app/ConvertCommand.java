package dev.catena.app;

import dev.catena.app.console.UserError;
import dev.catena.model.RobotModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code catena convert}: from one robot format to another. */
@Command(
        name = "convert",
        description =
                "Write a robot in another format; the ending of OUT says which. What that has no place for is listed.",
        footer = {
            "",
            "Formats:",
            "  read and written  .yaml .yml (Catena), .urdf (or .xml with <robot>)",
            "  read              .xacro, .par (OpenSYMORO), .mjcf (or .xml with <mujoco>),",
            "                    .sdf .world (or .xml with <sdf>)",
            "",
            "Example: catena convert ur.urdf.xacro ur5e.yaml --set ur_type=ur5e,name=ur"
        })
final class ConvertCommand implements Runnable {
    private final Console console;

    @Parameters(index = "0", paramLabel = "IN", description = RobotOptions.ROBOT)
    @SuppressWarnings("NullAway.Init")
    private String in;

    @Parameters(index = "1", paramLabel = "OUT", description = "A file that ends in .yaml, .yml, .urdf or .xml.")
    @SuppressWarnings("NullAway.Init")
    private Path out;

    @Option(names = "--overwrite", description = "OUT may be the file that is read.")
    private boolean overwrite;

    @Mixin
    private final RobotOptions options = new RobotOptions();

    ConvertCommand(Console console) {
        this.console = console;
    }

    @Override
    public void run() {
        if (!overwrite && isInput()) {
            throw new UserError(
                    "\"%s\" is the file that is read, so it is not written; --overwrite allows it".formatted(out));
        }
        RobotOutput.check(out);
        RobotModel robot = options.readWithLoops(in);
        console.warnings(robot.warnings());
        console.doing(
                "writing the %s bodies of robot \"%s\"".formatted(robot.bodies().size(), robot.name()));
        RobotOutput.write(robot, out, console);
    }

    private boolean isInput() {
        try {
            Path input = Path.of(in);
            return Files.exists(input) && Files.exists(out) && Files.isSameFile(input, out);
        } catch (IOException | InvalidPathException e) {
            return false;
        }
    }
}
