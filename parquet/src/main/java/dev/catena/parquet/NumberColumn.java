package dev.catena.parquet;

import java.io.IOException;
import java.nio.channels.FileChannel;
import org.apache.parquet.VersionParser;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.impl.ColumnReaderImpl;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.io.api.PrimitiveConverter;
import org.apache.parquet.schema.PrimitiveType;

/** The numbers of one column of a row group, whole ones and truths (0 and 1) included. */
final class NumberColumn {
    private static final VersionParser.ParsedVersion WRITER = new VersionParser.ParsedVersion("parquet", null, null);

    private final ColumnReaderImpl values;
    private final int present;
    private final PrimitiveType.PrimitiveTypeName type;

    private final boolean isSigned;

    NumberColumn(FileChannel channel, ColumnMetaData column, ColumnDescriptor descriptor, boolean isSigned)
            throws IOException {
        this.isSigned = isSigned;
        type = descriptor.getPrimitiveType().getPrimitiveTypeName();
        present = descriptor.getMaxDefinitionLevel();
        values =
                new ColumnReaderImpl(descriptor, new ColumnPages(channel, column), new PrimitiveConverter() {}, WRITER);
    }

    /** Reads on; what is missing is NaN. */
    void read(double[] into, int from, int count) {
        for (int k = from; k < from + count; k++) {
            into[k] = values.getCurrentDefinitionLevel() < present ? Double.NaN : value();
            values.consume();
        }
    }

    private double value() {
        return switch (type) {
            case DOUBLE -> values.getDouble();
            case FLOAT -> values.getFloat();
            case INT32 -> isSigned ? values.getInteger() : Integer.toUnsignedLong(values.getInteger());
            case INT64 -> isSigned ? values.getLong() : unsigned(values.getLong());
            case BOOLEAN -> values.getBoolean() ? 1 : 0;
            default -> throw new IllegalStateException("a column of " + type);
        };
    }

    /** To the nearest double: of what is too large for a long, half is taken, whose last bit says whether anything is behind it. */
    private static double unsigned(long bits) {
        return bits >= 0 ? bits : 2.0 * (bits >>> 1 | (bits & 1));
    }
}
