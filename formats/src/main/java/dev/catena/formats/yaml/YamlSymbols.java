package dev.catena.formats.yaml;

import dev.catena.formats.file.DecimalNumber;
import dev.catena.formats.file.FileProblems;
import dev.catena.formats.file.NearestName;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Names that may stand where numbers are expected, and the values that they have. */
final class YamlSymbols {
    private static final String NAME = "[A-Za-z_][A-Za-z0-9_]*";

    private final FileProblems problems;

    /** By name; null where the file gives no value. */
    private final Map<String, @Nullable Double> own = new LinkedHashMap<>();

    private final Map<String, Double> given;
    private final Set<String> missing = new TreeSet<>();

    /**
     * The symbols of a file.
     *
     * @param node what stands under {@code symbols}: a list of names, or values by name; null if there is nothing
     * @param given values that count instead of the file's; {@code *} stands for every symbol without one
     */
    YamlSymbols(@Nullable YamlNode node, Map<String, Double> given, FileProblems problems) {
        this.problems = problems;
        this.given = given;
        if (node instanceof YamlNode.Sequence list) {
            list.items().forEach(item -> add(item, null));
        } else if (node instanceof YamlNode.Mapping mapping) {
            mapping.entries().forEach((name, entry) -> add(new YamlNode.Scalar(entry.line(), name), entry.value()));
        } else if (node != null) {
            problems.problem(
                    node.line(), "symbols must be a list of names, or values by name, but is " + node.describe());
        }
    }

    /** None. */
    static YamlSymbols none(FileProblems problems) {
        return new YamlSymbols(null, Map.of(), problems);
    }

    private void add(YamlNode item, @Nullable YamlNode value) {
        if (!(item instanceof YamlNode.Scalar name) || !name.text().matches(NAME)) {
            problems.problem(
                    item.line(), "a symbol is a name of letters, digits and underscores, but is " + item.describe());
            return;
        }
        if (value == null || (value instanceof YamlNode.Scalar none && isEmpty(none.text()))) {
            own.put(name.text(), null);
            return;
        }
        OptionalDouble number =
                value instanceof YamlNode.Scalar text ? DecimalNumber.parse(text.text()) : OptionalDouble.empty();
        if (number.isEmpty()) {
            problems.problem(
                    value.line(),
                    "symbol %s must be a %s, or nothing, but is %s"
                            .formatted(name.text(), value.expected(), value.describe()));
        }
        own.put(name.text(), number.orElse(0));
    }

    private static boolean isEmpty(String text) {
        return text.isEmpty() || text.equals("~") || text.equals("null");
    }

    /** Whether the file leaves some without value. */
    boolean hasOpen() {
        return own.containsValue(null);
    }

    /** Names that were read and have no value, sorted. */
    List<String> missing() {
        return List.copyOf(missing);
    }

    /** Whether a text is the name of a symbol, or its negative. */
    boolean isKnown(String text) {
        return own.containsKey(bare(text));
    }

    private static String bare(String text) {
        return text.startsWith("-") ? text.substring(1).strip() : text;
    }

    /** The value of a symbol that {@link #isKnown}; 0 where it has none. */
    double value(String text) {
        String name = bare(text);
        Double value = given.get(name);
        value = value == null ? own.get(name) : value;
        value = value == null ? given.get("*") : value;
        if (value == null) {
            missing.add(name);
            return 0;
        }
        return text.startsWith("-") ? -value : value;
    }

    /** Says which values are for no symbol, and which symbols have no value. */
    void report(int line) {
        given.keySet().stream()
                .filter(name -> !name.equals("*") && !own.containsKey(name))
                .sorted()
                .forEach(name -> problems.problem(
                        line,
                        "a value is given for %s, but there is no such symbol%s"
                                .formatted(name, NearestName.hint(name, own.keySet()))));
        if (!missing.isEmpty()) {
            problems.problem(
                    line,
                    "symbols have no value: %s; give them one here or with --set SYMBOL=VALUE"
                            .formatted(String.join(", ", missing)));
        }
    }
}
