package dev.catena.formats.xml;

import dev.catena.formats.file.DecimalNumber;
import dev.catena.formats.file.FileProblems;
import dev.catena.formats.file.NearestName;
import dev.catena.model.Vector3;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** An XML element with its line; wrong attributes are noted as problems and read as something harmless. */
public final class XmlElement {
    private static final Pattern BLANKS = Pattern.compile("\\s+");

    private final String name;
    private final int line;
    private final FileProblems problems;
    private final Map<String, String> attributes = new LinkedHashMap<>();
    private final List<XmlElement> children = new ArrayList<>();
    private final Set<String> doubled = new HashSet<>(0);
    private String content = "";

    public XmlElement(String name, int line, FileProblems problems) {
        this.name = name;
        this.line = line;
        this.problems = problems;
    }

    public void attribute(String key, String value) {
        attributes.put(key, value);
    }

    public void add(XmlElement child) {
        children.add(child);
    }

    public void content(String text) {
        content = text;
    }

    /** The text between the tags, without that of children, stripped of blanks around it. */
    public String content() {
        return content.strip();
    }

    /** The same element and all in it, for what nothing depends on: problems are noted as warnings. */
    public XmlElement asWarnings() {
        return asWarnings(problems.asWarnings());
    }

    private XmlElement asWarnings(FileProblems lenient) {
        XmlElement copy = new XmlElement(name, line, lenient);
        copy.attributes.putAll(attributes);
        copy.content = content;
        children.forEach(child -> copy.add(child.asWarnings(lenient)));
        return copy;
    }

    /** File and line. */
    public String location() {
        return problems.location(line);
    }

    /** The file that the element stands in, to report on. */
    public FileProblems file() {
        return problems;
    }

    public void problem(String text) {
        problems.problem(line, text);
    }

    public void warning(String text) {
        problems.warning(line, text);
    }

    /** The attributes in the order of the file. */
    public Map<String, String> attributes() {
        return attributes;
    }

    public String name() {
        return name;
    }

    public int line() {
        return line;
    }

    public List<XmlElement> children() {
        return children;
    }

    public List<XmlElement> children(String childName) {
        return children.stream().filter(child -> child.name.equals(childName)).toList();
    }

    /** The first child of that name, or null; more than one is a warning. */
    @Nullable
    public XmlElement child(String childName) {
        List<XmlElement> all = children(childName);
        if (all.size() > 1 && doubled.add(childName)) {
            all.get(1).warning("<%s> has more than one <%s>; the first one counts".formatted(name, childName));
        }
        return all.isEmpty() ? null : all.get(0);
    }

    /** Reports attributes that nobody reads; for elements of Catena's own, where a slip would go unnoticed. */
    public void requireKnown(Set<String> keys) {
        for (String key : attributes.keySet()) {
            if (!keys.contains(key)) {
                problems.problem(
                        line, "<%s> has the unknown attribute %s%s".formatted(name, key, NearestName.hint(key, keys)));
            }
        }
    }

    /** The same for children. */
    public void requireKnownChildren(Set<String> names) {
        for (XmlElement child : children) {
            if (!names.contains(child.name)) {
                child.problem("<%s> has the unknown element <%s>%s"
                        .formatted(name, child.name, NearestName.hint(child.name, names)));
            }
        }
    }

    public boolean has(String key) {
        return attributes.containsKey(key);
    }

    @Nullable
    public String text(String key) {
        return attributes.get(key);
    }

    public String text(String key, String fallback) {
        return attributes.getOrDefault(key, fallback);
    }

    public String requiredText(String key) {
        String value = attributes.get(key);
        if (value == null || value.isBlank()) {
            problems.problem(line, "<%s> has no %s".formatted(name, key));
            return "";
        }
        return value;
    }

    public boolean flag(String key) {
        String value = attributes.get(key);
        if (value != null && !value.equals("true") && !value.equals("false")) {
            problems.problem(line, "%s of <%s> must be true or false, but is \"%s\"".formatted(key, name, value));
        }
        return "true".equals(value);
    }

    public double number(String key, double fallback) {
        String value = attributes.get(key);
        return value == null ? fallback : number(key, value);
    }

    public double requiredNumber(String key) {
        String value = attributes.get(key);
        if (value == null) {
            problems.problem(line, "<%s> has no %s".formatted(name, key));
            return 0;
        }
        return number(key, value);
    }

    /** A limit: {@code inf} and the largest double stand for none. */
    public double limit(String key, double fallback) {
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
    public Vector3 vector(String key, Vector3 fallback) {
        double[] three = numbers(key, 3, 3);
        return three.length == 0 ? fallback : Vector3.of(three);
    }

    public Vector3 requiredVector(String key) {
        if (!has(key)) {
            problem("<%s> has no %s".formatted(name, key));
        }
        return vector(key, Vector3.ZERO);
    }

    /** So many numbers between blanks; none where the attribute is absent, or wrong, which is a problem. */
    public double[] numbers(String key, int least, int most) {
        String value = attributes.get(key);
        return value == null ? new double[0] : numbers("%s of <%s>".formatted(key, name), value, least, most);
    }

    /** The numbers of the content; none where there are not so many, which is a problem. */
    public double[] contentNumbers(int least, int most) {
        return numbers("<%s>".formatted(name), content, least, most);
    }

    private double[] numbers(String what, String value, int least, int most) {
        List<String> words =
                BLANKS.splitAsStream(value.strip()).limit(most + 1L).toList();
        if (words.size() < least || words.size() > most) {
            problem("%s must be %s numbers, but is \"%s\""
                    .formatted(what, least == most ? String.valueOf(most) : least + " to " + most, brief(value)));
            return new double[0];
        }
        return words.stream().mapToDouble(word -> parsed(what, word)).toArray();
    }

    private double number(String key, String text) {
        return parsed("%s of <%s>".formatted(key, name), text);
    }

    private double parsed(String what, String text) {
        OptionalDouble value = DecimalNumber.parse(text);
        if (value.isEmpty()) {
            problem("%s must be a %s, but is \"%s\"".formatted(what, DecimalNumber.expected(text), brief(text)));
        }
        return value.orElse(0);
    }

    private static String brief(String text) {
        return text.length() > 40 ? text.substring(0, 40) + "…" : text;
    }
}
