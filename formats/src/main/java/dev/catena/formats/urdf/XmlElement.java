package dev.catena.formats.urdf;

import dev.catena.formats.file.DecimalNumber;
import dev.catena.formats.file.FileProblems;
import dev.catena.formats.file.NearestName;
import dev.catena.model.Vector3;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** An XML element with its line; wrong attributes are noted as problems and read as something harmless. */
final class XmlElement {
    private static final Pattern BLANKS = Pattern.compile("\\s+");

    private final String name;
    private final int line;
    private final FileProblems problems;
    private final Map<String, String> attributes = new LinkedHashMap<>();
    private final List<XmlElement> children = new ArrayList<>();

    XmlElement(String name, int line, FileProblems problems) {
        this.name = name;
        this.line = line;
        this.problems = problems;
    }

    void attribute(String key, String value) {
        attributes.put(key, value);
    }

    void add(XmlElement child) {
        children.add(child);
    }

    String name() {
        return name;
    }

    int line() {
        return line;
    }

    List<XmlElement> children() {
        return children;
    }

    List<XmlElement> children(String childName) {
        return children.stream().filter(child -> child.name.equals(childName)).toList();
    }

    /** The first child of that name, or null; more than one is a problem. */
    @Nullable
    XmlElement child(String childName) {
        List<XmlElement> all = children(childName);
        if (all.size() > 1) {
            problems.problem(all.get(1).line, "<%s> has more than one <%s>".formatted(name, childName));
        }
        return all.isEmpty() ? null : all.get(0);
    }

    /** Reports attributes that nobody reads; for elements of Catena's own, where a slip would go unnoticed. */
    void requireKnown(Set<String> keys) {
        for (String key : attributes.keySet()) {
            if (!keys.contains(key)) {
                problems.problem(
                        line, "<%s> has the unknown attribute %s%s".formatted(name, key, NearestName.hint(key, keys)));
            }
        }
    }

    boolean has(String key) {
        return attributes.containsKey(key);
    }

    @Nullable
    String text(String key) {
        return attributes.get(key);
    }

    String requiredText(String key) {
        String value = attributes.get(key);
        if (value == null || value.isBlank()) {
            problems.problem(line, "<%s> has no %s".formatted(name, key));
            return "";
        }
        return value;
    }

    boolean flag(String key) {
        String value = attributes.get(key);
        if (value != null && !value.equals("true") && !value.equals("false")) {
            problems.problem(line, "%s of <%s> must be true or false, but is \"%s\"".formatted(key, name, value));
        }
        return "true".equals(value);
    }

    double number(String key, double fallback) {
        String value = attributes.get(key);
        return value == null ? fallback : number(key, value);
    }

    double requiredNumber(String key) {
        String value = attributes.get(key);
        if (value == null) {
            problems.problem(line, "<%s> has no %s".formatted(name, key));
            return 0;
        }
        return number(key, value);
    }

    /** A limit: {@code inf} and the largest double stand for none. */
    double limit(String key, double fallback) {
        String value = attributes.get(key);
        if (value == null) {
            return fallback;
        }
        double limit = switch (value.strip()) {
            case "inf", "+inf" -> Double.POSITIVE_INFINITY;
            case "-inf" -> Double.NEGATIVE_INFINITY;
            default -> number(key, value);
        };
        return Math.abs(limit) == Double.MAX_VALUE ? Math.copySign(Double.POSITIVE_INFINITY, limit) : limit;
    }

    /** Three numbers between blanks. */
    Vector3 vector(String key, Vector3 fallback) {
        String value = attributes.get(key);
        if (value == null) {
            return fallback;
        }
        List<String> words = BLANKS.splitAsStream(value.strip()).limit(4).toList();
        if (words.size() != 3) {
            problems.problem(
                    line, "%s of <%s> must be three numbers, but is \"%s\"".formatted(key, name, brief(value)));
            return fallback;
        }
        return new Vector3(number(key, words.get(0)), number(key, words.get(1)), number(key, words.get(2)));
    }

    private double number(String key, String text) {
        OptionalDouble value = DecimalNumber.parse(text);
        if (value.isEmpty()) {
            problems.problem(
                    line,
                    "%s of <%s> must be a finite decimal number, but is \"%s\"".formatted(key, name, brief(text)));
        }
        return value.orElse(0);
    }

    private static String brief(String text) {
        return text.length() > 40 ? text.substring(0, 40) + "…" : text;
    }
}
