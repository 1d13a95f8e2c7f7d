package dev.catena.formats.xacro;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Names with the variables of a comprehension before them. */
final class LocalNames implements Term.Names {
    private final Term.Names outer;
    private final Map<String, Object> variables = new HashMap<>();

    /** One variable has the value, several share its entries. */
    LocalNames(Term.Names outer, List<String> names, Object value) {
        this.outer = outer;
        List<?> values = names.size() == 1 ? List.of(value) : Values.items(value);
        if (values.size() != names.size()) {
            throw new XacroException("%s has not the %s entries of %s"
                    .formatted(Values.describe(value), names.size(), String.join(", ", names)));
        }
        for (int k = 0; k < names.size(); k++) {
            variables.put(names.get(k), values.get(k));
        }
    }

    @Override
    public Object get(String name) {
        Object value = variables.get(name);
        return value == null ? outer.get(name) : value;
    }

    @Override
    public boolean has(String name) {
        return variables.containsKey(name) || outer.has(name);
    }

    @Override
    public Object call(String function, List<Object> arguments, Map<String, Object> named) {
        return outer.call(function, arguments, named);
    }

    @Override
    public void step() {
        outer.step();
    }
}
