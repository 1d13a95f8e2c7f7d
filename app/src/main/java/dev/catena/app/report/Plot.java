package dev.catena.app.report;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.XYSeries.XYSeriesRenderStyle;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.XYStyler;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Curves over time, and bands that they should keep to or leave. */
public final class Plot {
    private static final Color TEXT = new Color(0x1f2933);
    private static final Color GRID = new Color(0xe3e8ed);
    private static final Color FORBIDDEN = new Color(0xfbe3e0);
    private static final Color LIMIT = new Color(0xc0392b);
    private static final Color[] CURVES = {
        new Color(0x1f5fa8),
        new Color(0xd9822b),
        new Color(0x2f8f5b),
        new Color(0xb5407a),
        new Color(0x6b4fa0),
        new Color(0x4aa3b8)
    };
    private static final BasicStroke DASHED =
            new BasicStroke(1.1f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 10, new float[] {5, 3}, 0);

    /** Points of a curve in a page. */
    private static final int MOST_POINTS = 2000;

    /** Limits farther away than this many times the curve's extent are not drawn. */
    private static final double REACH = 2;

    /** @param of which curve of another run this is, or −1 */
    private record Curve(String name, double[] x, double[] y, int of) {}

    private record Range(double lower, double upper, double from, double to) {}

    private final String title;
    private final String xLabel;
    private final String yLabel;
    private final List<Curve> curves = new ArrayList<>();
    private double lower = Double.NEGATIVE_INFINITY;
    private double upper = Double.POSITIVE_INFINITY;
    private final List<Range> ranges = new ArrayList<>();
    private boolean logarithmic;
    private boolean fine;
    private boolean equalScale;

    public Plot(String title, String xLabel, String yLabel) {
        this.title = title;
        this.xLabel = xLabel;
        this.yLabel = yLabel;
    }

    @CanIgnoreReturnValue
    public Plot curve(String name, double[] x, double[] y) {
        curves.add(new Curve(name, x, y, -1));
        return this;
    }

    /** The same as the last curve, of another run: in its color, dashed. */
    @CanIgnoreReturnValue
    public Plot other(String name, double[] x, double[] y) {
        curves.add(new Curve(name, x, y, indexOfLastOwn()));
        return this;
    }

    private int indexOfLastOwn() {
        for (int k = curves.size() - 1; k >= 0; k--) {
            if (curves.get(k).of < 0) {
                return k;
            }
        }
        throw new IllegalStateException("no curve to compare with in \"%s\"".formatted(title));
    }

    /** Marks what lies outside of limits; infinite where there is none. */
    @CanIgnoreReturnValue
    public Plot limits(double newLower, double newUpper) {
        lower = newLower;
        upper = newUpper;
        return this;
    }

    /** Decades up; values must be positive. */
    @CanIgnoreReturnValue
    public Plot logarithmic() {
        logarithmic = true;
        return this;
    }

    /** Shades where curves should be between two moments. */
    @CanIgnoreReturnValue
    public Plot range(double from, double to, double least, double most) {
        ranges.add(new Range(least, most, from, to));
        return this;
    }

    /** Shows curves however small they are; otherwise what is smaller than 1e-10 looks like the zero that is meant. */
    @CanIgnoreReturnValue
    public Plot fine() {
        fine = true;
        return this;
    }

    /** Lengths along both axes are to the same scale. */
    @CanIgnoreReturnValue
    public Plot equalScale() {
        equalScale = true;
        return this;
    }

    /** For the page's script. */
    String toJson(Abscissae abscissae) {
        PlotData data = new PlotData(title, xLabel, yLabel);
        for (Curve curve : curves) {
            Curve few = thinned(curve, MOST_POINTS);
            boolean shared = few.x.length == curve.x.length;
            data.curve(curve.name, shared ? abscissae.reference(curve.x) : Abscissae.text(few.x), few.y, curve.of);
        }
        abscissae.use();
        data.limits(lower, upper);
        ranges.forEach(range -> data.range(range.lower, range.upper, range.from, range.to));
        data.flag("log", logarithmic);
        data.flag("fine", fine);
        data.flag("equal", equalScale);
        return data.toString();
    }

    void paint(Graphics2D graphics, int width, int height) {
        XYChart chart = new XYChartBuilder()
                .width(width)
                .height(height)
                .title(title)
                .xAxisTitle(xLabel)
                .yAxisTitle(yLabel)
                .build();
        style(chart.getStyler());
        if (!logarithmic) {
            addLimits(chart);
        }
        for (int k = 0; k < curves.size(); k++) {
            addCurve(chart, thinned(curves.get(k), 2 * width), k);
        }
        chart.paint(graphics, width, height);
    }

