package dev.catena.app.combinations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.app.combinations.Cell.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Which question is answered for which kind of robot: every cell is tried, and the table in docs/combinations.md says what
 * came of it. {@code -Dcombinations=write} writes it anew.
 */
class CombinationsTest {
    private static final String BEGIN = "<!-- table: written by CombinationsTest -->\n";
    private static final String END = "<!-- end of table -->\n";

    static Stream<Cell> cells() {
        return Cells.all().stream();
    }

    @ParameterizedTest
    @MethodSource("cells")
    void cellIsAsTheTableSays(Cell cell) {
        assertThat(Cells.KINDS).contains(cell.kind());
        assertThat(Cells.QUESTIONS).contains(cell.question());
        if (cell.expected() == Outcome.REFUSED) {
            assertThatThrownBy(() -> cell.trial().run()).hasMessageContaining(cell.remark());
        } else {
            cell.trial().run();
        }
    }

    @Test
    void documentHasTheTable() throws IOException {
        Path document = root().resolve("docs/combinations.md");
        String text = Files.readString(document);
        String wanted = before(text) + BEGIN + table() + END + text.substring(text.indexOf(END) + END.length());
        if ("write".equals(System.getProperty("combinations"))) {
            Files.writeString(document, wanted);
        }
        assertThat(text)
                .as("docs/combinations.md; -Dcombinations=write writes it")
                .isEqualTo(wanted);
    }

    private static String before(String text) {
        return text.substring(0, text.indexOf(BEGIN));
    }

    private static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("docs/robot-yaml.md"))) {
            folder = folder.getParent();
        }
        return folder;
    }

    private static String table() {
        List<Cell> cells = Cells.all();
        StringBuilder text = new StringBuilder("| | ");
        text.append(String.join(" | ", Cells.QUESTIONS)).append(" |\n|---");
        text.append("|---".repeat(Cells.QUESTIONS.size())).append("|\n");
        Map<String, Integer> remarks = new LinkedHashMap<>();
        for (String kind : Cells.KINDS) {
            text.append("| ").append(kind);
            for (String question : Cells.QUESTIONS) {
                text.append(" | ");
                cells.stream()
                        .filter(cell ->
                                cell.kind().equals(kind) && cell.question().equals(question))
                        .findFirst()
                        .ifPresentOrElse(cell -> text.append(sign(cell, remarks)), () -> text.append("○"));
            }
            text.append(" |\n");
        }
        text.append('\n');
        remarks.forEach((remark, number) ->
                text.append(number).append(". ").append(remark).append('\n'));
        return text.toString();
    }

    private static String sign(Cell cell, Map<String, Integer> remarks) {
        if (cell.remark().isEmpty()) {
            return cell.expected().sign;
        }
        String remark =
                (cell.expected() == Outcome.REFUSED ? "the message says: “…%s…”" : "%s").formatted(cell.remark());
        return cell.expected().sign + " " + remarks.computeIfAbsent(remark, unused -> remarks.size() + 1);
    }
}
