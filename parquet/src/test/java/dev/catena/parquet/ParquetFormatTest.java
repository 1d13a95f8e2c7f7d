package dev.catena.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.formats.reading.FormatException;
import dev.catena.formats.table.NumberTables;
import dev.catena.formats.table.StateTable;
import dev.catena.formats.table.StateTable.Series;
import dev.catena.formats.table.StateTables;
import dev.catena.formats.table.TableColumn;
import dev.catena.formats.table.TableReader;
import dev.catena.formats.table.TableSink;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.DecimalType;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.IntType;
import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Type;
import org.apache.parquet.format.Util;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is written is read again, what others wrote is read, and what is broken is said to be. */
class ParquetFormatTest {
    private static final int ROWS = 1000;

    @TempDir
    Path folder;

    private Path resource(String name) throws IOException {
        Path file = folder.resolve(name);
        try (var in = ParquetFormatTest.class.getResourceAsStream(name)) {
            Files.write(file, in.readAllBytes());
        }
        return file;
    }

    @ParameterizedTest
    @ValueSource(strings = {"snappy", "zstd", "gzip", "lz4", "encodings"})
    void tablesOfOthersAreRead(String name) throws IOException {
        try (TableReader reader = NumberTables.openWithGaps(resource(name + ".parquet"))) {
            assertThat(reader.columns()).containsExactly("time", "q_a", "q_b", "count", "small", "flag", "gap", "note");
            double[][] rows = new double[8][300];
            rows[7] = null;
            int k = 0;
            int wrong = 0;
            for (int count = reader.read(rows, 300); count > 0; count = reader.read(rows, 300)) {
                for (int r = 0; r < count; r++, k++) {
                    double[] row = {rows[0][r], rows[1][r], rows[2][r], rows[3][r], rows[4][r], rows[5][r], rows[6][r]};
                    double[] expected = {
                        k * 0.001,
                        Math.rint(Math.sin(k * 0.01) * 8) / 8,
                        0.25 * k,
                        3 * k - 5,
                        k % 7,
                        k % 3 == 0 ? 1 : 0,
                        k % 5 == 0 ? Double.NaN : k
                    };
                    wrong += Arrays.equals(row, expected) ? 0 : 1;
                }
            }
            assertThat(k).isEqualTo(ROWS);
            assertThat(wrong).isZero();
        }
    }

    @Test
    void aMissingNumberIsAMistakeUnlessGapsAreAllowed() throws IOException {
        try (TableReader reader = NumberTables.open(resource("snappy.parquet"))) {
            double[][] rows = new double[8][];
            rows[6] = new double[10];
            assertThatThrownBy(() -> reader.read(rows, 10))
                    .isInstanceOf(FormatException.class)
                    .hasMessageContaining("row 1, column \"gap\"")
                    .hasMessageContaining("there is no number");
        }
    }

    @Test
    void columnsThatAreNoNumbersAreReadOnlyByThoseWhoDoNotAsk() throws IOException {
        Path file = resource("odd.parquet");
        try (TableReader reader = NumberTables.open(file)) {
            assertThat(reader.columns()).containsExactly("q_a", "when", "nested", "last");
            double[][] rows = {new double[1], null, null, new double[1]};
            assertThat(reader.read(rows, 1)).isEqualTo(1);
            assertThat(rows[0][0]).isEqualTo(1);
            assertThat(rows[3][0]).isEqualTo(7);
        }
        refuses(file, 1, "column \"when\" has dates, times or decimals");
        refuses(file, 2, "column \"nested\" is nested");
        refuses(resource("gzip.parquet"), 7, "column \"note\" has texts or bytes");
    }

