package dev.catena.formats.xacro;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The words of an expression. */
final class ExpressionTokens {
    private static final Pattern TOKEN = Pattern.compile(
            "\\s*(?:(?<number>(?:[0-9]+\\.?[0-9]*|\\.[0-9]+)(?:[eE][+-]?[0-9]+)?)"
                    + "|(?<name>[A-Za-z_][A-Za-z_0-9]*)"
                    + "|(?<text>'(?:[^'\\\\]|\\\\.)*+'|\"(?:[^\"\\\\]|\\\\.)*+\")"
                    + "|(?<operator>\\*\\*|//|==|!=|<=|>=|[-+*/%<>()\\[\\]{},:.=]))",
            Pattern.DOTALL);

    private enum Kind {
        NUMBER,
        NAME,
        TEXT,
        OPERATOR,
        END
    }

    private record Token(Kind kind, String text) {}

    private static final Token END = new Token(Kind.END, "");

    private final String expression;
    private final List<Token> tokens = new ArrayList<>();
    private int position;

    ExpressionTokens(String expression) {
        this.expression = expression.strip();
        Matcher matcher = TOKEN.matcher(this.expression);
        int end = 0;
        while (end < this.expression.length()) {
            matcher.region(end, this.expression.length());
            if (!matcher.lookingAt()) {
                throw new XacroException("cannot read \"%s\" at \"%s\""
                        .formatted(
                                brief(), this.expression.substring(end, Math.min(end + 10, this.expression.length()))));
            }
            tokens.add(token(matcher));
            end = matcher.end();
        }
    }

    private static Token token(Matcher matcher) {
        if (matcher.group("number") != null) {
            return new Token(Kind.NUMBER, matcher.group("number"));
        }
        if (matcher.group("name") != null) {
            return new Token(Kind.NAME, matcher.group("name"));
        }
        String text = matcher.group("text");
        if (text != null) {
            return new Token(Kind.TEXT, unescaped(text.substring(1, text.length() - 1)));
        }
        return new Token(Kind.OPERATOR, matcher.group("operator"));
    }

    private static String unescaped(String text) {
        return text.indexOf('\\') < 0
                ? text
                : text.replace("\\n", "\n").replace("\\t", "\t").replaceAll("\\\\(.)", "$1");
    }

    private Token token() {
        return position < tokens.size() ? tokens.get(position) : END;
    }

    String peek() {
        return token().text;
    }

    String next() {
        String text = peek();
        position++;
        return text;
    }

    boolean isText() {
        return token().kind == Kind.TEXT;
    }

    boolean isNumber() {
        return token().kind == Kind.NUMBER;
    }

    boolean isName() {
        return token().kind == Kind.NAME;
    }

    boolean isOperator(String operator) {
        return token().kind == Kind.OPERATOR && token().text.equals(operator);
    }

    boolean followedBy(String operator) {
        return position + 1 < tokens.size() && tokens.get(position + 1).equals(new Token(Kind.OPERATOR, operator));
    }

    boolean accept(String word) {
        boolean here = (token().kind == Kind.NAME || token().kind == Kind.OPERATOR)
                && token().text.equals(word);
        if (here) {
            position++;
        }
        return here;
    }

    void expect(String word) {
        if (!accept(word)) {
            throw new XacroException("\"%s\" is expected in \"%s\", but there is %s"
                    .formatted(word, brief(), position < tokens.size() ? "\"" + peek() + "\"" : "the end"));
        }
    }

    String name() {
        if (!isName()) {
            throw unexpected();
        }
        return next();
    }

    void requireEnd() {
        if (position < tokens.size()) {
            throw unexpected();
        }
    }

    XacroException unexpected() {
        return new XacroException("cannot read \"%s\" at %s"
                .formatted(brief(), position < tokens.size() ? "\"" + peek() + "\"" : "its end"));
    }

    private String brief() {
        return expression.length() > 80 ? expression.substring(0, 80) + "…" : expression;
    }
}
