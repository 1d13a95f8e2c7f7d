package dev.catena.parquet;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.zip.CRC32;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.page.DataPage;
import org.apache.parquet.column.page.DataPageV1;
import org.apache.parquet.column.page.DataPageV2;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.page.PageReader;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.DataPageHeaderV2;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.Util;
import org.jspecify.annotations.Nullable;

/** The pages of one column of a row group, read from the file when they are asked for. */
final class ColumnPages implements PageReader {
    private final FileChannel channel;
    private final CompressionCodec codec;
    private final long values;
    private final long end;
    private long at;
    private @Nullable DictionaryPage dictionary;
    private @Nullable DataPage first;

    ColumnPages(FileChannel channel, ColumnMetaData column) throws IOException {
        this.channel = channel;
        codec = column.getCodec();
        values = column.getNum_values();
        at = column.getData_page_offset();
        if (column.isSetDictionary_page_offset() && column.getDictionary_page_offset() > 0) {
            at = Math.min(at, column.getDictionary_page_offset());
        }
        end = at + column.getTotal_compressed_size();
        if (at < 0 || end < at || end > channel.size()) {
            throw new IOException("a column lies outside of the file");
        }
        // pages of data, of which the first may be a dictionary
        first = next();
    }

    @Override
    public @Nullable DictionaryPage readDictionaryPage() {
        return dictionary;
    }

    @Override
    public long getTotalValueCount() {
        return values;
    }

    @Override
    public @Nullable DataPage readPage() {
        if (first != null) {
            DataPage page = first;
            first = null;
            return page;
        }
        try {
            return next();
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }

    private @Nullable DataPage next() throws IOException {
        while (at < end) {
            PageHeader header = Util.readPageHeader(new Bytes());
            byte[] page = page(header);
            if (header.getType() == PageType.DICTIONARY_PAGE) {
                dictionary = new DictionaryPage(
                        BytesInput.from(PageCodec.decompressed(codec, page, 0, header.getUncompressed_page_size())),
                        header.getDictionary_page_header().getNum_values(),
                        encoding(header.getDictionary_page_header().getEncoding()));
            } else if (header.getType() == PageType.DATA_PAGE) {
                return first(header, page);
            } else if (header.getType() == PageType.DATA_PAGE_V2) {
                return second(header, page);
            }
        }
        return null;
    }

    private byte[] page(PageHeader header) throws IOException {
        int length = header.getCompressed_page_size();
        if (length < 0 || length > end - at) {
            throw new IOException("a page of %s bytes does not fit into its column".formatted(length));
        }
        byte[] page = new byte[length];
        read(ByteBuffer.wrap(page));
        if (header.isSetCrc()) {
            CRC32 sum = new CRC32();
            sum.update(page);
            if ((int) sum.getValue() != header.getCrc()) {
                throw new IOException("the checksum of a page is wrong");
            }
        }
        return page;
    }

    private void read(ByteBuffer into) throws IOException {
        while (into.hasRemaining()) {
            int read = channel.read(into, at);
            if (read < 0) {
                throw new IOException("the file ends within a page");
            }
            at += read;
        }
    }

    private DataPage first(PageHeader header, byte[] page) throws IOException {
        DataPageHeader data = header.getData_page_header();
        int length = header.getUncompressed_page_size();
        return new DataPageV1(
                BytesInput.from(PageCodec.decompressed(codec, page, 0, length)),
                data.getNum_values(),
                length,
                null,
                encoding(data.getRepetition_level_encoding()),
                encoding(data.getDefinition_level_encoding()),
                encoding(data.getEncoding()));
    }

    /** Levels of such pages are not compressed. */
    private DataPage second(PageHeader header, byte[] page) throws IOException {
        DataPageHeaderV2 data = header.getData_page_header_v2();
        int repetition = data.getRepetition_levels_byte_length();
        int definition = data.getDefinition_levels_byte_length();
        if (repetition < 0 || definition < 0 || (long) repetition + definition > page.length) {
            throw new IOException(
                    "levels of %s and %s bytes do not fit into their page".formatted(repetition, definition));
        }
        int levels = repetition + definition;
        int length = header.getUncompressed_page_size() - levels;
        boolean plain = (data.isSetIs_compressed() && !data.isIs_compressed()) || page.length == levels;
        byte[] bytes = PageCodec.decompressed(plain ? CompressionCodec.UNCOMPRESSED : codec, page, levels, length);
        return DataPageV2.uncompressed(
                data.getNum_rows(),
                data.getNum_nulls(),
                data.getNum_values(),
                BytesInput.from(page, 0, repetition),
                BytesInput.from(page, repetition, definition),
                encoding(data.getEncoding()),
                BytesInput.from(bytes),
                null);
    }

    private static Encoding encoding(org.apache.parquet.format.@Nullable Encoding encoding) throws IOException {
        if (encoding == null) {
            throw new IOException("an unknown encoding");
        }
        return Encoding.valueOf(encoding.name());
    }

    /** The bytes of the column from here on, for the header of a page. */
    private final class Bytes extends InputStream {
        private final byte[] one = new byte[1];

        @Override
        public int read() throws IOException {
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] into, int from, int length) throws IOException {
            int most = (int) Math.min(length, end - at);
            if (most <= 0) {
                return -1;
            }
            int read = channel.read(ByteBuffer.wrap(into, from, most), at);
            at += Math.max(0, read);
            return read;
        }
    }
}
