package dev.catena.compile.equations;

import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Expressions that are written as text, as LaTeX. */
final class LatexText {
    private static final Pattern TOKEN = Pattern.compile(
            "(?<number>\\d+(?:\\.\\d+)?(?:E-?\\d+)?)|(?<name>[A-Za-z]\\w*)|(?<power>\\^\\d+)|(?<other>.)");

    private static final Set<String> FUNCTIONS = Set.of("sin", "cos", "tanh");

    private LatexText() {}

    static String of(String text) {
        StringBuilder latex = new StringBuilder();
        Matcher matcher = TOKEN.matcher(text);
        while (matcher.find()) {
            if (matcher.group("number") != null) {
                latex.append(number(matcher.group("number")));
            } else if (matcher.group("name") != null) {
                latex.append(name(matcher.group("name")));
            } else if (matcher.group("power") != null) {
                latex.append("^{").append(matcher.group("power").substring(1)).append('}');
            } else {
                latex.append(matcher.group("other").equals("*") ? "\\," : matcher.group("other"));
            }
        }
        return latex.toString().replace(" \\, ", "\\,");
    }

    private static String number(String number) {
        int exponent = number.indexOf('E');
        return exponent < 0
                ? number
                : number.substring(0, exponent) + "\\cdot 10^{" + number.substring(exponent + 1) + "}";
    }

    private static String name(String name) {
        if (FUNCTIONS.contains(name)) {
            return "\\" + name;
        }
        if (name.matches("[pt][xyz]")) {
            return "%s_{%s}".formatted(name.charAt(0), name.charAt(1));
        }
        if (name.equals("sign")) {
            return "\\operatorname{sign}";
        }
        if (name.equals("sqrt")) {
            return "\\operatorname{sqrt}";
        }
        if (name.matches("[CS]\\d.*")) {
            String angle = name.substring(1)
                    .replace("m", "-")
                    .replace("p", "+")
                    .replace("_", ",")
                    .replaceAll("q(\\d+)", "q_{$1}");
            return "%s_{%s}".formatted(name.charAt(0), angle);
        }
        Matcher parts = Pattern.compile("([A-Za-z]+?)_?([0-9][0-9_]*)?").matcher(name);
        if (!parts.matches()) {
            throw new IllegalArgumentException("\"%s\" is no name of a variable".formatted(name));
        }
        String letters = switch (parts.group(1)) {
            case "q" -> "q";
            case "qd" -> "\\dot{q}";
            case "qdd" -> "\\ddot{q}";
            case "tau" -> "\\tau";
            case "phi" -> "\\varphi";
            default -> parts.group(1).length() == 1 ? parts.group(1) : "\\mathit{" + parts.group(1) + "}";
        };
        String index = parts.group(2);
        return index == null ? letters : letters + "_{" + index.replace("_", ",") + "}";
    }
}
