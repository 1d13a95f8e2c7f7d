package dev.catena.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A class is as long as one subject needs. */
class ClassLengthTest {
    private static final int MOST_LINES = 600;

    @Test
    void noClassIsLongerThanOneSubjectNeeds() throws IOException {
        Path root = SourceKeysTest.root();
        List<String> tooLong = new ArrayList<>();
        int looked = 0;
        for (Path file : SourceKeysTest.javaFiles(root)) {
            Path relative = root.relativize(file);
            if (relative.subpath(1, 3).equals(Path.of("src", "main"))) {
                looked++;
                int lines = Files.readAllLines(file).size();
                if (lines > MOST_LINES) {
                    tooLong.add("%s has %s lines, at most %s are allowed".formatted(relative, lines, MOST_LINES));
                }
            }
        }
        assertThat(looked).as("files looked at below %s", root).isGreaterThan(1000);
        assertThat(tooLong).isEmpty();
    }
}
