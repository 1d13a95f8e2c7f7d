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

    static void write(HtmlPage page, String command, Path file) {
        page.footer(List.of(
                "Made by: " + command,
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
