package dev.catena.app;

import dev.catena.app.console.UserError;
import dev.catena.app.report.TextTable;
import dev.catena.app.sweep.ProblemFile;
import dev.catena.app.sweep.SweepReport;
import dev.catena.formats.file.InputFile;
import dev.catena.formats.table.NumberTables;
import dev.catena.formats.table.TableSink;
import dev.catena.model.NumericalException;
import dev.catena.model.RobotModel;
import dev.catena.sweep.ProblemJournal;
import dev.catena.sweep.ProblemSweep;
import dev.catena.sweep.Sweep;
import dev.catena.sweep.SweepFile;
import dev.catena.sweep.SweepOptions;
import dev.catena.sweep.SweepStoppedException;
import dev.catena.sweep.SweepTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code catena sweep}: very many states, reduced to a table and a map. */
@Command(
        name = "sweep",
        description = "Evaluate very many states of a robot and keep extremes, means, quantiles, by place or payload.",
        footer = {
            "",
            "docs/sweep.md describes the file. Interrupted or killed, the same command goes on where it stopped.",
            "",
            "Example: catena sweep map.yaml --out map.csv --html map.html"
        })
final class SweepCommand implements Runnable {
    /** Longer sweeps are asked for twice. */
    private static final double LONG = 3600;

    private static final double CHECKPOINT_SECONDS = 20;

    /** What sweeps of plans and identifications do not know. */
    private static final List<String> OF_STATES = List.of(
            "--exact", "--yes", "--set", "--package", "--strict", "--floating", "--open-loops", "--no-friction");

    private final Console console;

    @Parameters(index = "0", paramLabel = "SPEC", description = "What to sweep: a .yaml file.")
    @SuppressWarnings("NullAway.Init")
    private Path file;

    @Option(
            names = "--out",
            required = true,
            paramLabel = "FILE",
            description = "Write the table: a .csv or .parquet file.")
    @SuppressWarnings("NullAway.Init")
    private Path out;

