package dev.catena.sweep;

import dev.catena.formats.file.FileFailure;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.CheckedOutputStream;

/**
 * What has been done of a sweep, in a file: how many chunks, and what was found in them. A new one replaces the old one in
 * one step, so that there is always a whole one.
 */
final class Checkpoint {
    private static final String MAGIC = "catena-sweep-checkpoint 1";

    private final Path file;
    private final String digest;

    Checkpoint(Path file, String digest) {
        this.file = file;
        this.digest = digest;
    }

    boolean exists() {
        return Files.exists(file);
    }

    /**
     * Reads what was found.
     *
     * @return how many chunks are done
     * @throws IllegalArgumentException where it is none, or that of another sweep
     */
    long read(Accumulators found) {
        try (CheckedInputStream checked = new CheckedInputStream(
                        new BufferedInputStream(Files.newInputStream(file), 1 << 16), new CRC32());
                DataInputStream in = new DataInputStream(checked)) {
            if (!readText(in).equals(MAGIC)) {
                throw broken();
            }
            String of = readText(in);
            if (!of.equals(digest)) {
                throw new IllegalArgumentException(
                        "%s is the checkpoint of another sweep, or one of another version or on another machine; name another file or delete it"
                                .formatted(file));
            }
            long chunks = in.readLong();
            found.read(in);
            long sum = checked.getChecksum().getValue();
            if (in.readLong() != sum) {
                throw broken();
            }
            return chunks;
        } catch (EOFException e) {
            throw broken();
        } catch (IOException e) {
            throw FileFailure.reading(file, e);
        }
    }

    private IllegalArgumentException broken() {
        return new IllegalArgumentException("%s is no checkpoint of a sweep, or a broken one".formatted(file));
    }

    private static String readText(DataInputStream in) throws IOException {
        int length = in.readUnsignedShort();
        byte[] bytes = in.readNBytes(length);
        return new String(bytes, java.nio.charset.StandardCharsets.UTF_8);
    }

    private static void writeText(DataOutputStream out, String text) throws IOException {
        byte[] bytes = text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
        out.writeShort(bytes.length);
        out.write(bytes);
    }

    void write(long chunks, Accumulators found) {
        Path beside = file.resolveSibling(file.getFileName() + ".new");
        try {
            try (CheckedOutputStream checked = new CheckedOutputStream(
                            new BufferedOutputStream(Files.newOutputStream(beside), 1 << 16), new CRC32());
                    DataOutputStream out = new DataOutputStream(checked)) {
                writeText(out, MAGIC);
                writeText(out, digest);
                out.writeLong(chunks);
                found.write(out);
                out.writeLong(checked.getChecksum().getValue());
            }
            Path unused = Files.move(beside, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            try {
                boolean unused = Files.deleteIfExists(beside);
            } catch (IOException inTheWay) {
                e.addSuppressed(inTheWay);
            }
            throw FileFailure.writing(file, e);
        }
    }
}