    private void style(XYStyler style) {
        style.setBaseFont(new Font(Font.SANS_SERIF, Font.PLAIN, 11));
        style.setLocale(Locale.ROOT);
        style.setChartBackgroundColor(Color.WHITE);
        style.setChartFontColor(TEXT);
        style.setChartPadding(6);
        style.setChartTitleFont(new Font(Font.SANS_SERIF, Font.BOLD, 12));
        style.setChartTitleBoxVisible(false);
        style.setChartTitlePadding(5);
        style.setLegendVisible(curves.size() > 1);
        style.setLegendPosition(Styler.LegendPosition.OutsideE);
        style.setLegendBorderColor(GRID);
        style.setLegendFont(new Font(Font.SANS_SERIF, Font.PLAIN, 11));
        style.setPlotBackgroundColor(Color.WHITE);
        style.setPlotBorderColor(GRID);
        style.setPlotGridLinesColor(GRID);
        style.setPlotGridLinesStroke(new BasicStroke(1));
        style.setPlotMargin(0);
        style.setPlotContentSize(1);
        style.setAxisTitleFont(new Font(Font.SANS_SERIF, Font.PLAIN, 11));
        style.setAxisTickLabelsFont(new Font(Font.SANS_SERIF, Font.PLAIN, 10));
        style.setAxisTickMarkLength(3);
        style.setAxisTickPadding(3);
        style.setAxisTicksLineVisible(false);
        style.setAxisTicksMarksVisible(false);
        style.setAxisTitlePadding(9);
        style.setXAxisTickMarkSpacingHint(110);
        style.setYAxisTickMarkSpacingHint(44);
        style.setXAxisDecimalPattern("0.###");
        style.setYAxisTickLabelsFormattingFunction(Plot::tick);
        style.setYAxisLogarithmic(logarithmic);
        style.setAntiAlias(true);
    }

    private static void addCurve(XYChart chart, Curve curve, int k) {
        XYSeries series = chart.addSeries(curve.name, curve.x, curve.y);
        series.setMarker(SeriesMarkers.NONE);
        series.setLineColor(CURVES[(curve.of < 0 ? k : curve.of) % CURVES.length]);
        series.setLineStyle(
                curve.of < 0 ? new BasicStroke(1.7f, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND) : DASHED);
    }

    private void addLimits(XYChart chart) {
        double left = Double.POSITIVE_INFINITY;
        double right = Double.NEGATIVE_INFINITY;
        double bottom = Double.POSITIVE_INFINITY;
        double top = Double.NEGATIVE_INFINITY;
        for (Curve curve : curves) {
            for (int k = 0; k < curve.x.length; k++) {
                left = Math.min(left, curve.x[k]);
                right = Math.max(right, curve.x[k]);
                bottom = Math.min(bottom, curve.y[k]);
                top = Math.max(top, curve.y[k]);
            }
        }
        double extent = Math.max(top - bottom, 1e-9 * Math.max(1, Math.abs(top)));
        boolean showsUpper = upper - top < REACH * extent;
        boolean showsLower = bottom - lower < REACH * extent;
        top = showsUpper ? Math.max(top, upper) : top;
        bottom = showsLower ? Math.min(bottom, lower) : bottom;
        double margin = 0.08 * Math.max(top - bottom, extent);
        top += margin;
        bottom -= margin;
        chart.getStyler().setYAxisMin(bottom);
        chart.getStyler().setYAxisMax(top);
        if (left < right) {
            double room = 0.01 * (right - left);
            chart.getStyler().setXAxisMin(left - room);
            chart.getStyler().setXAxisMax(right + room);
        }
        if (showsUpper) {
            addLimit(chart, "upper limit", left, right, upper, top);
        }
        if (showsLower) {
            addLimit(chart, "lower limit", left, right, lower, bottom);
        }
    }

    private static void addLimit(XYChart chart, String name, double left, double right, double limit, double edge) {
        XYSeries zone = chart.addSeries("beyond " + name, new double[] {left, right, right, left, left}, new double[] {
            limit, limit, edge, edge, limit
        });
        zone.setXYSeriesRenderStyle(XYSeriesRenderStyle.PolygonArea);
        zone.setFillColor(FORBIDDEN);
        zone.setLineStyle(new BasicStroke(0));
        zone.setLineColor(FORBIDDEN);
        zone.setMarker(SeriesMarkers.NONE);
        zone.setShowInLegend(false);
        XYSeries line = chart.addSeries(name, new double[] {left, right}, new double[] {limit, limit});
        line.setLineStyle(DASHED);
        line.setLineColor(LIMIT);
        line.setMarker(SeriesMarkers.NONE);
        line.setShowInLegend(false);
    }

    private static String tick(double value) {
        double size = Math.abs(value);
        if (size < 1e-12) {
            return "0";
        }
        String pattern = size >= 1e5 || size < 1e-3 ? "0.##E0" : "0.#####";
        return new DecimalFormat(pattern, DecimalFormatSymbols.getInstance(Locale.ROOT)).format(value);
    }

    /** A curve with no more points than can be seen; the peaks stay. */
    private static Curve thinned(Curve curve, int most) {
        int n = curve.x.length;
        if (n <= most) {
            return curve;
        }
        int buckets = most / 2;
        double[] x = new double[2 * buckets];
        double[] y = new double[2 * buckets];
        for (int b = 0; b < buckets; b++) {
            int from = (int) ((long) b * n / buckets);
            int to = (int) ((long) (b + 1) * n / buckets);
            int least = from;
            int largest = from;
            for (int k = from; k < to; k++) {
                least = curve.y[k] < curve.y[least] ? k : least;
                largest = curve.y[k] > curve.y[largest] ? k : largest;
            }
            x[2 * b] = curve.x[Math.min(least, largest)];
            y[2 * b] = curve.y[Math.min(least, largest)];
            x[2 * b + 1] = curve.x[Math.max(least, largest)];
            y[2 * b + 1] = curve.y[Math.max(least, largest)];
        }
        return new Curve(curve.name, x, y, curve.of);
    }
}
