package dev.catena.parquet;

import dev.catena.formats.file.FileFailure;
import dev.catena.formats.reading.FormatException;
import dev.catena.formats.table.TableReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The files of a table, row group after row group; holds a page of each column that is read. */
final class ParquetReader implements TableReader {
    private final Path table;
    private final boolean withGaps;
    private final List<Path> files;
    private final List<String> names;
    private ParquetPart part;
    private int nextFile = 1;
    private int nextGroup;

    /** By column: where it is read, or null where nobody asked for it. */
    private @Nullable NumberColumn @Nullable [] group;

    private long left;
    private long row;

    ParquetReader(Path table, boolean withGaps) {
        this.table = table;
        this.withGaps = withGaps;
        files = files(table);
        part = new ParquetPart(files.get(0));
        names = part.columns().stream().map(ParquetPart.Column::name).toList();
        if (names.isEmpty()) {
            close();
            throw new FormatException(table.toString(), "the table has no columns");
        }
    }

    private static List<Path> files(Path table) {
        if (!Files.isDirectory(table)) {
            return List.of(table);
        }
        try (Stream<Path> all = Files.list(table)) {
            List<Path> files = all.filter(ParquetReader::isPart).sorted().toList();
            if (files.isEmpty()) {
                throw new FormatException(table.toString(), "there is no .parquet file in this folder");
            }
            return files;
        } catch (IOException e) {
            throw FileFailure.reading(table, e);
        }
    }

    /** Hidden files and those that begin with a low line are about the table. */
    private static boolean isPart(Path file) {
        String name = String.valueOf(file.getFileName());
        return name.endsWith(".parquet") && !name.startsWith("_") && !name.startsWith(".");
    }

    @Override
    public List<String> columns() {
        return names;
    }

    @Override
    public int read(double[] @Nullable [] rows, int most) {
        int done = 0;
        try {
            while (done < most) {
                if (left == 0 && !nextGroup(rows)) {
                    return done;
                }
                int count = (int) Math.min(most - done, left);
                for (int c = 0; c < rows.length; c++) {
                    double[] into = rows[c];
                    NumberColumn column = group == null ? null : group[c];
                    if (into != null && column != null) {
                        column.read(into, done, count);
                        check(into, done, count, c);
                    }
                }
                done += count;
                left -= count;
                row += count;
            }
            return done;
        } catch (FormatException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            throw part.broken(e);
        }
    }

    private boolean nextGroup(double[] @Nullable [] rows) throws IOException {
        while (nextGroup == part.groups() || part.rows(nextGroup) == 0) {
            if (nextGroup < part.groups()) {
                nextGroup++;
            } else if (nextFile < files.size()) {
                part.close();
                part = new ParquetPart(files.get(nextFile++));
                nextGroup = 0;
                checkNames();
            } else {
                return false;
            }
        }
        @Nullable NumberColumn[] columns = new NumberColumn[names.size()];
        for (int c = 0; c < columns.length; c++) {
            ParquetPart.Column column = part.columns().get(c);
            if (rows[c] != null) {
                if (column.descriptor() == null) {
                    throw new FormatException(
                            part.path().toString(),
                            "column \"%s\" %s, but numbers are expected".formatted(column.name(), column.reason()));
                }
                columns[c] = part.open(nextGroup, column);
            }
        }
        group = columns;
        left = part.rows(nextGroup++);
        return true;
    }

    private void checkNames() {
        List<String> others =
                part.columns().stream().map(ParquetPart.Column::name).toList();
        if (!others.equals(names)) {
            throw new FormatException(
                    part.path().toString(),
                    "the file has other columns than %s in the same folder"
                            .formatted(files.get(0).getFileName()));
        }
    }

    private void check(double[] values, int from, int count, int column) {
        for (int k = from; k < from + count && !withGaps; k++) {
            if (!(Math.abs(values[k]) <= Double.MAX_VALUE)) {
                throw new FormatException(
                        "%s, row %s, column \"%s\"".formatted(table, row + k - from + 1, names.get(column)),
                        Double.isNaN(values[k]) ? "there is no number" : "the number is infinite");
            }
        }
    }

    @Override
    public void close() {
        part.close();
    }
}
