package dev.catena.formats.file;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A regular file that is written under another name and takes its place when it is complete, with permissions and owner
 * of the file that was there. Where that cannot be, because its folder may not be written to, its owner is another one,
 * or it has more than one name, the old file's contents are replaced instead, and only when the disk has room for them.
 */
final class FileReplacement {
    private static final String MODE = "unix:mode";

    /** The bits of a mode that are permissions; the others say what kind of file it is. */
    private static final int PERMISSIONS = 0_7777;

    private static final FileAttribute<?> PRIVATE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private static final List<String> OWNERS = List.of("unix:uid", "unix:gid");

    /** What is to be deleted if the program ends now. */
    private static final Set<Path> DRAFTS = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            Interruption.waitForAll();
            DRAFTS.forEach(FileReplacement::deleteQuietly);
        }));
    }

    private final Path target;
    private final boolean exists;
    private final Path draft;

    /** Whether the draft becomes the file, rather than its bytes the file's. */
    private boolean moves;

    /** @throws IOException where the file could not be written either, or no draft can be made */
    FileReplacement(Path target) throws IOException {
        this.target = target;
        exists = Files.exists(target);
        Path folder = folder();
        if (exists) {
            // finds out why it cannot be written, if so
            Files.newByteChannel(target, StandardOpenOption.WRITE).close();
        } else if (!Files.exists(folder)) {
            throw new NoSuchFileException(target.toString());
        }
        moves = !exists || (Files.isWritable(folder) && !hasOtherNames());
        draft = makeDraft(folder);
        DRAFTS.add(draft);
        moves = moves && takesAttributes();
    }

    private Path folder() {
        Path folder = target.getParent();
        if (folder == null) {
            throw new IllegalArgumentException("\"%s\" is no place for a file".formatted(target));
        }
        return folder;
    }

    /** A draft of what may be secret is not readable by others, not even for a while. */
    private Path makeDraft(Path folder) throws IOException {
        if (!moves) {
            return Files.createTempFile("catena-", ".tmp");
        }
        // nobody has to be kept from guessing the name, for a file that is there already is not taken
        String name = Long.toHexString(ThreadLocalRandom.current().nextLong());
        Path path = folder.resolve(".catena-%s.tmp".formatted(name));
        try {
            return exists && isUnix(target) ? Files.createFile(path, PRIVATE) : Files.createFile(path);
        } catch (AccessDeniedException e) {
            throw new AccessDeniedException(folder.toString());
        }
    }

    private static boolean isUnix(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("unix");
    }

    private boolean hasOtherNames() throws IOException {
        return isUnix(target) && Files.getAttribute(target, "unix:nlink") instanceof Integer count && count > 1;
    }

    /** Gives the draft the owner and the permissions of the file; false where that is not allowed. */
    private boolean takesAttributes() throws IOException {
        if (!moves || !exists || !isUnix(target)) {
            return moves;
        }
        try {
            for (String owner : OWNERS) {
                Object wanted = Files.getAttribute(target, owner);
                if (!wanted.equals(Files.getAttribute(draft, owner))) {
                    Files.setAttribute(draft, owner, wanted);
                }
            }
            Files.setAttribute(draft, MODE, (Integer) Files.getAttribute(target, MODE) & PERMISSIONS);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    OutputStream open() throws IOException {
        OutputStream stream = Files.newOutputStream(draft, StandardOpenOption.WRITE);
        return moves && exists ? new DiskAhead(stream, draft) : stream;
    }

    /** Puts the draft, which is complete, in the place of the file. */
    void finish() throws IOException {
        if (moves) {
            try {
                move();
                DRAFTS.remove(draft);
                return;
            } catch (IOException e) {
                // a mounted file cannot be replaced
                if (!Files.isRegularFile(target, LinkOption.NOFOLLOW_LINKS)) {
                    throw e;
                }
            }
        }
        overwrite();
        discard();
    }

    private void move() throws IOException {
        try {
            Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(draft, target, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /** Writes what is beyond the old end first: a full disk shows before anything old is overwritten. */
    private void overwrite() throws IOException {
        try (FileChannel from = FileChannel.open(draft, StandardOpenOption.READ);
                FileChannel to = FileChannel.open(target, StandardOpenOption.WRITE)) {
            long before = to.size();
            try {
                copy(from, to, before, from.size());
                to.force(true);
            } catch (IOException e) {
                FileChannel unused = to.truncate(before);
                throw e;
            }
            copy(from, to, 0, Math.min(before, from.size()));
            FileChannel unused = to.truncate(from.size());
        }
    }

    private static void copy(FileChannel from, FileChannel to, long start, long end) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(1 << 16);
        for (long at = start; at < end; ) {
            buffer.clear().limit((int) Math.min(buffer.capacity(), end - at));
            int count = from.read(buffer, at);
            buffer.flip();
            while (buffer.hasRemaining()) {
                at += to.write(buffer, at);
            }
            if (count < 0) {
                throw new IOException("the draft of the file became shorter");
            }
        }
    }

    /** Forgets the draft; the file stays as it was. */
    void discard() throws IOException {
        boolean unused = Files.deleteIfExists(draft);
        DRAFTS.remove(draft);
    }

    private static void deleteQuietly(Path path) {
        try {
            boolean unused = Files.deleteIfExists(path);
        } catch (IOException e) {
            // the program ends, and nobody is left to be told
        }
    }
}
