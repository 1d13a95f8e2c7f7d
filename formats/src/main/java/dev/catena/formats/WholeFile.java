package dev.catena.formats;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Files that appear whole or not at all: written beside their place under another name, then moved there. */
public final class WholeFile {
    private WholeFile() {}

    /**
     * Writes text in UTF-8.
     *
     * @throws UncheckedIOException where that fails; an older file of that name is then untouched
     */
    public static void write(Path file, String text) {
        write(file, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Writes bytes; as {@link #write(Path, String)}. */
    public static void write(Path file, byte[] bytes) {
        Path target = file.toAbsolutePath();
        Path folder = target.getParent();
        if (folder == null) {
            throw new IllegalArgumentException("\"%s\" is no place for a file".formatted(file));
        }
        try {
            Path draft = folder.resolve(".%s.%s.tmp".formatted(target.getFileName(), System.nanoTime()));
            try {
                Files.write(draft, bytes);
                move(draft, target);
            } finally {
                var unused = Files.deleteIfExists(draft);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file + ": " + e.getMessage(), e);
        }
    }

    private static void move(Path draft, Path target) throws IOException {
        try {
            Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(draft, target, StandardCopyOption.REPLACE_EXISTING);
        }
    }
}
