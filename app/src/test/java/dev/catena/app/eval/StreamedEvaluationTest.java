package dev.catena.app.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.catena.app.console.UserError;
import dev.catena.formats.ShippedRobots;
import dev.catena.formats.reading.FormatException;
import dev.catena.formats.table.StateTable;
import dev.catena.formats.table.StateTables;
import dev.catena.model.RobotModel;
import dev.catena.quantity.Quantity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables that are gone through a part at a time give what whole tables do. */
class StreamedEvaluationTest {
    private static final List<Quantity> ASKED = List.of(Quantity.TORQUE, Quantity.MASS_MATRIX, Quantity.GRAVITY);

    private final RobotModel robot = ShippedRobots.load("two-link");

    @TempDir
    private Path folder;

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("states.csv"), text);
    }

    /** More rows than a block has, columns in any order, results of other commands among them. */
    @Test
    void manyRowsAreThoseOfTheWholeTable() throws IOException {
        StringBuilder text = new StringBuilder("q_elbow,time,violations,qd_shoulder,q_shoulder,tauRate_elbow\n");
        SplittableRandom random = new SplittableRandom(4);
        int rows = 20_000;
        for (int k = 0; k < rows; k++) {
            text.append("%s,%s,\"a, b\",%s,%s,x\n"
                    .formatted(random.nextDouble(), 0.001 * k, random.nextDouble(), random.nextDouble()));
        }
        Path states = file(text.toString());
        assertThat(StreamedEvaluation.accepts(robot, states)).isTrue();

        Path out = folder.resolve("out.csv");
        assertThat(new StreamedEvaluation(robot, states, ASKED).write(out)).isEqualTo(rows);

        BatchEvaluation whole = new BatchEvaluation(robot, StateTables.read(states, robot), ASKED);
        List<String> lines = Files.readAllLines(out);
        assertThat(lines).hasSize(rows + 1);
        assertThat(lines.get(0)).startsWith("time,torque_shoulder,torque_elbow,massMatrix_shoulder_shoulder,");
        for (int k : new int[] {0, 1, 16_383, 16_384, rows - 1}) {
            Value.Numbers torque = (Value.Numbers) whole.values(k).get(0);
            assertThat(Double.parseDouble(lines.get(k + 1).split(",", -1)[1])).isEqualTo(torque.values()[0]);
            assertThat(Double.parseDouble(lines.get(k + 1).split(",", -1)[2])).isEqualTo(torque.values()[1]);
        }
    }

    /** A file may end with its header, or with any other line, without a newline. */
    @Test
    void theLastLineNeedsNoNewline() throws IOException {
        Path out = folder.resolve("out.csv");
        for (String text : List.of("q_shoulder,q_elbow", "q_shoulder,q_elbow\n", "q_shoulder,q_elbow\n1,2")) {
            int rows = text.endsWith("2") ? 1 : 0;
            assertThat(new StreamedEvaluation(robot, file(text), ASKED).write(out))
                    .isEqualTo(rows);
            assertThat(Files.readAllLines(out)).hasSize(rows + 1);
        }
    }

    @Test
    void basesAndCouplingsNeedTheWholeTable() throws IOException {
        Path states = file("q_shoulder,q_elbow,base_x\n1,2,3\n");
        assertThat(StreamedEvaluation.accepts(robot, states)).isFalse();
        assertThat(StreamedEvaluation.accepts(robot.withFloatingBase(), file("q_shoulder,q_elbow\n1,2\n")))
                .isFalse();
    }

    @Test
    void mistakesAreNamedAndLeaveNothing() throws IOException {
        refused("q_shoulder,q_elbow,q_knee\n1,2,3\n", "unknown column \"q_knee\"");
        refused("q_shoulder,q_elbow,q_elbow\n1,2,3\n", "column \"q_elbow\" is given twice");
        refused("q_shoulder\n1\n", "joint \"elbow\" has no column q_elbow");
        refused("q_shoulder,q_elbow\n1,2\n1,x\n", "states.csv:3, column 2: \"x\" is no finite decimal number");
        refused("q_shoulder,q_elbow\n1,2\n1\n", "the line has 1 values, but the header has 2 columns");
    }

    private void refused(String text, String words) throws IOException {
        Path states = file(text);
        Path out = folder.resolve("out.csv");
        assertThatThrownBy(() -> new StreamedEvaluation(robot, states, ASKED).write(out))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining(words);
        assertThatThrownBy(() -> writeBegunAhead(states, out))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining(words);
        assertThat(out).doesNotExist();
    }

    private long writeBegunAhead(Path states, Path out) {
        try (StatesAhead ahead = new StatesAhead(states)) {
            assertThat(StreamedEvaluation.accepts(robot, ahead)).isTrue();
            return new StreamedEvaluation(robot, states, ahead, ASKED).write(out);
        }
    }

    private static String plain(int rows) {
        StringBuilder text = new StringBuilder("time,q_shoulder,q_elbow,qd_elbow,violations\n");
        SplittableRandom random = new SplittableRandom(5);
        for (int k = 0; k < rows; k++) {
            text.append("%s,%s,%s, %s ,none\n"
                    .formatted(0.001 * k, random.nextDouble(), random.nextDouble(), random.nextDouble()));
        }
        return text.toString();
    }

    /** Several blocks of text, and a last line that does not end. */
    @Test
    void theNumberOfThreadsDoesNotMatter() throws IOException {
        String text = plain(20_000);
        Path states = file(text.strip());
        Path one = folder.resolve("one.csv");
        Path many = folder.resolve("many.csv");
        StreamedEvaluation evaluation = new StreamedEvaluation(robot, states, ASKED);
        assertThat(evaluation.write(one, 1)).isEqualTo(20_000);
        assertThat(evaluation.write(many, 5)).isEqualTo(20_000);
        assertThat(Files.mismatch(many, one)).isEqualTo(-1);
        Path ahead = folder.resolve("ahead.csv");
        assertThat(writeBegunAhead(states, ahead)).isEqualTo(20_000);
        assertThat(Files.mismatch(ahead, one)).isEqualTo(-1);

        StringBuilder printed = new StringBuilder();
        assertThat(evaluation.printCsv(printed)).isEqualTo(20_000);
        assertThat(printed.toString()).isEqualTo(Files.readString(one));
    }

    /** A line of text among plain ones, far behind: read by other means, with the same numbers. */
    @Test
    void quotesAndBlankLinesMayComeLate() throws IOException {
        String text = plain(15_000);
        int late = text.indexOf('\n', text.length() * 3 / 4) + 1;
        Path expected = folder.resolve("expected.csv");
        long rows = new StreamedEvaluation(robot, file(text), ASKED).write(expected);
        Path states = file(text.substring(0, late) + "\n"
                + text.substring(late).replaceFirst("none", "\"several,\n\"\"lines\"\"\""));
        Path out = folder.resolve("out.csv");
        assertThat(new StreamedEvaluation(robot, states, ASKED).write(out, 3)).isEqualTo(rows);
        assertThat(Files.mismatch(out, expected)).isEqualTo(-1);
        assertThat(writeBegunAhead(states, out)).isEqualTo(rows);
        assertThat(Files.mismatch(out, expected)).isEqualTo(-1);
    }

    @Test
    void lateMistakesAreAtTheirLines() throws IOException {
        String text = plain(15_000);
        refused(text + "1,2,3\n", "states.csv:15002, column 3: the line has 3 values, but the header has 5 columns");
        refused(text + "1,2,3,x,", "states.csv:15002, column 4: \"x\" is no finite decimal number");
        refused(text + "1,2,1e999,4,\n" + text, "states.csv:15002, column 3: \"1e999\" is no finite decimal number");
    }

    @Test
    void rowsWithoutResultAreNamed() throws IOException {
        Path states = file(plain(15_000) + "1,0,0,1e200,\n");
        Path out = folder.resolve("out.csv");
        assertThatThrownBy(() -> new StreamedEvaluation(robot, states, ASKED).write(out, 2))
                .isInstanceOf(UserError.class)
                .hasMessageContainingAll("the rows from 1", "counted from 0", "torque cannot be computed");
        assertThat(out).doesNotExist();
    }

    /** As the values of states one by one are printed. */
    @Test
    void jsonIsThatOfOtherResults() throws IOException {
        Path states = file(plain(3));
        StringBuilder printed = new StringBuilder();
        assertThat(new StreamedEvaluation(robot, states, ASKED).printJson(printed))
                .isEqualTo(3);

        StringBuilder expected = new StringBuilder();
        StateTable table = StateTables.read(states, robot);
        BatchEvaluation whole = new BatchEvaluation(robot, table, ASKED);
        new ResultText(table, robot, ASKED, whole::values).writeJson(expected);
        assertThat(new ObjectMapper().readTree(printed.toString()))
                .isEqualTo(new ObjectMapper().readTree(expected.toString()));
        assertThat(printed.toString().lines())
                .hasSameSizeAs(expected.toString().lines().toList());
    }
}
