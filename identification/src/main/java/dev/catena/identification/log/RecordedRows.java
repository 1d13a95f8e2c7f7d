package dev.catena.identification.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows of numbers as they come, as many as there may be: the first in memory, all in a temporary file where there are more. */
final class RecordedRows {
    /** So many rows are written and mapped together. */
    private static final int TOGETHER = 4096;

    private final int width;
    private final ByteBuffer bytes;
    private final DoubleBuffer open;
    private final List<DoubleBuffer> parts = new ArrayList<>();
    private @Nullable FileChannel file;
    private long written;
    private int count;

    RecordedRows(int width) {
        this.width = width;
        bytes = ByteBuffer.allocate(Double.BYTES * width * TOGETHER).order(ByteOrder.nativeOrder());
        open = bytes.asDoubleBuffer();
    }

    void add(double first, double[] others) {
        if (count > 0 && count % TOGETHER == 0) {
            spill();
        }
        open.put(first).put(others);
        count++;
    }

    /** Writes the rows that are in memory, and maps them. */
    private void spill() {
        try {
            FileChannel channel = file == null ? Samples.temporary() : file;
            file = channel;
            bytes.clear();
            long from = written;
            while (bytes.hasRemaining()) {
                written += channel.write(bytes, written);
            }
            parts.add(Samples.mapped(channel, from, written - from));
            open.clear();
        } catch (IOException e) {
            throw Samples.failed(e);
        }
    }

    int count() {
        return count;
    }

    double get(int row, int column) {
        return part(row).get(row % TOGETHER * width + column);
    }

    void set(int row, int column, double number) {
        part(row).put(row % TOGETHER * width + column, number);
    }

    private DoubleBuffer part(int row) {
        int part = row / TOGETHER;
        return part < parts.size() ? parts.get(part) : open;
    }
}
