package dev.catena.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.catena.formats.table.NumberTables;
import dev.catena.formats.table.TableColumn;
import dev.catena.formats.table.TableReader;
import dev.catena.formats.table.TableSink;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands read and write Parquet where they read and write CSV, with the same columns and the same numbers. */
class ParquetCommandsTest {
    private static final String STATES = """
        time,q_shoulder,q_elbow,qd_shoulder,qd_elbow
        0,0.1,0.2,0.3,0.4
        0.1,0.11,0.22,0.33,0.44
        0.2,-0.1,-0.2,-0.3,-0.4
        0.3,-0.15,-0.2,-0.3,-0.4
        0.4,-0.15,-0.25,-0.3,-0.4
        """;

    @TempDir
    private Path folder;

    private String file(String name) {
        return folder.resolve(name).toString();
    }

    /** Names of the columns, then the numbers of each row; texts are left out. */
    private static List<String> table(Path file) {
        List<String> lines = new ArrayList<>();
        try (TableReader reader = NumberTables.open(file)) {
            List<String> names = reader.columns();
            double[][] rows = new double[names.size()][100];
            for (int c = 0; c < rows.length; c++) {
                rows[c] = names.get(c).equals("violations") || names.get(c).equals("joint") ? null : rows[c];
            }
            lines.add(String.join(",", names));
            int count = reader.read(rows, 100);
            assertThat(count).isPositive();
            for (int k = 0; k < count; k++) {
                int row = k;
                lines.add(Arrays.stream(rows)
                        .map(column -> column == null ? "" : String.valueOf(column[row]))
                        .toList()
                        .toString());
            }
        }
        return lines;
    }

    private void sameBothWays(String... command) {
        String[] asParquet = Arrays.stream(command)
                .map(word -> word.equals("OUT") ? file("out.parquet") : word)
                .toArray(String[]::new);
        String[] asCsv = Arrays.stream(command)
                .map(word -> word.equals("OUT") ? file("out.csv") : word)
                .toArray(String[]::new);
        for (String[] each : List.of(asParquet, asCsv)) {
            CommandRun unused = CommandRun.of(each).good();
        }
        assertThat(table(folder.resolve("out.parquet"))).isEqualTo(table(folder.resolve("out.csv")));
    }

    @Test
    void simulateTorqueAndEvalChain() throws IOException {
        Path states = Files.writeString(folder.resolve("states.csv"), STATES);
        sameBothWays("torque", "two-link", states.toString(), "--out", "OUT");
        // results in the table are passed over
        Files.move(folder.resolve("out.parquet"), folder.resolve("first.parquet"));
        sameBothWays("torque", "two-link", file("first.parquet"), "--out", "OUT");
        Files.move(folder.resolve("out.parquet"), folder.resolve("torque.parquet"));
        sameBothWays(
                "simulate",
                "two-link",
                "--torque",
                file("torque.parquet"),
                "--time",
                "0.2",
                "--rate",
                "50",
                "--out",
                "OUT");
        CommandRun json = CommandRun.of(
                        "eval", "--robot", "two-link", "--states", file("torque.parquet"), "--quantity", "torque")
                .good();
        CommandRun table = CommandRun.of(
                        "eval",
                        "--robot",
                        "two-link",
                        "--states",
                        file("torque.parquet"),
                        "--quantity",
                        "torque,massMatrix",
                        "--out",
                        file("eval.parquet"))
                .good();
        CommandRun batch = CommandRun.of(
                        "eval",
                        "--robot",
                        "two-link",
                        "--states",
                        file("torque.parquet"),
                        "--quantity",
                        "torque,massMatrix",
                        "--batch",
                        "--out",
                        file("batch.parquet"))
                .good();
        assertThat(json.out()).contains("\"torque\"");
        assertThat(table.code()).isZero();
        assertThat(batch.err()).contains("5 rows");
        List<String> one = table(folder.resolve("eval.parquet"));
        List<String> other = table(folder.resolve("batch.parquet"));
        assertThat(one.get(0))
                .isEqualTo("time,torque_shoulder,torque_elbow,massMatrix_shoulder_shoulder,massMatrix_shoulder_elbow,"
                        + "massMatrix_elbow_shoulder,massMatrix_elbow_elbow")
                .isEqualTo(other.get(0));
        assertThat(one).hasSameSizeAs(other).hasSize(6);
    }

    /** The same states as CSV, as JSON and as Parquet; every way of evaluating them, to the last bit. */
    @Test
    void evalGivesTheSameWhateverTheFilesAre() throws IOException {
        Path states = Files.writeString(folder.resolve("states.csv"), STATES);
        copy(states, folder.resolve("states.parquet"));
        for (String batch : List.of("--batch", "--no-batch")) {
            List<String> tables = new ArrayList<>();
            for (String from : List.of("states.csv", "states.parquet")) {
                for (String to : List.of("out.csv", "out.parquet")) {
                    List<String> command =
                            new ArrayList<>(List.of("eval", "--robot", "two-link", "--states", file(from)));
                    command.addAll(List.of("--quantity", "torque,torqueRate,acceleration", "--out", file(to)));
                    command.addAll(to.endsWith("csv") ? List.of("--csv") : List.of());
                    command.addAll(batch.equals("--batch") ? List.of("--batch") : List.of());
                    CommandRun unused =
                            CommandRun.of(command.toArray(String[]::new)).good();
                    tables.add(table(folder.resolve(to)).toString());
                }
            }
            assertThat(tables).as(batch).containsOnly(tables.get(0));
        }
    }

