package dev.catena.formats.xacro;

import dev.catena.formats.file.DecimalNumber;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The values of expressions: Long, Double, Boolean, String, List, Map and {@link #NONE}, with the rules of Python. */
final class Values {
    /** Python's None. */
    static final Object NONE = new Object() {
        @Override
        public String toString() {
            return "None";
        }
    };

    private static final Pattern INTEGER = Pattern.compile("[+-]?[0-9]{1,18}");

    private Values() {}

    /** A number, truth value or quoted text, where the text is one; otherwise the text. */
    static Object literal(String text) {
        String word = text.strip();
        if (text.length() >= 2 && text.charAt(0) == '\'' && text.charAt(text.length() - 1) == '\'') {
            return text.substring(1, text.length() - 1);
        }
        if (INTEGER.matcher(word).matches()) {
            return Long.valueOf(word);
        }
        OptionalDouble number = DecimalNumber.parse(word);
        if (number.isPresent()) {
            return number.getAsDouble();
        }
        return switch (word) {
            case "true", "True" -> true;
            case "false", "False" -> false;
            default -> text;
        };
    }

    static String text(Object value) {
        if (value instanceof Boolean truth) {
            return truth ? "True" : "False";
        }
        if (value instanceof Double number && number.isInfinite()) {
            return number > 0 ? "inf" : "-inf";
        }
        if (value instanceof List<?> list) {
            return list.stream().map(Values::quoted).collect(Collectors.joining(", ", "[", "]"));
        }
        if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .map(entry -> quoted(entry.getKey()) + ": " + quoted(entry.getValue()))
                    .collect(Collectors.joining(", ", "{", "}"));
        }
        return value.toString();
    }

    private static String quoted(Object value) {
        return value instanceof String ? "'" + value + "'" : text(value);
    }

    static boolean truth(Object value) {
        if (value instanceof Boolean truth) {
            return truth;
        }
        if (value instanceof Number number) {
            return number.doubleValue() != 0;
        }
        if (value instanceof String text) {
            return !text.isEmpty();
        }
        if (value instanceof List<?> list) {
            return !list.isEmpty();
        }
        return value instanceof Map<?, ?> map ? !map.isEmpty() : value != NONE;
    }

    /** What {@code <xacro:if>} takes: a truth value, a number, or the words for them. */
    static boolean condition(Object value) {
        Object decided = value instanceof String text ? literal(text) : value;
        if (decided instanceof String) {
            throw new XacroException("the condition is \"%s\", which is neither true nor false".formatted(decided));
        }
        return truth(decided);
    }

    static double number(Object value, String what) {
        if (value instanceof Boolean truth) {
            return truth ? 1 : 0;
        }
        if (value instanceof Number number) {
            return number.doubleValue();
        }
        throw new XacroException("%s needs a number, but has %s".formatted(what, describe(value)));
    }

    private static boolean isInteger(Object value) {
        return value instanceof Long || value instanceof Boolean;
    }

    static long integer(Object value, String what) {
        if (isInteger(value)) {
            return (long) number(value, what);
        }
        throw new XacroException("%s needs a whole number, but has %s".formatted(what, describe(value)));
    }

    static String describe(Object value) {
        String text = text(value);
        String brief = text.length() > 60 ? text.substring(0, 60) + "…" : text;
        return value instanceof String ? "\"" + brief + "\"" : brief;
    }

    static Object binary(String operator, Object a, Object b) {
        if (operator.equals("+") && a instanceof String x && b instanceof String y) {
            return bounded(x + y);
        }
        if (operator.equals("+") && a instanceof List<?> x && b instanceof List<?> y) {
            List<Object> sum = new ArrayList<>(x);
            sum.addAll(y);
            return bounded(sum);
        }
        if (operator.equals("*") && a instanceof String text && isInteger(b)) {
            return repeated(text, (long) number(b, "*"));
        }
        if (operator.equals("*") && b instanceof String text && isInteger(a)) {
            return repeated(text, (long) number(a, "*"));
        }
        double x = number(a, operator);
        double y = number(b, operator);
        double result = switch (operator) {
            case "+" -> x + y;
            case "-" -> x - y;
            case "*" -> x * y;
            case "/" -> x / nonZero(y);
            case "//" -> Math.floor(x / nonZero(y));
            case "%" -> x - Math.floor(x / nonZero(y)) * y;
            default -> Math.pow(x, y);
        };
        boolean whole = isInteger(a) && isInteger(b) && !operator.equals("/") && !(operator.equals("**") && y < 0);
        return number(result, whole, operator);
    }

    private static Object number(double result, boolean whole, String operator) {
        if (Double.isNaN(result)) {
            throw new XacroException("the result of %s is not a number".formatted(operator));
        }
        return whole && Math.abs(result) < 0x1p53 ? Long.valueOf((long) result) : (Object) result;
    }

    static Object bounded(String text) {
        if (text.length() > Budget.LONGEST_TEXT) {
            throw XacroException.tooMuch("a text has more than %s letters".formatted(Budget.LONGEST_TEXT));
        }
        return text;
    }

    static Object bounded(List<?> list) {
        if (list.size() > Budget.LONGEST_LIST) {
            throw XacroException.tooMuch("a list has more than %s entries".formatted(Budget.LONGEST_LIST));
        }
        return list;
    }

    private static Object repeated(String text, long times) {
        if (times > 0 && text.length() * (double) times > Budget.LONGEST_TEXT) {
            throw XacroException.tooMuch("a text has more than %s letters".formatted(Budget.LONGEST_TEXT));
        }
        return times <= 0 ? "" : text.repeat((int) times);
    }

    private static double nonZero(double divisor) {
        if (divisor == 0) {
            throw new XacroException("division by zero");
        }
        return divisor;
    }

    static Object negative(Object value) {
        double number = -number(value, "-");
        return isInteger(value) ? Long.valueOf((long) number) : (Object) number;
    }

    static boolean compare(String operator, Object a, Object b) {
        return switch (operator) {
            case "==", "is" -> same(a, b);
            case "!=", "is not" -> !same(a, b);
            case "in" -> contains(b, a);
            case "not in" -> !contains(b, a);
            default -> {
                int order = order(a, b, operator);
                yield switch (operator) {
                    case "<" -> order < 0;
                    case "<=" -> order <= 0;
                    case ">" -> order > 0;
                    default -> order >= 0;
                };
            }
        };
    }

    private static boolean isNumber(Object value) {
        return value instanceof Number || value instanceof Boolean;
    }

    private static boolean same(Object a, Object b) {
        return (isNumber(a) && isNumber(b)) ? number(a, "==") == number(b, "==") : a.equals(b);
    }

    static int order(Object a, Object b, String operator) {
        return a instanceof String x && b instanceof String y
                ? x.compareTo(y)
                : Double.compare(number(a, operator), number(b, operator));
    }

    private static boolean contains(Object container, Object value) {
        if (container instanceof String text && value instanceof String part) {
            return text.contains(part);
        }
        if (container instanceof List<?> list) {
            return list.stream().anyMatch(item -> same(item, value));
        }
        if (container instanceof Map<?, ?> map) {
            return map.containsKey(value);
        }
        throw new XacroException("nothing can be in %s".formatted(describe(container)));
    }

    /** What a comprehension goes through: entries of a list, keys of a dictionary, letters of a text. */
    static List<?> items(Object container) {
        if (container instanceof List<?> list) {
            return list;
        }
        if (container instanceof Map<?, ?> map) {
            return List.copyOf(map.keySet());
        }
        if (container instanceof String text) {
            return text.chars().mapToObj(Character::toString).toList();
        }
        throw new XacroException("%s has no entries".formatted(describe(container)));
    }

    /** {@code container[key]}. */
    static Object item(Object container, Object key) {
        if (container instanceof Map<?, ?> map) {
            Object value = map.get(key);
            if (value == null) {
                throw new XacroException("there is no key %s in %s".formatted(describe(key), describe(container)));
            }
            return value;
        }
        if (container instanceof List<?> list) {
            return list.get(index(key, list.size(), container));
        }
        if (container instanceof String text) {
            int index = index(key, text.length(), container);
            return text.substring(index, index + 1);
        }
        throw new XacroException("%s has no entries".formatted(describe(container)));
    }

    private static int index(Object key, int size, Object container) {
        long index = integer(key, "an index");
        long wrapped = index < 0 ? index + size : index;
        if (wrapped < 0 || wrapped >= size) {
            throw new XacroException("there is no entry %s in %s".formatted(index, describe(container)));
        }
        return (int) wrapped;
    }
}
