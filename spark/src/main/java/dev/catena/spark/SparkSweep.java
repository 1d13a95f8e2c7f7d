package dev.catena.spark;

import dev.catena.formats.table.TableColumn;
import dev.catena.sweep.Sweep;
import dev.catena.sweep.SweepTable;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.storage.StorageLevel;

/**
 * One sweep on a cluster. Tasks take chunks as threads of one machine do, and what is found in them is merged on the
 * driver in order of the states: the same association of sums, and so the same bits.
 */
final class SparkSweep {
    private static final System.Logger LOG = System.getLogger(SparkSweep.class.getName());

    /** Several, so that one slow task does not keep the others waiting. */
    private static final int TASKS_BY_CORE = 4;

    /** Bytes of all chunks up to which the driver fetches them at once, which takes one job. */
    private static final double MOST_COLLECTED = 64 << 20;

    /** Shorter sweeps are not worth an estimate. */
    private static final long LONG_STATES = 1_000_000_000;

    private static final StructType FOUND = new StructType()
            .add("chunk", DataTypes.LongType, false)
            .add("found", DataTypes.BinaryType, false)
            .add("lanes", DataTypes.IntegerType, false);

    private final SparkSession session;
    private final SweepText text;

    SparkSweep(SparkSession session, SweepText text) {
        this.session = session;
        this.text = text;
    }

    Dataset<Row> run() {
        Sweep sweep = text.sweep();
        long chunks = sweep.chunks();
        int cores = session.sparkContext().defaultParallelism();
        int tasks = (int) Math.max(1, Math.min(chunks, (long) TASKS_BY_CORE * cores));
        if (sweep.states() >= LONG_STATES) {
            warnOfHours(sweep, cores);
        }
        Dataset<Row> found = session.range(0, chunks, 1, tasks).mapPartitions(new Chunks(text), Encoders.row(FOUND));
        if (chunks * sweep.chunkBytes() <= MOST_COLLECTED) {
            return merged(sweep, new InOrder(found.collectAsList().iterator()));
        }
        Dataset<Row> held = found.persist(StorageLevel.MEMORY_AND_DISK());
        try {
            // computed by all, then fetched one task's after the other
            long rows = held.count();
            if (rows != chunks) {
                throw new IllegalStateException("%s of %s chunks were computed".formatted(rows, chunks));
            }
            return merged(sweep, new InOrder(held.toLocalIterator()));
        } finally {
            Dataset<Row> unused = held.unpersist();
        }
    }

    /** Finding out how fast it is takes a while by itself. */
    private static void warnOfHours(Sweep sweep, int cores) {
        double hours = sweep.states() / sweep.statesPerSecond() / cores / 3600;
        if (hours > 1) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "%s states would take about %s hours on %s cores"
                            .formatted(sweep.states(), Math.round(hours), cores));
        }
    }

    private Dataset<Row> merged(Sweep sweep, InOrder inOrder) {
        SweepTable table = sweep.merged(inOrder);
        if (inOrder.next != sweep.chunks()) {
            throw new IllegalStateException("%s of %s chunks were computed".formatted(inOrder.next, sweep.chunks()));
        }
        warnOfLanes(inOrder, sweep.lanes(), text.exact());
        return dataset(table);
    }

    private static void warnOfLanes(InOrder found, int here, boolean exact) {
        if (found.least != found.most || found.most != here) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "executors computed %s to %s states at once, the driver %s: results agree to 1e-12 and not to the last bit; give --add-modules=jdk.incubator.vector to all, or ask for exact results"
                            .formatted(found.least, found.most, here));
        } else if (here == 1 && !exact) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "states are computed one by one, several times slower: give --add-modules=jdk.incubator.vector to"
                            + " driver and executors");
        }
    }

    private Dataset<Row> dataset(SweepTable table) {
        StructType schema = new StructType();
        for (TableColumn column : table.columns()) {
            schema = schema.add(new StructField(column.name(), type(column.kind()), false, Metadata.empty()));
        }
        List<Row> rows = new ArrayList<>();
        for (int r = 0; r < table.rows(); r++) {
            Object[] row = new Object[table.columns().size()];
            for (int c = 0; c < row.length; c++) {
                row[c] = switch (table.columns().get(c).kind()) {
                    case NUMBER -> table.number(r, c);
                    case WHOLE -> (Object) (long) table.number(r, c);
                    case TEXT -> table.text(r, c);
                };
            }
            rows.add(RowFactory.create(row));
        }
        return session.createDataFrame(rows, schema);
    }

    private static DataType type(TableColumn.Kind kind) {
        return switch (kind) {
            case NUMBER -> DataTypes.DoubleType;
            case WHOLE -> DataTypes.LongType;
            case TEXT -> DataTypes.StringType;
        };
    }

    /** Computes the chunks of a task. */
    private record Chunks(SweepText text) implements MapPartitionsFunction<Long, Row>, Serializable {
        @Override
        public Iterator<Row> call(Iterator<Long> chunks) {
            Sweep sweep = text.sweep();
            Sweep.ChunkWorker worker = sweep.worker();
            int lanes = sweep.lanes();
            return new Iterator<>() {
                @Override
                public boolean hasNext() {
                    return chunks.hasNext();
                }

                @Override
                public Row next() {
                    long chunk = chunks.next();
                    return RowFactory.create(chunk, worker.compute(chunk), lanes);
                }
            };
        }
    }

    /** What was found, in order of the chunks. */
    private static final class InOrder implements Iterator<byte[]> {
        private final Iterator<Row> rows;
        private long next;
        private int least = Integer.MAX_VALUE;
        private int most;

        InOrder(Iterator<Row> rows) {
            this.rows = rows;
        }

        @Override
        public boolean hasNext() {
            return rows.hasNext();
        }

        @Override
        public byte[] next() {
            Row row = rows.next();
            if (row.getLong(0) != next) {
                throw new IllegalStateException("chunk %s came in place of %s".formatted(row.getLong(0), next));
            }
            next++;
            least = Math.min(least, row.getInt(2));
            most = Math.max(most, row.getInt(2));
            return (byte[]) row.get(1);
        }
    }
}
