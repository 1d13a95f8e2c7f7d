package dev.catena.formats.file;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A stream into a file, of which what was written goes to the disk meanwhile, portion by portion. File systems have all of a file
 * written before it takes the place of another, and whoever replaces a large one would wait for that in the end. One thread.
 */
final class DiskAhead extends FilterOutputStream {
    static final int PORTION = 16 << 20;

    private final Path file;
    private final AtomicBoolean underWay = new AtomicBoolean();
    private int waiting;

    DiskAhead(OutputStream out, Path file) {
        super(out);
        this.file = file;
    }

    @Override
    public void write(int b) throws IOException {
        out.write(b);
        count(1);
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
        out.write(bytes, from, count);
        count(count);
    }

    private void count(int more) {
        waiting = (int) Math.min((long) waiting + more, PORTION);
        if (waiting == PORTION && underWay.compareAndSet(false, true)) {
            waiting = 0;
            Thread thread = new Thread(this::force, "catena-disk");
            thread.setDaemon(true);
            thread.start();
        }
    }

    private void force() {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.force(false);
        } catch (IOException e) {
            // nothing but time was to be won, and the file may be in its place already
        } finally {
            underWay.set(false);
        }
    }
}