    /** The same bytes mean other numbers if the schema says so, in the words of old writers or in those of new ones. */
    @Test
    void numbersWithoutSignHaveNone() throws IOException {
        SchemaElement old = new SchemaElement("n");
        old.setConverted_type(ConvertedType.UINT_64);
        SchemaElement modern = new SchemaElement("n");
        modern.setLogicalType(LogicalType.INTEGER(new IntType((byte) 64, false)));
        for (SchemaElement said : List.of(old, modern)) {
            assertThat(relabeled(said, Type.INT64, 1L << 53, 5, Long.MIN_VALUE, Long.MIN_VALUE + 2048))
                    .containsExactly(0x1p53, 5, 0x1p63, 0x1p63 + 2048);
            for (long rounded : new long[] {-1, (1L << 53) + 1, Long.MAX_VALUE, Long.MIN_VALUE + 1024}) {
                assertThatThrownBy(() -> relabeled(said, Type.INT64, 5, rounded))
                        .isInstanceOf(FormatException.class)
                        .hasMessageContaining("column \"n\"")
                        .hasMessageContaining(Long.toUnsignedString(rounded));
            }
        }
        old.setConverted_type(ConvertedType.UINT_32);
        modern.setLogicalType(LogicalType.INTEGER(new IntType((byte) 32, false)));
        for (SchemaElement said : List.of(old, modern)) {
            assertThat(relabeled(said, Type.INT32, -2, 7)).containsExactly(0xFFFF_FFFEL, 0xFFFF_FFFFL);
        }
        modern.setLogicalType(LogicalType.INTEGER(new IntType((byte) 64, true)));
        assertThat(relabeled(modern, Type.INT64, -1, 5)).containsExactly(-1, 5);
        assertThat(relabeled(modern, Type.INT64, Long.MIN_VALUE, -(1L << 54))).containsExactly(-0x1p63, -0x1p54);
        for (long rounded : new long[] {Long.MAX_VALUE, -(1L << 53) - 1, Long.MIN_VALUE + 1}) {
            assertThatThrownBy(() -> relabeled(modern, Type.INT64, rounded, 1))
                    .isInstanceOf(FormatException.class)
                    .hasMessageContaining(Long.toString(rounded));
        }
        modern.setLogicalType(LogicalType.DECIMAL(new DecimalType(2, 18)));
        assertThatThrownBy(() -> relabeled(modern, Type.INT64, 1))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("column \"n\" has dates, times or decimals");
    }

    /** As Spark writes moments and long decimals: as bytes. */
    @Test
    void bytesThatAreTimesOrDecimalsAreCalledSo() {
        SchemaElement moment = new SchemaElement("n");
        SchemaElement decimal = new SchemaElement("n");
        decimal.setConverted_type(ConvertedType.DECIMAL);
        SchemaElement text = new SchemaElement("n");
        refuses(moment, Type.INT96, "has dates, times or decimals");
        refuses(decimal, Type.FIXED_LEN_BYTE_ARRAY, "has dates, times or decimals");
        refuses(text, Type.BYTE_ARRAY, "has texts or bytes");
    }

    private void refuses(SchemaElement said, Type type, String reason) {
        assertThatThrownBy(() -> relabeled(said, type, 1))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("column \"n\" " + reason);
    }

    /** What is read of whole numbers in a file whose schema was changed; twice as many of 32 bits, of which the first are read. */
    private double[] relabeled(SchemaElement said, Type type, long... numbers) throws IOException {
        Path file = folder.resolve("relabeled.parquet");
        try (TableSink sink = NumberTables.create(file, List.of(TableColumn.whole("n")))) {
            for (long number : numbers) {
                sink.whole(number);
                sink.end();
            }
            sink.finish();
        }
        byte[] bytes = Files.readAllBytes(file);
        ByteBuffer all = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        int footer = bytes.length - 8 - all.getInt(bytes.length - 8);
        FileMetaData described =
                Util.readFileMetaData(new ByteArrayInputStream(bytes, footer, bytes.length - 8 - footer));
        said.setType(type);
        said.setRepetition_type(FieldRepetitionType.REQUIRED);
        described.getSchema().set(1, said);
        described
                .getRow_groups()
                .forEach(group -> group.getColumns().get(0).getMeta_data().setType(type));
        ByteArrayOutputStream changed = new ByteArrayOutputStream();
        changed.write(bytes, 0, footer);
        Util.writeFileMetaData(described, changed);
        byte[] length = ByteBuffer.allocate(4)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(changed.size() - footer)
                .array();
        changed.write(length);
        changed.write(bytes, bytes.length - 4, 4);
        Files.write(file, changed.toByteArray());
        double[] read = new double[numbers.length];
        try (TableReader reader = NumberTables.open(file)) {
            assertThat(reader.read(new double[][] {read}, read.length)).isEqualTo(read.length);
        }
        return read;
    }

    private static void refuses(Path file, int column, String message) {
        try (TableReader reader = NumberTables.open(file)) {
            double[][] rows = new double[reader.columns().size()][];
            rows[column] = new double[1];
            assertThatThrownBy(() -> reader.read(rows, 1))
                    .isInstanceOf(FormatException.class)
                    .hasMessageContaining(message);
        }
    }

