package dev.catena.app;

import java.io.PrintWriter;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** Where a command writes: results to one stream, notes, warnings and errors to the other. */
public final class Console {
    private final PrintWriter out;
    private final PrintWriter err;
    private final boolean terminal;

    /** @param terminal whether a person watches, so that progress is worth drawing */
    public Console(PrintWriter out, PrintWriter err, boolean terminal) {
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

    /** Writes a result. */
    public void print(String text) {
        out.print(text);
        out.flush();
        if (out.checkError()) {
            throw new UserError("cannot write to standard output");
        }
    }

    /** Writes a line that is no result. */
    public void note(String text) {
        err.println(text);
        err.flush();
    }

    public void warnings(List<?> warnings) {
        warnings.forEach(warning -> note("warning: " + warning));
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
    public void watch(String task, int count, Consumer<IntConsumer> work) {
        if (!terminal) {
            work.accept(done -> {});
            return;
        }
        try (ProgressBar bar = bar(task, count)) {
            work.accept(bar::stepTo);
        }
    }

    private static ProgressBar bar(String task, int count) {
        return new ProgressBarBuilder()
                .setTaskName(task)
                .setInitialMax(count)
                .setStyle(ProgressBarStyle.ASCII)
                .setConsumer(new ConsoleProgressBarConsumer(System.err))
                .build();
    }
}
