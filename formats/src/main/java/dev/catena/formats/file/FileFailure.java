package dev.catena.formats.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Why a file cannot be read or written, in words. */
public final class FileFailure {
    private FileFailure() {}

    public static UncheckedIOException reading(Path file, IOException e) {
        return new UncheckedIOException("cannot read %s: %s".formatted(file, reason(file, e)), e);
    }

    public static UncheckedIOException writing(Path file, IOException e) {
        return new UncheckedIOException("cannot write %s: %s".formatted(file, reason(file, e)), e);
    }

    public static UncheckedIOException making(Path folder, IOException e) {
        return new UncheckedIOException("cannot make the folder %s: %s".formatted(folder, reason(folder, e)), e);
    }

    private static String reason(Path file, IOException e) {
        if (e instanceof NoSuchFileException missing) {
            Path folder = missingFolder(missing.getFile() == null ? file : Path.of(missing.getFile()));
            return folder == null ? "there is no such file" : "there is no folder " + folder;
        }
        if (e instanceof AccessDeniedException denied) {
            String at = denied.getFile();
            return at != null && Files.isDirectory(Path.of(at)) && !at.equals(file.toString())
                    ? "permission denied in the folder " + at
                    : "permission denied";
        }
        if (e instanceof FileAlreadyExistsException || e instanceof NotDirectoryException) {
            return "%s is no folder".formatted(((FileSystemException) e).getFile());
        }
        if (e instanceof FileSystemLoopException) {
            return "its links lead around in a circle";
        }
        if (e instanceof CharacterCodingException) {
            return "it is not text in UTF-8";
        }
        String told = e instanceof FileSystemException failure ? failure.getReason() : e.getMessage();
        return told == null ? e.getClass().getSimpleName() : inWords(told);
    }

    /** What the system says, where it says it in English; else as it says it. */
    private static String inWords(String told) {
        return switch (told) {
            case "No space left on device" -> "the disk is full";
            case "Disk quota exceeded" -> "the disk quota is used up";
            case "Read-only file system" -> "the file system is read-only";
            case "Is a directory" -> "it is a folder";
            case "Not a directory" -> "a part of its path is no folder";
            case "Permission denied" -> "permission denied";
            case "File name too long" -> "the name is too long";
            case "File too large" -> "the file becomes too large for the file system";
            case "Too many levels of symbolic links" -> "its links lead around in a circle";
            case "Broken pipe" -> "its reader is gone";
            default -> told;
        };
    }

    /** The first folder above a file that does not exist. */
    private static @Nullable Path missingFolder(Path file) {
        Path missing = null;
        Path folder = file.toAbsolutePath().normalize().getParent();
        while (folder != null && !Files.exists(folder)) {
            missing = folder;
            folder = folder.getParent();
        }
        return missing;
    }
}
