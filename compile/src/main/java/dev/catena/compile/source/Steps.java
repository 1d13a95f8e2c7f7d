package dev.catena.compile.source;

import dev.catena.compile.graph.Operation;
import dev.catena.compile.graph.Program;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A program whose inputs are single numbers, as assignments for people: the customized step form of papers. */
public final class Steps {
    private static final Statements.Dialect DIALECT = new Statements.Dialect() {
        @Override
        public String function(Operation operation) {
            return switch (operation) {
                case SINE -> "sin";
                case COSINE -> "cos";
                case SQUARE_ROOT -> "sqrt";
                case HYPERBOLIC_TANGENT -> "tanh";
                case SIGN -> "sign";
                default -> throw new IllegalStateException("no function for " + operation);
            };
        }

        @Override
        public String angleName(Operation operation, String vector, int component) {
            return (operation == Operation.SINE ? "S" : "C")
                    + vector.replaceFirst("^q", "").toUpperCase(Locale.ROOT);
        }

        @Override
        public String input(String vector, int component) {
            return vector;
        }
    };

    /** An assignment. */
    public record Step(String name, String text) {}

    private Steps() {}

    /** The assignments in order, those of the outputs, which have one component each, last. */
    public static List<Step> of(Program program) {
        Statements statements = new Statements(program, DIALECT);
        List<Step> steps = new ArrayList<>();
        for (int k : statements.order()) {
            steps.add(new Step(statements.name(k), statements.expression(k, statements::name)));
        }
        for (Program.Output output : program.outputs()) {
            steps.add(new Step(output.name(), statements.output(output, 0, statements::name)));
        }
        return steps;
    }
}