    @Test
    void whatIsWrittenIsReadAgainToTheLastBit() {
        Path file = folder.resolve("own.parquet");
        int rows = 2 * ParquetSink.MOST_ROWS + 17;
        List<TableColumn> columns = List.of(TableColumn.number("x"), TableColumn.whole("n"), TableColumn.text("joint"));
        SplittableRandom random = new SplittableRandom(3);
        try (TableSink sink = NumberTables.create(file, columns)) {
            for (int k = 0; k < rows; k++) {
                sink.number(random.nextDouble(-1, 1));
                sink.whole(k - 5L);
                sink.text("Gelenk ä" + k % 3);
                sink.end();
            }
            sink.finish();
        }
        SplittableRandom again = new SplittableRandom(3);
        try (TableReader reader = NumberTables.open(file)) {
            assertThat(reader.columns()).containsExactly("x", "n", "joint");
            double[][] part = {new double[1000], new double[1000], null};
            int k = 0;
            int wrong = 0;
            for (int count = reader.read(part, 1000); count > 0; count = reader.read(part, 1000)) {
                for (int r = 0; r < count; r++, k++) {
                    wrong += part[0][r] == again.nextDouble(-1, 1) && part[1][r] == k - 5 ? 0 : 1;
                }
            }
            assertThat(k).isEqualTo(rows);
            assertThat(wrong).isZero();
        }
    }

    @Test
    void stateTablesAreWrittenAndRead() {
        Path file = folder.resolve("motion.parquet");
        StateTable table = new StateTable(
                List.of("a", "b"),
                List.of(
                        new StateTable.StateBuilder()
                                .time(0)
                                .set(Series.POSITION, 1, 2)
                                .build(),
                        new StateTable.StateBuilder()
                                .time(0.1)
                                .set(Series.POSITION, 3, 4)
                                .set(Series.EFFORT, -0.0, 1e-300)
                                .build()));
        StateTables.write(table, file);
        StateTable read = StateTables.read(file);
        assertThat(read.joints()).containsExactly("a", "b");
        assertThat(read.times()).containsExactly(0, 0.1);
        assertThat(read.values(1, Series.POSITION)).containsExactly(3, 4);
        assertThat(read.values(1, Series.EFFORT)).containsExactly(-0.0, 1e-300);
    }

    @Test
    void headersOfStateTablesAreChecked() throws IOException {
        assertThatThrownBy(() -> StateTables.read(resource("lz4.parquet")))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("unknown column \"count\"");
    }

    @Test
    void aFolderOfPartsIsOneTable() throws IOException {
        Path spark = Files.createDirectory(folder.resolve("all.parquet"));
        for (int part = 0; part < 3; part++) {
            Path file = spark.resolve("part-0000%s.parquet".formatted(part));
            try (TableSink sink = NumberTables.create(file, List.of(TableColumn.number("x")))) {
                for (int k = 0; k < part * 2; k++) {
                    sink.number(10 * part + k);
                    sink.end();
                }
                sink.finish();
            }
        }
        Files.writeString(spark.resolve("_SUCCESS"), "");
        double[][] rows = new double[1][10];
        try (TableReader reader = NumberTables.open(spark)) {
            assertThat(reader.read(rows, 10)).isEqualTo(6);
            assertThat(rows[0]).startsWith(10, 11, 20, 21, 22, 23);
        }
        try (TableSink sink =
                NumberTables.create(spark.resolve("part-00001.parquet"), List.of(TableColumn.number("y")))) {
            sink.finish();
        }
        try (TableReader reader = NumberTables.open(spark)) {
            assertThatThrownBy(() -> reader.read(rows, 10)).hasMessageContaining("other columns than part-00000");
        }
        Path empty = Files.createDirectory(folder.resolve("none.parquet"));
        assertThatThrownBy(() -> NumberTables.open(empty)).hasMessageContaining("no .parquet file in this folder");
    }

