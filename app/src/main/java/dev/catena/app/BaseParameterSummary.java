package dev.catena.app;

import dev.catena.app.report.TextTable;
import dev.catena.compile.parameters.BaseParameter;
import dev.catena.compile.parameters.BaseParameters;
import dev.catena.compile.parameters.Parameter;
import dev.catena.identification.parameters.LoopParameters;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The base inertial parameters of a robot for people and for machines. */
final class BaseParameterSummary {
    private static final int WIDTH = 110;

    private final List<Parameter> all;
    private final List<BaseParameter> base;
    private final List<Parameter> withoutEffect;

    BaseParameterSummary(BaseParameters parameters) {
        all = parameters.parameters();
        base = parameters.base();
        withoutEffect = parameters.withoutEffect();
    }

    BaseParameterSummary(LoopParameters parameters) {
        all = parameters.parameters();
        base = parameters.base();
        withoutEffect = parameters.withoutEffect();
    }

    String toText() {
        StringBuilder text = new StringBuilder();
        text.append("\nBase inertial parameters: torques depend on %s numbers, made of %s parameters\n"
                .formatted(base.size(), all.size() - withoutEffect.size()));
        text.append("(in joint frames: fixed in the body, origin on the joint axis, z along it)\n");
        int name = width(group -> group.parameter().name());
        int value = width(BaseParameterSummary::value);
        for (BaseParameter group : base) {
            String start = "  %s  %s %-5s  "
                    .formatted(
                            padded(group.parameter().name(), name),
                            " ".repeat(value - value(group).length()) + value(group),
                            group.parameter().unit());
            append(start, group, text);
        }
        text.append("\nWithout effect: ");
        text.append(withoutEffect.isEmpty() ? "none\n" : withoutEffect());
        return text.toString();
    }

    /** What is nothing but rounding is zero to a person. */
    private static String value(BaseParameter group) {
        return TextTable.number(Math.abs(group.value()) < 1e-15 ? 0 : group.value());
    }

    private int width(java.util.function.Function<BaseParameter, String> cell) {
        return base.stream().mapToInt(group -> cell.apply(group).length()).max().orElse(0);
    }

    private static String padded(String word, int width) {
        return word + " ".repeat(width - word.length());
    }

    /** A group as a sum, over as many lines as it takes. */
    private static void append(String start, BaseParameter group, StringBuilder text) {
        if (!group.isGroup()) {
            text.append(start.stripTrailing()).append('\n');
            return;
        }
        StringBuilder line = new StringBuilder(start).append("= ");
        boolean first = true;
        for (BaseParameter.Term term : group.terms()) {
            String part = part(term, first);
            first = false;
            if (line.length() + part.length() > WIDTH) {
                text.append(line.toString().stripTrailing()).append('\n');
                line = new StringBuilder(" ".repeat(start.length() + 2));
            }
            line.append(part).append(' ');
        }
        text.append(line.toString().stripTrailing()).append('\n');
    }

    private static String part(BaseParameter.Term term, boolean first) {
        double size = Math.abs(term.coefficient());
        String sign = term.coefficient() < 0 ? "− " : first ? "" : "+ ";
        String factor = size == 1 ? "" : TextTable.number(size) + " ";
        return sign + factor + term.parameter().name();
    }

    /** By body, in lines of a moderate length. */
    private String withoutEffect() {
        Map<String, StringBuilder> bodies = new LinkedHashMap<>();
        for (Parameter parameter : withoutEffect) {
            bodies.computeIfAbsent(parameter.body(), body -> new StringBuilder())
                    .append(parameter.symbol())
                    .append(' ');
        }
        StringBuilder text = new StringBuilder("\n");
        bodies.forEach((body, symbols) ->
                text.append("  %s: %s\n".formatted(body, symbols.toString().strip())));
        return text.toString();
    }

    Object toJson() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("count", base.size());
        json.put("base", base.stream().map(BaseParameterSummary::json).toList());
        json.put("withoutEffect", withoutEffect.stream().map(Parameter::name).toList());
        return json;
    }

    private static Object json(BaseParameter group) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", group.parameter().name());
        json.put("body", group.parameter().body());
        json.put("symbol", group.parameter().symbol());
        json.put("column", group.parameter().index());
        json.put("value", group.value());
        json.put("terms", group.terms().stream().map(BaseParameterSummary::json).toList());
        return json;
    }

    private static Object json(BaseParameter.Term term) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("parameter", term.parameter().name());
        json.put("coefficient", term.coefficient());
        return json;
    }
}
