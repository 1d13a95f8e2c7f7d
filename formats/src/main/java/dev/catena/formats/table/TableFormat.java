package dev.catena.formats.table;

import java.nio.file.Path;
import java.util.List;

/** A format of tables that another module brings, found as a service; CSV needs none. */
public interface TableFormat {
    /** How its files end, without the dot: {@code parquet}. */
    String ending();

    TableReader open(Path file);

    TableSink create(Path file, List<TableColumn> columns);
}
