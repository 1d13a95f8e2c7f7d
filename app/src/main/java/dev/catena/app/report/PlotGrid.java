package dev.catena.app.report;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.catena.app.console.UserError;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import javax.imageio.ImageIO;

/** Plots in rows and columns: live in a page, or one picture. */
public final class PlotGrid {
    private static final int SCALE = 2;
    private static final long MOST_PIXELS = 60_000_000;

    private final int columns;
    private final int plotWidth;
    private final int plotHeight;
    private final List<Plot> plots = new ArrayList<>();

    public PlotGrid(int columns, int plotWidth, int plotHeight) {
        this.columns = columns;
        this.plotWidth = plotWidth;
        this.plotHeight = plotHeight;
    }

    /** Adds a plot, from left to right, then down. */
    @CanIgnoreReturnValue
    public PlotGrid add(Plot plot) {
        plots.add(plot);
        return this;
    }

    private int width() {
        return columns * plotWidth;
    }

    /** The plots as elements of a page, whose script draws them. */
    String toHtml(Abscissae abscissae) {
        StringBuilder html = new StringBuilder("<div class=\"plots\" style=\"--columns: %s\">\n".formatted(columns));
        for (Plot plot : plots) {
            html.append("<div class=\"plot\" data-height=\"%s\"><script type=\"application/json\">"
                            .formatted(plotHeight))
                    .append(plot.toJson(abscissae))
                    .append("</script></div>\n");
        }
        return html.append("</div>\n").toString();
    }

    /**
     * Draws the picture.
     *
     * @throws UserError where this Java cannot draw, with what to install
     */
    public byte[] toPng() {
        int height = (plots.size() + columns - 1) / columns * plotHeight;
        long pixels = (long) width() * height;
        if (pixels > MOST_PIXELS) {
            throw new UserError("%s plots are too many for one picture".formatted(plots.size()));
        }
        int scale = pixels * SCALE * SCALE > MOST_PIXELS ? 1 : SCALE;
        return draw(width(), height, scale, graphics -> {
            for (int k = 0; k < plots.size(); k++) {
                Graphics2D cell = (Graphics2D) graphics.create();
                cell.translate(k % columns * plotWidth, k / columns * plotHeight);
                plots.get(k).paint(cell, plotWidth, plotHeight);
                cell.dispose();
            }
        });
    }

    /** A picture that something paints on white. */
    static byte[] draw(int width, int height, int scale, Consumer<Graphics2D> painting) {
        requireFonts();
        BufferedImage image = new BufferedImage(width * scale, height * scale, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        graphics.setColor(Color.WHITE);
        graphics.fillRect(0, 0, image.getWidth(), image.getHeight());
        graphics.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
        graphics.scale(scale, scale);
        painting.accept(graphics);
        graphics.dispose();
        return png(image);
    }

    private static byte[] png(BufferedImage image) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            if (!ImageIO.write(image, "png", bytes)) {
                throw new IllegalStateException("this Java writes no PNG");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /** A Java without a window system still needs its drawing library and at least one font. */
    private static void requireFonts() {
        try {
            BufferedImage probe = new BufferedImage(1, 1, BufferedImage.TYPE_INT_RGB);
            Graphics2D graphics = probe.createGraphics();
            graphics.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, 11));
            double unused =
                    graphics.getFontMetrics().getStringBounds("τ", graphics).getWidth();
            graphics.dispose();
        } catch (RuntimeException | LinkageError | InternalError e) {
            throw new UserError(("plots cannot be drawn, because this Java finds no fonts (%s); "
                            + "install them, on Debian with: apt-get install fontconfig fonts-dejavu-core")
                    .formatted(String.valueOf(e).replaceAll("\\s+", " ")));
        }
    }
}
