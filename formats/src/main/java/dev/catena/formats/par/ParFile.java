package dev.catena.formats.par;

import dev.catena.formats.file.FileProblems;
import dev.catena.formats.file.NearestName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The entries of a {@code .par} file, {@code key = value} or {@code key = {value, value, …}}, with their lines; comments
 * stand between {@code (*} and {@code *)}, and the first may name the robot. Keys are compared without case.
 */
final class ParFile {
    private final FileProblems problems;
    private final Map<String, Double> symbols;
    private final Map<String, Entry> entries = new LinkedHashMap<>();
    private final Map<String, Integer> unset = new HashMap<>();
    private final String text;
    private @Nullable String robotName;
    private int at;
    private int line = 1;

    private record Entry(String key, int line, boolean isList, List<String> values) {}

    ParFile(String text, Map<String, Double> symbols, FileProblems problems) {
        this.text = text;
        this.symbols = symbols;
        this.problems = problems;
        while (skipToEntry()) {
            readEntry();
        }
    }

    @Nullable
    String robotName() {
        return robotName;
    }

    boolean has(String key) {
        return entries.containsKey(key.toLowerCase(Locale.ROOT));
    }

    /** Warns of entries that nobody reads, among which a slip would go unnoticed. */
    void warnOfUnknown(Set<String> known) {
        Set<String> names =
                known.stream().map(key -> key.toLowerCase(Locale.ROOT)).collect(Collectors.toSet());
        entries.forEach((name, entry) -> {
            if (!names.contains(name)) {
                problems.warning(
                        entry.line,
                        "%s is not understood and left out%s".formatted(entry.key, NearestName.hint(entry.key, known)));
            }
        });
    }

    int line(String key) {
        Entry entry = entries.get(key.toLowerCase(Locale.ROOT));
        return entry == null ? 0 : entry.line;
    }

    /** A whole number that stands alone. */
    int integer(String key, int fallback) {
        Entry entry = entries.get(key.toLowerCase(Locale.ROOT));
        if (entry == null) {
            return fallback;
        }
        String value = entry.values.isEmpty() ? "" : entry.values.get(0);
        if (!entry.isList && value.matches("\\d{1,6}")) {
            return Integer.parseInt(value);
        }
        problems.problem(entry.line, "%s must be a whole number, but is \"%s\"".formatted(entry.key, value));
        return fallback;
    }

    /** 0 or 1, or words for it, that stand alone; no where it is absent. */
    boolean isTrue(String key) {
        Entry entry = entries.get(key.toLowerCase(Locale.ROOT));
        if (entry == null) {
            return false;
        }
        String value = entry.values.isEmpty() ? "" : entry.values.get(0);
        if (entry.isList || !value.matches("[01]|[Tt]rue|[Ff]alse")) {
            problems.problem(entry.line, "%s must be 0 or 1, but is \"%s\"".formatted(entry.key, value));
        }
        return value.matches("1|[Tt]rue");
    }

    /** The texts of a list that has at least so many values; null where it is absent or shorter. */
    @Nullable
    List<String> list(String key, int length) {
        Entry entry = entries.get(key.toLowerCase(Locale.ROOT));
        if (entry == null) {
            return null;
        }
        if (entry.isList && entry.values.size() >= length) {
            return entry.values;
        }
        problems.problem(
                entry.line,
                "%s must be a list of %s values, but has %s".formatted(entry.key, length, entry.values.size()));
        return null;
    }

    /** The value of one entry of a list; unset symbols are remembered and reported together later. */
    double value(String key, String expression) {
        ParExpression.Result result = evaluate(key, expression);
        result.unset().forEach(symbol -> unset.putIfAbsent(symbol, line(key)));
        return result.unset().isEmpty() ? result.value() : 0;
    }

    /** As {@link #value}, but leaves unset symbols to the caller. */
    ParExpression.Result evaluate(String key, String expression) {
        return evaluate(key, expression, symbols);
    }

    ParExpression.Result evaluate(String key, String expression, Map<String, Double> values) {
        try {
            return ParExpression.evaluate(expression, values);
        } catch (ParExpression.SyntaxException e) {
            problems.problem(line(key), "%s: %s".formatted(key, e.getMessage()));
            return new ParExpression.Result(0, Set.of());
        }
    }

    Map<String, Double> symbols() {
        return symbols;
    }

