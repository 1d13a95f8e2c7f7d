package dev.catena.app;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A standard stream that remembers why it failed, which a {@link java.io.PrintWriter} does not tell. */
final class StandardStream extends FilterOutputStream {
    private @Nullable String failure;

    StandardStream(FileDescriptor stream) {
        super(new FileOutputStream(stream));
    }

    /** The system's words for what went wrong first. */
    Optional<String> failure() {
        return Optional.ofNullable(failure);
    }

    @Override
    public void write(int letter) throws IOException {
        attempt(() -> out.write(letter));
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
        attempt(() -> out.write(bytes, from, count));
    }

    private interface Attempt {
        void run() throws IOException;
    }

    private void attempt(Attempt attempt) throws IOException {
        try {
            attempt.run();
        } catch (IOException e) {
            if (failure == null) {
                failure = String.valueOf(e.getMessage());
            }
            throw e;
        }
    }
}
