package dev.catena.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.formats.table.CsvTableSink;
import dev.catena.sweep.ProblemSweep.Outcome;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ProblemSweepTest {
    private static Outcome solve(int problem) {
        return switch (problem) {
            case 1 -> throw new IllegalArgumentException("problem 1 has no solution");
            case 2 -> Outcome.failed("too long");
            case 3 -> throw new IllegalStateException();
            case 4 -> {
                throw new StackOverflowError();
            }
            default -> Outcome.solved(Map.of("objective", 10.0 * problem));
        };
    }

    @Test
    void failuresAreRowsAndTheOrderIsThatOfTheProblems() {
        ProblemSweep<Integer> sweep =
                new ProblemSweep<>(List.of(0, 1, 2, 3, 4, 5), k -> "p" + k, ProblemSweepTest::solve);
        AtomicLong done = new AtomicLong();
        String one = text(sweep.run(1, done::set));
        assertThat(one).isEqualTo("""
            problem,status,reason,objective
            p0,solved,,0.0
            p1,failed,problem 1 has no solution,NaN
            p2,failed,too long,NaN
            p3,failed,IllegalStateException,NaN
            p4,failed,it is nested too deeply,NaN
            p5,solved,,50.0
            """);
        assertThat(done).hasValue(6);
        for (int threads : new int[] {2, 3, 9}) {
            assertThat(text(sweep.run(threads, unused -> {}))).isEqualTo(one);
        }
        assertThat(sweep.run(2, unused -> {}).outside()).isEqualTo(4);
    }

    private static String text(SweepTable table) {
        StringBuilder text = new StringBuilder();
        try (CsvTableSink sink = new CsvTableSink(text, table.columns())) {
            table.write(sink);
            sink.finish();
        }
        return text.toString();
    }

    @Test
    void whatIsNoFailureOfAProblemEndsAll() {
        ProblemSweep<Integer> sweep = new ProblemSweep<>(List.of(0, 1, 2, 3), String::valueOf, k -> {
            throw new OutOfMemoryError("none left");
        });
        assertThatThrownBy(() -> sweep.run(2, unused -> {})).isInstanceOf(OutOfMemoryError.class);
        assertThatThrownBy(() -> sweep.run(0, unused -> {})).hasMessageContaining("0 threads given");
        assertThatThrownBy(() -> new ProblemSweep<Integer>(List.of(), String::valueOf, ProblemSweepTest::solve))
                .hasMessageContaining("no problems");
    }
}
