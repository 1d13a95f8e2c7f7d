package dev.catena.app;

import dev.catena.app.console.UserError;
import dev.catena.formats.RobotFiles;
import dev.catena.model.RobotModel;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Files of robots that commands write. */
final class RobotOutput {
    private RobotOutput() {}

    /** Refuses other formats, before anything is computed. */
    static void check(@Nullable Path file) {
        if (file != null) {
            try {
                RobotFiles.requireWritable(file);
            } catch (IllegalArgumentException e) {
                throw new UserError(String.valueOf(e.getMessage()));
            }
        }
    }

    /** Says what the file has no place for. */
    static void write(RobotModel robot, Path file, Console console) {
        RobotFiles.write(robot, file);
        for (String loss : RobotFiles.losses(robot, file)) {
            console.note("lost: " + loss);
        }
        console.note("wrote " + file);
    }
}
