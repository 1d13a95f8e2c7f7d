package dev.catena.app.report;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.catena.app.console.UserError;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One self-contained page: style, data and script of its plots are inside, and nothing is fetched. */
public final class HtmlPage {
    private static final String STYLE = resource("page.css");
    private static final String PLOTS = resource("plots.js");

    private final String title;
    private final StringBuilder body = new StringBuilder();
    private boolean hasShared;
    private final Abscissae abscissae = new Abscissae();
    private @Nullable Supplier<byte[]> firstPicture;

    public HtmlPage(String title, String lead) {
        this.title = title;
        body.append("<h1>").append(escape(title)).append("</h1>\n");
        body.append("<p class=\"lead\">").append(escape(lead)).append("</p>\n");
    }

    @CanIgnoreReturnValue
    public HtmlPage heading(String text) {
        body.append("<h2>").append(escape(text)).append("</h2>\n");
        return this;
    }

    @CanIgnoreReturnValue
    public HtmlPage paragraph(String text) {
        body.append("<p>").append(escape(text)).append("</p>\n");
        return this;
    }

    @CanIgnoreReturnValue
    public HtmlPage table(TextTable table) {
        body.append("<div class=\"scroll\">\n").append(table.toHtml()).append("</div>\n");
        return this;
    }

    /** Plots side by side, one below the other on small screens. */
    @CanIgnoreReturnValue
    public HtmlPage plots(PlotGrid grid, String caption) {
        if (firstPicture == null) {
            firstPicture = grid::toPng;
        }
        body.append("<figure>\n").append(grid.toHtml(abscissae));
        return caption(caption);
    }

    @CanIgnoreReturnValue
    public HtmlPage figure(StickFigures figures, int width, int height, String caption) {
        if (firstPicture == null) {
            firstPicture = () -> figures.toPng(width, height);
        }
        body.append("<figure>\n").append(figures.toSvg(width, height, caption));
        return caption(caption);
    }

    /**
     * A whole page inside of this one.
     *
     * @param shared an element that such pages look for in this one; it is there once
     */
    @CanIgnoreReturnValue
    public HtmlPage viewer(String html, String shared, String caption) {
        if (!hasShared) {
            body.append(shared).append('\n');
            hasShared = true;
        }
        String held = html.replace("&", "&amp;").replace("\"", "&quot;");
        body.append("<figure>\n<iframe class=\"viewer\" loading=\"lazy\" title=\"")
                .append(escape(caption))
                .append("\" srcdoc=\"")
                .append(held)
                .append("\"></iframe>\n");
        return caption(caption);
    }

    /** A drawing that is SVG already. */
    @CanIgnoreReturnValue
    public HtmlPage svg(String svg, String caption) {
        body.append("<figure>\n").append(svg);
        return caption(caption);
    }

    /** A picture as markup of its own. */
    @CanIgnoreReturnValue
    public HtmlPage markup(String markup, String caption) {
        body.append("<figure>\n").append(markup);
        return caption(caption);
    }

    private HtmlPage caption(String caption) {
        body.append("<figcaption>").append(escape(caption)).append("</figcaption>\n</figure>\n");
        return this;
    }

    /**
     * The first picture as a file of its own.
     *
     * @throws UserError where there is none
     */
    public byte[] firstPicture() {
        if (firstPicture == null) {
            throw new UserError("the page \"%s\" has no picture".formatted(title));
        }
        return firstPicture.get();
    }

    /** How the page was made, one line each. */
    @CanIgnoreReturnValue
    public HtmlPage footer(List<String> lines) {
        body.append("<footer>\n");
        lines.forEach(line -> body.append("<div>").append(escape(line)).append("</div>\n"));
        body.append("</footer>\n");
        return this;
    }

    public String toHtml() {
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>%s</title>
            <style>
            %s</style>
            </head>
            <body>
            %s%s</body>
            </html>
            """.formatted(escape(title), STYLE, body, script());
    }

    private String script() {
        return abscissae.isEmpty() ? "" : """
            <noscript><p>The plots of this page are drawn by JavaScript, which is switched off.</p></noscript>
            <script type="application/json" id="abscissae">%s</script>
            <script>
            %s</script>
            """.formatted(abscissae.toJson(), PLOTS);
    }

    private static String resource(String name) {
        try (InputStream in = HtmlPage.class.getResourceAsStream(name)) {
            return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
