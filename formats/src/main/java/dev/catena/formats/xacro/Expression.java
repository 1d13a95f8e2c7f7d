package dev.catena.formats.xacro;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Parses what stands in {@code ${…}}: the part of Python's expressions that robot descriptions use. Arithmetic, comparisons,
 * {@code and or not in}, {@code a if c else b}, texts, lists and comprehensions, dictionaries, entries, attributes and calls
 * of known functions.
 */
final class Expression {
    private static final Set<String> COMPARISONS = Set.of("==", "!=", "<", "<=", ">", ">=", "in", "is");
    private static final int DEEPEST = 60;

    private final ExpressionTokens tokens;
    private int depth;

    private Expression(String text) {
        tokens = new ExpressionTokens(text);
    }

    static Term parse(String text) {
        Expression expression = new Expression(text);
        Term term = expression.ternary();
        expression.tokens.requireEnd();
        return term;
    }

    private Term ternary() {
        if (++depth > DEEPEST) {
            throw new XacroException("an expression is nested deeper than %s levels".formatted(DEEPEST));
        }
        Term value = or();
        if (tokens.accept("if")) {
            Term condition = or();
            tokens.expect("else");
            Term other = ternary();
            Term first = value;
            value = names -> Values.truth(condition.value(names)) ? first.value(names) : other.value(names);
        }
        depth--;
        return value;
    }

    private Term or() {
        Term left = and();
        while (tokens.accept("or")) {
            Term a = left;
            Term b = and();
            left = names -> {
                Object first = a.value(names);
                return Values.truth(first) ? first : b.value(names);
            };
        }
        return left;
    }

    private Term and() {
        Term left = not();
        while (tokens.accept("and")) {
            Term a = left;
            Term b = not();
            left = names -> {
                Object first = a.value(names);
                return Values.truth(first) ? b.value(names) : first;
            };
        }
        return left;
    }

    private Term not() {
        if (!tokens.accept("not")) {
            return comparison();
        }
        deeper();
        Term term = not();
        depth--;
        return names -> !Values.truth(term.value(names));
    }

    private void deeper() {
        if (++depth > DEEPEST) {
            throw new XacroException("an expression is nested deeper than %s levels".formatted(DEEPEST));
        }
    }

    /** Chains are pairs: a &lt; b &lt; c is a &lt; b and b &lt; c. */
    private Term comparison() {
        List<Term> terms = new ArrayList<>(List.of(sum()));
        List<String> operators = new ArrayList<>();
        for (String operator = comparisonOperator(); !operator.isEmpty(); operator = comparisonOperator()) {
            operators.add(operator);
            terms.add(sum());
        }
        if (operators.isEmpty()) {
            return terms.get(0);
        }
        return names -> {
            Object left = terms.get(0).value(names);
            for (int k = 0; k < operators.size(); k++) {
                Object right = terms.get(k + 1).value(names);
                if (!Values.compare(operators.get(k), left, right)) {
                    return false;
                }
                left = right;
            }
            return true;
        };
    }

    private String comparisonOperator() {
        if (tokens.peek().equals("not") && tokens.isName()) {
            tokens.expect("not");
            tokens.expect("in");
            return "not in";
        }
        if (!COMPARISONS.contains(tokens.peek()) || tokens.isText()) {
            return "";
        }
        String operator = tokens.next();
        return operator.equals("is") && tokens.accept("not") ? "is not" : operator;
    }

    private Term sum() {
        Term left = product();
        while (tokens.isOperator("+") || tokens.isOperator("-")) {
            left = binary(tokens.next(), left, product());
        }
        return left;
    }

    private Term product() {
        Term left = signed();
        while (tokens.isOperator("*") || tokens.isOperator("/") || tokens.isOperator("//") || tokens.isOperator("%")) {
            left = binary(tokens.next(), left, signed());
        }
        return left;
    }

    private static Term binary(String operator, Term a, Term b) {
        return names -> {
            names.step();
            return Values.binary(operator, a.value(names), b.value(names));
        };
    }

    private Term signed() {
        if (tokens.isOperator("-") || tokens.isOperator("+")) {
            boolean negative = tokens.next().equals("-");
            deeper();
            Term term = signed();
            depth--;
            return negative ? names -> Values.negative(term.value(names)) : term;
        }
        Term base = postfix();
        if (tokens.isOperator("**")) {
            tokens.expect("**");
            deeper();
            Term exponent = signed();
            depth--;
            return binary("**", base, exponent);
        }
        return base;
    }

    /** An atom with entries, attributes and calls; dotted names may be those of functions. */
    private Term postfix() {
        String path = tokens.isName() ? tokens.peek() : "";
        Term term = atom();
        while (true) {
            if (tokens.isOperator("[")) {
                tokens.expect("[");
                Term container = term;
                Term key = ternary();
                tokens.expect("]");
                term = names -> {
                    names.step();
                    return Values.item(container.value(names), key.value(names));
                };
                path = "";
            } else if (tokens.isOperator(".")) {
                tokens.expect(".");
                String name = tokens.name();
                Term owner = term;
                if (tokens.isOperator("(") && !isModule(path)) {
                    term = method(owner, name);
                    path = "";
                } else {
                    path = path.isEmpty() ? "" : path + "." + name;
                    String whole = path;
                    term = names -> attribute(names, owner, whole, name);
                }
            } else if (tokens.isOperator("(") && !path.isEmpty()) {
                term = call(path);
                path = "";
            } else {
                return term;
            }
        }
    }

