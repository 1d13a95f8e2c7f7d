package dev.catena.compile.source;

import dev.catena.compile.graph.Operation;
import dev.catena.compile.graph.Program;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A program as a Java class without dependencies. What is long is split into methods that HotSpot still compiles; what
 * one method hands to another lives in an array of the object, so that there is one object per thread.
 */
public final class JavaSource {
    /** HotSpot leaves methods of more than 8,000 bytes to the interpreter; this many are estimated for one. */
    private static final int METHOD_BYTES = 6_000;

    private static final Statements.Dialect DIALECT = new Statements.Dialect() {
        @Override
        public String function(Operation operation) {
            return switch (operation) {
                case SINE -> "Math.sin";
                case COSINE -> "Math.cos";
                case SQUARE_ROOT -> "Math.sqrt";
                case HYPERBOLIC_TANGENT -> "Math.tanh";
                case SIGN -> "Math.signum";
                default -> throw new IllegalStateException("no function for " + operation);
            };
        }

        @Override
        public String angleName(Operation operation, String vector, int component) {
            return (operation == Operation.SINE ? "sin" : "cos")
                    + vector.substring(0, 1).toUpperCase(Locale.ROOT)
                    + vector.substring(1)
                    + component;
        }
    };

    private final Program program;
    private final String className;
    private final SourceNotes notes;
    private final Statements statements;

    /** By assignment: the method that makes it, and its place in the array between methods, −1 for none. */
    private final int[] method;

    private final int[] place;

    /** By output and component: the method that writes it. */
    private final int[][] writer;

    private int methods = 1;
    private int bytesOfLast;
    private int places;

    private JavaSource(Program program, String className, SourceNotes notes) {
        this.program = program;
        this.className = className;
        this.notes = notes;
        statements = new Statements(program, DIALECT);
        method = new int[program.size()];
        place = new int[program.size()];
        Arrays.fill(place, -1);
        writer = program.outputs().stream()
                .map(output -> new int[output.length()])
                .toArray(int[][]::new);
        split();
    }

    /** A file named after the class; no package for the empty name. */
    public static SourceFile of(Program program, String packageName, String className, SourceNotes notes) {
        return new SourceFile(className + ".java", new JavaSource(program, className, notes).text(packageName));
    }

    /** Cuts the assignments into methods, outputs last, and gives a place to what is read in another method. */
    private void split() {
        for (int k : statements.order()) {
            method[k] = methodFor(statements.expression(k, statements::name));
            statements.reads(k, false).forEach(read -> share(read, method[k]));
        }
        for (int v = 0; v < writer.length; v++) {
            Program.Output output = program.outputs().get(v);
            for (int c = 0; c < output.length(); c++) {
                int m = methodFor(statements.output(output, c, statements::name));
                writer[v][c] = m;
                statements.reads(output.node(c), true).forEach(read -> share(read, m));
            }
        }
    }

    /** The method that has room for an expression, which is a new one if the last one is full. */
    private int methodFor(String expression) {
        int cost = bytes(expression);
        if (bytesOfLast + cost > METHOD_BYTES) {
            methods++;
            bytesOfLast = 0;
        }
        bytesOfLast += cost;
        return methods - 1;
    }

    private void share(int read, int reader) {
        if (method[read] != reader && place[read] < 0) {
            place[read] = places++;
        }
    }

    /** Operands and operators, each a few bytes at most. */
    private static int bytes(String expression) {
        return 10 + 5 * expression.split(" ", -1).length;
    }

    private String reference(int k, int reader) {
        return method[k] == reader ? statements.name(k) : "shared[" + place[k] + "]";
    }

    private String text(String packageName) {
        StringBuilder text = new StringBuilder();
        if (!packageName.isEmpty()) {
            text.append("package ").append(packageName).append(";\n\n");
        }
        text.append("/**\n");
        notes.lines(program)
                .forEach(line ->
                        text.append((" * " + escaped(line)).stripTrailing()).append('\n'));
        text.append(" */\npublic final class ").append(className).append(" {\n");
        if (places > 0) {
            text.append("    private final double[] shared = new double[%s];\n\n".formatted(places));
        }
        compute(text);
        if (methods > 1) {
            for (int m = 0; m < methods; m++) {
                text.append("\n    private void part%s(%s) {\n".formatted(m + 1, parameters()));
                part(m, text);
                text.append("    }\n");
            }
        }
        checkLength(text);
        return text.append("}\n").toString();
    }

    private static String escaped(String line) {
        return line.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace("*/", "*&#47;")
                .replace("\\", "&#92;");
    }

    private List<String> vectors() {
        return Stream.concat(
                        program.inputs().stream().map(input -> input.name()),
                        program.outputs().stream().map(Program.Output::name))
                .toList();
    }

    private String parameters() {
        return vectors().stream().map(name -> "double[] " + name).collect(Collectors.joining(", "));
    }

    private void compute(StringBuilder text) {
        text.append("    public void compute(%s) {\n".formatted(parameters()));
        program.inputs()
                .forEach(input -> text.append("        checkLength(\"%s\", %s, %s);\n"
                        .formatted(input.name(), input.name(), input.length())));
        program.outputs()
                .forEach(output -> text.append("        checkLength(\"%s\", %s, %s);\n"
                        .formatted(output.name(), output.name(), output.length())));
        if (methods == 1) {
            part(0, text);
        } else {
            for (int m = 0; m < methods; m++) {
                text.append("        part%s(%s);\n".formatted(m + 1, String.join(", ", vectors())));
            }
        }
        text.append("    }\n");
    }

    private void part(int m, StringBuilder text) {
        for (int k : statements.order()) {
            if (method[k] == m) {
                text.append("        double %s = %s;\n"
                        .formatted(statements.name(k), statements.expression(k, read -> reference(read, m))));
                if (place[k] >= 0) {
                    text.append("        shared[%s] = %s;\n".formatted(place[k], statements.name(k)));
                }
            }
        }
        for (int v = 0; v < writer.length; v++) {
            Program.Output output = program.outputs().get(v);
            for (int c = 0; c < output.length(); c++) {
                if (writer[v][c] == m) {
                    text.append("        %s[%s] = %s;\n"
                            .formatted(output.name(), c, statements.output(output, c, read -> reference(read, m))));
                }
            }
        }
    }

    private static void checkLength(StringBuilder text) {
        text.append("""

                    private static void checkLength(String name, double[] vector, int length) {
                        if (vector.length != length) {
                            throw new IllegalArgumentException(name + " has length " + vector.length + ", not " + length);
                        }
                    }
                """);
    }
}
