package dev.catena.app;

import dev.catena.app.console.GivenNumber;
import dev.catena.app.console.UserError;
import dev.catena.formats.file.NearestName;
import dev.catena.formats.reading.FormatException;
import dev.catena.model.ModelException;
import dev.catena.model.NumericalException;
import java.io.FileDescriptor;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Starts the command line and turns what goes wrong into a few lines and an exit code. */
public final class Main {
    /** Exit code of a fault of the program itself. */
    static final int FAULT = 1;

    /** Exit code of bad input. */
    static final int BAD_INPUT = 2;

    /** Exit code where whoever read the results went away, as {@code head} does: that of SIGPIPE in shells. */
    static final int NOBODY_READS = 141;

    private Main() {}

    public static void main(String[] arguments) {
        // libraries, the XML parser among them, word their messages by it
        Locale.setDefault(Locale.ROOT);
        StandardStream results = new StandardStream(FileDescriptor.out);
        PrintWriter out = writer(results);
        PrintWriter err = writer(new StandardStream(FileDescriptor.err));
        int code = run(new Console(out, err, isTerminal(), results::failure), arguments);
        out.flush();
        err.flush();
        System.exit(code);
    }

    /** Since JDK 22 there is a console in a pipe too, and {@code isTerminal}, which JDK 17 lacks, tells. */
    @SuppressWarnings("SystemConsoleNull") // isTerminal is asked below
    private static boolean isTerminal() {
        java.io.Console console = System.console();
        if (console == null) {
            return false;
        }
        try {
            return (boolean) java.io.Console.class.getMethod("isTerminal").invoke(console);
        } catch (NoSuchMethodException e) {
            return true;
        } catch (ReflectiveOperationException e) {
            return false;
        }
    }

    private static PrintWriter writer(StandardStream stream) {
        return new PrintWriter(stream, false, StandardCharsets.UTF_8);
    }

    /** Runs one command and returns its exit code. */
    public static int run(Console console, String... arguments) {
        console.started(arguments);
        Optional<String> called = Arrays.stream(arguments)
                .filter(argument -> !argument.startsWith("-"))
                .findFirst();
        if (called.isPresent() && !Subcommands.NAMES.contains(called.get())) {
            return unknownCommand(console, called.get());
        }
        CatenaCommand root = new CatenaCommand();
        CommandLine line = new CommandLine(root);
        if (Subcommands.add(line, console, called)) {
            root.describe();
        }
        GivenNumber.ofOptions(line);
        Failures failures = new Failures(console, root);
        line.setOut(console.out())
                .setErr(console.err())
                .setExecutionStrategy(new DistinctFiles())
                .setParameterExceptionHandler(failures)
                .setExecutionExceptionHandler(failures);
        try {
            return line.execute(arguments);
        } catch (StackOverflowError | OutOfMemoryError e) {
            return failure(console, e, root.isVerbose());
        }
    }

    /** A class and no lambdas: picocli's interfaces are of Java 5, and no archive has lambdas of such. */
    private record Failures(Console console, CatenaCommand root)
            implements CommandLine.IParameterExceptionHandler, CommandLine.IExecutionExceptionHandler {
        @Override
        public int handleParseException(ParameterException e, String[] given) {
            return wrongUsage(console, e, root.isVerbose());
        }

        @Override
        public int handleExecutionException(Exception e, CommandLine failed, CommandLine.ParseResult parsed) {
            return failure(console, e, root.isVerbose());
        }
    }

    private static int unknownCommand(Console console, String name) {
        String hint = NearestName.hint(name, Subcommands.NAMES);
        console.note("catena: there is no command \"%s\"%s"
                .formatted(name, hint.isEmpty() ? "; there are " + String.join(", ", Subcommands.NAMES) : hint));
        console.note("Try 'catena --help'.");
        return BAD_INPUT;
    }

    private static int wrongUsage(Console console, ParameterException e, boolean verbose) {
        String command = e.getCommandLine().getCommandSpec().qualifiedName();
        console.note("%s: %s".formatted(command, e.getMessage()));
        console.note("Try '%s --help'.".formatted(command));
        if (verbose) {
            e.printStackTrace(console.err());
        }
        return BAD_INPUT;
    }

    private static int failure(Console console, Throwable e, boolean verbose) {
        if (e instanceof ClosedOutput) {
            return NOBODY_READS;
        }
        boolean badInput = e instanceof UserError
                || e instanceof ModelException
                || e instanceof NumericalException
                || e instanceof FormatException
                || e instanceof UncheckedIOException;
        boolean outOfMemory = isOutOfMemory(e);
        if (outOfMemory) {
            console.note("catena: out of memory while %s: Java may use %s MB; JAVA_TOOL_OPTIONS=-Xmx… gives it more"
                    .formatted(console.task(), Runtime.getRuntime().maxMemory() >> 20));
        } else if (badInput) {
            console.note("catena: " + e.getMessage());
        } else {
            console.note("catena: internal error: " + e + (verbose ? "" : "; --verbose shows where"));
        }
        if (verbose) {
            e.printStackTrace(console.err());
        }
        console.err().flush();
        return badInput || outOfMemory ? BAD_INPUT : FAULT;
    }

    /** Also in a thread of its own, which hands it on as a cause. */
    private static boolean isOutOfMemory(Throwable e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof OutOfMemoryError) {
                return true;
            }
        }
        return false;
    }
}
