package dev.catena.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.formats.file.OutputFile;
import dev.catena.model.ModelException;
import dev.catena.model.RobotModel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RobotFilesTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"r.yaml", "r.yml", "r.urdf", "r.xml", "R.URDF"})
    void theEndingChoosesTheFormat(String name) {
        RobotModel robot = ShippedRobots.load("stanford");
        Path file = folder.resolve(name);
        RobotFiles.write(robot, file);
        assertThat(RobotFiles.read(file).jointNames()).isEqualTo(robot.jointNames());
    }

    @Test
    void unknownEndingsAreRefused() throws IOException {
        Path file = folder.resolve("robot.txt");
        Files.writeString(file, "x");
        assertThatThrownBy(() -> RobotFiles.read(file))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining(
                        "a robot file ends in .yaml, .yml, .urdf, .xacro, .sdf, .world, .mjcf, .xml or .par");
        assertThatThrownBy(() -> RobotFiles.write(ShippedRobots.load("stanford"), file))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aMissingFileIsAnInputOutputError() {
        assertThatThrownBy(() -> RobotFiles.read(folder.resolve("none.yaml")))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("none.yaml");
    }

    @Test
    void textMustBeUtf8ButXmlMayNameItsEncoding() throws IOException {
        Path yaml = folder.resolve("bad.yaml");
        Files.write(yaml, new byte[] {'n', (byte) 0xe4});
        assertThatThrownBy(() -> RobotFiles.read(yaml))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("the file is not text in UTF-8");
        Path urdf = folder.resolve("latin.urdf");
        String text = "<?xml version='1.0' encoding='ISO-8859-1'?><robot name='fähig'><link name='a'/></robot>";
        Files.write(urdf, text.getBytes(StandardCharsets.ISO_8859_1));
        assertThat(RobotFiles.read(urdf).name()).isEqualTo("fähig");
        Files.write(urdf, text.replace("ISO-8859-1", "UTF-8").getBytes(StandardCharsets.ISO_8859_1));
        assertThatThrownBy(() -> RobotFiles.read(urdf))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("broken XML: the file is not text in UTF-8");
        Files.write(urdf, text.replace("ISO-8859-1", "UTF-16").getBytes(StandardCharsets.UTF_16));
        assertThat(RobotFiles.read(urdf).name()).isEqualTo("fähig");
        Files.writeString(urdf, text.replace("ISO-8859-1", "klingon"));
        assertThatThrownBy(() -> RobotFiles.read(urdf))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("unknown encoding klingon");
        Files.write(urdf, ("\ufeff" + text.replace("ISO-8859-1", "utf-8")).getBytes(StandardCharsets.UTF_8));
        assertThat(RobotFiles.read(urdf).name()).isEqualTo("fähig");
    }

    @Test
    void aFileIsWrittenWholeOrNotAtAll() throws IOException {
        Path file = folder.resolve("out.txt");
        OutputFile.write(file, "first");
        OutputFile.write(file, "second");
        assertThat(Files.readString(file)).isEqualTo("second");

        Path taken = Files.createDirectory(folder.resolve("taken"));
        Files.writeString(taken.resolve("inside"), "x");
        assertThatThrownBy(() -> OutputFile.write(taken, "text")).isInstanceOf(UncheckedIOException.class);
        assertThatThrownBy(() -> OutputFile.write(folder.resolve("no/such/folder"), "text"))
                .isInstanceOf(UncheckedIOException.class);
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left.map(path -> path.getFileName().toString())).containsExactlyInAnyOrder("out.txt", "taken");
        }
    }
}
