package dev.catena.parquet;

import dev.catena.formats.table.TableColumn;
import dev.catena.formats.table.TableFormat;
import dev.catena.formats.table.TableReader;
import dev.catena.formats.table.TableSink;
import java.nio.file.Path;
import java.util.List;

/**
 * Parquet: flat columns of numbers and texts. A folder whose name ends in {@code .parquet} is read as the files in it, as
 * Spark writes them.
 */
public final class ParquetFormat implements TableFormat {
    /** For the service loader. */
    public ParquetFormat() {}

    @Override
    public String ending() {
        return "parquet";
    }

    @Override
    public TableReader open(Path file, boolean withGaps) {
        return new ParquetReader(file, withGaps);
    }

    @Override
    public TableSink create(Path file, List<TableColumn> columns) {
        return new ParquetSink(file, columns);
    }
}
