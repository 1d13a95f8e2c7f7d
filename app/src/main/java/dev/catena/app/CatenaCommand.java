package dev.catena.app;

import dev.catena.formats.ShippedRobots;
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
        synopsisSubcommandLabel = "COMMAND")
public final class CatenaCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(
            names = "--verbose",
            scope = ScopeType.INHERIT,
            description = "Show the stack trace of an error, and how results were computed.")
    private boolean verbose;

    /** Adds what ships to the help. */
    void describe() {
        spec.usageMessage()
                .footer(
                        "",
                        "Robots that ship: " + String.join(", ", ShippedRobots.names()) + ".",
                        "Demos: " + String.join(", ", DemoCommand.names())
                                + "; 'catena demo --list' says what they show.",
                        "",
                        "'catena help TOPIC' tells about a command, or about robots, tables and units.",
                        "Start with: catena demo");
    }

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
