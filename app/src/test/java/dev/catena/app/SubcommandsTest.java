package dev.catena.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class SubcommandsTest {
    private static final Console CONSOLE =
            new Console(new PrintWriter(new StringWriter()), new PrintWriter(new StringWriter()), false);

    @Test
    void commandsHaveTheNamesByWhichTheyAreCalled() {
        for (String name : Subcommands.NAMES) {
            assertThat(new CommandLine(Subcommands.create(name, CONSOLE)).getCommandName())
                    .isEqualTo(name);
        }
    }

    @Test
    void onlyWhatIsCalledIsSetUp() {
        CommandLine line = new CommandLine(new CatenaCommand());
        assertThat(Subcommands.add(line, CONSOLE, Optional.of("info"))).isFalse();
        assertThat(line.getSubcommands()).containsOnlyKeys("info");
    }

    @Test
    void overviewsKnowAllCommands() {
        for (Optional<String> called :
                List.of(Optional.<String>empty(), Optional.of("help"), Optional.of("completion"))) {
            CommandLine line = new CommandLine(new CatenaCommand());
            assertThat(Subcommands.add(line, CONSOLE, called)).isTrue();
            assertThat(line.getSubcommands().keySet()).containsExactlyElementsOf(Subcommands.NAMES);
        }
    }
}
