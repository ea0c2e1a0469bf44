// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.host;

import io.nearcall.ipc.os.Errno;
import io.nearcall.ipc.os.FileStatus;
import io.nearcall.ipc.os.OsException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Lock files by the JDK's own locks. */
final class PlainLocks {

    /* The system gives up such a lock as soon as the process closes any opening of the file, whoever locked it. So a process
     * opens each file once at a time: who comes second is told so, and what the file says, without a look at it. Hence the map:
     * whether a file is open here, and what was last written to it. */

    private static final Path OWN_DESCRIPTORS = Path.of("/proc/self/fd");
    private static final String DELETED = " (deleted)";
    private static final int TEXT_LENGTH_MAX = 4095;

    private final Map<Path, String> opened = new ConcurrentHashMap<>();

    LockFile open(Path path) {
        return open(path, StandardOpenOption.CREATE);
    }

    /** @param create {@link StandardOpenOption#CREATE}, or something that is asked for anyway */
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

    private static FileChannel openChannel(Path path, OpenOption create) {
        Set<OpenOption> options = new HashSet<>(
                List.of(create, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS));
        try {
            return FileChannel.open(
                    path, options, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        } catch (IOException e) {
            if (Files.isSymbolicLink(path)) {
                throw new OsException("open", Errno.ELOOP, path.toString());
            }
            throw PlainErrors.of("open", e, path.toString());
        }
    }

    /** What the file says; empty if that cannot be told. */
    String read(Path path) {
        String text = opened.get(path);
        if (text != null) {
            return text;
        }
        try (LockFile file = open(path, StandardOpenOption.READ)) {
            return file.read();
        } catch (OsException e) {
            return ""; // there is none
        }
    }

    /** Somebody else in this process has it. */
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
            return PlainLocks.status(path, path, LinkOption.NOFOLLOW_LINKS);
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
        public void close() {
            // It is not open.
        }
    }

    private final class Opened implements LockFile {

        private final Path path;
        private final FileChannel channel;
        private final String name; // as the system knows it

        private Opened(Path path, FileChannel channel) {
            this.path = path;
            this.channel = channel;
            this.name = realName(path);
        }

        @Override
        public boolean tryLock() {
            try {
                return channel.tryLock() != null;
            } catch (OverlappingFileLockException e) { // by another copy of this class
                return false;
            } catch (IOException e) {
                throw PlainErrors.of("fcntl", e, path.toString());
            }
        }

        /** Of what was opened, which may not bear the name any more. */
        @Override
        public FileStatus status() {
            try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(OWN_DESCRIPTORS)) {
                for (Path descriptor : descriptors) {
                    String target = target(descriptor);
                    if (target.equals(name) || target.equals(name + DELETED)) {
                        return PlainLocks.status(descriptor, path);
                    }
                }
                return PlainLocks.status(path, path, LinkOption.NOFOLLOW_LINKS); // a system that does not tell
            } catch (IOException e) {
                throw PlainErrors.of("fstat", e, path.toString());
            }
        }

        @Override
        public String read() {
            try {
                ByteBuffer text = ByteBuffer.allocate(TEXT_LENGTH_MAX);
                channel.read(text, 0);
                return StandardCharsets.UTF_8.decode(text.flip()).toString();
            } catch (IOException e) {
                throw PlainErrors.of("pread", e, path.toString());
            }
        }

        @Override
        public void write(String text) {
            try {
                channel.truncate(0);
                channel.write(StandardCharsets.UTF_8.encode(text), 0);
                opened.put(path, text);
            } catch (IOException e) {
                throw PlainErrors.of("pwrite", e, path.toString());
            }
        }

        @Override
        public void close() {
            try {
                channel.close();
            } catch (IOException e) {
                // nothing is left to be done about it
            } finally {
                opened.remove(path);
            }
        }
    }

    private static String realName(Path path) {
        try {
            return path.getParent().toRealPath().resolve(path.getFileName()).toString();
        } catch (IOException e) {
            return path.toString();
        }
    }

    private static String target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException e) {
            return ""; // closed meanwhile
        }
    }

    private static FileStatus status(Path file, Path path, LinkOption... options) {
        FileStatus status = PlainFiles.status(file, options);
        if (status == null) {
            throw new OsException("fstat", Errno.ENOENT, path.toString());
        }
        return status;
    }
}