    private static boolean isModule(String path) {
        return path.equals("xacro") || path.equals("math") || path.equals("python");
    }

    private static Object attribute(Term.Names names, Term owner, String path, String name) {
        names.step();
        boolean whole = !path.isEmpty() && (isModule(path.substring(0, path.indexOf('.'))) || names.has(path));
        if (whole) {
            return names.get(path);
        }
        return Values.item(owner.value(names), name);
    }

    private Term call(String function) {
        List<Term> arguments = new ArrayList<>();
        Map<String, Term> named = new LinkedHashMap<>();
        tokens.expect("(");
        while (!tokens.accept(")")) {
            if (tokens.isName() && tokens.followedBy("=")) {
                String key = tokens.name();
                tokens.expect("=");
                named.put(key, ternary());
            } else {
                arguments.add(ternary());
            }
            if (!tokens.isOperator(")")) {
                tokens.expect(",");
            }
        }
        return names -> {
            names.step();
            Map<String, Object> values = new LinkedHashMap<>();
            named.forEach((key, term) -> values.put(key, term.value(names)));
            return names.call(
                    function, arguments.stream().map(term -> term.value(names)).toList(), values);
        };
    }

    private Term method(Term owner, String name) {
        List<Term> arguments = new ArrayList<>();
        tokens.expect("(");
        while (!tokens.accept(")")) {
            arguments.add(ternary());
            if (!tokens.isOperator(")")) {
                tokens.expect(",");
            }
        }
        return names -> {
            names.step();
            return Functions.method(
                    owner.value(names),
                    name,
                    arguments.stream().map(term -> term.value(names)).toList());
        };
    }

    private Term atom() {
        if (tokens.isText()) {
            String text = tokens.next();
            return names -> text;
        }
        if (tokens.isNumber()) {
            Object number = Values.literal(tokens.next());
            return names -> number;
        }
        if (tokens.isName()) {
            return name(tokens.name());
        }
        if (tokens.accept("(")) {
            Term inner = ternary();
            if (tokens.isOperator(",")) {
                tokens.expect(",");
                return list(")", inner);
            }
            tokens.expect(")");
            return inner;
        }
        if (tokens.accept("[")) {
            return listOrComprehension();
        }
        if (tokens.accept("{")) {
            return dictionary();
        }
        throw tokens.unexpected();
    }

    private static Term name(String name) {
        return switch (name) {
            case "True", "true" -> names -> true;
            case "False", "false" -> names -> false;
            case "None" -> names -> Values.NONE;
            case "lambda", "for", "import" ->
                throw new XacroException("\"%s\" is not supported in expressions".formatted(name));
            default ->
                names -> {
                    names.step();
                    return names.get(name);
                };
        };
    }

    private Term list(String end, Term... first) {
        List<Term> items = new ArrayList<>(List.of(first));
        while (!tokens.accept(end)) {
            items.add(ternary());
            if (!tokens.isOperator(end)) {
                tokens.expect(",");
            }
        }
        return names -> items.stream().map(term -> term.value(names)).toList();
    }

    private Term listOrComprehension() {
        if (tokens.accept("]")) {
            return names -> List.of();
        }
        Term first = ternary();
        if (tokens.isName() && tokens.accept("for")) {
            return comprehension(first);
        }
        if (!tokens.isOperator("]")) {
            tokens.expect(",");
        }
        return list("]", first);
    }

    /** {@code [item for a, b in list if condition]}. */
    private Term comprehension(Term item) {
        List<String> variables = new ArrayList<>(List.of(tokens.name()));
        while (tokens.accept(",")) {
            variables.add(tokens.name());
        }
        tokens.expect("in");
        Term source = or();
        Term condition = tokens.accept("if") ? or() : names -> true;
        tokens.expect("]");
        return names -> {
            List<Object> result = new ArrayList<>();
            for (Object value : Values.items(source.value(names))) {
                names.step();
                Term.Names inside = new LocalNames(names, variables, value);
                if (Values.truth(condition.value(inside))) {
                    result.add(item.value(inside));
                }
            }
            return Values.bounded(result);
        };
    }

    private Term dictionary() {
        Map<Term, Term> entries = new LinkedHashMap<>();
        while (!tokens.accept("}")) {
            Term key = ternary();
            tokens.expect(":");
            entries.put(key, ternary());
            if (!tokens.isOperator("}")) {
                tokens.expect(",");
            }
        }
        return names -> {
            Map<Object, Object> map = new LinkedHashMap<>();
            entries.forEach((key, value) -> map.put(key.value(names), value.value(names)));
            return map;
        };
    }
}
