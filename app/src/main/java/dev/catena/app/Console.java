package dev.catena.app;

import dev.catena.app.console.UserError;
import dev.catena.model.Joint;
import dev.catena.model.RobotModel;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/** Where a command writes: results to one stream, notes, warnings and errors to the other. */
public final class Console {
    /** Letters of a result that are held back until it is known to be good. */
    private static final int MOST_HELD = 4 << 20;

    /** What needs no quotes in a shell. */
    private static final Pattern PLAIN = Pattern.compile("[\\p{L}\\p{N}_./:=,+@%^-]+");

    private final PrintWriter out;
    private final PrintWriter err;
    private final boolean terminal;
    private final Supplier<Optional<String>> failure;
    private String task = "reading the robot";
    private String command = "catena";

    /** @param terminal whether a person watches, so that progress is worth drawing */
    public Console(PrintWriter out, PrintWriter err, boolean terminal) {
        this(out, err, terminal, Optional::empty);
    }

    /** @param failure why results could not be written */
    Console(PrintWriter out, PrintWriter err, boolean terminal, Supplier<Optional<String>> failure) {
        this.failure = failure;
        this.out = out;
        this.err = err;
        this.terminal = terminal;
    }

    public PrintWriter out() {
        return out;
    }

    public PrintWriter err() {
        return err;
    }

    /** Says which command was typed. */
    void started(String... arguments) {
        StringBuilder typed = new StringBuilder("catena");
        for (String argument : arguments) {
            typed.append(' ')
                    .append(PLAIN.matcher(argument).matches() ? argument : "'" + argument.replace("'", "'\\''") + "'");
        }
        command = typed.toString();
    }

    /** The command with all its arguments, as a shell would take it. */
    String command() {
        return command;
    }

    /** Says what is done from now on, should memory run out. */
    public void doing(String what) {
        task = what;
    }

    /** What was said last. */
    String task() {
        return task;
    }

    /** Writes a result. */
    public void print(String text) {
        out.print(text);
        out.flush();
        if (out.checkError()) {
            String reason = failure.get().orElse("");
            if (reason.contains("Broken pipe") || reason.contains("pipe is being closed")) {
                throw new ClosedOutput();
            }
            throw new UserError("cannot write to standard output" + (reason.isEmpty() ? "" : ": " + reason));
        }
    }

    /** Writes a result in pieces: whole, or not at all if an exception ends them before there are very many. */
    public void print(Consumer<Appendable> pieces) {
        StringBuilder held = new StringBuilder();
        pieces.accept(new Appendable() {
            @Override
            public Appendable append(@Nullable CharSequence text) {
                held.append(text);
                return passOn();
            }

            @Override
            public Appendable append(@Nullable CharSequence text, int start, int end) {
                held.append(text, start, end);
                return passOn();
            }

            @Override
            public Appendable append(char character) {
                held.append(character);
                return passOn();
            }

            private Appendable passOn() {
                if (held.length() > MOST_HELD) {
                    print(held.toString());
                    held.setLength(0);
                }
                return this;
            }
        });
        print(held.toString());
    }

    /** Writes a line that is no result. */
    public void note(String text) {
        err.println(text);
        err.flush();
    }

    /** Writes a line about work that goes on, where a person watches. */
    public void progress(String text) {
        if (terminal) {
            note(text);
        }
    }

    public void warnings(List<?> warnings) {
        warnings.forEach(warning -> note("warning: " + warning));
    }

    /** Says that a command takes springs in the drives of a robot for rigid, if there are any. */
    void noteRigid(String command, RobotModel robot) {
        if (!robot.elasticJoints().isEmpty()) {
            note("note: %s takes the drives of robot \"%s\" as rigid: springs of %s are left out"
                    .formatted(
                            command,
                            robot.name(),
                            robot.elasticJoints().stream().map(Joint::name).collect(Collectors.joining(", "))));
        }
    }

    /** Does a step for each index; draws a bar where a person watches and there is enough to wait for. */
    public void repeat(String task, int count, IntConsumer step) {
        if (!terminal || count < 10_000) {
            for (int k = 0; k < count; k++) {
                step.accept(k);
            }
            return;
        }
        try (ProgressBar bar = bar(task, count)) {
            for (int k = 0; k < count; k++) {
                step.accept(k);
                if ((k & 255) == 255) {
                    bar.stepTo(k);
                }
            }
            bar.stepTo(count);
        }
    }

    /** Does work that tells how many parts of a count are done; draws a bar where a person watches. */
    public void watch(String task, long count, Consumer<LongConsumer> work) {
        if (!terminal) {
            work.accept(done -> {});
            return;
        }
        try (ProgressBar bar = bar(task, count)) {
            work.accept(bar::stepTo);
        }
    }

    private static ProgressBar bar(String task, long count) {
        return new ProgressBarBuilder()
                .setTaskName(task)
                .setInitialMax(count)
                .setStyle(ProgressBarStyle.ASCII)
                .setConsumer(new ConsoleProgressBarConsumer(System.err))
                .build();
    }
}
