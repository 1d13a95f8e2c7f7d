package dev.catena.studio;

import dev.catena.testkit.Chromium;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/** One browser for all tests of this module: it takes longer to start than most of them. */
final class SharedBrowser {
    private static @Nullable Chromium running;

    private SharedBrowser() {}

    /** The browser; where there is none, the test is skipped and says so. */
    static synchronized Chromium get() {
        Assumptions.assumeTrue(
                Chromium.program().isPresent(),
                "no Chromium here: the studio is not tried in a browser (apt install chromium)");
        Chromium known = running;
        if (known == null) {
            try {
                Path profile = Files.createTempDirectory("studio-browser");
                known = Chromium.start(profile);
                Chromium started = known;
                Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                    started.close();
                    delete(profile);
                }));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
            running = known;
        }
        return known;
    }

    private static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            List<Path> all = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : all) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            // a folder for temporary files may keep one
            return;
        }
    }
}
