package dev.catena.app;

import dev.catena.app.console.UserError;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** Which options a command was given: one that would have no effect is refused, since whoever gives it expects one. */
record GivenOptions(CommandSpec spec) {
    /**
     * Refuses an option where it is given for nothing.
     *
     * @param idle whether it would have no effect
     * @param why what it is for, and what to do: follows the name of the option
     */
    void refuse(String option, boolean idle, String why) {
        if (idle && has(option)) {
            throw new UserError(option + " " + why);
        }
    }

    boolean has(String option) {
        ParseResult result = spec.commandLine().getParseResult();
        return result != null && result.hasMatchedOption(option);
    }
}