    @Option(names = "--html", paramLabel = "FILE", description = "Write a report with slices of the workspace.")
    private @Nullable Path html;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "How many threads; one for each processor unless told.")
    private int threads = Runtime.getRuntime().availableProcessors();

    @Option(
            names = "--checkpoint",
            paramLabel = "FILE",
            description = "Where to keep what is done; beside --out unless told otherwise.")
    private @Nullable Path checkpoint;

    @Option(
            names = "--exact",
            description = "Compute state by state, so that other machines give the same bits; slower.")
    private boolean exact;

    @Option(names = "--yes", description = "Begin even if it takes very long.")
    private boolean yes;

    @Option(names = "--quiet", description = "Show no progress.")
    private boolean quiet;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private final RobotOptions options = new RobotOptions();

    SweepCommand(Console console) {
        this.console = console;
    }

    @Override
    public void run() {
        SweepOptions plain = plain();
        if (!NumberTables.has(out)) {
            throw new UserError("--out is %s, but tables end in .csv or .parquet".formatted(out));
        }
        String text = InputFile.text(file, InputFile.LARGEST_DESCRIPTION);
        Path absolute = file.toAbsolutePath().getParent();
        Path folder = absolute == null ? Path.of("") : absolute;
        OutputPlaces.checkFolder(out);
        Optional<ProblemSweep<Path>> problems = ProblemFile.parse(
                text, folder, file.toString(), (robot, log) -> IdentifyCommand.ofOne(robot, log, console));
        if (problems.isPresent()) {
            solve(problems.get(), text, folder);
            return;
        }
        SweepFile spec = SweepFile.parse(text, file.toString());
        RobotModel robot = options.read(beside(spec.robot()));
        console.warnings(robot.warnings());
        Sweep sweep = spec.read(robot, folder, exact);
        Path kept = keptAt();
        askWhetherItIsWorthIt(sweep);
        console.doing("sweeping %s states".formatted(sweep.states()));
        Path spare = Path.of(
                System.getProperty("java.io.tmpdir", ""),
                "catena-%s.checkpoint".formatted(sweep.digest().substring(0, 16)));
        // there only if something of this very sweep could not be written beside its results before
        Path newest = Files.exists(spare) ? spare : kept;
        SweepTable table = run(sweep, newest, spare, plain);
        if (table == null) {
            return;
        }
        writeOrKeep(table, Files.exists(spare) ? spare : kept);
        if (html != null) {
            Reports.write(new SweepReport(robot, String.valueOf(file.getFileName()), table).toPage(), console, html);
            console.note("wrote " + html);
        }
        delete(newest);
        delete(spare);
        if (table.outside() > 0) {
            console.note("%s of %s states are in no bin of the keys".formatted(table.outside(), table.states()));
        }
        console.note("%s states, %s rows".formatted(table.states(), table.rows()));
    }

    private SweepOptions plain() {
        try {
            return SweepOptions.threads(threads);
        } catch (IllegalArgumentException e) {
            throw new UserError("--threads: " + e.getMessage());
        }
    }

    private void solve(ProblemSweep<Path> problems, String text, Path folder) {
        if (html != null) {
            throw new UserError("plans and identifications have no --html");
        }
        GivenOptions given = new GivenOptions(spec);
        for (String option : OF_STATES) {
            given.refuse(
                    option, true, "is for sweeps of states: plans and identifications are solved as their files say");
        }
        Path kept = keptAt();
        console.doing("solving %s problems".formatted(problems.problems()));
        try (ProblemJournal journal = new ProblemJournal(kept)) {
            if (journal.size() > 0) {
                console.note("going on from %s, which has %s problems".formatted(kept, journal.size()));
            }
            SweepTable table = watch(
                    problems.problems(),
                    done -> problems.run(
                            threads,
                            done,
                            journal,
                            problem -> ProblemFile.digest(problem, text, folder),
                            warning -> console.note("warning: " + warning)));
            write(table);
            console.note("%s problems, %s failed".formatted(table.rows(), table.outside()));
        } catch (IllegalArgumentException e) {
            throw new UserError(String.valueOf(e.getMessage()));
        }
        delete(kept);
    }

    private Path keptAt() {
        return checkpoint == null ? out.resolveSibling(out.getFileName() + ".checkpoint") : checkpoint;
    }

    /** Runs it; gives nothing where the process was told to end, and is about to. */
    private @Nullable SweepTable run(Sweep sweep, Path kept, Path spare, SweepOptions plain) {
        if (Files.exists(kept)) {
            console.note("going on from " + kept);
        }
        try (EndOfProcess end = new EndOfProcess()) {
            SweepOptions keeping = plain.withCheckpoint(kept, CHECKPOINT_SECONDS);
            SweepOptions how = (kept.equals(spare) ? keeping : keeping.withSpare(spare))
                    .withWarning(text -> console.note("warning: " + text));
            return run(sweep, how, end);
        } catch (IllegalArgumentException | NumericalException e) {
            throw new UserError(String.valueOf(e.getMessage()));
        }
    }

    private @Nullable SweepTable run(Sweep sweep, SweepOptions how, EndOfProcess end) {
        try {
            return watch(
                    sweep.states(), done -> sweep.run(how.withStop(end::isNear).withProgress(done)));
        } catch (SweepStoppedException e) {
            if (!end.isNear()) {
                throw new UserError(String.valueOf(e.getMessage()));
            }
            console.note(e.getMessage() + "; the same command goes on from there");
            return null;
        }
    }

    /** Does work that tells how much is done. */
    private SweepTable watch(long count, Function<LongConsumer, SweepTable> work) {
        if (quiet) {
            return work.apply(done -> {});
        }
        SweepTable[] table = new SweepTable[1];
        console.watch("sweep", count, done -> table[0] = work.apply(done));
        return table[0];
    }

    private void askWhetherItIsWorthIt(Sweep sweep) {
        if (yes || sweep.states() < 1_000_000_000L) {
            return;
        }
        double seconds = sweep.states() / sweep.statesPerSecond() / threads;
        if (seconds > LONG) {
            throw new UserError("%s states would take about %s on %s threads; --yes begins it all the same"
                    .formatted(sweep.states(), duration(seconds), threads));
        }
    }

    static String duration(double seconds) {
        double[] sizes = {1, 60, 3600, 86_400, 86_400 * 365.25};
        String[] names = {"seconds", "minutes", "hours", "days", "years"};
        int k = 0;
        while (k + 1 < sizes.length && seconds >= 2 * sizes[k + 1]) {
            k++;
        }
        return TextTable.number("%.0f", seconds / sizes[k]) + " " + names[k];
    }

    private void writeOrKeep(SweepTable table, Path kept) {
        try {
            write(table);
        } catch (UncheckedIOException e) {
            if (Files.exists(kept)) {
                console.note("what was computed is in %s, from which the same command goes on".formatted(kept));
            }
            throw e;
        }
    }

    private void write(SweepTable table) {
        try (TableSink sink = NumberTables.create(out, table.columns())) {
            table.write(sink);
            sink.finish();
        }
        console.note("wrote " + out);
    }

    private static void delete(Path kept) {
        try {
            boolean unused = Files.deleteIfExists(kept);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete %s: %s".formatted(kept, e.getMessage()), e);
        }
    }

    /** A robot file stands beside the specification, unless the name is that of a robot that ships. */
    private String beside(String robot) {
        try {
            Path candidate = file.toAbsolutePath().resolveSibling(robot);
            return Files.isRegularFile(candidate) ? candidate.toString() : robot;
        } catch (InvalidPathException e) {
            return robot;
        }
    }
}
