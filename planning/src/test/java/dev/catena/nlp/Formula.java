package dev.catena.nlp;

import java.util.function.UnaryOperator;

/**
 * A formula in x1, x2, … as text: numbers, + − * / ^ with whole exponents, parentheses, pi, and sin cos exp log sqrt. Parsed
 * on each evaluation: made for reading test problems, not for speed.
 */
final class Formula {
    private final String text;

    Formula(String text) {
        this.text = text.replace(" ", "");
    }

    Jet of(double[] x) {
        Parser parser = new Parser(Jet.variables(x));
        Jet result = parser.sum();
        if (parser.at != text.length()) {
            throw parser.unexpected();
        }
        return result;
    }

    @Override
    public String toString() {
        return text;
    }

    private final class Parser {
        private final Jet[] x;
        private int at;

        Parser(Jet[] x) {
            this.x = x;
        }

        IllegalArgumentException unexpected() {
            return new IllegalArgumentException(
                    "unexpected \"" + text.substring(at) + "\" at " + at + " of \"" + text + "\"");
        }

        boolean accept(char c) {
            boolean there = at < text.length() && text.charAt(at) == c;
            at += there ? 1 : 0;
            return there;
        }

        Jet sum() {
            Jet result = accept('-') ? product().times(-1) : product();
            while (true) {
                if (accept('+')) {
                    result = result.plus(product());
                } else if (accept('-')) {
                    result = result.minus(product());
                } else {
                    return result;
                }
            }
        }

        Jet product() {
            Jet result = power();
            while (true) {
                if (accept('*')) {
                    result = result.times(power());
                } else if (accept('/')) {
                    result = result.over(power());
                } else {
                    return result;
                }
            }
        }

        Jet power() {
            Jet base = atom();
            return accept('^') ? base.power((int) number()) : base;
        }

        Jet atom() {
            if (accept('(')) {
                Jet inner = sum();
                if (!accept(')')) {
                    throw unexpected();
                }
                return inner;
            }
            if (at < text.length() && (Character.isDigit(text.charAt(at)) || text.charAt(at) == '.')) {
                return constant(number());
            }
            int from = at;
            while (at < text.length() && Character.isLetter(text.charAt(at))) {
                at++;
            }
            String word = text.substring(from, at);
            return switch (word) {
                case "x" -> x[(int) number() - 1];
                case "pi" -> constant(Math.PI);
                case "sin" -> function(Jet::sin);
                case "cos" -> function(Jet::cos);
                case "exp" -> function(Jet::exp);
                case "log" -> function(Jet::log);
                case "sqrt" -> function(u -> u.root(0.5));
                case "root" -> function(u -> u.root(0.2));
                default -> throw unexpected();
            };
        }

        Jet function(UnaryOperator<Jet> f) {
            if (at >= text.length() || text.charAt(at) != '(') {
                throw unexpected();
            }
            return f.apply(atom());
        }

        Jet constant(double value) {
            return x[0].times(0).plus(value);
        }

        double number() {
            int from = at;
            while (at < text.length() && (Character.isDigit(text.charAt(at)) || text.charAt(at) == '.')) {
                at++;
            }
            return Double.parseDouble(text.substring(from, at));
        }
    }
}