    /** Parquet that is no table of states: what is wrong is said, with the column, and nothing is written. */
    @Test
    void otherTypesGapsAndTornFilesAreRefused() throws IOException {
        List<TableColumn> columns = List.of(TableColumn.number("q_shoulder"), TableColumn.text("q_elbow"));
        try (TableSink sink = NumberTables.create(folder.resolve("texts.parquet"), columns)) {
            sink.number(1);
            sink.text("a");
            sink.end();
            sink.finish();
        }
        List<TableColumn> numbers = List.of(TableColumn.number("q_shoulder"), TableColumn.number("q_elbow"));
        try (TableSink sink = NumberTables.create(folder.resolve("gaps.parquet"), numbers)) {
            sink.numbers(1, Double.NaN);
            sink.end();
            sink.finish();
        }
        byte[] whole = Files.readAllBytes(folder.resolve("gaps.parquet"));
        Path unused = Files.write(folder.resolve("torn.parquet"), Arrays.copyOf(whole, whole.length - 20));
        for (String batch : List.of("--batch", "--csv")) {
            refused("texts.parquet", batch, "column \"q_elbow\" has texts or bytes, but numbers are expected");
            refused("gaps.parquet", batch, "row 1, column \"q_elbow\": there is no number");
            refused("torn.parquet", batch, "is no Parquet file, or a broken one");
            refused("none.parquet", batch, "there is no such file");
        }
    }

    private void refused(String states, String option, String words) {
        Path out = folder.resolve("refused.out");
        CommandRun run =
                CommandRun.of("eval", "--robot", "two-link", "--states", file(states), option, "--out", out.toString());
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains(words).doesNotContain("Exception");
        assertThat(out).doesNotExist();
    }

    /** What a plan writes as a table can be simulated and evaluated. */
    @Test
    void plansAreWrittenAsBoth() throws IOException {
        Path plan = Files.writeString(folder.resolve("plan.yaml"), """
            catena-plan: 1
            robot: two-link
            start: {elbow: -2}
            goal: [0.5, -1]
            spline: {degree: 3, control-points: 10, samples: 40}
            limits: {torque: 3000}
            """);
        sameBothWays("plan", plan.toString(), "--out", "OUT");
        CommandRun unused = CommandRun.of("torque", "two-link", file("out.parquet"), "--out", file("again.parquet"))
                .good();
        assertThat(table(folder.resolve("again.parquet"))).hasSameSizeAs(table(folder.resolve("out.csv")));
    }

    @Test
    void theFormatIsNotSaidTwice() throws IOException {
        Path states = Files.writeString(folder.resolve("states.csv"), STATES);
        CommandRun run = CommandRun.of(
                "eval", "--robot", "two-link", "--states", states.toString(), "--csv", "--out", file("x.parquet"));
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("leave out --json and --csv");
    }

    @Test
    void aSweepReadsAndWritesParquet() throws IOException {
        Path states = Files.writeString(
                folder.resolve("states.csv"), STATES.replace("time,", "").replaceAll("(?m)^0[.\\d]*,", ""));
        Path spec = Files.writeString(folder.resolve("spec.yaml"), """
            catena-sweep: 1
            robot: two-link
            states: {table: TABLE}
            by: [{value: q_elbow, from: -1, to: 1, bins: 4}, {joint: true}]
            reduce: [{peak: torque}, {mean: torque}]
            """.replace("TABLE", states.toString()));
        sameBothWays("sweep", spec.toString(), "--quiet", "--out", "OUT");
        List<String> fromCsv = table(folder.resolve("out.parquet"));
        CommandRun unused = CommandRun.of(
                        "eval",
                        "--robot",
                        "two-link",
                        "--states",
                        states.toString(),
                        "--quantity",
                        "torque",
                        "--out",
                        file("e.parquet"))
                .good();
        assertThat(fromCsv.get(0)).isEqualTo("q_elbow_from,q_elbow_to,joint,count,peak_torque,mean_torque");
        assertThat(table(folder.resolve("e.parquet")).get(0)).isEqualTo("torque_shoulder,torque_elbow");
    }

    @Test
    void anIdentifiedLogMayBeParquet() {
        CommandRun excited = CommandRun.of(
                        "excite",
                        "two-link",
                        "--time",
                        "2",
                        "--rate",
                        "200",
                        "--iterations",
                        "12",
                        "--out",
                        file("log.parquet"))
                .good();
        copy(folder.resolve("log.parquet"), folder.resolve("log.csv"));
        CommandRun fromParquet = CommandRun.of("identify", "two-link", file("log.parquet"), "--json")
                .good();
        CommandRun fromCsv =
                CommandRun.of("identify", "two-link", file("log.csv"), "--json").good();
        assertThat(excited.err()).contains("wrote");
        assertThat(fromParquet.out().replace("log.parquet", "log.csv"))
                .contains("estimate")
                .isEqualTo(fromCsv.out());
    }

    private static void copy(Path from, Path to) {
        try (TableReader reader = NumberTables.open(from);
                TableSink sink = NumberTables.create(
                        to, reader.columns().stream().map(TableColumn::number).toList())) {
            double[][] row = new double[reader.columns().size()][1];
            while (reader.read(row, 1) > 0) {
                for (double[] cell : row) {
                    sink.number(cell[0]);
                }
                sink.end();
            }
            sink.finish();
        }
    }

    @Test
    void anotherFileUnderThatNameIsRefused() throws IOException {
        Path file = Files.writeString(folder.resolve("text.parquet"), STATES);
        CommandRun run = CommandRun.of("torque", "two-link", file.toString());
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("is no Parquet file, or a broken one");
    }
}
