package dev.catena.formats.xacro;

import dev.catena.formats.file.DecimalNumber;
import dev.catena.formats.file.NearestName;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.LongStream;

/** The functions and constants that expressions may use. */
final class Functions {
    private static final Map<String, DoubleUnaryOperator> OF_ONE = Map.ofEntries(
            Map.entry("sin", Math::sin),
            Map.entry("cos", Math::cos),
            Map.entry("tan", Math::tan),
            Map.entry("asin", Math::asin),
            Map.entry("acos", Math::acos),
            Map.entry("atan", Math::atan),
            Map.entry("sinh", Math::sinh),
            Map.entry("cosh", Math::cosh),
            Map.entry("tanh", Math::tanh),
            Map.entry("sqrt", Math::sqrt),
            Map.entry("exp", Math::exp),
            Map.entry("log", Math::log),
            Map.entry("log10", Math::log10),
            Map.entry("fabs", Math::abs),
            Map.entry("radians", degrees -> degrees / 180 * Math.PI),
            Map.entry("degrees", radians -> radians / Math.PI * 180));
    private static final Map<String, DoubleBinaryOperator> OF_TWO = Map.of(
            "atan2",
            Math::atan2,
            "pow",
            Math::pow,
            "fmod",
            (a, b) -> a % b,
            "hypot",
            Math::hypot,
            "copysign",
            Math::copySign);
    private static final Map<String, Object> CONSTANTS = Map.of(
            "pi", Math.PI,
            "e", Math.E,
            "tau", 2 * Math.PI,
            "inf", Double.POSITIVE_INFINITY);
    private static final List<String> OTHERS = List.of(
            "abs", "round", "ceil", "floor", "min", "max", "sum", "len", "int", "float", "str", "bool", "list", "dict",
            "range", "sorted", "any", "all");

    private Functions() {}

    /** A constant of mathematics; the dotted forms of modules are allowed. */
    static boolean isConstant(String name) {
        return CONSTANTS.containsKey(bare(name));
    }

    static Object constant(String name) {
        return CONSTANTS.getOrDefault(bare(name), Values.NONE);
    }

    private static String bare(String name) {
        return name.startsWith("math.") || name.startsWith("python.") || name.startsWith("xacro.")
                ? name.substring(name.indexOf('.') + 1)
                : name;
    }

    static Object call(String function, List<Object> arguments, Map<String, Object> named) {
        String name = bare(function);
        DoubleUnaryOperator one = OF_ONE.get(name);
        if (one != null) {
            require(name, arguments, 1, 1);
            return defined(name, one.applyAsDouble(Values.number(arguments.get(0), name)));
        }
        DoubleBinaryOperator two = OF_TWO.get(name);
        if (two != null) {
            require(name, arguments, 2, 2);
            return defined(
                    name,
                    two.applyAsDouble(Values.number(arguments.get(0), name), Values.number(arguments.get(1), name)));
        }
        return switch (name) {
            case "dict" -> dictionary(arguments, named);
            case "abs", "round", "ceil", "floor" -> rounded(name, arguments);
            case "min", "max", "sum", "sorted", "any", "all" -> ofMany(name, arguments);
            case "range" -> range(arguments);
            case "len", "int", "float", "str", "bool", "list", "dotify" -> {
                require(name, arguments, 0, 1);
                yield converted(name, arguments.isEmpty() ? "" : arguments.get(0));
            }
            default -> {
                List<String> known = new ArrayList<>(OTHERS);
                known.addAll(OF_ONE.keySet());
                known.addAll(OF_TWO.keySet());
                throw new XacroException(
                        "there is no function %s%s".formatted(function, NearestName.hint(name, known)));
            }
        };
    }

    private static Object defined(String name, double value) {
        if (Double.isNaN(value)) {
            throw new XacroException("%s has no value there".formatted(name));
        }
        return value;
    }

    private static void require(String name, List<Object> arguments, int least, int most) {
        if (arguments.size() < least || arguments.size() > most) {
            throw new XacroException("%s has %s arguments".formatted(name, arguments.size()));
        }
    }

    private static Object dictionary(List<Object> arguments, Map<String, Object> named) {
        Map<Object, Object> map = new LinkedHashMap<>();
        if (!arguments.isEmpty() && arguments.get(0) instanceof Map<?, ?> first) {
            map.putAll(first);
        }
        map.putAll(named);
        return map;
    }

    private static Object rounded(String name, List<Object> arguments) {
        require(name, arguments, 1, 2);
        Object given = arguments.get(0);
        double value = Values.number(given, name);
        if (arguments.size() == 2) {
            double power = Math.pow(10, (double) Values.integer(arguments.get(1), name));
            return defined(name, Math.rint(value * power) / power);
        }
        double result = switch (name) {
            case "abs" -> Math.abs(value);
            case "round" -> Math.rint(value);
            case "ceil" -> Math.ceil(value);
            default -> Math.floor(value);
        };
        boolean real = name.equals("abs") && given instanceof Double;
        return real || Math.abs(result) > 0x1p53 ? (Object) result : Long.valueOf((long) result);
    }

