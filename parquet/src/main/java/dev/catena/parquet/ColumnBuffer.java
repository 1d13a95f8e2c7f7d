package dev.catena.parquet;

import dev.catena.formats.table.TableColumn;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.Statistics;
import org.apache.parquet.format.Type;
import org.apache.parquet.format.Util;

/** The values of one column of a row group, in the bytes of its page. */
final class ColumnBuffer {
    private final TableColumn column;
    private ByteBuffer bytes = ByteBuffer.allocate(1 << 12).order(ByteOrder.LITTLE_ENDIAN);
    private int values;
    private double least;
    private double most;
    private long leastWhole;
    private long mostWhole;

    ColumnBuffer(TableColumn column) {
        this.column = column;
        clear();
    }

    private void clear() {
        bytes.clear();
        values = 0;
        least = Double.POSITIVE_INFINITY;
        most = Double.NEGATIVE_INFINITY;
        leastWhole = Long.MAX_VALUE;
        mostWhole = Long.MIN_VALUE;
    }

    int size() {
        return bytes.position();
    }

    private void reserve(int more) {
        if (bytes.remaining() < more) {
            byte[] longer = Arrays.copyOf(bytes.array(), Math.max(2 * bytes.capacity(), bytes.position() + more));
            int used = bytes.position();
            bytes = ByteBuffer.wrap(longer).order(ByteOrder.LITTLE_ENDIAN);
            bytes.position(used);
        }
        values++;
    }

    void number(double value) {
        check(TableColumn.Kind.NUMBER);
        reserve(Double.BYTES);
        bytes.putDouble(value);
        least = Math.min(least, value);
        most = Math.max(most, value);
    }

    void whole(long value) {
        check(TableColumn.Kind.WHOLE);
        reserve(Long.BYTES);
        bytes.putLong(value);
        leastWhole = Math.min(leastWhole, value);
        mostWhole = Math.max(mostWhole, value);
    }

    void text(String value) {
        check(TableColumn.Kind.TEXT);
        byte[] text = value.getBytes(StandardCharsets.UTF_8);
        reserve(Integer.BYTES + text.length);
        bytes.putInt(text.length).put(text);
    }

    private void check(TableColumn.Kind kind) {
        if (column.kind() != kind) {
            throw new IllegalArgumentException("column \"%s\" takes a %s, but a %s was given"
                    .formatted(column.name(), words(column.kind()), words(kind)));
        }
    }

    private static String words(TableColumn.Kind kind) {
        return switch (kind) {
            case NUMBER -> "number";
            case WHOLE -> "whole number";
            case TEXT -> "text";
        };
    }

    static Type type(TableColumn.Kind kind) {
        return switch (kind) {
            case NUMBER -> Type.DOUBLE;
            case WHOLE -> Type.INT64;
            case TEXT -> Type.BYTE_ARRAY;
        };
    }

    /** Writes the column as one page and forgets it. */
    ColumnChunk write(OutputStream out, long at) throws IOException {
        CRC32 sum = new CRC32();
        sum.update(bytes.array(), 0, size());
        PageHeader page = new PageHeader(PageType.DATA_PAGE, size(), size())
                .setCrc((int) sum.getValue())
                .setData_page_header(new DataPageHeader(values, Encoding.PLAIN, Encoding.RLE, Encoding.RLE));
        ByteArrayOutputStream header = new ByteArrayOutputStream();
        Util.writePageHeader(page, header);
        header.writeTo(out);
        out.write(bytes.array(), 0, size());
        long length = header.size() + (long) size();
        ColumnMetaData described = new ColumnMetaData(
                        type(column.kind()),
                        List.of(Encoding.PLAIN, Encoding.RLE),
                        List.of(column.name()),
                        CompressionCodec.UNCOMPRESSED,
                        values,
                        length,
                        length,
                        at)
                .setStatistics(statistics());
        clear();
        return new ColumnChunk(0).setMeta_data(described);
    }

    /** Least and most; not where they are none, since NaN is among them. Zeros have the signs that include both. */
    private Statistics statistics() {
        Statistics statistics = new Statistics().setNull_count(0);
        ByteBuffer lower = ByteBuffer.allocate(Double.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        ByteBuffer upper = ByteBuffer.allocate(Double.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        switch (column.kind()) {
            case NUMBER -> {
                if (Double.isNaN(least + most)) {
                    return statistics;
                }
                lower.putDouble(least == 0 ? -0.0 : least);
                upper.putDouble(most == 0 ? 0.0 : most);
            }
            case WHOLE -> {
                lower.putLong(leastWhole);
                upper.putLong(mostWhole);
            }
            case TEXT -> {
                return statistics;
            }
        }
        return statistics.setMin_value(lower.array()).setMax_value(upper.array());
    }
}
