// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.discovery;

import io.nearcall.NearcallException;
import io.nearcall.Outcome;
import io.nearcall.TransportException;
import io.nearcall.ipc.host.Host;
import io.nearcall.ipc.os.Errno;
import io.nearcall.ipc.os.FileStatus;
import io.nearcall.ipc.os.OsException;
import java.util.function.IntConsumer;

/**
 * A service's name, held, and its listening socket. Both are given up by {@link #close()} or by the process's death.
 * {@link #look} looks after its files.
 */
public final class ServiceSocket implements AutoCloseable {

    /*
     * A cleaner of temporary files may remove the lock, the socket or the directory at any moment. The lock alone
     * decides what follows for this holder:
     *
     * - The file that bears the lock's name is ours: the name is ours, and so is the right to put the socket there.
     * - The file is gone: we try to lock a new one. All others who try at the same time do the same, so one of us gets
     *   it. A newcomer who gets it finds that our socket answers and gives it back, unless the socket is gone as well.
     * - Another process has locked it and has written its number there: the name is theirs, and we have lost it.
     * - Another process has locked it, but the file has no number yet, or the number of no living process. It may be a
     *   newcomer who is about to give it back, or a process that sweeps. We look again, and believe what we see twice.
     *
     * At most one file bears the name, and it has at most one lock. So once nothing more is removed, at most one holder
     * is left after each has looked once more. Nobody loses to a process that has lost the name as well: whoever has
     * written a number holds a lock, and only a later removal can take that lock away. Its holder notices the removal
     * at its next look, and then finds no lock of ours.
     */

    /** The result of a look at the files. */
    public enum Look {
        /** Nothing has changed. */
        IN_PLACE,
        /** The lock was gone and has been restored; the socket is in its place. */
        RESTORED,
        /** The name is ours, but its socket is gone: {@link #listenAnew} must be called. */
        SOCKET_GONE,
        /** Another process has locked the name, perhaps only for a moment. The caller must look again. */
        UNSETTLED,
        /** Another process has the name. */
        LOST
    }

    private static final Host HOST = Host.current();
    private static final int FOR_OWNER = 0600;
    private static final int FOR_ALL = 0666;
    private static final long PROBE_NS = 1_000_000;

    private final RuntimeDirectory directory;
    private final ServiceName name;
    private final String path;
    private final int backlog;
    private final IntConsumer disposal;
    private NameLock lock; // guarded by this; null while the name's file is not ours
    private volatile int fd; // written under the lock of this
    private FileStatus identity; // guarded by this
    private Holder suspect = Holder.UNKNOWN; // guarded by this; the holder of the lock at the last look
    private boolean open = true; // guarded by this

    private ServiceSocket(
            RuntimeDirectory directory, ServiceName name, int backlog, IntConsumer disposal, NameLock lock) {
        this.directory = directory;
        this.name = name;
        this.path = directory.socketPath(name);
        this.backlog = backlog;
        this.disposal = disposal;
        this.lock = lock;
    }

    /**
     * Takes the name and listens under it. Replaces a socket that a dead process has left there.
     *
     * @param backlog how many connections may wait to be accepted
     * @param disposal closes the socket, which may take as long as the processes that have connected to it like
     * @throws io.nearcall.ServiceNameInUseException if another endpoint holds the name
     * @throws TransportException if a file that is not a socket is in its place; it is left untouched
     */
    public static ServiceSocket open(RuntimeDirectory directory, ServiceName name, int backlog, IntConsumer disposal) {
        directory.socketPath(name); // checks first that the path is not too long
        directory.restore(); // the directory may have been removed since the endpoint was opened
        NameLock lock = NameLock.acquire(directory, name);
        ServiceSocket socket = new ServiceSocket(directory, name, backlog, disposal, lock);
        boolean listening = false;
        try {
            socket.listen();
            listening = true;
            return socket;
        } catch (OsException e) {
            if (e.errno() == Errno.EADDRINUSE) { // the lock was just removed, and another endpoint was faster
                throw NameLock.inUse(directory, name, NameLock.holder(directory, name));
            }
            throw new TransportException(Outcome.NOT_SENT, "listening at " + socket.path, "", e);
        } finally {
            if (!listening) {
                lock.close();
            }
        }
    }

    /** Replaces the file that bears the socket's name, which only the holder of the lock may do. */
    private void listen() {
        FileStatus left = HOST.lstat(path);
        if (left != null) {
            requireSocket(name, path, left);
            HOST.unlink(path);
        }
        fd = HOST.listen(path, directory.isPassable() ? FOR_ALL : FOR_OWNER, backlog);
        identity = HOST.lstat(path);
    }

