package dev.catena.formats.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NumberTablesTest {
    @TempDir
    private Path folder;

    private TableReader open(String text) throws IOException {
        return NumberTables.open(Files.writeString(folder.resolve("table.csv"), text));
    }

    @Test
    void whatIsWrittenIsReadAgainBitByBit() {
        SplittableRandom random = new SplittableRandom(1);
        int rows = 40_000;
        double[][] numbers = new double[3][rows];
        Path file = folder.resolve("numbers.csv");
        try (TableSink sink = NumberTables.create(
                file, List.of(TableColumn.number("a,b"), TableColumn.number("\"c\""), TableColumn.whole("d")))) {
            for (int r = 0; r < rows; r++) {
                numbers[0][r] = random.nextDouble(-1e3, 1e3);
                numbers[1][r] = Math.scalb(random.nextDouble(), random.nextInt(-1000, 1000));
                numbers[2][r] = random.nextInt();
                sink.number(numbers[0][r]);
                sink.number(numbers[1][r]);
                sink.whole((long) numbers[2][r]);
                sink.end();
            }
            sink.finish();
        }
        try (TableReader reader = NumberTables.open(file)) {
            assertThat(reader.columns()).containsExactly("a,b", "\"c\"", "d");
            double[][] part = new double[3][777];
            int done = 0;
            for (int count = reader.read(part, 777); count > 0; count = reader.read(part, 777)) {
                for (int r = 0; r < count; r++) {
                    for (int c = 0; c < 3; c++) {
                        assertThat(part[c][r]).isEqualTo(numbers[c][done + r]);
                    }
                }
                done += count;
            }
            assertThat(done).isEqualTo(rows);
        }
    }

    @Test
    void oddLinesAreReadAsTheyAreMeant() throws IOException {
        double[][] rows = new double[2][10];
        try (TableReader reader = open("\ufeffa , b\r\n\r\n 1 ,\t2 \r\n\"3\",4\n\n5,6")) {
            assertThat(reader.columns()).containsExactly("a", "b");
            assertThat(reader.read(rows, 10)).isEqualTo(3);
            assertThat(rows[0]).startsWith(1, 3, 5);
            assertThat(rows[1]).startsWith(2, 4, 6);
            assertThat(reader.read(rows, 10)).isZero();
        }
    }

    /** Also amid lines that are long enough for numbers to be read eight bytes at a time. */
    @Test
    void blanksAndPlusesBeforeNumbersLeaveThemAsTheyAre() throws IOException {
        double[][] rows = new double[3][10];
        try (TableReader reader = open("a,b,c\n" + "0.5, 0.25,+0.125\n".repeat(10))) {
            assertThat(reader.read(rows, 10)).isEqualTo(10);
        }
        for (int row = 0; row < 10; row++) {
            assertThat(rows[0][row]).isEqualTo(0.5);
            assertThat(rows[1][row]).isEqualTo(0.25);
            assertThat(rows[2][row]).isEqualTo(0.125);
        }
    }

    @Test
    void whatIsNoNumberIsNamedWithItsPlace() throws IOException {
        refused("a,b\n1,2\n3,x\n", "table.csv:3, column 2", "\"x\" is no finite decimal number");
        refused("a,b\n1,2,3\n", "table.csv:2, column 2", "the line has 3 values, but the header has 2 columns");
        refused("a,b\n1\n", "the line has 1 values");
        refused("a,b\n1,1e999\n", "table.csv:2, column 2", "no finite decimal number");
        refused("a,b\n1,\"2\n", "a quoted cell does not end");
        refused("a,b\n1,NaN\n", "no finite decimal number");
        assertThatThrownBy(() -> open("\n\n")).hasMessageContaining("the file is empty");
        assertThatThrownBy(() -> NumberTables.open(folder.resolve("none.csv"))).hasMessageContaining("no such file");
        assertThatThrownBy(() -> NumberTables.open(folder.resolve("table.txt"))).hasMessageContaining("ends in .csv");
    }

    private void refused(String text, String... words) throws IOException {
        try (TableReader reader = open(text)) {
            assertThatThrownBy(() -> {
                        int unused = reader.read(new double[2][10], 10);
                    })
                    .message()
                    .contains(words);
        }
    }

    @Test
    void whatIsNotFinishedLeavesNothing() {
        Path file = folder.resolve("unfinished.csv");
        try (TableSink sink = NumberTables.create(file, List.of(TableColumn.number("a")))) {
            sink.number(1);
            sink.end();
        }
        assertThat(file).doesNotExist();
    }
}
