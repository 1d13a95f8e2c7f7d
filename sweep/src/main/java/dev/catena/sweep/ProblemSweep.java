package dev.catena.sweep;

import dev.catena.formats.table.TableColumn;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Many problems that take long, plans or identifications, each solved by itself by one of several threads. A problem that
 * fails is a row with its reason, and the others go on. Rows are in order of the problems, whatever the number of threads.
 */
public final class ProblemSweep<P> {
    /** What the first columns are called. */
    private static final List<String> FIRST = List.of("problem", "status", "reason");

    /** What became of a problem. */
    public record Outcome(boolean isSolved, String reason, Map<String, Double> numbers) {
        public Outcome {
            numbers = Collections.unmodifiableMap(new LinkedHashMap<>(numbers));
        }

        public static Outcome solved(Map<String, Double> numbers) {
            return new Outcome(true, "", numbers);
        }

        public static Outcome failed(String reason) {
            return new Outcome(false, reason, Map.of());
        }
    }

    private final List<P> problems;
    private final Function<P, String> name;
    private final Function<P, Outcome> solve;

    /**
     * Problems.
     *
     * @param name what to call each
     * @param solve is called by several threads; an exception is a failure with its message
     */
    public ProblemSweep(List<P> problems, Function<P, String> name, Function<P, Outcome> solve) {
        if (problems.isEmpty()) {
            throw new IllegalArgumentException("there are no problems to solve");
        }
        this.problems = List.copyOf(problems);
        this.name = name;
        this.solve = solve;
    }

    public int problems() {
        return problems.size();
    }

    /**
     * Solves all.
     *
     * @param progress is told how many are done
     */
    public SweepTable run(int threads, LongConsumer progress) {
        return run(threads, progress, this::outcome);
    }

    /**
     * Solves all that a journal does not have, and adds them to it. A journal that cannot be written does not end a sweep.
     *
     * @param digest of all that a problem is made of; empty for those that are not to be kept
     * @param warning is told once that the journal cannot be written
     */
    public SweepTable run(
            int threads,
            LongConsumer progress,
            ProblemJournal journal,
            Function<P, String> digest,
            Consumer<String> warning) {
        AtomicBoolean isWritten = new AtomicBoolean(true);
        return run(threads, progress, problem -> {
            String known = digest.apply(problem);
            Optional<Outcome> kept = known.isEmpty() ? Optional.empty() : journal.find(known);
            if (kept.isPresent()) {
                return kept.get();
            }
            Outcome found = outcome(problem);
            try {
                if (!known.isEmpty() && isWritten.get()) {
                    journal.add(known, found);
                }
            } catch (UncheckedIOException e) {
                if (isWritten.getAndSet(false)) {
                    warning.accept("the sweep goes on without checkpoints: " + e.getMessage());
                }
            }
            return found;
        });
    }

    private SweepTable run(int threads, LongConsumer progress, Function<P, Outcome> solver) {
        SweepOptions.requireThreads(threads);
        Outcome[] outcomes = new Outcome[problems.size()];
        AtomicInteger next = new AtomicInteger();
        AtomicInteger done = new AtomicInteger();
        @Nullable Error[] failure = new Error[1];
        Runnable work = () -> {
            for (int k = next.getAndIncrement(); k < outcomes.length; k = next.getAndIncrement()) {
                try {
                    outcomes[k] = solver.apply(problems.get(k));
                } catch (Error e) {
                    failure[0] = e;
                    next.set(outcomes.length);
                    return;
                }
                synchronized (done) {
                    progress.accept(done.incrementAndGet());
                }
            }
        };
        List<Thread> others = new ArrayList<>();
        for (int t = 1; t < Math.min(threads, outcomes.length); t++) {
            Thread thread = new Thread(work, "catena-problems-" + t);
            thread.setDaemon(true);
            thread.start();
            others.add(thread);
        }
        work.run();
        others.forEach(SweepRun::join);
        if (failure[0] != null) {
            throw failure[0];
        }
        return table(outcomes);
    }

    private Outcome outcome(P problem) {
        try {
            return solve.apply(problem);
        } catch (RuntimeException e) {
            String message = e.getMessage();
            return Outcome.failed(message == null ? e.getClass().getSimpleName() : message);
        } catch (StackOverflowError e) {
            return Outcome.failed("it is nested too deeply");
        }
    }

    private SweepTable table(Outcome[] outcomes) {
        Set<String> names = new LinkedHashSet<>();
        long failed = 0;
        for (Outcome outcome : outcomes) {
            names.addAll(outcome.numbers.keySet());
            failed += outcome.isSolved ? 0 : 1;
        }
        List<TableColumn> columns = new ArrayList<>();
        FIRST.forEach(column -> columns.add(TableColumn.text(column)));
        names.forEach(column -> columns.add(TableColumn.number(column)));
        SweepTable table = new SweepTable(columns, outcomes.length, failed);
        for (int k = 0; k < outcomes.length; k++) {
            Outcome outcome = outcomes[k];
            List<Object> row = new ArrayList<>();
            row.add(name.apply(problems.get(k)));
            row.add(outcome.isSolved ? "solved" : "failed");
            row.add(outcome.reason);
            ToDoubleFunction<String> number = column -> outcome.numbers.getOrDefault(column, Double.NaN);
            names.forEach(column -> row.add(number.applyAsDouble(column)));
            table.add(row.toArray());
        }
        return table;
    }
}
