package dev.catena.benchmarks;

import dev.catena.formats.table.NumberTables;
import dev.catena.formats.table.TableColumn;
import dev.catena.formats.table.TableReader;
import dev.catena.formats.table.TableSink;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullUnmarked;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Tables of 21 columns of random numbers in files; times are of one number. In CSV a number has 20 bytes, about. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(
        value = 1,
        jvmArgsAppend = {"-Xmx256m", "-XX:+UseSerialGC"})
@NullUnmarked
public class TableBenchmark {
    private static final int ROWS = 50_000;
    private static final int COLUMNS = 21;

    @Param({"csv", "parquet"})
    private String ending;

    private final double[] row = new double[COLUMNS];
    private final double[][] part = new double[COLUMNS][1024];
    private Path folder;
    private Path file;

    @Setup
    public void write() throws IOException {
        folder = Files.createTempDirectory("catena");
        file = folder.resolve("table." + ending);
        int unused = writing();
    }

    @TearDown
    public void delete() throws IOException {
        Files.delete(file);
        Files.delete(folder);
    }

    @Benchmark
    @OperationsPerInvocation(ROWS * COLUMNS)
    public int writing() {
        List<TableColumn> columns = IntStream.range(0, COLUMNS)
                .mapToObj(c -> TableColumn.number("q_" + c))
                .toList();
        SplittableRandom random = new SplittableRandom(1);
        try (TableSink sink = NumberTables.create(file, columns)) {
            for (int k = 0; k < ROWS; k++) {
                for (int c = 0; c < COLUMNS; c++) {
                    row[c] = random.nextDouble(-3, 3);
                }
                sink.numbers(row);
                sink.end();
            }
            sink.finish();
        }
        return ROWS;
    }

    @Benchmark
    @OperationsPerInvocation(ROWS * COLUMNS)
    public int reading() {
        int rows = 0;
        try (TableReader reader = NumberTables.open(file)) {
            for (int count = reader.read(part, 1024); count > 0; count = reader.read(part, 1024)) {
                rows += count;
            }
        }
        return rows;
    }
}
