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
 * A named pipe: a stream of bytes through the kernel, that processes find by a path. What several write in pieces of up to
 * 4 096 bytes does not mix. The object that has created the pipe removes its path when it is closed, and nobody if the JVM is
 * killed. Safe for use by any number of threads.
 */
public final class NamedPipe implements AutoCloseable {

    private final Path path;
    private final FileStatus created; // null if by somebody else
    private final AtomicBoolean closed = new AtomicBoolean();

    private NamedPipe(Path path, FileStatus created) {
        this.path = path;
        this.created = created;
    }

    /**
     * Makes a pipe for this user.
     *
     * @throws OsException EEXIST if there is something of that name, EACCES, ENOENT
     */
    public static NamedPipe create(Path path) {
        Fifo.make(path.toString());
        return new NamedPipe(path, FileSystem.lstat(path.toString()));
    }

    /**
     * Finds a pipe that is there.
     *
     * @throws OsException ENOENT if there is nothing of that name; ELOOP if it is a symbolic link, which is not followed;
     *     EINVAL if it is something else than a pipe
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
            throw new OsException("open", Errno.EINVAL, path + " is no named pipe");
        }
    }

    public Path path() {
        return path;
    }

    /** Opens the end for reading. Does not wait for somebody who writes: the first read does. */
    public ByteSource openSource() {
        return new ByteSource(new PipeEnd(path, opened(Fifo.open(path.toString(), false)), true));
    }

    /** Opens the end for writing as soon as somebody has opened the other end. */
    public ByteSink openSink() throws InterruptedException {
        return openSink(Patience.forever());
    }

    /** As above, if somebody does so in that time; else null. */
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

    /** What is open may be something else than what was found before. */
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

    /** Removes the path if this object has created it and it is the same pipe still; whoever has an end open keeps it. Idempotent. */
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
