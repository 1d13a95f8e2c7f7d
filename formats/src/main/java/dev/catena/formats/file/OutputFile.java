package dev.catena.formats.file;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A file that results are written to, at once or piece by piece:
 *
 * <pre>{@code
 * try (OutputFile file = OutputFile.open(path)) {
 *     file.append("time,q_1\n");
 *     …
 *     file.finish();
 * }
 * }</pre>
 *
 * <p>A regular file appears whole when it is finished, or not at all: until then an older file of that name is untouched,
 * and whoever closes without finishing leaves it so. Its permissions and, where the system allows it, its owner stay as
 * they were. Links are followed and stay. Devices and pipes are written to as the pieces come. Text is in UTF-8.
 *
 * <p>All methods throw {@link UncheckedIOException} with the reason where writing fails. One thread at a time.
 */
public final class OutputFile implements Appendable, AutoCloseable {
    private final Path file;
    private final OutputPlace place;
    private final @Nullable FileReplacement replacement;
    private final OutputStream stream;
    private final Writer writer;
    private boolean open = true;
    private boolean finished;

    private OutputFile(Path file) throws IOException {
        this.file = file;
        place = OutputPlace.of(file);
        replacement = place.isReplaced() ? new FileReplacement(place.path()) : null;
        stream = new BufferedOutputStream(replacement == null ? place.open() : replacement.open(), 1 << 16);
        writer = new OutputStreamWriter(stream, StandardCharsets.UTF_8);
    }

    /**
     * Begins a file, so that the caller learns before long work whether it can be written. A pipe waits for its reader.
     */
    public static OutputFile open(Path file) {
        try {
            return new OutputFile(file);
        } catch (IOException e) {
            throw FileFailure.writing(file, e);
        }
    }

    /** Writes a file of text. */
    public static void write(Path file, String text) {
        try (OutputFile output = open(file)) {
            output.append(text).finish();
        }
    }

    /** Writes a file of bytes. */
    public static void write(Path file, byte[] bytes) {
        try (OutputFile output = open(file)) {
            output.append(bytes).finish();
        }
    }

    /** Writes a file piece by piece; it is finished when the pieces are all there, and not if an exception ends them. */
    public static void write(Path file, Consumer<? super OutputFile> pieces) {
        try (OutputFile output = open(file)) {
            pieces.accept(output);
            output.finish();
        }
    }

    /** Makes a folder and those above it, where they are not there. */
    public static void makeFolder(Path folder) {
        try {
            if (!Files.isDirectory(folder)) {
                Path unused = Files.createDirectories(folder);
            }
        } catch (IOException e) {
            throw FileFailure.making(folder, e);
        }
    }

    @Override
    @CanIgnoreReturnValue
    public OutputFile append(@Nullable CharSequence text) {
        return attempt(() -> writer.append(text));
    }

    @Override
    @CanIgnoreReturnValue
    public OutputFile append(@Nullable CharSequence text, int start, int end) {
        return attempt(() -> writer.append(text, start, end));
    }

    @Override
    @CanIgnoreReturnValue
    public OutputFile append(char character) {
        return attempt(() -> writer.write(character));
    }

    @CanIgnoreReturnValue
    public OutputFile append(byte[] bytes) {
        return attempt(() -> {
            writer.flush();
            stream.write(bytes);
        });
    }

    /** A stream of bytes into the file; what fails has the reason in words. */
    public OutputStream stream() {
        return new OutputStream() {
            @Override
            public void write(int b) {
                write(new byte[] {(byte) b}, 0, 1);
            }

            @Override
            public void write(byte[] bytes, int from, int count) {
                OutputFile unused = attempt(() -> {
                    writer.flush();
                    stream.write(bytes, from, count);
                });
            }
        };
    }

    /** How many bytes there is room for; infinity where nobody knows, as for devices and pipes. */
    public double room() {
        try {
            Path folder = place.path().toAbsolutePath().getParent();
            return replacement == null || folder == null
                    ? Double.POSITIVE_INFINITY
                    : Files.getFileStore(folder).getUsableSpace();
        } catch (IOException e) {
            return Double.POSITIVE_INFINITY;
        }
    }

    /** Puts the file in its place; nothing can be added after that. */
    public void finish() {
        OutputFile unused = attempt(() -> {
            writer.flush();
            if (place.isClosedAfterwards()) {
                writer.close();
            }
            open = false;
            if (replacement != null) {
                replacement.finish();
            }
            finished = true;
        });
    }

    /** Ends the writing; a regular file that was not finished is as it was before. */
    @Override
    public void close() {
        if (finished) {
            return;
        }
        try {
            if (open && place.isClosedAfterwards()) {
                open = false;
                stream.close();
            }
        } catch (IOException e) {
            // what failed has been told, or nobody asked for it to be finished
        } finally {
            discard();
        }
    }

    private void discard() {
        try {
            if (replacement != null) {
                replacement.discard();
            }
        } catch (IOException e) {
            throw FileFailure.writing(file, e);
        }
    }

    /** A step that may fail. */
    private interface Step {
        void run() throws IOException;
    }

    @CanIgnoreReturnValue
    private OutputFile attempt(Step step) {
        if (!open) {
            throw new IllegalStateException(file + " is closed");
        }
        try {
            step.run();
            return this;
        } catch (IOException e) {
            throw FileFailure.writing(file, e);
        }
    }
}
