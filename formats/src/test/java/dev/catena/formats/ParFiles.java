package dev.catena.formats;

import dev.catena.formats.par.ParReader;
import dev.catena.formats.reading.ReadOptions;
import dev.catena.model.RobotModel;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Robots of the tests in the format of OpenSYMORO, laid out as that program writes them. */
public final class ParFiles {
    private ParFiles() {}

    public static RobotModel read(String name, ReadOptions options) {
        String file = name + ".par";
        try (InputStream stream = ParFiles.class.getResourceAsStream(file)) {
            if (stream == null) {
                throw new FileNotFoundException(file);
            }
            return ParReader.read(new String(stream.readAllBytes(), StandardCharsets.UTF_8), file, options);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