    /**
     * Finds out who listens at the socket of a name, by connecting to it for a moment. Does not wait. For the process
     * that has locked the name: if somebody listens all the same, their lock was removed from the directory.
     *
     * @return null if it is certain that nobody listens; {@link Holder#UNKNOWN} if that is uncertain
     */
    static Holder listening(RuntimeDirectory directory, ServiceName name) {
        String path = directory.socketPath(name);
        FileStatus there = HOST.lstat(path);
        if (there == null || !there.isSocket()) {
            return null;
        }
        try {
            int probe = HOST.connect(path, PROBE_NS);
            try {
                return new Holder(Math.max(0, HOST.peer(probe).pid()), "");
            } finally {
                HOST.close(probe);
            }
        } catch (OsException e) {
            // Any other error leaves it open: the socket's queue is full, or this process is short of descriptors.
            boolean nobody = e.errno() == Errno.ECONNREFUSED || e.errno() == Errno.ENOENT;
            return nobody ? null : Holder.UNKNOWN;
        }
    }

    /**
     * Checks that lock and socket are where others look for them, and restores a removed lock. Does not wait.
     *
     * @throws OsException if something cannot be restored now; the caller must look again
     * @throws io.nearcall.NearcallException likewise
     */
    public synchronized Look look() {
        if (!open) {
            return Look.IN_PLACE;
        }
        boolean relocked = false;
        if (lock == null || !lock.isCurrent()) {
            closeLock();
            directory.restore();
            NameLock.Attempt attempt = NameLock.attempt(directory, name);
            if (attempt.lock() == null) {
                return attempt.current() && isSettled(attempt.holder()) ? Look.LOST : Look.UNSETTLED;
            }
            suspect = Holder.UNKNOWN;
            lock = attempt.lock();
            lock.claim();
            relocked = true;
        }
        FileStatus named = HOST.lstat(path);
        if (!isListening(named)) {
            return Look.SOCKET_GONE;
        }
        return relocked ? Look.RESTORED : Look.IN_PLACE;
    }

    private boolean isListening(FileStatus named) {
        return named != null && identity != null && FileKind.isSame(identity, named);
    }

    /**
     * Makes a new socket in place of the one that was removed. {@link #descriptor()} changes, and the former descriptor
     * is closed, so nobody may watch it. Does not wait.
     *
     * @throws OsException if that cannot be done now; nothing changes then
     * @throws TransportException likewise, because another file is in its place
     */
    public synchronized void listenAnew() {
        if (open) {
            int former = fd;
            listen();
            disposal.accept(former);
        }
    }

    private boolean isSettled(Holder holder) {
        boolean seenTwice = holder.pid() > 0 && holder.equals(suspect);
        suspect = holder;
        return seenTwice || holder.isAlive();
    }

    private void closeLock() {
        NameLock former = lock;
        lock = null;
        if (former != null) {
            former.close(); // in plain Java a process can open a lock's file only once at a time
        }
    }

    /** The process that has the name, according to its lock, in words. */
    public String holder() {
        Holder holder = NameLock.holder(directory, name);
        if (holder.pid() == 0) {
            return "another process"; // the name was just given up, or its new holder has not written a number yet
        }
        return holder.isElsewhere()
                ? "process " + holder.pid() + " of another pid namespace, " + holder.namespace()
                : "process " + holder.pid();
    }

    /**
     * Touches the files, because cleaners of temporary files go by times.
     *
     * @throws OsException if that is not possible now
     */
    public synchronized void refresh() {
        if (open && lock != null && lock.isCurrent()) {
            lock.touch();
            HOST.touch(path);
        }
    }

    static void requireSocket(ServiceName name, String path, FileStatus status) {
        if (!status.isSocket()) {
            throw TransportException.occupied(name.value(), path, FileKind.of(status), "a socket of Nearcall");
        }
    }

    public ServiceName name() {
        return name;
    }

    public String path() {
        return path;
    }

    /** The listening descriptor. This object owns it until {@link #listenAnew} replaces it. */
    public int descriptor() {
        return fd;
    }

    /**
     * Accepts one waiting connection, without blocking.
     *
     * @return its descriptor, which the caller must close; -1 if none waits or the waiting one has gone
     * @throws OsException if the system has no descriptors or memory left; the connection continues to wait
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

    /** Stops listening, removes the socket, then gives the name up. Idempotent; any thread; does not wait. */
    @Override
    public synchronized void close() {
        if (!open) {
            return;
        }
        open = false;
        try {
            if (isListening(HOST.lstat(path))) {
                removeSocket();
            }
        } finally {
            disposal.accept(fd);
            closeLock();
        }
    }

    /** If our lock was removed, another process may take the name: whoever locks it may touch the socket. */
    private void removeSocket() {
        if (lock == null || !lock.isCurrent()) {
            closeLock();
            lock = attempt();
        }
        if (lock != null && isListening(HOST.lstat(path))) {
            HOST.unlink(path);
        }
    }

    private NameLock attempt() {
        try {
            return NameLock.attempt(directory, name).lock();
        } catch (NearcallException | OsException e) {
            return null; // the socket stays, as a killed process's does
        }
    }
}
