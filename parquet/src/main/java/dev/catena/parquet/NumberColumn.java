package dev.catena.parquet;

import dev.catena.formats.reading.FormatException;
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

    /** All whole numbers up to here are doubles. */
    private static final long EXACT = 1L << 53;

    private final ColumnReaderImpl values;
    private final int present;
    private final PrimitiveType.PrimitiveTypeName type;

    private final boolean isSigned;
    private final String place;

    /** @param place what to call the column in messages */
    NumberColumn(
            String place, FileChannel channel, ColumnMetaData column, ColumnDescriptor descriptor, boolean isSigned)
            throws IOException {
        this.place = place;
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
            case INT64 -> whole(values.getLong());
            case BOOLEAN -> values.getBoolean() ? 1 : 0;
            default -> throw new IllegalStateException("a column of " + type);
        };
    }

    /** A whole number as a double, if that holds it: beyond 2⁵³ not all do, and what was given would be another number. */
    private double whole(long bits) {
        boolean large = bits < 0 && !isSigned;
        // what is too large for a long is even, or no double
        double number = large ? 2.0 * (bits >>> 1) : bits;
        boolean exact = large ? (bits & 0x7FF) == 0 : isDouble(bits);
        if (!exact) {
            throw new FormatException(
                    place,
                    "the number %s is too large to be a double: write the column as doubles, or from another zero"
                            .formatted(isSigned ? Long.toString(bits) : Long.toUnsignedString(bits)));
        }
        return number;
    }

    private static boolean isDouble(long bits) {
        // the largest longs become 2⁶³, which comes back as another one
        return (bits >= -EXACT && bits <= EXACT) || ((double) bits < 0x1p63 && (long) (double) bits == bits);
    }
}
