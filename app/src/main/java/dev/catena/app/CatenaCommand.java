package dev.catena.app;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The root of all subcommands. */
@Command(
        name = "catena",
        description = "Robot dynamics by recursive Newton-Euler: torques, their rates, and what the joints carry.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        scope = ScopeType.INHERIT,
        sortOptions = false,
        usageHelpWidth = 100,
        usageHelpAutoWidth = true,
        synopsisSubcommandLabel = "COMMAND",
        footer = {"", "Start with: catena demo"})
public final class CatenaCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(
            names = "--verbose",
            scope = ScopeType.INHERIT,
            description = "Show the stack trace of an error, and how results were computed.")
    private boolean verbose;

    boolean isVerbose() {
        return verbose;
    }

    @Override
    public void run() {
        throw new CommandLine.ParameterException(
                spec.commandLine(),
                "say what to do: " + String.join(", ", spec.subcommands().keySet()));
    }
}