    @Test
    void rowsThatDoNotFitTheTableAreRefused() {
        Path file = folder.resolve("wrong.parquet");
        try (TableSink sink = NumberTables.create(file, List.of(TableColumn.number("x"), TableColumn.text("t")))) {
            assertThatThrownBy(() -> sink.whole(1)).hasMessageContaining("takes a number, but a whole number");
        }
        try (TableSink sink = NumberTables.create(file, List.of(TableColumn.number("x")))) {
            sink.number(1);
            assertThatThrownBy(() -> sink.number(1)).hasMessageContaining("more cells than the 1 columns");
        }
        try (TableSink sink = NumberTables.create(file, List.of(TableColumn.number("x")))) {
            assertThatThrownBy(sink::end).hasMessageContaining("0 cells, but the table has 1 columns");
        }
        assertThatThrownBy(() -> NumberTables.create(file, List.of(TableColumn.number("x"), TableColumn.number("x"))))
                .hasMessageContaining("\"x\" is given twice");
        assertThatThrownBy(() -> NumberTables.create(file, List.of())).hasMessageContaining("needs a column");
        assertThat(file).doesNotExist();
    }

    @Test
    void aFullDiskIsSaidToBeFull() {
        try (TableSink sink = new ParquetSink(Path.of("/dev/full"), List.of(TableColumn.number("x")))) {
            sink.number(1);
            sink.end();
            assertThatThrownBy(sink::finish).isInstanceOf(UncheckedIOException.class);
        }
    }

    /** Every single byte of small files is changed, and files are cut short: numbers or one exception, never another. */
    @ParameterizedTest
    @ValueSource(strings = {"odd", "own"})
    void brokenFilesAreNeverAnythingElse(String name) throws IOException {
        Path file = folder.resolve("own.parquet");
        if (name.equals("own")) {
            try (TableSink sink = NumberTables.create(file, List.of(TableColumn.number("x"), TableColumn.whole("n")))) {
                for (int k = 0; k < 5; k++) {
                    sink.number(k);
                    sink.whole(k);
                    sink.end();
                }
                sink.finish();
            }
        } else {
            file = resource("odd.parquet");
        }
        byte[] whole = Files.readAllBytes(file);
        Path broken = folder.resolve("broken.parquet");
        SplittableRandom random = new SplittableRandom(1);
        int refused = 0;
        for (int k = 0; k < whole.length; k++) {
            byte[] changed = whole.clone();
            changed[k] ^= (byte) (1 + random.nextInt(255));
            refused += readsOrRefuses(broken, changed) ? 0 : 1;
            if (k % 7 == 0) {
                boolean unused = readsOrRefuses(broken, Arrays.copyOf(whole, k));
            }
        }
        assertThat(refused).isGreaterThan(whole.length / 4);
    }

    private static boolean readsOrRefuses(Path file, byte[] bytes) throws IOException {
        Files.write(file, bytes);
        try (TableReader reader = NumberTables.open(file)) {
            double[][] rows = new double[reader.columns().size()][64];
            int unused = reader.read(rows, 64);
            return true;
        } catch (FormatException e) {
            assertThat(e).hasMessageContaining("broken.parquet");
            return false;
        }
    }

    @Test
    void aWrongChecksumIsFound() throws IOException {
        Path file = resource("gzip.parquet");
        byte[] bytes = Files.readAllBytes(file);
        bytes[200] ^= 1;
        Files.write(file, bytes);
        refuses(file, 0, "the checksum of a page is wrong");
    }

    @Test
    void whatIsNoParquetIsSaidToBeNone() throws IOException {
        Path file = Files.writeString(folder.resolve("text.parquet"), "time,q_a\n0,1\n2,3\n");
        assertThatThrownBy(() -> NumberTables.open(file))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("is no Parquet file");
        Path encrypted = Files.writeString(folder.resolve("encrypted.parquet"), "PARE0123456789PARE");
        assertThatThrownBy(() -> NumberTables.open(encrypted))
                .hasMessage(encrypted + ": the file is encrypted; write it without");
        assertThatThrownBy(() -> NumberTables.open(folder.resolve("nothing.parquet")))
                .hasMessageContaining("no such file");
    }

    /** A row is neither kept nor costs an object, so that files may be as long as the disk. */
    @Test
    void rowsCostNoMemory() {
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        Path file = folder.resolve("long.parquet");
        int group = ParquetSink.MOST_ROWS;
        try (TableSink sink = NumberTables.create(file, List.of(TableColumn.number("x"), TableColumn.whole("n")))) {
            fill(sink, group);
            long before = threads.getCurrentThreadAllocatedBytes();
            fill(sink, 4 * group);
            assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(1L << 20);
            sink.finish();
        }
    }

    private static void fill(TableSink sink, int rows) {
        for (int k = 0; k < rows; k++) {
            sink.number(k * 0.5);
            sink.whole(k);
            sink.end();
        }
    }
}
