package dev.catena.app.report;

import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;

/** What the page's script needs of one plot, as JSON that may stand inside of a script element. */
final class PlotData {
    private final StringJoiner members = new StringJoiner(",", "{", "}");
    private final List<String> curves = new ArrayList<>();
    private final List<String> ranges = new ArrayList<>();

    PlotData(String title, String xLabel, String yLabel) {
        members.add("\"title\":" + quoted(title)).add("\"x\":" + quoted(xLabel)).add("\"y\":" + quoted(yLabel));
    }

    /**
     * Adds a curve.
     *
     * @param x an array, or the place of one in {@link Abscissae}
     * @param of the curve of this run that is compared, or −1
     */
    void curve(String name, String x, double[] y, int of) {
        String other = of < 0 ? "" : ",\"other\":true,\"color\":" + of;
        curves.add("{\"name\":%s,\"x\":%s,\"y\":%s%s}".formatted(quoted(name), x, Abscissae.text(y), other));
    }

    void limits(double lower, double upper) {
        if (Double.isFinite(lower) || Double.isFinite(upper)) {
            members.add("\"limits\":" + Abscissae.text(new double[] {lower, upper}));
        }
    }

    void range(double lower, double upper, double from, double to) {
        ranges.add(Abscissae.text(new double[] {lower, upper, from, to}));
    }

    void flag(String name, boolean value) {
        if (value) {
            members.add("\"%s\":true".formatted(name));
        }
    }

    @Override
    public String toString() {
        String all = "\"ranges\":[%s],\"curves\":[%s]".formatted(String.join(",", ranges), String.join(",", curves));
        return new StringJoiner(",", "{", "}")
                .add(members.toString().substring(1, members.length() - 1))
                .add(all)
                .toString();
    }

    /** A text in JSON; what could end a script element is written as a number. */
    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int k = 0; k < text.length(); k++) {
            char letter = text.charAt(k);
            if (letter == '"' || letter == '\\') {
                quoted.append('\\').append(letter);
            } else if (letter < ' ' || letter == '<' || letter == '>' || letter == '&') {
                quoted.append("\\u00")
                        .append(Character.forDigit(letter >> 4, 16))
                        .append(Character.forDigit(letter & 15, 16));
            } else {
                quoted.append(letter);
            }
        }
        return quoted.append('"').toString();
    }
}
