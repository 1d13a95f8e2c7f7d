package dev.catena.formats.xacro;

import dev.catena.formats.file.DecimalNumber;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.ConstructNode;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/** The files of {@code xacro.load_yaml}: figures beside a description, with units as tags ({@code !degrees 360}). */
final class XacroYaml {
    private static final Map<String, Double> UNITS = Map.of(
            "!radians", 1.0,
            "!degrees", Math.PI / 180,
            "!meters", 1.0,
            "!millimeters", 1e-3,
            "!foot", 0.3048,
            "!inches", 0.0254);

    private XacroYaml() {}

    static Object load(XacroFiles files, String name) {
        Path file = files.resolve(name);
        Map<Tag, ConstructNode> numbers = new HashMap<>();
        numbers.put(Tag.FLOAT, XacroYaml::real);
        UNITS.forEach((tag, factor) -> numbers.put(new Tag(tag), node -> length(node, factor)));
        LoadSettings settings = LoadSettings.builder()
                .setLabel(file.toString())
                .setCodePointLimit(Budget.LONGEST_TEXT * 16)
                .setMaxAliasesForCollections(50)
                .setAllowDuplicateKeys(true)
                .setTagConstructors(numbers)
                .build();
        try {
            return value(new Load(settings).loadFromString(files.text(file)), 0);
        } catch (YamlEngineException | StackOverflowError e) {
            throw new XacroException("\"%s\" cannot be read: %s".formatted(file, e.getMessage()));
        }
    }

    private static Object real(Node node) {
        String text = ((ScalarNode) node).getValue();
        return switch (text.toLowerCase(Locale.ROOT)) {
            case ".inf", "+.inf" -> Double.POSITIVE_INFINITY;
            case "-.inf" -> Double.NEGATIVE_INFINITY;
            case ".nan" -> Double.NaN;
            default ->
                DecimalNumber.parse(text)
                        .orElseThrow(() ->
                                new XacroException("\"%s\" is no %s".formatted(text, DecimalNumber.expected(text))));
        };
    }

    private static Object length(Node node, double factor) {
        if (node instanceof ScalarNode scalar) {
            Object number = Values.literal(scalar.getValue());
            if (!(number instanceof String)) {
                return Values.number(number, "a unit") * factor;
            }
            // figures may be expressions, as in !radians pi/2
            Term term = Expression.parse(scalar.getValue());
            return Values.number(term.value(new ConstantNames()), "a unit") * factor;
        }
        throw new XacroException("a unit stands before something that is no number");
    }

    private static Object value(@Nullable Object loaded, int depth) {
        if (depth > Budget.DEEPEST) {
            throw new XacroException("a YAML file is nested deeper than %s levels".formatted(Budget.DEEPEST));
        }
        if (loaded == null) {
            return Values.NONE;
        }
        if (loaded instanceof Map<?, ?> map) {
            Map<Object, Object> values = new LinkedHashMap<>();
            map.forEach((key, item) -> values.put(value(key, depth + 1), value(item, depth + 1)));
            return values;
        }
        if (loaded instanceof List<?> list) {
            List<Object> values = new ArrayList<>();
            list.forEach(item -> values.add(value(item, depth + 1)));
            return values;
        }
        if (loaded instanceof Integer integer) {
            return integer.longValue();
        }
        boolean plain = loaded instanceof Long || loaded instanceof Double || loaded instanceof Boolean;
        return plain ? loaded : String.valueOf(loaded);
    }

    /** Constants and functions, but no properties. */
    private static final class ConstantNames implements Term.Names {
        @Override
        public Object get(String name) {
            if (!Functions.isConstant(name)) {
                throw new XacroException("there is no constant \"%s\"".formatted(name));
            }
            return Functions.constant(name);
        }

        @Override
        public boolean has(String name) {
            return Functions.isConstant(name);
        }

        @Override
        public Object call(String function, List<Object> arguments, Map<String, Object> named) {
            return Functions.call(function, arguments, named);
        }

        @Override
        public void step() {}
    }
}
