package dev.catena.app;

import dev.catena.app.console.UserError;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code catena completion}: a script with which a shell completes commands and options. */
@Command(
        name = "completion",
        description = "Print a script for bash or zsh that completes commands and options.",
        footer = {"", "For this shell: source <(catena completion bash), or source <(catena completion zsh)"})
final class CompletionCommand implements Runnable {
    private static final String FOR_ZSH = """
        autoload -Uz compinit bashcompinit
        compinit
        bashcompinit
        """;

    private final Console console;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "bash|zsh",
            defaultValue = "bash",
            description = "The shell; ${DEFAULT-VALUE} unless told otherwise.")
    private String shell = "bash";

    CompletionCommand(Console console) {
        this.console = console;
    }

    @Override
    public void run() {
        if (!shell.equals("bash") && !shell.equals("zsh")) {
            throw new UserError("there is no completion for \"%s\"; there are bash and zsh".formatted(shell));
        }
        String script = AutoComplete.bash("catena", spec.root().commandLine());
        console.print(shell.equals("zsh") ? FOR_ZSH + script : script);
    }
}
