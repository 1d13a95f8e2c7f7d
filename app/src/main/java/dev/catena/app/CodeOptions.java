package dev.catena.app;

import dev.catena.app.console.UserError;
import dev.catena.function.RobotFunctions;
import picocli.CommandLine.Option;

/** Whether a command computes by hand or with code that is compiled for the robot. */
public final class CodeOptions {
    @Option(
            names = "--compiled",
            paramLabel = "auto|yes|no",
            defaultValue = "auto",
            description = "Whether to compile the robot to code first; auto, unless told otherwise, does so in the"
                    + " background where there is much to compute. --verbose says what was done.")
    private String compiled = "auto";

    boolean isAutomatic() {
        return compiled.equals("auto");
    }

    RobotFunctions functions() {
        return switch (compiled) {
            case "auto" -> RobotFunctions.automatic();
            case "yes" -> RobotFunctions.compiled();
            case "no" -> RobotFunctions.byHand();
            default -> throw new UserError("--compiled is \"%s\", but must be auto, yes or no".formatted(compiled));
        };
    }
}
