// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic;

import io.nearcall.ipc.os.Descriptors;
import io.nearcall.ipc.os.Errno;
import io.nearcall.ipc.os.Fifo;
import io.nearcall.ipc.os.FileStatus;
import io.nearcall.ipc.os.FileSystem;
import io.nearcall.ipc.os.OsException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A named pipe: a stream of bytes through the kernel that processes find by a path. Pieces of up to 4 096 bytes that
 * several writers write do not mix. The object that has created the pipe removes its path when it is closed. If the JVM
 * is killed, nobody removes it. Safe for use by any number of threads.
 */
public final class NamedPipe implements AutoCloseable {

    private final Path path;
    private final FileStatus created; // null if somebody else has created the pipe
    private final AtomicBoolean closed = new AtomicBoolean();

    private NamedPipe(Path path, FileStatus created) {
        this.path = path;
        this.created = created;
    }

    /**
     * Creates a pipe for this user.
     *
     * @throws OsException EEXIST if there is something of that name, EACCES, ENOENT
     */
    public static NamedPipe create(Path path) {
        Fifo.make(path.toString());
        return new NamedPipe(path, FileSystem.lstat(path.toString()));
    }

    /**
     * Finds an existing pipe.
     *
     * @throws OsException ENOENT if there is nothing of that name; ELOOP if it is a symbolic link, which is not
     *     followed; EINVAL if it is something other than a pipe
     */
    public static NamedPipe open(Path path) {
        FileStatus status = FileSystem.lstat(path.toString());
        if (status == null) {
            throw new OsException("lstat", Errno.ENOENT, path.toString());
        }
        check(status, path);
        return new NamedPipe(path, null);
    }

    private static void check(FileStatus status, Path path) {
        if (status.isSymbolicLink()) {
            throw new OsException("open", Errno.ELOOP, path.toString());
        }
        if (!status.isFifo()) {
            throw new OsException("open", Errno.EINVAL, path + " is not a named pipe");
        }
    }

    public Path path() {
        return path;
    }

    /** Opens the end for reading. It does not wait for a writer: the first read does. */
    public ByteSource openSource() {
        return new ByteSource(new PipeEnd(path, opened(Fifo.open(path.toString(), false)), true));
    }

    /** Opens the end for writing as soon as somebody has opened the other end. */
    public ByteSink openSink() throws InterruptedException {
        return openSink(Patience.forever());
    }

    /** Opens the end for writing as above. Returns null if nobody opens the other end within that time. */
    public ByteSink openSink(Duration limit) throws InterruptedException {
        return openSink(Patience.of(limit));
    }

    private ByteSink openSink(Patience patience) throws InterruptedException {
        while (true) {
            try {
                return new ByteSink(new PipeEnd(path, opened(Fifo.open(path.toString(), true)), false));
            } catch (OsException e) {
                if (e.errno() != Errno.ENXIO) {
                    throw e;
                }
            }
            if (!patience.pause()) {
                return null;
            }
        }
    }

    /** Checks an open descriptor: the file may be another one than was found before. */
    private int opened(int fd) {
        boolean pipe = false;
        try {
            check(FileSystem.fstat(fd), path);
            pipe = true;
            return fd;
        } finally {
            if (!pipe) {
                Descriptors.close(fd);
            }
        }
    }

    private boolean isStillThere() {
        FileStatus found = FileSystem.lstat(path.toString());
        return found != null && found.isSameFile(created);
    }

    /**
     * Removes the path if this object has created it and it still is the same pipe. Whoever has an end open keeps it.
     * Idempotent.
     */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true) && created != null && isStillThere()) {
            FileSystem.unlink(path.toString());
        }
    }

    @Override
    public String toString() {
        return "NamedPipe[" + path + "]";
    }
}
