package dev.catena.parquet;

import dev.catena.formats.file.FileFailure;
import dev.catena.formats.reading.FormatException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Util;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.Type;
import org.jspecify.annotations.Nullable;

/** One Parquet file, of which the footer was read: names and types of its columns, and where its row groups are. */
final class ParquetPart implements AutoCloseable {
    /** The end of a file whose footer is encrypted. */
    private static final byte[] ENCRYPTED = {'P', 'A', 'R', 'E'};

    private static final int END = 8;
    private static final int LONGEST_FOOTER = 256 << 20;

    /** Whole numbers that mean whole numbers, and whether they have a sign; others are dates, times and decimals. */
    private static final Map<String, Boolean> WHOLE = Map.of(
            "INT_8", true, "INT_16", true, "INT_32", true, "INT_64", true, "UINT_8", false, "UINT_16", false, "UINT_32",
            false, "UINT_64", false);

    private static final String NO_PLAIN_NUMBERS = "has dates, times or decimals";

    /** A column at the top of the schema; where it cannot be read as numbers, why. */
    record Column(String name, int place, @Nullable ColumnDescriptor descriptor, boolean isSigned, String reason) {
        static Column unreadable(String name, int place, String reason) {
            return new Column(name, place, null, true, reason);
        }
    }

    private final Path path;
    private final FileChannel channel;
    private final FileMetaData footer;
    private final List<Column> columns;

    ParquetPart(Path path) {
        this.path = path;
        try {
            channel = FileChannel.open(path);
        } catch (IOException e) {
            throw FileFailure.reading(path, e);
        }
        try {
            footer = footer();
            columns = columns(footer.getSchema());
        } catch (IOException | RuntimeException e) {
            close();
            throw e instanceof FormatException wrong ? wrong : broken(e);
        }
    }

    FormatException broken(Exception e) {
        return new FormatException(
                path.toString(),
                "the file is no Parquet file, or a broken one (%s)"
                        .formatted(e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage()));
    }

    private FileMetaData footer() throws IOException {
        long size = channel.size();
        ByteBuffer end = bytes(size - END, END);
        int length = end.order(ByteOrder.LITTLE_ENDIAN).getInt();
        byte[] magic = new byte[ParquetSink.MAGIC.length];
        end.get(magic);
        if (Arrays.equals(magic, ENCRYPTED)) {
            throw new FormatException(path.toString(), "the file is encrypted; write it without");
        }
        if (!Arrays.equals(magic, ParquetSink.MAGIC)) {
            throw new IOException("it does not end in PAR1");
        }
        if (length < 0 || length > Math.min(LONGEST_FOOTER, size - END - magic.length)) {
            throw new IOException("a footer of %s bytes".formatted(length));
        }
        return Util.readFileMetaData(
                new ByteArrayInputStream(bytes(size - END - length, length).array()));
    }

    private ByteBuffer bytes(long from, int length) throws IOException {
        if (from < 0) {
            throw new IOException("it is too short");
        }
        ByteBuffer bytes = ByteBuffer.allocate(length);
        while (bytes.hasRemaining()) {
            if (channel.read(bytes, from + bytes.position()) < 0) {
                throw new IOException("it became shorter");
            }
        }
        return bytes.flip();
    }

    private static List<Column> columns(List<SchemaElement> schema) throws IOException {
        if (schema.isEmpty()) {
            throw new IOException("no schema");
        }
        List<Column> columns = new ArrayList<>();
        int at = 1;
        int place = 0;
        for (int k = 0; k < schema.get(0).getNum_children(); k++) {
            SchemaElement element = schema.get(at);
            int next = after(schema, at);
            int leaves = 0;
            for (int e = at; e < next; e++) {
                leaves += schema.get(e).isSetType() ? 1 : 0;
            }
            columns.add(column(element, place));
            place += leaves;
            at = next;
        }
        return columns;
    }

