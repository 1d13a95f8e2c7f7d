package dev.catena.app;

import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine.Option;

/** How to read a robot: what all commands that take one have in common. */
public final class RobotOptions extends ReadingOptions {
    @Option(
            names = "--package",
            paramLabel = "NAME=DIR",
            description = "Folder of a package that a .xacro, .sdf or .mjcf file may read; may be given several times.")
    void setPackages(Map<String, Path> folders) {
        addPackages(folders);
    }
}
