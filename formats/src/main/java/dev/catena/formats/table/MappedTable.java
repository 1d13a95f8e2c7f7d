package dev.catena.formats.table;

import dev.catena.formats.file.OutputFile;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A table made from the rows of another, in constant memory and on several threads: the caller's thread reads blocks of the
 * file and writes what became of them in their order, the others parse, map and print block by block. What comes out does
 * not depend on the number of threads.
 *
 * <p>Blocks of comma-separated values are handed out as text. From the first one on that has more in it than plain numbers,
 * quotes or a mistake, the rest is read by the caller's thread, which knows what to say about it.
 */
public final class MappedTable implements AutoCloseable {
    /** So many of the blocks that were begun one thread works on alone. */
    private static final int FIRST_BLOCKS = 5;

    private final TableReader reader;
    private final boolean[] wanted;
    private boolean isText;
    private final Deque<TableBlock> free = new ArrayDeque<>();
    private final Deque<Order> underWay = new ArrayDeque<>();
    private @Nullable ThreadPoolExecutor workers;

    /** A block and what is being done to it. */
    private record Order(TableBlock block, Future<?> work) {}

    /**
     * Opens the table that is read.
     *
     * @param wanted which columns are needed, by name; the others may hold anything
     * @throws dev.catena.formats.reading.FormatException where the file is no such table
     */
    public MappedTable(Path file, Predicate<String> wanted) {
        reader = NumberTables.open(file);
        List<String> columns = reader.columns();
        this.wanted = new boolean[columns.size()];
        for (int c = 0; c < columns.size(); c++) {
            this.wanted[c] = wanted.test(columns.get(c));
        }
        isText = reader instanceof CsvTableReader;
    }

    /** The columns of the table that is read. */
    public List<String> columns() {
        return reader.columns();
    }

    /**
     * Has the first rows of text read and parsed by a thread of its own, for a caller who has to prepare the mapping meanwhile
     * and wants the other cores for that.
     *
     * @param threads how many there are to be later
     */
    public void begin(int threads) {
        ExecutorService pool = start(threads, 1);
        while (isText && !free.isEmpty() && free.element().fillWithText((CsvTableReader) reader)) {
            TableBlock block = free.remove();
            underWay.add(new Order(block, pool.submit(block::parseAhead)));
        }
    }

    private ThreadPoolExecutor start(int threads, int atFirst) {
        for (int k = 0; k < 2 * threads + 1; k++) {
            free.add(new TableBlock(wanted, isText));
        }
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                atFirst, threads, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), MappedTable::daemon);
        workers = pool;
        return pool;
    }

    /**
     * Writes the other table into a file, once.
     *
     * @param threads how many threads parse, map and print, unless they have begun
     * @param mapping asked for one by each of them
     * @return how many rows there were
     * @throws RowMappingException where rows cannot be mapped; nothing is written then
     */
    public long write(Path file, List<TableColumn> header, int threads, Supplier<? extends RowMapping> mapping) {
        if (!NumberTables.isOfFormat(file)) {
            return write(file, RowText.csv(header), header.size(), threads, mapping);
        }
        try (TableSink sink = NumberTables.create(file, header)) {
            long rows = run(header.size(), null, threads, mapping, (block, before) -> block.write(sink));
            sink.finish();
            return rows;
        }
    }

    /**
     * Writes the other table into a file as text, once; all or nothing.
     *
     * @param columns how many numbers a row has
     */
    public long write(Path file, RowText text, int columns, int threads, Supplier<? extends RowMapping> mapping) {
        try (OutputFile output = OutputFile.open(file)) {
            long rows = print(output.stream(), text, columns, threads, mapping);
            output.finish();
            return rows;
        }
    }

    /**
     * Prints the other table, once; what is printed comes in whole rows.
     *
     * @param columns how many numbers a row has
     */
    public long print(Appendable out, RowText text, int columns, int threads, Supplier<? extends RowMapping> mapping) {
        return print(new TextStream(out), text, columns, threads, mapping);
    }

    private long print(
            OutputStream out, RowText text, int columns, int threads, Supplier<? extends RowMapping> mapping) {
        try {
            out.write(text.before());
            long rows = run(
                    columns,
                    text,
                    threads,
                    mapping,
                    (block, before) -> block.write(out, before == 0 ? text.betweenRows() : 0));
            out.write(text.after());
            return rows;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write: " + e.getMessage(), e);
        }
    }

    /** Takes blocks in their order. */
    private interface Taker {
        void take(TableBlock block, long rowsBefore) throws IOException;
    }

    private long run(
            int columns, @Nullable RowText text, int threads, Supplier<? extends RowMapping> mapping, Taker taker) {
        ThreadPoolExecutor pool = workers == null ? start(threads, threads) : workers;
        ThreadLocal<TableBlock.Tools> tools =
                ThreadLocal.withInitial(() -> new TableBlock.Tools(mapping.get(), wanted, columns, text));
        try {
            List<Order> begun = List.copyOf(underWay);
            underWay.clear();
            for (Order order : begun) {
                submit(finished(order), pool, tools);
            }
            long rows = 0;
            int ofOneThread = Math.min(begun.size(), FIRST_BLOCKS);
            while (true) {
                // until then compilers need the other cores more, since code that is not compiled takes its time
                if (ofOneThread-- == 0) {
                    pool.setCorePoolSize(pool.getMaximumPoolSize());
                }
                while (!free.isEmpty() && fill(free.element(), underWay.isEmpty())) {
                    submit(free.remove(), pool, tools);
                }
                if (underWay.isEmpty()) {
                    return rows;
                }
                TableBlock block = finished(underWay.element());
                if (block.isPlain()) {
                    block.check(rows);
                    taker.take(block, rows);
                    rows += block.rows();
                    if (reader instanceof CsvTableReader csv) {
                        csv.passed(block.linesOfText());
                    }
                    free.add(block);
                    underWay.remove();
                } else {
                    takeBack();
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write: " + e.getMessage(), e);
        }
    }

    private void submit(TableBlock block, ExecutorService pool, ThreadLocal<TableBlock.Tools> tools) {
        underWay.add(new Order(block, pool.submit(() -> block.work(tools.get()))));
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "catena-table");
        thread.setDaemon(true);
        return thread;
    }

    /** Whether there was something; the caller's thread reads on where no text is handed out, but nothing is under way then. */
    private boolean fill(TableBlock block, boolean idle) {
        if (isText && reader instanceof CsvTableReader csv) {
            if (block.fillWithText(csv)) {
                return true;
            }
            if (!idle) {
                return false;
            }
            isText = false;
        }
        return block.fillWithNumbers(reader);
    }

    /** All that was handed out goes back, and is no longer handed out as text. */
    private void takeBack() {
        for (Order order : underWay) {
            TableBlock unused = finished(order);
        }
        for (Iterator<Order> last = underWay.descendingIterator(); last.hasNext(); ) {
            TableBlock block = last.next().block();
            block.putBack((CsvTableReader) reader);
            free.add(block);
        }
        underWay.clear();
        isText = false;
    }

    private static TableBlock finished(Order order) {
        try {
            Object unused = order.work().get();
            return order.block();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a table was written", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new IllegalStateException("a block of a table was not worked on: " + e.getCause(), e);
        }
    }

    @Override
    public void close() {
        if (workers != null) {
            List<Runnable> unused = workers.shutdownNow();
        }
        reader.close();
    }
}
