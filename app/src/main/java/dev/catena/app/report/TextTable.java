package dev.catena.app.report;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** A table of words and numbers: as aligned text, or as HTML. The first column is left-aligned, the others right. */
public final class TextTable {
    private static final Pattern NOTHING_BUT_ZEROS = Pattern.compile("-[0.]+(e[+-]\\d+)?");

    private final List<String> header;
    private final List<List<String>> rows = new ArrayList<>();

    public TextTable(List<String> header) {
        this.header = List.copyOf(header);
    }

    public TextTable(String... header) {
        this(List.of(header));
    }

    @CanIgnoreReturnValue
    public TextTable row(String... cells) {
        return row(List.of(cells));
    }

    @CanIgnoreReturnValue
    public TextTable row(List<String> cells) {
        if (cells.size() != header.size()) {
            throw new IllegalArgumentException(
                    "a row of %s cells in a table of %s columns".formatted(cells.size(), header.size()));
        }
        rows.add(List.copyOf(cells));
        return this;
    }

    /** A row of a name and numbers. */
    @CanIgnoreReturnValue
    public TextTable row(String name, String format, double... numbers) {
        List<String> cells = new ArrayList<>();
        cells.add(name);
        for (double number : numbers) {
            cells.add(number(format, number));
        }
        return row(cells);
    }

    /** A number for people: {@code String.format} in English, and zero never negative. */
    public static String number(String format, double value) {
        String text = String.format(Locale.ROOT, format, value);
        return text.startsWith("-") && NOTHING_BUT_ZEROS.matcher(text).matches() ? text.substring(1) : text;
    }

    /** A number in up to six digits; a dash for what is infinite: no limit. */
    public static String number(double value) {
        if (Double.isInfinite(value)) {
            return "–";
        }
        if (value == Math.rint(value) && Math.abs(value) < 1e6) {
            return Long.toString((long) value);
        }
        String text = number("%.6g", value);
        if (text.contains("e")) {
            return text.replaceFirst("\\.?0*e", "e");
        }
        return text.contains(".") ? text.replaceFirst("\\.?0+$", "") : text;
    }

    public String toText() {
        int[] width = new int[header.size()];
        measure(header, width);
        rows.forEach(row -> measure(row, width));
        StringBuilder text = new StringBuilder();
        line(header, width, text);
        rows.forEach(row -> line(row, width, text));
        return text.toString();
    }

    private static void measure(List<String> cells, int[] width) {
        for (int k = 0; k < width.length; k++) {
            width[k] = Math.max(width[k], length(cells.get(k)));
        }
    }

    /** Letters that take room: a dot above a letter takes none. */
    private static int length(String cell) {
        int length = 0;
        for (int k = 0; k < cell.length(); k += Character.charCount(cell.codePointAt(k))) {
            length += Character.getType(cell.codePointAt(k)) == Character.NON_SPACING_MARK ? 0 : 1;
        }
        return length;
    }

    private static void line(List<String> cells, int[] width, StringBuilder text) {
        StringBuilder line = new StringBuilder();
        for (int k = 0; k < width.length; k++) {
            String room = " ".repeat(width[k] - length(cells.get(k)));
            line.append("  ").append(k == 0 ? cells.get(k) + room : room + cells.get(k));
        }
        text.append(line.toString().stripTrailing()).append('\n');
    }

    /** The table as an HTML element. */
    public String toHtml() {
        StringBuilder html = new StringBuilder("<table>\n<thead><tr>");
        header.forEach(cell -> html.append("<th>").append(HtmlPage.escape(cell)).append("</th>"));
        html.append("</tr></thead>\n<tbody>\n");
        for (List<String> row : rows) {
            html.append("<tr>");
            row.forEach(
                    cell -> html.append("<td>").append(HtmlPage.escape(cell)).append("</td>"));
            html.append("</tr>\n");
        }
        return html.append("</tbody>\n</table>\n").toString();
    }

    /** A number of things, in the grammar of one or many. */
    public static String count(long number, String one, String many) {
        return number + " " + (number == 1 ? one : many);
    }
}
