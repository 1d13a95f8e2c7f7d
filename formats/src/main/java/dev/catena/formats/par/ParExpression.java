package dev.catena.formats.par;

import dev.catena.formats.file.DecimalNumber;
import dev.catena.formats.file.NearestName;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.DoubleUnaryOperator;

/**
 * The value of an expression of a {@code .par} file: numbers, symbols, {@code pi}, {@code + - * / ^}, parentheses,
 * the usual functions of one argument, and {@code atan2}. Symbols without a value are collected, and count as zero.
 */
final class ParExpression {
    private static final int DEEPEST = 100;
    private static final Map<String, DoubleUnaryOperator> FUNCTIONS = Map.ofEntries(
            Map.entry("sin", Math::sin),
            Map.entry("cos", Math::cos),
            Map.entry("tan", Math::tan),
            Map.entry("asin", Math::asin),
            Map.entry("acos", Math::acos),
            Map.entry("atan", Math::atan),
            Map.entry("sqrt", Math::sqrt),
            Map.entry("exp", Math::exp),
            Map.entry("log", Math::log),
            Map.entry("abs", Math::abs),
            Map.entry("sign", Math::signum));

    private static final String OF_TWO = "atan2";

    private final String text;
    private final Map<String, Double> symbols;
    private final Set<String> unset = new TreeSet<>();
    private int at;
    private int depth;

    /** An expression that cannot be read. */
    static final class SyntaxException extends Exception {
        private static final long serialVersionUID = 1;

        SyntaxException(String message) {
            super(message);
        }
    }

    /**
     * What an expression came to.
     *
     * @param value finite; unset symbols count as zero
     * @param unset names of the symbols without a value, sorted
     */
    record Result(double value, Set<String> unset) {}

    private ParExpression(String text, Map<String, Double> symbols) {
        this.text = text;
        this.symbols = symbols;
    }

    /** @param symbols values by name; {@code *} stands for every other symbol */
    static Result evaluate(String text, Map<String, Double> symbols) throws SyntaxException {
        ParExpression expression = new ParExpression(text, symbols);
        double value = expression.sum();
        if (expression.peek() != 0) {
            throw expression.unexpected();
        }
        if (!Double.isFinite(value) && expression.unset.isEmpty()) {
            throw new SyntaxException("\"%s\" is %s, but must be finite".formatted(text, value));
        }
        return new Result(value, expression.unset);
    }

    private double sum() throws SyntaxException {
        if (++depth > DEEPEST) {
            throw new SyntaxException("\"%s\" is nested too deeply".formatted(brief(text)));
        }
        double value = product();
        while (peek() == '+' || peek() == '-') {
            char sign = take();
            double term = product();
            value = sign == '+' ? value + term : value - term;
        }
        depth--;
        return value;
    }

    private double product() throws SyntaxException {
        double value = signed();
        while (peek() == '/' || peek() == '*') {
            char sign = take();
            double factor = signed();
            value = sign == '*' ? value * factor : value / factor;
        }
        return value;
    }

    private double signed() throws SyntaxException {
        boolean negative = false;
        while (peek() == '-' || peek() == '+') {
            negative ^= take() == '-';
        }
        double value = power();
        return negative ? -value : value;
    }

    /** Powers bind to the right and before a sign: −2^2 is −4, 2^3^2 is 512. */
    private double power() throws SyntaxException {
        double base = atom();
        boolean stars = peek() == '*' && at + 1 < text.length() && text.charAt(at + 1) == '*';
        if (peek() != '^' && !stars) {
            return base;
        }
        at += stars ? 2 : 1;
        if (++depth > DEEPEST) {
            throw new SyntaxException("\"%s\" is nested too deeply".formatted(brief(text)));
        }
        double value = Math.pow(base, signed());
        depth--;
        return value;
    }

    private double atom() throws SyntaxException {
        char c = peek();
        if (c == '(') {
            return parenthesis();
        }
        if (Character.isDigit(c) || c == '.') {
            return number();
        }
        if (Character.isLetter(c) || c == '_') {
            String word = word();
            if (peek() == '(') {
                if (word.equalsIgnoreCase(OF_TWO)) {
                    return arcTangent();
                }
                DoubleUnaryOperator function = FUNCTIONS.get(word.toLowerCase(Locale.ROOT));
                if (function == null) {
                    throw new SyntaxException("\"%s\" is no known function%s"
                            .formatted(word, NearestName.hint(word, FUNCTIONS.keySet())));
                }
                return function.applyAsDouble(parenthesis());
            }
            return symbol(word);
        }
        throw unexpected();
    }

    private double parenthesis() throws SyntaxException {
        at++;
        double value = sum();
        expect(')');
        return value;
    }

    private double arcTangent() throws SyntaxException {
        at++;
        double y = sum();
        expect(',');
        double x = sum();
        expect(')');
        return Math.atan2(y, x);
    }

    private void expect(char c) throws SyntaxException {
        if (peek() != c) {
            throw unexpected();
        }
        at++;
    }

    private double symbol(String name) {
        if (name.equalsIgnoreCase("pi")) {
            return Math.PI;
        }
        Double value = symbols.getOrDefault(name, symbols.get("*"));
        if (value == null) {
            unset.add(name);
            return 0;
        }
        return value;
    }

    private String word() {
        int start = at;
        while (at < text.length() && (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '_')) {
            at++;
        }
        return text.substring(start, at);
    }

    private double number() throws SyntaxException {
        int start = at;
        skipDigits();
        if (at < text.length() && text.charAt(at) == '.') {
            at++;
            skipDigits();
        }
        if (at < text.length() && (text.charAt(at) == 'e' || text.charAt(at) == 'E')) {
            int exponent = at + 1;
            if (exponent < text.length() && (text.charAt(exponent) == '-' || text.charAt(exponent) == '+')) {
                exponent++;
            }
            if (exponent < text.length() && Character.isDigit(text.charAt(exponent))) {
                at = exponent;
                skipDigits();
            }
        }
        String digits = text.substring(start, at);
        return DecimalNumber.parse(digits)
                .orElseThrow(
                        () -> new SyntaxException("\"%s\" is no %s".formatted(digits, DecimalNumber.expected(digits))));
    }

    private void skipDigits() {
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            at++;
        }
    }

    /** The next character that is no blank, or 0 at the end. */
    private char peek() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return at < text.length() ? text.charAt(at) : 0;
    }

    private char take() {
        return text.charAt(at++);
    }

    private SyntaxException unexpected() {
        String found = at < text.length() ? "\"" + text.charAt(at) + "\"" : "the end";
        return new SyntaxException("%s is not expected in \"%s\"".formatted(found, brief(text)));
    }

    private static String brief(String text) {
        return text.length() > 60 ? text.substring(0, 60) + "…" : text;
    }
}
