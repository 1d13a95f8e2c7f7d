package dev.catena.app.sweep;

import dev.catena.app.report.TextTable;
import dev.catena.sweep.SweepTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Voxels seen from above, a picture for each height, colored by a number. Where other keys leave several rows of a
 * voxel, the largest counts.
 */
final class MapSlices {
    /** More heights are too many to look at: every second, third… is drawn. */
    private static final int MOST_SLICES = 24;

    private final Map<Double, Map<List<Double>, Double>> slices = new TreeMap<>();
    private final double size;
    private final double least;
    private final double most;
    private final boolean isLoad;
    private final String name;
    private double lowerX = Double.POSITIVE_INFINITY;
    private double upperX = Double.NEGATIVE_INFINITY;
    private double lowerY = Double.POSITIVE_INFINITY;
    private double upperY = Double.NEGATIVE_INFINITY;

    MapSlices(SweepTable table, int value) {
        name = table.columns().get(value).name();
        isLoad = name.equals("max_load");
        int x = table.column("x").orElseThrow();
        int y = table.column("y").orElseThrow();
        int z = table.column("z").orElseThrow();
        double smallest = Double.POSITIVE_INFINITY;
        double largest = Double.NEGATIVE_INFINITY;
        for (int row = 0; row < table.rows(); row++) {
            double px = table.number(row, x);
            double py = table.number(row, y);
            double number = table.number(row, value);
            slices.computeIfAbsent(table.number(row, z), height -> new TreeMap<>(MapSlices::compare))
                    .merge(List.of(py, px), number, Math::max);
            lowerX = Math.min(lowerX, px);
            upperX = Math.max(upperX, px);
            lowerY = Math.min(lowerY, py);
            upperY = Math.max(upperY, py);
            smallest = Math.min(smallest, number);
            largest = Math.max(largest, number);
        }
        size = spacing(table, x, y, z);
        least = isLoad ? 0 : smallest;
        most = isLoad ? Math.max(1, largest) : largest;
    }

    private static int compare(List<Double> a, List<Double> b) {
        int byRow = Double.compare(a.get(0), b.get(0));
        return byRow == 0 ? Double.compare(a.get(1), b.get(1)) : byRow;
    }

    /** The least distance between two voxels along an axis. */
    private static double spacing(SweepTable table, int... axes) {
        double least = Double.POSITIVE_INFINITY;
        for (int axis : axes) {
            TreeSet<Double> places = new TreeSet<>();
            for (int row = 0; row < table.rows(); row++) {
                places.add(table.number(row, axis));
            }
            Double before = null;
            for (Double place : places) {
                least = before == null ? least : Math.min(least, place - before);
                before = place;
            }
        }
        return Double.isInfinite(least) ? 1 : least;
    }

    String caption() {
        return "Seen from above, x to the right and y up, a picture for each height%s. Color: %s%s."
                .formatted(
                        step() > 1 ? ", of which every %sth is drawn".formatted(step()) : "",
                        isLoad ? "largest load of the worst joint, torque over its limit" : name,
                        isLoad && most > 1 ? "; voxels with a frame are beyond a limit" : "");
    }

    private int step() {
        return (slices.size() + MOST_SLICES - 1) / MOST_SLICES;
    }

    String toSvg() {
        StringBuilder html = new StringBuilder();
        html.append(
                "<div class=\"scale\"><span>%s</span><i style=\"background:linear-gradient(90deg,%s)\"></i><span>%s</span></div>\n"
                        .formatted(number(least), gradient(), number(most)));
        html.append("<div class=\"slices\">\n");
        int k = 0;
        for (Map.Entry<Double, Map<List<Double>, Double>> slice : slices.entrySet()) {
            if (k++ % step() == 0) {
                slice(slice.getKey(), slice.getValue(), html);
            }
        }
        return html.append("</div>\n").toString();
    }

    private void slice(double height, Map<List<Double>, Double> voxels, StringBuilder html) {
        double largest =
                voxels.values().stream().mapToDouble(Double::doubleValue).max().orElse(0);
        html.append("<div><h3>z = %s m, up to %s</h3>".formatted(number(height), number(largest)));
        long columns = Math.round((upperX - lowerX) / size) + 1;
        long rows = Math.round((upperY - lowerY) / size) + 1;
        html.append("<svg viewBox=\"0 0 %s %s\" role=\"img\" aria-label=\"height %s\">"
                .formatted(columns, rows, number(height)));
        voxels.forEach((place, value) -> {
            long column = Math.round((place.get(1) - lowerX) / size);
            long row = Math.round((upperY - place.get(0)) / size);
            html.append(
                    "<rect x=\"%s\" y=\"%s\" width=\"1.02\" height=\"1.02\" fill=\"%s\"><title>x %s, y %s: %s</title></rect>"
                            .formatted(
                                    column,
                                    row,
                                    color((value - least) / Math.max(1e-300, most - least)),
                                    number(place.get(1)),
                                    number(place.get(0)),
                                    number(value)));
            if (isLoad && value > 1) {
                html.append("<rect class=\"over\" x=\"%s\" y=\"%s\" width=\"1\" height=\"1\"/>".formatted(column, row));
            }
        });
        html.append("</svg></div>\n");
    }

    private static String number(double value) {
        return TextTable.number("%.3g", value);
    }

    private static String gradient() {
        List<String> colors = new ArrayList<>();
        for (int k = 0; k <= 10; k++) {
            colors.add(color(k / 10.0));
        }
        return String.join(",", colors);
    }

    /** From dark blue over green to yellow; lightness goes up evenly, so that it is read without colors too. */
    private static String color(double part) {
        double t = Math.max(0, Math.min(1, part));
        double[][] stops = {{48, 30, 100}, {50, 85, 140}, {33, 145, 140}, {110, 200, 90}, {250, 230, 40}};
        double at = t * (stops.length - 1);
        int k = Math.min(stops.length - 2, (int) at);
        double f = at - k;
        return String.format(
                Locale.ROOT,
                "#%02x%02x%02x",
                Math.round(stops[k][0] + f * (stops[k + 1][0] - stops[k][0])),
                Math.round(stops[k][1] + f * (stops[k + 1][1] - stops[k][1])),
                Math.round(stops[k][2] + f * (stops[k + 1][2] - stops[k][2])));
    }
}
