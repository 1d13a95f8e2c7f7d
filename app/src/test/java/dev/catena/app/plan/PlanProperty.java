package dev.catena.app.plan;

import dev.catena.app.console.UserError;
import dev.catena.formats.ShippedRobots;
import dev.catena.formats.reading.FormatException;
import dev.catena.function.RobotFunctions;
import dev.catena.model.RobotModel;
import java.nio.charset.StandardCharsets;

/** Whatever a problem file holds, it is read or refused with a message. Jazzer calls it by its name. */
public final class PlanProperty {
    private static final RobotModel ROBOT = ShippedRobots.load("two-link");

    private PlanProperty() {}

    /** Takes the bytes as the file. */
    public static void fuzzerTestOneInput(byte[] data) {
        boolean unused = accepts(new String(data, StandardCharsets.UTF_8));
    }

    /** Whether the problem is one. */
    static boolean accepts(String text) {
        try {
            PlanFile.Contents contents = PlanFile.parse(text, "fuzz").read(ROBOT, RobotFunctions.byHand());
            return contents.tolerance() > 0;
        } catch (FormatException | UserError e) {
            if (String.valueOf(e.getMessage()).isBlank()) {
                throw new AssertionError("no message", e);
            }
            return false;
        }
    }
}
