package dev.catena.compile.source;

import dev.catena.compile.graph.Operation;
import dev.catena.compile.graph.Program;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A program as a C99 function without dependencies but the mathematical library. It keeps nothing between calls. */
public final class CSource {
    private static final Statements.Dialect DIALECT = new Statements.Dialect() {
        @Override
        public String function(Operation operation) {
            return switch (operation) {
                case SINE -> "sin";
                case COSINE -> "cos";
                case SQUARE_ROOT -> "sqrt";
                case HYPERBOLIC_TANGENT -> "tanh";
                case SIGN -> "sign_of";
                default -> throw new IllegalStateException("no function for " + operation);
            };
        }

        @Override
        public String angleName(Operation operation, String vector, int component) {
            return "%s_%s%s".formatted(function(operation), vector.toLowerCase(Locale.ROOT), component);
        }
    };

    private final Program program;
    private final String function;
    private final SourceNotes notes;
    private final Statements statements;

    private CSource(Program program, String function, SourceNotes notes) {
        this.program = program;
        this.function = function;
        this.notes = notes;
        statements = new Statements(program, DIALECT);
    }

    /** A header and a source file, named after the function. */
    public static List<SourceFile> of(Program program, String function, SourceNotes notes) {
        CSource source = new CSource(program, function, notes);
        return List.of(
                new SourceFile(function + ".h", source.header()), new SourceFile(function + ".c", source.body()));
    }

    private String comment() {
        StringBuilder text = new StringBuilder("/*\n");
        notes.lines(program)
                .forEach(line -> text.append((" * " + line.replace("*/", "* /")).stripTrailing())
                        .append('\n'));
        return text.append(" */\n").toString();
    }

    private String signature() {
        List<String> parameters = new ArrayList<>();
        program.inputs()
                .forEach(input -> parameters.add("const double %s[%s]".formatted(input.name(), size(input.length()))));
        program.outputs()
                .forEach(output -> parameters.add("double %s[%s]".formatted(output.name(), size(output.length()))));
        return "void %s(%s)".formatted(function, String.join(", ", parameters));
    }

    /** C has no arrays of length zero. */
    private static int size(int length) {
        return Math.max(1, length);
    }

    private String header() {
        String guard = function.toUpperCase(Locale.ROOT) + "_H";
        return comment()
                + "#ifndef %s\n#define %s\n\n".formatted(guard, guard)
                + "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n"
                + signature()
                + ";\n\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n";
    }

    private String body() {
        StringBuilder text = new StringBuilder(comment());
        text.append("#include \"%s.h\"\n\n#include <math.h>\n\n".formatted(function));
        if (statements.uses(Operation.SIGN)) {
            text.append("static double sign_of(double x)\n{\n    return x > 0.0 ? 1.0 : (x < 0.0 ? -1.0 : x);\n}\n\n");
        }
        text.append(signature()).append("\n{\n");
        boolean[] read = statements.inputsRead();
        for (int v = 0; v < read.length; v++) {
            if (!read[v]) {
                text.append("    (void) %s;\n".formatted(program.inputs().get(v).name()));
            }
        }
        for (int k : statements.order()) {
            text.append("    const double %s = %s;\n"
                    .formatted(statements.name(k), statements.expression(k, statements::name)));
        }
        text.append('\n');
        for (Program.Output output : program.outputs()) {
            for (int c = 0; c < output.length(); c++) {
                text.append("    %s[%s] = %s;\n"
                        .formatted(output.name(), c, statements.output(output, c, statements::name)));
            }
        }
        return text.append("}\n").toString();
    }
}
