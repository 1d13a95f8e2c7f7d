package dev.catena.app;

import dev.catena.app.report.HtmlPage;
import dev.catena.formats.file.OutputFile;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;

/** Pages that say how they were made. */
final class Reports {
    private Reports() {}

    /** Writes a page with the whole command, as it was typed, at its end. */
    static void write(HtmlPage page, Console console, Path file) {
        page.footer(List.of(
                "Made by: " + console.command(),
                "catena %s, Java %s, %s"
                        .formatted(
                                Version.text(),
                                System.getProperty("java.version", "unknown"),
                                LocalDate.now(ZoneId.systemDefault()))));
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null) {
            OutputFile.makeFolder(folder);
        }
        OutputFile.write(file, page.toHtml());
    }
}
