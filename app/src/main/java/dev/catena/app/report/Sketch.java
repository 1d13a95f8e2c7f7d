package dev.catena.app.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Path2D;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/** Lines, dots and words, drawn into a page, where they follow its colors, or as a picture. */
final class Sketch {
    private static final int SCALE = 2;

    /** How a thing looks: in the page by a class or a style, in a picture by a color. */
    record Look(String svg, Color color, float width) {}

    private record Point(double x, double y) {}

    private final int width;
    private final int height;
    private final StringBuilder svg = new StringBuilder();
    private final List<Consumer<Graphics2D>> strokes = new ArrayList<>();

    Sketch(int width, int height) {
        this.width = width;
        this.height = height;
    }

    /** A line through points, given as x, y, x, y, … */
    void line(Look look, double... points) {
        Path2D path = new Path2D.Double();
        StringBuilder d = new StringBuilder();
        for (int k = 0; k + 1 < points.length; k += 2) {
            if (k == 0) {
                path.moveTo(points[k], points[k + 1]);
            } else {
                path.lineTo(points[k], points[k + 1]);
            }
            d.append(k == 0 ? 'M' : 'L').append(text(points[k])).append(' ').append(text(points[k + 1]));
        }
        svg.append("<path %s fill=\"none\" stroke-width=\"%s\" stroke-linecap=\"round\" d=\"%s\"/>\n"
                .formatted(look.svg, look.width, d));
        strokes.add(graphics -> {
            graphics.setColor(look.color);
            graphics.setStroke(new BasicStroke(look.width, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND));
            graphics.draw(path);
        });
    }

    void dot(Look look, double x, double y) {
        Point at = new Point(x, y);
        svg.append("<circle %s fill=\"currentColor\" stroke=\"none\" cx=\"%s\" cy=\"%s\" r=\"3\"/>\n"
                .formatted(look.svg, text(at.x), text(at.y)));
        strokes.add(graphics -> {
            graphics.setColor(look.color);
            graphics.fill(new Ellipse2D.Double(at.x - 3, at.y - 3, 6, 6));
        });
    }

    void words(Look look, double x, double y, String words) {
        svg.append("<text x=\"%s\" y=\"%s\">%s</text>\n".formatted(text(x), text(y), HtmlPage.escape(words)));
        strokes.add(graphics -> {
            graphics.setColor(look.color);
            graphics.drawString(words, (float) x, (float) y);
        });
    }

    String toSvg(String description) {
        return "<svg class=\"stick\" role=\"img\" aria-label=\"%s\" width=\"%s\" height=\"%s\" viewBox=\"0 0 %s %s\">\n%s</svg>\n"
                .formatted(HtmlPage.escape(description), width, height, width, height, svg);
    }

    byte[] toPng() {
        return PlotGrid.draw(width, height, SCALE, graphics -> {
            graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
            graphics.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, 11));
            strokes.forEach(stroke -> stroke.accept(graphics));
        });
    }

    private static String text(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }
}
