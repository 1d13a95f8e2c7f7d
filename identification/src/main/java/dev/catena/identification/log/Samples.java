package dev.catena.identification.log;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The numbers of a signal: in memory, or, where there are many, in a temporary file. That is gone when nobody holds the signal any
 * more or the virtual machine ends.
 */
public final class Samples {
    /** Shorter signals are held in memory. */
    static final int LEAST = 4096;

    /** No part of a file is mapped that has more bytes than this. */
    private static final long LARGEST_MAP = 1 << 30;

    private static final int ZEROS = 1 << 16;

    private final DoubleBuffer numbers;

    private Samples(DoubleBuffer numbers) {
        this.numbers = numbers;
    }

    /** The numbers of an array, which must not change any more. */
    public static Samples of(double[] numbers) {
        return new Samples(DoubleBuffer.wrap(numbers));
    }

    /** The signals of some arrays. */
    static Samples[] of(double[][] signals) {
        Samples[] all = new Samples[signals.length];
        for (int j = 0; j < all.length; j++) {
            all[j] = of(signals[j]);
        }
        return all;
    }

    /**
     * Signals of zeros, to be set by whoever makes them.
     *
     * @throws UncheckedIOException where they do not fit on the disk
     */
    public static Samples[] zeros(int signals, int length) {
        Samples[] all = new Samples[signals];
        if (length < LEAST) {
            for (int j = 0; j < signals; j++) {
                all[j] = of(new double[length]);
            }
            return all;
        }
        long bytes = (long) Double.BYTES * length;
        int together = (int) Math.max(1, LARGEST_MAP / bytes);
        for (int from = 0; from < signals; from += together) {
            int count = Math.min(together, signals - from);
            DoubleBuffer part = file(count * bytes);
            for (int j = 0; j < count; j++) {
                all[from + j] = new Samples(part.slice(j * length, length));
            }
        }
        return all;
    }

    /** Zeros of a file, written one by one: a disk that is full says so here, and not when memory is set. */
    private static DoubleBuffer file(long bytes) {
        try (FileChannel channel = temporary()) {
            ByteBuffer zeros = ByteBuffer.allocate(ZEROS);
            for (long at = 0; at < bytes; ) {
                zeros.clear().limit((int) Math.min(ZEROS, bytes - at));
                at += channel.write(zeros, at);
            }
            return mapped(channel, 0, bytes);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /** A file that nobody else sees, gone with its channel and what is mapped of it. */
    static FileChannel temporary() throws IOException {
        Path file = Files.createTempFile("catena", ".tmp");
        return FileChannel.open(
                file, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE);
    }

    static DoubleBuffer mapped(FileChannel channel, long from, long bytes) throws IOException {
        return channel.map(FileChannel.MapMode.READ_WRITE, from, bytes)
                .order(java.nio.ByteOrder.nativeOrder())
                .asDoubleBuffer();
    }

    static UncheckedIOException failed(IOException e) {
        return new UncheckedIOException(
                "signals that do not fit into memory cannot be written to %s: %s; JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=FOLDER names another place"
                        .formatted(System.getProperty("java.io.tmpdir"), e.getMessage()),
                e);
    }

    public int length() {
        return numbers.limit();
    }

    public double get(int sample) {
        return numbers.get(sample);
    }

    /** Only before anybody else has the signal. */
    public void set(int sample, double value) {
        numbers.put(sample, value);
    }

    /** The samples from one to another, the last not included. */
    public Samples part(int from, int to) {
        return new Samples(numbers.slice(from, to - from));
    }

    /** All of them, not to be changed. */
    public double[] toArray() {
        if (numbers.hasArray() && numbers.array().length == length()) {
            return numbers.array();
        }
        double[] all = new double[length()];
        numbers.get(0, all);
        return all;
    }
}
