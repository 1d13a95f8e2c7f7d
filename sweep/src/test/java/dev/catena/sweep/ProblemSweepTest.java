package dev.catena.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.catena.formats.table.CsvTableSink;
import dev.catena.sweep.ProblemSweep.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProblemSweepTest {
    @TempDir
    Path folder;

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

    /** Wherever the file of a killed process ends, what is whole in it is not solved again, and the table is the same. */
    @Test
    void aKilledSweepSolvesOnlyWhatItHadNot() throws IOException {
        Path file = folder.resolve("table.checkpoint");
        List<Integer> problems = List.of(0, 1, 2, 3, 4, 5);
        AtomicLong solved = new AtomicLong();
        ProblemSweep<Integer> sweep = new ProblemSweep<>(problems, k -> "p" + k, k -> {
            solved.incrementAndGet();
            return solve(k);
        });
        String whole = text(sweep.run(1, unused -> {}));
        assertThat(resumed(sweep, file, 2)).isEqualTo(whole);
        byte[] all = Files.readAllBytes(file);
        long before = -1;
        for (int length = 0;
                length <= all.length;
                length += length + 7 < all.length ? 7 : Math.max(1, all.length - length)) {
            Files.write(file, Arrays.copyOf(all, length));
            solved.set(0);
            assertThat(resumed(sweep, file, 1)).isEqualTo(whole);
            assertThat(solved.get()).as("solved again after %s bytes", length).isBetween(0L, before < 0 ? 6L : before);
            before = solved.get();
            assertThat(Files.size(file)).isEqualTo(all.length);
        }
        assertThat(before).isZero();
        all[all.length - 1]++;
        Files.write(file, all);
        solved.set(0);
        assertThat(resumed(sweep, file, 1)).isEqualTo(whole);
        assertThat(solved).hasValue(1);
    }

    private static String resumed(ProblemSweep<Integer> sweep, Path file, int threads) {
        try (ProblemJournal journal = new ProblemJournal(file)) {
            assertThatThrownBy(() -> new ProblemJournal(file))
                    .hasMessageContaining("is being written by another sweep");
            return text(sweep.run(threads, unused -> {}, journal, k -> "digest " + k, warning -> {
                throw new AssertionError(warning);
            }));
        }
    }

    @Test
    void otherFilesAreNoJournals() throws IOException {
        Path file = folder.resolve("table.checkpoint");
        Files.writeString(file, "time,q_a\n");
        assertThatThrownBy(() -> new ProblemJournal(file)).hasMessageContaining("is no checkpoint of plans");
        assertThat(file).hasContent("time,q_a\n");
    }

    @Test
    void aJournalOnAFullDiskEndsNothing() {
        ProblemSweep<Integer> sweep = new ProblemSweep<>(List.of(0, 1), k -> "p" + k, ProblemSweepTest::solve);
        ProblemJournal journal = new ProblemJournal(folder.resolve("table.checkpoint"));
        journal.close();
        List<String> warnings = new ArrayList<>();
        assertThat(text(sweep.run(1, unused -> {}, journal, k -> "digest " + k, warnings::add)))
                .isEqualTo(text(sweep.run(1, unused -> {})));
        assertThat(warnings).singleElement().asString().contains("goes on without checkpoints");
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