    /** Those that were asked for, sorted. */
    List<String> symbolsWithoutValue() {
        return List.copyOf(new TreeSet<>(unset.keySet()));
    }

    /** Says which values are for no symbol, and which symbols have no value. */
    void reportSymbols() {
        Set<String> words = entries.values().stream()
                .flatMap(entry -> entry.values.stream())
                .flatMap(value -> Pattern.compile("\\w+").matcher(value).results())
                .map(MatchResult::group)
                .collect(Collectors.toCollection(TreeSet::new));
        symbols.keySet().stream()
                .filter(name -> !name.equals("*") && !words.contains(name))
                .sorted()
                .forEach(name -> problems.problem(
                        0,
                        "a value is given for %s, but there is no such symbol%s"
                                .formatted(name, NearestName.hint(name, words))));
        if (!unset.isEmpty()) {
            int first = unset.values().stream().min(Integer::compare).orElse(0);
            problems.problem(
                    first,
                    "symbols without a value: %s; give each a value, or all the others one with *"
                            .formatted(String.join(", ", new TreeSet<>(unset.keySet()))));
        }
    }

    private boolean skipToEntry() {
        while (at < text.length()) {
            char c = text.charAt(at);
            if (text.startsWith("(*", at)) {
                readComment();
            } else if (Character.isWhitespace(c)) {
                advance(1);
            } else {
                return true;
            }
        }
        return false;
    }

    private void readComment() {
        int end = text.indexOf("*)", at + 2);
        if (end < 0) {
            throw problems.fatal(line, "a comment begins with (* but does not end with *)");
        }
        String comment = text.substring(at + 2, end).strip();
        if (comment.toLowerCase(Locale.ROOT).startsWith("robotname") && comment.contains("=")) {
            String name = comment.substring(comment.indexOf('=') + 1).strip();
            robotName = name.replaceAll("^['\"]|['\"]$", "").strip();
        }
        advance(end + 2 - at);
    }

    private void readEntry() {
        int start = at;
        int startLine = line;
        while (at < text.length() && text.charAt(at) != '=' && text.charAt(at) != '\n') {
            advance(1);
        }
        String key = text.substring(start, at).strip();
        if (at >= text.length() || text.charAt(at) != '=' || !key.matches("[A-Za-z_]\\w{0,30}")) {
            throw problems.fatal(
                    startLine,
                    "\"%s\" is not of the form key = value"
                            .formatted(key.length() > 40 ? key.substring(0, 40) + "…" : key));
        }
        advance(1);
        while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) {
            advance(1);
        }
        Entry entry = at < text.length() && text.charAt(at) == '{'
                ? new Entry(key, startLine, true, readList(key))
                : new Entry(key, startLine, false, List.of(readRestOfLine()));
        if (entries.putIfAbsent(key.toLowerCase(Locale.ROOT), entry) != null) {
            problems.problem(startLine, "%s is given twice".formatted(key));
        }
    }

    private List<String> readList(String key) {
        int startLine = line;
        int end = text.indexOf('}', at);
        int next = text.indexOf('=', at);
        if (end < 0 || (next >= 0 && next < end)) {
            throw problems.fatal(startLine, "the list of %s begins with { but does not end with }".formatted(key));
        }
        String inside = text.substring(at + 1, end);
        advance(end + 1 - at);
        List<String> values = new ArrayList<>();
        if (!inside.isBlank()) {
            addValues(inside, values);
        }
        return values;
    }

    /** Commas in parentheses are between arguments. */
    private static void addValues(String inside, List<String> values) {
        int depth = 0;
        int start = 0;
        for (int i = 0; i < inside.length(); i++) {
            char c = inside.charAt(i);
            depth += c == '(' ? 1 : c == ')' ? -1 : 0;
            if (c == ',' && depth <= 0) {
                values.add(inside.substring(start, i).strip());
                start = i + 1;
            }
        }
        values.add(inside.substring(start).strip());
    }

    private String readRestOfLine() {
        int end = text.indexOf('\n', at);
        int comment = text.indexOf("(*", at);
        int stop = end < 0 ? text.length() : end;
        stop = comment >= 0 && comment < stop ? comment : stop;
        String value = text.substring(at, stop).strip();
        advance(stop - at);
        return value;
    }

    private void advance(int count) {
        for (int k = 0; k < count; k++) {
            if (text.charAt(at++) == '\n') {
                line++;
            }
        }
    }
}
