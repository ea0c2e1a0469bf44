// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.discovery;

import io.nearcall.Outcome;
import io.nearcall.PathOccupiedException;
import io.nearcall.TransportException;
import io.nearcall.ipc.host.Host;
import io.nearcall.ipc.os.Errno;
import io.nearcall.ipc.os.FileStatus;
import io.nearcall.ipc.os.OsException;
import java.util.concurrent.atomic.AtomicBoolean;

/** A service's name, held, and its socket, listening. Both are given up by {@link #close()} or by the process's death. */
public final class ServiceSocket implements AutoCloseable {

    private static final Host HOST = Host.current();
    private static final int FOR_OWNER = 0600;
    private static final int FOR_ALL = 0666;

    private final ServiceName name;
    private final String path;
    private final NameLock lock;
    private final int fd;
    private final FileStatus identity;
    private final AtomicBoolean open = new AtomicBoolean(true);

    private ServiceSocket(ServiceName name, String path, NameLock lock, int fd, FileStatus identity) {
        this.name = name;
        this.path = path;
        this.lock = lock;
        this.fd = fd;
        this.identity = identity;
    }

    /**
     * Takes the name and listens under it. A socket that a dead process has left there is replaced.
     *
     * @param backlog how many connections may wait to be accepted
     * @throws io.nearcall.ServiceNameInUseException if another endpoint holds the name
     * @throws PathOccupiedException if something else than a socket is in its place; it is left untouched
     */
    public static ServiceSocket open(RuntimeDirectory directory, ServiceName name, int backlog) {
        String path = directory.socketPath(name);
        NameLock lock = NameLock.acquire(directory, name);
        int fd = -1;
        boolean listening = false;
        try {
            FileStatus left = HOST.lstat(path);
            if (left != null) {
                requireSocket(name, path, left);
                HOST.unlink(path);
            }
            fd = HOST.listen(path, directory.isPassable() ? FOR_ALL : FOR_OWNER, backlog);
            ServiceSocket socket = new ServiceSocket(name, path, lock, fd, HOST.lstat(path));
            listening = true;
            return socket;
        } catch (OsException e) {
            throw new TransportException(Outcome.NOT_SENT, "listening at " + path, "", e);
        } finally {
            if (!listening) {
                if (fd >= 0) {
                    HOST.close(fd);
                }
                lock.close();
            }
        }
    }

    static void requireSocket(ServiceName name, String path, FileStatus status) {
        if (!status.isSocket()) {
            throw new PathOccupiedException(name.value(), path, FileKind.of(status), "a socket of Nearcall");
        }
    }

    public ServiceName name() {
        return name;
    }

    /** The path of the socket. */
    public String path() {
        return path;
    }

    /** The listening descriptor; it stays owned by this object. */
    public int descriptor() {
        return fd;
    }

    /**
     * Takes one waiting connection, without blocking.
     *
     * @return its descriptor, which is the caller's to close; -1 if none waits or the one that waited has gone
     * @throws OsException if the system has no descriptors or memory left; the connection waits on
     */
    public int accept() {
        int accepted = HOST.accept(fd);
        if (accepted >= 0) {
            return accepted;
        }
        if (accepted == -Errno.EAGAIN || accepted == -Errno.EINTR || accepted == -Errno.ECONNABORTED) {
            return -1;
        }
        throw new OsException("accept", -accepted, path);
    }

    /** Stops listening, removes the socket, then gives the name up. Idempotent; any thread. */
    @Override
    public void close() {
        if (!open.compareAndSet(true, false)) {
            return;
        }
        try {
            FileStatus named = HOST.lstat(path);
            // Who removed our lock file has let in another holder of the name: then the socket may be theirs.
            if (named != null && identity != null && lock.isCurrent() && FileKind.isSame(identity, named)) {
                HOST.unlink(path);
            }
        } finally {
            HOST.close(fd);
            lock.close();
        }
    }
}
