package dev.catena.formats.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OutputFileTest {
    @TempDir
    private Path folder;

    @AfterEach
    void leavesNoDrafts() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            assertThat(files.filter(file -> file.toString().endsWith(".tmp"))).isEmpty();
        }
    }

    @Test
    void appearsWhenItIsFinished() throws IOException {
        Path file = Files.writeString(folder.resolve("a.csv"), "old");
        try (OutputFile output = OutputFile.open(file)) {
            output.append("q, \uD83E").append('\uDDBE').append("xyz", 1, 2).append(new byte[] {'!'});
            assertThat(file).hasContent("old");
            output.finish();
            assertThat(file).hasContent("q, 🦾y!");
            assertThatThrownBy(() -> output.append("more")).isInstanceOf(IllegalStateException.class);
        }
        assertThat(file).hasContent("q, 🦾y!");
    }

    /** Parts of it go to the disk before it takes the place of the other. */
    @Test
    void largeFilesTakeThePlaceOfOthers() throws IOException {
        Path file = Files.writeString(folder.resolve("large.csv"), "old");
        byte[] piece = new byte[DiskAhead.PORTION / 4 + 1];
        for (int k = 0; k < piece.length; k++) {
            piece[k] = (byte) (k * 31 + (k >> 9));
        }
        try (OutputFile output = OutputFile.open(file)) {
            for (int k = 0; k < 9; k++) {
                output.append(new byte[] {(byte) k});
                output.stream().write(piece, k, piece.length - 9);
            }
            assertThat(file).hasContent("old");
            output.finish();
        }
        byte[] written = Files.readAllBytes(file);
        assertThat(written).hasSize(9 * (piece.length - 8));
        for (int k = 0; k < 9; k++) {
            int at = k * (piece.length - 8);
            assertThat(written[at]).isEqualTo((byte) k);
            assertThat(Arrays.equals(written, at + 1, at + piece.length - 8, piece, k, k + piece.length - 9))
                    .isTrue();
        }
    }

    @Test
    void isAsItWasWithoutFinish() throws IOException {
        Path old = Files.writeString(folder.resolve("old.csv"), "old");
        for (Path file : List.of(old, folder.resolve("new.csv"))) {
            try (OutputFile output = OutputFile.open(file)) {
                output.append("half");
            }
        }
        assertThat(old).hasContent("old");
        assertThat(folder.resolve("new.csv")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"rw-------", "rw-r-----", "rwxrwxrwx", "r--r--r--"})
    void permissionsStay(String permissions) throws IOException {
        Path file = Files.writeString(folder.resolve("a"), "old");
        Path unused = Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
        if (Files.isWritable(file)) {
            OutputFile.write(file, "new");
            assertThat(file).hasContent("new");
        } else {
            assertThatThrownBy(() -> OutputFile.write(file, "new")).hasMessageEndingWith(": permission denied");
        }
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo(permissions);
    }

    @Test
    void newFilesHaveTheUsualPermissions() throws IOException {
        Path usual = Files.writeString(folder.resolve("usual"), "");
        OutputFile.write(folder.resolve("new"), "");
        assertThat(Files.getPosixFilePermissions(folder.resolve("new")))
                .isEqualTo(Files.getPosixFilePermissions(usual));
    }

    @Test
    void linksAreFollowedAndStay() throws IOException {
        Path inner = Files.createDirectory(folder.resolve("inner"));
        Path target = Files.writeString(inner.resolve("target"), "old");
        Path near = Files.createSymbolicLink(inner.resolve("near"), Path.of("target"));
        Path far = Files.createSymbolicLink(folder.resolve("far"), Path.of("inner", "near"));
        Path throughFolder = Files.createSymbolicLink(folder.resolve("folder"), Path.of("inner"))
                .resolve("near");
        for (Path link : List.of(near, far, throughFolder)) {
            OutputFile.write(link, link.toString());
            assertThat(target).hasContent(link.toString());
            assertThat(link).isSymbolicLink();
        }
        Path dangling = Files.createSymbolicLink(folder.resolve("dangling"), Path.of("inner", "made"));
        OutputFile.write(dangling, "made");
        assertThat(dangling).isSymbolicLink();
        assertThat(inner.resolve("made")).isRegularFile().hasContent("made");
    }

    @Test
    void otherNamesOfTheFileSeeTheSame() throws IOException {
        Path file = Files.writeString(folder.resolve("one"), "a long line of old text");
        Path other = Files.createLink(folder.resolve("other"), file);
        OutputFile.write(file, "short");
        assertThat(other).hasContent("short");
        OutputFile.write(file, "x".repeat(300_000));
        assertThat(other).hasContent("x".repeat(300_000));
    }

    @Test
    void aDeviceIsWrittenTo() {
        Path device = Path.of("/dev/null");
        OutputFile.write(device, "text");
        assertThat(Files.isRegularFile(device, LinkOption.NOFOLLOW_LINKS)).isFalse();
    }

    @Test
    void aPipeGetsWhatIsWritten() throws Exception {
        Path pipe = folder.resolve("pipe.csv");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        CompletableFuture<String> read = CompletableFuture.supplyAsync(() -> readAll(pipe));
        OutputFile.write(pipe, "through the pipe");
        assertThat(read.get(60, TimeUnit.SECONDS)).isEqualTo("through the pipe");
        assertThat(Files.isRegularFile(pipe)).isFalse();
    }

    private static String readAll(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aFullDiskIsNamed() {
        assertThatThrownBy(() -> OutputFile.write(Path.of("/dev/full"), "text"))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessage("cannot write /dev/full: the disk is full");
        assertThat(Files.isRegularFile(Path.of("/dev/full"))).isFalse();
    }

    @Test
    void saysWhyItCannotBeWritten() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "");
        Path circle = Files.createSymbolicLink(folder.resolve("circle"), Path.of("circle"));
        assertReason(folder.resolve("no/such/folder"), "there is no folder " + folder.resolve("no"));
        assertReason(folder, "it is a folder");
        assertReason(circle, "its links lead around in a circle");
        assertReason(file.resolve("below"), "a part of its path is no folder");
        assertReason(folder.resolve("x".repeat(300)), "the name is too long");
        assertThatThrownBy(() -> OutputFile.makeFolder(file))
                .hasMessage("cannot make the folder %s: %s is no folder".formatted(file, file));
    }

    @Test
    void aFolderThatMayNotBeWrittenTo() throws IOException {
        Path closed = Files.createDirectory(folder.resolve("closed"));
        Path old = Files.writeString(closed.resolve("old"), "old");
        Path unused = Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("r-xr-xr-x"));
        OutputFile.write(old, "new text");
        assertThat(old).hasContent("new text");
        if (!Files.isWritable(closed)) {
            assertReason(closed.resolve("new"), "permission denied in the folder " + closed);
        }
        unused = Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static void assertReason(Path file, String reason) {
        assertThatThrownBy(() -> OutputFile.write(file, "text"))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessage("cannot write %s: %s".formatted(file, reason));
    }
}
