package dev.catena.compile.source;

import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** A module of JavaScript around a {@link WasmModule}, which it holds as text, and its types. */
final class WasmWrapper {
    /** What the script and its types call by name. */
    private static final Set<String> TAKEN =
            Set.of("ArrayLike", "Float64Array", "Math", "Object", "Promise", "RangeError", "Uint8Array", "WebAssembly");

    private final WasmModule module;
    private final String type;
    private final List<String> joints;
    private final List<String> allJoints;
    private final List<String> notes;

    /**
     * A wrapper.
     *
     * @param type name of the class: {@code Panda}
     * @param joints those of the vectors {@code q}, {@code qd} and {@code qdd}
     * @param allJoints those of the vectors {@code start} and {@code joints}, which closed loops have; empty for others
     * @param notes lines of a comment at the head
     */
    WasmWrapper(WasmModule module, String type, List<String> joints, List<String> allJoints, List<String> notes) {
        this.module = module;
        this.type = TAKEN.contains(type) ? "Robot" + type : type;
        this.joints = joints;
        this.allJoints = allJoints;
        this.notes = notes;
    }

    private String comment() {
        return notes.stream()
                .map(line -> (" * " + line.replace("*/", "* /")).stripTrailing())
                .collect(Collectors.joining("\n", "/**\n", "\n */\n"));
    }

    /** As a string of a script that any encoding of its file leaves as it is. */
    private static String quoted(String name) {
        return name.replace("\\", "\\\\")
                .replace("\"", "\\\"")
                .chars()
                .mapToObj(c -> c >= ' ' && c <= '~' ? Character.toString(c) : String.format(Locale.ROOT, "\\u%04x", c))
                .collect(Collectors.joining("", "\"", "\""));
    }

    private static String quoted(List<String> names) {
        return names.stream().map(WasmWrapper::quoted).collect(Collectors.joining(", ", "[", "]"));
    }

    /** The JavaScript. */
    String script() {
        StringBuilder text = new StringBuilder(comment());
        text.append("\nexport const joints = Object.freeze(")
                .append(quoted(joints))
                .append(");\n");
        if (!allJoints.isEmpty()) {
            text.append("export const allJoints = Object.freeze(")
                    .append(quoted(allJoints))
                    .append(");\n");
        }
        text.append(
                """

                const complaints = %s;

                const code =
                    "%s";

                const math = {
                    /** An angle without its full turns; asked for large angles only. */
                    reduced: (angle) => Math.atan2(Math.sin(angle), Math.cos(angle)),
                    tanh: Math.tanh,
                };

                /** Compiles the code and makes an instance of it. */
                export async function load() {
                    const bytes = Uint8Array.from(atob(code), (letter) => letter.charCodeAt(0));
                    const { instance } = await WebAssembly.instantiate(bytes, { math });
                    return new %s(instance);
                }

                function put(name, vector, values) {
                    if (values.length !== vector.length) {
                        throw new RangeError(`${name} has ${values.length} numbers, but ${vector.length} are expected`);
                    }
                    vector.set(values);
                }

                function check(status) {
                    if (status === 1) {
                        throw new RangeError("an input is not finite");
                    } else if (status === 2) {
                        throw new RangeError("the result is not finite");
                    } else if (status > 2) {
                        throw new RangeError(complaints[status - 3]);
                    }
                }

                """.formatted(quoted(module.complaints()), Base64.getEncoder().encodeToString(module.bytes()), type));
        text.append("export class ").append(type).append(" {\n    #call;\n    #memory;\n\n");
        text.append("    constructor(instance) {\n        this.#call = instance.exports;\n");
        text.append("        this.#memory = instance.exports.memory.buffer;\n    }\n");
        text.append(
                "\n    #at(offset, length) {\n        return new Float64Array(this.#memory, offset, length);\n    }\n");
        module.functions().forEach(function -> method(function, text));
        return text.append("}\n").toString();
    }

    private static String arguments(WasmModule.Function function) {
        return function.inputs().stream().map(WasmModule.Vector::name).collect(Collectors.joining(", "));
    }

    private static void method(WasmModule.Function function, StringBuilder text) {
        text.append("\n    %s(%s) {\n".formatted(function.name(), arguments(function)));
        for (WasmModule.Vector input : function.inputs()) {
            text.append("        put(\"%s\", this.#at(%s, %s), %s);\n"
                    .formatted(input.name(), input.offset(), input.length(), input.name()));
        }
        text.append("        check(this.#call.%s());\n".formatted(function.name()));
        List<WasmModule.Vector> outputs = function.outputs();
        if (outputs.size() == 1) {
            text.append("        return %s;\n".formatted(copy(outputs.get(0))));
        } else {
            text.append(outputs.stream()
                    .map(output -> "            %s: %s,\n".formatted(output.name(), copy(output)))
                    .collect(Collectors.joining("", "        return {\n", "        };\n")));
        }
        text.append("    }\n");
    }

    private static String copy(WasmModule.Vector vector) {
        return "this.#at(%s, %s).slice()".formatted(vector.offset(), vector.length());
    }

    /** Its types. */
    String types() {
        StringBuilder text = new StringBuilder(comment());
        text.append("\n/** The joints, in the order of q, qd and qdd. */\n");
        text.append("export declare const joints: readonly string[];\n\n");
        if (!allJoints.isEmpty()) {
            text.append("/** All joints, in the order of start and of the pose that was found. */\n");
            text.append("export declare const allJoints: readonly string[];\n\n");
        }
        text.append("/** Compiles the code and makes an instance of it. */\n");
        text.append("export declare function load(): Promise<%s>;\n\n".formatted(type));
        text.append("/** Vectors of a wrong length, numbers that are not finite, joints that feel no inertia, and loops"
                + " that are not closed are a RangeError. */\n");
        text.append("export declare class %s {\n    private constructor();\n".formatted(type));
        for (WasmModule.Function function : module.functions()) {
            String parameters = function.inputs().stream()
                    .map(input -> input.name() + ": ArrayLike<number>")
                    .collect(Collectors.joining(", "));
            String result = function.outputs().size() == 1
                    ? "Float64Array"
                    : function.outputs().stream()
                            .map(output -> output.name() + ": Float64Array")
                            .collect(Collectors.joining("; ", "{ ", " }"));
            text.append("    %s(%s): %s;\n".formatted(function.name(), parameters, result));
        }
        return text.append("}\n").toString();
    }
}
