package dev.catena.app;

import dev.catena.app.console.UserError;
import dev.catena.model.RobotModel;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine.Option;

/** How to read a robot: what all commands that take one have in common. */
public final class RobotOptions extends ReadingOptions {
    /** What --contact does. */
    static final String CONTACT =
            "Hold a body to the world where it is in each state: at a point, flat, or by a hinge about an axis of the"
                    + " body (point, flat, hinge-x, hinge-y, hinge-z), at its origin or at the point X,Y,Z of the body."
                    + " Or NAME of a contact of the robot file, all of them, or none; those of the file count unless some are"
                    + " given. The ground then supplies what it takes, pulling as well as pushing. May be given several times.";

    @Option(
            names = "--package",
            paramLabel = "NAME=DIR",
            description = "Folder of a package that a .xacro, .sdf or .mjcf file may read; may be given several times.")
    void setPackages(Map<String, Path> folders) {
        addPackages(folders);
    }

    /** Refuses a robot in which nothing moves, before anything else is read. */
    static void requireMovingJoint(RobotModel robot, String what) {
        try {
            robot.requireMovingJoint(what);
        } catch (IllegalArgumentException e) {
            throw new UserError(String.valueOf(e.getMessage()));
        }
    }
}