    /** Where the element after this one and its children is. */
    private static int after(List<SchemaElement> schema, int at) throws IOException {
        long open = 1;
        int k = at;
        while (open > 0) {
            if (k >= schema.size()) {
                throw new IOException("a schema that does not end");
            }
            open += schema.get(k).isSetNum_children()
                    ? Math.max(0, schema.get(k).getNum_children())
                    : 0;
            open--;
            k++;
        }
        return k;
    }

    private static Column column(SchemaElement element, int place) {
        String name = element.getName();
        if (!element.isSetType() || element.getRepetition_type() == FieldRepetitionType.REPEATED) {
            return Column.unreadable(name, place, "is nested");
        }
        PrimitiveType.PrimitiveTypeName type = switch (element.getType()) {
            case DOUBLE -> PrimitiveType.PrimitiveTypeName.DOUBLE;
            case FLOAT -> PrimitiveType.PrimitiveTypeName.FLOAT;
            case INT32 -> PrimitiveType.PrimitiveTypeName.INT32;
            case INT64 -> PrimitiveType.PrimitiveTypeName.INT64;
            case BOOLEAN -> PrimitiveType.PrimitiveTypeName.BOOLEAN;
            default -> null;
        };
        if (type == null) {
            boolean isDecimal = element.getConverted_type() == ConvertedType.DECIMAL
                    || (element.isSetLogicalType() && element.getLogicalType().isSetDECIMAL());
            boolean isTime = element.getType() == org.apache.parquet.format.Type.INT96;
            return Column.unreadable(name, place, isDecimal || isTime ? NO_PLAIN_NUMBERS : "has texts or bytes");
        }
        boolean isPlain = element.isSetConverted_type()
                ? WHOLE.containsKey(element.getConverted_type().name())
                : !element.isSetLogicalType() || element.getLogicalType().isSetINTEGER();
        if (!isPlain) {
            return Column.unreadable(name, place, NO_PLAIN_NUMBERS);
        }
        boolean required = element.getRepetition_type() == FieldRepetitionType.REQUIRED;
        PrimitiveType primitive =
                new PrimitiveType(required ? Type.Repetition.REQUIRED : Type.Repetition.OPTIONAL, type, name);
        ColumnDescriptor descriptor = new ColumnDescriptor(new String[] {name}, primitive, 0, required ? 0 : 1);
        return new Column(name, place, descriptor, isSigned(element), "");
    }

    private static boolean isSigned(SchemaElement element) {
        if (element.isSetConverted_type()) {
            return WHOLE.getOrDefault(element.getConverted_type().name(), true);
        }
        return !element.isSetLogicalType()
                || element.getLogicalType().getINTEGER().isIsSigned();
    }

    List<Column> columns() {
        return columns;
    }

    Path path() {
        return path;
    }

    int groups() {
        return footer.getRow_groupsSize();
    }

    long rows(int group) throws IOException {
        long rows = footer.getRow_groups().get(group).getNum_rows();
        if (rows < 0) {
            throw new IOException("a group of %s rows".formatted(rows));
        }
        return rows;
    }

    NumberColumn open(int group, Column column) throws IOException {
        RowGroup rows = footer.getRow_groups().get(group);
        if (column.descriptor() == null || column.place() >= rows.getColumnsSize()) {
            throw new IOException("a row group without column \"%s\"".formatted(column.name()));
        }
        ColumnMetaData described = rows.getColumns().get(column.place()).getMeta_data();
        if (described == null) {
            throw new IOException("column \"%s\" is in another file, or encrypted".formatted(column.name()));
        }
        if (described.getNum_values() != rows.getNum_rows()) {
            throw new IOException("column \"%s\" has %s values in a group of %s rows"
                    .formatted(column.name(), described.getNum_values(), rows.getNum_rows()));
        }
        return new NumberColumn(
                "%s, column \"%s\"".formatted(path, column.name()),
                channel,
                described,
                column.descriptor(),
                column.isSigned());
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw FileFailure.reading(path, e);
        }
    }
}
