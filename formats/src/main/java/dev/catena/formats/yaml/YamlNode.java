package dev.catena.formats.yaml;

import dev.catena.formats.file.DecimalNumber;
import java.util.List;
import java.util.Map;

/** A YAML document as a tree that knows its lines; scalars stay text, so that no schema turns a name into a number. */
sealed interface YamlNode {
    int line();

    record Scalar(int line, String text) implements YamlNode {}

    record Sequence(int line, List<YamlNode> items) implements YamlNode {}

    record Mapping(int line, Map<String, Entry> entries) implements YamlNode {}

    record Entry(int line, YamlNode value) {}

    /** What the node is, for error messages. */
    default String describe() {
        if (this instanceof Scalar scalar) {
            String text = scalar.text();
            return "\"" + (text.length() > 40 ? text.substring(0, 40) + "…" : text) + "\"";
        }
        return this instanceof Sequence ? "a list" : "a mapping";
    }

    /** What it should have been where a number is wanted and it is none. */
    default String expected() {
        return DecimalNumber.expected(this instanceof Scalar scalar ? scalar.text() : "");
    }
}
