package dev.catena.sweep;

import dev.catena.formats.file.FileFailure;
import dev.catena.sweep.ProblemSweep.Outcome;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32;

/**
 * What became of problems, in a file that grows by a record whenever one is done: whoever was killed begins with those. A
 * record is known by a digest of all that its problem is made of. The last one may be torn, and is done again then.
 */
public final class ProblemJournal implements AutoCloseable {
    private static final byte[] MAGIC = "catena-problems 1\n".getBytes(StandardCharsets.US_ASCII);

    /** The length of a record, and its checksum. */
    private static final int HEAD = Integer.BYTES + Long.BYTES;

    private final Path file;
    private final FileChannel channel;
    private final Map<String, Outcome> known = new HashMap<>();

    /**
     * Opens a journal, or begins one.
     *
     * @throws IllegalArgumentException where the file is something else, or another process writes it
     */
    public ProblemJournal(Path file) {
        this.file = file;
        try {
            channel = FileChannel.open(
                    file, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE);
        } catch (IOException e) {
            throw FileFailure.writing(file, e);
        }
        try {
            if (!isAlone()) {
                throw new IllegalArgumentException(
                        "%s is being written by another sweep; wait for it, or name another file".formatted(file));
            }
            read();
        } catch (IOException e) {
            close();
            throw FileFailure.reading(file, e);
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private boolean isAlone() throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException byThisProcess) {
            return false;
        }
    }

    private void read() throws IOException {
        ByteBuffer all = ByteBuffer.wrap(Files.readAllBytes(file));
        byte[] magic = new byte[Math.min(MAGIC.length, all.remaining())];
        all.get(magic);
        if (!Arrays.equals(magic, 0, magic.length, MAGIC, 0, magic.length)) {
            throw new IllegalArgumentException(
                    "%s is no checkpoint of plans or identifications; name another file or delete it".formatted(file));
        }
        long end = magic.length;
        while (end >= MAGIC.length && readRecord(all)) {
            end = all.position();
        }
        FileChannel unused = channel.truncate(end < MAGIC.length ? 0 : end).position(channel.size());
        if (end < MAGIC.length) {
            write(ByteBuffer.wrap(MAGIC));
        }
    }

    /** Whether there was a whole one. */
    private boolean readRecord(ByteBuffer all) throws IOException {
        if (all.remaining() < HEAD) {
            return false;
        }
        int length = all.getInt();
        long sum = all.getLong();
        if (length < 0 || length > all.remaining()) {
            return false;
        }
        byte[] record = new byte[length];
        all.get(record);
        if (checksum(record) != sum) {
            return false;
        }
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(record));
        String digest = in.readUTF();
        boolean isSolved = in.readBoolean();
        String reason = new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8);
        Map<String, Double> numbers = new LinkedHashMap<>();
        for (int left = in.readInt(); left > 0; left--) {
            String name = in.readUTF();
            numbers.put(name, in.readDouble());
        }
        known.put(digest, new Outcome(isSolved, reason, numbers));
        return true;
    }

    private static long checksum(byte[] record) {
        CRC32 sum = new CRC32();
        sum.update(record);
        return sum.getValue();
    }

    private void write(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            int unused = channel.write(bytes);
        }
    }

    /** How many problems are in it. */
    public synchronized int size() {
        return known.size();
    }

    synchronized Optional<Outcome> find(String digest) {
        return Optional.ofNullable(known.get(digest));
    }

    synchronized void add(String digest, Outcome outcome) {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            DataOutputStream out = new DataOutputStream(bytes);
            out.writeUTF(digest);
            out.writeBoolean(outcome.isSolved());
            byte[] reason = outcome.reason().getBytes(StandardCharsets.UTF_8);
            out.writeInt(reason.length);
            out.write(reason);
            out.writeInt(outcome.numbers().size());
            for (Map.Entry<String, Double> number : outcome.numbers().entrySet()) {
                out.writeUTF(number.getKey());
                out.writeDouble(number.getValue());
            }
            byte[] record = bytes.toByteArray();
            write(ByteBuffer.allocate(HEAD + record.length)
                    .putInt(record.length)
                    .putLong(checksum(record))
                    .put(record)
                    .flip());
            known.put(digest, outcome);
        } catch (IOException e) {
            throw FileFailure.writing(file, e);
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw FileFailure.writing(file, e);
        }
    }
}
