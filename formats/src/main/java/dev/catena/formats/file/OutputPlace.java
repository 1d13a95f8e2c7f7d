package dev.catena.formats.file;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;

/**
 * Where output goes, links followed.
 *
 * @param kind what is there
 * @param path the file at the end of all links
 */
record OutputPlace(Kind kind, Path path) {
    /** What a path leads to. */
    enum Kind {
        /** Nothing yet. */
        NEW,
        /** A regular file, which is replaced. */
        REGULAR,
        /** A device, a pipe, or a file that somebody else has opened: it is written to. */
        STREAM,
        STANDARD_OUTPUT,
        STANDARD_ERROR
    }

    /** As many links as Linux follows. */
    private static final int MOST_LINKS = 40;

    private static final Set<String> STANDARD_OUTPUTS = Set.of("/dev/stdout", "/dev/fd/1", "/proc/self/fd/1");
    private static final Set<String> STANDARD_ERRORS = Set.of("/dev/stderr", "/dev/fd/2", "/proc/self/fd/2");

    /** @throws IOException where there is a folder, or links that lead nowhere */
    static OutputPlace of(Path file) throws IOException {
        Path path = file.toAbsolutePath();
        for (int links = 0; links <= MOST_LINKS; links++) {
            String name = path.normalize().toString();
            if (STANDARD_OUTPUTS.contains(name)) {
                return new OutputPlace(Kind.STANDARD_OUTPUT, path);
            }
            if (STANDARD_ERRORS.contains(name)) {
                return new OutputPlace(Kind.STANDARD_ERROR, path);
            }
            if (name.startsWith("/dev/fd/") || name.startsWith("/proc/")) {
                return new OutputPlace(Kind.STREAM, path);
            }
            if (!Files.isSymbolicLink(path)) {
                return new OutputPlace(kind(path), path);
            }
            Path folder = path.getParent();
            Path target = Files.readSymbolicLink(path);
            path = folder == null ? target : folder.toRealPath().resolve(target);
        }
        throw new FileSystemLoopException(file.toString());
    }

    private static Kind kind(Path path) throws IOException {
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return Kind.NEW;
        }
        BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
        if (attributes.isDirectory()) {
            throw new FileSystemException(path.toString(), null, "Is a directory");
        }
        return attributes.isRegularFile() ? Kind.REGULAR : Kind.STREAM;
    }

    /** Opens what is written to as it stands. */
    OutputStream open() throws IOException {
        return switch (kind) {
            case STANDARD_OUTPUT -> new FileOutputStream(FileDescriptor.out);
            case STANDARD_ERROR -> new FileOutputStream(FileDescriptor.err);
            case STREAM ->
                Files.isRegularFile(path)
                        ? Files.newOutputStream(path, StandardOpenOption.APPEND)
                        : Files.newOutputStream(path, StandardOpenOption.WRITE);
            case NEW, REGULAR -> throw new IllegalStateException(path + " is to be replaced");
        };
    }

    boolean isReplaced() {
        return kind == Kind.NEW || kind == Kind.REGULAR;
    }

    /** Standard streams stay open for others. */
    boolean isClosedAfterwards() {
        return kind != Kind.STANDARD_OUTPUT && kind != Kind.STANDARD_ERROR;
    }
}
