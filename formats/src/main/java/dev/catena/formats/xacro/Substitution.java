package dev.catena.formats.xacro;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Puts values into texts: {@code ${expression}}, {@code $(arg name)}, {@code $(find package)}. */
final class Substitution {
    private final Budget budget;
    private final XacroFiles files;
    private final Map<String, String> arguments;

    /** Names of arguments that the user gave and the file has not asked for yet, sorted. */
    private final Set<String> unread;

    private final Map<String, Term> parsed = new HashMap<>();

    Substitution(Budget budget, XacroFiles files, Map<String, String> arguments) {
        this.budget = budget;
        this.files = files;
        this.arguments = new HashMap<>(arguments);
        unread = new TreeSet<>(arguments.keySet());
    }

    /** A default does not replace what the user gave. */
    void setDefaultArgument(String name, String value) {
        unread.remove(name);
        arguments.putIfAbsent(name, value);
    }

    /** Arguments that were given for nothing, sorted. */
    List<String> unreadArguments() {
        return List.copyOf(unread);
    }

    List<String> argumentNames() {
        return arguments.keySet().stream().sorted().toList();
    }

    String text(String text, Scope scope) {
        return budget.text(Values.text(evaluate(text, scope)));
    }

    /** The value where the whole text is one expression, otherwise text. */
    Object evaluate(String text, Scope scope) {
        if (text.indexOf('$') < 0) {
            return text;
        }
        budget.step();
        budget.enter();
        try {
            StringBuilder result = new StringBuilder();
            int position = 0;
            while (position < text.length()) {
                int dollar = text.indexOf('$', position);
                if (dollar < 0) {
                    dollar = text.length();
                }
                result.append(text, position, dollar);
                int end = end(text, dollar);
                if (end < 0) {
                    position = plainEnd(text, dollar, result);
                    continue;
                }
                Object value = text.charAt(dollar + 1) == '{'
                        ? expression(text.substring(dollar + 2, end), scope)
                        : extension(text.substring(dollar + 2, end), scope);
                if (dollar == 0 && end == text.length() - 1) {
                    return value;
                }
                result.append(Values.text(value));
                var unused = Values.bounded(result.toString());
                position = end + 1;
            }
            return budget.text(result.toString());
        } finally {
            budget.leave();
        }
    }

    /** Where the braces or parentheses that open at a dollar close; −1 where none open. */
    private static int end(String text, int dollar) {
        if (dollar + 1 >= text.length()) {
            return -1;
        }
        char open = text.charAt(dollar + 1);
        if (open != '{' && open != '(') {
            return -1;
        }
        char close = open == '{' ? '}' : ')';
        int depth = 0;
        char quote = 0;
        for (int k = dollar + 1; k < text.length(); k++) {
            char c = text.charAt(k);
            if (quote != 0) {
                // what follows a backslash ends no text
                k += c == '\\' ? 1 : 0;
                quote = c == quote ? 0 : quote;
            } else if ((c == '\'' || c == '"') && open == '{') {
                quote = c;
            } else if (c == open) {
                depth++;
            } else if (c == close && --depth == 0) {
                return k;
            }
        }
        throw new XacroException("\"%s\" does not end".formatted(text.substring(dollar)));
    }

    /** Copies a dollar that opens nothing; two dollars before a brace are one, and the brace is plain. */
    private static int plainEnd(String text, int dollar, StringBuilder result) {
        if (dollar >= text.length()) {
            return dollar;
        }
        result.append('$');
        boolean escaped = text.startsWith("$${", dollar) || text.startsWith("$$(", dollar);
        if (escaped) {
            result.append(text.charAt(dollar + 2));
        }
        return dollar + (escaped ? 3 : 1);
    }

    private Object expression(String text, Scope scope) {
        // $(find …) inside of an expression is put in as text
        String whole = text.contains("$(") ? text(text, scope) : text;
        Term term = parsed.get(whole);
        if (term == null) {
            term = Expression.parse(whole);
            parsed.put(whole, term);
        }
        return term.value(new ScopeNames(scope));
    }

    private Object extension(String text, Scope scope) {
        String whole = text(text, scope).strip();
        int blank = whole.indexOf(' ');
        String command = blank < 0 ? whole : whole.substring(0, blank);
        String operand = blank < 0 ? "" : whole.substring(blank + 1).strip();
        return switch (command) {
            case "arg" -> argument(operand);
            case "find" -> files.packageFolder(operand).toString();
            case "dirname" -> files.current().toString();
            case "eval" -> Expression.parse(operand).value(new ScopeNames(scope));
            case "optenv" -> {
                int space = operand.indexOf(' ');
                yield space < 0 ? "" : operand.substring(space + 1).strip();
            }
            case "env" ->
                throw new XacroException(
                        "$(env %s) is refused: a robot must not depend on the environment; use an argument and --set"
                                .formatted(operand));
            default -> throw new XacroException("$(%s) is unknown".formatted(whole));
        };
    }

    private String argument(String name) {
        unread.remove(name);
        String value = arguments.get(name);
        if (value == null) {
            throw new XacroException("the argument \"%s\" has no value; give it as --set %s=…".formatted(name, name));
        }
        return value;
    }

    /** What names mean in one scope. */
    private final class ScopeNames implements Term.Names {
        private final Scope scope;

        ScopeNames(Scope scope) {
            this.scope = scope;
        }

        @Override
        public Object get(String name) {
            if (!scope.has(name) && Functions.isConstant(name)) {
                return Functions.constant(name);
            }
            return scope.get(name, Substitution.this);
        }

        @Override
        public boolean has(String name) {
            return scope.has(name);
        }

        @Override
        public Object call(String function, List<Object> values, Map<String, Object> named) {
            String first = values.isEmpty() ? "" : Values.text(values.get(0));
            return switch (function) {
                case "load_yaml", "xacro.load_yaml" -> XacroYaml.load(files, first);
                case "arg", "xacro.arg" -> Values.literal(argument(first));
                case "abs_filename", "xacro.abs_filename" ->
                    files.resolve(first).toString();
                case "dirname" -> String.valueOf(Path.of(first).getParent());
                case "fatal", "xacro.fatal", "error", "xacro.error" -> throw new XacroException(first);
                case "warning", "xacro.warning", "message", "xacro.message", "print_location", "xacro.print_location" ->
                    "";
                default -> Functions.call(function, values, named);
            };
        }

        @Override
        public void step() {
            budget.step();
        }
    }
}
