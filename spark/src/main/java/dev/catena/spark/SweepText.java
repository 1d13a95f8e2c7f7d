package dev.catena.spark;

import dev.catena.formats.file.InputFile;
import dev.catena.sweep.Sweep;
import dev.catena.sweep.SweepFile;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * A sweep on its way to executors: texts only, compiled there once.
 *
 * @param spec as {@code docs/sweep.md} describes it
 * @param trajectory the file that it names, or nothing
 * @param motion what is in that file
 * @param exact whether to compute state by state
 */
record SweepText(String spec, RobotText robot, String trajectory, byte[] motion, boolean exact)
        implements Serializable {
    /** The sweep, made once in every virtual machine. */
    Sweep sweep() {
        String all =
                String.join("\n", spec, robot.digest(), String.valueOf(exact), String.valueOf(Arrays.hashCode(motion)));
        return Compiled.get(RobotText.digest(all), Sweep.class, this::read);
    }

    private Sweep read() {
        SweepFile file = SweepFile.parse(spec, "the sweep");
        if (trajectory.isEmpty()) {
            return file.read(robot.model(), Path.of(""), exact);
        }
        try {
            Path copy = Files.createTempFile("catena-sweep", "." + InputFile.ending(Path.of(trajectory)));
            try {
                Path unused = Files.write(copy, motion);
                return file.read(robot.model(), name -> copy, exact);
            } finally {
                Files.delete(copy);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the trajectory of the sweep: " + e.getMessage(), e);
        }
    }
}
