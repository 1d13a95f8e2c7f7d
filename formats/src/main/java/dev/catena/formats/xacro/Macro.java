package dev.catena.formats.xacro;

import dev.catena.formats.xml.XmlElement;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A macro: its parameters and what it stands for. */
record Macro(String name, List<Parameter> parameters, XmlElement body) {
    /** {@code name}, {@code name:=default}, {@code name:=^}, {@code name:=^|default}; defaults may hold blanks in quotes. */
    private static final Pattern PARAMETER = Pattern.compile(
            "\\s*([^\\s:=]+)(?:\\s*:?=\\s*(\\^\\|?)?((?:'[^']*'|\\$\\{[^}]*\\}|\\$\\([^)]*\\)|[^\\s'\"])*+))?(?=\\s|$)");

    /**
     * A parameter.
     *
     * @param name without the stars of a block
     * @param stars 0 for a value, 1 for an element, 2 for what is inside of an element
     * @param inherits takes the property of that name where the macro is used
     * @param fallback null where there is none
     */
    record Parameter(
            String name,
            int stars,
            boolean inherits,
            @Nullable String fallback) {}

    /** Reads the list of parameters; a XacroException where it of parameters makes no sense */
    static List<Parameter> parameters(String text) {
        List<Parameter> parameters = new ArrayList<>();
        Matcher matcher = PARAMETER.matcher(text);
        int end = 0;
        while (!text.substring(end).isBlank()) {
            matcher.region(end, text.length());
            if (!matcher.lookingAt()) {
                throw new XacroException("cannot read the parameters at \"%s\""
                        .formatted(text.substring(end).strip()));
            }
            parameters.add(parameter(matcher));
            end = matcher.end();
        }
        return parameters;
    }

    private static Parameter parameter(Matcher matcher) {
        String name = matcher.group(1);
        String forward = matcher.group(2);
        int stars = name.startsWith("**") ? 2 : name.startsWith("*") ? 1 : 0;
        String fallback = matcher.group(3);
        // a caret alone has no default, a caret and a bar have one, which may be empty
        boolean none = fallback == null || "^".equals(forward);
        return new Parameter(name.substring(stars), stars, forward != null, none ? null : unquoted(fallback));
    }

    private static String unquoted(String text) {
        boolean quoted = text.length() >= 2 && text.startsWith("'") && text.endsWith("'");
        return quoted && text.indexOf('\'', 1) == text.length() - 1 ? text.substring(1, text.length() - 1) : text;
    }
}
