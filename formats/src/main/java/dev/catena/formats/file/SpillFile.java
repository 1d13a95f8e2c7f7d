package dev.catena.formats.file;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Bytes that are too many for the memory, in a file of the folder for temporary ones: appended, and read again by their place. The
 * file is gone when nobody holds this object any more or the virtual machine ends, however it ends. One thread at a time.
 */
public final class SpillFile {
    private final FileChannel channel;
    private long length;

    /** @throws UncheckedIOException where no file can be made, with the reason */
    public SpillFile() {
        try {
            Path file = Files.createTempFile("catena", ".tmp");
            channel = FileChannel.open(
                    file, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /** How many bytes there are. */
    public long length() {
        return length;
    }

    /** Appends the first bytes of an array; returns where they begin. */
    public long append(byte[] bytes, int count) {
        long place = length;
        ByteBuffer left = ByteBuffer.wrap(bytes, 0, count);
        try {
            while (left.hasRemaining()) {
                length += channel.write(left, length);
            }
        } catch (IOException e) {
            throw failed(e);
        }
        return place;
    }

    /** Reads bytes again. */
    public byte[] read(long place, int count) {
        ByteBuffer bytes = ByteBuffer.allocate(count);
        try {
            while (bytes.hasRemaining()) {
                if (channel.read(bytes, place + bytes.position()) < 0) {
                    throw new EOFException("it ends after %s bytes".formatted(place + bytes.position()));
                }
            }
        } catch (IOException e) {
            throw failed(e);
        }
        return bytes.array();
    }

    private static UncheckedIOException failed(IOException e) {
        Path folder = Path.of(System.getProperty("java.io.tmpdir", ""));
        UncheckedIOException told = FileFailure.writing(folder.resolve("catena*.tmp"), e);
        return new UncheckedIOException(
                told.getMessage()
                        + "; what does not fit into memory is held there, JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=FOLDER names another place",
                e);
    }
}
