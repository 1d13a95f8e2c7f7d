package dev.catena.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.io.PrintWriter;
import java.io.StringWriter;

/** One command run inside the test: its exit code and what it wrote. */
public record CommandRun(int code, String out, String err) {
    private static final ObjectMapper JSON = new ObjectMapper();

    public static CommandRun of(String... arguments) {
        return run(false, arguments);
    }

    /** As on a terminal. */
    public static CommandRun watched(String... arguments) {
        return run(true, arguments);
    }

    private static CommandRun run(boolean terminal, String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = Main.run(new Console(new PrintWriter(out, true), new PrintWriter(err, true), terminal), arguments);
        return new CommandRun(code, out.toString(), err.toString());
    }

    /** Expects success. */
    @CanIgnoreReturnValue
    public CommandRun good() {
        assertThat(code).as(err).isZero();
        return this;
    }

    /** Expects bad input, told in two lines at most and without a stack trace, and nothing on standard output. */
    @CanIgnoreReturnValue
    public CommandRun refused() {
        assertThat(code).as(out + err).isEqualTo(2);
        assertThat(out).isEmpty();
        assertThat(err.lines().count()).as(err).isBetween(1L, 2L);
        assertThat(err).doesNotContain("\tat ");
        return this;
    }

    public JsonNode json() {
        try {
            return JSON.readTree(out);
        } catch (JsonProcessingException e) {
            throw new AssertionError("no JSON: " + out, e);
        }
    }
}
