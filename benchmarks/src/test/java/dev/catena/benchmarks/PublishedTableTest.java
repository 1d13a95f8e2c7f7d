package dev.catena.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PublishedTableTest {
    @TempDir
    private Path folder;

    private static PublishedTable table(String jdk, String robot) {
        PublishedTable table = new PublishedTable(
                jdk, "a command", "a machine", List.of("quantity", "robot", "ns", "", "", "", "", "", ""));
        table.row(List.of("InverseDynamics", robot, "300", "–", "–", "–", "–", "0", ""));
        return table;
    }

    @Test
    void resultsReplaceThoseOfTheSameJdkOnly() throws IOException {
        Path page = Files.writeString(folder.resolve("page.md"), "# Page\n\nbefore\n");
        table("JDK 17", "chain6").writeInto(page);
        table("JDK 25", "chain8").writeInto(page);
        Files.writeString(page, "\nafter\n", StandardOpenOption.APPEND);

        table("JDK 17", "chain7").writeInto(page);

        String text = Files.readString(page);
        assertThat(text).startsWith("# Page\n\nbefore\n").endsWith("\nafter\n");
        assertThat(text).contains("chain7", "chain8").doesNotContain("chain6");
        assertThat(text.indexOf("JDK 17")).isLessThan(text.indexOf("JDK 25"));
    }
}
