package dev.catena.parquet;

import dev.catena.formats.file.OutputFile;
import dev.catena.formats.table.TableColumn;
import dev.catena.formats.table.TableSink;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnOrder;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.StringType;
import org.apache.parquet.format.TypeDefinedOrder;
import org.apache.parquet.format.Util;

/**
 * A Parquet file: row groups, each with a plain page for every column, then what is where. Numbers are not compressed, since
 * motions have few digits in common. Holds one row group, of {@value #MOST_ROWS} rows or {@value #MOST_BYTES} bytes at most.
 */
final class ParquetSink implements TableSink {
    static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);
    static final int MOST_ROWS = 1 << 17;
    private static final int MOST_BYTES = 32 << 20;

    private final OutputFile file;
    private final OutputStream out;
    private final List<TableColumn> columns;
    private final List<ColumnBuffer> buffers = new ArrayList<>();
    private final List<RowGroup> groups = new ArrayList<>();
    private long at;
    private int cell;
    private int rows;
    private long allRows;

    ParquetSink(Path path, List<TableColumn> columns) {
        this.columns = List.copyOf(columns);
        Set<String> names = new HashSet<>();
        for (TableColumn column : columns) {
            if (!names.add(column.name())) {
                throw new IllegalArgumentException("column \"%s\" is given twice".formatted(column.name()));
            }
            buffers.add(new ColumnBuffer(column));
        }
        if (columns.isEmpty()) {
            throw new IllegalArgumentException("a table needs a column");
        }
        file = OutputFile.open(path);
        out = file.stream();
        write(MAGIC);
    }

    private void write(byte[] bytes) {
        try {
            out.write(bytes);
            at += bytes.length;
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private static UncheckedIOException failed(IOException e) {
        return new UncheckedIOException("cannot write: " + e.getMessage(), e);
    }

    private ColumnBuffer next() {
        if (cell >= buffers.size()) {
            throw new IllegalArgumentException(
                    "a row has more cells than the %s columns of the table".formatted(buffers.size()));
        }
        return buffers.get(cell++);
    }

    @Override
    public void number(double value) {
        next().number(value);
    }

    @Override
    public void whole(long value) {
        next().whole(value);
    }

    @Override
    public void text(String value) {
        next().text(value);
    }

    @Override
    public void end() {
        if (cell != buffers.size()) {
            throw new IllegalArgumentException(
                    "a row has %s cells, but the table has %s columns".formatted(cell, buffers.size()));
        }
        cell = 0;
        rows++;
        long size = 0;
        for (int k = 0; k < buffers.size(); k++) {
            size += buffers.get(k).size();
        }
        if (rows == MOST_ROWS || size >= MOST_BYTES) {
            writeGroup();
        }
    }

    private void writeGroup() {
        if (rows == 0) {
            return;
        }
        List<ColumnChunk> chunks = new ArrayList<>();
        long begin = at;
        try {
            for (ColumnBuffer buffer : buffers) {
                ColumnChunk chunk = buffer.write(out, at);
                at += chunk.getMeta_data().getTotal_compressed_size();
                chunks.add(chunk);
            }
        } catch (IOException e) {
            throw failed(e);
        }
        groups.add(new RowGroup(chunks, at - begin, rows)
                .setFile_offset(begin)
                .setTotal_compressed_size(at - begin)
                .setOrdinal((short) Math.min(groups.size(), Short.MAX_VALUE)));
        allRows += rows;
        rows = 0;
    }

    private List<SchemaElement> schema() {
        List<SchemaElement> schema = new ArrayList<>();
        schema.add(new SchemaElement("catena").setNum_children(columns.size()));
        for (TableColumn column : columns) {
            SchemaElement element = new SchemaElement(column.name())
                    .setType(ColumnBuffer.type(column.kind()))
                    .setRepetition_type(FieldRepetitionType.REQUIRED);
            if (column.kind() == TableColumn.Kind.TEXT) {
                element.setConverted_type(ConvertedType.UTF8).setLogicalType(LogicalType.STRING(new StringType()));
            }
            schema.add(element);
        }
        return schema;
    }

    @Override
    public double room() {
        return file.room();
    }

    @Override
    public void finish() {
        writeGroup();
        FileMetaData all = new FileMetaData(1, schema(), allRows, groups)
                .setCreated_by("catena")
                .setColumn_orders(Collections.nCopies(columns.size(), ColumnOrder.TYPE_ORDER(new TypeDefinedOrder())));
        ByteArrayOutputStream footer = new ByteArrayOutputStream();
        try {
            Util.writeFileMetaData(all, footer);
        } catch (IOException e) {
            throw failed(e);
        }
        write(footer.toByteArray());
        write(ByteBuffer.allocate(Integer.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(footer.size())
                .array());
        write(MAGIC);
        file.finish();
    }

    @Override
    public void close() {
        file.close();
    }
}
