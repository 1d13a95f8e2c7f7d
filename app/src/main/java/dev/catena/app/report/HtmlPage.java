package dev.catena.app.report;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.catena.app.console.UserError;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One self-contained page: style and pictures are inside, and nothing is fetched. */
public final class HtmlPage {
    private static final String STYLE = """
            :root { color-scheme: light; }
            body { font: 16px/1.5 system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; color: #1f2933;
                   background: #fff; max-width: 78rem; margin: 2.5rem auto 4rem; padding: 0 1.5rem; }
            h1 { font-size: 1.75rem; line-height: 1.25; margin: 0 0 .5rem; }
            h2 { font-size: 1.2rem; margin: 2.4rem 0 .6rem; padding-bottom: .25rem; border-bottom: 1px solid #d5dbe1; }
            p { max-width: 48rem; margin: .6rem 0; }
            .lead { color: #52606d; font-size: 1.05rem; }
            .scroll { overflow-x: auto; }
            table { border-collapse: collapse; font-size: .875rem; font-variant-numeric: tabular-nums; margin: .8rem 0; }
            th, td { padding: .28rem .8rem; text-align: right; white-space: nowrap; border-bottom: 1px solid #e8ecf0; }
            th { font-weight: 600; border-bottom: 1.5px solid #9aa5b1; vertical-align: bottom; }
            th:first-child, td:first-child { text-align: left; padding-left: .2rem; }
            figure { margin: 1rem 0; }
            figure img { max-width: 100%; height: auto; display: block; }
            figcaption { color: #52606d; font-size: .875rem; max-width: 48rem; margin-top: .4rem; }
            code { font: .875em ui-monospace, "DejaVu Sans Mono", monospace; background: #f1f4f7; padding: .1em .3em;
                   border-radius: 3px; }
            footer { margin-top: 3rem; padding-top: .8rem; border-top: 1px solid #d5dbe1; color: #52606d;
                     font-size: .875rem; }
            @media print { body { margin: 0; max-width: none; } figure { break-inside: avoid; } }
            """;

    private final String title;
    private final StringBuilder body = new StringBuilder();
    private byte @Nullable [] firstPicture;

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

    /**
     * A picture.
     *
     * @param width in the page's pixels; the picture may have more
     */
    @CanIgnoreReturnValue
    public HtmlPage picture(byte[] png, int width, String caption) {
        if (firstPicture == null) {
            firstPicture = png.clone();
        }
        body.append("<figure>\n<img width=\"%s\" alt=\"%s\" src=\"data:image/png;base64,"
                        .formatted(width, escape(caption)))
                .append(Base64.getEncoder().encodeToString(png))
                .append("\">\n<figcaption>")
                .append(escape(caption))
                .append("</figcaption>\n</figure>\n");
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
        return firstPicture.clone();
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
                %s</body>
                </html>
                """.formatted(escape(title), STYLE, body);
    }

    static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
