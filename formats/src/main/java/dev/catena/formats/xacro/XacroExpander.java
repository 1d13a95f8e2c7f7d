package dev.catena.formats.xacro;

import dev.catena.formats.file.FileProblems;
import dev.catena.formats.xml.XmlElement;
import dev.catena.formats.xml.XmlTree;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Expands a description: elements in the order of the file, each with the properties and macros that were defined before
 * it. What makes no sense is noted and left out, so that all problems are found.
 */
final class XacroExpander {
    private static final String PREFIX = "xacro:";
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z_0-9.]*");

    /** After so many problems nobody reads on. */
    private static final int MOST_PROBLEMS = 50;

    private final Budget budget = new Budget();
    private final XacroFiles files;
    private final Substitution substitution;
    private int problemCount;

    XacroExpander(XacroFiles files, Map<String, String> arguments) {
        this.files = files;
        substitution = new Substitution(budget, files, arguments);
    }

    /** The root with everything in it expanded. */
    XmlElement expand(XmlElement root) {
        Scope scope = new Scope(null);
        XmlElement result = new XmlElement(root.name(), root.line(), root.file());
        List<XmlElement> children = new ArrayList<>();
        try {
            children.addAll(contents(root, scope));
            attributes(root, result, scope);
        } catch (XacroException e) {
            throw root.file().fatal(root.line(), e.text());
        }
        children.forEach(child -> add(result, child));
        substitution
                .unreadArguments()
                .forEach(name -> result.warning(
                        "an argument \"%s\" is given, but nothing in the file asks for it".formatted(name)));
        if (result.name().equals("robot") && !result.children("link").isEmpty()) {
            warnWithoutMass(result);
        }
        return result;
    }

    /** Some descriptions weigh nothing unless an argument is set. */
    private void warnWithoutMass(XmlElement robot) {
        boolean weighs = robot.children("link").stream()
                .anyMatch(link -> !link.children("inertial").isEmpty());
        if (!weighs) {
            List<String> arguments = substitution.argumentNames();
            robot.warning("no link has an <inertial>, so that the robot weighs nothing%s"
                    .formatted(
                            arguments.isEmpty()
                                    ? ""
                                    : "; some descriptions have them only where an argument is set (--set name=value),"
                                            + " here "
                                            + String.join(", ", arguments)));
        }
    }

    private void add(XmlElement owner, XmlElement child) {
        if (child.name().equals(PREFIX + "attribute")) {
            owner.attribute(child.text("name", ""), child.text("value", ""));
        } else {
            owner.add(child);
        }
    }

    private List<XmlElement> contents(XmlElement owner, Scope scope) {
        List<XmlElement> result = new ArrayList<>();
        for (XmlElement child : owner.children()) {
            try {
                result.addAll(element(child, scope));
            } catch (XacroException e) {
                note(child, e);
            }
        }
        return result;
    }

    private void note(XmlElement element, XacroException e) {
        if (e.isFatal() || ++problemCount > MOST_PROBLEMS) {
            throw element.file().fatal(element.line(), e.text());
        }
        element.problem(e.text());
    }

    private List<XmlElement> element(XmlElement element, Scope scope) {
        budget.step();
        if (!element.name().startsWith(PREFIX)) {
            return List.of(plain(element, element.name(), scope));
        }
        String name = element.name().substring(PREFIX.length());
        switch (name) {
            case "property" -> property(element, scope);
            case "arg" ->
                substitution.setDefaultArgument(
                        required(element, "name", scope), substitution.text(element.text("default", ""), scope));
            case "macro" -> macro(element, scope);
            case "include" -> {
                return include(element, scope);
            }
            case "if", "unless" -> {
                boolean holds = Values.condition(substitution.evaluate(attribute(element, "value"), scope));
                return holds == name.equals("if") ? contents(element, scope) : List.of();
            }
            case "insert_block" -> {
                return inserted(required(element, "name", scope), scope);
            }
            case "element" -> {
                return List.of(plain(element, required(element, "xacro:name", scope), scope));
            }
            case "attribute" -> {
                XmlElement attribute = new XmlElement(element.name(), element.line(), element.file());
                attribute.attribute("name", required(element, "name", scope));
                attribute.attribute("value", required(element, "value", scope));
                return List.of(attribute);
            }
            case "call" -> {
                return call(required(element, "macro", scope), element, scope);
            }
            default -> {
                return call(name, element, scope);
            }
        }
        return List.of();
    }

    private static String attribute(XmlElement element, String key) {
        String value = element.text(key);
        if (value == null) {
            throw new XacroException("<%s> has no %s".formatted(element.name(), key));
        }
        return value;
    }

    private String required(XmlElement element, String key, Scope scope) {
        return substitution.text(attribute(element, key), scope);
    }

    /** An ordinary element: its attributes and text get their values, its content is expanded. */
    private XmlElement plain(XmlElement element, String name, Scope scope) {
        budget.element();
        XmlElement result = new XmlElement(name, element.line(), element.file());
        attributes(element, result, scope);
        try {
            result.content(substitution.text(element.content(), scope));
        } catch (XacroException e) {
            note(element, e);
        }
        contents(element, scope).forEach(child -> add(result, child));
        return result;
    }

    private void attributes(XmlElement element, XmlElement result, Scope scope) {
        element.attributes().forEach((key, value) -> {
            if (key.equals("xmlns:xacro") || key.startsWith(PREFIX)) {
                return;
            }
            try {
                result.attribute(key, substitution.text(value, scope));
            } catch (XacroException e) {
                note(element, e);
            }
        });
    }

    private void property(XmlElement element, Scope scope) {
        String name = required(element, "name", scope);
        if (!NAME.matcher(name).matches()) {
            throw new XacroException("\"%s\" cannot be the name of a property".formatted(name));
        }
        if (Values.condition(substitution.evaluate(element.text("remove", "false"), scope))) {
            scope.remove(name);
            return;
        }
        String value = element.text("value");
        String fallback = element.text("default");
        Scope target = switch (element.text("scope", "")) {
            case "global" -> scope.top();
            case "parent" -> scope.parentOrSelf();
            default -> scope;
        };
        if (value == null && fallback == null) {
            target.setBlock(name, new Scope.Block(element.children()));
            return;
        }
        if (value == null && scope.has(name)) {
            return;
        }
        String text = value == null ? String.valueOf(fallback) : value;
        boolean lazy = target == scope && !element.text("lazy_eval", "true").equalsIgnoreCase("false");
        if (lazy) {
            target.setLazily(name, text);
        } else {
            target.set(name, substitution.evaluate(text, scope));
        }
    }

    private void macro(XmlElement element, Scope scope) {
        String name = required(element, "name", scope);
        scope.setMacro(new Macro(
                name.startsWith(PREFIX) ? name.substring(PREFIX.length()) : name,
                Macro.parameters(element.text("params", "")),
                element));
    }

    private List<XmlElement> include(XmlElement element, Scope scope) {
        Scope target = element.has("ns") ? scope.space(required(element, "ns", scope)) : scope;
        String name = required(element, "filename", scope);
        Path file = files.resolve(name);
        if ("true".equals(element.text("optional")) && !files.exists(file)) {
            return List.of();
        }
        budget.enter();
        Path before = files.current();
        try {
            FileProblems included = element.file().ofIncluded(file.toString());
            XmlElement root = XmlTree.parse(files.read(file), included);
            Path folder = file.getParent();
            files.enter(folder == null ? before : folder);
            return contents(root, target);
        } finally {
            files.enter(before);
            budget.leave();
        }
    }

    private List<XmlElement> inserted(String name, Scope scope) {
        Scope.Block block = scope.block(name);
        if (block == null) {
            throw new XacroException("there is no block \"%s\"".formatted(name));
        }
        budget.enter();
        try {
            List<XmlElement> result = new ArrayList<>();
            for (XmlElement element : block.elements()) {
                result.addAll(element(element, scope));
            }
            return result;
        } finally {
            budget.leave();
        }
    }

    private List<XmlElement> call(String name, XmlElement element, Scope scope) {
        Macro macro = scope.macro(name);
        if (macro == null) {
            throw new XacroException("there is no macro \"%s\"".formatted(name));
        }
        budget.enter();
        try {
            return contents(macro.body(), bound(macro, element, scope));
        } finally {
            budget.leave();
        }
    }

    /** The scope inside of a macro: its parameters, and beyond them what the caller sees. */
    private Scope bound(Macro macro, XmlElement element, Scope caller) {
        Map<String, String> given = new HashMap<>(element.attributes());
        if (element.name().equals(PREFIX + "call")) {
            given.remove("macro");
        }
        List<XmlElement> blocks = new ArrayList<>(contents(element, caller));
        Scope inside = new Scope(caller);
        for (Macro.Parameter parameter : macro.parameters()) {
            if (parameter.stars() == 0) {
                String text = given.remove(parameter.name());
                inside.set(parameter.name(), value(macro, parameter, text, caller));
            } else if (blocks.isEmpty()) {
                throw new XacroException(
                        "the macro \"%s\" needs the block \"%s\"".formatted(macro.name(), parameter.name()));
            } else {
                XmlElement block = blocks.remove(0);
                inside.setBlock(
                        parameter.name(), new Scope.Block(parameter.stars() == 2 ? block.children() : List.of(block)));
            }
        }
        if (!given.isEmpty()) {
            throw new XacroException("the macro \"%s\" has no parameter \"%s\""
                    .formatted(macro.name(), given.keySet().iterator().next()));
        }
        if (!blocks.isEmpty()) {
            throw new XacroException("the macro \"%s\" has no parameter for <%s>"
                    .formatted(macro.name(), blocks.get(0).name()));
        }
        return inside;
    }

    private Object value(Macro macro, Macro.Parameter parameter, @Nullable String given, Scope caller) {
        if (given != null) {
            return substitution.evaluate(given, caller);
        }
        if (parameter.inherits() && caller.has(parameter.name())) {
            return caller.get(parameter.name(), substitution);
        }
        String fallback = parameter.fallback();
        if (fallback == null) {
            throw new XacroException(
                    "the macro \"%s\" needs the parameter \"%s\"".formatted(macro.name(), parameter.name()));
        }
        return substitution.evaluate(fallback, caller);
    }
}
