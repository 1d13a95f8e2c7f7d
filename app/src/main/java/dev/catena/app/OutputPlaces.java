package dev.catena.app;

import dev.catena.app.console.UserError;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Looks at places for results before the work begins. */
final class OutputPlaces {
    private OutputPlaces() {}

    /**
     * Refuses places that cannot be written to.
     *
     * @param files null where nothing is wanted
     */
    static void check(@Nullable Path... files) {
        for (Path file : files) {
            if (file != null) {
                check(file);
            }
        }
    }

    private static void check(Path file) {
        if (Files.isDirectory(file)) {
            throw new UserError("cannot write %s: it is a folder".formatted(file));
        }
        if (Files.exists(file)) {
            if (!Files.isWritable(file)) {
                throw new UserError("cannot write %s: permission denied".formatted(file));
            }
            return;
        }
        Path folder = file.toAbsolutePath().getParent();
        while (folder != null && !Files.exists(folder)) {
            folder = folder.getParent();
        }
        if (folder != null && !Files.isDirectory(folder)) {
            throw new UserError("cannot write %s: %s is no folder".formatted(file, folder));
        }
        if (folder != null && !Files.isWritable(folder)) {
            throw new UserError("cannot write %s: permission denied in %s".formatted(file, folder));
        }
    }

    /** The same, for places whose folder must be there. */
    static void checkFolder(@Nullable Path... files) {
        for (Path file : files) {
            if (file != null) {
                Path folder = file.toAbsolutePath().getParent();
                if (folder != null && !Files.exists(folder)) {
                    throw new UserError("cannot write %s: there is no folder %s".formatted(file, folder));
                }
                check(file);
            }
        }
    }
}
