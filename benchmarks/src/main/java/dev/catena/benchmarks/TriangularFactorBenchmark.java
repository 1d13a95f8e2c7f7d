package dev.catena.benchmarks;

import dev.catena.identification.estimate.TriangularFactor;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullUnmarked;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Dense rows of 64 columns through the triangular factor of identification, in a heap of 64 MB; times are of one row. At 3000 ns
 * a million rows take three seconds.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(
        value = 1,
        jvmArgsAppend = {"-Xmx64m", "-XX:+UseSerialGC"})
@NullUnmarked
public class TriangularFactorBenchmark {
    private static final int ROWS = 4096;
    private static final int COLUMNS = 64;

    private final TriangularFactor factor = new TriangularFactor(COLUMNS);
    private double[][] rows;

    @Setup
    public void fill() {
        Random random = new Random(1);
        rows = new double[ROWS][];
        for (int k = 0; k < rows.length; k++) {
            rows[k] = random.doubles(COLUMNS, -1, 1).toArray();
        }
    }

    @Benchmark
    @OperationsPerInvocation(ROWS)
    public TriangularFactor catena() {
        factor.clear();
        for (double[] row : rows) {
            factor.add(row, row[0], 1);
        }
        return factor;
    }
}
