package dev.catena.formats.table;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Bytes of whole lines in UTF-8 as text. */
final class TextStream extends OutputStream {
    private final Appendable out;

    TextStream(Appendable out) {
        this.out = out;
    }

    @Override
    public void write(int b) {
        throw new UnsupportedOperationException("bytes come in lines");
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
        Appendable unused = out.append(new String(bytes, from, count, StandardCharsets.UTF_8));
    }
}
