package dev.catena.app;

import dev.catena.app.console.UserError;
import dev.catena.compile.graph.Program;
import dev.catena.compile.inputs.OpenParameter;
import dev.catena.compile.source.SourceFile;
import dev.catena.compile.source.WasmFiles;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;

/** Code of a robot for the quantities that were asked for. */
interface RobotCode {
    /** By name of what they compute. */
    Map<String, Program> programs();

    /** Source text in Java or C. */
    List<SourceFile> files(String language, String packageName, List<OpenParameter> parameters);

    /** A module of WebAssembly. */
    WasmFiles module(List<OpenParameter> parameters);

    /** Whether another robot has the same code. */
    default boolean isSameAs(RobotCode other) {
        return programs().entrySet().stream()
                .allMatch(entry -> entry.getValue()
                        .isSameAs(Objects.requireNonNull(other.programs().get(entry.getKey()))));
    }

    /** A program, or why there is none. */
    static <T> T compiled(String quantity, Supplier<T> program) {
        try {
            return program.get();
        } catch (IllegalArgumentException e) {
            throw new UserError("%s cannot be compiled: %s".formatted(quantity, e.getMessage()));
        }
    }
}
