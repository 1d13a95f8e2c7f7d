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

    /** By name of what is computed: the parameters that it reads, with the robot's own values. */
    Map<String, List<OpenParameter>> parameters();

    /**
     * Source text in Java or C.
     *
     * @param parameters with values for comments
     */
    List<SourceFile> files(String language, String packageName, Map<String, List<OpenParameter>> parameters);

    /** A module of WebAssembly. */
    WasmFiles module(Map<String, List<OpenParameter>> parameters);

    /** Functions of a module share their vectors. */
    static void requireSame(Map<String, List<OpenParameter>> parameters) {
        if (parameters.values().stream().distinct().count() > 1) {
            throw new UserError(
                    "functions of a module of WebAssembly share their vectors, but not all of %s read the same open parameters: run compile once for each of energy, pose, jointWrench and regressor, and once for the others, into folders of their own"
                            .formatted(String.join(", ", parameters.keySet())));
        }
    }

    /** The parameters that a quantity reads. */
    static List<OpenParameter> of(Map<String, List<OpenParameter>> parameters, String name) {
        return Objects.requireNonNull(parameters.get(name));
    }

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
