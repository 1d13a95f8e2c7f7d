package dev.catena.formats.table;

import java.nio.file.Path;
import java.util.List;

/** A format of tables that another module brings, found as a service; CSV needs none. */
public interface TableFormat {
    /** How its files end, without the dot: {@code parquet}. */
    String ending();

    /**
     * Begins to read.
     *
     * @param withGaps whether numbers that are missing or NaN are read as NaN; otherwise they are mistakes
     */
    TableReader open(Path file, boolean withGaps);

    TableSink create(Path file, List<TableColumn> columns);
}
