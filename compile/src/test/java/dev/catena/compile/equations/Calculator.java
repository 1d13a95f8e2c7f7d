package dev.catena.compile.equations;

import java.util.HashMap;
import java.util.Map;

/** Runs assignments line by line, as a reader with a calculator would; knows nothing of how they were made. */
final class Calculator {
    private final Map<String, Double> values = new HashMap<>();
    private String text = "";
    private int at;

    void set(String name, double value) {
        values.put(name, value);
    }

    boolean has(String name) {
        return values.containsKey(name);
    }

    double get(String name) {
        Double value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException("nobody has said what %s is, in: %s".formatted(name, text));
        }
        return value;
    }

    void run(String lines) {
        for (String line : lines.split("\n", -1)) {
            String statement = line.replaceFirst("#.*", "").strip();
            if (!statement.isEmpty()) {
                int equals = statement.indexOf('=');
                String name = statement.substring(0, equals).strip();
                if (values.containsKey(name)) {
                    throw new IllegalArgumentException(name + " is assigned twice");
                }
                values.put(name, evaluate(statement.substring(equals + 1)));
            }
        }
    }

    private double evaluate(String expression) {
        text = expression.replace(" ", "");
        at = 0;
        double value = sum();
        if (at < text.length()) {
            throw new IllegalArgumentException("cannot read on at %s of %s".formatted(at, text));
        }
        return value;
    }

    private boolean takes(char c) {
        if (at < text.length() && text.charAt(at) == c) {
            at++;
            return true;
        }
        return false;
    }

    private double sum() {
        double value = takes('-') ? -product() : product();
        while (true) {
            if (takes('+')) {
                value += product();
            } else if (takes('-')) {
                value -= product();
            } else {
                return value;
            }
        }
    }

    private double product() {
        double value = power();
        while (true) {
            if (takes('*')) {
                value *= power();
            } else if (takes('/')) {
                value /= power();
            } else {
                return value;
            }
        }
    }

    private double power() {
        double value = atom();
        return takes('^') ? Math.pow(value, atom()) : value;
    }

    private double atom() {
        if (takes('-')) {
            return -atom();
        }
        if (takes('(')) {
            double value = sum();
            if (!takes(')')) {
                throw new IllegalArgumentException("a parenthesis is open in " + text);
            }
            return value;
        }
        int start = at;
        if (Character.isDigit(text.charAt(at))) {
            while (at < text.length()
                    && (Character.isDigit(text.charAt(at))
                            || ".E".indexOf(text.charAt(at)) >= 0
                            || (text.charAt(at) == '-' && text.charAt(at - 1) == 'E'))) {
                at++;
            }
            return Double.parseDouble(text.substring(start, at));
        }
        while (at < text.length() && (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '_')) {
            at++;
        }
        String name = text.substring(start, at);
        if (at < text.length() && text.charAt(at) == '(') {
            double x = atom();
            return switch (name) {
                case "cos" -> Math.cos(x);
                case "sin" -> Math.sin(x);
                case "tanh" -> Math.tanh(x);
                case "sign" -> Math.signum(x);
                case "sqrt" -> Math.sqrt(x);
                default -> throw new IllegalArgumentException("there is no function " + name);
            };
        }
        return get(name);
    }
}