    private static Object ofMany(String name, List<Object> arguments) {
        List<?> items = arguments.size() == 1 && arguments.get(0) instanceof List<?> list ? list : arguments;
        return switch (name) {
            case "any" -> items.stream().anyMatch(Values::truth);
            case "all" -> items.stream().allMatch(Values::truth);
            case "sorted" ->
                items.stream()
                        .map(Object.class::cast)
                        .sorted((a, b) -> Values.order(a, b, name))
                        .toList();
            case "sum" -> {
                Object sum = 0L;
                for (Object item : items) {
                    sum = Values.binary("+", sum, item);
                }
                yield sum;
            }
            default -> {
                Object best = Values.NONE;
                for (Object item : items) {
                    boolean better = best == Values.NONE || Values.order(item, best, name) > 0 == name.equals("max");
                    best = better ? item : best;
                }
                yield best;
            }
        };
    }

    private static Object range(List<Object> arguments) {
        require("range", arguments, 1, 3);
        long[] bounds = arguments.stream()
                .mapToLong(item -> Values.integer(item, "range"))
                .toArray();
        long start = bounds.length > 1 ? bounds[0] : 0;
        long end = bounds.length > 1 ? bounds[1] : bounds[0];
        long step = bounds.length > 2 ? bounds[2] : 1;
        if (step == 0) {
            throw new XacroException("range has a step of zero");
        }
        long count = Math.max(0, (end - start + step - Long.signum(step)) / step);
        if (count > Budget.LONGEST_LIST) {
            throw XacroException.tooMuch("a list has more than %s entries".formatted(Budget.LONGEST_LIST));
        }
        return LongStream.range(0, count).map(k -> start + k * step).boxed().toList();
    }

    private static Object converted(String name, Object value) {
        return switch (name) {
            case "len" -> length(value);
            case "str" -> Values.text(value);
            case "bool" -> Values.truth(value);
            case "list" -> value instanceof Map<?, ?> map ? List.copyOf(map.keySet()) : value;
            case "float" -> Values.number(parsed(value), "float");
            case "int" -> (long) Values.number(parsed(value), "int");
            default -> value;
        };
    }

    private static Object parsed(Object value) {
        if (value instanceof String text) {
            OptionalDouble number = DecimalNumber.parse(text);
            if (number.isPresent()) {
                return number.getAsDouble();
            }
        }
        return value;
    }

    private static Object length(Object value) {
        if (value instanceof String text) {
            return (long) text.length();
        }
        if (value instanceof List<?> list) {
            return (long) list.size();
        }
        if (value instanceof Map<?, ?> map) {
            return (long) map.size();
        }
        throw new XacroException("%s has no length".formatted(Values.describe(value)));
    }

    /** {@code owner.name(…)} of texts and dictionaries. */
    static Object method(Object owner, String name, List<Object> arguments) {
        if (owner instanceof Map<?, ?> map) {
            return switch (name) {
                case "get" -> {
                    require(name, arguments, 1, 2);
                    Object value = map.get(arguments.get(0));
                    yield value != null ? value : arguments.size() == 2 ? arguments.get(1) : Values.NONE;
                }
                case "keys" -> List.copyOf(map.keySet());
                case "values" -> List.copyOf(map.values());
                case "items" ->
                    map.entrySet().stream()
                            .map(entry -> List.of(entry.getKey(), entry.getValue()))
                            .toList();
                default -> throw new XacroException("a dictionary has no method %s".formatted(name));
            };
        }
        if (owner instanceof String text) {
            List<String> words = arguments.stream().map(Values::text).toList();
            return switch (name + words.size()) {
                case "lower0" -> text.toLowerCase(java.util.Locale.ROOT);
                case "upper0" -> text.toUpperCase(java.util.Locale.ROOT);
                case "strip0" -> text.strip();
                case "startswith1" -> text.startsWith(words.get(0));
                case "endswith1" -> text.endsWith(words.get(0));
                case "find1" -> (long) text.indexOf(words.get(0));
                case "replace2" ->
                    words.get(0).isEmpty() ? text : Values.bounded(replaced(text, words.get(0), words.get(1)));
                case "split0" -> List.copyOf(List.of(text.strip().split("\\s+", -1)));
                case "split1" ->
                    words.get(0).isEmpty()
                            ? text
                            : List.copyOf(List.of(text.split(java.util.regex.Pattern.quote(words.get(0)), -1)));
                default -> throw new XacroException("a text has no method %s that is known here".formatted(name));
            };
        }
        throw new XacroException("%s has no method %s".formatted(Values.describe(owner), name));
    }

    private static String replaced(String text, String what, String by) {
        if (text.length() * (double) Math.max(1, by.length()) > 100.0 * Budget.LONGEST_TEXT) {
            throw XacroException.tooMuch("a text has more than %s letters".formatted(Budget.LONGEST_TEXT));
        }
        return text.replace(what, by);
    }
}
