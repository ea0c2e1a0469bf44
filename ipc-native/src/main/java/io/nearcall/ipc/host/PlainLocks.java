// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.host;

import io.nearcall.ipc.os.Descriptors;
import io.nearcall.ipc.os.Errno;
import io.nearcall.ipc.os.FileStatus;
import io.nearcall.ipc.os.OsException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;

/** Lock files that use the locks of the JDK. */
final class PlainLocks {

    /* The system gives up such a lock as soon as the process closes any opening of the file, whoever locked it. So a
     * process opens each file once at a time. A second caller is told so, and gets the file's text without an access to
     * the file. Hence the map, which says which files are open here and what was last written to them. Its keys are the
     * names to which all links to the files' directories lead.
     *
     * An interrupt of the thread that reads or writes closes a FileChannel, which gives up the lock. It does not close
     * an AsynchronousFileChannel, which reads and writes at once if its tasks run in place. */

    private static final Path OWN_DESCRIPTORS = Path.of("/proc/self/fd");
    private static final String DELETED = " (deleted)";
    private static final Set<PosixFilePermission> FOR_OWNER = PosixFilePermissions.fromString("rw-------");
    private static final int TEXT_LENGTH_MAX = 4095;

    private final Map<Path, String> opened = new ConcurrentHashMap<>();
    private final ExecutorService inPlace = new InPlace();

    LockFile open(Path path) {
        return open(realPath(path), StandardOpenOption.CREATE);
    }

    /** @param create {@link StandardOpenOption#CREATE}, or an option that is set in any case */
    private LockFile open(Path path, OpenOption create) {
        if (opened.putIfAbsent(path, "") != null) {
            return new OpenedAlready(path);
        }
        boolean done = false;
        try {
            LockFile file = new Opened(path, openChannel(path, create));
            done = true;
            return file;
        } finally {
            if (!done) {
                opened.remove(path);
            }
        }
    }

    private AsynchronousFileChannel openChannel(Path path, OpenOption create) {
        Set<OpenOption> options = new HashSet<>(
                List.of(create, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS));
        try {
            AsynchronousFileChannel channel = AsynchronousFileChannel.open(
                    path, options, inPlace, PosixFilePermissions.asFileAttribute(FOR_OWNER));
            giveBackWhatTheUmaskTook(path);
            return channel;
        } catch (IOException e) {
            if (Files.isSymbolicLink(path)) {
                throw new OsException("open", Errno.ELOOP, path.toString());
            }
            throw PlainErrors.of("open", e, path.toString());
        }
    }

    /**
     * For an empty file, which may have been made just now. By its name, as another opening would give up its locks.
     */
    private static void giveBackWhatTheUmaskTook(Path path) throws IOException {
        FileStatus status = PlainFiles.status(path, LinkOption.NOFOLLOW_LINKS);
        if (status != null && status.isRegularFile() && status.size() == 0 && (status.mode() & 0600) != 0600) {
            Files.setPosixFilePermissions(path, FOR_OWNER);
        }
    }

    /** Returns the text of the file; empty if it cannot be told. */
    String read(Path path) {
        Path real = realPath(path);
        String text = opened.get(real);
        if (text != null) {
            return text;
        }
        try (LockFile file = open(real, StandardOpenOption.READ)) {
            return file.read();
        } catch (OsException e) {
            return ""; // there is none
        }
    }

    /** A file that somebody else in this process has open. */
    private final class OpenedAlready implements LockFile {

        private final Path path;

        private OpenedAlready(Path path) {
            this.path = path;
        }

        @Override
        public boolean tryLock() {
            return false;
        }

        @Override
        public FileStatus status() {
            return PlainFiles.status(path, LinkOption.NOFOLLOW_LINKS);
        }

        @Override
        public String read() {
            return opened.getOrDefault(path, "");
        }

        @Override
        public void write(String text) {
            throw new IllegalStateException(path + " is not locked");
        }

        @Override
        public void touch() {
            throw new IllegalStateException(path + " is not locked");
        }

        @Override
        public void close() {
            // It is not open.
        }
    }

    private final class Opened implements LockFile {

        private final Path path;
        private final AsynchronousFileChannel channel;

        private Opened(Path path, AsynchronousFileChannel channel) {
            this.path = path;
            this.channel = channel;
        }

        @Override
        public boolean tryLock() {
            try {
                return channel.tryLock() != null;
            } catch (OverlappingFileLockException e) { // locked by another copy of this class
                return false;
            } catch (IOException e) {
                throw PlainErrors.of("fcntl", e, path.toString());
            }
        }

        /** The status of the file that was opened, which may not have the name any more. */
        @Override
        public FileStatus status() {
            String name = path.toString();
            try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(OWN_DESCRIPTORS)) {
                for (Path descriptor : descriptors) {
                    String target = target(descriptor);
                    if (target.equals(name) || target.equals(name + DELETED)) {
                        return PlainFiles.status(descriptor);
                    }
                }
                return PlainFiles.status(path, LinkOption.NOFOLLOW_LINKS); // the system does not tell
            } catch (IOException e) {
                throw PlainErrors.of("fstat", e, path.toString());
            }
        }

        @Override
        public String read() {
            try {
                ByteBuffer text = ByteBuffer.allocate(TEXT_LENGTH_MAX);
                done(channel.read(text, 0));
                return StandardCharsets.UTF_8.decode(text.flip()).toString();
            } catch (IOException e) {
                throw PlainErrors.of("pread", e, path.toString());
            }
        }

        @Override
        public void write(String text) {
            try {
                channel.truncate(0);
                done(channel.write(StandardCharsets.UTF_8.encode(text), 0));
                opened.put(path, text);
            } catch (IOException e) {
                throw PlainErrors.of("pwrite", e, path.toString());
            }
        }

        /** Writes instead of using the name: to open the file once more and close that would give up the lock. */
        @Override
        public void touch() {
            try {
                done(channel.write(StandardCharsets.UTF_8.encode(read()), 0));
                read(); // the system records an access after the last change
            } catch (IOException e) {
                throw PlainErrors.of("pwrite", e, path.toString());
            }
        }

        @Override
        public void close() {
            Descriptors.close(channel);
            opened.remove(path);
        }
    }

    /** Ends a task of a file whose tasks run in place. */
    private static void done(Future<Integer> task) throws IOException {
        try {
            task.get();
        } catch (ExecutionException e) {
            throw new IOException(e.getCause().getMessage(), e.getCause());
        } catch (InterruptedException e) {
            throw new AssertionError(e); // only a thread that waits can be interrupted
        }
    }

    /** Returns the path as the system knows it. */
    private static Path realPath(Path path) {
        try {
            return path.toAbsolutePath().getParent().toRealPath().resolve(path.getFileName());
        } catch (IOException e) {
            return path;
        }
    }

    private static String target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException e) {
            return ""; // closed meanwhile
        }
    }
}
