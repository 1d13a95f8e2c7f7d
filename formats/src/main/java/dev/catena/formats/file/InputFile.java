package dev.catena.formats.file;

import dev.catena.formats.reading.FormatException;
import java.io.BufferedReader;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PushbackReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.Function;

/** Files that are read whole, up to a size; what cannot be read says why. */
public final class InputFile {
    /** So many bytes are read of a description: of a robot, of a problem. */
    public static final int LARGEST_DESCRIPTION = 64 << 20;

    private InputFile() {}

    /** What follows the last dot of the name, in lower case. */
    public static String ending(Path file) {
        String name = String.valueOf(file.getFileName());
        return name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    }

    /**
     * Reads text in UTF-8, without the byte order mark.
     *
     * @throws FormatException where it is no such text, or has more bytes than {@code most}
     * @throws UncheckedIOException where the file cannot be read, with the reason
     */
    public static String text(Path file, int most) {
        return text(file, most, text -> new FormatException(file.toString(), text));
    }

    /** Reads text; what it is not, or is too much, becomes the caller's exception. */
    public static String text(Path file, int most, Function<String, RuntimeException> wrong) {
        byte[] bytes = bytes(file, most, wrong);
        try {
            return decode(bytes);
        } catch (CharacterCodingException e) {
            throw wrong.apply("the file is not text in UTF-8");
        }
    }

    /** Opens a file that is no folder. */
    public static InputStream open(Path file) throws IOException {
        if (Files.isDirectory(file)) {
            throw new FileSystemException(file.toString(), null, "Is a directory");
        }
        boolean isStream = Files.exists(file) && !Files.isRegularFile(file);
        // streams of channels ask a pipe for its position when they are buffered, and a pipe has none
        return isStream ? new FileInputStream(file.toFile()) : Files.newInputStream(file);
    }

    /** Text in UTF-8 as it comes, without the byte order mark; what is none is a {@link CharacterCodingException}. */
    public static Reader reader(InputStream in) throws IOException {
        PushbackReader text =
                new PushbackReader(new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8.newDecoder())));
        int first = text.read();
        if (first >= 0 && first != '\ufeff') {
            text.unread(first);
        }
        return text;
    }

    public static byte[] bytes(Path file, int most, Function<String, RuntimeException> wrong) {
        try {
            // devices and pipes have no size that would tell
            try (InputStream in = open(file)) {
                byte[] bytes = in.readNBytes(most);
                if (bytes.length == most && in.read() >= 0) {
                    throw wrong.apply("the file has more than %s bytes, which is too much".formatted(most));
                }
                return bytes;
            }
        } catch (IOException e) {
            throw FileFailure.reading(file, e);
        }
    }

    public static String decode(byte[] bytes) throws CharacterCodingException {
        String text = StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(bytes))
                .toString();
        return text.startsWith("\ufeff") ? text.substring(1) : text;
    }
}
