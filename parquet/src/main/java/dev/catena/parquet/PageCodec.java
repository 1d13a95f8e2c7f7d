package dev.catena.parquet;

import io.airlift.compress.Decompressor;
import io.airlift.compress.lz4.Lz4Decompressor;
import io.airlift.compress.snappy.SnappyDecompressor;
import io.airlift.compress.zstd.ZstdDecompressor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.zip.GZIPInputStream;
import org.apache.parquet.format.CompressionCodec;

/** Undoes the compression of pages. */
final class PageCodec {
    /** No page may be longer than this. */
    static final int LONGEST_PAGE = 256 << 20;

    private PageCodec() {}

    /**
     * The bytes that were compressed.
     *
     * @throws IOException where they cannot be had
     */
    static byte[] decompressed(CompressionCodec codec, byte[] page, int from, int length) throws IOException {
        if (length < 0 || length > LONGEST_PAGE) {
            throw new IOException("a page of %s bytes".formatted(length));
        }
        return switch (codec) {
            case UNCOMPRESSED -> copied(page, from, length);
            case GZIP -> unzipped(page, from, length);
            case SNAPPY -> by(new SnappyDecompressor(), page, from, length);
            case ZSTD -> by(new ZstdDecompressor(), page, from, length);
            case LZ4_RAW -> by(new Lz4Decompressor(), page, from, length);
            default -> throw new IOException("%s compression, which is not supported".formatted(codec));
        };
    }

    private static byte[] copied(byte[] page, int from, int length) throws IOException {
        if (page.length - from != length) {
            throw shorter();
        }
        return from == 0 ? page : java.util.Arrays.copyOfRange(page, from, page.length);
    }

    private static byte[] unzipped(byte[] page, int from, int length) throws IOException {
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(page, from, page.length - from))) {
            byte[] bytes = in.readNBytes(length);
            if (bytes.length != length) {
                throw shorter();
            }
            return bytes;
        }
    }

    private static byte[] by(Decompressor decompressor, byte[] page, int from, int length) throws IOException {
        byte[] bytes = new byte[length];
        if (decompressor.decompress(page, from, page.length - from, bytes, 0, length) != length) {
            throw shorter();
        }
        return bytes;
    }

    private static IOException shorter() {
        return new IOException("a page has another length than its header says");
    }
}
