package dev.catena.compile.source;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Runs generated C without a compiler: functions of doubles and arrays of doubles whose bodies are declarations,
 * assignments to components and returns. Anything else is refused.
 */
final class CInterpreter {
    private static final Pattern TOKEN =
            Pattern.compile("\\s*(?:([0-9][0-9.]*(?:[eE][-+]?[0-9]+)?)|([A-Za-z_][A-Za-z_0-9]*)|(.))");

    private final List<String> tokens = new ArrayList<>();
    private final Map<String, Function> functions = new HashMap<>();
    private int at;

    private record Function(List<String> parameters, int start) {}

    /** The functions of one source file, without its header. */
    CInterpreter(String text) {
        String code = text.replaceAll("(?s)/\\*.*?\\*/", " ")
                .replaceAll("(?m)^#.*$", " ")
                .strip();
        Matcher matcher = TOKEN.matcher(code);
        while (matcher.lookingAt()) {
            tokens.add(matcher.group().strip());
            matcher.region(matcher.end(), code.length());
        }
        while (at < tokens.size()) {
            define();
        }
    }

    private static <T> T named(Map<String, T> map, String name) {
        T found = map.get(name);
        if (found == null) {
            throw new IllegalStateException("nothing is called " + name);
        }
        return found;
    }

    /** Calls a function that writes into some of its arguments. */
    void call(String function, double[]... arguments) {
        Function called = named(functions, function);
        Map<String, double[]> values = new HashMap<>();
        for (int k = 0; k < arguments.length; k++) {
            values.put(called.parameters.get(k), arguments[k]);
        }
        double result = run(called.start, values);
        if (!Double.isNaN(result)) {
            throw new IllegalStateException(function + " returns " + result);
        }
    }

    // static double f(double x) { … }, void f(const double x[3], double y[2]) { … }
    private void define() {
        while (List.of("static", "double", "void").contains(tokens.get(at))) {
            at++;
        }
        String name = tokens.get(at++);
        List<String> parameters = new ArrayList<>();
        take("(");
        while (!tokens.get(at).equals(")")) {
            List<String> parameter = new ArrayList<>();
            while (!List.of(",", ")").contains(tokens.get(at))) {
                parameter.add(tokens.get(at++));
            }
            parameters.add(parameter.get(parameter.indexOf("double") + 1));
            at += tokens.get(at).equals(",") ? 1 : 0;
        }
        take(")");
        take("{");
        functions.put(name, new Function(parameters, at));
        while (!tokens.get(at++).equals("}")) {}
    }

    private void take(String token) {
        if (!tokens.get(at).equals(token)) {
            throw new IllegalStateException("expected %s before %s"
                    .formatted(token, tokens.subList(at, Math.min(tokens.size(), at + 20))));
        }
        at++;
    }

    /** What the body that begins there returns; NaN if it returns nothing. */
    private double run(int start, Map<String, double[]> values) {
        at = start;
        while (!tokens.get(at).equals("}")) {
            switch (tokens.get(at)) {
                case "return" -> {
                    at++;
                    return expression(values);
                }
                case "const" -> {
                    at++;
                    take("double");
                    String name = tokens.get(at++);
                    take("=");
                    if (values.put(name, new double[] {expression(values)}) != null) {
                        throw new IllegalStateException(name + " is declared twice");
                    }
                }
                case "(" -> {
                    at++;
                    take("void");
                    take(")");
                    double[] unused = named(values, tokens.get(at++));
                    Arrays.fill(unused, Double.NaN);
                }
                default -> {
                    double[] target = named(values, tokens.get(at++));
                    take("[");
                    int component = Integer.parseInt(tokens.get(at++));
                    take("]");
                    take("=");
                    target[component] = expression(values);
                }
            }
            take(";");
        }
        return Double.NaN;
    }

    private double expression(Map<String, double[]> values) {
        double left = sum(values);
        String operator = tokens.get(at);
        if (!operator.equals("<") && !operator.equals(">")) {
            return left;
        }
        at++;
        double right = sum(values);
        boolean holds = operator.equals("<") ? left < right : left > right;
        take("?");
        double then = expression(values);
        take(":");
        double otherwise = expression(values);
        return holds ? then : otherwise;
    }

    private double sum(Map<String, double[]> values) {
        double sum = product(values);
        while (true) {
            switch (tokens.get(at)) {
                case "+" -> {
                    at++;
                    sum += product(values);
                }
                case "-" -> {
                    at++;
                    sum -= product(values);
                }
                default -> {
                    return sum;
                }
            }
        }
    }

    private double product(Map<String, double[]> values) {
        double product = factor(values);
        while (true) {
            switch (tokens.get(at)) {
                case "*" -> {
                    at++;
                    product *= factor(values);
                }
                case "/" -> {
                    at++;
                    product /= factor(values);
                }
                default -> {
                    return product;
                }
            }
        }
    }

    private double factor(Map<String, double[]> values) {
        String token = tokens.get(at++);
        if (token.equals("-")) {
            return -factor(values);
        }
        if (token.equals("(")) {
            double inner = expression(values);
            take(")");
            return inner;
        }
        if (Character.isDigit(token.charAt(0))) {
            return Double.parseDouble(token);
        }
        if (tokens.get(at).equals("(")) {
            at++;
            double argument = expression(values);
            take(")");
            return value(token, argument);
        }
        double[] value = named(values, token);
        if (!tokens.get(at).equals("[")) {
            return value[0];
        }
        at++;
        int component = Integer.parseInt(tokens.get(at++));
        take("]");
        return value[component];
    }

    private double value(String function, double argument) {
        return switch (function) {
            case "sin" -> Math.sin(argument);
            case "cos" -> Math.cos(argument);
            case "sqrt" -> Math.sqrt(argument);
            case "tanh" -> Math.tanh(argument);
            default -> {
                int after = at;
                Function called = named(functions, function);
                double result =
                        run(called.start, new HashMap<>(Map.of(called.parameters.get(0), new double[] {argument})));
                at = after;
                yield result;
            }
        };
    }
}
