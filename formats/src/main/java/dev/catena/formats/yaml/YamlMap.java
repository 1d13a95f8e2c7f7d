package dev.catena.formats.yaml;

import dev.catena.formats.file.DecimalNumber;
import dev.catena.formats.file.FileProblems;
import dev.catena.formats.file.NearestName;
import dev.catena.formats.reading.FormatException;
import dev.catena.model.ModelException;
import dev.catena.model.Pose;
import dev.catena.model.Vector3;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the entries of one mapping. Each wrong entry is noted as a problem with its line and replaced by something
 * harmless, so that reading goes on and finds the next one. Every key that is asked for counts as known;
 * {@link #finish} reports the others.
 *
 * <p>Public for other files that belong to a robot: {@link #parse}, then read, then {@link #finish} and
 * {@link #throwProblems}.
 */
public final class YamlMap {
    private final YamlNode.Mapping mapping;
    private final FileProblems problems;
    private final Set<String> known = new LinkedHashSet<>();
    private final YamlSymbols symbols;

    private YamlMap(YamlNode.Mapping mapping, FileProblems problems, YamlSymbols symbols) {
        this.mapping = mapping;
        this.problems = problems;
        this.symbols = symbols;
    }

    /**
     * The mapping at the top of a text.
     *
     * @param file what to call the file in messages
     * @throws FormatException if the text is no YAML
     */
    public static YamlMap parse(String text, String file) {
        FileProblems problems = new FileProblems(file);
        try {
            return of(YamlTree.parse(text, problems), "the file", problems);
        } catch (ModelException e) {
            throw problems.formatException();
        }
    }

    /**
     * Ends reading.
     *
     * @throws FormatException with all problems, if there are any
     */
    public void throwProblems() {
        if (!problems.isEmpty()) {
            throw problems.formatException();
        }
    }

    /** A mapping, or an empty one and a problem where something else stands. */
    static YamlMap of(YamlNode node, String what, FileProblems problems) {
        return of(node, what, problems, YamlSymbols.none(problems));
    }

    /** As above, in which symbols stand for numbers. */
    static YamlMap of(YamlNode node, String what, FileProblems problems, YamlSymbols symbols) {
        if (node instanceof YamlNode.Mapping mapping) {
            return new YamlMap(mapping, problems, symbols);
        }
        problems.problem(node.line(), "%s must be a mapping, but is %s".formatted(what, node.describe()));
        return new YamlMap(new YamlNode.Mapping(node.line(), java.util.Map.of()), problems, symbols);
    }

    public int line() {
        return mapping.line();
    }

    /** Line of a key, or of the mapping where the key is absent. */
    public int line(String key) {
        YamlNode.Entry entry = mapping.entries().get(key);
        return entry == null ? mapping.line() : entry.line();
    }

    public boolean has(String key) {
        known.add(key);
        return mapping.entries().containsKey(key);
    }

    public void problem(String key, String text) {
        problems.problem(line(key), text);
    }

    public @Nullable String text(String key) {
        YamlNode node = node(key);
        if (node == null) {
            return null;
        }
        if (node instanceof YamlNode.Scalar scalar) {
            return scalar.text();
        }
        problem(key, "%s must be one word or text, but is %s".formatted(key, node.describe()));
        return null;
    }

    public String text(String key, String fallback) {
        String text = text(key);
        return text == null ? fallback : text;
    }

    public String requiredText(String key, String fallback) {
        require(key);
        return text(key, fallback);
    }

    public boolean flag(String key) {
        String text = text(key);
        if (text == null || text.equals("false")) {
            return false;
        }
        if (!text.equals("true")) {
            problem(key, "%s must be true or false, but is \"%s\"".formatted(key, text));
        }
        return true;
    }

    public double number(String key, double fallback) {
        YamlNode node = node(key);
        return node == null ? fallback : number(key, node);
    }

    public double requiredNumber(String key) {
        require(key);
        return number(key, 0);
    }

    /** An angle in rad, or in degrees where it ends in {@code deg}. */
    public double angle(String key, double fallback) {
        YamlNode node = node(key);
        return node == null ? fallback : angle(key, node);
    }

    /** A finite length, or an angle for a joint that turns. */
    public double coordinate(String key, boolean isAngle, double fallback) {
        return isAngle ? angle(key, fallback) : number(key, fallback);
    }

    /** A length, or an angle for a joint that turns; {@code .inf} means no limit. */
    public double limit(String key, boolean isAngle, double fallback) {
        YamlNode node = node(key);
        return node == null ? fallback : limit(key, node, isAngle);
    }

    private double limit(String key, YamlNode node, boolean isAngle) {
        String text = node instanceof YamlNode.Scalar scalar ? scalar.text() : "";
        return switch (text) {
            case ".inf", "+.inf" -> Double.POSITIVE_INFINITY;
            case "-.inf" -> Double.NEGATIVE_INFINITY;
            default -> isAngle ? angle(key, node) : number(key, node);
        };
    }

    /** A list of as many limits as there are flags, each as {@link #limit}; null where it is absent or wrong. */
    public double @Nullable [] limits(String key, boolean... isAngle) {
        List<YamlNode> items = items(key, isAngle.length, "numbers");
        if (items == null) {
            return null;
        }
        return IntStream.range(0, isAngle.length)
                .mapToDouble(i -> limit(key, items.get(i), isAngle[i]))
                .toArray();
    }

    /** A list of as many numbers as there are flags, which say where angles may end in deg; null where absent or wrong. */
    public double @Nullable [] coordinates(String key, boolean... isAngle) {
        List<YamlNode> items = items(key, isAngle.length, "numbers");
        return items == null ? null : coordinates(key, items, isAngle);
    }

    private double[] coordinates(String key, List<YamlNode> items, boolean[] isAngle) {
        return IntStream.range(0, isAngle.length)
                .mapToDouble(i -> isAngle[i] ? angle(key, items.get(i)) : number(key, items.get(i)))
                .toArray();
    }

    public Vector3 vector(String key, Vector3 fallback) {
        double[] xyz = numbers(key, 3);
        return xyz == null ? fallback : Vector3.of(xyz);
    }

    /** A list of so many numbers; null where it is absent or wrong. */
    public double @Nullable [] numbers(String key, int length) {
        List<YamlNode> items = items(key, length, "numbers");
        if (items == null) {
            return null;
        }
        return items.stream().mapToDouble(item -> number(key, item)).toArray();
    }

    /** A list of so many angles; null where it is absent or wrong. */
    public double @Nullable [] angles(String key, int length) {
        List<YamlNode> items = items(key, length, "angles");
        if (items == null) {
            return null;
        }
        return items.stream().mapToDouble(item -> angle(key, item)).toArray();
    }

    public boolean isList(String key) {
        return node(key) instanceof YamlNode.Sequence;
    }

    public boolean isListOf(String key, int length) {
        return node(key) instanceof YamlNode.Sequence list && list.items().size() == length;
    }

    public boolean isMap(String key) {
        return node(key) instanceof YamlNode.Mapping;
    }

    /** A mapping inside this one; null where the key is absent. */
    public @Nullable YamlMap map(String key) {
        YamlNode node = node(key);
        return node == null ? null : of(node, key, problems, symbols);
    }

    /** A list of mappings. */
    public List<YamlMap> maps(String key) {
        YamlNode node = node(key);
        List<YamlMap> maps = new ArrayList<>();
        if (node instanceof YamlNode.Sequence sequence) {
            sequence.items().forEach(item -> maps.add(of(item, "an entry of " + key, problems, symbols)));
        } else if (node != null) {
            problem(key, "%s must be a list, but is %s".formatted(key, node.describe()));
        }
        return maps;
    }

    /** A list of lists as {@link #coordinates}; null where it is absent or wrong. */
    public double @Nullable [][] coordinateLists(String key, boolean... isAngle) {
        int length = isAngle.length;
        YamlNode node = node(key);
        if (!(node instanceof YamlNode.Sequence sequence)) {
            if (node != null) {
                problem(key, "%s must be a list of lists, but is %s".formatted(key, node.describe()));
            }
            return null;
        }
        double[][] lists = new double[sequence.items().size()][length];
        for (int k = 0; k < lists.length; k++) {
            YamlNode item = sequence.items().get(k);
            if (!(item instanceof YamlNode.Sequence row) || row.items().size() != length) {
                problems.problem(item.line(), "an entry of %s must be a list of %s numbers".formatted(key, length));
                return null;
            }
            lists[k] = coordinates(key, row.items(), isAngle);
        }
        return lists;
    }

    /** A pose by {@code xyz} and one of {@code rpy}, {@code quaternion}, {@code matrix} in this mapping. */
    public Pose pose() {
        return YamlParts.poseIn(this);
    }

    /** A list of words or texts; empty where the key is absent. */
    public List<String> texts(String key) {
        YamlNode node = node(key);
        List<String> texts = new ArrayList<>();
        if (node instanceof YamlNode.Sequence sequence) {
            for (YamlNode item : sequence.items()) {
                if (item instanceof YamlNode.Scalar scalar) {
                    texts.add(scalar.text());
                } else {
                    problems.problem(
                            item.line(), "an entry of %s must be a name, but is %s".formatted(key, item.describe()));
                }
            }
        } else if (node != null) {
            problem(key, "%s must be a list of names, but is %s".formatted(key, node.describe()));
        }
        return texts;
    }

    /** All keys, for mappings whose keys are names. */
    public Set<String> keys() {
        known.addAll(mapping.entries().keySet());
        return mapping.entries().keySet();
    }

    public void require(String key) {
        if (!has(key)) {
            problems.problem(line(), "\"%s\" is missing".formatted(key));
        }
    }

    /** Reports the first of several keys that exclude each other, where more than one is given. */
    public void requireAtMostOne(String... keys) {
        List<String> given = new ArrayList<>();
        for (String key : keys) {
            if (has(key)) {
                given.add(key);
            }
        }
        if (given.size() > 1) {
            problem(given.get(1), "%s are given, but only one of them may be".formatted(String.join(" and ", given)));
        }
    }

    /** Reports every key that nobody asked for. */
    public void finish() {
        mapping.entries().forEach((key, entry) -> {
            if (!known.contains(key)) {
                problems.problem(
                        entry.line(),
                        "unknown key \"%s\"%s (known here: %s)"
                                .formatted(key, NearestName.hint(key, known), NearestName.some(known)));
            }
        });
    }

    private @Nullable YamlNode node(String key) {
        known.add(key);
        YamlNode.Entry entry = mapping.entries().get(key);
        return entry == null ? null : entry.value();
    }

    private @Nullable List<YamlNode> items(String key, int length, String what) {
        YamlNode node = node(key);
        if (node == null) {
            return null;
        }
        if (node instanceof YamlNode.Sequence sequence && sequence.items().size() == length) {
            return sequence.items();
        }
        String found = node instanceof YamlNode.Sequence sequence
                ? "a list of " + sequence.items().size()
                : node.describe();
        problem(key, "%s must be a list of %s %s, but is %s".formatted(key, length, what, found));
        return null;
    }

    private double number(String key, YamlNode node) {
        if (node instanceof YamlNode.Scalar scalar && symbols.isKnown(scalar.text())) {
            return symbols.value(scalar.text());
        }
        OptionalDouble value =
                node instanceof YamlNode.Scalar scalar ? DecimalNumber.parse(scalar.text()) : OptionalDouble.empty();
        if (value.isEmpty()) {
            problems.problem(
                    node.line(), "%s must be a %s, but is %s".formatted(key, node.expected(), node.describe()));
        }
        return value.orElse(0);
    }

    private double angle(String key, YamlNode node) {
        if (node instanceof YamlNode.Scalar scalar && !symbols.isKnown(scalar.text())) {
            String text = scalar.text().strip().toLowerCase(Locale.ROOT);
            if (text.endsWith("deg")) {
                YamlNode bare = new YamlNode.Scalar(node.line(), text.substring(0, text.length() - 3));
                return number(key, bare) / 180 * Math.PI;
            }
            if (text.endsWith("rad")) {
                return number(key, new YamlNode.Scalar(node.line(), text.substring(0, text.length() - 3)));
            }
        }
        return number(key, node);
    }
}
