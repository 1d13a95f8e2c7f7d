package dev.catena.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * Runs a command unless two of its results would go to one file, of which the last alone would stay, or one of them would
 * replace a file that the command reads. Devices and pipes take whatever comes.
 */
final class DistinctFiles implements CommandLine.IExecutionStrategy {
    private static final Set<String> RESULTS = Set.of("--out", "--html", "--png", "--checkpoint");

    /** A file of the command line, and the option or parameter that names it. */
    private record Named(String argument, Path file) {}

    @Override
    public int execute(ParseResult parsed) {
        ParseResult command = parsed;
        while (command.hasSubcommand()) {
            command = command.subcommand();
        }
        check(command);
        return new CommandLine.RunLast().execute(parsed);
    }

    private static void check(ParseResult command) {
        List<Named> written = new ArrayList<>();
        List<Named> read = new ArrayList<>();
        for (ArgSpec argument : command.matchedArgs()) {
            for (String value : argument.stringValues()) {
                file(argument, value).ifPresent(named -> (isResult(argument) ? written : read).add(named));
            }
        }
        read.removeIf(named -> !Files.isRegularFile(named.file));
        for (int k = 0; k < written.size(); k++) {
            Named result = written.get(k);
            for (Named other : written.subList(0, k)) {
                if (isSame(result.file, other.file)) {
                    throw wrong(
                            command,
                            "%s and %s are one file, %s, which can hold one of them"
                                    .formatted(result.argument, other.argument, result.file));
                }
            }
            for (Named other : read) {
                if (isSame(result.file, other.file)) {
                    throw wrong(
                            command,
                            "%s would replace %s, which is read: %s; take another name"
                                    .formatted(result.argument, other.argument, result.file));
                }
            }
        }
    }

    private static ParameterException wrong(ParseResult command, String message) {
        return new ParameterException(command.commandSpec().commandLine(), message);
    }

    private static boolean isResult(ArgSpec argument) {
        return argument instanceof OptionSpec option && RESULTS.contains(option.longestName());
    }

    private static Optional<Named> file(ArgSpec argument, String value) {
        String name = argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
        try {
            Path file = Path.of(value);
            boolean special = Files.exists(file) && !Files.isRegularFile(file);
            return special ? Optional.empty() : Optional.of(new Named(name, file));
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    /** Whether two names are of one file, which need not be there. */
    static boolean isSame(Path a, Path b) {
        try {
            boolean there = Files.exists(a) && Files.exists(b);
            return there
                    ? Files.isSameFile(a, b)
                    : a.toAbsolutePath().normalize().equals(b.toAbsolutePath().normalize());
        } catch (IOException e) {
            return false;
        }
    }
}
