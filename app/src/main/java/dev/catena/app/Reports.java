package dev.catena.app;

import dev.catena.app.report.HtmlPage;
import dev.catena.formats.WholeFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;

/** Pages that say how they were made. */
final class Reports {
    private Reports() {}

    static void write(HtmlPage page, String command, Path file) {
        page.footer(List.of(
                "Made by: " + command,
                "catena %s, Java %s, %s"
                        .formatted(Version.text(), System.getProperty("java.version", "unknown"), LocalDate.now())));
        createFolderOf(file);
        WholeFile.write(file, page.toHtml());
    }

    private static void createFolderOf(Path file) {
        Path folder = file.toAbsolutePath().getParent();
        try {
            if (folder != null && !Files.isDirectory(folder)) {
                Files.createDirectories(folder);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot create the folder " + folder + ": " + e.getMessage(), e);
        }
    }
}
