package dev.catena.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program in a process of its own, where it also has to end. */
class ProcessTest {
    @TempDir
    Path folder;

    @Test
    void endsQuietlyAfterWritingAFile() throws IOException, InterruptedException {
        Path errors = folder.resolve("errors");
        Path robot = folder.resolve("robot.yaml");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "dev.catena.app.Main",
                        "convert",
                        "two-link",
                        robot.toString())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(errors.toFile())
                .start();

        assertThat(process.waitFor()).isZero();

        assertThat(robot).isNotEmptyFile();
        assertThat(Files.readString(errors)).isEqualTo("wrote %s%n".formatted(robot));
    }

    /** A matrix of 2200 × 2200 numbers in 32 MB. */
    @Test
    void lackOfMemoryIsSaidAndNoInternalError() throws IOException, InterruptedException {
        int joints = 2200;
        Path robot = folder.resolve("long.urdf");
        Path states = folder.resolve("states.json");
        StringBuilder urdf = new StringBuilder("<robot name='long'><link name='l0'/>");
        StringBuilder names = new StringBuilder("\"j1\"");
        for (int i = 1; i <= joints; i++) {
            urdf.append(
                    "<link name='l%s'><inertial><origin xyz='1 0 0'/><mass value='1'/><inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial></link>"
                            .formatted(i));
            urdf.append("<joint name='j%s' type='continuous'><parent link='l%s'/><child link='l%s'/></joint>"
                    .formatted(i, i - 1, i));
            names.append(i == 1 ? "" : ",\"j" + i + "\"");
        }
        Files.writeString(robot, urdf.append("</robot>"));
        Files.writeString(
                states, "{\"joints\":[%s],\"states\":[{\"q\":[0%s]}]}".formatted(names, ",0".repeat(joints - 1)));
        Path errors = folder.resolve("errors");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx32m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "dev.catena.app.Main",
                        "eval",
                        "--robot",
                        robot.toString(),
                        "--states",
                        states.toString(),
                        "--quantity",
                        "massMatrix")
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(errors.toFile())
                .start();

        assertThat(process.waitFor()).isEqualTo(2);

        assertThat(Files.readString(errors))
                .contains("catena: out of memory while evaluating 1 states of 2200 joints: Java may use ")
                .doesNotContain("internal error");
    }
}
