package dev.catena.formats.xacro;

import dev.catena.formats.xml.XmlElement;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Properties, blocks and macros that are visible at one place; a macro's own hide those of its caller. A property is
 * evaluated when it is first used, where it was defined.
 */
final class Scope {
    /** Elements to be inserted: one element, or what is inside of it. */
    record Block(List<XmlElement> elements) {}

    private final @Nullable Scope parent;
    private final Map<String, Object> values = new HashMap<>();
    private final Map<String, String> unevaluated = new HashMap<>();
    private final Set<String> underway = new HashSet<>();
    private final Map<String, Block> blocks = new HashMap<>();
    private final Map<String, Macro> macros = new HashMap<>();
    private final Map<String, Scope> spaces = new HashMap<>();

    Scope(@Nullable Scope parent) {
        this.parent = parent;
    }

    Scope top() {
        return parent == null ? this : parent.top();
    }

    Scope parentOrSelf() {
        return parent == null ? this : parent;
    }

    void set(String name, Object value) {
        unevaluated.remove(name);
        values.put(name, value instanceof String text ? Values.literal(text) : value);
    }

    /** Sets a property whose text is evaluated when it is used. */
    void setLazily(String name, String text) {
        Object literal = Values.literal(text);
        values.remove(name);
        unevaluated.remove(name);
        if (literal instanceof String) {
            unevaluated.put(name, text);
        } else {
            values.put(name, literal);
        }
    }

    void remove(String name) {
        values.remove(name);
        unevaluated.remove(name);
    }

    /** A name space: its properties and macros are seen from here with its name before theirs. */
    Scope space(String name) {
        return spaces.computeIfAbsent(name, unused -> new Scope(this));
    }

    /** The name space that a dotted name begins with, here or in the scopes around; null where there is none. */
    private @Nullable Scope spaceOf(String name) {
        int dot = name.indexOf('.');
        Scope found = dot < 0 ? null : spaces.get(name.substring(0, dot));
        return found != null || dot < 0 || parent == null ? found : parent.spaceOf(name);
    }

    private boolean hasOwn(String name) {
        return values.containsKey(name) || unevaluated.containsKey(name);
    }

    boolean has(String name) {
        Scope space = spaceOf(name);
        if (space != null && space.hasOwn(name.substring(name.indexOf('.') + 1))) {
            return true;
        }
        return values.containsKey(name) || unevaluated.containsKey(name) || (parent != null && parent.has(name));
    }

    /** @throws XacroException where there is no such property, or where it is defined by itself */
    Object get(String name, Substitution substitution) {
        Scope space = spaceOf(name);
        if (space != null && space.hasOwn(name.substring(name.indexOf('.') + 1))) {
            return space.get(name.substring(name.indexOf('.') + 1), substitution);
        }
        Object value = values.get(name);
        if (value != null) {
            return value;
        }
        String text = unevaluated.get(name);
        if (text == null) {
            if (parent == null) {
                throw new XacroException("there is no property \"%s\"".formatted(name));
            }
            return parent.get(name, substitution);
        }
        if (!underway.add(name)) {
            throw new XacroException("the property \"%s\" is defined by itself".formatted(name));
        }
        try {
            Object evaluated = substitution.evaluate(text, this);
            set(name, evaluated);
            return values.getOrDefault(name, Values.NONE);
        } finally {
            underway.remove(name);
        }
    }

    void setBlock(String name, Block block) {
        blocks.put(name, block);
    }

    @Nullable
    Block block(String name) {
        Block block = blocks.get(name);
        return block != null || parent == null ? block : parent.block(name);
    }

    void setMacro(Macro macro) {
        macros.put(macro.name(), macro);
    }

    @Nullable
    Macro macro(String name) {
        Scope space = spaceOf(name);
        Macro inSpace = space == null ? null : space.macros.get(name.substring(name.indexOf('.') + 1));
        Macro macro = inSpace == null ? macros.get(name) : inSpace;
        return macro != null || parent == null ? macro : parent.macro(name);
    }
}
