package dev.catena.sweep;

import dev.catena.formats.file.FileFailure;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32;
import java.util.zip.CheckedOutputStream;
import org.jspecify.annotations.Nullable;

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
     * Keeps other sweeps, of this process and of others, from the file until closed; ends with the process, however it ends.
     *
     * @throws IllegalArgumentException where another one has it
     */
    Hold hold() {
        Path beside = file.resolveSibling(file.getFileName() + ".lock");
        try {
            FileChannel channel = FileChannel.open(beside, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (isLocked(channel)) {
                return new Hold(beside, channel);
            }
            channel.close();
        } catch (IOException noLocksThere) {
            return new Hold(null, null);
        }
        throw new IllegalArgumentException(
                "another sweep is writing %s: wait until it is done, or name another file".formatted(file));
    }

    private static boolean isLocked(FileChannel channel) throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException byThisProcess) {
            return false;
        }
    }

    /** A checkpoint that nobody else writes. */
    record Hold(@Nullable Path file, @Nullable FileChannel channel) implements AutoCloseable {
        @Override
        public void close() {
            if (file == null || channel == null) {
                return;
            }
            try (channel) {
                boolean unused = Files.deleteIfExists(file);
            } catch (IOException itMayStay) {
                // an empty file that nobody holds
            }
        }
    }

    /**
     * Reads what was found.
     *
     * @return how many chunks are done
     * @throws IllegalArgumentException where it is none, or that of another sweep
     */
    long read(Accumulators found) {
        try {
            if (!isWhole()) {
                throw broken();
            }
            try (DataInputStream in =
                    new DataInputStream(new BufferedInputStream(Files.newInputStream(file), 1 << 16))) {
                if (!readText(in).equals(MAGIC)) {
                    throw broken();
                }
                if (!readText(in).equals(digest)) {
                    throw new IllegalArgumentException(
                            "%s is the checkpoint of another sweep, or one of another version or on another machine; name another file or delete it"
                                    .formatted(file));
                }
                long chunks = in.readLong();
                found.read(in);
                return chunks;
            }
        } catch (EOFException e) {
            throw broken();
        } catch (IOException e) {
            throw FileFailure.reading(file, e);
        }
    }

    /** Whether the file ends in the checksum of what is before; only then are its numbers believed. */
    private boolean isWhole() throws IOException {
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file), 1 << 16))) {
            CRC32 sum = new CRC32();
            byte[] bytes = new byte[1 << 13];
            long left = Files.size(file) - Long.BYTES;
            while (left > 0) {
                int count = (int) Math.min(left, bytes.length);
                in.readFully(bytes, 0, count);
                sum.update(bytes, 0, count);
                left -= count;
            }
            return left == 0 && in.readLong() == sum.getValue();
        }
    }

    private IllegalArgumentException broken() {
        return new IllegalArgumentException(
                "%s is no checkpoint of a sweep, or a broken one; name another file or delete it".formatted(file));
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
